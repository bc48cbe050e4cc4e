//! Look-ups in textures with layers: arrays, cube maps and 3D textures.

use super::axis::{Axis, Texels, bordered, integer};
use super::cube::{Projection, square};
use super::filter::{CENTRE, Fetch, blend, compared, filter_bytes, gathered, general};
use super::judge::Judge;
use super::{
    LEVELS, Lookup, SampleKind, ZERO, blend_levels, is_cube, is_plain, level, needed, offsets, plane, planes, reduction, same,
    swizzle_result, volume,
};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::Eight;
use crate::hir::TextureKind;
use crate::image::sampler::{Reduction, TextureView, Wrap};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Samples a texture with layers, with filters.
#[inline(always)]
pub(super) fn filter<V: Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    let projection = is_cube(lookup).then(|| Projection::new(lookup));
    let places = Places::new(view, lookup, projection.as_ref());
    if lookup.kind == SampleKind::Gather {
        return gather::<V>(set, view, lookup, &places, result);
    }
    let choice = level::select(view, lookup, projection.as_ref());
    level_pass(set, set, view, lookup, &places, &choice.first, &choice.linear, result);
    if choice.two {
        let mut second = [ZERO; 4];
        level_pass(set, set, view, lookup, &places, &choice.second, &choice.linear, &mut second);
        blend_levels(view, lookup, &choice.fraction, &second, result);
    }
    swizzle_result(view, lookup, result);
}

/// The places of a look-up's lanes, the same for all levels.
struct Places<'a> {
    /// The coordinates within a layer, and r of 3D textures.
    coordinates: [&'a [u32; 64]; 3],
    /// The layer of each lane; 3D textures have texels along r instead.
    layers: [i32; 64],
    /// The wrap mode of each coordinate.
    wrap: [Wrap; 3],
    /// The number of dimensions in which the texture is filtered, at least 2.
    dimensions: usize,
    /// True if filters continue across the edges of the layers, which are faces of a cube map.
    seamless: bool,
}

impl<'a> Places<'a> {
    #[inline(always)]
    fn new(view: &TextureView, lookup: &'a Lookup, projection: Option<&'a Projection>) -> Self {
        let [s, t] = [&lookup.coordinates[0].0, &lookup.coordinates[1].0];
        let r = lookup.r.as_ref().map_or(&CENTRE, |r| &r.0);
        let kind = lookup.sampler.kind;
        let seamless = view.seamless && projection.is_some();
        let (coordinates, wrap) = match projection {
            // Clamped texels tell where a filter crosses an edge.
            Some(projection) if seamless => ([&projection.coordinates[0], &projection.coordinates[1], &CENTRE], [Wrap::ClampToEdge; 3]),
            Some(projection) => ([&projection.coordinates[0], &projection.coordinates[1], &CENTRE], view.wrap),
            None if kind == TextureKind::D1Array => ([s, &CENTRE, &CENTRE], [view.wrap[0], Wrap::ClampToEdge, Wrap::ClampToEdge]),
            None => ([s, t, r], view.wrap),
        };
        let mut layers = [0; 64];
        if let Some(layer) = &lookup.layer {
            let each = if kind == TextureKind::CubeArray { 6 } else { 1 };
            let last = (view.levels[0].len() / each).saturating_sub(1) as f32;
            for lane in 0..64 {
                // Section 8.14.2 of the specification [GL 4.4]: the floor of r + 0.5 (1D arrays: of t + 0.5), clamped to the layers.
                let layer = (f32::from_bits(layer.0[lane]) + 0.5).floor();
                let layer = if layer > 0.0 { layer } else { 0.0 };
                layers[lane] = integer(if layer < last { layer } else { last }) * each as i32;
            }
        }
        if let Some(projection) = projection {
            (0..64).for_each(|lane| layers[lane] += projection.face[lane] as i32);
        }
        Self { coordinates, layers, wrap, dimensions: if kind == TextureKind::D3 { 3 } else { 2 }, seamless }
    }

    /// Finds the texels along each dimension.
    #[inline(always)]
    fn find_texels<V: Eight>(&self, view: &TextureView, lookup: &Lookup, levels: &[u32; 64], linear: &[u32; 64], texels: &mut [Texels; 3]) {
        // A loop over the dimensions, so that the code of the axis is compiled once.
        for axis in 0..self.dimensions {
            self.find_texels_along::<V>(axis, view, lookup, levels, linear, &mut texels[axis]);
        }
    }

    /// Finds the texels along one dimension.
    #[inline(always)]
    fn find_texels_along<V: Eight>(
        &self,
        axis: usize,
        view: &TextureView,
        lookup: &Lookup,
        levels: &[u32; 64],
        linear: &[u32; 64],
        texels: &mut Texels,
    ) {
        let size = sizes(view, axis, levels);
        let (coordinate, wrap, offset) = (self.coordinates[axis], self.wrap[axis], offsets(lookup, axis));
        Axis { coordinate, size: &size, linear, wrap, normalized: true, offset }.texels::<V>(texels);
    }

    /// Returns true if a filter of the lanes may cross an edge of a face: not if all places are a texel away from the edges.
    #[inline(always)]
    fn may_cross(&self, view: &TextureView, levels: &[u32; 64], linear: &[u32; 64]) -> bool {
        let mut crosses = false;
        for axis in 0..2 {
            let size = sizes(view, axis, levels);
            for lane in 0..64 {
                let place = f32::from_bits(self.coordinates[axis][lane]) * size[lane];
                let inside = (place >= 1.0) & (place <= size[lane] - 1.0);
                crosses |= !inside & (linear[lane] != 0);
            }
        }
        crosses
    }

    /// Returns the column and the row of a lane's first texel; before the first and after the last texel where a seamless filter crosses an
    /// edge.
    fn first(&self, columns: &Texels, rows: &Texels, lane: usize) -> (i32, i32) {
        let first = |axis: usize, texels: &Texels| {
            // Only where a filter crosses an edge did clamping make both texels the same.
            let below = texels.first[lane] == texels.second[lane] && f32::from_bits(self.coordinates[axis][lane]) < 0.5;
            texels.first[lane] - i32::from(below)
        };
        (first(0, columns), first(1, rows))
    }
}

/// Returns the size of each lane's level along a dimension, at least 1.
#[inline(always)]
fn sizes(view: &TextureView, axis: usize, levels: &[u32; 64]) -> [f32; 64] {
    let mut sizes = [1f32; LEVELS];
    for (level, layers) in view.levels.iter().take(LEVELS).enumerate() {
        let Some(surface) = layers.first() else { continue };
        sizes[level] = [surface.width, surface.height, layers.len() as u32][axis].max(1) as f32;
    }
    let mut size = [0f32; 64];
    match same(levels) {
        Some(level) => size = [sizes[level as usize % LEVELS]; 64],
        None => (0..64).for_each(|lane| size[lane] = sizes[levels[lane] as usize % LEVELS]),
    }
    size
}

versions! {
    fn level_pass = pass<Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, places: &Places, levels: &[u32; 64], linear: &[u32; 64], result: &mut [Lanes; 4])
}

/// Samples one level for each lane, filtered but not swizzled.
#[allow(clippy::too_many_arguments, reason = "the same as those of `level_pass`")]
#[inline(always)]
fn pass<V: Eight>(
    set: InstructionSet,
    view: &TextureView,
    lookup: &Lookup,
    places: &Places,
    levels: &[u32; 64],
    linear: &[u32; 64],
    result: &mut [Lanes; 4],
) {
    if lookup.offset == [0; 3] && lookup.offset_lanes.is_none() && common_pass::<V>(set, view, lookup, places, levels, linear, result) {
        return;
    }
    let mut texels = [Texels::FIRST; 3];
    places.find_texels::<V>(view, lookup, levels, linear, &mut texels);
    let [columns, rows, slices] = &texels;
    let any = linear.iter().any(|&linear| linear != 0);
    let volume = places.dimensions == 3;
    let deep = volume && any && slices.weight.iter().any(|&weight| weight > 0.0);
    let plain = is_plain(view) && !places.wrap[..places.dimensions].iter().any(|&wrap| bordered(wrap));
    let mut far = [ZERO; 4];
    for number in 0..if deep { 2 } else { 1 } {
        let (layers, into) = match number {
            0 if volume => (&slices.first, &mut *result),
            0 => (&places.layers, &mut *result),
            _ => (&slices.second, &mut far),
        };
        if plain {
            filter_bytes(&LayerSource::new(view, levels, layers), columns, rows, any, into);
        } else {
            general(set, set, view, lookup, levels, layers, columns, rows, any, into);
        }
    }
    if deep && view.reduction != Reduction::Average {
        reduction::blend(view, &far, &slices.weight, result);
    } else if deep {
        blend_slices(&far, &slices.weight, result);
    }
    if places.seamless && any {
        cross_edges(view, lookup, places, levels, linear, [columns, rows], result);
    }
}

/// Samples as [`pass`] does, without offsets, with [`planes`]; returns false, and leaves the result undefined, for textures that it does not filter.
#[allow(clippy::too_many_arguments, reason = "the same as those of `level_pass`")]
#[inline(always)]
fn common_pass<V: Eight>(
    set: InstructionSet,
    view: &TextureView,
    lookup: &Lookup,
    places: &Places,
    levels: &[u32; 64],
    linear: &[u32; 64],
    result: &mut [Lanes; 4],
) -> bool {
    let within = plane::Places {
        coordinates: [places.coordinates[0], places.coordinates[1]],
        wrap: [places.wrap[0], places.wrap[1]],
        judge: Judge::new(view, lookup.reference.as_ref(), lookup.sampler.shadow),
        wanted: needed(view, lookup),
    };
    if places.dimensions == 2 {
        let filters = planes::Filters::Each { levels, layers: &places.layers, linear };
        if !planes::sample(set, view, &within, filters, result) {
            return false;
        }
        if places.seamless && places.may_cross(view, levels, linear) {
            let mut texels = [Texels::FIRST; 3];
            places.find_texels::<V>(view, lookup, levels, linear, &mut texels);
            cross_edges(view, lookup, places, levels, linear, [&texels[0], &texels[1]], result);
        }
        return true;
    }
    if bordered(places.wrap[2]) {
        return false;
    }
    let depth = volume::Depth { coordinate: places.coordinates[2], wrap: places.wrap[2] };
    if let (Some(level), Some(linear)) = (same(levels), same(linear))
        && volume::sample(set, view, &within, level, &depth, linear != 0, result)
    {
        return true;
    }
    let mut slices = Texels::FIRST;
    places.find_texels_along::<V>(2, view, lookup, levels, linear, &mut slices);
    if !planes::sample(set, view, &within, planes::Filters::Each { levels, layers: &slices.first, linear }, result) {
        return false;
    }
    let mut deep = false;
    for lane in 0..64 {
        deep |= slices.weight[lane] > 0.0;
    }
    if !deep {
        return true;
    }
    let mut far = [ZERO; 4];
    if !planes::sample(set, view, &within, planes::Filters::Each { levels, layers: &slices.second, linear }, &mut far) {
        return false;
    }
    blend_slices(&far, &slices.weight, result);
    true
}

/// Blends the results of two slices.
#[inline(always)]
fn blend_slices(far: &[Lanes; 4], weights: &[f32; 64], result: &mut [Lanes; 4]) {
    for component in 0..4 {
        for lane in 0..64 {
            let (a, b) = (f32::from_bits(result[component].0[lane]), f32::from_bits(far[component].0[lane]));
            let weight = weights[lane];
            result[component].0[lane] = if weight > 0.0 { a + (b - a) * weight } else { a }.to_bits();
        }
    }
}

/// Filters the lanes again whose texels are on several faces of a cube map.
#[inline(never)]
fn cross_edges(
    view: &TextureView,
    lookup: &Lookup,
    places: &Places,
    levels: &[u32; 64],
    linear: &[u32; 64],
    [columns, rows]: [&Texels; 2],
    result: &mut [Lanes; 4],
) {
    for lane in 0..64 {
        let inside = columns.first[lane] != columns.second[lane] && rows.first[lane] != rows.second[lane];
        if linear[lane] == 0 || inside {
            continue;
        }
        let (x, y) = places.first(columns, rows, lane);
        let texels = square(view, levels[lane], places.layers[lane], x, y).map(|texel| compared(view, lookup, lane, texel));
        if view.reduction != Reduction::Average {
            let reduced = reduction::of_square(view, texels, columns.weight[lane], rows.weight[lane]);
            (0..4).for_each(|component| result[component].0[lane] = reduced[component]);
            continue;
        }
        for component in 0..4 {
            let texels = texels.map(|texel| f32::from_bits(texel[component]));
            result[component].0[lane] = blend(texels, columns.weight[lane], rows.weight[lane]).to_bits();
        }
    }
}

/// Gathers one component of the four texels that a linear filter of the base level would blend.
#[inline(always)]
fn gather<V: Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, places: &Places, result: &mut [Lanes; 4]) {
    let mut texels = [Texels::FIRST; 3];
    places.find_texels::<V>(view, lookup, &[0; 64], &[u32::MAX; 64], &mut texels);
    let [columns, rows, _] = &texels;
    if places.seamless {
        return gather_across_edges(view, lookup, places, columns, rows, result);
    }
    general(set, set, view, lookup, &[0; 64], &places.layers, columns, rows, true, result);
}

/// Gathers texels whose neighbours may be on other faces of a cube map.
#[inline(never)]
fn gather_across_edges(view: &TextureView, lookup: &Lookup, places: &Places, columns: &Texels, rows: &Texels, result: &mut [Lanes; 4]) {
    for lane in 0..64 {
        let (x, y) = places.first(columns, rows, lane);
        let gathered = gathered(view, lookup, lane, square(view, 0, places.layers[lane], x, y));
        (0..4).for_each(|component| result[component].0[lane] = gathered[component]);
    }
}

/// The texels of each lane's layer and level.
struct LayerSource<'a> {
    /// The words of each lane's surface.
    words: [&'a [AtomicU32]; 64],
    /// The words from one row to the next, for each lane.
    pitch: [u32; 64],
}

impl<'a> LayerSource<'a> {
    #[inline(always)]
    fn new(view: &'a TextureView, levels: &[u32; 64], layers: &[i32; 64]) -> Self {
        let mut source = Self { words: [&[]; 64], pitch: [0; 64] };
        for lane in 0..64 {
            if lane > 0 && (levels[lane], layers[lane]) == (levels[lane - 1], layers[lane - 1]) {
                (source.words[lane], source.pitch[lane]) = (source.words[lane - 1], source.pitch[lane - 1]);
            } else if let Some(surface) = view.surface(levels[lane] as usize, layers[lane] as usize) {
                (source.words[lane], source.pitch[lane]) = (surface.memory.words(), surface.row_words as u32);
            }
        }
        source
    }
}

impl Fetch for LayerSource<'_> {
    #[inline(always)]
    fn fetch(&self, columns: &[i32; 64], rows: &[i32; 64]) -> [u32; 64] {
        let mut texels = [0u32; 64];
        for lane in 0..64 {
            let index = (rows[lane] as u32).wrapping_mul(self.pitch[lane]).wrapping_add(columns[lane] as u32);
            texels[lane] = self.words[lane].get(index as usize).map_or(0, |word| word.load(Relaxed));
        }
        texels
    }
}
