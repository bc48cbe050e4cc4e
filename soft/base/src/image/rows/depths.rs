//! Blocks of texels with depth or stencil, as a plane of depths and one of stencil indices.

use super::{Plane, Planes};
use crate::core::cpu::versions;
use crate::image::format::Format;
use crate::image::texel::{decode_depth24, encode_depth24};

/// Returns the depth that a pixel with a depth stores in formats of every kind: "For depth component groups, the depth value is clamped to
/// [0, 1]." [GL 4.6, 8.4.4]
#[inline(always)]
fn clamped(depth: f32) -> f32 {
    if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) }
}

/// Replaces each texel of `BYTES` bytes by a function of it and of a value.
#[inline(always)]
fn change<const BYTES: usize>(plane: &Plane, texels: &mut [u8], new: impl Fn([u8; BYTES], u32) -> [u8; BYTES]) {
    texels.as_chunks_mut::<BYTES>().0.iter_mut().zip(plane).for_each(|(texel, &value)| *texel = new(*texel, value));
}

/// Replaces bits of each texel of a word.
#[inline(always)]
fn change_words(plane: &Plane, texels: &mut [u8], keep: u32, new: impl Fn(u32) -> u32) {
    change::<4>(plane, texels, |old, value| (u32::from_le_bytes(old) & keep | new(value)).to_le_bytes());
}

/// Replaces one of the two words of each texel.
#[inline(always)]
fn change_pairs<const WORD: usize>(plane: &Plane, texels: &mut [u8], new: impl Fn(u32) -> u32) {
    for (pair, &value) in texels.as_chunks_mut::<8>().0.iter_mut().zip(plane) {
        pair[WORD * 4..][..4].copy_from_slice(&new(value).to_le_bytes());
    }
}

#[inline(always)]
fn set_depths_body(format: Format, clamp: bool, plane: &Plane, texels: &mut [u8]) {
    let depth = |value: u32| if clamp { clamped(f32::from_bits(value)).to_bits() } else { value };
    match format {
        Format::Depth16 => {
            change::<2>(plane, texels, |_, value| (Format::Depth16.encode_inlined([value, 0, 0, 0])[0] as u16).to_le_bytes())
        }
        Format::Depth24Stencil8 => change_words(plane, texels, 0xFF00_0000, |value| encode_depth24(f32::from_bits(value))),
        Format::Depth32f => change::<4>(plane, texels, |_, value| depth(value).to_le_bytes()),
        Format::Depth32fStencil8 => change_pairs::<0>(plane, texels, depth),
        _ => {}
    }
}

#[inline(always)]
fn set_stencils_body(format: Format, plane: &Plane, texels: &mut [u8]) {
    match format {
        Format::Stencil8 => change::<1>(plane, texels, |_, value| [value as u8]),
        Format::Depth24Stencil8 => change_words(plane, texels, 0x00FF_FFFF, |value| value << 24),
        Format::Depth32fStencil8 => change_pairs::<1>(plane, texels, |value| value & 0xFF),
        _ => {}
    }
}

#[inline(always)]
fn copy_depths_body(format: Format, from: &[u8], into: &mut [u8]) {
    match format {
        Format::Depth24Stencil8 => {
            for (to, from) in into.as_chunks_mut::<4>().0.iter_mut().zip(from.as_chunks::<4>().0) {
                *to = (u32::from_le_bytes(*to) & 0xFF00_0000 | u32::from_le_bytes(*from) & 0x00FF_FFFF).to_le_bytes();
            }
        }
        Format::Depth32fStencil8 => {
            for (to, from) in into.as_chunks_mut::<8>().0.iter_mut().zip(from.as_chunks::<8>().0) {
                to[..4].copy_from_slice(&from[..4]);
            }
        }
        _ => into.iter_mut().zip(from).for_each(|(to, from)| *to = *from),
    }
}

#[inline(always)]
fn set_depths24_body(plane: &Plane, texels: &mut [u8]) {
    change_words(plane, texels, 0xFF00_0000, |value| value >> 8);
}

/// Copies a function of each texel of `BYTES` bytes to a plane.
#[inline(always)]
fn read<const BYTES: usize>(texels: &[u8], plane: &mut Plane, value: impl Fn([u8; BYTES]) -> u32) {
    texels.as_chunks::<BYTES>().0.iter().zip(plane).for_each(|(texel, to)| *to = value(*texel));
}

/// Returns one of the two words of a texel.
#[inline(always)]
fn word<const WORD: usize>(texel: [u8; 8]) -> u32 {
    u32::from_le_bytes(texel.as_chunks().0[WORD])
}

#[inline(always)]
fn depths_body(format: Format, texels: &[u8], plane: &mut Plane) {
    match format {
        Format::Depth16 => {
            read::<2>(texels, plane, |texel| Format::Depth16.decode_inlined([u16::from_le_bytes(texel).into(), 0, 0, 0])[0]);
        }
        Format::Depth24Stencil8 => read::<4>(texels, plane, |texel| decode_depth24(u32::from_le_bytes(texel)).to_bits()),
        Format::Depth32f => read::<4>(texels, plane, u32::from_le_bytes),
        Format::Depth32fStencil8 => read::<8>(texels, plane, word::<0>),
        _ => {}
    }
}

#[inline(always)]
fn stencils_body(format: Format, texels: &[u8], plane: &mut Plane) {
    match format {
        Format::Stencil8 => read::<1>(texels, plane, |[texel]| texel.into()),
        Format::Depth24Stencil8 => read::<4>(texels, plane, |texel| u32::from_le_bytes(texel) >> 24),
        Format::Depth32fStencil8 => read::<8>(texels, plane, |texel| word::<1>(texel) & 0xFF),
        _ => plane.fill(0),
    }
}

#[inline(always)]
fn join24_body(planes: &mut Planes) {
    let [depths, stencils, ..] = planes;
    for (depth, stencil) in depths.iter_mut().zip(stencils) {
        *depth = encode_depth24(f32::from_bits(*depth)) << 8 | *stencil;
    }
}

#[inline(always)]
fn depths24_body(texels: &[u8], plane: &mut Plane) {
    read::<4>(texels, plane, |texel| {
        let word = u32::from_le_bytes(texel);
        word << 8 | word >> 16 & 0xFF
    });
}

#[inline(always)]
fn split24_body(planes: &mut Planes) {
    let [depths, stencils, ..] = planes;
    for (depth, stencil) in depths.iter_mut().zip(stencils) {
        (*depth, *stencil) = (decode_depth24(*depth >> 8).to_bits(), *depth & 0xFF);
    }
}

versions! {
    /// Sets the depths of texels to floats. Formats of floats store those beyond 0 to 1 unless they are clamped.
    pub(super) fn set_depths = set_depths_body(format: Format, clamp: bool, plane: &Plane, texels: &mut [u8])
}
versions! {
    /// Copies the depths of texels to others of the same format.
    pub(super) fn copy_depths = copy_depths_body(format: Format, from: &[u8], into: &mut [u8])
}
versions! {
    /// Sets the depths of texels of `Depth24Stencil8` to the high bits of integers.
    pub(super) fn set_depths24 = set_depths24_body(plane: &Plane, texels: &mut [u8])
}
versions! {
    /// Sets the stencil indices of texels to the low bits of integers.
    pub(super) fn set_stencils = set_stencils_body(format: Format, plane: &Plane, texels: &mut [u8])
}
versions! {
    /// Returns the depths of texels as floats.
    pub(super) fn depths = depths_body(format: Format, texels: &[u8], plane: &mut Plane)
}
versions! {
    /// Returns the stencil indices of texels, 0 if they have none.
    pub(super) fn stencils = stencils_body(format: Format, texels: &[u8], plane: &mut Plane)
}
versions! {
    /// Joins depths and stencil indices to pixels of GL_UNSIGNED_INT_24_8 in the first plane.
    pub(super) fn join24 = join24_body(planes: &mut Planes)
}
versions! {
    /// Returns the depths of texels of `Depth24Stencil8` as integers of 32 bits.
    pub(super) fn depths24 = depths24_body(texels: &[u8], plane: &mut Plane)
}
versions! {
    /// Splits pixels of GL_UNSIGNED_INT_24_8 in the first plane into depths and stencil indices.
    pub(super) fn split24 = split24_body(planes: &mut Planes)
}
