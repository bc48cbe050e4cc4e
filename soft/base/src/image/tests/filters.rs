//! Anisotropic filters and reductions.

use super::super::lookup::Lookup;
use super::super::mip;
use super::super::sampler::{Filter, Reduction, TextureView, Wrap};
use super::lookups::{lookup, noise, run, view};
use super::*;
use crate::core::compare::Compare;
use crate::core::lanes::Lanes;
use crate::hir::Scalar;
use crate::image::lookup::SampleKind;

/// A look-up whose lanes are (x, y) of quads side by side, at that distance in s and t.
fn footprints(x: [f32; 2], y: [f32; 2]) -> Lookup {
    let at = |axis: usize| {
        std::array::from_fn(|lane| {
            let (column, row) = ((lane / 4 * 2 + lane % 2) as f32, (lane % 4 / 2) as f32);
            0.5 / 64.0 + column * x[axis] + row * y[axis]
        })
    };
    lookup(SampleKind::Implicit, at(0), at(1))
}

/// A mipmapped texture of rows that are black and white.
fn rows(anisotropy: u32) -> TextureView {
    let base = Surface::new(Format::Rgba8, 64, 64).unwrap();
    (0..64 * 64).for_each(|index| base.set_raw(index % 64, index / 64, [if index / 64 % 2 == 0 { 0 } else { u32::MAX }, 0, 0, 0]));
    let mut levels = vec![base.clone()];
    levels.extend(mip::generate(&base, 9).unwrap());
    TextureView { mip_filter: Some(Filter::Linear), anisotropy, ..view(levels, Wrap::Repeat, Filter::Linear) }
}

#[test]
fn long_footprints_keep_what_is_across_them() {
    // Eight texels along the rows, one across them.
    let lookup = footprints([8.0 / 64.0, 0.0], [0.0, 1.0 / 64.0]);
    let isotropic = run(Some(&rows(1)), &lookup);
    assert!(isotropic.iter().all(|texel| (f32::from_bits(texel[0]) - 0.5).abs() < 0.01));
    for (anisotropy, sharp) in [(8, true), (16, true), (2, false)] {
        let found = run(Some(&rows(anisotropy)), &lookup);
        for (lane, texel) in found.iter().enumerate() {
            let wanted = if !sharp { 0.5 } else { (lane % 4 / 2) as f32 };
            assert!((f32::from_bits(texel[0]) - wanted).abs() < 0.01, "{anisotropy} {lane}: {}", f32::from_bits(texel[0]));
        }
    }
    // The longer side along y, as gradients and in a rectangle of the array.
    let mut turned = footprints([0.0, 1.0 / 64.0], [8.0 / 64.0, 0.0]);
    turned.kind = SampleKind::Gradient;
    turned.gradients = Some([0.0, 1.0 / 64.0, 0.0, 8.0 / 64.0, 0.0, 0.0].map(|slope: f32| Lanes([slope.to_bits(); 64])));
    let found = run(Some(&rows(16)), &turned);
    for (lane, texel) in found.iter().enumerate() {
        let row = (lane / 4 * 2 + lane % 2) % 2;
        assert!((f32::from_bits(texel[0]) - row as f32).abs() < 0.01, "{lane}");
    }
}

#[test]
fn square_footprints_are_filtered_as_without_anisotropy() {
    let lookup = footprints([3.0 / 64.0, 1.0 / 64.0], [-1.0 / 64.0, 3.0 / 64.0]);
    assert_eq!(run(Some(&rows(16)), &lookup), run(Some(&rows(1)), &lookup));
    // A footprint within a texel has one sample too.
    let lookup = footprints([0.5 / 64.0, 0.0], [0.0, 0.01 / 64.0]);
    assert_eq!(run(Some(&rows(16)), &lookup), run(Some(&rows(1)), &lookup));
}

#[test]
fn the_level_of_a_long_footprint_is_that_of_its_samples() {
    let mut lookup = footprints([8.0 / 64.0, 0.0], [0.0, 2.0 / 64.0]);
    lookup.kind = SampleKind::Lod;
    for (anisotropy, level) in [(1, 3.0), (2, 2.0), (4, 1.0), (16, 1.0)] {
        assert_eq!(floats(run(Some(&rows(anisotropy)), &lookup)[0])[..2], [level, level], "{anisotropy}");
    }
}

#[test]
fn wild_footprints_end() {
    for wild in [f32::NAN, f32::INFINITY, 1e38, 0.0] {
        let lookup = footprints([wild, 0.0], [0.0, 1e-38]);
        run(Some(&rows(16)), &lookup);
    }
}

/// A look-up at the place between the texels of a 2×2 texture: the weights of the second column and row.
fn between(x: f32, y: f32) -> Lookup {
    lookup(SampleKind::Explicit, [0.25 + x * 0.5; 64], [0.25 + y * 0.5; 64])
}

#[test]
fn reductions_take_one_of_the_texels_with_a_weight() {
    for format in [Format::Rgba8, Format::R32f] {
        let surface = Surface::new(format, 2, 2).unwrap();
        for (index, value) in [0.2, 0.4, 0.6, 0.8].into_iter().enumerate() {
            surface.set_texel(index as u32 % 2, index as u32 / 2, bits([value, 1.0 - value, 0.0, 1.0]));
        }
        let read = |reduction: Reduction, x: f32, y: f32| {
            let view = TextureView { reduction, ..view(vec![surface.clone()], Wrap::ClampToEdge, Filter::Linear) };
            (f32::from_bits(run(Some(&view), &between(x, y))[0][0]) * 10.0).round() as i32
        };
        assert_eq!((read(Reduction::Min, 0.5, 0.5), read(Reduction::Max, 0.5, 0.5)), (2, 8));
        // "the set of provided texels with non-zero weights"
        assert_eq!((read(Reduction::Min, 0.0, 0.5), read(Reduction::Max, 0.0, 0.5)), (2, 6));
        assert_eq!((read(Reduction::Min, 0.5, 1.0), read(Reduction::Max, 0.5, 0.0)), (6, 4));
        assert_eq!((read(Reduction::Min, 1.0, 1.0), read(Reduction::Max, 0.0, 0.0)), (8, 2));
    }
}

#[test]
fn integers_are_reduced_too() {
    for (format, scalar, wanted) in [(Format::Rgba32i, Scalar::Int, (u32::MAX, 7)), (Format::Rgba32ui, Scalar::Uint, (3, u32::MAX))] {
        let surface = Surface::new(format, 2, 2).unwrap();
        [7, u32::MAX, 3, 5]
            .into_iter()
            .enumerate()
            .for_each(|(index, value)| surface.set_texel(index as u32 % 2, index as u32 / 2, [value; 4]));
        let read = |reduction: Reduction| {
            let view = TextureView { reduction, ..view(vec![surface.clone()], Wrap::ClampToEdge, Filter::Linear) };
            let mut lookup = between(0.5, 0.5);
            lookup.sampler.result = scalar;
            run(Some(&view), &lookup)[0][0]
        };
        assert_eq!((read(Reduction::Min), read(Reduction::Max)), wanted);
    }
}

#[test]
fn reductions_are_of_comparisons_and_of_levels() {
    let surface = Surface::new(Format::Depth32f, 2, 2).unwrap();
    [0.1, 0.2, 0.3, 0.9]
        .into_iter()
        .enumerate()
        .for_each(|(index, value)| surface.set_texel(index as u32 % 2, index as u32 / 2, bits([value; 4])));
    let read = |reduction: Reduction| {
        let compare = Some(Compare::LessEqual);
        let view = TextureView { reduction, compare, ..view(vec![surface.clone()], Wrap::ClampToEdge, Filter::Linear) };
        let mut lookup = between(0.5, 0.5);
        lookup.sampler.shadow = true;
        lookup.reference = Some(Lanes([0.5f32.to_bits(); 64]));
        f32::from_bits(run(Some(&view), &lookup)[0][0])
    };
    assert_eq!((read(Reduction::Min), read(Reduction::Max), read(Reduction::Average)), (0.0, 1.0, 0.25));
    let levels: Vec<Surface> = [(4, 0.25), (2, 0.75)]
        .map(|(size, value)| {
            let surface = Surface::new(Format::R32f, size, size).unwrap();
            (0..size * size).for_each(|index| surface.set_texel(index % size, index / size, bits([value; 4])));
            surface
        })
        .into();
    for (reduction, wanted) in [(Reduction::Min, [0.25, 0.25, 0.75]), (Reduction::Max, [0.25, 0.75, 0.75])] {
        let mut view = view(levels.clone(), Wrap::Repeat, Filter::Nearest);
        (view.reduction, view.mip_filter) = (reduction, Some(Filter::Linear));
        let mut lookup = between(0.3, 0.3);
        let found = [0.0, 0.5, 1.0].map(|level: f32| {
            lookup.lod = Some(Lanes([level.to_bits(); 64]));
            f32::from_bits(run(Some(&view), &lookup)[0][0])
        });
        assert_eq!(found, wanted, "{reduction:?}");
    }
}

#[test]
fn reductions_of_long_footprints_are_of_all_samples() {
    // Columns of one colour each along the footprint.
    let base = noise(Format::Rgba8, 64, 64);
    let mut view = TextureView { anisotropy: 16, ..view(vec![base], Wrap::Repeat, Filter::Linear) };
    let lookup = footprints([8.0 / 64.0, 0.0], [0.0, 1.0 / 64.0]);
    let mut read = |reduction: Reduction| {
        view.reduction = reduction;
        run(Some(&view), &lookup).map(|texel| f32::from_bits(texel[0]))
    };
    let (least, mean, most) = (read(Reduction::Min), read(Reduction::Average), read(Reduction::Max));
    assert!((0..64).all(|lane| least[lane] < mean[lane] && mean[lane] < most[lane]));
}
