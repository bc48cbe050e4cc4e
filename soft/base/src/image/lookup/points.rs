//! The texels of nearest filters at the places of a wave. All are found before any is loaded, for the reason that [`squares`](super::squares) has.

use super::axis::Dimension;
use super::plane::{Places, set};
use super::vectors::{self, Raw, Texel};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Eight, Runs};
use crate::image::Surface;
use crate::image::format::Format;

/// Reads the texels of a surface at the places, which wrap modes of [`Dimension`] and no borders lead to, and writes the wanted components. Returns false, and writes
/// nothing, for other formats and for processors without vectors.
pub(super) fn sample(isa: InstructionSet, surface: &Surface, places: &Places, result: &mut [Lanes; 4]) -> bool {
    has(surface.format) && read(isa, surface, places, result)
}

/// Finds the texels at the places; false if they are out of the surface.
#[inline(always)]
fn find<V: Eight>(surface: &Surface, places: &Places, texels: &mut Runs) -> bool {
    let (mut columns, mut rows) = ([0i32; 64], [0i32; 64]);
    Dimension::<V>::new(places.wrap[0], surface.width).nearest_wave(places.coordinates[0], &mut columns);
    Dimension::<V>::new(places.wrap[1], surface.height).nearest_wave(places.coordinates[1], &mut rows);
    let bytes = V::int(surface.format.bytes() as i32);
    for number in 0..64 / V::LANES {
        let column = V::part(&columns, number);
        V::set_part(&mut columns, number, V::product(column, bytes));
    }
    texels.set::<V>(&columns, &rows, surface.row_words)
}

/// Declares the formats.
macro_rules! formats {
    ($($name:ident),*) => {
        /// Returns true if this module reads a format.
        fn has(format: Format) -> bool {
            matches!(format, $(Format::$name)|*)
        }

        #[inline(always)]
        fn read_format<V: Eight>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) -> bool {
            if !V::IS_NATIVE {
                return false;
            }
            let mut texels = Runs::new(surface.memory.words(), surface.format.bytes() as usize);
            if !find::<V>(surface, places, &mut texels) {
                return false;
            }
            match surface.format {
                $(Format::$name => read_each::<V, vectors::$name>(&texels, places, result),)*
                _ => return false,
            }
            true
        }
    };
}
formats!(R8, Rg8, Rgba8, Srgb8Alpha8, R16, Rg16, R16f, Rg16f, Rgba16f, R32f, Rgba32f, Depth16, Depth24Stencil8, Depth32f);

versions! {
    fn read = read_format<Eight>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) -> bool
}

#[inline(always)]
fn read_each<V: Eight, T: Texel<V>>(texels: &Runs, places: &Places, result: &mut [Lanes; 4]) {
    // What is wanted most has code of its own, without a branch for each component.
    match places.wanted {
        15 if T::COMPONENTS == 4 => read_wanted::<V, T>(texels, &Places { wanted: 15, ..*places }, result),
        7 if T::COMPONENTS == 4 => read_wanted::<V, T>(texels, &Places { wanted: 7, ..*places }, result),
        _ => read_wanted::<V, T>(texels, places, result),
    }
}

#[inline(always)]
fn read_wanted<V: Eight, T: Texel<V>>(texels: &Runs, places: &Places, result: &mut [Lanes; 4]) {
    for number in 0..64 / V::LANES {
        let raw = load::<V, T>(texels, number);
        let mut values = [V::float(0.0); 4];
        for component in 0..T::COMPONENTS {
            if places.wanted >> component & 1 != 0 {
                values[component] = T::alone(&raw, component);
            }
        }
        if T::IS_DEPTH
            && let Some(judge) = &places.judge
        {
            [values[0]] = judge.results::<V, 1>(number, [values[0]]);
        }
        set::<V, T>(result, number, places.wanted, &values);
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
