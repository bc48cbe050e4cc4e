//! Arithmetic, conversions and comparisons.

use super::functions::Body;
use super::places::part;
use super::{call, shape, to_scalar, type_of};
use base::hir::{BinaryOp, Builtin, Expr, ExprKind, Scalar, Stage, Type, UnaryOp};
use rspirv::spirv::Op;

/// Returns a binary operation on operands of one type, or of a vector and a scalar.
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let ty = left.ty.clone();
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty }
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    let ty = operand.ty.clone();
    Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty }
}

fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float | Scalar::Double)
}

/// Returns true for the types of integers.
pub fn is_integer(scalar: Scalar) -> bool {
    scalar.is_integer()
}

/// Returns true for integers of 32 bits.
fn is_word(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int | Scalar::Uint)
}

/// Returns a comparison of each component.
fn compare(builtin: Builtin, left: Expr, right: Expr) -> Expr {
    let size = shape(&left.ty).map_or(1, |(_, size)| size);
    call(builtin, vec![left, right], type_of(Scalar::Bool, size))
}

/// Returns the components of `a` where the condition is true, otherwise those of `b`.
pub fn choose(condition: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty.clone();
    call(Builtin::MixBool, vec![b, a, condition], ty)
}

/// Returns an integer constant for each component of a type.
fn splat(ty: &Type, value: u32) -> Expr {
    let (scalar, count) = shape(ty).map_or((Scalar::Int, 1), |(scalar, size)| (scalar, usize::from(size)));
    let component: &[u32] = if scalar.is_wide() { &[value, 0] } else { &[value] };
    Expr { kind: ExprKind::Constant(component.repeat(count)), ty: ty.clone() }
}

impl Body<'_, '_> {
    /// Returns the value of an operation, or `None` if the types of the operands do not fit.
    pub fn operation(&mut self, op: Op, operands: Vec<Expr>, result: &Type) -> Option<Expr> {
        let mut operands = operands.into_iter();
        let (first, second, third) = (operands.next(), operands.next(), operands.next());
        match (first, second, third) {
            (Some(a), None, None) => self.unary_operation(op, a, result),
            (Some(a), Some(b), None) => self.binary_operation(op, a, b, result),
            (Some(condition), Some(a), Some(b)) if op == Op::Select => {
                let same = a.ty == *result && b.ty == *result;
                let (scalar, size) = shape(&condition.ty)?;
                if !same || scalar != Scalar::Bool {
                    return None;
                }
                match shape(&a.ty) {
                    Some((_, count)) if count == size => Some(choose(condition, a, b)),
                    _ if size == 1 => {
                        let kind = ExprKind::Select(Box::new(condition), Box::new(a), Box::new(b));
                        Some(Expr { kind, ty: result.clone() })
                    }
                    _ => None,
                }
            }
            (Some(base), Some(second), Some(third)) => {
                let fourth = operands.next();
                self.bit_field(op, base, [second, third], fourth, result)
            }
            _ => None,
        }
    }

    fn unary_operation(&mut self, op: Op, a: Expr, result: &Type) -> Option<Expr> {
        if op == Op::Transpose {
            return match (&a.ty, result) {
                (Type::Matrix(s, c, r), Type::Matrix(t, d, q)) if s == t && c == q && r == d => {
                    Some(call(Builtin::Transpose, vec![a], result.clone()))
                }
                _ => None,
            };
        }
        if let (Op::FNegate, Type::Matrix(..)) = (op, &a.ty) {
            return Some(unary(UnaryOp::Negate, a));
        }
        let (from, size) = shape(&a.ty)?;
        let (to, count) = shape(result)?;
        if matches!(op, Op::Any | Op::All) {
            let builtin = if op == Op::Any { Builtin::Any } else { Builtin::All };
            return match (from, size) {
                (Scalar::Bool, 1) => Some(a),
                (Scalar::Bool, _) => Some(call(builtin, vec![a], Type::Scalar(Scalar::Bool))),
                _ => None,
            };
        }
        if op == Op::Bitcast {
            return self.bitcast(a, (from, size), (to, count), result);
        }
        if size != count {
            return None;
        }
        let convert = |a: Expr, ty: &Type| Expr { kind: ExprKind::Convert(Box::new(a)), ty: ty.clone() };
        let through = |a: Expr, scalar: Scalar| to_scalar(to_scalar(a, scalar), to);
        let derivative = |a: Expr, builtin: Builtin| {
            (from == Scalar::Float && self.translator.stage == Stage::Fragment).then(|| call(builtin, vec![a], result.clone()))
        };
        match op {
            Op::FNegate if is_float(from) => Some(unary(UnaryOp::Negate, a)),
            Op::SNegate if is_integer(from) => Some(to_scalar(unary(UnaryOp::Negate, a), to)),
            Op::Not if is_integer(from) => Some(to_scalar(unary(UnaryOp::Complement, a), to)),
            Op::LogicalNot if from == Scalar::Bool => Some(unary(UnaryOp::Not, a)),
            Op::ConvertFToU if is_float(from) && is_integer(to) => Some(through(a, to.unsigned())),
            Op::ConvertFToS if is_float(from) && is_integer(to) => Some(through(a, to.signed())),
            Op::ConvertSToF if is_integer(from) && is_float(to) => Some(convert(to_scalar(a, from.signed()), result)),
            Op::ConvertUToF if is_integer(from) && is_float(to) => Some(convert(to_scalar(a, from.unsigned()), result)),
            Op::UConvert if is_integer(from) && is_integer(to) => Some(through(a, from.unsigned())),
            Op::SConvert if is_integer(from) && is_integer(to) => Some(through(a, from.signed())),
            Op::FConvert if is_float(from) && is_float(to) => Some(to_scalar(a, to)),
            Op::QuantizeToF16 if from == Scalar::Float => self.quantized(a, size),
            Op::IsNan if is_float(from) => Some(call(Builtin::IsNan, vec![a], type_of(Scalar::Bool, size))),
            Op::IsInf if is_float(from) => Some(call(Builtin::IsInf, vec![a], type_of(Scalar::Bool, size))),
            Op::BitReverse if is_word(from) => {
                let own = a.ty.clone();
                Some(to_scalar(call(Builtin::BitfieldReverse, vec![a], own), to))
            }
            Op::BitCount if is_word(from) => Some(to_scalar(call(Builtin::BitCount, vec![a], type_of(Scalar::Int, size)), to)),
            Op::DPdx => derivative(a, Builtin::Dfdx),
            Op::DPdy => derivative(a, Builtin::Dfdy),
            Op::Fwidth => derivative(a, Builtin::Fwidth),
            Op::DPdxFine => derivative(a, Builtin::DfdxFine),
            Op::DPdyFine => derivative(a, Builtin::DfdyFine),
            Op::FwidthFine => derivative(a, Builtin::FwidthFine),
            Op::DPdxCoarse => derivative(a, Builtin::DfdxCoarse),
            Op::DPdyCoarse => derivative(a, Builtin::DfdyCoarse),
            Op::FwidthCoarse => derivative(a, Builtin::FwidthCoarse),
            _ => None,
        }
    }

    /// Returns the same bits as a value of another type.
    fn bitcast(&mut self, a: Expr, (from, size): (Scalar, u8), (to, count): (Scalar, u8), result: &Type) -> Option<Expr> {
        let builtin = match (from, to) {
            _ if from == Scalar::Bool || to == Scalar::Bool => return None,
            _ if from == to && size == count => return Some(a),
            _ if is_integer(from) && is_integer(to) && from.words() == to.words() && size == count => return Some(to_scalar(a, to)),
            (Scalar::Double, Scalar::Int64) if size == count => Builtin::DoubleBitsToInt64,
            (Scalar::Double, Scalar::Uint64) if size == count => Builtin::DoubleBitsToUint64,
            (Scalar::Int64, Scalar::Double) if size == count => Builtin::Int64BitsToDouble,
            (Scalar::Uint64, Scalar::Double) if size == count => Builtin::Uint64BitsToDouble,
            (Scalar::Float, Scalar::Int) if size == count => Builtin::FloatBitsToInt,
            (Scalar::Float, Scalar::Uint) if size == count => Builtin::FloatBitsToUint,
            (Scalar::Int, Scalar::Float) if size == count => Builtin::IntBitsToFloat,
            (Scalar::Uint, Scalar::Float) if size == count => Builtin::UintBitsToFloat,
            (Scalar::Int | Scalar::Uint, Scalar::Double) if size == 2 && count == 1 => {
                return Some(call(Builtin::PackDouble2x32, vec![to_scalar(a, Scalar::Uint)], result.clone()));
            }
            (Scalar::Double, Scalar::Int | Scalar::Uint) if size == 1 && count == 2 => {
                return Some(to_scalar(call(Builtin::UnpackDouble2x32, vec![a], Type::Vector(Scalar::Uint, 2)), to));
            }
            (Scalar::Int | Scalar::Uint, Scalar::Int64 | Scalar::Uint64) if size == 2 && count == 1 => {
                return Some(to_scalar(call(Builtin::PackInt2x32, vec![to_scalar(a, Scalar::Uint)], Type::Scalar(Scalar::Uint64)), to));
            }
            (Scalar::Int64 | Scalar::Uint64, Scalar::Int | Scalar::Uint) if size == 1 && count == 2 => {
                let a = to_scalar(a, Scalar::Uint64);
                return Some(to_scalar(call(Builtin::UnpackInt2x32, vec![a], Type::Vector(Scalar::Uint, 2)), to));
            }
            _ => return None,
        };
        Some(call(builtin, vec![a], result.clone()))
    }

    /// Rounds each component to 16 bits and back.
    fn quantized(&mut self, a: Expr, size: u8) -> Option<Expr> {
        let ty = a.ty.clone();
        let a = self.keep(a).ok()?;
        let float = Type::Scalar(Scalar::Float);
        let mut parts = Vec::new();
        for component in 0..size {
            let one = if size == 1 { a.clone() } else { part(a.clone(), component.into()).ok()? };
            let zero = Expr { kind: ExprKind::Constant(vec![0]), ty: float.clone() };
            let pair = Expr { kind: ExprKind::Construct(vec![one, zero]), ty: Type::Vector(Scalar::Float, 2) };
            let half = call(Builtin::PackHalf2x16, vec![pair], Type::Scalar(Scalar::Uint));
            let back = call(Builtin::UnpackHalf2x16, vec![half], Type::Vector(Scalar::Float, 2));
            parts.push(Expr { kind: ExprKind::Swizzle(Box::new(self.keep(back).ok()?), vec![0]), ty: float.clone() });
        }
        match parts.pop() {
            Some(only) if size == 1 => Some(only),
            last => {
                parts.extend(last);
                Some(Expr { kind: ExprKind::Construct(parts), ty })
            }
        }
    }

    fn binary_operation(&mut self, op: Op, a: Expr, b: Expr, result: &Type) -> Option<Expr> {
        if let Some(product) = product(op, &a, &b, result) {
            return Some(product);
        }
        if let (Type::Matrix(..), Op::FAdd | Op::FSub | Op::FMul | Op::FDiv) = (&a.ty, op) {
            return None;
        }
        let (from, size) = shape(&a.ty)?;
        let (other, other_size) = shape(&b.ty)?;
        if op == Op::Dot {
            let fits = is_float(from) && a.ty == b.ty && *result == Type::Scalar(from);
            return fits.then(|| call(Builtin::Dot, vec![a, b], result.clone()));
        }
        let (to, count) = shape(result)?;
        if size != other_size || size != count {
            return None;
        }
        let floats = is_float(from) && from == other;
        let integers = is_integer(from) && is_integer(other);
        let booleans = from == Scalar::Bool && other == Scalar::Bool;
        let arithmetic = match op {
            Op::FAdd | Op::IAdd => Some(BinaryOp::Add),
            Op::FSub | Op::ISub => Some(BinaryOp::Sub),
            Op::FMul | Op::IMul => Some(BinaryOp::Mul),
            Op::FDiv | Op::UDiv | Op::SDiv => Some(BinaryOp::Div),
            Op::UMod | Op::SRem => Some(BinaryOp::Mod),
            Op::BitwiseAnd | Op::LogicalAnd => Some(BinaryOp::BitAnd),
            Op::BitwiseOr | Op::LogicalOr => Some(BinaryOp::BitOr),
            Op::BitwiseXor => Some(BinaryOp::BitXor),
            Op::ShiftLeftLogical => Some(BinaryOp::ShiftLeft),
            Op::ShiftRightLogical | Op::ShiftRightArithmetic => Some(BinaryOp::ShiftRight),
            _ => None,
        };
        let shifts = matches!(arithmetic, Some(BinaryOp::ShiftLeft | BinaryOp::ShiftRight));
        let widths = from.words() == other.words() || shifts;
        if let Some(arithmetic) = arithmetic {
            return match op {
                Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => floats.then(|| binary(arithmetic, a, b)),
                Op::LogicalAnd | Op::LogicalOr => booleans.then(|| binary(arithmetic, a, b)),
                _ if !integers || !is_integer(to) || !widths || from.words() != to.words() => None,
                Op::SDiv | Op::SRem | Op::ShiftRightArithmetic => {
                    Some(to_scalar(binary(arithmetic, to_scalar(a, from.signed()), to_scalar(b, from.signed())), to))
                }
                Op::UDiv | Op::UMod | Op::ShiftRightLogical => {
                    Some(to_scalar(binary(arithmetic, to_scalar(a, from.unsigned()), to_scalar(b, from.unsigned())), to))
                }
                _ => Some(binary(arithmetic, to_scalar(a, to), to_scalar(b, to))),
            };
        }
        match op {
            _ if integers && !widths => None,
            Op::SMod if integers && is_integer(to) && from.words() == to.words() => self.signed_modulo(a, b, to),
            Op::FMod if floats => Some(call(Builtin::Mod, vec![a, b], result.clone())),
            Op::FRem if floats => {
                let (a, b) = (self.keep(a).ok()?, self.keep(b).ok()?);
                let quotient = call(Builtin::Trunc, vec![binary(BinaryOp::Div, a.clone(), b.clone())], result.clone());
                Some(binary(BinaryOp::Sub, a, binary(BinaryOp::Mul, b, quotient)))
            }
            Op::LogicalEqual if booleans => Some(compare(Builtin::EqualEach, a, b)),
            Op::LogicalNotEqual if booleans => Some(compare(Builtin::NotEqualEach, a, b)),
            _ if integers => integer_comparison(op, a, b),
            _ if floats => self.float_comparison(op, a, b),
            _ => None,
        }
    }

    /// Returns the remainder with the sign of the divisor.
    fn signed_modulo(&mut self, a: Expr, b: Expr, to: Scalar) -> Option<Expr> {
        let (a, b) = (to_scalar(a, to.signed()), self.keep(to_scalar(b, to.signed())).ok()?);
        let rest = self.keep(binary(BinaryOp::Mod, a, b.clone())).ok()?;
        let zero = splat(&rest.ty, 0);
        let opposite = compare(Builtin::LessThan, binary(BinaryOp::BitXor, rest.clone(), b.clone()), zero.clone());
        let uneven = compare(Builtin::NotEqualEach, rest.clone(), zero);
        let moves = binary(BinaryOp::BitAnd, opposite, uneven);
        Some(to_scalar(choose(moves, binary(BinaryOp::Add, rest.clone(), b), rest), to))
    }

    fn float_comparison(&mut self, op: Op, a: Expr, b: Expr) -> Option<Expr> {
        use Builtin as B;
        let not = |expr: Expr| unary(UnaryOp::Not, expr);
        Some(match op {
            Op::FOrdEqual => compare(B::EqualEach, a, b),
            Op::FUnordNotEqual => compare(B::NotEqualEach, a, b),
            Op::FOrdLessThan => compare(B::LessThan, a, b),
            Op::FOrdGreaterThan => compare(B::GreaterThan, a, b),
            Op::FOrdLessThanEqual => compare(B::LessThanEqual, a, b),
            Op::FOrdGreaterThanEqual => compare(B::GreaterThanEqual, a, b),
            Op::FUnordLessThan => not(compare(B::GreaterThanEqual, a, b)),
            Op::FUnordGreaterThan => not(compare(B::LessThanEqual, a, b)),
            Op::FUnordLessThanEqual => not(compare(B::GreaterThan, a, b)),
            Op::FUnordGreaterThanEqual => not(compare(B::LessThan, a, b)),
            Op::FOrdNotEqual | Op::FUnordEqual => {
                let (a, b) = (self.keep(a).ok()?, self.keep(b).ok()?);
                let differ = binary(BinaryOp::BitOr, compare(B::LessThan, a.clone(), b.clone()), compare(B::GreaterThan, a, b));
                if op == Op::FOrdNotEqual { differ } else { not(differ) }
            }
            _ => return None,
        })
    }

    /// Returns the value of an instruction on bit fields.
    fn bit_field(&mut self, op: Op, base: Expr, [second, third]: [Expr; 2], fourth: Option<Expr>, result: &Type) -> Option<Expr> {
        let (scalar, size) = shape(&base.ty)?;
        let position = |expr: &Expr| shape(&expr.ty).is_some_and(|(scalar, size)| is_integer(scalar) && size == 1);
        if !is_word(scalar) || base.ty != *result {
            return None;
        }
        let extract = |scalar: Scalar, base: Expr, offset: Expr, count: Expr| {
            let arguments = vec![to_scalar(base, scalar), to_scalar(offset, Scalar::Int), to_scalar(count, Scalar::Int)];
            call(Builtin::BitfieldExtract, arguments, type_of(scalar, size))
        };
        let fits = position(&third) && (fourth.is_some() || position(&second));
        match (op, fourth) {
            _ if !fits => None,
            (Op::BitFieldSExtract, None) => Some(to_scalar(extract(Scalar::Int, base, second, third), scalar)),
            (Op::BitFieldUExtract, None) => Some(to_scalar(extract(Scalar::Uint, base, second, third), scalar)),
            (Op::BitFieldInsert, Some(count)) if second.ty == base.ty && position(&count) => {
                let arguments = vec![base, second, to_scalar(third, Scalar::Int), to_scalar(count, Scalar::Int)];
                Some(call(Builtin::BitfieldInsert, arguments, result.clone()))
            }
            _ => None,
        }
    }
}

/// Returns a product with a matrix or of a vector and a scalar, or `None` for other operations and if the types do not fit.
fn product(op: Op, a: &Expr, b: &Expr, result: &Type) -> Option<Expr> {
    let fits = match (op, &a.ty, &b.ty) {
        (Op::VectorTimesScalar, Type::Vector(s, _), Type::Scalar(t)) => is_float(*s) && s == t && a.ty == *result,
        (Op::MatrixTimesScalar, Type::Matrix(s, ..), Type::Scalar(t)) => s == t && a.ty == *result,
        (Op::VectorTimesMatrix, Type::Vector(s, n), Type::Matrix(t, c, r)) => s == t && n == r && *result == Type::Vector(*s, *c),
        (Op::MatrixTimesVector, Type::Matrix(s, c, r), Type::Vector(t, n)) => s == t && n == c && *result == Type::Vector(*s, *r),
        (Op::MatrixTimesMatrix, Type::Matrix(s, c, r), Type::Matrix(t, d, q)) => s == t && c == q && *result == Type::Matrix(*s, *d, *r),
        (Op::OuterProduct, Type::Vector(s, r), Type::Vector(t, c)) if s == t && *result == Type::Matrix(*s, *c, *r) => {
            return Some(call(Builtin::OuterProduct, vec![a.clone(), b.clone()], result.clone()));
        }
        (Op::FAdd | Op::FSub | Op::FDiv, Type::Matrix(..), Type::Matrix(..)) if a.ty == b.ty && a.ty == *result => {
            let op = match op {
                Op::FAdd => BinaryOp::Add,
                Op::FSub => BinaryOp::Sub,
                _ => BinaryOp::Div,
            };
            return Some(binary(op, a.clone(), b.clone()));
        }
        (Op::FMul, Type::Matrix(..), Type::Matrix(..)) if a.ty == b.ty && a.ty == *result => {
            return Some(call(Builtin::MatrixCompMult, vec![a.clone(), b.clone()], result.clone()));
        }
        _ => false,
    };
    let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(a.clone()), Box::new(b.clone()));
    fits.then(|| Expr { kind, ty: result.clone() })
}

fn integer_comparison(op: Op, a: Expr, b: Expr) -> Option<Expr> {
    use Builtin as B;
    let (own, _) = shape(&a.ty)?;
    let (signed, unsigned) = (own.signed(), own.unsigned());
    let (builtin, scalar) = match op {
        Op::IEqual => (B::EqualEach, unsigned),
        Op::INotEqual => (B::NotEqualEach, unsigned),
        Op::ULessThan => (B::LessThan, unsigned),
        Op::SLessThan => (B::LessThan, signed),
        Op::UGreaterThan => (B::GreaterThan, unsigned),
        Op::SGreaterThan => (B::GreaterThan, signed),
        Op::ULessThanEqual => (B::LessThanEqual, unsigned),
        Op::SLessThanEqual => (B::LessThanEqual, signed),
        Op::UGreaterThanEqual => (B::GreaterThanEqual, unsigned),
        Op::SGreaterThanEqual => (B::GreaterThanEqual, signed),
        _ => return None,
    };
    Some(compare(builtin, to_scalar(a, scalar), to_scalar(b, scalar)))
}

/// Returns true for the instructions that [`Body::operation`] translates.
pub fn known(op: Op) -> bool {
    matches!(
        op,
        Op::Transpose
            | Op::FNegate
            | Op::SNegate
            | Op::Not
            | Op::LogicalNot
            | Op::Any
            | Op::All
            | Op::Bitcast
            | Op::ConvertFToU
            | Op::ConvertFToS
            | Op::ConvertSToF
            | Op::ConvertUToF
            | Op::UConvert
            | Op::SConvert
            | Op::FConvert
            | Op::QuantizeToF16
            | Op::IsNan
            | Op::IsInf
            | Op::BitReverse
            | Op::BitCount
            | Op::DPdx
            | Op::DPdy
            | Op::Fwidth
            | Op::DPdxFine
            | Op::DPdyFine
            | Op::FwidthFine
            | Op::DPdxCoarse
            | Op::DPdyCoarse
            | Op::FwidthCoarse
            | Op::FAdd
            | Op::IAdd
            | Op::FSub
            | Op::ISub
            | Op::FMul
            | Op::IMul
            | Op::FDiv
            | Op::UDiv
            | Op::SDiv
            | Op::UMod
            | Op::SRem
            | Op::SMod
            | Op::FMod
            | Op::FRem
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
            | Op::BitwiseAnd
            | Op::BitwiseOr
            | Op::BitwiseXor
            | Op::ShiftLeftLogical
            | Op::ShiftRightLogical
            | Op::ShiftRightArithmetic
            | Op::LogicalAnd
            | Op::LogicalOr
            | Op::LogicalEqual
            | Op::LogicalNotEqual
            | Op::IEqual
            | Op::INotEqual
            | Op::ULessThan
            | Op::SLessThan
            | Op::UGreaterThan
            | Op::SGreaterThan
            | Op::ULessThanEqual
            | Op::SLessThanEqual
            | Op::UGreaterThanEqual
            | Op::SGreaterThanEqual
            | Op::FOrdEqual
            | Op::FUnordEqual
            | Op::FOrdNotEqual
            | Op::FUnordNotEqual
            | Op::FOrdLessThan
            | Op::FUnordLessThan
            | Op::FOrdGreaterThan
            | Op::FUnordGreaterThan
            | Op::FOrdLessThanEqual
            | Op::FUnordLessThanEqual
            | Op::FOrdGreaterThanEqual
            | Op::FUnordGreaterThanEqual
            | Op::Select
            | Op::BitFieldInsert
            | Op::BitFieldSExtract
            | Op::BitFieldUExtract
    )
}
