//! Operators on constants, with the interpreter's results.

use super::component;
use base::hir::{BinaryOp, Scalar, Type};

/// One component of a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Bool(bool),
    Int(i32),
    Uint(u32),
    Float(f32),
    Double(f64),
    Int64(i64),
    Uint64(u64),
}

impl Number {
    /// Converts to a scalar type as constructors do: saturating, NaN to 0, anything except 0 to true.
    pub fn to(self, scalar: Scalar) -> Number {
        macro_rules! convert {
            ($value:expr) => {
                match scalar {
                    Scalar::Bool => Number::Bool($value as f64 != 0.0),
                    Scalar::Int => Number::Int($value as i32),
                    Scalar::Uint => Number::Uint($value as u32),
                    Scalar::Float => Number::Float($value as f32),
                    Scalar::Double => Number::Double($value as f64),
                    Scalar::Int64 => Number::Int64($value as i64),
                    Scalar::Uint64 => Number::Uint64($value as u64),
                }
            };
        }
        match self {
            Number::Bool(value) => convert!(u32::from(value)),
            Number::Int(value) => convert!(value),
            Number::Uint(value) => convert!(value),
            Number::Float(value) => convert!(value),
            Number::Double(value) => convert!(value),
            Number::Int64(value) => convert!(value),
            Number::Uint64(value) => convert!(value),
        }
    }
}

/// Returns the component at an index of words that hold a scalar type.
pub fn read_scalar(scalar: Scalar, words: &[u32], index: usize) -> Option<Number> {
    let word = *words.get(index.checked_mul(scalar.words() as usize)?)?;
    Some(match scalar {
        Scalar::Bool => Number::Bool(word != 0),
        Scalar::Int => Number::Int(word as i32),
        Scalar::Uint => Number::Uint(word),
        Scalar::Float => Number::Float(f32::from_bits(word)),
        Scalar::Double | Scalar::Int64 | Scalar::Uint64 => {
            let high = *words.get(index * 2 + 1)?;
            let bits = u64::from(high) << 32 | u64::from(word);
            match scalar {
                Scalar::Int64 => Number::Int64(bits.cast_signed()),
                Scalar::Uint64 => Number::Uint64(bits),
                _ => Number::Double(f64::from_bits(bits)),
            }
        }
    })
}

/// Returns the component at an index of a value of this type.
pub fn read(ty: &Type, words: &[u32], index: usize) -> Option<Number> {
    read_scalar(component(ty)?, words, index)
}

/// Appends a component to the words of a value.
pub fn write(words: &mut Vec<u32>, number: Number) {
    match number {
        Number::Bool(value) => words.push(if value { u32::MAX } else { 0 }),
        Number::Int(value) => words.push(value as u32),
        Number::Uint(value) => words.push(value),
        Number::Float(value) => words.push(value.to_bits()),
        Number::Double(value) => words.extend([value.to_bits() as u32, (value.to_bits() >> 32) as u32]),
        Number::Int64(value) => words.extend([value as u32, (value >> 32) as u32]),
        Number::Uint64(value) => words.extend([value as u32, (value >> 32) as u32]),
    }
}

/// Returns the number of components of a type.
pub fn components(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) => 1,
        Type::Vector(_, size) => usize::from(*size),
        Type::Matrix(_, columns, rows) => usize::from(*columns) * usize::from(*rows),
        _ => 0,
    }
}

type Operand<'a> = (&'a Type, &'a [u32]);

/// Applies a binary operator to whole values.
pub fn binary(op: BinaryOp, a: (&Type, &Vec<u32>), b: (&Type, &Vec<u32>), result: &Type) -> Option<Vec<u32>> {
    let (a, b): (Operand, Operand) = ((a.0, a.1), (b.0, b.1));
    match op {
        BinaryOp::Equal => return Some(truth(equal(a.0, a.1, b.1)?)),
        BinaryOp::NotEqual => return Some(truth(!equal(a.0, a.1, b.1)?)),
        BinaryOp::Mul => {
            if let Some(product) = product(a, b) {
                return product;
            }
        }
        _ => {}
    }
    let pick = |operand: Operand, index: usize| read(operand.0, operand.1, if components(operand.0) == 1 { 0 } else { index });
    let mut words = Vec::new();
    for index in 0..components(a.0).max(components(b.0)) {
        write(&mut words, scalar(op, pick(a, index)?, pick(b, index)?)?);
    }
    (words.len() as u64 == base::hir::layout::words(result)).then_some(words)
}

fn truth(value: bool) -> Vec<u32> {
    vec![if value { u32::MAX } else { 0 }]
}

/// Returns true if two values of one type are equal; floats compare as floats.
fn equal(ty: &Type, a: &[u32], b: &[u32]) -> Option<bool> {
    if let Some(scalar) = component(ty) {
        for index in 0..components(ty) {
            if read_scalar(scalar, a, index)? != read_scalar(scalar, b, index)? {
                return Some(false);
            }
        }
        return Some(true);
    }
    let (mut start, mut same) = (0, true);
    let mut part = |ty: &Type| -> Option<()> {
        let end = start + usize::try_from(base::hir::layout::words(ty)).ok()?;
        same &= equal(ty, a.get(start..end)?, b.get(start..end)?)?;
        start = end;
        Some(())
    };
    match ty {
        Type::Array(element, length) => (0..*length).try_for_each(|_| part(element))?,
        Type::Struct(structure) => structure.members.iter().try_for_each(|member| part(&member.ty))?,
        _ => return None,
    }
    Some(same)
}

/// Returns a product with a matrix, or `None` if the operands are multiplied component by component.
fn product(a: Operand, b: Operand) -> Option<Option<Vec<u32>>> {
    // Treat both as matrices of (columns, rows); a vector on the left is a row.
    let (left, right) = match (a.0, b.0) {
        (Type::Matrix(_, columns, rows), Type::Matrix(_, other, inner)) => ((*columns, *rows), (*other, *inner)),
        (Type::Matrix(_, columns, rows), Type::Vector(_, size)) => ((*columns, *rows), (1, *size)),
        (Type::Vector(_, size), Type::Matrix(_, columns, rows)) => ((*size, 1), (*columns, *rows)),
        _ => return None,
    };
    let mut words = Vec::new();
    for column in 0..usize::from(right.0) {
        for row in 0..usize::from(left.1) {
            let mut sum: Option<Number> = None;
            for inner in 0..usize::from(left.0) {
                let x = read(a.0, a.1, inner * usize::from(left.1) + row);
                let y = read(b.0, b.1, column * usize::from(right.1) + inner);
                let (Some(x), Some(y)) = (x, y) else { return Some(None) };
                let term = scalar(BinaryOp::Mul, x, y);
                sum = match (sum, term) {
                    (Some(sum), Some(term)) => scalar(BinaryOp::Add, sum, term),
                    (None, term) => term,
                    _ => None,
                };
            }
            let Some(sum) = sum else { return Some(None) };
            write(&mut words, sum);
        }
    }
    Some(Some(words))
}

/// Applies a binary operator to two components.
pub fn scalar(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    if shifts(op) {
        return shift(op, a, b);
    }
    match (a, b) {
        (Number::Float(a), Number::Float(b)) => Some(match op {
            BinaryOp::Add => Number::Float(a + b),
            BinaryOp::Sub => Number::Float(a - b),
            BinaryOp::Mul => Number::Float(a * b),
            BinaryOp::Div => Number::Float(a / b),
            _ => return compare(op, a, b),
        }),
        (Number::Double(a), Number::Double(b)) => Some(match op {
            BinaryOp::Add => Number::Double(a + b),
            BinaryOp::Sub => Number::Double(a - b),
            BinaryOp::Mul => Number::Double(a * b),
            BinaryOp::Div => Number::Double(a / b),
            _ => return compare(op, a, b),
        }),
        (Number::Int(a), Number::Int(b)) => Some(match op {
            BinaryOp::Div => Number::Int(if b == 0 { -1 } else { a.wrapping_div(b) }),
            BinaryOp::Mod => Number::Int(if b == 0 { a } else { a.wrapping_rem(b) }),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => return compare(op, a, b),
            _ => Number::Int(bits(op, u64::from(a as u32), u64::from(b as u32))? as i32),
        }),
        (Number::Uint(a), Number::Uint(b)) => Some(match op {
            BinaryOp::Div => Number::Uint(a.checked_div(b).unwrap_or(u32::MAX)),
            BinaryOp::Mod => Number::Uint(a.checked_rem(b).unwrap_or(a)),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => return compare(op, a, b),
            _ => Number::Uint(bits(op, u64::from(a), u64::from(b))? as u32),
        }),
        (Number::Int64(a), Number::Int64(b)) => Some(match op {
            BinaryOp::Div => Number::Int64(if b == 0 { -1 } else { a.wrapping_div(b) }),
            BinaryOp::Mod => Number::Int64(if b == 0 { a } else { a.wrapping_rem(b) }),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => return compare(op, a, b),
            _ => Number::Int64(bits(op, a.cast_unsigned(), b.cast_unsigned())?.cast_signed()),
        }),
        (Number::Uint64(a), Number::Uint64(b)) => Some(match op {
            BinaryOp::Div => Number::Uint64(a.checked_div(b).unwrap_or(u64::MAX)),
            BinaryOp::Mod => Number::Uint64(a.checked_rem(b).unwrap_or(a)),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => return compare(op, a, b),
            _ => Number::Uint64(bits(op, a, b)?),
        }),
        (Number::Bool(a), Number::Bool(b)) => match op {
            BinaryOp::Equal => Some(Number::Bool(a == b)),
            BinaryOp::NotEqual => Some(Number::Bool(a != b)),
            _ => None,
        },
        _ => None,
    }
}

fn shifts(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight)
}

/// Shifts by the low bits of the right operand, whose type may differ.
fn shift(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    let count = match b {
        Number::Int(b) => b as u32,
        Number::Uint(b) => b,
        Number::Int64(b) => b as u32,
        Number::Uint64(b) => b as u32,
        _ => return None,
    };
    Some(match (a, op == BinaryOp::ShiftLeft) {
        (Number::Int(a), true) => Number::Int(a.wrapping_shl(count)),
        (Number::Int(a), false) => Number::Int(a.wrapping_shr(count)),
        (Number::Uint(a), true) => Number::Uint(a.wrapping_shl(count)),
        (Number::Uint(a), false) => Number::Uint(a.wrapping_shr(count)),
        (Number::Int64(a), true) => Number::Int64(a.wrapping_shl(count)),
        (Number::Int64(a), false) => Number::Int64(a.wrapping_shr(count)),
        (Number::Uint64(a), true) => Number::Uint64(a.wrapping_shl(count)),
        (Number::Uint64(a), false) => Number::Uint64(a.wrapping_shr(count)),
        _ => return None,
    })
}

/// Applies an operator whose low bits depend on the low bits of its operands alone.
fn bits(op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        _ => return None,
    })
}

fn compare<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> Option<Number> {
    Some(Number::Bool(match op {
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterEqual => a >= b,
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        _ => return None,
    }))
}
