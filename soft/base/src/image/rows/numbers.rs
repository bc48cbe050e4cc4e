//! The numbers of a pixel's components: their bits in memory, and the floats or integers that they stand for. Every function converts one plane in
//! place.

use super::{Plane, floats};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::math;
use crate::core::scalar::quieted;

/// What the bits of a component stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Unsigned integers of that many bits, which represent 0 to 1, or themselves in integer pixels.
    Unsigned(u32),
    /// Signed integers of that many bits.
    Signed(u32),
    Half,
    Float,
}

/// Returns the largest integer of a number of bits.
#[inline(always)]
fn most(bits: u32) -> u32 {
    u32::MAX >> (32 - bits.clamp(1, 32))
}

/// Converts an unsigned normalised integer to a float.
#[inline(always)]
fn unsigned_to_floats(bits: u32, plane: &mut [u32]) {
    let most = most(bits);
    if bits <= 24 {
        // The integers are signed ones too, which processors convert faster.
        plane.iter_mut().for_each(|word| *word = (*word as i32 as f32 / most as f32).to_bits());
    } else {
        // The quotient by 2^32 - 1 is this sum and less than can be seen in its digits: the same floats as by the division, which is slower.
        plane.iter_mut().for_each(|word| *word = ((f64::from(*word) * POWER_32 + f64::from(*word) * POWER_64) as f32).to_bits());
    }
}

/// 2 to the power of -32, and of -64.
const POWER_32: f64 = 1.0 / 4_294_967_296.0;
const POWER_64: f64 = POWER_32 * POWER_32;

/// Extends the sign of an integer.
#[inline(always)]
fn extended(word: u32, bits: u32) -> i32 {
    (word << (32 - bits)) as i32 >> (32 - bits)
}

/// Converts a signed normalised integer to a float.
#[inline(always)]
fn signed_to_floats(bits: u32, plane: &mut [u32]) {
    let most = most(bits - 1);
    if bits <= 24 {
        // The quotient of two floats, rounded once, is that of two doubles, rounded twice.
        plane.iter_mut().for_each(|word| *word = (extended(*word, bits) as f32 / most as f32).max(-1.0).to_bits());
    } else {
        // As above, by 2^31 - 1.
        for word in plane {
            let value = f64::from(*word as i32);
            *word = ((value * (2.0 * POWER_32) + value * (4.0 * POWER_64)).max(-1.0) as f32).to_bits();
        }
    }
}

#[inline(always)]
fn to_floats_body(numbers: Numbers, plane: &mut [u32]) {
    match numbers {
        Numbers::Unsigned(8) => unsigned_to_floats(8, plane),
        Numbers::Unsigned(16) => unsigned_to_floats(16, plane),
        Numbers::Unsigned(32) => unsigned_to_floats(32, plane),
        Numbers::Unsigned(bits) => unsigned_to_floats(bits.min(24), plane),
        Numbers::Signed(8) => signed_to_floats(8, plane),
        Numbers::Signed(16) => signed_to_floats(16, plane),
        Numbers::Signed(_) => signed_to_floats(32, plane),
        // By functions of their own.
        Numbers::Half | Numbers::Float => {}
    }
}

/// Converts floats to the unsigned normalised integers nearest to them; NaN becomes the largest one.
#[inline(always)]
fn floats_to_unsigned(bits: u32, plane: &mut [u32]) {
    let most = f64::from(most(bits));
    for word in plane {
        let value = quieted(f32::from_bits(*word));
        let value = if value < 1.0 { value } else { 1.0 };
        let value = if value > 0.0 { value } else { 0.0 };
        // From 2^52 on, one unit in the last place is 1.
        *word = (f64::from(value) * most + 4_503_599_627_370_496.0).to_bits() as u32;
    }
}

/// Converts floats to the signed normalised integers nearest to them; NaN becomes 0.
#[inline(always)]
fn floats_to_signed(bits: u32, plane: &mut [u32]) {
    let most = f64::from(most(bits - 1));
    for word in plane {
        let value = quieted(f32::from_bits(*word));
        let value = if value.is_nan() { 0.0 } else { value };
        let value = if value > -1.0 { value } else { -1.0 };
        let value = if value < 1.0 { value } else { 1.0 };
        // From 2^52 to 2^53, one unit in the last place is 1; the integer is in the low bits.
        *word = (f64::from(value) * most + 6_755_399_441_055_744.0).to_bits() as u32;
    }
}

#[inline(always)]
fn from_floats_body(numbers: Numbers, plane: &mut [u32]) {
    match numbers {
        Numbers::Unsigned(bits) => floats_to_unsigned(bits, plane),
        Numbers::Signed(bits) => floats_to_signed(bits, plane),
        // By functions of their own.
        Numbers::Half | Numbers::Float => {}
    }
}

#[inline(always)]
fn to_integers_body(numbers: Numbers, plane: &mut [u32]) {
    match numbers {
        Numbers::Signed(bits) => plane.iter_mut().for_each(|word| *word = extended(*word, bits) as u32),
        Numbers::Half => plane.iter_mut().for_each(|word| *word = math::from_half(*word) as u32),
        Numbers::Float => plane.iter_mut().for_each(|word| *word = f32::from_bits(*word) as u32),
        Numbers::Unsigned(_) => {}
    }
}

#[inline(always)]
fn from_integers_body(numbers: Numbers, plane: &mut [u32]) {
    match numbers {
        Numbers::Half => plane.iter_mut().for_each(|word| *word = math::to_half(*word as f32)),
        Numbers::Float => plane.iter_mut().for_each(|word| *word = (*word as f32).to_bits()),
        Numbers::Unsigned(_) | Numbers::Signed(_) => {}
    }
}

#[inline(always)]
fn limit_body(numbers: Numbers, signed: bool, plane: &mut [u32]) {
    match numbers {
        Numbers::Unsigned(bits) if signed => {
            let most = most(bits);
            plane.iter_mut().for_each(|word| *word = ((*word as i32).max(0) as u32).min(most));
        }
        Numbers::Unsigned(bits) => {
            let most = most(bits);
            plane.iter_mut().for_each(|word| *word = (*word).min(most));
        }
        Numbers::Signed(bits) if signed => {
            let most = most(bits - 1) as i32;
            plane.iter_mut().for_each(|word| *word = (*word as i32).clamp(-1 - most, most) as u32);
        }
        Numbers::Signed(bits) => {
            let most = most(bits - 1);
            plane.iter_mut().for_each(|word| *word = (*word).min(most));
        }
        Numbers::Half | Numbers::Float => {}
    }
}

#[inline(always)]
fn clamp_body(plane: &mut [u32]) {
    plane.iter_mut().for_each(|word| *word = f32::from_bits(*word).clamp(0.0, 1.0).to_bits());
}

#[inline(always)]
fn sum_body(others: [&Plane; 2], plane: &mut [u32]) {
    for ((word, &second), &third) in plane.iter_mut().zip(others[0]).zip(others[1]) {
        let sum = f32::from_bits(*word) + f32::from_bits(second) + f32::from_bits(third);
        // Which NaN a sum is must not depend on the instructions that the compiler chooses: the first one, or that of infinities of both signs.
        let mut nan = 0xFFC0_0000;
        nan = if f32::from_bits(third).is_nan() { third | 0x40_0000 } else { nan };
        nan = if f32::from_bits(second).is_nan() { second | 0x40_0000 } else { nan };
        nan = if f32::from_bits(*word).is_nan() { *word | 0x40_0000 } else { nan };
        *word = if sum.is_nan() { nan } else { sum.to_bits() };
    }
}

versions! {
    /// Does what [`to_floats`] does, but for half floats.
    fn integers_to_floats = to_floats_body(numbers: Numbers, plane: &mut [u32])
}
versions! {
    /// Does what [`from_floats`] does, but for half floats.
    fn integers_from_floats = from_floats_body(numbers: Numbers, plane: &mut [u32])
}

/// Converts numbers to floats.
pub(super) fn to_floats(isa: InstructionSet, numbers: Numbers, plane: &mut [u32]) {
    if numbers == Numbers::Half { floats::from_halves(isa, plane) } else { integers_to_floats(isa, numbers, plane) }
}

/// Converts floats to numbers.
pub(super) fn from_floats(isa: InstructionSet, numbers: Numbers, plane: &mut [u32]) {
    if numbers == Numbers::Half { floats::to_halves(isa, plane) } else { integers_from_floats(isa, numbers, plane) }
}

versions! {
    /// Converts numbers to integers that are not normalised.
    pub(super) fn to_integers = to_integers_body(numbers: Numbers, plane: &mut [u32])
}
versions! {
    /// Converts integers that are not normalised to numbers.
    pub(super) fn from_integers = from_integers_body(numbers: Numbers, plane: &mut [u32])
}
versions! {
    /// Clamps integers, signed or not, to what numbers represent.
    pub(super) fn limit = limit_body(numbers: Numbers, signed: bool, plane: &mut [u32])
}
versions! {
    /// Clamps floats to 0 to 1.
    pub(super) fn clamp = clamp_body(plane: &mut [u32])
}
versions! {
    /// Adds floats of two other planes.
    pub(super) fn sum = sum_body(others: [&Plane; 2], plane: &mut [u32])
}
