//! Look-ups straight from registers. They are the most frequent ones, and take less time than the copies of registers to and from a [`Lookup`](super::Lookup).

use super::judge::Judge;
use super::plane::Places;
use super::{SampleKind, cube, level, mipmaps, moved, planes, swizzle, volume};
use crate::core::cpu::InstructionSet;
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;
use crate::image::sampler::TextureView;

/// A look-up without offsets, in a texture without layers.
pub struct Direct<'a> {
    /// What the sampler in the shader samples.
    pub texture: TextureKind,
    /// The kind of the look-up.
    pub kind: SampleKind,
    /// The coordinates s and t.
    pub coordinates: [&'a Lanes; 2],
    /// The coordinate r of 3D textures and cube maps.
    pub r: Option<&'a Lanes>,
    /// The bias or the level of detail.
    pub lod: Option<&'a Lanes>,
    /// The depth reference of shadow samplers.
    pub reference: Option<&'a Lanes>,
    /// True if depth comparisons return a scalar.
    pub scalar: bool,
    /// The components of the result that the shader reads, as bits.
    pub wanted: u8,
}

/// Performs a look-up in a two- or three-dimensional texture or a cube map as [`sample`](super::sample) does, if that takes one filter of a common format, or in planes
/// one for each quad; writes the components whose bits are set in `wanted`. Returns false for others, and then the result is undefined.
pub fn sample_directly(set: InstructionSet, view: &TextureView, direct: &Direct, result: &mut [Lanes; 4]) -> bool {
    let filters = match direct.kind {
        SampleKind::Explicit => true,
        SampleKind::Implicit | SampleKind::Gradient => view.anisotropy <= 1,
        _ => false,
    };
    if !filters {
        return false;
    }
    let by = if direct.scalar && direct.reference.is_some() { [view.scalar; 4] } else { view.swizzle };
    let places = Places {
        coordinates: direct.coordinates.map(|coordinate| &coordinate.0),
        wrap: [view.wrap[0], view.wrap[1]],
        judge: Judge::new(view, direct.reference, direct.reference.is_some()),
        wanted: moved(by, direct.wanted),
    };
    let found = match (direct.texture, direct.r, level::only_filter(view)) {
        (TextureKind::D2 | TextureKind::External, _, Some(linear)) => {
            planes::sample(set, view, &places, planes::Filters::One(0, 0, linear), result)
        }
        (TextureKind::D2 | TextureKind::External, ..) if direct.kind == SampleKind::Implicit && direct.lod.is_none() => {
            mipmaps::sample(set, view, &places, direct.coordinates, result)
        }
        (TextureKind::D3, Some(r), Some(linear)) => {
            volume::sample(set, view, &places, 0, &volume::Depth { coordinate: &r.0, wrap: view.wrap[2] }, linear, result)
        }
        (TextureKind::Cube, Some(r), Some(linear)) => {
            let [s, t] = places.coordinates;
            cube::sample_face(set, view, [s, t, &r.0], &places, linear, result)
        }
        _ => false,
    };
    if found && by != [0, 1, 2, 3] {
        swizzle(view, by, direct.wanted, result);
    }
    found
}

/// Executes texelFetch for one level of a two-dimensional texture of a common format, as [`sample`](super::sample) does; writes the components whose bits are set in
/// `wanted`. Returns false, and writes nothing, for others.
pub fn fetch_plane(
    set: InstructionSet,
    view: &TextureView,
    coordinates: [&Lanes; 2],
    lod: Option<&Lanes>,
    offset: [i32; 2],
    wanted: u8,
    result: &mut [Lanes; 4],
) -> bool {
    if view.fetched.is_some() || !planes::fetch(set, view, coordinates, lod, offset, moved(view.swizzle, wanted), result) {
        return false;
    }
    if view.swizzle != [0, 1, 2, 3] {
        swizzle(view, view.swizzle, wanted, result);
    }
    true
}
