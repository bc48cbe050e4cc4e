//! The elements of pixels in memory: components, or packed pixels with the components in their bits.

use super::{Plane, Planes};
use crate::core::cpu::versions;

/// Returns an element of `SIZE` bytes at a place in a pixel.
#[inline(always)]
fn load<const SIZE: usize>(pixel: &[u8], element: usize) -> u32 {
    match SIZE {
        1 => pixel[element].into(),
        2 => u16::from_le_bytes(pixel.as_chunks().0[element]).into(),
        _ => u32::from_le_bytes(pixel.as_chunks().0[element]),
    }
}

/// Sets an element of `SIZE` bytes at a place in a pixel.
#[inline(always)]
fn store<const SIZE: usize>(pixel: &mut [u8], element: usize, word: u32) {
    // The compiler vectorises stores of whole elements.
    match SIZE {
        1 => pixel[element] = word as u8,
        2 => pixel.as_chunks_mut().0[element] = (word as u16).to_le_bytes(),
        _ => pixel.as_chunks_mut().0[element] = word.to_le_bytes(),
    }
}

/// Copies `COUNT` elements of each pixel of `BYTES` bytes to planes.
#[inline(always)]
fn gather_loop<const SIZE: usize, const COUNT: usize, const BYTES: usize>(from: &[u8], planes: &mut Planes) {
    let [a, b, c, d] = planes;
    for ((((pixel, a), b), c), d) in from.as_chunks::<BYTES>().0.iter().zip(a).zip(b).zip(c).zip(d) {
        *a = load::<SIZE>(pixel, 0);
        if COUNT > 1 {
            *b = load::<SIZE>(pixel, 1);
        }
        if COUNT > 2 {
            *c = load::<SIZE>(pixel, 2);
        }
        if COUNT > 3 {
            *d = load::<SIZE>(pixel, 3);
        }
    }
}

/// Copies planes to the `COUNT` elements of each pixel of `BYTES` bytes.
#[inline(always)]
fn scatter_loop<const SIZE: usize, const COUNT: usize, const BYTES: usize>([a, b, c, d]: [&Plane; 4], into: &mut [u8]) {
    for ((((pixel, &a), &b), &c), &d) in into.as_chunks_mut::<BYTES>().0.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        store::<SIZE>(pixel, 0, a);
        if COUNT > 1 {
            store::<SIZE>(pixel, 1, b);
        }
        if COUNT > 2 {
            store::<SIZE>(pixel, 2, c);
        }
        if COUNT > 3 {
            store::<SIZE>(pixel, 3, d);
        }
    }
}

/// Calls a loop for the size and the number of a pixel's elements.
macro_rules! by_elements {
    ($size:ident, $count:ident, $loop:ident($($argument:expr),*)) => {
        match ($size, $count) {
            (1, 1) => $loop::<1, 1, 1>($($argument),*),
            (1, 2) => $loop::<1, 2, 2>($($argument),*),
            (1, 3) => $loop::<1, 3, 3>($($argument),*),
            (1, 4) => $loop::<1, 4, 4>($($argument),*),
            (2, 1) => $loop::<2, 1, 2>($($argument),*),
            (2, 2) => $loop::<2, 2, 4>($($argument),*),
            (2, 3) => $loop::<2, 3, 6>($($argument),*),
            (2, 4) => $loop::<2, 4, 8>($($argument),*),
            (4, 1) => $loop::<4, 1, 4>($($argument),*),
            (4, 2) => $loop::<4, 2, 8>($($argument),*),
            (4, 3) => $loop::<4, 3, 12>($($argument),*),
            (4, 4) => $loop::<4, 4, 16>($($argument),*),
            _ => {}
        }
    };
}

#[inline(always)]
fn gather_body(size: u32, count: usize, from: &[u8], planes: &mut Planes) {
    by_elements!(size, count, gather_loop(from, planes));
}

#[inline(always)]
fn scatter_body(size: u32, count: usize, planes: [&Plane; 4], into: &mut [u8]) {
    by_elements!(size, count, scatter_loop(planes, into));
}

#[inline(always)]
fn words_body(from: &[u8], plane: &mut Plane) {
    plane.iter_mut().zip(from.as_chunks().0).for_each(|(word, bytes)| *word = u32::from_le_bytes(*bytes));
}

#[inline(always)]
fn swap_body(size: u32, plane: &mut [u32]) {
    match size {
        2 => plane.iter_mut().for_each(|word| *word = word.swap_bytes() >> 16),
        4 => plane.iter_mut().for_each(|word| *word = word.swap_bytes()),
        _ => {}
    }
}

#[inline(always)]
fn field_body(words: &Plane, shift: u32, mask: u32, into: &mut [u32]) {
    into.iter_mut().zip(words).for_each(|(field, word)| *field = word >> shift & mask);
}

#[inline(always)]
fn first_field_body(shift: u32, mask: u32, words: &mut [u32]) {
    words.iter_mut().for_each(|word| *word = *word >> shift & mask);
}

#[inline(always)]
fn merge_body(shifts: [u32; 4], [a, b, c, d]: [&Plane; 4], words: &mut [u32]) {
    for ((((word, a), b), c), d) in words.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *word = a << shifts[0] | b << shifts[1] | c << shifts[2] | d << shifts[3];
    }
}

versions! {
    /// Copies the elements of pixels, of `size` bytes and `count` in each pixel, to as many planes.
    pub(super) fn gather = gather_body(size: u32, count: usize, from: &[u8], planes: &mut Planes)
}
versions! {
    /// Copies planes to the elements of pixels.
    pub(super) fn scatter = scatter_body(size: u32, count: usize, planes: [&Plane; 4], into: &mut [u8])
}
versions! {
    /// Copies words to a plane.
    pub(super) fn words = words_body(from: &[u8], plane: &mut Plane)
}
versions! {
    /// Reverses the bytes of elements of `size` bytes.
    pub(super) fn swap = swap_body(size: u32, plane: &mut [u32])
}
versions! {
    /// Returns the bits of a component of packed pixels.
    pub(super) fn field = field_body(words: &Plane, shift: u32, mask: u32, into: &mut [u32])
}
versions! {
    /// Replaces packed pixels by one of their components.
    pub(super) fn first_field = first_field_body(shift: u32, mask: u32, words: &mut [u32])
}
versions! {
    /// Joins the components of packed pixels, which have no other bits than theirs.
    pub(super) fn merge = merge_body(shifts: [u32; 4], planes: [&Plane; 4], words: &mut [u32])
}
