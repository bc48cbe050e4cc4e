//! Moves of components between pixels and texels that have the same bits in different places.

use super::Source;
use super::numbers::{Numbers, of_pixels, of_texels};
use crate::core::cpu::versions;
use crate::image::format::Format;
use crate::image::names::Swizzle;
use crate::image::pixel::PixelLayout;

/// The bits of a component: the first one, and how many.
type Field = (u32, u32);

/// Where the components of each pixel or texel, of at most eight bytes, come from and go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    /// The bytes before and after.
    bytes: [usize; 2],
    /// By how many bits each component is shifted down, its bits, and by how many it is shifted up then.
    fields: [(u32, u64, u32); 4],
    /// The bits of the components that are the same everywhere.
    constant: u64,
}

/// Returns the fields of a pixel's components, and those of texels of a format.
fn fields(layout: &PixelLayout, stored: Format) -> Option<[[Field; 4]; 2]> {
    let size = layout.element * 8;
    let apart = [0, 1, 2, 3].map(|place| (place * size, size));
    let pixels = layout.fields().map_or(apart, |fields| fields.map(|(shift, mask)| (shift, mask.count_ones())));
    let fits = |bytes: u32| bytes.is_power_of_two() && bytes <= 8;
    let has_fields = !matches!(stored, Format::R11fG11fB10f | Format::Rgb9E5);
    (has_fields && fits(layout.bytes) && fits(stored.bytes())).then(|| [pixels, stored.fields()])
}

impl Moves {
    /// Returns the moves of pixels to texels; `None` if a component has not the same bits in both. `constant` is a texel with the constant components.
    pub(super) fn to_texels(layout: &PixelLayout, stored: Format, sources: &[Source; 4], constant: [u32; 4]) -> Option<Self> {
        let ([pixels, texels], of_texels) = (fields(layout, stored)?, of_texels(stored)?);
        let bytes = [layout.bytes, stored.bytes()].map(|bytes| bytes as usize);
        let constant = u64::from(constant[0]) | u64::from(constant[1]) << 32;
        let moved = |place: usize, plane: usize| Self::field(of_texels[place], of_pixels(layout)[plane], pixels[plane], texels[place]);
        Self::new(bytes, constant, texels.map(|(_, bits)| bits > 0), sources, moved)
    }

    /// Returns the moves of texels to pixels; `None` if a component has not the same bits in both. `count` is the number of components, whose constant
    /// sources are the bits of pixels.
    pub(super) fn to_pixels(layout: &PixelLayout, stored: Format, sources: &[Source; 4], count: usize) -> Option<Self> {
        let ([pixels, texels], of_texels) = (fields(layout, stored)?, of_texels(stored)?);
        let bytes = [stored.bytes(), layout.bytes].map(|bytes| bytes as usize);
        let constant = sources.iter().zip(pixels).take(count).map(|(source, (shift, bits))| match source {
            Source::Constant(value) => (u64::from(*value) & (u64::MAX >> (64 - bits))) << shift,
            Source::Plane(_) => 0,
        });
        let moved = |index: usize, plane: usize| Self::field(of_pixels(layout)[index], of_texels[plane], texels[plane], pixels[index]);
        Self::new(bytes, constant.fold(0, |all, bits| all | bits), std::array::from_fn(|index| index < count), sources, moved)
    }

    /// Returns the moves of the components that exist.
    fn new(
        bytes: [usize; 2],
        constant: u64,
        exist: [bool; 4],
        sources: &[Source; 4],
        moved: impl Fn(usize, usize) -> Option<(u32, u64, u32)>,
    ) -> Option<Self> {
        let mut fields = [(0, 0, 0); 4];
        for (place, field) in fields.iter_mut().enumerate().filter(|(place, _)| exist[*place]) {
            if let Source::Plane(plane) = sources[place] {
                *field = moved(place, plane & 3)?;
            }
        }
        Some(Self { bytes, fields, constant })
    }

    /// Returns the move of one component, if its bits stand for the same numbers in both.
    fn field(one: Numbers, other: Numbers, from: Field, to: Field) -> Option<(u32, u64, u32)> {
        (one == other && from.1 == to.1 && from.1 > 0).then(|| (from.0, u64::MAX >> (64 - from.1), to.0))
    }
}

/// Returns true if pixels are the first three of the four components of texels, of two or four bytes each.
pub(super) fn are_first(layout: &PixelLayout, stored: Format, base: &Swizzle) -> bool {
    let in_order = layout.packed.is_none() && layout.count == 3 && layout.channels[..3] == [0, 1, 2] && base[..3] == [0, 1, 2];
    let alike = stored.bytes() == layout.element * 4 && of_texels(stored) == Some(of_pixels(layout));
    in_order && alike && layout.element > 1
}

/// Copies the first `INTO` of each `FROM` bytes.
#[inline(always)]
fn cut_loop<const FROM: usize, const INTO: usize>(from: &[u8], into: &mut [u8]) {
    for (from, into) in from.as_chunks::<FROM>().0.iter().zip(into.as_chunks_mut::<INTO>().0) {
        into.copy_from_slice(&from[..INTO]);
    }
}

#[inline(always)]
fn cut_body(size: u32, from: &[u8], into: &mut [u8]) {
    match size {
        2 => cut_loop::<8, 6>(from, into),
        _ => cut_loop::<16, 12>(from, into),
    }
}

/// Returns the bits of a pixel or texel.
#[inline(always)]
fn load<const BYTES: usize>(bytes: &[u8; BYTES]) -> u64 {
    match BYTES {
        1 => bytes[0].into(),
        2 => u16::from_le_bytes(bytes.as_chunks().0[0]).into(),
        4 => u32::from_le_bytes(bytes.as_chunks().0[0]).into(),
        _ => u64::from_le_bytes(bytes.as_chunks().0[0]),
    }
}

/// Sets the bits of a pixel or texel.
#[inline(always)]
fn store<const BYTES: usize>(bytes: &mut [u8; BYTES], bits: u64) {
    match BYTES {
        1 => bytes[0] = bits as u8,
        2 => bytes.as_chunks_mut().0[0] = (bits as u16).to_le_bytes(),
        4 => bytes.as_chunks_mut().0[0] = (bits as u32).to_le_bytes(),
        _ => bytes.as_chunks_mut().0[0] = bits.to_le_bytes(),
    }
}

/// Moves the components of pixels or texels of at most four bytes.
#[inline(always)]
fn words_loop<const FROM: usize, const INTO: usize>(moves: &Moves, from: &[u8], into: &mut [u8]) {
    let ([a, b, c, d], constant) = (moves.fields.map(|(down, mask, up)| (down, mask as u32, up)), moves.constant as u32);
    for (from, into) in from.as_chunks::<FROM>().0.iter().zip(into.as_chunks_mut::<INTO>().0) {
        let bits = load(from) as u32;
        let moved = (bits >> a.0 & a.1) << a.2 | (bits >> b.0 & b.1) << b.2 | (bits >> c.0 & c.1) << c.2 | (bits >> d.0 & d.1) << d.2;
        store(into, (constant | moved).into());
    }
}

/// Moves the components of pixels and texels, of which one side has eight bytes.
#[inline(always)]
fn pairs_loop<const FROM: usize, const INTO: usize>(moves: &Moves, from: &[u8], into: &mut [u8]) {
    let ([a, b, c, d], constant) = (moves.fields, moves.constant);
    for (from, into) in from.as_chunks::<FROM>().0.iter().zip(into.as_chunks_mut::<INTO>().0) {
        let bits = load(from);
        let moved = (bits >> a.0 & a.1) << a.2 | (bits >> b.0 & b.1) << b.2 | (bits >> c.0 & c.1) << c.2 | (bits >> d.0 & d.1) << d.2;
        store(into, constant | moved);
    }
}

#[inline(always)]
fn move_body(moves: &Moves, from: &[u8], into: &mut [u8]) {
    match moves.bytes {
        [1, 1] => words_loop::<1, 1>(moves, from, into),
        [1, 2] => words_loop::<1, 2>(moves, from, into),
        [1, 4] => words_loop::<1, 4>(moves, from, into),
        [2, 1] => words_loop::<2, 1>(moves, from, into),
        [2, 2] => words_loop::<2, 2>(moves, from, into),
        [2, 4] => words_loop::<2, 4>(moves, from, into),
        [4, 1] => words_loop::<4, 1>(moves, from, into),
        [4, 2] => words_loop::<4, 2>(moves, from, into),
        [4, 4] => words_loop::<4, 4>(moves, from, into),
        [1, _] => pairs_loop::<1, 8>(moves, from, into),
        [2, _] => pairs_loop::<2, 8>(moves, from, into),
        [4, _] => pairs_loop::<4, 8>(moves, from, into),
        [_, 1] => pairs_loop::<8, 1>(moves, from, into),
        [_, 2] => pairs_loop::<8, 2>(moves, from, into),
        [_, 4] => pairs_loop::<8, 4>(moves, from, into),
        [_, _] => pairs_loop::<8, 8>(moves, from, into),
    }
}

#[inline(always)]
fn floor_body(size: u32, from: &[u8], into: &mut [u8]) {
    if size == 1 {
        into.iter_mut().zip(from).for_each(|(to, from)| *to = from.cast_signed().max(-127).cast_unsigned());
    } else {
        for (to, from) in into.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
            *to = i16::from_le_bytes(*from).max(-32_767).to_le_bytes();
        }
    }
}

versions! {
    /// Moves the components of each pixel or texel.
    pub(super) fn move_all = move_body(moves: &Moves, from: &[u8], into: &mut [u8])
}
versions! {
    /// Copies the first three components of texels of four, of `size` bytes each.
    pub(super) fn cut = cut_body(size: u32, from: &[u8], into: &mut [u8])
}
versions! {
    /// Copies signed normalized integers of `size` bytes, whose least value stands for -1 as the next one does.
    pub(super) fn floor = floor_body(size: u32, from: &[u8], into: &mut [u8])
}
