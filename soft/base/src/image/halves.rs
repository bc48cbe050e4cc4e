//! Levels with half the width and height of the next larger one, for formats whose components are alike: the averages of squares of four texels, or of
//! boxes of eight, by vectors.

use super::Surface;
use super::format::Format;
use super::rows::floats::{from_halves, to_halves};
use super::rows::{BLOCK, Bytes, LARGEST, Plane, Planes};
use super::srgb_code::SrgbCodes;
use super::texel::srgb_table;
use crate::core::cpu::{InstructionSet, versions};
use crate::core::vector::Eight;

/// Fills a level, or a slice of one, with the averages of one or two slices of the next larger one. Returns false, and does nothing, if a texel's average is
/// not that of two columns and two rows, or the format has no loops of its own.
pub(super) fn reduce(from: &[Surface], to: &Surface) -> bool {
    let is_half = |from: &Surface| from.format == to.format && from.width == to.width * 2 && from.height == to.height * 2;
    if !matches!(from.len(), 1 | 2) || !from.iter().all(is_half) {
        return false;
    }
    match (to.format, from) {
        (Format::Rgba8, [one]) => halve_rgba8(one, to),
        (Format::Rgba8, [near, far]) => halve_slices_rgba8(near, far, to),
        _ => {
            let Some(components) = Components::of(to.format) else { return false };
            components.reduce(from, to);
        }
    }
    true
}

/// What the components of a texel are stored as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    Bytes,
    Srgb,
    Halves,
    Floats,
}

/// The components of a format.
#[derive(Clone, Copy)]
struct Components {
    stored: Stored,
    count: usize,
}

/// The components of the texels of a block, one texel after the other.
type Values = [u32; BLOCK * 4];

impl Components {
    /// Returns the components of a format; `None` if it has no loops of its own.
    fn of(format: Format) -> Option<Self> {
        use Format::*;
        let (stored, count) = match format {
            R8 => (Stored::Bytes, 1),
            Rg8 => (Stored::Bytes, 2),
            Srgb8Alpha8 => (Stored::Srgb, 4),
            R16f => (Stored::Halves, 1),
            Rg16f => (Stored::Halves, 2),
            Rgba16f => (Stored::Halves, 4),
            R32f => (Stored::Floats, 1),
            Rg32f => (Stored::Floats, 2),
            Rgba32f => (Stored::Floats, 4),
            _ => return None,
        };
        Some(Self { stored, count })
    }

    /// Fills a level. The texels of a box are added in the order of slices, rows and columns.
    fn reduce(self, from: &[Surface], to: &Surface) {
        let (isa, bytes) = (InstructionSet::best(), to.format.bytes() as usize);
        let (mut values, mut sums, mut room): (Values, Values, Bytes) = ([0; BLOCK * 4], [0; BLOCK * 4], [0; BLOCK * LARGEST]);
        let part = 1.0 / (from.len() * 4) as f32;
        // As many texels as a block has after them.
        let most = BLOCK / 2;
        for (y, x) in (0..to.height as usize).flat_map(|y| (0..to.width as usize).step_by(most).map(move |x| (y, x))) {
            let count = (to.width as usize - x).min(most);
            let (sums, room) = (&mut sums[..count * self.count], &mut room[..count * 2 * bytes]);
            sums.fill(0);
            for (slice, row) in from.iter().flat_map(|slice| [0, 1].map(|row| (slice, row))) {
                slice.memory.read(slice.place(x * 2, y * 2 + row), room);
                let values = &mut values[..count * 2 * self.count];
                self.decode(isa, room, values);
                add(isa, self.count, values, sums);
            }
            scale(isa, part, sums);
            let texels = &mut room[..count * bytes];
            self.encode(isa, sums, texels);
            to.memory.write(to.place(x, y), texels);
        }
    }

    /// Returns the values of the components of texels.
    fn decode(self, isa: InstructionSet, texels: &[u8], values: &mut [u32]) {
        match self.stored {
            Stored::Bytes => from_bytes(isa, texels, values),
            Stored::Srgb => from_srgb(isa, texels, values),
            Stored::Halves => {
                values.iter_mut().zip(texels.as_chunks().0).for_each(|(value, half)| *value = u16::from_le_bytes(*half).into());
                from_halves(isa, values);
            }
            Stored::Floats => values.iter_mut().zip(texels.as_chunks().0).for_each(|(value, bytes)| *value = u32::from_le_bytes(*bytes)),
        }
    }

    /// Sets the components of texels.
    fn encode(self, isa: InstructionSet, values: &mut [u32], texels: &mut [u8]) {
        match self.stored {
            Stored::Bytes => to_bytes(isa, values, texels),
            Stored::Srgb => to_srgb(isa, values, texels),
            Stored::Halves => {
                to_halves(isa, values);
                texels.as_chunks_mut().0.iter_mut().zip(values).for_each(|(half, value)| *half = (*value as u16).to_le_bytes());
            }
            Stored::Floats => texels.as_chunks_mut().0.iter_mut().zip(values).for_each(|(bytes, value)| *bytes = value.to_le_bytes()),
        }
    }
}

/// Adds the components of two texels to each sum.
#[inline(always)]
fn add_loop<const COUNT: usize>(values: &[u32], sums: &mut [u32]) {
    let pairs = values.as_chunks::<COUNT>().0.as_chunks::<2>().0;
    for (sum, [one, other]) in sums.as_chunks_mut::<COUNT>().0.iter_mut().zip(pairs) {
        for component in 0..COUNT {
            let first = f32::from_bits(sum[component]) + f32::from_bits(one[component]);
            sum[component] = (first + f32::from_bits(other[component])).to_bits();
        }
    }
}

#[inline(always)]
fn add_body(count: usize, values: &[u32], sums: &mut [u32]) {
    match count {
        1 => add_loop::<1>(values, sums),
        2 => add_loop::<2>(values, sums),
        _ => add_loop::<4>(values, sums),
    }
}

#[inline(always)]
fn scale_body(part: f32, sums: &mut [u32]) {
    // The number of texels is a power of two: the product is the quotient.
    sums.iter_mut().for_each(|sum| *sum = (f32::from_bits(*sum) * part).to_bits());
}

#[inline(always)]
fn from_bytes_body(texels: &[u8], values: &mut [u32]) {
    values.iter_mut().zip(texels).for_each(|(value, byte)| *value = (f32::from(*byte) / 255.0).to_bits());
}

#[inline(always)]
fn to_bytes_body(values: &[u32], texels: &mut [u8]) {
    // The averages of bytes are from 0 to 1; in this range one unit in the last place is 1.
    texels.iter_mut().zip(values).for_each(|(byte, value)| *byte = (f32::from_bits(*value) * 255.0 + 8_388_608.0).to_bits() as u8);
}

#[inline(always)]
fn from_srgb_body(texels: &[u8], values: &mut [u32]) {
    let table = srgb_table();
    for (values, texel) in values.as_chunks_mut::<4>().0.iter_mut().zip(texels.as_chunks::<4>().0) {
        let color = |index: usize| table[usize::from(texel[index])].to_bits();
        *values = [color(0), color(1), color(2), (f32::from(texel[3]) / 255.0).to_bits()];
    }
}

#[inline(always)]
fn to_srgb_body<V: Eight>(values: &[u32], texels: &mut [u8]) {
    let codes = SrgbCodes::get();
    let is_alpha = V::lanes(0x88);
    for (values, texels) in values.chunks(8).zip(texels.chunks_mut(8)) {
        let mut eight = [0; 8];
        eight[..values.len()].copy_from_slice(values);
        let values = V::from_bits(V::from_words(eight));
        let alpha = V::bits(V::add(V::multiply(values, V::float(255.0)), V::float(8_388_608.0)));
        let bytes = V::words(V::choose(is_alpha, alpha, codes.codes::<V>(values)));
        texels.iter_mut().zip(bytes).for_each(|(byte, word)| *byte = word as u8);
    }
}

versions! {
    /// Adds the components of two texels to each sum.
    fn add = add_body(count: usize, values: &[u32], sums: &mut [u32])
}
versions! {
    /// Multiplies each sum.
    fn scale = scale_body(part: f32, sums: &mut [u32])
}
versions! {
    /// Returns the values of bytes.
    fn from_bytes = from_bytes_body(texels: &[u8], values: &mut [u32])
}
versions! {
    /// Returns the bytes nearest to values from 0 to 1.
    fn to_bytes = to_bytes_body(values: &[u32], texels: &mut [u8])
}
versions! {
    /// Returns the linear values of sRGB texels with alpha.
    fn from_srgb = from_srgb_body(texels: &[u8], values: &mut [u32])
}
versions! {
    /// Returns the sRGB texels with alpha nearest to linear values from 0 to 1.
    fn to_srgb = to_srgb_body<Eight>(values: &[u32], texels: &mut [u8])
}

/// Returns the averages of RGBA8 texels in words, two components at a time. Their number is 2 to the power of `shift`.
#[inline(always)]
fn average_rgba8<const COUNT: usize>(texels: [u32; COUNT], shift: u32) -> u32 {
    let half = 0x0001_0001 << (shift - 1);
    let (mut even, mut odd) = (half, half);
    for texel in texels {
        even += texel & 0x00FF_00FF;
        odd += texel >> 8 & 0x00FF_00FF;
    }
    even >> shift & 0x00FF_00FF | (odd >> shift & 0x00FF_00FF) << 8
}

#[inline(always)]
fn halve_body(upper: &Plane, lower: &Plane, halves: &mut [u32]) {
    for ((half, [a, b]), [c, d]) in halves.iter_mut().zip(upper.as_chunks().0).zip(lower.as_chunks().0) {
        *half = average_rgba8([*a, *b, *c, *d], 2);
    }
}

#[inline(always)]
fn halve_slices_body(planes: &Planes, halves: &mut [u32]) {
    let [upper, lower, far_upper, far_lower] = planes.each_ref().map(|plane| plane.as_chunks().0);
    for ((((half, [a, b]), [c, d]), [e, f]), [g, h]) in halves.iter_mut().zip(upper).zip(lower).zip(far_upper).zip(far_lower) {
        *half = average_rgba8([*a, *b, *c, *d, *e, *f, *g, *h], 3);
    }
}

versions! {
    /// Averages squares of four RGBA8 texels.
    fn halve = halve_body(upper: &Plane, lower: &Plane, halves: &mut [u32])
}
versions! {
    /// Averages boxes of eight RGBA8 texels.
    fn halve_slices = halve_slices_body(planes: &Planes, halves: &mut [u32])
}

/// Fills a level of RGBA8 with averages of two rows of each of one or two slices, which `halve` makes of the texels of a block.
fn halve_rows<const COUNT: usize>(from: [&Surface; COUNT], to: &Surface, halve: impl Fn(&Planes, &mut [u32])) {
    let mut planes = [[0; BLOCK]; 4];
    let mut halves = [0; BLOCK / 2];
    for y in 0..to.height as usize {
        for x in (0..to.width as usize).step_by(BLOCK / 2) {
            let count = (to.width as usize - x).min(BLOCK / 2);
            for (slice, planes) in from.iter().zip(planes.chunks_mut(2)) {
                for (row, plane) in planes.iter_mut().enumerate() {
                    slice.memory.load_words((y * 2 + row) * slice.row_words + x * 2, &mut plane[..count * 2]);
                }
            }
            halve(&planes, &mut halves[..count]);
            to.memory.store_words(y * to.row_words + x, &halves[..count]);
        }
    }
}

/// Averages squares of four RGBA8 texels.
fn halve_rgba8(from: &Surface, to: &Surface) {
    let isa = InstructionSet::best();
    halve_rows([from], to, |planes, halves| halve(isa, &planes[0], &planes[1], halves));
}

/// Averages boxes of eight RGBA8 texels of two slices.
fn halve_slices_rgba8(near: &Surface, far: &Surface, to: &Surface) {
    let isa = InstructionSet::best();
    halve_rows([near, far], to, |planes, halves| halve_slices(isa, planes, halves));
}
