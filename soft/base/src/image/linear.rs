//! Rows of colors that are copied with a linear filter, a block of pixels at a time.

use super::Surface;
use super::rows::texels::{decode, encode};
use super::rows::{BLOCK, Bytes, LARGEST, ONE, Planes, pick};
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
    /// The columns of the source's texels beside each pixel.
    columns: [[u32; BLOCK]; 2],
    /// The place of each pixel between them.
    places: [f32; BLOCK],
    /// The last two rows of the source: rows of the destination that follow each other have rows of the source in common.
    rows: [Filtered; 2],
}

fn along_x_body(places: &[f32], left: &Planes, right: &Planes, into: &mut Planes) {
    for ((into, left), right) in into.iter_mut().zip(left).zip(right) {
        for (((into, &left), &right), &place) in into.iter_mut().zip(left).zip(right).zip(places) {
            let (left, right) = (f32::from_bits(left), f32::from_bits(right));
            *into = (left + (right - left) * place).to_bits();
        }
    }
}

fn along_y_body(place: f32, count: usize, low: &Planes, high: &Planes, into: &mut Planes) {
    for ((into, low), high) in into.iter_mut().zip(low).zip(high) {
        for ((into, &low), &high) in into.iter_mut().zip(low).zip(high).take(count) {
            let (low, high) = (f32::from_bits(low), f32::from_bits(high));
            *into = (low + (high - low) * place).to_bits();
        }
    }
}

versions! {
    /// Filters pixels between two texels of a row.
    fn along_x = along_x_body(places: &[f32], left: &Planes, right: &Planes, into: &mut Planes)
}
versions! {
    /// Filters pixels between two filtered rows.
    fn along_y = along_y_body(place: f32, count: usize, low: &Planes, high: &Planes, into: &mut Planes)
}

impl<'a> Linear<'a> {
    /// Creates columns, at most [`BLOCK`], from the coordinates of their centres in the source.
    pub(super) fn new(source: &'a Surface, coordinates: impl ExactSizeIterator<Item = f64>) -> Self {
        let filtered = || Filtered { row: None, planes: [[0; BLOCK]; 4] };
        let count = coordinates.len().min(BLOCK);
        let (mut columns, mut places) = ([[0; BLOCK]; 2], [0.0; BLOCK]);
        let [left, right] = &mut columns;
        for (((coordinate, left), right), place) in coordinates.zip(left).zip(right).zip(&mut places) {
            ([*left, *right], *place) = beside(coordinate, source.width);
        }
        Self { source, count, columns, places, rows: [filtered(), filtered()] }
    }

    /// Filters the pixels of a row between two rows of the source, and writes them to a row of another surface from a column on.
    pub(super) fn write(&mut self, [low, high]: [u32; 2], place: f32, (output, row, column): (&Surface, u32, usize)) {
        let isa = InstructionSet::best();
        let low = self.filtered(isa, low, high);
        let high = self.filtered(isa, high, self.rows[low].row.unwrap_or(high));
        let mut planes = [[0; BLOCK]; 4];
        along_y(isa, place, self.count, &self.rows[low].planes, &self.rows[high].planes, &mut planes);
        let mut texels: Bytes = [0; BLOCK * LARGEST];
        let texels = &mut texels[..self.count * output.format.bytes() as usize];
        encode(isa, output.format, planes.each_ref(), texels);
        output.memory.write(output.place(column, row as usize), texels);
    }

    /// Returns where a filtered row of the source is. Does not replace the row `other`.
    fn filtered(&mut self, isa: InstructionSet, row: u32, other: u32) -> usize {
        if let Some(at) = self.rows.iter().position(|filtered| filtered.row == Some(row)) {
            return at;
        }
        let at = usize::from(self.rows[0].row == Some(other));
        let [left, right] = self.columns.each_ref().map(|columns| self.decoded(isa, row, &columns[..self.count]));
        self.rows[at].row = Some(row);
        along_x(isa, &self.places[..self.count], &left, &right, &mut self.rows[at].planes);
        at
    }

    /// Returns the colors of texels of a row.
    fn decoded(&self, isa: InstructionSet, row: u32, columns: &[u32]) -> Planes {
        let bytes = self.source.format.bytes() as usize;
        let mut texels: Bytes = [0; BLOCK * LARGEST];
        let texels = &mut texels[..columns.len() * bytes];
        pick(self.source, row, |index| columns[index] as usize, texels);
        // Components that the format does not have.
        let mut planes = [[0; BLOCK], [0; BLOCK], [0; BLOCK], [ONE; BLOCK]];
        decode(isa, self.source.format, texels, &mut planes);
        planes
    }
}
