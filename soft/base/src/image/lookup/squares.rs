//! The squares of texels around the places of a wave, for texels of one word. They are found before any texel is loaded, since a processor looks ahead over about
//! as many instructions as the filter of one part takes.

use super::axis::Dimension;
use super::plane::{Places, Plane, mean, set};
use super::vectors::{self, Texel, all};
use crate::core::cpu::versions;
use crate::core::lanes::Lanes;
use crate::core::vector::{Pairs, Vector};
use crate::image::Surface;
use crate::image::format::Format;

/// The texels that the linear filters of a wave read.
pub(super) struct Squares<'a> {
    /// The left texels, each with the word behind it, of the upper row and of the lower one.
    left: [Pairs<'a>; 2],
    /// The weights of the right column and of the lower row.
    weights: [[f32; 64]; 2],
    /// The parts whose right texels stand behind the left ones, as bits.
    followed: u64,
}

impl<'a> Squares<'a> {
    /// Creates the squares of a surface, not yet found.
    #[inline(always)]
    pub fn new(surface: &'a Surface) -> Self {
        let words = surface.memory.words();
        Self { left: [Pairs::new(words), Pairs::new(words)], weights: [[0.0; 64]; 2], followed: 0 }
    }
}

versions! {
    /// Finds the squares of the places, which the wrap modes of [`Dimension`] and no borders lead to.
    pub(super) fn find = find_each<Vector>(surface: &Surface, places: &Places, squares: &mut Squares)
}

#[inline(always)]
fn find_each<V: Vector>(surface: &Surface, places: &Places, squares: &mut Squares) {
    let mut columns = [[0i32; 64]; 2];
    let [right, lower] = &mut squares.weights;
    Dimension::<V>::new(places.wrap[0], surface.width).linear_wave(places.coordinates[0], &mut columns, right);
    let mut rows = [[0i32; 64]; 2];
    Dimension::<V>::new(places.wrap[1], surface.height).linear_wave(places.coordinates[1], &mut rows, lower);
    let mut followed = 0;
    for number in 0..64 / V::LANES {
        let behind = V::sum(V::part(&columns[0], number), V::int(1));
        followed |= u64::from(V::signs(V::equal(behind, V::part(&columns[1], number))) == all::<V>()) << number;
    }
    for (left, row) in squares.left.iter_mut().zip(&rows) {
        if !left.set::<V>(&columns[0], row, surface.row_words) {
            followed = 0;
        }
    }
    squares.followed = followed;
}

/// Filters the squares of the places in a surface whose texels are words.
#[inline(always)]
pub(super) fn look_up<V: Vector, T: Texel<V>>(surface: &Surface, places: &Places, result: &mut [Lanes; 4]) {
    let mut squares = Squares::new(surface);
    find_each::<V>(surface, places, &mut squares);
    filter_wanted::<V, T>(surface, places, &squares, result);
}

/// Declares the formats, whose texels are words.
macro_rules! formats {
    ($($name:ident),*) => {
        /// Returns true if this module filters a format.
        pub(super) fn has(format: Format) -> bool {
            matches!(format, $(Format::$name)|*)
        }

        #[inline(always)]
        fn filter_format<V: Vector>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
            match surface.format {
                $(Format::$name => filter_each::<V, vectors::$name>(surface, places, squares, result),)*
                _ => {}
            }
        }
    };
}
formats!(Rgba8, Srgb8Alpha8, R32f, Rg16, Rg16f, Depth24Stencil8, Depth32f);

versions! {
    /// Filters the squares, in a surface whose format this module [`has`], and writes the wanted components.
    pub(super) fn filter = filter_format<Vector>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4])
}

#[inline(always)]
fn filter_each<V: Vector, T: Texel<V>>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
    // What is wanted most has code of its own, without a branch for each component.
    match places.wanted {
        15 if T::COMPONENTS == 4 => filter_wanted::<V, T>(surface, &Places { wanted: 15, ..*places }, squares, result),
        7 if T::COMPONENTS == 4 => filter_wanted::<V, T>(surface, &Places { wanted: 7, ..*places }, squares, result),
        _ => filter_wanted::<V, T>(surface, places, squares, result),
    }
}

#[inline(always)]
fn filter_wanted<V: Vector, T: Texel<V>>(surface: &Surface, places: &Places, squares: &Squares, result: &mut [Lanes; 4]) {
    for number in 0..64 / V::LANES {
        let values = if squares.followed >> number & 1 != 0 {
            let [[a, b], [c, d]] = [squares.left[0].load::<V>(number), squares.left[1].load::<V>(number)];
            let weights = [V::from_bits(V::part(&squares.weights[0], number)), V::from_bits(V::part(&squares.weights[1], number))];
            let zero = V::int(0);
            mean::<V, T>(
                &[[a, zero, zero, zero], [b, zero, zero, zero], [c, zero, zero, zero], [d, zero, zero, zero]],
                weights,
                places,
                number,
            )
        } else {
            Plane::<V>::new(places.wrap, surface).filter::<T>(places, number, true)
        };
        set::<V, T>(result, number, places.wanted, &values);
    }
}
