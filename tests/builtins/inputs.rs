//! The argument values of the calls.

use crate::types::{Scalar, Ty, Value};

/// The domain of a parameter's components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// Every magnitude from 1e-10 to 1e10, both signs, zero; integers: all of them; booleans: both.
    All,
    /// Magnitudes from 2^-8 to 2^8, both signs, zero.
    Moderate,
    /// Moderate and not zero; integers: not zero.
    NotZero,
    /// Above zero, every magnitude.
    Positive,
    /// Zero and above, every magnitude.
    NotNegative,
    /// -1 to 1, both included.
    Unit,
    /// Strictly within -1 and 1.
    WithinUnit,
    /// 0 to 1, both included.
    ZeroToOne,
    /// -3.1 to 3.1.
    Turn,
    /// Several more periods.
    Angle,
    /// -30 to 30.
    Exponent,
    /// 1 and above.
    FromOne,
    /// Infinities and NaN too.
    Special,
    /// Bit patterns of numbers that are neither NaN nor denormal.
    Patterns,
    /// The previous parameter plus a positive number.
    Above,
    /// 0 to 31.
    Shift,
    /// A bit's index; as the domain of the next parameter, a number of bits from that index on.
    Bits,
    /// -20 to 20.
    Scale,
    /// The bits of a double that is neither NaN nor denormal; two words.
    DoublePattern,
    /// Numbers of magnitude below 2^15, which every integer type and a half holds; unsigned: none below zero.
    Convertible,
}

/// Returns a pseudo-random number.
fn mixed(seed: u64) -> u64 {
    // The finaliser of SplitMix64.
    let seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    seed ^ (seed >> 31)
}

fn fraction(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

const ALL: [f64; 28] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.5,
    0.25,
    0.75,
    0.1,
    -0.1,
    7.0,
    -7.0,
    100.0,
    12345.678,
    -8388607.5,
    8388609.0,
    16777216.0,
    -2147483648.0,
    1e10,
    -1e10,
    1e-10,
    -1e-10,
];
const MODERATE: [f64; 12] = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, 0.1, 10.0, -200.0, 0.01];
const UNIT: [f64; 8] = [0.0, 1.0, -1.0, 0.5, -0.5, 0.999, -0.999, 1e-5];
const INTEGERS: [i64; 16] =
    [0, 1, -1, 2, -2, 3, 7, 100, -100, 0x7FFF_FFFF, -0x8000_0000, -0x7FFF_FFFF, 0x5555_5555, -0x5555_5556, 0x1_0000, 0xFFFF];

/// Returns a number of a domain. The first invocations use its special values in turn.
fn real(domain: Domain, invocation: u64, random: u64) -> f64 {
    let pick = |list: &[f64]| {
        let index = if (invocation as usize) < list.len() { invocation as usize } else { random as usize >> 8 };
        list[index % list.len()]
    };
    let special = (invocation as usize) < ALL.len() || random.is_multiple_of(4);
    let within = |from: f64, to: f64| from + (to - from) * fraction(mixed(random));
    let magnitude = |bits: f64| within(-bits, bits).exp2();
    let signed = |value: f64| if random & 16 == 0 { value } else { -value };
    match domain {
        Domain::All if special => pick(&ALL),
        Domain::All => signed(magnitude(33.0)),
        Domain::Moderate if special => pick(&MODERATE),
        Domain::Moderate => signed(magnitude(8.0)),
        Domain::NotZero if special => Some(pick(&MODERATE)).filter(|value| *value != 0.0).unwrap_or(4.0),
        Domain::NotZero => signed(magnitude(8.0)),
        Domain::Positive if special => Some(pick(&ALL).abs()).filter(|value| *value != 0.0).unwrap_or(4.0),
        Domain::Positive => magnitude(33.0),
        Domain::NotNegative if special => pick(&ALL).abs(),
        Domain::NotNegative => magnitude(33.0),
        Domain::Unit if special => pick(&UNIT),
        Domain::Unit => within(-1.0, 1.0),
        Domain::WithinUnit if special => pick(&UNIT) * 0.99,
        Domain::WithinUnit => within(-0.99, 0.99),
        Domain::ZeroToOne if special => pick(&UNIT).abs(),
        Domain::ZeroToOne => within(0.0, 1.0),
        Domain::Turn if special => pick(&UNIT) * 3.0,
        Domain::Turn => within(-3.1, 3.1),
        Domain::Angle => within(-30.0, 30.0),
        Domain::Exponent if special => pick(&UNIT) * 30.0,
        Domain::Exponent => within(-30.0, 30.0),
        Domain::FromOne if special => pick(&UNIT).abs() + 1.0,
        Domain::FromOne => magnitude(10.0).max(1.0),
        Domain::Special => pick(&[0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e-30, 3.0]),
        Domain::Above => magnitude(6.0),
        Domain::Convertible if special => pick(&[0.0, 1.0, -1.0, 1.5, -1.5, 0.99, -0.99, 2.5, 100.7, -100.7, 32767.4, -32767.4]),
        Domain::Convertible => within(-32768.0, 32768.0),
        Domain::Patterns | Domain::Shift | Domain::Bits | Domain::Scale | Domain::DoublePattern => pick(&[1.0]),
    }
}

fn integer(domain: Domain, invocation: u64, random: u64) -> i64 {
    let special = (invocation as usize) < INTEGERS.len() || random.is_multiple_of(4);
    let pick = INTEGERS[if (invocation as usize) < INTEGERS.len() { invocation as usize } else { (random >> 8) as usize % INTEGERS.len() }];
    let small = (mixed(random) % 41) as i64 - 20;
    match domain {
        Domain::Shift => (mixed(random) % 32) as i64,
        Domain::Bits => (mixed(random) % 33) as i64,
        Domain::Scale => small,
        Domain::Above => small.abs() + 1,
        Domain::NotZero if special => {
            if pick == 0 {
                5
            } else {
                pick
            }
        }
        Domain::NotZero => small | 1,
        Domain::Patterns => {
            let value = [0.0, 1.0, -1.0, 0.1, -1e30, 1e-30, f32::INFINITY, f32::NEG_INFINITY, f32::MAX][(random >> 8) as usize % 9];
            i64::from(if special { value.to_bits() } else { (real(Domain::All, 99, random) as f32).to_bits() } as i32)
        }
        Domain::Convertible => (mixed(random) % 65535) as i64 - 32767,
        _ if special => pick,
        _ if random & 32 == 0 => mixed(random) as i32 as i64,
        _ => small,
    }
}

/// Returns the arguments of an invocation.
pub fn arguments(parameters: &[(Ty, bool)], domains: &[Domain], invocation: u64) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for (index, (ty, out)) in parameters.iter().enumerate() {
        if *out {
            continue;
        }
        let domain = *domains.get(index).or(domains.last()).unwrap_or(&Domain::All);
        let mut at = Vec::new();
        for component in 0..ty.components() {
            let seed = invocation << 16 | (index as u64) << 8 | component as u64;
            let random = mixed(seed);
            // Only one component iterates over the special values; the others get them at random.
            let turn = if index + component == 0 { invocation } else { u64::MAX >> 1 };
            let before = values.last().map(|value| value.get(component.min(value.at.len() - 1)));
            at.push(match (ty.scalar, domain) {
                (Scalar::Float | Scalar::Double, _) => {
                    let mut value = real(domain, turn, random);
                    if domain == Domain::Above {
                        value += values.last().map_or(0.0, |value| value.at.iter().fold(f64::MIN, |most, at| most.max(*at)));
                    }
                    if ty.double() { value } else { f64::from(value as f32) }
                }
                (Scalar::Bool, _) => (random >> 7 & 1) as f64,
                (Scalar::Uint, Domain::DoublePattern) => {
                    let bits = real(Domain::All, invocation, mixed(invocation)).to_bits();
                    f64::from((bits >> (32 * component)) as u32)
                }
                (Scalar::Int, Domain::Bits) if index > 0 && domains.get(index - 1) == Some(&Domain::Bits) => {
                    let left = 32 - before.unwrap_or(0.0) as i64;
                    (integer(domain, turn, random) % (left + 1)) as f64
                }
                (kind, _) => {
                    let mut value = integer(domain, turn, random);
                    if domain == Domain::Above {
                        let most = values.last().map_or(0.0, |value| value.at.iter().fold(f64::MIN, |most, at| most.max(*at)));
                        value = value.wrapping_add(most as i64).min(if kind == Scalar::Uint {
                            i64::from(u32::MAX)
                        } else {
                            i64::from(i32::MAX)
                        });
                    }
                    match (kind, domain) {
                        (Scalar::Uint, Domain::Convertible) => value.unsigned_abs() as f64,
                        (Scalar::Uint, Domain::Above) => value as u32 as f64,
                        (Scalar::Uint, _) => f64::from(value as u32),
                        _ => f64::from(value as i32),
                    }
                }
            });
        }
        values.push(Value { ty: *ty, at });
    }
    values
}
