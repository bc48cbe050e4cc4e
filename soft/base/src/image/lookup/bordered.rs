//! Look-ups in textures with border texels, lane by lane: only old programs have them.

use super::axis::{edge, mirrored, reduced, split, wrapped};
use super::cube::Projection;
use super::filter::{compared, gathered, stored_in};
use super::{Lookup, SampleKind, is_cube, level, offsets, swizzle_result};
use crate::core::lanes::Lanes;
use crate::hir::TextureKind;
use crate::image::Surface;
use crate::image::sampler::{Reduction, TextureView, Wrap};
use std::sync::Arc;

/// Returns true if a look-up may read border texels. Seamless filters of cube maps read those of other faces instead, and fetches none.
pub(super) fn applies(view: &TextureView, lookup: &Lookup) -> bool {
    matches!(lookup.kind, SampleKind::Implicit | SampleKind::Explicit | SampleKind::Gradient | SampleKind::Gather)
        && !(view.seamless && is_cube(lookup))
}

/// Returns the texel that texel i maps to: -1 and `size` are the border.
fn index(wrap: Wrap, i: i32, size: i32, linear: bool) -> i32 {
    match wrap {
        Wrap::Clamp if !linear => edge(i, size),
        Wrap::MirrorClamp if !linear => edge(mirrored(i), size),
        Wrap::Clamp | Wrap::ClampToBorder => i.clamp(-1, size),
        Wrap::MirrorClamp | Wrap::MirrorClampToBorder => mirrored(i).min(size),
        wrap => wrapped(wrap, i, size, linear),
    }
}

/// The place of one lane's look-up.
struct Place {
    /// The coordinates within a layer, and r of 3D textures.
    coordinates: [f32; 3],
    /// The layer; 3D textures have texels along r instead.
    layer: usize,
    /// The offset in texels.
    offset: [i32; 3],
}

impl Place {
    fn new(view: &TextureView, lookup: &Lookup, projection: Option<&Projection>, offset: [i32; 3], lane: usize) -> Self {
        let float = |lanes: &[u32; 64]| f32::from_bits(lanes[lane]);
        let [s, t] = match projection {
            Some(projection) => [&projection.coordinates[0], &projection.coordinates[1]],
            None => [&lookup.coordinates[0].0, &lookup.coordinates[1].0],
        };
        let each = if lookup.sampler.kind == TextureKind::CubeArray { 6 } else { 1 };
        let last = view.levels.first().map_or(0, |layers| layers.len() / each).saturating_sub(1) as f32;
        // "the floor of r + 0.5, clamped to the layers" [GL 4.4, 8.14.2]; the cast turns NaN to 0.
        let layer = lookup.layer.as_ref().map_or(0.0, |layer| (float(&layer.0) + 0.5).floor().clamp(0.0, last));
        let face = projection.map_or(0, |projection| projection.face[lane] as usize);
        let r = lookup.r.as_ref().map_or(0.0, |r| float(&r.0));
        Self { coordinates: [float(s), float(t), r], layer: layer as usize * each + face, offset }
    }
}

/// The texels that a filter reads along one dimension, and the weight of the second one.
#[derive(Clone, Copy)]
struct Pair {
    texels: [i32; 2],
    weight: f32,
}

/// Returns the number of dimensions of a texture's layers.
fn dimensions(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 | TextureKind::D1Array => 1,
        TextureKind::D3 => 3,
        _ => 2,
    }
}

/// Finds the texels of a look-up in a level.
fn pairs(view: &TextureView, lookup: &Lookup, place: &Place, level: usize, linear: bool) -> [Pair; 3] {
    let surface = view.surface(level, 0);
    let depth = view.levels.get(level).map_or(1, |layers| layers.len() as u32);
    let size = surface.map_or([1; 3], |surface| [surface.width, surface.height, depth]);
    std::array::from_fn(|axis| {
        if axis >= dimensions(lookup.sampler.kind) {
            return Pair { texels: [0; 2], weight: 0.0 };
        }
        let (wrap, count) = (view.wrap[axis], size[axis].max(1) as i32);
        let whole = count as f32;
        let u = reduced(wrap, place.coordinates[axis]) * whole;
        // The comparison is false for NaN.
        let u = if u.abs() <= 3.0 * whole { u } else { 0.0 };
        let (first, weight) = split(u, linear);
        let first = first.wrapping_add(place.offset[axis].clamp(-1 << 20, 1 << 20));
        // An offset may lead further away than wrap modes expect.
        let near = |i: i32| match wrap {
            Wrap::Repeat => i.rem_euclid(count),
            Wrap::MirroredRepeat => i.rem_euclid(2 * count),
            _ => i,
        };
        let second = if linear { first.wrapping_add(1) } else { first };
        Pair { texels: [first, second].map(|i| index(wrap, near(i), count, linear)), weight }
    })
}

/// Returns a texel of a level: one of the image, or of its border.
fn texel(view: &TextureView, bordered: &[Arc<[Surface]>], lookup: &Lookup, place: &Place, level: usize, at: [i32; 3]) -> [u32; 4] {
    let kind = lookup.sampler.kind;
    let Some(layers) = view.levels.get(level) else { return [0; 4] };
    let slice = if kind == TextureKind::D3 { at[2] } else { place.layer as i32 };
    let inside = layers
        .get(slice as usize)
        .filter(|surface| slice >= 0 && (0..surface.width as i32).contains(&at[0]) && (0..surface.height as i32).contains(&at[1]));
    if let Some(surface) = inside {
        return stored_in(view, Some(surface), at[0], at[1]);
    }
    // The border shifts the dimensions that have one.
    let [_, row, depth] = std::array::from_fn(|axis| i32::from(axis < dimensions(kind)));
    let surface = bordered.get(level).and_then(|layers| layers.get(slice.wrapping_add(depth) as usize));
    stored_in(view, surface, at[0] + 1, at[1] + row)
}

/// Filters the texels of a level.
fn filtered(
    view: &TextureView,
    bordered: &[Arc<[Surface]>],
    lookup: &Lookup,
    place: &Place,
    level: usize,
    linear: bool,
    lane: usize,
) -> [u32; 4] {
    let pairs = pairs(view, lookup, place, level, linear);
    let read = |at: [i32; 3]| compared(view, lookup, lane, texel(view, bordered, lookup, place, level, at));
    if !linear {
        return read(pairs.map(|pair| pair.texels[0]));
    }
    let corners = (0..8usize).filter_map(|corner| {
        let bits: [usize; 3] = std::array::from_fn(|axis| corner >> axis & 1);
        let weights: [f32; 3] = std::array::from_fn(|axis| if bits[axis] == 1 { pairs[axis].weight } else { 1.0 - pairs[axis].weight });
        let weight = weights.iter().product::<f32>();
        (weight > 0.0).then(|| (weight, read(std::array::from_fn(|axis| pairs[axis].texels[bits[axis]])).map(f32::from_bits)))
    });
    combined(view.reduction, corners).map(f32::to_bits)
}

/// Combines texels with weights.
fn combined(reduction: Reduction, texels: impl Iterator<Item = (f32, [f32; 4])>) -> [f32; 4] {
    texels
        .map(|(weight, texel)| if reduction == Reduction::Average { texel.map(|value| value * weight) } else { texel })
        .reduce(|one, other| {
            std::array::from_fn(|component| match reduction {
                Reduction::Average => one[component] + other[component],
                Reduction::Min => one[component].min(other[component]),
                Reduction::Max => one[component].max(other[component]),
            })
        })
        .unwrap_or_default()
}

/// Samples a texture with border texels.
#[inline(never)]
pub(super) fn sample(view: &TextureView, bordered: &[Arc<[Surface]>], lookup: &Lookup, result: &mut [Lanes; 4]) {
    let projection = is_cube(lookup).then(|| Projection::new(lookup));
    let offsets = [0, 1, 2].map(|axis| offsets(lookup, axis));
    let place = |lane: usize| {
        let offset = std::array::from_fn(|axis| offsets[axis].as_ref().map_or(0, |offsets| offsets[lane]));
        Place::new(view, lookup, projection.as_ref(), offset, lane)
    };
    if lookup.kind == SampleKind::Gather {
        for lane in 0..64 {
            let place = place(lane);
            let [columns, rows, _] = pairs(view, lookup, &place, 0, true);
            let square = [0, 1, 2, 3]
                .map(|corner: usize| texel(view, bordered, lookup, &place, 0, [columns.texels[corner & 1], rows.texels[corner >> 1], 0]));
            let gathered = gathered(view, lookup, lane, square);
            (0..4).for_each(|component| result[component].0[lane] = gathered[component]);
        }
        return;
    }
    let choice = level::select(view, lookup, None);
    for lane in 0..64 {
        let (place, linear) = (place(lane), choice.linear[lane] != 0);
        let of_level = |level: u32| filtered(view, bordered, lookup, &place, level as usize, linear, lane);
        let mut words = of_level(choice.first[lane]);
        let fraction = choice.fraction[lane];
        if choice.two && fraction > 0.0 {
            let levels = [(1.0 - fraction, words), (fraction, of_level(choice.second[lane]))];
            words =
                combined(view.reduction, levels.into_iter().map(|(weight, words)| (weight, words.map(f32::from_bits)))).map(f32::to_bits);
        }
        (0..4).for_each(|component| result[component].0[lane] = words[component]);
    }
    swizzle_result(view, lookup, result);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_modes_reach_the_border_on_their_side() {
        let both = |wrap: Wrap, linear: bool| [-2, -1, 3, 4, 5].map(|i| index(wrap, i, 4, linear));
        assert_eq!(both(Wrap::ClampToBorder, false), [-1, -1, 3, 4, 4]);
        assert_eq!(both(Wrap::Clamp, true), [-1, -1, 3, 4, 4]);
        assert_eq!(both(Wrap::Clamp, false), [0, 0, 3, 3, 3]);
        assert_eq!(both(Wrap::ClampToEdge, true), [0, 0, 3, 3, 3]);
        assert_eq!(both(Wrap::MirrorClampToBorder, true), [1, 0, 3, 4, 4]);
    }
}
