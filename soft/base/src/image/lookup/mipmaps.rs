//! Filters between the levels of two-dimensional textures, a vector at a time: look-ups whose quads choose their levels, in the formats that most textures with
//! mip maps have.

use super::axis::floats;
use super::level::{LevelSelection, select_for_quads};
use super::plane::{Places, replace, set};
use super::planes::{Planes, format_of, has_one_format};
use super::squares;
use super::vectors::{self, Texel};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::Vector;
use crate::image::format::Format;
use crate::image::sampler::TextureView;

/// Filters the texels of the levels that the derivatives of each quad choose, and writes the wanted components. Returns false for textures that this module does not
/// filter.
pub(super) fn sample(set: InstructionSet, view: &TextureView, places: &Places, coordinates: [&Lanes; 2], result: &mut [Lanes; 4]) -> bool {
    match format_of(view, places) {
        Some(format) if has_one_format(view, format) => filtered(set, view, format, places, coordinates, result),
        _ => false,
    }
}

versions! {
    fn filtered = of_format<Vector>(view: &TextureView, format: Format, places: &Places, coordinates: [&Lanes; 2], result: &mut [Lanes; 4]) -> bool
}

#[inline(always)]
fn of_format<V: Vector>(view: &TextureView, format: Format, places: &Places, coordinates: [&Lanes; 2], result: &mut [Lanes; 4]) -> bool {
    if !V::IS_NATIVE {
        return false;
    }
    let choice = select_for_quads(view, coordinates);
    match format {
        Format::Rgba8 => each_part::<V, vectors::Rgba8>(view, places, &choice, result),
        Format::Srgb8Alpha8 => each_part::<V, vectors::Srgb8Alpha8>(view, places, &choice, result),
        Format::R8 => each_part::<V, vectors::R8>(view, places, &choice, result),
        Format::Rgba16f => each_part::<V, vectors::Rgba16f>(view, places, &choice, result),
        _ => false,
    }
}

/// Repeats what quads have in their lanes.
#[inline(always)]
fn lanes<T: Copy + Default>(quads: &[T; 16]) -> [T; 64] {
    let mut lanes = [T::default(); 64];
    for quad in 0..16 {
        lanes[quad * 4..quad * 4 + 4].fill(quads[quad]);
    }
    lanes
}

/// Filters a wave. Each part filters once for each choice of its quads, mostly once.
#[inline(always)]
fn each_part<V: Vector, T: Texel<V>>(view: &TextureView, places: &Places, choice: &LevelSelection<16>, result: &mut [Lanes; 4]) -> bool {
    let mut keys = [0u32; 16];
    for quad in 0..16 {
        keys[quad] = choice.first[quad] | choice.second[quad] << 8 | choice.linear[quad] << 16;
    }
    if keys == [keys[0]; 16] && choice.linear[0] != 0 && T::BYTES == 4 {
        return of_wave::<V, T>(view, places, choice, result);
    }
    let (key_of_lanes, fractions) = (lanes(&keys), lanes(&choice.fraction));
    let (mut near, mut far) = (Planes::<V>::new(view, places.wrap), Planes::<V>::new(view, places.wrap));
    for number in 0..64 / V::LANES {
        let fraction = V::from_bits(V::part(&fractions, number));
        // Without weight the second level has no effect on values that are finite and not negative.
        let two = choice.two && (!T::FINITE || V::signs(V::above(fraction, V::float(0.0))) != 0);
        let quads = number * V::LANES / 4..(number + 1) * V::LANES / 4;
        let mut values = [V::float(0.0); 4];
        let (mut done, mut count) = ([false; 16], 0);
        for quad in quads.clone() {
            if done[quad] {
                continue;
            }
            let linear = choice.linear[quad] != 0;
            let Some(plane) = near.find(choice.first[quad], 0) else { return false };
            let mut found = plane.filter::<T>(places, number, linear);
            if two {
                let Some(plane) = far.find(choice.second[quad], 0) else { return false };
                let second = plane.filter::<T>(places, number, linear);
                for component in 0..T::COMPONENTS {
                    let difference = V::subtract(second[component], found[component]);
                    found[component] = V::add(found[component], V::multiply(difference, fraction));
                }
            }
            match count {
                0 => values = found,
                _ => replace::<V, T>(&mut values, V::equal(V::part(&key_of_lanes, number), V::int(keys[quad] as i32)), &found),
            }
            quads.clone().for_each(|other| done[other] |= keys[other] == keys[quad]);
            count += 1;
        }
        set::<V, T>(result, number, places.wanted, &values);
    }
    true
}

/// Filters a wave all of whose quads have one choice.
#[inline(always)]
fn of_wave<V: Vector, T: Texel<V>>(view: &TextureView, places: &Places, choice: &LevelSelection<16>, result: &mut [Lanes; 4]) -> bool {
    let mut far = [Lanes([0; 64]); 4];
    for (level, into) in [(choice.first[0], &mut *result), (choice.second[0], &mut far)].into_iter().take(if choice.two { 2 } else { 1 }) {
        let Some(surface) = view.surface(level as usize, 0) else { return false };
        squares::look_up::<V, T>(surface, places, into);
    }
    if !choice.two {
        return true;
    }
    let fractions = lanes(&choice.fraction);
    for component in 0..T::COMPONENTS {
        if places.wanted >> component & 1 == 0 {
            continue;
        }
        for number in 0..64 / V::LANES {
            let (near, far) = (floats::<V>(&result[component].0, number), floats::<V>(&far[component].0, number));
            let value = V::add(near, V::multiply(V::subtract(far, near), V::from_bits(V::part(&fractions, number))));
            V::set_part(&mut result[component].0, number, V::bits(value));
        }
    }
    true
}
