//! Anisotropic filters: several samples along the longer side of a pixel's footprint.

use super::{Lookup, SampleKind, ZERO, cube, is_cube, isotropic, point, reduction, scale};
use crate::core::cpu::InstructionSet;
use crate::core::lanes::Lanes;
use crate::core::math;
use crate::image::sampler::{Reduction, TextureView};

/// The footprint of each lane's pixel.
struct Footprints {
    /// The number of samples along the longer side, at least 1.
    count: [u32; 64],
    /// The level of detail of a sample, with the shader's bias and without the sampler's.
    detail: [f32; 64],
    /// The longer side, in the coordinates of the look-up.
    side: [[f32; 3]; 64],
}

/// Returns the derivatives of a lane's coordinates along x and y, as the look-up has them.
fn slopes(lookup: &Lookup, lane: usize) -> [[f32; 3]; 2] {
    if let (SampleKind::Gradient, Some(gradients)) = (lookup.kind, &lookup.gradients) {
        return [0, 3].map(|first| [0, 1, 2].map(|axis| f32::from_bits(gradients[first + axis].0[lane])));
    }
    // A quad has one derivative: that of its first lane.
    let [here, right, up] = [0, 1, 2].map(|neighbour| point(lookup, (lane & !3) + neighbour));
    [right, up].map(|to| [0, 1, 2].map(|axis| to[axis] - here[axis]))
}

/// Returns the derivatives of a lane of a cube map on the lane's own face.
fn slopes_on_face(lookup: &Lookup, projected: Option<&[Lanes; 6]>, lane: usize) -> [[f32; 3]; 2] {
    if let Some(gradients) = projected {
        return [0, 3].map(|first| [0, 1, 2].map(|axis| f32::from_bits(gradients[first + axis].0[lane])));
    }
    let face = cube::face(point(lookup, lane));
    let place = |lane: usize| cube::project(face, point(lookup, lane));
    // The differences along the lane's own row and column, as without anisotropy.
    [(lane & !1, lane | 1), (lane & !2, lane | 2)].map(|(from, to)| {
        let (from, to) = (place(from), place(to));
        [0, 1, 2].map(|axis| to[axis] - from[axis])
    })
}

impl Footprints {
    fn new(view: &TextureView, lookup: &Lookup) -> Self {
        let scale = scale(view, lookup);
        let cube = is_cube(lookup);
        let gradients = lookup.gradients.as_ref().filter(|_| cube && lookup.kind == SampleKind::Gradient);
        let projected = gradients.map(|gradients| cube::gradients(lookup, gradients));
        let mut footprints = Self { count: [1; 64], detail: [0.0; 64], side: [[0.0; 3]; 64] };
        for lane in 0..64 {
            let slopes = slopes(lookup, lane);
            let texels = if cube { slopes_on_face(lookup, projected.as_ref(), lane) } else { slopes };
            let [x, y] = texels.map(|slope| (0..3).fold(0.0, |sum, axis| sum + slope[axis] * scale[axis] * (slope[axis] * scale[axis])));
            let (longer, shorter) = if x > y { (x, y) } else { (y, x) };
            // "N = min(ceil(Pmax/Pmin),maxAniso)" [ARB_texture_filter_anisotropic] A side that is shorter than a texel has one sample, so that no
            // more samples are taken than there are texels.
            let ratio = (longer / if shorter > 1.0 { shorter } else { 1.0 }).sqrt().ceil();
            let most = view.anisotropy as f32;
            // The comparisons are false for NaN.
            let ratio = if ratio > 1.0 { ratio } else { 1.0 };
            let count = if ratio < most { ratio } else { most };
            footprints.count[lane] = count as u32;
            // "Lambda' = log2(Pmax/N)" [ARB_texture_filter_anisotropic]
            footprints.detail[lane] = 0.5 * math::log2(longer / (count * count));
            footprints.side[lane] = slopes[usize::from(x <= y)];
        }
        if let Some(bias) = lookup.lod.as_ref().filter(|_| lookup.kind != SampleKind::Gradient) {
            (0..64).for_each(|lane| footprints.detail[lane] += f32::from_bits(bias.0[lane]));
        }
        footprints
    }
}

/// Returns the level of detail of each lane's samples, with all biases.
pub(super) fn details(view: &TextureView, lookup: &Lookup) -> [f32; 64] {
    Footprints::new(view, lookup).detail.map(|detail| detail + view.lod_bias)
}

/// Samples a texture with several filters for each lane whose footprint is longer than wide.
#[inline(never)]
pub(super) fn sample(set: InstructionSet, view: &TextureView, lookup: &Lookup, result: &mut [Lanes; 4]) {
    let footprints = Footprints::new(view, lookup);
    let most = footprints.count.iter().copied().max().unwrap_or(1);
    if most <= 1 {
        return isotropic(set, view, lookup, result);
    }
    let mut one = Lookup {
        sampler: lookup.sampler,
        kind: SampleKind::Explicit,
        coordinates: [ZERO; 2],
        r: lookup.r.as_ref().map(|_| ZERO),
        layer: lookup.layer,
        reference: lookup.reference,
        lod: Some(Lanes(footprints.detail.map(f32::to_bits))),
        gradients: None,
        offset: lookup.offset,
        offset_lanes: lookup.offset_lanes,
        component: lookup.component,
        scalar: lookup.scalar,
        wanted: lookup.wanted,
    };
    let mut found = [ZERO; 4];
    for number in 1..=most {
        // "Tau(u(x,y)+dudx(i/(N+1)-1/2), v(x,y)+dvdx(i/(N+1)-1/2))" [ARB_texture_filter_anisotropic]
        for lane in 0..64 {
            let along = number as f32 / (footprints.count[lane] + 1) as f32 - 0.5;
            let place = point(lookup, lane);
            let [s, t, r] = [0, 1, 2].map(|axis| (place[axis] + footprints.side[lane][axis] * along).to_bits());
            (one.coordinates[0].0[lane], one.coordinates[1].0[lane]) = (s, t);
            if let Some(to) = &mut one.r {
                to.0[lane] = r;
            }
        }
        isotropic(set, view, &one, &mut found);
        if number == 1 {
            *result = found;
            continue;
        }
        let takes = footprints.count.map(|count| number <= count);
        if view.reduction == Reduction::Average {
            for (sum, found) in result.iter_mut().zip(&found) {
                for lane in (0..64).filter(|&lane| takes[lane]) {
                    sum.0[lane] = (f32::from_bits(sum.0[lane]) + f32::from_bits(found.0[lane])).to_bits();
                }
            }
        } else {
            // Any weight between 0 and 1 takes both.
            reduction::blend(view, &found, &takes.map(|takes| if takes { 0.5 } else { 0.0 }), result);
        }
    }
    if view.reduction == Reduction::Average {
        for sum in result {
            for lane in (0..64).filter(|&lane| footprints.count[lane] > 1) {
                sum.0[lane] = (f32::from_bits(sum.0[lane]) / footprints.count[lane] as f32).to_bits();
            }
        }
    }
}
