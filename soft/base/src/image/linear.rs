//! Rows of colors that are copied with a linear filter, a block of pixels at a time.

use super::Surface;
use super::rows::texels::{components, decode, encode};
use super::rows::{BLOCK, Bytes, LARGEST, ONE, Plane, Planes, pick};
use crate::core::cpu::{InstructionSet, versions};

/// Returns the two texels of an axis beside a coordinate, and its place between their centres. The texels at the edges stand for those outside.
pub(super) fn beside(at: f64, size: u32) -> ([u32; 2], f32) {
    let at = at - 0.5;
    let first = at.floor();
    let texel = |index: f64| index.clamp(0.0, f64::from(size.saturating_sub(1))) as u32;
    ([texel(first), texel(first + 1.0)], (at - first) as f32)
}

/// A row of the source, filtered along x.
struct Filtered {
    /// The row; none before the first one.
    row: Option<u32>,
    planes: Planes,
}

/// The columns of a destination, as many as a block has, whose pixels are filtered from a source.
pub(super) struct Linear<'a> {
    source: &'a Surface,
    count: usize,
    /// The columns of the source's texels beside each pixel, counted from `first`.
    columns: [[u32; BLOCK]; 2],
    /// The first column of the source.
    first: u32,
    /// The number of columns from there on, if a block has all of them.
    near: Option<usize>,
    /// The place of each pixel between them.
    places: [f32; BLOCK],
    /// The last two rows of the source: rows of the destination that follow each other have rows of the source in common.
    rows: [Filtered; 2],
    /// The memory that rows pass through.
    texels: Bytes,
    planes: [Planes; 2],
}

/// Planes of the values that components have in formats without them.
const MISSING: Planes = [[0; BLOCK], [0; BLOCK], [0; BLOCK], [ONE; BLOCK]];

#[inline(always)]
fn between(left: u32, right: u32, place: f32) -> u32 {
    let (left, right) = (f32::from_bits(left), f32::from_bits(right));
    (left + (right - left) * place).to_bits()
}

#[inline(always)]
fn along_x_body(places: &[f32], left: &[Plane], right: &[Plane], into: &mut [Plane]) {
    for ((into, left), right) in into.iter_mut().zip(left).zip(right) {
        for (((into, &left), &right), &place) in into.iter_mut().zip(left).zip(right).zip(places) {
            *into = between(left, right, place);
        }
    }
}

#[inline(always)]
fn within_body(places: &[f32], [left, right]: [&[u32; BLOCK]; 2], row: &[Plane], into: &mut [Plane]) {
    for (into, row) in into.iter_mut().zip(row) {
        for (((into, &left), &right), &place) in into.iter_mut().zip(left).zip(right).zip(places) {
            *into = between(row[left as usize % BLOCK], row[right as usize % BLOCK], place);
        }
    }
}

#[inline(always)]
fn along_y_body(place: f32, count: usize, low: &[Plane], high: &[Plane], into: &mut [Plane]) {
    for ((into, low), high) in into.iter_mut().zip(low).zip(high) {
        for ((into, &low), &high) in into.iter_mut().zip(low).zip(high).take(count) {
            *into = between(low, high, place);
        }
    }
}

versions! {
    /// Filters pixels between two texels of a row.
    fn along_x = along_x_body(places: &[f32], left: &[Plane], right: &[Plane], into: &mut [Plane])
}
versions! {
    /// Filters pixels between two texels of a row, which are in these columns of a block.
    fn within = within_body(places: &[f32], columns: [&[u32; BLOCK]; 2], row: &[Plane], into: &mut [Plane])
}
versions! {
    /// Filters pixels between two filtered rows.
    fn along_y = along_y_body(place: f32, count: usize, low: &[Plane], high: &[Plane], into: &mut [Plane])
}

impl<'a> Linear<'a> {
    /// Creates columns, at most [`BLOCK`], from the coordinates of their centres in the source.
    pub(super) fn new(source: &'a Surface, coordinates: impl ExactSizeIterator<Item = f64>) -> Self {
        let filtered = || Filtered { row: None, planes: MISSING };
        let count = coordinates.len().min(BLOCK);
        let (mut columns, mut places) = ([[0; BLOCK]; 2], [0.0; BLOCK]);
        let [left, right] = &mut columns;
        for (((coordinate, left), right), place) in coordinates.zip(left).zip(right).zip(&mut places) {
            ([*left, *right], *place) = beside(coordinate, source.width);
        }
        let used = || columns.iter().flat_map(|columns| &columns[..count]);
        let (first, last) = (used().min().map_or(0, |first| *first), used().max().map_or(0, |last| *last));
        columns.iter_mut().for_each(|columns| columns[..count].iter_mut().for_each(|column| *column -= first));
        let near = Some((last - first) as usize + 1).filter(|near| *near <= BLOCK);
        let rows = [filtered(), filtered()];
        Self { source, count, columns, first, near, places, rows, texels: [0; BLOCK * LARGEST], planes: [MISSING; 2] }
    }

    /// Filters the pixels of a row between two rows of the source, and writes them to a row of another surface from a column on.
    pub(super) fn write(&mut self, [low, high]: [u32; 2], place: f32, (output, row, column): (&Surface, u32, usize)) {
        let (isa, exist) = (InstructionSet::best(), components(self.source.format));
        let low = self.filtered(isa, low, high);
        let high = self.filtered(isa, high, self.rows[low].row.unwrap_or(high));
        let [planes, _] = &mut self.planes;
        along_y(isa, place, self.count, &self.rows[low].planes, &self.rows[high].planes, &mut planes[..exist]);
        let texels = &mut self.texels[..self.count * output.format.bytes() as usize];
        encode(isa, output.format, planes.each_ref(), texels);
        output.memory.write(output.place(column, row as usize), texels);
    }

    /// Returns where a filtered row of the source is. Does not replace the row `other`.
    fn filtered(&mut self, isa: InstructionSet, row: u32, other: u32) -> usize {
        if let Some(at) = self.rows.iter().position(|filtered| filtered.row == Some(row)) {
            return at;
        }
        let at = usize::from(self.rows[0].row == Some(other));
        let exist = components(self.source.format);
        self.rows[at].row = Some(row);
        let places = &self.places[..self.count];
        let into = &mut self.rows[at].planes[..exist];
        let bytes = self.source.format.bytes() as usize;
        if let Some(near) = self.near {
            let texels = &mut self.texels[..near * bytes];
            self.source.memory.read(self.source.place(self.first as usize, row as usize), texels);
            decode(isa, self.source.format, texels, &mut self.planes[0]);
            within(isa, places, self.columns.each_ref(), &self.planes[0], into);
            return at;
        }
        let texels = &mut self.texels[..self.count * bytes];
        for (columns, planes) in self.columns.iter().zip(&mut self.planes) {
            let columns: [u32; BLOCK] = std::array::from_fn(|index| columns[index] + self.first);
            pick(self.source, row, &columns[..self.count], texels);
            decode(isa, self.source.format, texels, planes);
        }
        along_x(isa, places, &self.planes[0], &self.planes[1], into);
        at
    }
}
