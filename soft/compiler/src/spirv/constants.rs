//! Constants and specialization constants.

use super::module::{Id, id_at, literal_at, result_of};
use super::{Result, Translator};
use base::core::math;
use base::hir::{Expr, ExprKind, Qualifiers, Scalar, Statement, Storage, Type, VarId, Variable};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op};
use std::rc::Rc;

/// The value of a constant.
#[derive(Clone, Debug)]
pub struct Constant {
    pub ty: Id,
    /// The words of all components in order, as in [`ExprKind::Constant`].
    pub words: Rc<[u32]>,
    /// A global variable with this value, for constants of many words.
    variable: Option<VarId>,
}

/// Constants of more words become variables.
const SMALL: usize = 16;
/// The largest constant in words, and the largest sum of all.
const MAX_WORDS: u64 = 60_000;
const MAX_TOTAL: u64 = 1 << 21;

/// The words of true.
const TRUE: u32 = u32::MAX;

fn boolean(value: bool) -> u32 {
    if value { TRUE } else { 0 }
}

impl Translator<'_> {
    /// Returns a constant.
    pub fn constant(&self, id: Id) -> Result<&Constant> {
        self.constants.get(&id).ok_or_else(|| format!("%{id} is not a constant"))
    }

    /// Returns the value of an integer constant.
    pub fn integer_constant(&self, id: Id) -> Result<u32> {
        let constant = self.constant(id)?;
        match (self.value_type(constant.ty)?, &*constant.words) {
            (Type::Scalar(Scalar::Int | Scalar::Uint), [word]) | (Type::Scalar(Scalar::Int64 | Scalar::Uint64), [word, 0]) => Ok(*word),
            _ => Err(format!("%{id} is not an integer constant")),
        }
    }

    /// Returns the length of an array that a constant declares.
    pub fn array_length(&self, id: Id) -> Result<u32> {
        match self.integer_constant(id)? {
            length if length == 0 || length > i32::MAX.cast_unsigned() => Err(format!("an array has {} elements", length.cast_signed())),
            length => Ok(length),
        }
    }

    /// Returns the expression of a constant, or `None` if the id is not a constant.
    pub fn constant_expr(&self, id: Id) -> Option<Expr> {
        let constant = self.constants.get(&id)?;
        let ty = self.value_type(constant.ty).ok()?;
        let kind = match constant.variable {
            Some(variable) => ExprKind::Variable(variable),
            None => ExprKind::Constant(constant.words.to_vec()),
        };
        Some(Expr { kind, ty })
    }

    /// Evaluates the constant that an instruction defines.
    pub fn declare_constant(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let value = self.value_type(ty)?;
        let count = value.words();
        self.constant_words = self.constant_words.saturating_add(count);
        if count > MAX_WORDS || self.constant_words > MAX_TOTAL {
            return Err(String::from("the module is too large: its constants have too many words"));
        }
        let words = self.constant_value(id, instruction, ty, &value)?;
        if words.len() as u64 != count || count == 0 {
            return Err(format!("constant %{id} has a value of another type"));
        }
        let variable = (words.len() > SMALL).then(|| self.constant_variable(id, &value, &words));
        self.constants.insert(id, Constant { ty, words: Rc::from(words), variable });
        Ok(())
    }

    /// Creates a global variable with a constant value.
    fn constant_variable(&mut self, id: Id, ty: &Type, words: &[u32]) -> VarId {
        let qualifiers = Qualifiers { constant: true, ..Qualifiers::default() };
        let name = format!("constant {id}");
        let variable = Variable { name, ty: ty.clone(), storage: Storage::Private, qualifiers, initialiser: None, used: false };
        let variable = self.add_variable(variable);
        let value = Expr { kind: ExprKind::Constant(words.to_vec()), ty: ty.clone() };
        self.assign_at_start(variable, value);
        variable
    }

    /// Appends the assignment of an initial value to the statements before main.
    pub fn assign_at_start(&mut self, variable: VarId, value: Expr) {
        let ty = value.ty.clone();
        let target = Expr { kind: ExprKind::Variable(variable), ty: ty.clone() };
        self.initialise.push(Statement::Expression(Expr { kind: ExprKind::Assign(Box::new(target), Box::new(value)), ty }));
    }

    fn constant_value(&self, id: Id, instruction: &Instruction, ty: Id, value: &Type) -> Result<Vec<u32>> {
        let specialized = self.index.number(id, None, Decoration::SpecId).and_then(|index| self.specialization.get(&index).copied());
        match instruction.class.opcode {
            Op::ConstantTrue | Op::ConstantFalse | Op::SpecConstantTrue | Op::SpecConstantFalse => {
                if *value != Type::Scalar(Scalar::Bool) {
                    return Err(format!("constant %{id} is not a boolean"));
                }
                let spec = matches!(instruction.class.opcode, Op::SpecConstantTrue | Op::SpecConstantFalse);
                let own = matches!(instruction.class.opcode, Op::ConstantTrue | Op::SpecConstantTrue);
                Ok(vec![boolean(specialized.filter(|_| spec).map_or(own, |word| word != 0))])
            }
            Op::Constant | Op::SpecConstant => {
                let specialized = specialized.filter(|_| instruction.class.opcode == Op::SpecConstant);
                match (value, instruction.operands.first()) {
                    (Type::Scalar(Scalar::Int | Scalar::Uint | Scalar::Float), Some(Operand::LiteralBit32(word))) => {
                        Ok(vec![specialized.unwrap_or(*word)])
                    }
                    (Type::Scalar(Scalar::Double | Scalar::Int64 | Scalar::Uint64), Some(Operand::LiteralBit64(number))) => {
                        let number = specialized.map_or(*number, u64::from);
                        Ok(vec![number as u32, (number >> 32) as u32])
                    }
                    _ => Err(format!("constant %{id} is not a number")),
                }
            }
            Op::ConstantNull | Op::Undef => Ok(vec![0; value.words() as usize]),
            Op::ConstantComposite | Op::SpecConstantComposite => self.composite(instruction, ty, value),
            Op::SpecConstantOp => self.operation(instruction, value),
            _ => Err(format!("Op{} is not supported", instruction.class.opname)),
        }
    }

    /// Joins the constituents of a constant.
    fn composite(&self, instruction: &Instruction, ty: Id, value: &Type) -> Result<Vec<u32>> {
        let parts = match value {
            Type::Vector(_, size) => u32::from(*size),
            Type::Matrix(_, columns, _) => u32::from(*columns),
            Type::Array(_, length) => *length,
            Type::Struct(structure) => structure.members.len() as u32,
            _ => 0,
        };
        if instruction.operands.len() != parts as usize {
            return Err(String::from("a constant has a wrong number of constituents"));
        }
        let mut all = Vec::new();
        for at in 0..parts {
            let constituent = self.constant(id_at(instruction, at as usize)?)?;
            if constituent.ty != self.part_type(ty, at)? {
                return Err(String::from("a constant has constituents of a wrong type"));
            }
            all.extend_from_slice(&constituent.words);
        }
        Ok(all)
    }

    /// Returns the words of a part of a composite, as a range.
    fn part_range(&self, mut ty: Id, indices: &[u32]) -> Result<(Id, std::ops::Range<usize>)> {
        let mut first = 0u64;
        for &index in indices {
            let part = self.part_type(ty, index)?;
            first += match self.value_type(ty)? {
                Type::Struct(structure) => base::hir::layout::member_word(&structure, index as usize),
                Type::Array(_, length) if index >= length => return Err(format!("%{ty} has no element {index}")),
                _ => u64::from(index).saturating_mul(self.known_type(part)?.words),
            };
            ty = part;
        }
        let first = first as usize;
        Ok((ty, first..first + self.known_type(ty)?.words as usize))
    }

    /// Evaluates OpSpecConstantOp.
    fn operation(&self, instruction: &Instruction, result: &Type) -> Result<Vec<u32>> {
        let Some(Operand::LiteralSpecConstantOpInteger(op)) = instruction.operands.first() else {
            return Err(String::from("OpSpecConstantOp lacks its operation"));
        };
        let operand = |at: usize| self.constant(id_at(instruction, at)?);
        let literals = |from: usize| (from..instruction.operands.len()).map(|at| literal_at(instruction, at)).collect::<Result<Vec<u32>>>();
        let wrong = || Err(format!("the operands of a constant with Op{op:?} have wrong types"));
        match op {
            Op::CompositeExtract => {
                let composite = operand(1)?;
                let (_, range) = self.part_range(composite.ty, &literals(2)?)?;
                return composite.words.get(range).map_or_else(wrong, |words| Ok(words.to_vec()));
            }
            Op::CompositeInsert => {
                let (object, composite) = (operand(1)?, operand(2)?);
                let (ty, range) = self.part_range(composite.ty, &literals(3)?)?;
                let mut words = composite.words.to_vec();
                return match words.get_mut(range) {
                    Some(part) if ty == object.ty => {
                        part.copy_from_slice(&object.words);
                        Ok(words)
                    }
                    _ => wrong(),
                };
            }
            Op::VectorShuffle => {
                let (a, b) = (operand(1)?, operand(2)?);
                let (Some((scalar, _)), Some((other, _))) = (super::shape(&self.value_type(a.ty)?), super::shape(&self.value_type(b.ty)?))
                else {
                    return wrong();
                };
                if scalar != other || super::shape(result).is_none_or(|(to, _)| to != scalar) {
                    return wrong();
                }
                let all: Vec<&[u32]> = [&a.words, &b.words].into_iter().flat_map(|it| it.chunks(scalar.words() as usize)).collect();
                let mut words = Vec::new();
                for component in literals(3)? {
                    match all.get(component as usize) {
                        Some(component) => words.extend_from_slice(component),
                        None if component == u32::MAX => words.extend(std::iter::repeat_n(0, scalar.words() as usize)),
                        None => return wrong(),
                    }
                }
                return Ok(words);
            }
            Op::Select => {
                let (condition, a, b) = (operand(1)?, operand(2)?, operand(3)?);
                if self.value_type(a.ty)? != *result || a.words.len() != b.words.len() || condition.words.is_empty() {
                    return wrong();
                }
                let each = (a.words.len() / condition.words.len()).max(1);
                let chosen = a.words.iter().zip(b.words.iter()).enumerate();
                let condition = |at: usize| condition.words.get(at / each).or(condition.words.last()).is_some_and(|word| *word != 0);
                return Ok(chosen.map(|(at, (a, b))| if condition(at) { *a } else { *b }).collect());
            }
            _ => {}
        }
        let first = operand(1)?;
        let second = if instruction.operands.len() > 2 { Some(operand(2)?) } else { None };
        let Some((from, count)) = super::shape(&self.value_type(first.ty)?) else { return wrong() };
        let Some((to, to_count)) = super::shape(result) else { return wrong() };
        let second_shape = second.map(|second| self.value_type(second.ty)).transpose()?.and_then(|ty| super::shape(&ty));
        if count != to_count || second_shape.is_some_and(|(_, other)| other != count) {
            return wrong();
        }
        let mut words = Vec::new();
        let (other, _) = second_shape.unwrap_or((from, count));
        if [from, to, other].iter().any(|scalar| scalar.is_integer() && scalar.is_wide()) {
            for at in 0..usize::from(count) {
                let b = second.and_then(|second| component(&second.words, other, at));
                match component(&first.words, from, at).and_then(|a| long_component(*op, from, to, a, b)) {
                    Some(value) => words.extend(value),
                    None => return wrong(),
                }
            }
            return Ok(words);
        }
        let is_integer = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
        if *op == Op::FConvert {
            for chunk in first.words.chunks(from.words() as usize) {
                match (from, to, chunk) {
                    (Scalar::Float, Scalar::Double, [word]) => {
                        let bits = f64::from(f32::from_bits(*word)).to_bits();
                        words.extend([bits as u32, (bits >> 32) as u32]);
                    }
                    (Scalar::Double, Scalar::Float, [low, high]) => {
                        let value = f64::from_bits(u64::from(*low) | u64::from(*high) << 32);
                        words.push((value as f32).to_bits());
                    }
                    _ => return wrong(),
                }
            }
            return Ok(words);
        }
        for (at, &a) in first.words.iter().enumerate() {
            let b = second.and_then(|second| second.words.get(at).copied());
            let value = match (op, from, b) {
                (Op::QuantizeToF16, Scalar::Float, None) => quantize(a),
                (Op::LogicalNot, Scalar::Bool, None) => !a,
                (Op::LogicalOr, Scalar::Bool, Some(b)) => a | b,
                (Op::LogicalAnd, Scalar::Bool, Some(b)) => a & b,
                (Op::LogicalEqual, Scalar::Bool, Some(b)) => !(a ^ b),
                (Op::LogicalNotEqual, Scalar::Bool, Some(b)) => a ^ b,
                (Op::UConvert | Op::SConvert | Op::CopyLogical, _, None) if is_integer(from) => a,
                _ if is_integer(from) => match integer(*op, a, b) {
                    Some(value) => value,
                    None => return wrong(),
                },
                _ => return wrong(),
            };
            words.push(value);
        }
        let compares = words.iter().all(|word| *word == 0 || *word == TRUE) && to == Scalar::Bool;
        let fits = compares || (is_integer(from) && is_integer(to)) || from == to;
        if fits { Ok(words) } else { wrong() }
    }
}

/// Rounds a number to 16 bits and back.
fn quantize(word: u32) -> u32 {
    math::from_half(math::to_half(f32::from_bits(word))).to_bits()
}

/// Returns a component of a constant, sign-extended from 32 bits if it is signed.
fn component(words: &[u32], scalar: Scalar, at: usize) -> Option<u64> {
    let word = |at: usize| words.get(at).copied();
    Some(match scalar {
        Scalar::Int64 | Scalar::Uint64 => u64::from(word(at * 2)?) | u64::from(word(at * 2 + 1)?) << 32,
        Scalar::Int => i64::from(word(at)?.cast_signed()).cast_unsigned(),
        _ => u64::from(word(at)?),
    })
}

/// Evaluates an operation on integers of which one has 64 bits; returns the words of the result.
fn long_component(op: Op, from: Scalar, to: Scalar, a: u64, b: Option<u64>) -> Option<Vec<u32>> {
    let words = |value: u64| if to.is_wide() { vec![value as u32, (value >> 32) as u32] } else { vec![value as u32] };
    if !from.is_integer() || !(to.is_integer() || to == Scalar::Bool) {
        return None;
    }
    match (op, from) {
        _ if to == Scalar::Bool && matches!(op, Op::UConvert | Op::SConvert | Op::CopyLogical) => None,
        (Op::UConvert, Scalar::Int) => Some(words(u64::from(a as u32))),
        (Op::SConvert, Scalar::Uint) => Some(words(i64::from(a as u32 as i32).cast_unsigned())),
        (Op::UConvert | Op::SConvert | Op::CopyLogical, _) => Some(words(a)),
        _ if !from.is_wide() => None,
        _ => {
            let value = long_integer(op, a, b)?;
            match (value, to) {
                (Long::Boolean(value), Scalar::Bool) => Some(vec![boolean(value)]),
                (Long::Integer(value), Scalar::Int64 | Scalar::Uint64) => Some(words(value)),
                _ => None,
            }
        }
    }
}

/// The result of an operation on 64-bit integers.
enum Long {
    Integer(u64),
    Boolean(bool),
}

/// Evaluates an operation on 64-bit integers, as [`integer`] does.
fn long_integer(op: Op, a: u64, b: Option<u64>) -> Option<Long> {
    let (x, y) = (a.cast_signed(), b.unwrap_or(0).cast_signed());
    if matches!(op, Op::SNegate | Op::Not) {
        return Some(Long::Integer(if op == Op::Not { !a } else { a.wrapping_neg() }));
    }
    let b = b?;
    let count = u32::try_from(b).unwrap_or(u32::MAX);
    Some(match op {
        Op::IAdd => Long::Integer(a.wrapping_add(b)),
        Op::ISub => Long::Integer(a.wrapping_sub(b)),
        Op::IMul => Long::Integer(a.wrapping_mul(b)),
        Op::UDiv => Long::Integer(a.checked_div(b).unwrap_or(0)),
        Op::SDiv => Long::Integer(x.checked_div(y).unwrap_or(0).cast_unsigned()),
        Op::UMod => Long::Integer(a.checked_rem(b).unwrap_or(0)),
        Op::SRem => Long::Integer(x.checked_rem(y).unwrap_or(0).cast_unsigned()),
        Op::SMod => Long::Integer(match x.checked_rem(y).unwrap_or(0) {
            rest if rest != 0 && (rest < 0) != (y < 0) => rest.wrapping_add(y).cast_unsigned(),
            rest => rest.cast_unsigned(),
        }),
        Op::ShiftRightLogical => Long::Integer(a.checked_shr(count).unwrap_or(0)),
        Op::ShiftRightArithmetic => Long::Integer((x >> count.min(63)).cast_unsigned()),
        Op::ShiftLeftLogical => Long::Integer(a.checked_shl(count).unwrap_or(0)),
        Op::BitwiseOr => Long::Integer(a | b),
        Op::BitwiseXor => Long::Integer(a ^ b),
        Op::BitwiseAnd => Long::Integer(a & b),
        Op::IEqual => Long::Boolean(a == b),
        Op::INotEqual => Long::Boolean(a != b),
        Op::ULessThan => Long::Boolean(a < b),
        Op::SLessThan => Long::Boolean(x < y),
        Op::UGreaterThan => Long::Boolean(a > b),
        Op::SGreaterThan => Long::Boolean(x > y),
        Op::ULessThanEqual => Long::Boolean(a <= b),
        Op::SLessThanEqual => Long::Boolean(x <= y),
        Op::UGreaterThanEqual => Long::Boolean(a >= b),
        Op::SGreaterThanEqual => Long::Boolean(x >= y),
        _ => return None,
    })
}

/// Evaluates an operation on integers. Divisions by zero, whose results are undefined, return 0.
fn integer(op: Op, a: u32, b: Option<u32>) -> Option<u32> {
    let (x, y) = (a.cast_signed(), b.unwrap_or(0).cast_signed());
    if matches!(op, Op::SNegate | Op::Not) {
        return Some(if op == Op::Not { !a } else { a.wrapping_neg() });
    }
    let b = b?;
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(0),
        Op::SDiv => x.checked_div(y).unwrap_or(0).cast_unsigned(),
        Op::UMod => a.checked_rem(b).unwrap_or(0),
        Op::SRem => x.checked_rem(y).unwrap_or(0).cast_unsigned(),
        Op::SMod => match x.checked_rem(y).unwrap_or(0) {
            rest if rest != 0 && (rest < 0) != (y < 0) => rest.wrapping_add(y).cast_unsigned(),
            rest => rest.cast_unsigned(),
        },
        Op::ShiftRightLogical => a.checked_shr(b).unwrap_or(0),
        Op::ShiftRightArithmetic => (x >> b.min(31)).cast_unsigned(),
        Op::ShiftLeftLogical => a.checked_shl(b).unwrap_or(0),
        Op::BitwiseOr => a | b,
        Op::BitwiseXor => a ^ b,
        Op::BitwiseAnd => a & b,
        Op::IEqual => boolean(a == b),
        Op::INotEqual => boolean(a != b),
        Op::ULessThan => boolean(a < b),
        Op::SLessThan => boolean(x < y),
        Op::UGreaterThan => boolean(a > b),
        Op::SGreaterThan => boolean(x > y),
        Op::ULessThanEqual => boolean(a <= b),
        Op::SLessThanEqual => boolean(x <= y),
        Op::UGreaterThanEqual => boolean(a >= b),
        Op::SGreaterThanEqual => boolean(x >= y),
        _ => return None,
    })
}
