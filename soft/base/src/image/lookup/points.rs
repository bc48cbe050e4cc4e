//! The texels at the places of a wave: nearest filters and fetches. All are found before any is loaded, for the reason that [`squares`](super::squares) has.

use super::axis::Dimension;
use super::judge::Judge;
use super::plane::{Places, set};
use super::vectors::{self, Raw, Texel, all};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Eight, Runs};
use crate::image::Surface;
use crate::image::format::Format;

/// Reads the texels of a surface at the places, which wrap modes of [`Dimension`] and no borders lead to, and writes the wanted components. Returns false, and writes
/// nothing, for other formats.
pub(super) fn sample(isa: InstructionSet, surface: &Surface, places: &Places, result: &mut [Lanes; 4]) -> bool {
    let mut texels = Runs::new(surface.memory.words(), surface.format.bytes() as usize);
    let found = has(surface.format) && find(isa, surface, places, &mut texels);
    if found {
        read(isa, surface.format, &texels, places.judge.as_ref(), places.wanted, result);
    }
    found
}

/// Reads the texels of a surface at integer coordinates, and writes the wanted components. Returns false, and writes nothing, for places outside of the surface and
/// for other formats.
pub(super) fn fetch(
    isa: InstructionSet,
    surface: &Surface,
    coordinates: [&Lanes; 2],
    offset: [i32; 2],
    wanted: u8,
    result: &mut [Lanes; 4],
) -> bool {
    let mut texels = Runs::new(surface.memory.words(), surface.format.bytes() as usize);
    let found = has(surface.format) && find_within(isa, surface, coordinates, offset, &mut texels);
    if found {
        read(isa, surface.format, &texels, None, wanted, result);
    }
    found
}

versions! {
    fn find = find_each<Eight>(surface: &Surface, places: &Places, texels: &mut Runs) -> bool
}

#[inline(always)]
fn find_each<V: Eight>(surface: &Surface, places: &Places, texels: &mut Runs) -> bool {
    let (mut columns, mut rows) = ([0i32; 64], [0i32; 64]);
    Dimension::<V>::new(places.wrap[0], surface.width).nearest_wave(places.coordinates[0], &mut columns);
    Dimension::<V>::new(places.wrap[1], surface.height).nearest_wave(places.coordinates[1], &mut rows);
    place::<V>(surface, &mut columns, &rows, texels)
}

/// Sets the places of texels to those at columns and rows.
#[inline(always)]
fn place<V: Eight>(surface: &Surface, columns: &mut [i32; 64], rows: &[i32; 64], texels: &mut Runs) -> bool {
    let bytes = V::int(surface.format.bytes() as i32);
    for number in 0..64 / V::LANES {
        V::set_part(columns, number, V::product(V::part(columns, number), bytes));
    }
    texels.set::<V>(columns, rows, surface.row_words)
}

versions! {
    fn find_within = find_each_within<Eight>(surface: &Surface, coordinates: [&Lanes; 2], offset: [i32; 2], texels: &mut Runs) -> bool
}

#[inline(always)]
fn find_each_within<V: Eight>(surface: &Surface, coordinates: [&Lanes; 2], offset: [i32; 2], texels: &mut Runs) -> bool {
    let (mut places, mut inside) = ([[0i32; 64]; 2], V::int(-1));
    for (axis, size) in [surface.width, surface.height].into_iter().enumerate() {
        for number in 0..64 / V::LANES {
            let place = V::sum(V::part(&coordinates[axis].0, number), V::int(offset[axis]));
            inside = V::and(inside, V::and(V::greater(place, V::int(-1)), V::greater(V::int(size as i32), place)));
            V::set_part(&mut places[axis], number, place);
        }
    }
    let [columns, rows] = &mut places;
    V::signs(inside) == all::<V>() && place::<V>(surface, columns, rows, texels)
}

/// Declares the formats.
macro_rules! formats {
    ($($name:ident),*) => {
        /// Returns true if this module reads a format.
        fn has(format: Format) -> bool {
            matches!(format, $(Format::$name)|*)
        }

        #[inline(always)]
        fn read_format<V: Eight>(format: Format, texels: &Runs, judge: Option<&Judge>, wanted: u8, result: &mut [Lanes; 4]) {
            match format {
                $(Format::$name => read_each::<V, vectors::$name>(texels, judge, wanted, result),)*
                _ => {}
            }
        }
    };
}
formats!(R8, Rg8, Rgba8, Srgb8Alpha8, R16, Rg16, R16f, Rg16f, Rgba16f, R32f, Rgba32f, Depth16, Depth24Stencil8, Depth32f);

versions! {
    fn read = read_format<Eight>(format: Format, texels: &Runs, judge: Option<&Judge>, wanted: u8, result: &mut [Lanes; 4])
}

#[inline(always)]
fn read_each<V: Eight, T: Texel<V>>(texels: &Runs, judge: Option<&Judge>, wanted: u8, result: &mut [Lanes; 4]) {
    // What is wanted most has code of its own, without a branch for each component.
    match wanted {
        15 if T::COMPONENTS == 4 => read_wanted::<V, T>(texels, judge, 15, result),
        7 if T::COMPONENTS == 4 => read_wanted::<V, T>(texels, judge, 7, result),
        _ => read_wanted::<V, T>(texels, judge, wanted, result),
    }
}

#[inline(always)]
fn read_wanted<V: Eight, T: Texel<V>>(texels: &Runs, judge: Option<&Judge>, wanted: u8, result: &mut [Lanes; 4]) {
    for number in 0..64 / V::LANES {
        let raw = load::<V, T>(texels, number);
        let mut values = [V::float(0.0); 4];
        for component in 0..T::COMPONENTS {
            if wanted >> component & 1 != 0 {
                values[component] = T::alone(&raw, component);
            }
        }
        if T::IS_DEPTH
            && let Some(judge) = judge
        {
            [values[0]] = judge.results::<V, 1>(number, [values[0]]);
        }
        set::<V, T>(result, number, wanted, &values);
    }
}

/// Loads the texels of a part.
#[inline(always)]
fn load<V: Eight, T: Texel<V>>(texels: &Runs, number: usize) -> Raw<V> {
    let zero = V::int(0);
    match T::BYTES {
        1 => [texels.load::<V, 1>(number), zero, zero, zero],
        2 => [texels.load::<V, 2>(number), zero, zero, zero],
        4 => [texels.load::<V, 4>(number), zero, zero, zero],
        8 => {
            let [first, second] = texels.load_pairs::<V>(number);
            [first, second, zero, zero]
        }
        _ => texels.load_fours::<V>(number),
    }
}
