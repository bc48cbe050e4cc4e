//! Built-in functions of constants. The formulas equal those of lowering, so that constants have the bits that the interpreter computes.

use super::arithmetic::{Number, components, read, scalar, write};
use super::{component, geometric, transcendental};
use base::core::math::{from_half, to_half};
use base::hir::{BinaryOp, Builtin, Scalar, Type};

type Argument<'a> = (&'a Type, &'a [u32]);

/// Returns the words of a function's result, or `None` if it is not known at compile time.
pub fn call(builtin: Builtin, arguments: &[Argument], result: &Type) -> Option<Vec<u32>> {
    let a = arguments.first()?;
    match builtin {
        Builtin::Length => return one(length(&vector(a)?)?),
        Builtin::Distance => return one(length(&minus(&vector(a)?, &vector(arguments.get(1)?)?)?)?),
        Builtin::Dot => return one(dot(&vector(a)?, &vector(arguments.get(1)?)?)?),
        Builtin::Cross => return cross(&vector(a)?, &vector(arguments.get(1)?)?),
        Builtin::Normalize => {
            let value = vector(a)?;
            let factor = unary(Builtin::InverseSqrt, dot(&value, &value)?)?;
            return many(value.into_iter().map(|x| mul(x, factor)));
        }
        Builtin::FaceForward => {
            let facing = dot(&vector(arguments.get(2)?)?, &vector(arguments.get(1)?)?)?;
            let flip = scalar(BinaryOp::Less, facing, zero(facing))? != Number::Bool(true);
            return many(vector(a)?.into_iter().map(|x| if flip { negate(x) } else { Some(x) }));
        }
        Builtin::Reflect => {
            let (incident, normal) = (vector(a)?, vector(arguments.get(1)?)?);
            let twice = mul(Number::Float(2.0).to(component(a.0)?), dot(&normal, &incident)?)?;
            return many(incident.iter().zip(&normal).map(|(&i, &n)| sub(i, mul(twice, n)?)));
        }
        Builtin::Refract => return geometric::refract(&vector(a)?, &vector(arguments.get(1)?)?, *vector(arguments.get(2)?)?.first()?),
        Builtin::Determinant => return one(geometric::determinant(&vector(a)?)?),
        Builtin::Inverse => return many(geometric::inverse(&vector(a)?)?.into_iter().map(Some)),
        Builtin::MatrixCompMult => return many(vector(a)?.into_iter().zip(vector(arguments.get(1)?)?).map(|(x, y)| mul(x, y))),
        Builtin::OuterProduct => {
            let (column, row) = (vector(a)?, vector(arguments.get(1)?)?);
            return many(row.iter().flat_map(|&r| column.iter().map(move |&c| mul(c, r))));
        }
        Builtin::Transpose => {
            let Type::Matrix(_, columns, rows) = a.0 else { return None };
            let (columns, rows) = (usize::from(*columns), usize::from(*rows));
            let value = vector(a)?;
            return many((0..rows * columns).map(|index| value.get(index % columns * rows + index / columns).copied()));
        }
        Builtin::Any => return one(Number::Bool(vector(a)?.contains(&Number::Bool(true)))),
        Builtin::All => return one(Number::Bool(!vector(a)?.contains(&Number::Bool(false)))),
        Builtin::PackUnorm2x16 | Builtin::PackSnorm2x16 | Builtin::PackUnorm4x8 | Builtin::PackSnorm4x8 => {
            return pack(builtin, &vector(a)?);
        }
        Builtin::UnpackUnorm2x16 | Builtin::UnpackSnorm2x16 | Builtin::UnpackUnorm4x8 | Builtin::UnpackSnorm4x8 => {
            return unpack(builtin, *a.1.first()?);
        }
        Builtin::PackHalf2x16 => {
            let halves: Option<Vec<u32>> =
                vector(a)?.into_iter().map(|x| if let Number::Float(x) = x { Some(to_half(x)) } else { None }).collect();
            let [low, high] = halves?[..] else { return None };
            return Some(vec![low & 0xFFFF | high << 16]);
        }
        Builtin::UnpackHalf2x16 => {
            let word = *a.1.first()?;
            return many([word & 0xFFFF, word >> 16].into_iter().map(|half| Some(Number::Float(from_half(half)))));
        }
        Builtin::PackDouble2x32 | Builtin::UnpackDouble2x32 | Builtin::PackInt2x32 | Builtin::UnpackInt2x32 => return Some(a.1.to_vec()),
        Builtin::Noise1 | Builtin::Noise2 | Builtin::Noise3 | Builtin::Noise4 => return Some(vec![0; components(result)]),
        _ => {}
    }
    // All other functions work on each component; scalar arguments apply to every component.
    let mut words = Vec::new();
    for index in 0..components(result) {
        let mut values = [None; 4];
        for (value, argument) in values.iter_mut().zip(arguments) {
            *value = Some(read(argument.0, argument.1, if components(argument.0) == 1 { 0 } else { index })?);
        }
        write(&mut words, each(builtin, values)?);
    }
    Some(words)
}

fn vector(argument: &Argument) -> Option<Vec<Number>> {
    (0..components(argument.0)).map(|index| read(argument.0, argument.1, index)).collect()
}

fn one(number: Number) -> Option<Vec<u32>> {
    many([Some(number)].into_iter())
}

/// Collects the words of numbers; returns `None` if any is missing.
pub(super) fn many(numbers: impl Iterator<Item = Option<Number>>) -> Option<Vec<u32>> {
    let mut words = Vec::new();
    for number in numbers {
        write(&mut words, number?);
    }
    Some(words)
}

/// Returns a × b.
pub(super) fn mul(a: Number, b: Number) -> Option<Number> {
    scalar(BinaryOp::Mul, a, b)
}

/// Returns a + b.
pub(super) fn add(a: Number, b: Number) -> Option<Number> {
    scalar(BinaryOp::Add, a, b)
}

/// Returns a - b.
pub(super) fn sub(a: Number, b: Number) -> Option<Number> {
    scalar(BinaryOp::Sub, a, b)
}

/// Returns -a.
pub(super) fn negate(a: Number) -> Option<Number> {
    Some(match a {
        Number::Float(value) => Number::Float(-value),
        Number::Double(value) => Number::Double(-value),
        _ => return None,
    })
}

/// Returns 0 of the same type.
pub(super) fn zero(like: Number) -> Number {
    if matches!(like, Number::Double(_)) { Number::Double(0.0) } else { Number::Float(0.0) }
}

fn minus(a: &[Number], b: &[Number]) -> Option<Vec<Number>> {
    a.iter().zip(b).map(|(&a, &b)| sub(a, b)).collect()
}

/// Returns the dot product: left to right, each step rounded.
pub(super) fn dot(a: &[Number], b: &[Number]) -> Option<Number> {
    let mut terms = a.iter().zip(b).map(|(&a, &b)| mul(a, b));
    let first = terms.next()??;
    terms.try_fold(first, |sum, term| add(sum, term?))
}

fn length(value: &[Number]) -> Option<Number> {
    match value {
        [single] => unary(Builtin::Abs, *single),
        _ => unary(Builtin::Sqrt, dot(value, value)?),
    }
}

fn cross(a: &[Number], b: &[Number]) -> Option<Vec<u32>> {
    let (&[ax, ay, az], &[bx, by, bz]) = (a, b) else { return None };
    let minor = |a: Number, b: Number, c: Number, d: Number| sub(mul(a, b)?, mul(c, d)?);
    many([minor(ay, bz, by, az), minor(az, bx, bz, ax), minor(ax, by, bx, ay)].into_iter())
}

/// Packs 2 or 4 components, the first one in the low bits.
fn pack(builtin: Builtin, value: &[Number]) -> Option<Vec<u32>> {
    let signed = matches!(builtin, Builtin::PackSnorm2x16 | Builtin::PackSnorm4x8);
    let bits = 32 / value.len().max(1) as u32;
    let mask = u32::MAX >> (32 - bits);
    let scale = if signed { mask >> 1 } else { mask } as f32;
    let mut word = 0u32;
    for (index, number) in value.iter().enumerate() {
        let Number::Float(number) = number else { return None };
        let low = if signed { -1.0 } else { 0.0 };
        let scaled = (if *number > low { if *number < 1.0 { *number } else { 1.0 } } else { low }) * scale;
        word |= (scaled.round_ties_even() as i32 as u32 & mask) << (bits * index as u32);
    }
    Some(vec![word])
}

fn unpack(builtin: Builtin, word: u32) -> Option<Vec<u32>> {
    let bits: u32 = if matches!(builtin, Builtin::UnpackUnorm2x16 | Builtin::UnpackSnorm2x16) { 16 } else { 8 };
    let signed = matches!(builtin, Builtin::UnpackSnorm2x16 | Builtin::UnpackSnorm4x8);
    let mask = u32::MAX >> (32 - bits);
    many((0..32 / bits).map(|index| {
        let field = word >> (bits * index) & mask;
        Some(Number::Float(if signed {
            let value = ((field << (32 - bits)) as i32 >> (32 - bits)) as f32 / (mask >> 1) as f32;
            if value < -1.0 { -1.0 } else { value }
        } else {
            field as f32 / mask as f32
        }))
    }))
}

/// Applies a function of one component.
pub(super) fn unary(builtin: Builtin, a: Number) -> Option<Number> {
    Some(match (builtin, a) {
        (Builtin::Radians, Number::Float(x)) => Number::Float(x * (std::f32::consts::PI / 180.0)),
        (Builtin::Degrees, Number::Float(x)) => Number::Float(x * (180.0 / std::f32::consts::PI)),
        (Builtin::Sqrt, Number::Float(x)) => Number::Float(x.sqrt()),
        (Builtin::Sqrt, Number::Double(x)) => Number::Double(x.sqrt()),
        (Builtin::InverseSqrt, Number::Float(x)) => Number::Float(1.0 / x.sqrt()),
        (Builtin::InverseSqrt, Number::Double(x)) => Number::Double(1.0 / x.sqrt()),
        (Builtin::Abs, Number::Float(x)) => Number::Float(x.abs()),
        (Builtin::Abs, Number::Double(x)) => Number::Double(x.abs()),
        (Builtin::Abs, Number::Int(x)) => Number::Int(x.wrapping_abs()),
        (Builtin::Abs, Number::Int64(x)) => Number::Int64(x.wrapping_abs()),
        (Builtin::Sign, Number::Float(x)) => Number::Float(f32::from(i8::from(x > 0.0) - i8::from(x < 0.0))),
        (Builtin::Sign, Number::Double(x)) => Number::Double(f64::from(i8::from(x > 0.0) - i8::from(x < 0.0))),
        (Builtin::Sign, Number::Int(x)) => Number::Int(x.signum()),
        (Builtin::Sign, Number::Int64(x)) => Number::Int64(x.signum()),
        (Builtin::Floor, Number::Float(x)) => Number::Float(x.floor()),
        (Builtin::Floor, Number::Double(x)) => Number::Double(x.floor()),
        (Builtin::Ceil, Number::Float(x)) => Number::Float(x.ceil()),
        (Builtin::Ceil, Number::Double(x)) => Number::Double(x.ceil()),
        (Builtin::Trunc, Number::Float(x)) => Number::Float(x.trunc()),
        (Builtin::Trunc, Number::Double(x)) => Number::Double(x.trunc()),
        (Builtin::Round | Builtin::RoundEven, Number::Float(x)) => Number::Float(x.round_ties_even()),
        (Builtin::Round | Builtin::RoundEven, Number::Double(x)) => Number::Double(x.round_ties_even()),
        (Builtin::Fract, Number::Float(x)) => Number::Float(x - x.floor()),
        (Builtin::Fract, Number::Double(x)) => Number::Double(x - x.floor()),
        (Builtin::IsNan, Number::Float(x)) => Number::Bool(x.is_nan()),
        (Builtin::IsNan, Number::Double(x)) => Number::Bool(x.is_nan()),
        (Builtin::IsInf, Number::Float(x)) => Number::Bool(x.is_infinite()),
        (Builtin::IsInf, Number::Double(x)) => Number::Bool(x.is_infinite()),
        (Builtin::FloatBitsToInt, Number::Float(x)) => Number::Int(x.to_bits() as i32),
        (Builtin::FloatBitsToUint, Number::Float(x)) => Number::Uint(x.to_bits()),
        (Builtin::IntBitsToFloat, Number::Int(x)) => Number::Float(f32::from_bits(x as u32)),
        (Builtin::UintBitsToFloat, Number::Uint(x)) => Number::Float(f32::from_bits(x)),
        (Builtin::DoubleBitsToInt64, Number::Double(x)) => Number::Int64(x.to_bits().cast_signed()),
        (Builtin::DoubleBitsToUint64, Number::Double(x)) => Number::Uint64(x.to_bits()),
        (Builtin::Int64BitsToDouble, Number::Int64(x)) => Number::Double(f64::from_bits(x.cast_unsigned())),
        (Builtin::Uint64BitsToDouble, Number::Uint64(x)) => Number::Double(f64::from_bits(x)),
        (Builtin::NotEach, Number::Bool(x)) => Number::Bool(!x),
        (Builtin::BitfieldReverse, Number::Int(x)) => Number::Int(x.reverse_bits()),
        (Builtin::BitfieldReverse, Number::Uint(x)) => Number::Uint(x.reverse_bits()),
        (Builtin::BitCount, Number::Int(x)) => Number::Int(x.count_ones() as i32),
        (Builtin::BitCount, Number::Uint(x)) => Number::Int(x.count_ones() as i32),
        (Builtin::FindLsb, Number::Int(x)) => Number::Int(if x == 0 { -1 } else { x.trailing_zeros() as i32 }),
        (Builtin::FindLsb, Number::Uint(x)) => Number::Int(if x == 0 { -1 } else { x.trailing_zeros() as i32 }),
        (Builtin::FindMsb, Number::Int(x)) => Number::Int(31 - (if x < 0 { !x } else { x }).leading_zeros() as i32),
        (Builtin::FindMsb, Number::Uint(x)) => Number::Int(31 - x.leading_zeros() as i32),
        (_, Number::Float(x)) => Number::Float(transcendental::unary(builtin, x)?),
        _ => return None,
    })
}

/// Applies a component-wise function to one component of each argument.
fn each(builtin: Builtin, values: [Option<Number>; 4]) -> Option<Number> {
    let a = values[0]?;
    let Some(b) = values[1] else { return unary(builtin, a) };
    let like = |value: f32| if matches!(a, Number::Double(_)) { Number::Double(value.into()) } else { Number::Float(value) };
    let Some(c) = values[2] else {
        return match builtin {
            Builtin::Min => minimum(a, b),
            Builtin::Max => minimum_by(BinaryOp::Greater, a, b),
            Builtin::Step => Some(if scalar(BinaryOp::Less, b, a)? == Number::Bool(true) { like(0.0) } else { like(1.0) }),
            Builtin::Mod => sub(a, mul(b, unary(Builtin::Floor, scalar(BinaryOp::Div, a, b)?)?)?),
            Builtin::LessThan => scalar(BinaryOp::Less, a, b),
            Builtin::LessThanEqual => scalar(BinaryOp::LessEqual, a, b),
            Builtin::GreaterThan => scalar(BinaryOp::Greater, a, b),
            Builtin::GreaterThanEqual => scalar(BinaryOp::GreaterEqual, a, b),
            Builtin::EqualEach => Some(Number::Bool(a == b)),
            Builtin::NotEqualEach => Some(Number::Bool(a != b)),
            _ => match (a, b) {
                (Number::Float(a), Number::Float(b)) => transcendental::binary(builtin, a, b).map(Number::Float),
                (_, Number::Int(b)) if builtin == Builtin::Ldexp => scaled(a, b),
                _ => None,
            },
        };
    };
    match builtin {
        Builtin::Min3 => minimum(minimum(a, b)?, c),
        Builtin::Max3 => minimum_by(BinaryOp::Greater, minimum_by(BinaryOp::Greater, a, b)?, c),
        Builtin::Mid3 => {
            let capped = minimum(minimum_by(BinaryOp::Greater, a, b)?, c)?;
            minimum_by(BinaryOp::Greater, minimum(a, b)?, capped)
        }
        Builtin::Clamp => minimum(minimum_by(BinaryOp::Greater, a, b)?, c),
        Builtin::MixBool => Some(if c == Number::Bool(true) { b } else { a }),
        Builtin::Mix => add(mul(a, sub(like(1.0), c)?)?, mul(b, c)?),
        Builtin::Fma => add(mul(a, b)?, c),
        Builtin::SmoothStep => {
            let position = scalar(BinaryOp::Div, sub(c, a)?, sub(b, a)?)?;
            let t = minimum(minimum_by(BinaryOp::Greater, position, like(0.0))?, like(1.0))?;
            mul(mul(t, t)?, sub(like(3.0), mul(like(2.0), t)?)?)
        }
        Builtin::BitfieldExtract => extract(a, b, c),
        Builtin::BitfieldInsert => insert(a, b, c, values[3]?),
        _ => None,
    }
}

/// Returns `ldexp`. Doubles are scaled in three steps, as in shaders, so that none overflows the exponent.
fn scaled(a: Number, exponent: i32) -> Option<Number> {
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    Some(match a {
        Number::Float(a) => Number::Float((f64::from(a) * power(exponent.clamp(-400, 400))) as f32),
        Number::Double(a) => {
            let mut left = exponent.clamp(-2200, 2200);
            let mut value = a;
            for _ in 0..3 {
                let part = left.clamp(-1022, 1023);
                left -= part;
                value *= power(part);
            }
            Number::Double(value)
        }
        _ => return None,
    })
}

fn minimum(a: Number, b: Number) -> Option<Number> {
    minimum_by(BinaryOp::Less, a, b)
}

/// Returns the operand that comes first by `op`; if one is NaN, the other one.
fn minimum_by(op: BinaryOp, a: Number, b: Number) -> Option<Number> {
    let first = scalar(op, a, b)? == Number::Bool(true);
    let lonely = unary(Builtin::IsNan, b) == Some(Number::Bool(true));
    Some(if first || lonely { a } else { b })
}

/// Returns the offset and count of a bit field, clamped to 32 bits.
fn field(offset: Number, count: Number) -> Option<(u32, u32)> {
    let (Number::Int(offset), Number::Int(count)) = (offset, count) else { return None };
    let offset = offset.clamp(0, 32) as u32;
    Some((offset, (count.max(0) as u32).min(32 - offset)))
}

fn extract(value: Number, offset: Number, count: Number) -> Option<Number> {
    let (offset, count) = field(offset, count)?;
    let signed = matches!(value, Number::Int(_));
    let bits = match value {
        Number::Int(value) => value as u32,
        Number::Uint(value) => value,
        _ => return None,
    };
    if count == 0 {
        return Some(Number::Int(0).to(if signed { Scalar::Int } else { Scalar::Uint }));
    }
    let top = bits << (32 - offset - count);
    Some(if signed { Number::Int(top as i32 >> (32 - count)) } else { Number::Uint(top >> (32 - count)) })
}

fn insert(base: Number, value: Number, offset: Number, count: Number) -> Option<Number> {
    let (offset, count) = field(offset, count)?;
    let mask = if count == 0 { 0 } else { (u32::MAX >> (32 - count)) << offset };
    let merge = |base: u32, value: u32| (base & !mask) | (value.wrapping_shl(offset) & mask);
    match (base, value) {
        (Number::Int(base), Number::Int(value)) => Some(Number::Int(merge(base as u32, value as u32) as i32)),
        (Number::Uint(base), Number::Uint(value)) => Some(Number::Uint(merge(base, value))),
        _ => None,
    }
}
