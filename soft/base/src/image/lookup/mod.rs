//! Texture look-ups of a wave: executes a texture function for 64 lanes.

mod anisotropy;
mod axis;
mod bordered;
mod buffer;
mod cube;
mod direct;
mod filter;
mod judge;
mod layers;
mod level;
mod mipmaps;
mod plane;
mod planes;
mod points;
mod reduction;
mod squares;
mod texels;
mod vectors;
mod volume;

use super::Surface;
use super::format::{Format, Kind};
use super::sampler::{Filter, Reduction, TextureView};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::Eight;
use crate::hir::{SamplerType, Scalar, TextureKind};
pub use direct::{Direct, fetch_plane, sample_directly};
use layers::filter as filter_layers;
use texels::Source;

/// The kind of a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SampleKind {
    /// The level of detail comes from derivatives (fragment stages), plus the bias if `lod` is a register.
    Implicit,
    /// The level of detail is `lod`; level 0 if NONE.
    Explicit,
    /// The level of detail comes from explicit gradients.
    Gradient,
    /// Reads one texel: integer coordinates, level in `lod`.
    Fetch,
    /// Returns one component of four texels.
    Gather,
    /// textureSize of the level in `lod`; the results are ints.
    Size,
    /// textureQueryLevels.
    Levels,
    /// textureQueryLod: returns the level that would be read, and the level of detail before clamping.
    Lod,
}

/// A look-up. Fields that its kind does not use are ignored.
pub struct Lookup {
    /// The type of the sampler in the shader.
    pub sampler: SamplerType,
    /// What the lookup returns.
    pub kind: SampleKind,
    /// The coordinates s and t (ints for fetches).
    pub coordinates: [Lanes; 2],
    /// The coordinate r of 3D textures and cube maps (ints for fetches).
    pub r: Option<Lanes>,
    /// The layer of arrays, not yet rounded (ints for fetches); the cube of cube map arrays.
    pub layer: Option<Lanes>,
    /// The depth reference of shadow samplers.
    pub reference: Option<Lanes>,
    /// The bias (`Implicit`), level of detail (`Explicit`) or level (`Fetch`, `Size`).
    pub lod: Option<Lanes>,
    /// ds/dx, dt/dx, dr/dx, ds/dy, dt/dy, dr/dy (`Gradient`).
    pub gradients: Option<[Lanes; 6]>,
    /// The offset in texels.
    pub offset: [i32; 3],
    /// The offset in texels along s and t, if it is not constant; replaces `offset`.
    pub offset_lanes: Option<[Lanes; 2]>,
    /// The component that a `Gather` reads, or [`SINGLE_COMPONENT`].
    pub component: u8,
    /// True for depth comparisons that return a scalar.
    pub scalar: bool,
    /// The components of the result that the shader reads, as bits; the others may hold anything.
    pub wanted: u8,
}

/// The number that stands for the component of a texture that has one: alpha, depth, intensity or luminance.
pub const SINGLE_COMPONENT: u8 = 4;

const ZERO: Lanes = Lanes([0; 64]);

/// The largest number of levels of a texture.
const LEVELS: usize = 16;

/// Returns the texel of missing and incomplete textures: (0, 0, 0, 1).
fn missing(integer: bool) -> [Lanes; 4] {
    [ZERO, ZERO, ZERO, Lanes([if integer { 1 } else { 1f32.to_bits() }; 64])]
}

/// Performs a look-up for all lanes; writes the four components of the result. Lanes form quads, as for derivatives. All instruction sets
/// give the same bits.
pub fn sample(set: InstructionSet, view: Option<&TextureView>, lookup: &Lookup, result: &mut [Lanes; 4]) {
    if lookup.sampler.kind == TextureKind::Buffer {
        *result = buffer::look_up(view.and_then(|view| view.buffer.as_ref()), lookup);
        return;
    }
    let integer = lookup.sampler.result != Scalar::Float;
    let Some(view) = view.filter(|view| !view.levels.is_empty()) else {
        *result = match lookup.kind {
            SampleKind::Size | SampleKind::Levels | SampleKind::Lod => [ZERO; 4],
            // "Incomplete textures (see section 8.17) are considered to return a texture source color of (0, 0, 0, 1) for all four source
            // texels." [GL 4.4, 8.14.2]
            SampleKind::Gather if lookup.sampler.shadow => [ZERO; 4],
            SampleKind::Gather => [missing(integer)[lookup.component as usize & 3]; 4],
            _ => missing(integer),
        };
        return;
    };
    if let Some(border) = &view.bordered
        && bordered::applies(view, lookup)
    {
        return bordered::sample(view, border, lookup, result);
    }
    match lookup.kind {
        SampleKind::Size => *result = size(view, lookup),
        SampleKind::Levels => *result = [Lanes([view.levels.len() as u32; 64]), ZERO, ZERO, ZERO],
        SampleKind::Fetch => fetched(set, set, view, lookup, result),
        SampleKind::Lod => *result = level::query(view, lookup),
        SampleKind::Implicit | SampleKind::Gradient if view.anisotropy > 1 => anisotropy::sample(set, view, lookup, result),
        SampleKind::Gather | SampleKind::Implicit | SampleKind::Explicit | SampleKind::Gradient => isotropic(set, view, lookup, result),
    }
}

/// Returns the components of texels from which a swizzle makes the wanted ones, as bits.
fn moved(swizzle: [u8; 4], wanted: u8) -> u8 {
    if swizzle == [0, 1, 2, 3] {
        return wanted;
    }
    let from = swizzle.into_iter().enumerate().filter(|&(component, from)| from < 4 && wanted >> component & 1 != 0);
    from.fold(0, |bits, (_, from)| bits | 1 << from)
}

/// Returns the components of texels that a look-up needs, as bits.
fn needed(view: &TextureView, lookup: &Lookup) -> u8 {
    moved(by(view, lookup), lookup.wanted)
}

/// Returns true if every look-up in the texture returns finite values that are not negative, in any level and outside of the texture.
pub fn is_unsigned(view: &TextureView) -> bool {
    let normalized = |surface: &Surface| surface.format.kind() == Kind::Normalized;
    !view.levels.is_empty() && !view.wrap.into_iter().any(axis::bordered) && view.surface(0, 0).is_some_and(normalized)
}

/// Samples a texture with one filter for each lane.
fn isotropic(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    match lookup.sampler.kind {
        TextureKind::D1 | TextureKind::D2 | TextureKind::Rect | TextureKind::External => filtered(set, set, view, lookup, result),
        _ => filtered_layers(set, set, view, lookup, result),
    }
}

versions! {
    fn filtered = filter<Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4])
}
versions! {
    fn fetched = fetch(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4])
}
versions! {
    fn filtered_layers = filter_layers<Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4])
}

/// Samples a texture without layers, with filters.
#[inline(always)]
fn filter<V: Eight>(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    if lookup.kind == SampleKind::Gather {
        return filter::gather::<V>(set, view, lookup, result);
    }
    let choice = level::select(view, lookup, None);
    filter::level_pass(set, set, view, lookup, &choice.first, &choice.linear, result);
    if choice.two {
        let mut second = [ZERO; 4];
        filter::level_pass(set, set, view, lookup, &choice.second, &choice.linear, &mut second);
        blend_levels(view, lookup, &choice.fraction, &second, result);
    }
    swizzle_result(view, lookup, result);
}

/// Blends the results of two levels.
#[inline(always)]
fn blend_levels(view: &TextureView, lookup: &Lookup, fraction: &[f32; 64], second: &[Lanes; 4], result: &mut [Lanes; 4]) {
    if view.reduction != Reduction::Average {
        return reduction::blend(view, second, fraction, result);
    }
    let needed = needed(view, lookup);
    for component in 0..4 {
        if needed >> component & 1 == 0 {
            continue;
        }
        for lane in 0..64 {
            let (a, b) = (f32::from_bits(result[component].0[lane]), f32::from_bits(second[component].0[lane]));
            result[component].0[lane] = (a + (b - a) * fraction[lane]).to_bits();
        }
    }
}

/// Returns the swizzle of a look-up.
fn by(view: &TextureView, lookup: &Lookup) -> [u8; 4] {
    if lookup.scalar && lookup.reference.is_some() { [view.scalar; 4] } else { view.swizzle }
}

/// Applies the swizzle of a look-up.
#[inline(always)]
fn swizzle_result(view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    let by = by(view, lookup);
    if by != [0, 1, 2, 3] {
        swizzle(view, by, lookup.wanted, result);
    }
}

/// Applies a swizzle, the view's or that of its scalar, to the wanted components.
#[inline(always)]
fn swizzle(view: &TextureView, by: [u8; 4], wanted: u8, result: &mut [Lanes; 4]) {
    let changed = |component: usize| wanted >> component & 1 != 0 && by[component] as usize != component;
    if !(changed(0) | changed(1) | changed(2) | changed(3)) {
        return;
    }
    // Most swizzles only replace components by constants, as those of RGB textures do.
    if (0..4).any(|component| by[component] < 4 && changed(component)) {
        let texel = *result;
        for component in (0..4).filter(|&component| by[component] < 4) {
            result[component] = texel[by[component] as usize];
        }
    }
    for component in (0..4).filter(|&component| by[component] >= 4 && changed(component)) {
        let one = if is_integer(view) { 1 } else { 1f32.to_bits() };
        result[component].0.fill(if by[component] == 4 { 0 } else { one });
    }
}

/// Returns the value of all lanes, levels or layers, if they have the same one.
#[inline(always)]
fn same<T: Copy + PartialEq>(values: &[T; 64]) -> Option<T> {
    let mut different = false;
    for lane in 0..64 {
        different |= values[lane] != values[0];
    }
    (!different).then_some(values[0])
}

/// Returns true if all levels are RGBA8 and averaged, which [`bytes`] filters.
#[inline(always)]
fn is_plain(view: &TextureView) -> bool {
    view.reduction == Reduction::Average
        && view.levels.iter().all(|layers| layers.first().is_some_and(|surface| surface.format == Format::Rgba8))
        && view.levels.len() <= LEVELS
}

/// Returns true if texels are returned as integers.
fn is_integer(view: &TextureView) -> bool {
    let kind = view.surface(0, 0).map(|surface| surface.format.kind());
    match kind {
        Some(Kind::DepthStencil) => view.stencil,
        kind => matches!(kind, Some(Kind::Int | Kind::Uint | Kind::Stencil)),
    }
}

/// Returns true if coordinates are normalised, as for all but rectangle textures.
fn normalized(lookup: &Lookup) -> bool {
    lookup.sampler.kind != TextureKind::Rect
}

/// Returns true if s, t and r are a direction from the centre of a cube map.
fn is_cube(lookup: &Lookup) -> bool {
    matches!(lookup.sampler.kind, TextureKind::Cube | TextureKind::CubeArray)
}

/// Returns the coordinates s, t and r of a lane.
#[inline(always)]
fn point(lookup: &Lookup, lane: usize) -> [f32; 3] {
    let [s, t] = [0, 1].map(|axis| f32::from_bits(lookup.coordinates[axis].0[lane]));
    [s, t, lookup.r.as_ref().map_or(0.0, |r| f32::from_bits(r.0[lane]))]
}

/// Returns the number of texels of the base level per unit of each coordinate; 0 for r of all but 3D textures.
fn scale(view: &TextureView, lookup: &Lookup) -> [f32; 3] {
    match view.surface(0, 0) {
        Some(base) if normalized(lookup) => {
            let depth = if lookup.sampler.kind == TextureKind::D3 { view.levels[0].len() as f32 } else { 0.0 };
            [base.width as f32, base.height as f32, depth]
        }
        _ => [1.0, 1.0, 0.0],
    }
}

/// Returns the offsets along one axis; `None` if they are 0.
#[inline(always)]
fn offsets(lookup: &Lookup, axis: usize) -> Option<[i32; 64]> {
    match &lookup.offset_lanes {
        Some(lanes) if axis < 2 => Some(lanes[axis].0.map(|offset| offset as i32)),
        _ if lookup.offset[axis] == 0 => None,
        _ => Some([lookup.offset[axis]; 64]),
    }
}

/// Executes textureSize.
fn size(view: &TextureView, lookup: &Lookup) -> [Lanes; 4] {
    let mut result = [ZERO, ZERO, Lanes([1; 64]), ZERO];
    for lane in 0..64 {
        let level = lookup.lod.as_ref().map_or(0, |lod| lod.0[lane]) as usize;
        let Some(surface) = view.surface(level, 0) else { continue };
        let layers = view.levels[level].len() as u32;
        let size = match lookup.sampler.kind {
            TextureKind::D1Array => [surface.width, layers, 1],
            TextureKind::D3 | TextureKind::D2Array | TextureKind::D2MultisampleArray => [surface.width, surface.height, layers],
            TextureKind::CubeArray => [surface.width, surface.height, layers / 6],
            _ => [surface.width, surface.height, 1],
        };
        (0..3).for_each(|axis| result[axis].0[lane] = size[axis]);
    }
    result
}

/// Executes texelFetch.
#[inline(always)]
fn fetch(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    let levels = lookup.lod.as_ref().map_or(&ZERO.0, |lod| &lod.0);
    let plane = matches!(lookup.sampler.kind, TextureKind::D2 | TextureKind::Rect | TextureKind::External) && lookup.offset_lanes.is_none();
    let [s, t] = &lookup.coordinates;
    let [x, y, _] = lookup.offset;
    if plane && fetch_plane(set, view, [s, t], lookup.lod.as_ref(), [x, y], lookup.wanted, result) {
        return;
    }
    let axis = |coordinate: Option<&Lanes>, axis: usize| {
        let mut place = coordinate.map_or([0; 64], |coordinate| coordinate.0.map(|bits| bits as i32));
        if let Some(offset) = offsets(lookup, axis) {
            (0..64).for_each(|lane| place[lane] = place[lane].wrapping_add(offset[lane]));
        }
        place
    };
    let layer = || lookup.layer.as_ref().map_or([0; 64], |layer| layer.0.map(|bits| bits as i32));
    let columns = axis(Some(&lookup.coordinates[0]), 0);
    let (rows, layers) = match lookup.sampler.kind {
        TextureKind::D1 => ([0; 64], [0; 64]),
        TextureKind::D1Array => ([0; 64], layer()),
        TextureKind::D2Array | TextureKind::D2MultisampleArray => (axis(Some(&lookup.coordinates[1]), 1), layer()),
        TextureKind::D3 => (axis(Some(&lookup.coordinates[1]), 1), axis(lookup.r.as_ref(), 2)),
        _ => (axis(Some(&lookup.coordinates[1]), 1), [0; 64]),
    };
    // "Table X.1 describes whether the conversion is skipped if the TEXTURE_SRGB_DECODE_EXT parameter is SKIP_DECODE_EXT, depending on the
    // function used for the access" [EXT_texture_sRGB_decode]: texelFetch always converts.
    let source = view
        .surface(0, 0)
        .filter(|surface| !(view.stencil && surface.format.has_stencil()))
        .map(|surface| Source::new(view, surface.format, levels, &layers).decoded_as(view.fetched.unwrap_or(surface.format)));
    match source.filter(|source| source.complete && layers.iter().all(|&layer| layer >= 0)) {
        Some(source) => source.fetch(set, &columns, &rows, result),
        None => fetch_by_lane(view, levels, [&columns, &rows, &layers], result),
    }
    if view.swizzle != [0, 1, 2, 3] {
        swizzle(view, view.swizzle, lookup.wanted, result);
    }
}

/// Fetches one texel of each lane, also of stencil values and out of bounds.
#[inline(never)]
fn fetch_by_lane(view: &TextureView, levels: &[u32; 64], [columns, rows, layers]: [&[i32; 64]; 3], result: &mut [Lanes; 4]) {
    let stencil = is_integer(view) && view.stencil;
    *result = [ZERO; 4];
    for lane in 0..64 {
        let level = levels[lane] as usize;
        let Some(surface) = view.surface(level, 0) else { continue };
        // Negative coordinates become large and thus out of bounds. Layers out of bounds read as texels out of bounds do: zero bits.
        let layer = view.surface(level, layers[lane] as u32 as usize);
        let raw = layer.map_or([0; 4], |layer| layer.raw(columns[lane] as u32, rows[lane] as u32));
        let format = view.fetched.unwrap_or(surface.format);
        let words = if stencil { [u32::from(format.stencil(raw)), 0, 0, 1] } else { format.decode(raw) };
        (0..4).for_each(|component| result[component].0[lane] = words[component]);
    }
}

/// Returns true if a filter is linear for this texture; integers are not averaged.
fn linear(view: &TextureView, filter: Filter) -> bool {
    filter == Filter::Linear && has_filters(view)
}

/// Returns true if filters may combine the texels of this texture.
fn has_filters(view: &TextureView) -> bool {
    !is_integer(view) || view.reduction != Reduction::Average
}
