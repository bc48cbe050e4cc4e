//! Filters within the layers of a texture, a vector at a time: the wrap modes, formats and comparisons that programs use most.

use super::LEVELS;
use super::axis::{Dimension, bordered, floats};
use super::judge::Judge;
use super::vectors::{self, Texel, all, load, load_columns, mix};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Plain, Vector};
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::sampler::{Reduction, TextureView, Wrap};
use std::sync::atomic::AtomicU32;

/// The most filters of eight lanes, which differ in level, layer or kind; a wave with more takes less time lane by lane.
const MOST_FILTERS: usize = 3;

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

/// The level, the layer and the filter of each lane (all ones for a linear one), or of all lanes.
#[derive(Clone, Copy)]
pub(super) enum Filters<'a> {
    One(u32, i32, bool),
    Each { levels: &'a [u32; 64], layers: &'a [i32; 64], linear: &'a [u32; 64] },
}

impl Filters<'_> {
    /// Returns the level, the layer and the filter of a lane.
    #[inline(always)]
    fn of_lane(&self, lane: usize) -> (u32, i32, bool) {
        match *self {
            Self::One(level, layer, linear) => (level, layer, linear),
            Self::Each { levels, layers, linear } => (levels[lane], layers[lane], linear[lane] != 0),
        }
    }

    /// Returns which lanes of a part have those of one of them.
    #[inline(always)]
    fn same<V: Vector>(&self, number: usize, lane: usize) -> V::Ints {
        match *self {
            Self::One(..) => V::int(-1),
            Self::Each { levels, layers, linear } => {
                let level = V::equal(V::part(levels, number), V::int(levels[lane] as i32));
                let layer = V::equal(V::part(layers, number), V::int(layers[lane]));
                V::and(V::and(level, layer), V::equal(V::part(linear, number), V::int(linear[lane] as i32)))
            }
        }
    }
}

/// A surface with the wrap modes of a texture. (No closures below: the compiler would compile them without the instruction set.)
pub(super) struct Plane<'a, V: Vector> {
    columns: Dimension<V>,
    rows: Dimension<V>,
    pitch: V::Ints,
    words: &'a [AtomicU32],
}

impl<'a, V: Vector> Plane<'a, V> {
    #[inline(always)]
    fn new(wrap: [Wrap; 2], surface: &'a Surface) -> Self {
        Self {
            columns: Dimension::new(wrap[0], surface.width),
            rows: Dimension::new(wrap[1], surface.height),
            pitch: V::int(surface.row_words as i32),
            words: surface.memory.words(),
        }
    }

    /// Filters the texels around the places of a part.
    #[inline(always)]
    pub fn filter<T: Texel<V>>(&self, places: &Places, number: usize, linear: bool) -> [V::Floats; 4] {
        Square::<V>::new(&self.columns, &self.rows, self.pitch, places, number, linear).filter::<T>(self.words, places, number)
    }
}

/// The four texels around each place of a part, or one texel of a nearest filter.
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
        let ([upper, lower], [x, y]) = (self.rows, self.weights);
        let [a, b] = load_columns::<V, T>(words, upper, self.columns, places.wanted);
        let [c, d] = load_columns::<V, T>(words, lower, self.columns, places.wanted);
        for component in 0..T::COMPONENTS {
            if places.wanted >> component & 1 == 0 {
                continue;
            }
            let (upper, lower) = match &places.judge {
                Some(judge) if T::IS_DEPTH => {
                    let depths = [T::value(&a, 0), T::value(&b, 0), T::value(&c, 0), T::value(&d, 0)];
                    let [a, b, c, d] = judge.results::<V, 4>(number, depths);
                    (mix::<V, T>(a, b, x), mix::<V, T>(c, d, x))
                }
                _ => (T::between(&a, &b, component, x), T::between(&c, &d, component, x)),
            };
            result[component] = T::filtered(mix::<V, T>(upper, lower, y));
        }
        result
    }
}

/// Replaces the values of lanes for which a condition holds.
#[inline(always)]
pub(super) fn replace<V: Vector, T: Texel<V>>(values: &mut [V::Floats; 4], condition: V::Ints, found: &[V::Floats; 4]) {
    for component in 0..T::COMPONENTS {
        values[component] = V::from_bits(V::choose(condition, V::bits(found[component]), V::bits(values[component])));
    }
}

/// Returns true if every surface has the format.
pub(super) fn has_one_format(view: &TextureView, format: Format) -> bool {
    view.levels.len() <= LEVELS && view.levels.iter().all(|layers| layers.first().is_some_and(|surface| surface.format == format))
}

/// Filters the texels of one level and layer for each lane, without offsets, and writes the wanted components. Returns false, and leaves the result undefined, if
/// this module does not filter such textures.
pub(super) fn sample(set: InstructionSet, view: &TextureView, places: &Places, filters: Filters, result: &mut [Lanes; 4]) -> bool {
    let Some(format) = format_of(view, places) else { return false };
    (matches!(filters, Filters::One(0, 0, _)) || has_one_format(view, format)) && filtered(set, view, format, places, filters, result)
}

/// Returns the format of a texture whose wrap modes and comparison are those of this module.
pub(super) fn format_of(view: &TextureView, places: &Places) -> Option<Format> {
    let format = view.surface(0, 0)?.format;
    let wraps = places.wrap.iter().all(|&wrap| Dimension::<Plain>::has(wrap) && !bordered(wrap));
    let depth = matches!(format, Format::Depth16 | Format::Depth24Stencil8 | Format::Depth32f);
    let plain = wraps
        && view.reduction == Reduction::Average
        && view.bordered.is_none()
        && !(view.stencil && format.has_stencil())
        && (depth || places.judge.is_none());
    plain.then_some(format)
}

versions! {
    fn filtered = of_format<Vector>(view: &TextureView, format: Format, places: &Places, filters: Filters, result: &mut [Lanes; 4]) -> bool
}

#[inline(always)]
fn of_format<V: Vector>(view: &TextureView, format: Format, places: &Places, filters: Filters, result: &mut [Lanes; 4]) -> bool {
    /// Gives each format code of its own; lane by lane, only the most frequent one.
    macro_rules! formats {
        ($($name:ident),*) => {
            match format {
                Format::Rgba8 => each_part::<V, vectors::Rgba8>(view, places, filters, result),
                _ if !V::IS_NATIVE => false,
                $(Format::$name => each_part::<V, vectors::$name>(view, places, filters, result),)*
                _ => false,
            }
        };
    }
    formats!(R8, Rg8, Srgb8Alpha8, R16, Rg16, R16f, Rg16f, Rgba16f, R32f, Rgba32f, Depth16, Depth24Stencil8, Depth32f)
}

/// Filters a wave. Each part filters once for each level, layer and kind of filter that its lanes have, mostly once.
#[inline(always)]
fn each_part<V: Vector, T: Texel<V>>(view: &TextureView, places: &Places, filters: Filters, result: &mut [Lanes; 4]) -> bool {
    if let Filters::One(level, layer, linear) = filters {
        let Some(surface) = view.surface(level as usize, layer as usize) else { return false };
        let plane = Plane::<V>::new(places.wrap, surface);
        for number in 0..64 / V::LANES {
            set::<V, T>(result, number, places.wanted, &plane.filter::<T>(places, number, linear));
        }
        return true;
    }
    let mut planes = Planes::new(view, places.wrap);
    for number in 0..64 / V::LANES {
        let (mut left, mut values) = (all::<V>(), [V::float(0.0); 4]);
        for _ in 0..MOST_FILTERS * V::LANES / 8 {
            let lane = number * V::LANES + left.trailing_zeros() as usize % V::LANES;
            let (level, layer, linear) = filters.of_lane(lane);
            let Some(plane) = planes.find(level, layer) else { return false };
            let found = plane.filter::<T>(places, number, linear);
            let same = filters.same::<V>(number, lane);
            match left == all::<V>() {
                true => values = found,
                false => replace::<V, T>(&mut values, same, &found),
            }
            left &= !V::signs(same);
            if left == 0 {
                break;
            }
        }
        if left != 0 {
            return false;
        }
        set::<V, T>(result, number, places.wanted, &values);
    }
    true
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

versions! {
    /// Reads the texels of the base layer at integer coordinates, zeros outside of it, and writes the wanted components. Returns false, and writes nothing, for
    /// lanes of several levels and for other formats.
    pub(super) fn fetch = fetch_of_format<Vector>(view: &TextureView, coordinates: [&Lanes; 2], lod: Option<&Lanes>, offset: [i32; 2], wanted: u8, result: &mut [Lanes; 4]) -> bool
}

#[inline(always)]
fn fetch_of_format<V: Vector>(
    view: &TextureView,
    coordinates: [&Lanes; 2],
    lod: Option<&Lanes>,
    offset: [i32; 2],
    wanted: u8,
    result: &mut [Lanes; 4],
) -> bool {
    let level = lod.map_or(0, |lod| lod.0[0]);
    if let Some(lod) = lod {
        let mut different = V::int(0);
        for number in 0..64 / V::LANES {
            different = V::or(different, V::xor(V::part(&lod.0, number), V::int(level as i32)));
        }
        if V::signs(V::equal(different, V::int(0))) != all::<V>() {
            return false;
        }
    }
    let Some(surface) = view.surface(level as usize, 0) else { return false };
    match surface.format {
        Format::Rgba8 => fetch_each::<V, vectors::Rgba8>(surface, coordinates, offset, wanted, result),
        Format::R8 => fetch_each::<V, vectors::R8>(surface, coordinates, offset, wanted, result),
        Format::Rgba16f => fetch_each::<V, vectors::Rgba16f>(surface, coordinates, offset, wanted, result),
        Format::R32f => fetch_each::<V, vectors::R32f>(surface, coordinates, offset, wanted, result),
        Format::Rgba32f => fetch_each::<V, vectors::Rgba32f>(surface, coordinates, offset, wanted, result),
        _ => return false,
    }
    true
}

#[inline(always)]
fn fetch_each<V: Vector, T: Texel<V>>(surface: &Surface, coordinates: [&Lanes; 2], offset: [i32; 2], wanted: u8, result: &mut [Lanes; 4]) {
    let (words, pitch) = (surface.memory.words(), V::int(surface.row_words as i32));
    let (width, height) = (V::int(surface.width as i32), V::int(surface.height as i32));
    for number in 0..64 / V::LANES {
        let column = V::sum(V::part(&coordinates[0].0, number), V::int(offset[0]));
        let row = V::sum(V::part(&coordinates[1].0, number), V::int(offset[1]));
        let low = V::and(V::greater(column, V::int(-1)), V::greater(row, V::int(-1)));
        let inside = V::and(low, V::and(V::greater(width, column), V::greater(height, row)));
        // No memory has a word with the number of the least int, or with the numbers behind it.
        let row = V::choose(inside, V::product(row, pitch), V::int(i32::MIN));
        let texels = load::<V, T>(words, row, V::and(inside, column), wanted);
        let mut values = [V::float(0.0); 4];
        for component in 0..T::COMPONENTS {
            if wanted >> component & 1 != 0 {
                values[component] = T::alone(&texels, component);
            }
        }
        self::set::<V, T>(result, number, wanted, &values);
    }
}

/// The surfaces of a texture, of which the last one that was read is at hand.
pub(super) struct Planes<'a, V: Vector> {
    view: &'a TextureView,
    wrap: [Wrap; 2],
    level: u32,
    layer: i32,
    plane: Option<Plane<'a, V>>,
}

impl<'a, V: Vector> Planes<'a, V> {
    #[inline(always)]
    pub fn new(view: &'a TextureView, wrap: [Wrap; 2]) -> Self {
        Self { view, wrap, level: 0, layer: -1, plane: None }
    }

    /// Returns a surface; `None` if there is none.
    #[inline(always)]
    pub fn find(&mut self, level: u32, layer: i32) -> Option<&Plane<'a, V>> {
        if (self.level, self.layer) != (level, layer) || self.plane.is_none() {
            let surface = self.view.surface(level as usize, usize::try_from(layer).ok()?)?;
            self.plane = Some(Plane::new(self.wrap, surface));
            (self.level, self.layer) = (level, layer);
        }
        self.plane.as_ref()
    }
}

#[cfg(test)]
mod tests;
