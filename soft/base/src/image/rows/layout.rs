//! The rows that conversions read and write: where each component of their pixels or texels stands, how many bits it has, and what they stand for. One
//! description serves both directions, and copies between formats.

use super::numbers::Numbers;
use crate::image::format::{Format, Kind};
use crate::image::pixel::{Class, PixelLayout};
use crate::tokens::*;

/// A component of a pixel or a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// Its first bit, from the lowest one of the first byte on.
    pub first: u32,
    /// The number of its bits; 0 if it does not exist.
    pub bits: u32,
    /// What they stand for.
    pub numbers: Numbers,
}

/// The layout of the pixels or texels of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The bytes of each.
    pub bytes: usize,
    /// The components in the order of planes; of depths and stencil indices the depth, then the index.
    pub components: [Component; 4],
    /// True if no other component shares the bits of one.
    pub is_apart: bool,
    /// True if the components are signed normalized integers, of which two stand for -1.
    pub has_two_ones: bool,
    /// The bytes of the elements whose bytes are in reverse order in memory; 1 if none are.
    pub swapped: usize,
}

/// No component.
const MISSING: Component = Component { first: 0, bits: 0, numbers: Numbers::Unsigned(0) };

/// Returns components from their bits.
fn components(fields: [(u32, u32); 4], numbers: [Numbers; 4]) -> [Component; 4] {
    std::array::from_fn(|index| {
        let (first, bits) = fields[index];
        if bits == 0 { MISSING } else { Component { first, bits, numbers: numbers[index] } }
    })
}

/// Returns unsigned integers of some bits.
const fn unsigned(first: u32, bits: u32) -> Component {
    Component { first, bits, numbers: Numbers::Unsigned(bits) }
}

impl Layout {
    /// Returns the layout of pixels; `swap` is true if the bytes of each element are reversed.
    pub fn of_pixels(layout: &PixelLayout, swap: bool) -> Self {
        let (bits, swapped) = (layout.element * 8, if swap { layout.element as usize } else { 1 });
        let elements = std::array::from_fn(|place| if place < layout.count { (place as u32 * bits, bits) } else { (0, 0) });
        let fields = layout.fields().map_or(elements, |fields| fields.map(|(first, mask)| (first, mask.count_ones())));
        let float = Component { first: 0, bits: 32, numbers: Numbers::Float };
        let components = match (layout.class, layout.ty) {
            (Class::DepthStencil, GL_UNSIGNED_INT_24_8) => [unsigned(8, 24), unsigned(0, 8), MISSING, MISSING],
            (Class::DepthStencil, _) => [float, unsigned(32, 8), MISSING, MISSING],
            (Class::Stencil, _) => [MISSING, components(fields, numbers(layout))[0], MISSING, MISSING],
            _ => components(fields, numbers(layout)),
        };
        let is_apart = !matches!(layout.ty, GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV);
        Self { bytes: layout.bytes as usize, components, is_apart, has_two_ones: false, swapped }
    }

    /// Returns the layout of texels.
    pub fn of_texels(format: Format) -> Self {
        let bits = format.component_bits().color.map(u32::from);
        let numbers = match format.kind() {
            Kind::Int | Kind::SignedNormalized => bits.map(Numbers::Signed),
            Kind::Float => bits.map(|bits| if bits == 16 { Numbers::Half } else { Numbers::Float }),
            _ => bits.map(Numbers::Unsigned),
        };
        let float = Component { first: 0, bits: 32, numbers: Numbers::Float };
        let components = match format {
            Format::Depth16 => [unsigned(0, 16), MISSING, MISSING, MISSING],
            Format::Depth24Stencil8 => [unsigned(0, 24), unsigned(24, 8), MISSING, MISSING],
            Format::Depth32f => [float, MISSING, MISSING, MISSING],
            Format::Depth32fStencil8 => [float, unsigned(32, 8), MISSING, MISSING],
            Format::Stencil8 => [MISSING, unsigned(0, 8), MISSING, MISSING],
            _ => components(format.fields(), numbers),
        };
        // The bits of sRGB stand for other values.
        let is_apart = !matches!(format, Format::R11fG11fB10f | Format::Rgb9E5) && format == format.without_srgb();
        Self { bytes: format.bytes() as usize, components, is_apart, has_two_ones: format.kind() == Kind::SignedNormalized, swapped: 1 }
    }

    /// Returns what the bits of each component stand for.
    pub fn numbers(&self) -> [Numbers; 4] {
        self.components.map(|component| component.numbers)
    }

    /// Returns the place in memory of a byte of a pixel whose elements are not reversed.
    pub fn place(&self, byte: usize) -> usize {
        byte / self.swapped * self.swapped + (self.swapped - 1 - byte % self.swapped)
    }
}

/// Returns what the bits of a pixel's components stand for.
fn numbers(layout: &PixelLayout) -> [Numbers; 4] {
    let bits = layout.element * 8;
    [match layout.ty {
        // Those of few bits are decoded where they are split.
        GL_FLOAT | GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV => Numbers::Float,
        GL_HALF_FLOAT | GL_HALF_FLOAT_OES => Numbers::Half,
        GL_BYTE | GL_SHORT | GL_INT => Numbers::Signed(bits),
        _ => return layout.packed.map_or([Numbers::Unsigned(bits); 4], |(bits, _)| bits.map(|bits| Numbers::Unsigned(bits.into()))),
    }; 4]
}
