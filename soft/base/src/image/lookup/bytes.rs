//! RGBA8 texels of one surface that a whole wave reads, eight lanes at a time.

use super::axis::{Dimension, bordered, eight};
use super::{Lookup, is_plain, normalized};
use crate::core::cpu::versions;
use crate::core::lanes::Lanes;
use crate::core::vector::{Eight, Plain};
use crate::hir::TextureKind;
use crate::image::Surface;
use crate::image::sampler::TextureView;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Returns true if this module can filter the texels of a look-up whose lanes read one surface.
#[inline(always)]
pub(super) fn fits(view: &TextureView, lookup: &Lookup) -> bool {
    has(view)
        && lookup.sampler.kind != TextureKind::D1
        && lookup.offset[..2] == [0; 2]
        && lookup.offset_lanes.is_none()
        && normalized(lookup)
}

/// Returns true if this module can filter the texels of a two-dimensional texture.
#[inline(always)]
pub(super) fn has(view: &TextureView) -> bool {
    view.wrap[..2].iter().all(|&wrap| Dimension::<Plain>::has(wrap) && !bordered(wrap)) && view.bordered.is_none() && is_plain(view)
}

/// Loads eight words; words out of bounds read as 0.
#[inline(always)]
fn load<V: Eight>(words: &[AtomicU32], indices: V::Ints) -> V::Ints {
    let indices = V::words(indices);
    let mut texels = [0; 8];
    for lane in 0..8 {
        texels[lane] = words.get(indices[lane] as usize).map_or(0, |word| word.load(Relaxed));
    }
    V::from_words(texels)
}

/// Returns a component of RGBA8 texels as a float from 0 to 255.
#[inline(always)]
fn byte<V: Eight>(texels: V::Ints, component: usize) -> V::Floats {
    let low = V::int(0xFF);
    V::to_floats(match component {
        0 => V::and(texels, low),
        1 => V::and(V::shift_right::<8>(texels), low),
        2 => V::and(V::shift_right::<16>(texels), low),
        _ => V::shift_right::<24>(texels),
    })
}

/// Returns bytes divided by 255, rounded as the division rounds: the first product is exact.
#[inline(always)]
fn fraction<V: Eight>(byte: V::Floats) -> V::Floats {
    const HIGH: f32 = 0.003_921_509;
    const LOW: f32 = (1.0 / 255.0 - HIGH as f64) as f32;
    V::add(V::multiply(byte, V::float(HIGH)), V::multiply(byte, V::float(LOW)))
}

/// Returns a + (b - a) * weight.
#[inline(always)]
fn mix<V: Eight>(a: V::Floats, b: V::Floats, weight: V::Floats) -> V::Floats {
    V::add(a, V::multiply(V::subtract(b, a), weight))
}

/// Sets eight lanes of a component.
#[inline(always)]
fn set<V: Eight>(result: &mut Lanes, chunk: usize, value: V::Floats) {
    result.0.as_chunks_mut().0[chunk] = V::words(V::bits(value));
}

versions! {
    /// Filters the texels of a surface, without offsets. The look-up [must fit](fits).
    pub(super) fn filtered = filter<Eight>(view: &TextureView, surface: &Surface, coordinates: [&Lanes; 2], linear: bool, result: &mut [Lanes; 4])
}

#[inline(always)]
fn filter<V: Eight>(view: &TextureView, surface: &Surface, coordinates: [&Lanes; 2], linear: bool, result: &mut [Lanes; 4]) {
    let (columns, rows) = (Dimension::<V>::new(view.wrap[0], surface.width), Dimension::<V>::new(view.wrap[1], surface.height));
    let (words, pitch) = (surface.memory.words(), V::int(surface.row_words as i32));
    for chunk in 0..8 {
        let (s, t) = (eight::<V>(&coordinates[0].0, chunk), eight::<V>(&coordinates[1].0, chunk));
        if !linear {
            let texels = load::<V>(words, V::sum(V::product(rows.nearest(t), pitch), columns.nearest(s)));
            for component in 0..4 {
                set::<V>(&mut result[component], chunk, fraction::<V>(byte::<V>(texels, component)));
            }
            continue;
        }
        let (columns, rows) = (columns.linear(s), rows.linear(t));
        let (upper, lower) = (V::product(rows.first, pitch), V::product(rows.second, pitch));
        let a = load::<V>(words, V::sum(upper, columns.first));
        let b = load::<V>(words, V::sum(upper, columns.second));
        let c = load::<V>(words, V::sum(lower, columns.first));
        let d = load::<V>(words, V::sum(lower, columns.second));
        for component in 0..4 {
            let upper = mix::<V>(byte::<V>(a, component), byte::<V>(b, component), columns.weight);
            let lower = mix::<V>(byte::<V>(c, component), byte::<V>(d, component), columns.weight);
            let value = V::multiply(mix::<V>(upper, lower, rows.weight), V::float(1.0 / 255.0));
            set::<V>(&mut result[component], chunk, value);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::core::cpu::InstructionSet;
    use crate::core::lanes::Lanes;
    use crate::image::Surface;
    use crate::image::format::Format;
    use crate::image::lookup::{Lookup, SampleKind, sample_plane};
    use crate::image::sampler::{Filter, TextureView, Wrap};
    use crate::image::tests::lookups::{lookup, run, view};

    #[test]
    fn rgba8_texels_are_those_of_the_same_texels_as_floats() {
        let (bytes, floats) = (Surface::new(Format::Rgba8, 7, 5).unwrap(), Surface::new(Format::Rgba32f, 7, 5).unwrap());
        for index in 0..35 {
            let (x, y) = (index % 7, index / 7);
            bytes.set_raw(x, y, [index.wrapping_mul(0x9E37_79B9), 0, 0, 0]);
            floats.set_texel(x, y, bytes.texel(x, y));
        }
        let s: [f32; 64] = std::array::from_fn(|lane| (lane as f32 - 20.0) * 0.071);
        let t: [f32; 64] = std::array::from_fn(|lane| (lane * 37 % 64) as f32 * 0.043 - 0.9);
        for wrap in [Wrap::Repeat, Wrap::ClampToEdge, Wrap::MirroredRepeat] {
            for filter in [Filter::Nearest, Filter::Linear] {
                let of = |surface: &Surface| run(Some(&view(vec![surface.clone()], wrap, filter)), &lookup(SampleKind::Explicit, s, t));
                for (lane, (bytes, floats)) in of(&bytes).into_iter().zip(of(&floats)).enumerate() {
                    for (byte, float) in bytes.into_iter().zip(floats) {
                        let difference = (f32::from_bits(byte) - f32::from_bits(float)).abs();
                        let most = if filter == Filter::Nearest { 0.0 } else { 1e-6 };
                        assert!(difference <= most, "{wrap:?} {filter:?} lane {lane}: {difference}");
                    }
                }
            }
        }
    }

    #[test]
    fn planes_have_the_texels_of_other_look_ups() {
        let surface = Surface::new(Format::Rgba8, 6, 9).unwrap();
        (0..54u32).for_each(|index| surface.set_raw(index % 6, index / 6, [index.wrapping_mul(0x9E37_79B9), 0, 0, 0]));
        let s: [f32; 64] = std::array::from_fn(|lane| lane as f32 * 0.017 - 0.04);
        let t: [f32; 64] = std::array::from_fn(|lane| (lane * 29 % 64) as f32 * 0.021 - 0.2);
        for (filter, swizzle) in [(Filter::Nearest, [0, 1, 2, 3]), (Filter::Linear, [0, 1, 2, 5]), (Filter::Linear, [3, 3, 0, 4])] {
            let view = TextureView { swizzle, ..view(vec![surface.clone()], Wrap::Repeat, filter) };
            // Offsets take another way.
            let other = Lookup { offset_lanes: Some([Lanes([0; 64]); 2]), ..lookup(SampleKind::Explicit, s, t) };
            let other = run(Some(&view), &other);
            let [s, t] = [s, t].map(|coordinate| Lanes(coordinate.map(f32::to_bits)));
            for &set in InstructionSet::available() {
                let mut result = [Lanes([1; 64]); 4];
                assert!(sample_plane(set, &view, SampleKind::Implicit, [&s, &t], &mut result));
                for (lane, texel) in other.iter().enumerate() {
                    assert_eq!([0, 1, 2, 3].map(|component: usize| result[component].0[lane]), *texel, "{filter:?} {swizzle:?} {lane}");
                }
            }
        }
    }

    #[test]
    fn planes_are_left_alone_that_take_more_than_one_filter() {
        let levels = || vec![Surface::new(Format::Rgba8, 2, 2).unwrap(), Surface::new(Format::Rgba8, 1, 1).unwrap()];
        let plane = || view(levels(), Wrap::Repeat, Filter::Linear);
        for (view, kind) in [
            (TextureView { mip_filter: Some(Filter::Nearest), ..plane() }, SampleKind::Implicit),
            (TextureView { mag_filter: Filter::Nearest, ..plane() }, SampleKind::Implicit),
            (TextureView { anisotropy: 2, ..plane() }, SampleKind::Implicit),
            (view(levels(), Wrap::ClampToBorder, Filter::Linear), SampleKind::Explicit),
            (view(vec![Surface::new(Format::Rgba16f, 2, 2).unwrap()], Wrap::Repeat, Filter::Linear), SampleKind::Explicit),
            (plane(), SampleKind::Gather),
            (plane(), SampleKind::Fetch),
            (plane(), SampleKind::Size),
        ] {
            let mut result = [Lanes([1; 64]); 4];
            assert!(!sample_plane(InstructionSet::best(), &view, kind, [&Lanes([0; 64]); 2], &mut result));
            assert!(result.iter().all(|lanes| lanes.0 == [1; 64]), "{kind:?}");
        }
    }
}
