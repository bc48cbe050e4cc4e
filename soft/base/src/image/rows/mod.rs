//! Conversion of rows of pixels to texels and back, a block at a time. What a pair of formats needs is chosen once for a transfer; the loops over the
//! pixels of a block are then of one kind, and the compiler vectorises them. Between the two formats, a block is in planes: one for each component.

mod copy;
mod depths;
mod elements;
pub(super) mod floats;
mod layout;
mod moves;
mod numbers;
mod pack;
mod shifts;
mod shuffle;
mod split;
pub(super) mod texels;
mod unpack;

pub(super) use copy::{Copying, Room, pick};
pub(super) use pack::Packing;
pub(super) use unpack::Unpacking;

/// The most pixels that are converted at once. Their planes fit into the first-level cache beside both formats.
pub(super) const BLOCK: usize = 256;

/// One component of each pixel of a block: the bits of a float, or an integer.
pub(super) type Plane = [u32; BLOCK];

/// The planes of a block.
pub(super) type Planes = [Plane; 4];

/// The bytes of the largest pixel or texel.
pub(super) const LARGEST: usize = 16;

/// The bytes of a block of pixels or texels.
pub(super) type Bytes = [u8; BLOCK * LARGEST];

/// The value of one in floats.
pub(super) const ONE: u32 = 1f32.to_bits();

/// Where a component comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A plane.
    Plane(usize),
    /// A value that is the same in every pixel.
    Constant(u32),
}

/// Returns the planes that sources name; `constants` keeps the values of those that are constant.
fn select<'a>(sources: &[Source; 4], planes: &'a Planes, constants: &'a Planes) -> [&'a Plane; 4] {
    std::array::from_fn(|index| match sources[index] {
        Source::Plane(plane) => &planes[plane & 3],
        Source::Constant(_) => &constants[index],
    })
}

/// Returns planes of the values of constant sources.
fn constants(sources: &[Source; 4]) -> Planes {
    sources.map(|source| match source {
        Source::Plane(_) => [0; BLOCK],
        Source::Constant(value) => [value; BLOCK],
    })
}
