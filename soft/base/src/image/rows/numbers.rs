//! The numbers of a pixel's components: their bits in memory, and the floats or integers that they stand for. Every function converts one plane in
//! place.

use super::Plane;
use crate::core::cpu::versions;
use crate::core::math;
use crate::image::format::{Format, Kind};
use crate::image::pixel::PixelLayout;
use crate::tokens::*;

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

/// Returns the numbers of a layout's components.
pub(super) fn of_pixels(layout: &PixelLayout) -> [Numbers; 4] {
    let bits = layout.element * 8;
    [match layout.ty {
        // Those of few bits are decoded where they are split.
        GL_FLOAT | GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV => Numbers::Float,
        GL_HALF_FLOAT | GL_HALF_FLOAT_OES => Numbers::Half,
        GL_BYTE | GL_SHORT | GL_INT => Numbers::Signed(bits),
        _ => return layout.packed.map_or([Numbers::Unsigned(bits); 4], |(bits, _)| bits.map(|bits| Numbers::Unsigned(bits.into()))),
    }; 4]
}

/// Returns the numbers of the components of texels; `None` if no numbers of pixels with the same bits always stand for the same.
pub(super) fn of_texels(format: Format) -> Option<[Numbers; 4]> {
    let bits = format.component_bits().color.map(u32::from);
    Some(match format.kind() {
        Kind::Normalized | Kind::Uint => bits.map(Numbers::Unsigned),
        Kind::Int => bits.map(Numbers::Signed),
        Kind::Float => bits.map(|bits| if bits == 16 { Numbers::Half } else { Numbers::Float }),
        Kind::SignedNormalized | Kind::Depth | Kind::Stencil | Kind::DepthStencil => return None,
    })
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
        Numbers::Half => plane.iter_mut().for_each(|word| *word = math::from_half(*word).to_bits()),
        Numbers::Float => {}
    }
}

/// Converts floats to the unsigned normalised integers nearest to them; NaN becomes the largest one.
#[inline(always)]
fn floats_to_unsigned(bits: u32, plane: &mut [u32]) {
    let most = f64::from(most(bits));
    for word in plane {
        let value = f32::from_bits(*word);
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
        let value = f32::from_bits(*word);
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
        Numbers::Half => plane.iter_mut().for_each(|word| *word = math::to_half(f32::from_bits(*word))),
        Numbers::Float => {}
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
fn floor_body(numbers: Numbers, plane: &mut [u32]) {
    if let Numbers::Signed(bits) = numbers {
        let (most, mask) = (most(bits - 1) as i32, most(bits));
        plane.iter_mut().for_each(|word| *word = extended(*word, bits).max(-most) as u32 & mask);
    }
}

#[inline(always)]
fn double_body(plane: &mut [u32]) {
    plane.iter_mut().for_each(|word| *word = *word << 8 | *word);
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
    /// Converts numbers to floats.
    pub(super) fn to_floats = to_floats_body(numbers: Numbers, plane: &mut [u32])
}
versions! {
    /// Converts floats to numbers.
    pub(super) fn from_floats = from_floats_body(numbers: Numbers, plane: &mut [u32])
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
    /// Replaces the least one of signed normalized integers by the next one.
    pub(super) fn floor = floor_body(numbers: Numbers, plane: &mut [u32])
}
versions! {
    /// Converts unsigned normalized integers of 8 bits to those of 16.
    pub(super) fn double = double_body(plane: &mut [u32])
}
versions! {
    /// Clamps floats to 0 to 1.
    pub(super) fn clamp = clamp_body(plane: &mut [u32])
}
versions! {
    /// Adds floats of two other planes.
    pub(super) fn sum = sum_body(others: [&Plane; 2], plane: &mut [u32])
}
