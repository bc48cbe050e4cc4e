//! Texture look-ups of a wave: executes a texture function for 64 lanes.

mod axis;
mod buffer;
mod filter;
mod level;

use super::format::Kind;
use super::sampler::{Filter, TextureView};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::hir::{SamplerType, Scalar, TextureKind};

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
    pub sampler: SamplerType,
    pub kind: SampleKind,
    /// The coordinates s and t (ints for fetches).
    pub coordinates: [Lanes; 2],
    /// The depth reference of shadow samplers.
    pub reference: Option<Lanes>,
    /// The bias (`Implicit`), level of detail (`Explicit`) or level (`Fetch`, `Size`).
    pub lod: Option<Lanes>,
    /// ds/dx, dt/dx, ds/dy, dt/dy (`Gradient`).
    pub gradients: Option<[Lanes; 4]>,
    /// The offset in texels.
    pub offset: [i32; 2],
    /// The offset in texels, if it is not constant; replaces `offset`.
    pub offset_lanes: Option<[Lanes; 2]>,
    /// The component that a `Gather` reads.
    pub component: u8,
}

const ZERO: Lanes = Lanes([0; 64]);

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
            _ => missing(integer),
        };
        return;
    };
    match lookup.kind {
        SampleKind::Size => *result = size(view, lookup),
        SampleKind::Levels => *result = [Lanes([view.levels.len() as u32; 64]), ZERO, ZERO, ZERO],
        SampleKind::Fetch => *result = fetch(view, lookup),
        SampleKind::Lod => *result = level::query(view, lookup),
        SampleKind::Gather | SampleKind::Implicit | SampleKind::Explicit | SampleKind::Gradient => {
            filtered(set, view, lookup, result);
        }
    }
}

versions! {
    fn filtered = filter(view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4])
}

/// Samples with filters.
#[inline(always)]
fn filter(view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    if lookup.kind == SampleKind::Gather {
        *result = filter::gather(view, lookup);
        return;
    }
    let choice = level::select(view, lookup);
    let mut second = [ZERO; 4];
    // A loop over the levels, so that the pass is compiled once.
    for number in 0..if choice.two { 2 } else { 1 } {
        let (levels, into) = if number == 0 { (&choice.first, &mut *result) } else { (&choice.second, &mut second) };
        filter::pass(view, lookup, levels, &choice.linear, into);
    }
    if choice.two {
        for component in 0..4 {
            for lane in 0..64 {
                let (a, b) = (f32::from_bits(result[component].0[lane]), f32::from_bits(second[component].0[lane]));
                result[component].0[lane] = (a + (b - a) * choice.fraction[lane]).to_bits();
            }
        }
    }
    if view.swizzle != [0, 1, 2, 3] {
        *result = swizzle(view, *result);
    }
}

/// Applies the swizzle of the view.
fn swizzle(view: &TextureView, texel: [Lanes; 4]) -> [Lanes; 4] {
    if view.swizzle == [0, 1, 2, 3] {
        return texel;
    }
    let one = if is_integer(view) { 1 } else { 1f32.to_bits() };
    view.swizzle.map(|component| match component {
        0..4 => texel[component as usize],
        4 => ZERO,
        _ => Lanes([one; 64]),
    })
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

/// Executes textureSize.
fn size(view: &TextureView, lookup: &Lookup) -> [Lanes; 4] {
    let mut result = [ZERO, ZERO, Lanes([1; 64]), ZERO];
    for lane in 0..64 {
        let level = lookup.lod.as_ref().map_or(0, |lod| lod.0[lane]) as usize;
        if let Some(surface) = view.surface(level, 0) {
            (result[0].0[lane], result[1].0[lane]) = (surface.width, surface.height);
        }
    }
    result
}

/// Executes texelFetch.
fn fetch(view: &TextureView, lookup: &Lookup) -> [Lanes; 4] {
    let mut result = [ZERO; 4];
    let stencil = is_integer(view) && view.stencil;
    for lane in 0..64 {
        let level = lookup.lod.as_ref().map_or(0, |lod| lod.0[lane]) as usize;
        let Some(surface) = view.surface(level, 0) else { continue };
        let at = |axis: usize| {
            let offset = lookup.offset_lanes.as_ref().map_or(lookup.offset[axis], |offset| offset[axis].0[lane] as i32);
            // Negative coordinates become large and thus out of bounds.
            (lookup.coordinates[axis].0[lane] as i32).wrapping_add(offset) as u32
        };
        let raw = surface.raw(at(0), if lookup.sampler.kind == TextureKind::D1 { 0 } else { at(1) });
        let words = if stencil { [u32::from(surface.format.stencil(raw)), 0, 0, 1] } else { surface.format.decode(raw) };
        (0..4).for_each(|component| result[component].0[lane] = words[component]);
    }
    swizzle(view, result)
}

/// Returns true if a filter is linear for this texture; integer textures are never filtered.
fn linear(view: &TextureView, filter: Filter) -> bool {
    filter == Filter::Linear && !is_integer(view)
}
