//! The squares of texels around the places of a wave. They are found before any texel is loaded, since a processor looks ahead over about as many instructions as
//! the filter of one part takes. Both texels of a row are loaded at once. Lane by lane nothing is gained, so only vectors of the processor do this.

use super::axis::Dimension;
use super::plane::{Places, Plane, mean, set};
use super::vectors::{self, Raw, Texel, all, mix};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::core::vector::{Eight, Runs, Vector};
use crate::image::Surface;
use crate::image::format::Format;
use std::sync::atomic::AtomicU32;

/// The texels that the linear filters of a wave read.
pub(super) struct Squares<'a> {
    /// The left texels, each with the one behind it, of the upper row and of the lower one.
    left: [Runs<'a>; 2],
    /// The weights of the right column and of the lower row.
    weights: [[f32; 64]; 2],
    /// The parts whose right texels stand behind the left ones, as bits.
    followed: u64,
}

impl<'a> Squares<'a> {
    /// Creates the squares of a surface, not yet found.
    #[inline(always)]
    fn new(surface: &'a Surface) -> Self {
        let (words, bytes) = (surface.memory.words(), surface.format.bytes() as usize * 2);
        Self { left: [Runs::new(words, bytes), Runs::new(words, bytes)], weights: [[0.0; 64]; 2], followed: 0 }
    }

    /// Returns the weights of a part.
    #[inline(always)]
    fn weights<V: Vector>(&self, number: usize) -> [V::Floats; 2] {
        [V::from_bits(V::part(&self.weights[0], number)), V::from_bits(V::part(&self.weights[1], number))]
    }
}

/// Filters the texels of a surface around the places, which wrap modes of [`Dimension`] and no borders lead to, and writes the wanted components. Returns false, and
/// writes nothing, for other formats and for processors without vectors.
pub(super) fn sample(set: InstructionSet, surface: &Surface, places: &Places, result: &mut [Lanes; 4]) -> bool {
    match (set.has_vectors() && has(surface.format), surface.format.bytes()) {
        (true, 4) => filter_words(set, surface, places, result),
        (true, _) => filter_others(set, surface, places, result),
        _ => return false,
    }
    true
}

/// Finds the squares of the places.
#[inline(always)]
pub(super) fn find<'a, V: Vector>(surface: &'a Surface, places: &Places) -> Squares<'a> {
    let mut squares = Squares::new(surface);
    let (mut columns, mut rows) = ([[0i32; 64]; 2], [[0i32; 64]; 2]);
    let [right, lower] = &mut squares.weights;
    Dimension::<V>::new(places.wrap[0], surface.width).linear_wave(places.coordinates[0], columns.each_mut(), right);
    Dimension::<V>::new(places.wrap[1], surface.height).linear_wave(places.coordinates[1], rows.each_mut(), lower);
    let bytes = V::int(surface.format.bytes() as i32);
    let mut followed = 0;
    for number in 0..64 / V::LANES {
        let column = V::part(&columns[0], number);
        let behind = V::sum(column, V::int(1));
        followed |= u64::from(V::signs(V::equal(behind, V::part(&columns[1], number))) == all::<V>()) << number;
        V::set_part(&mut columns[0], number, V::product(column, bytes));
    }
    for (left, row) in squares.left.iter_mut().zip(&rows) {
        if !left.set::<V>(&columns[0], row, surface.row_words) {
            followed = 0;
        }
    }
    squares.followed = followed;
    squares
}

/// Filters the squares of the places in a surface whose texels are words.
#[inline(always)]
pub(super) fn look_up<V: Vector, T: Texel<V>>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) {
    filter_wanted::<V, T, Words>(surface, places, &find::<V>(surface, places), result);
}

/// Declares the formats: those whose texels are words, and those of 1 and 2 bytes.
macro_rules! formats {
    ([$($word:ident),*], [$($part:ident),*]) => {
        /// Returns true if this module filters a format.
        fn has(format: Format) -> bool {
            matches!(format, $(Format::$word)|* | $(Format::$part)|* | Format::Rgba16f)
        }

        #[inline(always)]
        fn filter_format<V: Vector>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) {
            // `sample` calls this for native vectors alone.
            if !V::IS_NATIVE {
                return;
            }
            let squares = find::<V>(surface, places);
            match surface.format {
                $(Format::$word => filter_each::<V, vectors::$word>(surface, places, &squares, result),)*
                _ => {}
            }
        }

        #[inline(always)]
        fn filter_other<V: Eight>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) {
            // `sample` calls this for native vectors alone.
            if !V::IS_NATIVE {
                return;
            }
            let squares = find::<V>(surface, places);
            match surface.format {
                $(Format::$part => filter_wanted::<V, vectors::$part, Parts>(surface, places, &squares, result),)*
                _ => filter_halves::<V>(surface, places, &squares, result),
            }
        }
    };
}
formats!([Rgba8, Srgb8Alpha8, R32f, Rg16, Rg16f, Depth24Stencil8, Depth32f], [R8, Rg8, R16, R16f, Depth16]);

versions! {
    fn filter_words = filter_format<Vector>(surface: &Surface, places: &Places, result: &mut [Lanes; 4])
}
versions! {
    fn filter_others = filter_other<Eight>(surface: &Surface, places: &Places, result: &mut [Lanes; 4])
}

#[inline(always)]
fn filter_each<V: Vector, T: Texel<V>>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
    // What is wanted most has code of its own, without a branch for each component.
    match places.wanted {
        15 if T::COMPONENTS == 4 => filter_wanted::<V, T, Words>(surface, &Places { wanted: 15, ..*places }, squares, result),
        7 if T::COMPONENTS == 4 => filter_wanted::<V, T, Words>(surface, &Places { wanted: 7, ..*places }, squares, result),
        _ => filter_wanted::<V, T, Words>(surface, places, squares, result),
    }
}

/// How the two texels of a row are loaded.
trait Rows<V: Vector> {
    fn load<T: Texel<V>>(left: &Runs, number: usize) -> [Raw<V>; 2];
}

/// Texels that are words.
struct Words;

impl<V: Vector> Rows<V> for Words {
    #[inline(always)]
    fn load<T: Texel<V>>(left: &Runs, number: usize) -> [Raw<V>; 2] {
        let ([first, second], zero) = (left.load_pairs::<V>(number), V::int(0));
        [[first, zero, zero, zero], [second, zero, zero, zero]]
    }
}

/// Texels that are a byte or two.
struct Parts;

impl<V: Eight> Rows<V> for Parts {
    #[inline(always)]
    fn load<T: Texel<V>>(left: &Runs, number: usize) -> [Raw<V>; 2] {
        let (first, second) = if T::BYTES == 1 {
            let first = left.load::<V, 2>(number);
            (first, V::shift_right::<8>(first))
        } else {
            let first = left.load::<V, 4>(number);
            (first, V::shift_right::<16>(first))
        };
        let zero = V::int(0);
        [[first, zero, zero, zero], [second, zero, zero, zero]]
    }
}

#[inline(always)]
fn filter_wanted<V: Vector, T: Texel<V>, R: Rows<V>>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
    for number in 0..64 / V::LANES {
        let values = if squares.followed >> number & 1 != 0 {
            let [a, b] = R::load::<T>(&squares.left[0], number);
            let [c, d] = R::load::<T>(&squares.left[1], number);
            mean::<V, T>(&[a, b, c, d], squares.weights::<V>(number), places, number)
        } else {
            Plane::<V>::new(places.wrap, surface).filter::<T>(places, number, true)
        };
        set::<V, T>(result, number, places.wanted, &values);
    }
}

/// Filters a part in other texels of a surface's size, which are words.
#[inline(always)]
pub(super) fn filter_in<V: Vector, T: Texel<V>>(
    words: &[AtomicU32],
    surface: &Surface,
    places: &Places,
    squares: &Squares,
    number: usize,
) -> [V::Floats; 4] {
    if squares.followed >> number & 1 == 0 {
        return Plane::<V>::new(places.wrap, surface).square(places, number, true).filter::<T>(words, places, number);
    }
    let ([upper, lower], zero) = (&squares.left, V::int(0));
    let ([a, b], [c, d]) = (upper.load_pairs_of::<V>(words, number), lower.load_pairs_of::<V>(words, number));
    let texels = [[a, zero, zero, zero], [b, zero, zero, zero], [c, zero, zero, zero], [d, zero, zero, zero]];
    mean::<V, T>(&texels, squares.weights::<V>(number), places, number)
}

/// Filters RGBA16F texels, which the processor converts.
#[inline(always)]
fn filter_halves<V: Eight>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
    for number in 0..64 / V::LANES {
        let [x, y] = squares.weights::<V>(number);
        let upper = between::<V>(squares.left[0].load_halves::<V>(number), x);
        let lower = between::<V>(squares.left[1].load_halves::<V>(number), x);
        let mut values = [V::float(0.0); 4];
        let mut numbers = V::int(-1);
        for component in 0..4 {
            values[component] = mix::<V, vectors::Rgba16f>(upper[component], lower[component], y);
            numbers = V::and(numbers, V::alike(values[component], values[component]));
        }
        // Halves that are no numbers lose digits.
        if squares.followed >> number & 1 == 0 || V::signs(numbers) != all::<V>() {
            values = Plane::<V>::new(places.wrap, surface).filter::<vectors::Rgba16f>(places, number, true);
        }
        set::<V, vectors::Rgba16f>(result, number, places.wanted, &values);
    }
}

/// Returns the components between the two texels of a row.
#[inline(always)]
fn between<V: Eight>(halves: [V::Floats; 8], weight: V::Floats) -> [V::Floats; 4] {
    let [a, b, c, d, e, f, g, h] = halves;
    [
        mix::<V, vectors::Rgba16f>(a, e, weight),
        mix::<V, vectors::Rgba16f>(b, f, weight),
        mix::<V, vectors::Rgba16f>(c, g, weight),
        mix::<V, vectors::Rgba16f>(d, h, weight),
    ]
}
