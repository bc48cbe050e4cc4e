//! Moves of bits between pixels and texels of at most eight bytes, whose components have the same bits in different places.

use super::Source;
use super::layout::{Component, Layout};
use crate::core::cpu::{InstructionSet, versions};

/// Where the components of each pixel or texel come from and go to.
#[derive(Clone, Copy, Debug)]
pub(in crate::image) struct Shifts {
    /// The bytes before and after.
    bytes: [usize; 2],
    /// By how many bits each component is shifted down, its bits, and by how many it is shifted up then.
    fields: [(u32, u64, u32); 4],
    /// The bits of the components that are the same everywhere.
    constant: u64,
}

/// Returns the move of one component, if its bits stand for the same numbers in both.
fn field(from: Component, into: Component) -> Option<(u32, u64, u32)> {
    let is_same = from.numbers == into.numbers && from.bits == into.bits && from.bits > 0;
    is_same.then(|| (from.first, u64::MAX >> (64 - from.bits), into.first))
}

impl Shifts {
    /// Returns the moves of pixels or texels of one layout to those of another, each of whose components comes from a source: a component of the former,
    /// or one of the constant bits. Returns `None` if a component has not the same bits in both.
    pub(super) fn new(from: &Layout, into: &Layout, sources: &[Source; 4], constant: u128) -> Option<Self> {
        let fits = |layout: &Layout| {
            let is_word = layout.bytes.is_power_of_two() && layout.bytes <= 8;
            is_word && layout.is_apart && layout.swapped == 1 && !layout.has_two_ones
        };
        if !fits(from) || !fits(into) {
            return None;
        }
        let mut fields = [(0, 0, 0); 4];
        for (place, to) in into.components.iter().enumerate().filter(|(_, to)| to.bits > 0) {
            if let Source::Plane(plane) = sources[place] {
                fields[place] = field(from.components[plane & 3], *to)?;
            }
        }
        Some(Self { bytes: [from.bytes, into.bytes], fields, constant: constant as u64 })
    }

    /// Returns the bytes of a pixel or texel before and after.
    pub(super) fn bytes(&self) -> [usize; 2] {
        self.bytes
    }

    /// Moves the components of as many pixels or texels as both sides have.
    pub(super) fn apply(&self, isa: InstructionSet, from: &[u8], into: &mut [u8]) {
        apply(isa, self, from, into);
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
fn words_loop<const FROM: usize, const INTO: usize>(shifts: &Shifts, from: &[u8], into: &mut [u8]) {
    let ([a, b, c, d], constant) = (shifts.fields.map(|(down, mask, up)| (down, mask as u32, up)), shifts.constant as u32);
    for (from, into) in from.as_chunks::<FROM>().0.iter().zip(into.as_chunks_mut::<INTO>().0) {
        let bits = load(from) as u32;
        let moved = (bits >> a.0 & a.1) << a.2 | (bits >> b.0 & b.1) << b.2 | (bits >> c.0 & c.1) << c.2 | (bits >> d.0 & d.1) << d.2;
        store(into, (constant | moved).into());
    }
}

/// Moves the components of pixels and texels, of which one side has eight bytes.
#[inline(always)]
fn pairs_loop<const FROM: usize, const INTO: usize>(shifts: &Shifts, from: &[u8], into: &mut [u8]) {
    let ([a, b, c, d], constant) = (shifts.fields, shifts.constant);
    for (from, into) in from.as_chunks::<FROM>().0.iter().zip(into.as_chunks_mut::<INTO>().0) {
        let bits = load(from);
        let moved = (bits >> a.0 & a.1) << a.2 | (bits >> b.0 & b.1) << b.2 | (bits >> c.0 & c.1) << c.2 | (bits >> d.0 & d.1) << d.2;
        store(into, constant | moved);
    }
}

#[inline(always)]
fn apply_body(shifts: &Shifts, from: &[u8], into: &mut [u8]) {
    match shifts.bytes {
        [1, 1] => words_loop::<1, 1>(shifts, from, into),
        [1, 2] => words_loop::<1, 2>(shifts, from, into),
        [1, 4] => words_loop::<1, 4>(shifts, from, into),
        [2, 1] => words_loop::<2, 1>(shifts, from, into),
        [2, 2] => words_loop::<2, 2>(shifts, from, into),
        [2, 4] => words_loop::<2, 4>(shifts, from, into),
        [4, 1] => words_loop::<4, 1>(shifts, from, into),
        [4, 2] => words_loop::<4, 2>(shifts, from, into),
        [4, 4] => words_loop::<4, 4>(shifts, from, into),
        [1, _] => pairs_loop::<1, 8>(shifts, from, into),
        [2, _] => pairs_loop::<2, 8>(shifts, from, into),
        [4, _] => pairs_loop::<4, 8>(shifts, from, into),
        [_, 1] => pairs_loop::<8, 1>(shifts, from, into),
        [_, 2] => pairs_loop::<8, 2>(shifts, from, into),
        [_, 4] => pairs_loop::<8, 4>(shifts, from, into),
        [_, _] => pairs_loop::<8, 8>(shifts, from, into),
    }
}

versions! {
    /// Moves the components of as many pixels or texels as both sides have.
    fn apply = apply_body(shifts: &Shifts, from: &[u8], into: &mut [u8])
}
