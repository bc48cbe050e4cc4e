//! The selection of mip levels.

use super::cube::Projection;
use super::{Lookup, SampleKind, anisotropy, cube, has_filters, is_cube, linear, point, scale};
use crate::core::lanes::Lanes;
use crate::core::math;
use crate::hir::TextureKind;
use crate::image::sampler::{Filter, TextureView};

/// For each lane, or for each quad, the levels that it reads.
pub(super) struct LevelSelection<const COUNT: usize = 64> {
    /// The first level.
    pub first: [u32; COUNT],
    /// The second level, if filtering between levels.
    pub second: [u32; COUNT],
    /// The weight of the second level.
    pub fraction: [f32; COUNT],
    /// All ones in lanes whose filter within a level is linear, otherwise 0.
    pub linear: [u32; COUNT],
    /// True if any lane needs the second level.
    pub two: bool,
}

fn mask(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

/// Returns true for a linear filter and false for a nearest one if all look-ups filter the base level, and that with one filter.
#[inline(always)]
pub(super) fn only_filter(view: &TextureView) -> Option<bool> {
    let (min, mag) = (linear(view, view.min_filter), linear(view, view.mag_filter));
    (min == mag && (view.mip_filter.is_none() || view.levels.len() <= 1)).then_some(mag)
}

/// Selects the levels and the filter of each lane. `projection` is that of the look-up, if it is in a cube map and the caller has it.
#[inline(always)]
pub(super) fn select(view: &TextureView, lookup: &Lookup, projection: Option<&Projection>) -> LevelSelection {
    match only_filter(view) {
        Some(linear) => LevelSelection::base(linear),
        None => of_details(view, &clamped(view, &unclamped(view, lookup, projection))),
    }
}

/// Selects the levels and the filter of each quad of a two-dimensional texture, without a bias of the shader.
#[inline(always)]
pub(super) fn select_for_quads(view: &TextureView, coordinates: [&Lanes; 2]) -> LevelSelection<16> {
    let size = view.surface(0, 0).map_or([1.0, 1.0], |base| [base.width as f32, base.height as f32]);
    let mut detail = logarithms(&squares(size, coordinates));
    if view.lod_bias != 0.0 {
        detail.iter_mut().for_each(|detail| *detail += view.lod_bias);
    }
    of_details(view, &clamped(view, &detail))
}

impl<const COUNT: usize> LevelSelection<COUNT> {
    /// The base level, with one filter.
    #[inline(always)]
    fn base(linear: bool) -> Self {
        Self { first: [0; COUNT], second: [0; COUNT], fraction: [0.0; COUNT], linear: [mask(linear); COUNT], two: false }
    }
}

/// Selects the levels and the filter for each level of detail.
#[inline(always)]
fn of_details<const COUNT: usize>(view: &TextureView, detail: &[f32; COUNT]) -> LevelSelection<COUNT> {
    let (min, mag) = (linear(view, view.min_filter), linear(view, view.mag_filter));
    let mut choice = LevelSelection::base(mag);
    // "Implementations may either unconditionally assume c = 0 for the minification vs. magnification switch-over point, or may choose to make
    // c depend on the combination of minification and magnification modes" [GL 4.4 core, 8.15]: OpenGL ES 3 has no such choice.
    for lane in 0..COUNT {
        choice.linear[lane] = if detail[lane] > 0.0 { mask(min) } else { mask(mag) };
    }
    let last = view.levels.len().saturating_sub(1) as f32;
    match view.mip_filter.filter(|_| view.levels.len() > 1) {
        None => {}
        Some(Filter::Nearest) => {
            for lane in 0..COUNT {
                // The nearer level; at half way the larger one.
                let level = (detail[lane] + 0.5).ceil() - 1.0;
                choice.first[lane] = index(if detail[lane] > 0.0 { level } else { 0.0 }, last);
            }
        }
        Some(Filter::Linear) => {
            let mut any = 0.0f32;
            for lane in 0..COUNT {
                let level = if detail[lane] > 0.0 { detail[lane] } else { 0.0 };
                let level = if level < last { level } else { last };
                let whole = level.floor();
                choice.first[lane] = index(whole, last);
                choice.second[lane] = index(whole + 1.0, last);
                choice.fraction[lane] = level - whole;
                any = if level - whole > any { level - whole } else { any };
            }
            choice.two = any > 0.0 && has_filters(view);
        }
    }
    choice
}

/// Returns the index of a level, from 0 to the last one; NaN gives 0.
#[inline(always)]
fn index(level: f32, last: f32) -> u32 {
    let level = if level > 0.0 { level } else { 0.0 };
    let level = if level < last { level } else { last };
    // In this range the addition leaves the integer in the low bits.
    (level + 8_388_608.0).to_bits() & 0x7F_FFFF
}

/// Returns the level of detail with the bias, before clamping.
#[inline(always)]
fn unclamped(view: &TextureView, lookup: &Lookup, projection: Option<&Projection>) -> [f32; 64] {
    let mut detail = [0f32; 64];
    match (lookup.kind, &lookup.gradients, &lookup.lod) {
        (SampleKind::Implicit | SampleKind::Lod, _, bias) => {
            detail = implicit(view, lookup, projection);
            if let Some(bias) = bias {
                (0..64).for_each(|lane| detail[lane] += f32::from_bits(bias.0[lane]));
            }
        }
        (SampleKind::Gradient, Some(gradients), _) => {
            let scale = scale(view, lookup);
            let projected;
            let gradients = if is_cube(lookup) {
                projected = cube::gradients(lookup, gradients);
                &projected
            } else {
                gradients
            };
            for lane in 0..64 {
                let at = |first: usize| [0, 1, 2].map(|axis| f32::from_bits(gradients[first + axis].0[lane]) * scale[axis]);
                detail[lane] = footprint_level(at(0), at(3));
            }
        }
        (_, _, Some(lod)) => (0..64).for_each(|lane| detail[lane] = f32::from_bits(lod.0[lane])),
        _ => {}
    }
    if view.lod_bias != 0.0 {
        detail.iter_mut().for_each(|detail| *detail += view.lod_bias);
    }
    detail
}

/// Clamps the level of detail to the sampler's range.
#[inline(always)]
fn clamped<const COUNT: usize>(view: &TextureView, detail: &[f32; COUNT]) -> [f32; COUNT] {
    let mut result = [0f32; COUNT];
    for lane in 0..COUNT {
        let value = if detail[lane] > view.min_lod { detail[lane] } else { view.min_lod };
        result[lane] = if value < view.max_lod { value } else { view.max_lod };
    }
    result
}

/// Returns the square of the longer side of a pixel's footprint.
#[inline(always)]
fn longer_square(x: [f32; 3], y: [f32; 3]) -> f32 {
    let (x, y) = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2], y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    if x > y { x } else { y }
}

/// Returns the logarithm to base 2 of the longer side of a pixel's footprint.
#[inline(always)]
fn footprint_level(x: [f32; 3], y: [f32; 3]) -> f32 {
    0.5 * math::log2(longer_square(x, y))
}

/// Returns the square of the longer side of each quad's footprint, for textures without the coordinate r.
#[inline(always)]
fn squares([width, height]: [f32; 2], [s, t]: [&Lanes; 2]) -> [f32; 16] {
    // As if each lane were the first one of a quad, so that the loop vectorises.
    let mut each = [0f32; 62];
    for lane in 0..62 {
        let (s0, t0) = (f32::from_bits(s.0[lane]), f32::from_bits(t.0[lane]));
        let x = [(f32::from_bits(s.0[lane + 1]) - s0) * width, (f32::from_bits(t.0[lane + 1]) - t0) * height];
        let y = [(f32::from_bits(s.0[lane + 2]) - s0) * width, (f32::from_bits(t.0[lane + 2]) - t0) * height];
        let (x, y) = (x[0] * x[0] + x[1] * x[1], y[0] * y[0] + y[1] * y[1]);
        each[lane] = if x > y { x } else { y };
    }
    let mut squares = [0f32; 16];
    for quad in 0..16 {
        squares[quad] = each[quad * 4];
    }
    squares
}

/// Returns the square of the longer side of each quad's footprint, for 3D textures.
#[inline(never)]
fn squares_with_r(view: &TextureView, lookup: &Lookup) -> [f32; 16] {
    let scale = scale(view, lookup);
    let mut squares = [0f32; 16];
    for quad in 0..16 {
        let points = [0, 1, 2].map(|neighbour| point(lookup, quad * 4 + neighbour));
        let difference = |to: usize| [0, 1, 2].map(|axis| (points[to][axis] - points[0][axis]) * scale[axis]);
        squares[quad] = longer_square(difference(1), difference(2));
    }
    squares
}

/// Returns the level of detail of each lane of a cube map, from differences along its own row and column as `dFdx` and `dFdy` have them: the gradients
/// of a program then give the same level. The lanes of a quad are projected onto the lane's own face: another lane may be on another face, or outside
/// of the primitive.
#[inline(always)]
fn implicit_of_cube(view: &TextureView, lookup: &Lookup, projection: &Projection) -> [f32; 64] {
    let [width, height, _] = scale(view, lookup);
    let [s, t] = &projection.places;
    // The squares of the differences from each lane to the next one and to the one behind it: across and up, in a quad.
    let (mut across, mut up) = ([0f32; 64], [0f32; 64]);
    for lane in 0..62 {
        let difference = [(s[lane + 1] - s[lane]) * width, (t[lane + 1] - t[lane]) * height];
        across[lane] = difference[0] * difference[0] + difference[1] * difference[1];
        let difference = [(s[lane + 2] - s[lane]) * width, (t[lane + 2] - t[lane]) * height];
        up[lane] = difference[0] * difference[0] + difference[1] * difference[1];
    }
    let last = [(s[63] - s[62]) * width, (t[63] - t[62]) * height];
    across[62] = last[0] * last[0] + last[1] * last[1];
    let mut squares = [0f32; 64];
    for quad in (0..64).step_by(4) {
        for number in 0..4 {
            let (x, y) = (across[quad | number & 2], up[quad | number & 1]);
            squares[quad | number] = if x > y { x } else { y };
        }
    }
    let mut mixed = false;
    for lane in 0..64 {
        mixed |= projection.face[lane] != projection.face[lane & !3];
    }
    if mixed {
        squares_of_mixed_quads(view, lookup, projection, &mut squares);
    }
    let mut detail = [0f32; 64];
    for lane in 0..64 {
        detail[lane] = 0.5 * math::log2(squares[lane]);
    }
    detail
}

/// Sets the square of the longer side of the footprints of quads whose lanes are on several faces.
#[inline(never)]
fn squares_of_mixed_quads(view: &TextureView, lookup: &Lookup, projection: &Projection, squares: &mut [f32; 64]) {
    let scale = scale(view, lookup);
    for quad in (0..64).step_by(4) {
        let faces = [0, 1, 2, 3].map(|number| projection.face[quad + number]);
        if faces == [faces[0]; 4] {
            continue;
        }
        for number in 0..4 {
            let places = [0, 1, 2, 3].map(|neighbour| cube::project(faces[number], point(lookup, quad + neighbour)));
            let difference = |from: usize, to: usize| [0, 1, 2].map(|axis| (places[to][axis] - places[from][axis]) * scale[axis]);
            squares[quad + number] = longer_square(difference(number & 2, number | 1), difference(number & 1, number | 2));
        }
    }
}

/// Returns the levels of detail of quads, from the squares of their footprints.
#[inline(always)]
fn logarithms(squares: &[f32; 16]) -> [f32; 16] {
    let mut quads = [0f32; 16];
    for quad in 0..16 {
        quads[quad] = 0.5 * math::log2(squares[quad]);
    }
    quads
}

/// Returns one level of detail for each quad, from the derivatives of its first three lanes; for cube maps, one for each lane.
#[inline(always)]
fn implicit(view: &TextureView, lookup: &Lookup, projection: Option<&Projection>) -> [f32; 64] {
    let squares = match lookup.sampler.kind {
        TextureKind::Cube | TextureKind::CubeArray => {
            return match projection {
                Some(projection) => implicit_of_cube(view, lookup, projection),
                None => implicit_of_cube(view, lookup, &Projection::new(lookup)),
            };
        }
        TextureKind::D3 => squares_with_r(view, lookup),
        _ => {
            let [width, height, _] = scale(view, lookup);
            squares([width, height], lookup.coordinates.each_ref())
        }
    };
    let quads = logarithms(&squares);
    let mut detail = [0f32; 64];
    for quad in 0..16 {
        detail[quad * 4..quad * 4 + 4].fill(quads[quad]);
    }
    detail
}

/// Executes textureQueryLod: returns the level that would be read, and the level of detail before clamping.
pub(super) fn query(view: &TextureView, lookup: &Lookup) -> [Lanes; 4] {
    let detail = if view.anisotropy > 1 { anisotropy::details(view, lookup) } else { unclamped(view, lookup, None) };
    let limited = clamped(view, &detail);
    let last = (view.levels.len() - 1) as f32;
    let level = limited.map(|value| match view.mip_filter {
        None => 0f32.to_bits(),
        Some(Filter::Nearest) => (index((value + 0.5).ceil() - 1.0, last) as f32).to_bits(),
        Some(Filter::Linear) => value.max(0.0).min(last).to_bits(),
    });
    [Lanes(level), Lanes(detail.map(f32::to_bits)), Lanes([0; 64]), Lanes([0; 64])]
}
