//! Filters within the layers of a texture, a vector at a time: the wrap modes, formats and comparisons that programs use most.

use super::LEVELS;
use super::axis::{Dimension, bordered};
use super::plane::{Places, Plane, replace, set};
use super::vectors::{self, Texel, all, load};
use super::{points, same, squares};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Plain, Vector};
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::sampler::{Reduction, TextureView, Wrap};

/// The most filters of eight lanes, which differ in level, layer or kind; a wave with more takes less time lane by lane.
const MOST_FILTERS: usize = 3;

/// The level, the layer and the filter of each lane (all ones for a linear one), or of all lanes.
#[derive(Clone, Copy)]
pub(super) enum Filters<'a> {
    One(u32, i32, bool),
    Each { levels: &'a [u32; 64], layers: &'a [i32; 64], linear: &'a [u32; 64] },
}

impl Filters<'_> {
    /// Returns the filter of all lanes if they have the same one.
    fn of_all(self) -> Self {
        match self {
            Self::Each { levels, layers, linear } => match (same(levels), same(layers), same(linear)) {
                (Some(level), Some(layer), Some(linear)) => Self::One(level, layer, linear != 0),
                _ => self,
            },
            one => one,
        }
    }

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

/// Returns true if every surface has the format.
pub(super) fn has_one_format(view: &TextureView, format: Format) -> bool {
    view.levels.len() <= LEVELS && view.levels.iter().all(|layers| layers.first().is_some_and(|surface| surface.format == format))
}

/// Filters the texels of one level and layer for each lane, without offsets, and writes the wanted components. Returns false, and leaves the result undefined, if
/// this module does not filter such textures.
pub(super) fn sample(set: InstructionSet, view: &TextureView, places: &Places, filters: Filters, result: &mut [Lanes; 4]) -> bool {
    let Some(format) = format_of(view, places) else { return false };
    let filters = filters.of_all();
    if let Filters::One(level, layer, linear) = filters
        && let Some(surface) = usize::try_from(layer).ok().and_then(|layer| view.surface(level as usize, layer))
        && surface.format == format
        && if linear { squares::sample(set, surface, places, result) } else { points::sample(set, surface, places, result) }
    {
        return true;
    }
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
