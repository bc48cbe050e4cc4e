//! Filters of 3D textures, a vector at a time: one level of the most common formats.

use super::axis::{Dimension, bordered, floats};
use super::plane::{Places, Square, replace, set};
use super::squares;
use super::vectors::{self, Texel, all, mix};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Plain, Vector};
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::sampler::{Reduction, TextureView, Wrap};
use std::sync::atomic::AtomicU32;

/// The third coordinate of a wave's lanes, and its wrap mode.
pub(super) struct Depth<'a> {
    pub coordinate: &'a [u32; 64],
    pub wrap: Wrap,
}

/// Filters the texels of a level of a 3D texture, and writes the wanted components. Returns false, and writes nothing, if this module does not filter such
/// textures.
#[allow(clippy::too_many_arguments, reason = "the place of a texel has four coordinates")]
pub(super) fn sample(
    set: InstructionSet,
    view: &TextureView,
    places: &Places,
    level: u32,
    depth: &Depth,
    linear: bool,
    result: &mut [Lanes; 4],
) -> bool {
    let wraps = [places.wrap[0], places.wrap[1], depth.wrap].into_iter().all(|wrap| Dimension::<Plain>::has(wrap) && !bordered(wrap));
    let wraps = wraps && view.reduction == Reduction::Average && view.bordered.is_none();
    let Some(slices) = view.levels.get(level as usize).filter(|_| wraps) else { return false };
    // All slices of a level have one size and format.
    filtered(set, slices, places, depth, linear, result)
}

versions! {
    fn filtered = of_format<Vector>(slices: &[Surface], places: &Places, depth: &Depth, linear: bool, result: &mut [Lanes; 4]) -> bool
}

#[inline(always)]
fn of_format<V: Vector>(slices: &[Surface], places: &Places, depth: &Depth, linear: bool, result: &mut [Lanes; 4]) -> bool {
    match slices.first().map(|slice| slice.format) {
        Some(Format::Rgba8) if linear && V::IS_NATIVE => match places.wanted {
            // What is wanted most has code of its own, without a branch for each component.
            7 => each_square::<V, vectors::Rgba8>(slices, &Places { wanted: 7, ..*places }, depth, result),
            _ => each_square::<V, vectors::Rgba8>(slices, places, depth, result),
        },
        Some(Format::Rgba8) => each_part::<V, vectors::Rgba8>(slices, places, depth, linear, result),
        Some(Format::R8) if V::IS_NATIVE => each_part::<V, vectors::R8>(slices, places, depth, linear, result),
        Some(Format::Rgba16f) if V::IS_NATIVE => each_part::<V, vectors::Rgba16f>(slices, places, depth, linear, result),
        _ => false,
    }
}

/// Filters a wave as [`each_part`] does, with a linear filter. All squares and slices are found first, for the reason that [`squares`] has.
#[inline(always)]
fn each_square<V: Vector, T: Texel<V>>(slices: &[Surface], places: &Places, depth: &Depth, result: &mut [Lanes; 4]) -> bool {
    let Some(first) = slices.first() else { return false };
    let squares = squares::find::<V>(first, places);
    let (mut layers, mut weights) = ([[0i32; 64]; 2], [0f32; 64]);
    Dimension::<V>::new(depth.wrap, slices.len() as u32).linear_wave(depth.coordinate, layers.each_mut(), &mut weights);
    for number in 0..64 / V::LANES {
        let ([near, far], weight) = ([V::part(&layers[0], number), V::part(&layers[1], number)], V::from_bits(V::part(&weights, number)));
        let is_between = V::signs(V::above(weight, V::float(0.0))) != 0;
        let (mut left, mut values) = (all::<V>(), [V::float(0.0); 4]);
        while left != 0 {
            let lane = number * V::LANES + left.trailing_zeros() as usize % V::LANES;
            let [front, back] = [layers[0][lane], layers[1][lane]];
            let mut found = squares::filter_in::<V, T>(words(slices, front as u32), first, places, &squares, number);
            if is_between {
                let behind = squares::filter_in::<V, T>(words(slices, back as u32), first, places, &squares, number);
                for component in 0..T::COMPONENTS {
                    found[component] = mix::<V, T>(found[component], behind[component], weight);
                }
            }
            let same = V::and(V::equal(near, V::int(front)), V::equal(far, V::int(back)));
            match left == all::<V>() {
                true => values = found,
                false => replace::<V, T>(&mut values, same, &found),
            }
            left &= !V::signs(same);
        }
        set::<V, T>(result, number, places.wanted, &values);
    }
    true
}

/// Filters a wave. Each part filters once for each pair of slices that its lanes have, mostly once or twice.
#[inline(always)]
fn each_part<V: Vector, T: Texel<V>>(slices: &[Surface], places: &Places, depth: &Depth, linear: bool, result: &mut [Lanes; 4]) -> bool {
    let Some(first) = slices.first() else { return false };
    let columns = Dimension::<V>::new(places.wrap[0], first.width);
    let rows = Dimension::<V>::new(places.wrap[1], first.height);
    let layers = Dimension::<V>::new(depth.wrap, slices.len() as u32);
    let pitch = V::int(first.row_words as i32);
    let (mut near, mut far) = ([0u32; 64], [0u32; 64]);
    for number in 0..64 / V::LANES {
        let square = Square::<V>::new(&columns, &rows, pitch, places, number, linear);
        let pair = layers.pair(floats::<V>(depth.coordinate, number), linear);
        V::set_part(&mut near, number, pair.first);
        V::set_part(&mut far, number, pair.second);
        let is_between = V::signs(V::above(pair.weight, V::float(0.0))) != 0;
        let (mut left, mut values) = (all::<V>(), [V::float(0.0); 4]);
        while left != 0 {
            let lane = number * V::LANES + left.trailing_zeros() as usize % V::LANES;
            let [front, back] = [near[lane], far[lane]];
            let mut found = square.filter::<T>(words(slices, front), places, number);
            if is_between {
                let behind = square.filter::<T>(words(slices, back), places, number);
                for component in 0..T::COMPONENTS {
                    found[component] = mix::<V, T>(found[component], behind[component], pair.weight);
                }
            }
            let same = V::and(V::equal(pair.first, V::int(front as i32)), V::equal(pair.second, V::int(back as i32)));
            replace::<V, T>(&mut values, same, &found);
            left &= !V::signs(same);
        }
        set::<V, T>(result, number, places.wanted, &values);
    }
    true
}

/// Returns the texels of a slice.
#[inline(always)]
fn words(slices: &[Surface], number: u32) -> &[AtomicU32] {
    slices.get(number as usize).map_or(&[], |slice| slice.memory.words())
}
