//! Conversions that only move bits between pixels and texels: whole bytes by shuffles, others by shifts.

use super::layout::Layout;
use super::shifts::Shifts;
use super::shuffle::{Shuffle, Widths};
use super::{BLOCK, LARGEST, Source};
use crate::core::cpu::InstructionSet;

/// The moves of the bits of each pixel or texel.
#[derive(Clone, Copy, Debug)]
pub(in crate::image) enum Moves {
    Bytes(Shuffle),
    Bits(Shifts),
}

impl Moves {
    /// Chooses the moves of pixels or texels of one layout to those of another, each of whose components comes from a source: a component of the former, or
    /// one of the constant bits. The bits of `keep` stay. Returns `None` if a component's bits change.
    pub(super) fn new(
        isa: InstructionSet,
        [from, into]: [&Layout; 2],
        sources: &[Source; 4],
        widths: Widths,
        [constant, keep]: [u128; 2],
    ) -> Option<Self> {
        let bytes = || Shuffle::new(from, into, sources, widths, [constant, keep]).map(Self::Bytes);
        let bits = || if keep == 0 { Shifts::new(from, into, sources, constant).map(Self::Bits) } else { None };
        // Without shuffles of the processor, shifts are faster.
        if isa.has_vectors() { bytes().or_else(bits) } else { bits().or_else(bytes) }
    }

    /// Returns true if texels keep a part of what they were.
    pub(super) fn keeps(&self) -> bool {
        matches!(self, Self::Bytes(shuffle) if shuffle.keeps())
    }

    /// Returns how many pixels or texels are moved at once: as many as there is room for.
    pub(super) fn most(&self) -> usize {
        let [read, written] = match self {
            Self::Bytes(shuffle) => shuffle.bytes(),
            Self::Bits(shifts) => shifts.bytes(),
        };
        BLOCK * LARGEST / read.max(written).max(1)
    }

    /// Moves the bits of as many pixels or texels as both sides have.
    pub(super) fn apply(&self, isa: InstructionSet, from: &[u8], into: &mut [u8]) {
        match self {
            Self::Bytes(shuffle) => shuffle.apply(isa, from, into),
            Self::Bits(shifts) => shifts.apply(isa, from, into),
        }
    }
}
