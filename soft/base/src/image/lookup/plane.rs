//! One surface of a texture, a vector at a time: the texels around places, and their means.

use super::axis::{Dimension, floats};
use super::judge::Judge;
use super::vectors::{Raw, Texel, load, load_columns, mix};
use crate::core::lanes::Lanes;
use crate::core::vector::Vector;
use crate::image::Surface;
use crate::image::sampler::Wrap;
use std::sync::atomic::AtomicU32;

/// The places of a wave's lanes, within their layers.
pub(super) struct Places<'a> {
    /// The coordinates s and t, normalised.
    pub coordinates: [&'a [u32; 64]; 2],
    /// Their wrap modes.
    pub wrap: [Wrap; 2],
    /// The comparison of each texel, if the look-up has one.
    pub judge: Option<Judge<'a>>,
    /// The components of the result that are wanted, as bits.
    pub wanted: u8,
}

/// A surface with the wrap modes of a texture. (No closures below: the compiler would compile them without the instruction set.)
pub(super) struct Plane<'a, V: Vector> {
    columns: Dimension<V>,
    rows: Dimension<V>,
    pitch: V::Ints,
    /// The texels.
    pub words: &'a [AtomicU32],
}

impl<'a, V: Vector> Plane<'a, V> {
    #[inline(always)]
    pub fn new(wrap: [Wrap; 2], surface: &'a Surface) -> Self {
        Self {
            columns: Dimension::new(wrap[0], surface.width),
            rows: Dimension::new(wrap[1], surface.height),
            pitch: V::int(surface.row_words as i32),
            words: surface.memory.words(),
        }
    }

    /// Returns the texels around the places of a part.
    #[inline(always)]
    pub fn square(&self, places: &Places, number: usize, linear: bool) -> Square<V> {
        Square::new(&self.columns, &self.rows, self.pitch, places, number, linear)
    }

    /// Filters the texels around the places of a part.
    #[inline(always)]
    pub fn filter<T: Texel<V>>(&self, places: &Places, number: usize, linear: bool) -> [V::Floats; 4] {
        self.square(places, number, linear).filter::<T>(self.words, places, number)
    }
}

/// The four texels around each place of a part, or one texel of a nearest filter.
#[derive(Clone, Copy)]
pub(super) struct Square<V: Vector> {
    linear: bool,
    /// The index of the first word of each row.
    rows: [V::Ints; 2],
    columns: [V::Ints; 2],
    /// The weights of the second column and of the second row.
    weights: [V::Floats; 2],
}

impl<V: Vector> Square<V> {
    #[inline(always)]
    pub fn new(columns: &Dimension<V>, rows: &Dimension<V>, pitch: V::Ints, places: &Places, number: usize, linear: bool) -> Self {
        let [s, t] = places.coordinates;
        let columns = columns.pair(floats::<V>(s, number), linear);
        let rows = rows.pair(floats::<V>(t, number), linear);
        Self {
            linear,
            rows: [V::product(rows.first, pitch), V::product(rows.second, pitch)],
            columns: [columns.first, columns.second],
            weights: [columns.weight, rows.weight],
        }
    }

    /// Returns the mean of the texels by their weights.
    #[inline(always)]
    pub fn filter<T: Texel<V>>(&self, words: &[AtomicU32], places: &Places, number: usize) -> [V::Floats; 4] {
        let mut result = [V::float(0.0); 4];
        if !self.linear {
            let texels = load::<V, T>(words, self.rows[0], self.columns[0], places.wanted);
            for component in 0..T::COMPONENTS {
                if places.wanted >> component & 1 != 0 {
                    result[component] = T::alone(&texels, component);
                }
            }
            if T::IS_DEPTH
                && let Some(judge) = &places.judge
            {
                [result[0]] = judge.results::<V, 1>(number, [result[0]]);
            }
            return result;
        }
        let [upper, lower] = self.rows;
        let [a, b] = load_columns::<V, T>(words, upper, self.columns, places.wanted);
        let [c, d] = load_columns::<V, T>(words, lower, self.columns, places.wanted);
        mean::<V, T>(&[a, b, c, d], self.weights, places, number)
    }
}

/// Returns the means of the wanted components of four texels (upper left, upper right, lower left, lower right), or of the results of their comparisons, by the
/// weights of the right column and of the lower row.
#[inline(always)]
pub(super) fn mean<V: Vector, T: Texel<V>>(texels: &[Raw<V>; 4], [x, y]: [V::Floats; 2], places: &Places, number: usize) -> [V::Floats; 4] {
    let (mut result, [a, b, c, d]) = ([V::float(0.0); 4], texels);
    for component in 0..T::COMPONENTS {
        if places.wanted >> component & 1 == 0 {
            continue;
        }
        let (upper, lower) = match &places.judge {
            Some(judge) if T::IS_DEPTH => {
                let depths = [T::value(a, 0), T::value(b, 0), T::value(c, 0), T::value(d, 0)];
                let [a, b, c, d] = judge.results::<V, 4>(number, depths);
                (mix::<V, T>(a, b, x), mix::<V, T>(c, d, x))
            }
            _ => (T::between(a, b, component, x), T::between(c, d, component, x)),
        };
        result[component] = T::filtered(mix::<V, T>(upper, lower, y));
    }
    result
}

/// Replaces the values of lanes for which a condition holds.
#[inline(always)]
pub(super) fn replace<V: Vector, T: Texel<V>>(values: &mut [V::Floats; 4], condition: V::Ints, found: &[V::Floats; 4]) {
    for component in 0..T::COMPONENTS {
        values[component] = V::from_bits(V::choose(condition, V::bits(found[component]), V::bits(values[component])));
    }
}

/// Sets a part of the wanted components.
#[inline(always)]
pub(super) fn set<V: Vector, T: Texel<V>>(result: &mut [Lanes; 4], number: usize, wanted: u8, values: &[V::Floats; 4]) {
    for component in 0..4 {
        if wanted >> component & 1 != 0 {
            let constant = V::float(if component == 3 { 1.0 } else { 0.0 });
            let value = if component < T::COMPONENTS { values[component] } else { constant };
            V::set_part(&mut result[component].0, number, V::bits(value));
        }
    }
}
