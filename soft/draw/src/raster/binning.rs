//! Binning: chunks of set-up primitives and the tiles that each of them touches.

use super::pixel_set::TILE;
use super::primitive::{Extent, Primitive, Weights};
use base::core::statistics::Statistics;

/// The number of primitives of the batch that one chunk takes.
pub const CHUNK: usize = 1024;
/// A primitive that touches more tiles than this is not binned but tested by every tile, which bounds the memory.
const LARGE: usize = 64;

/// The results of setting up consecutive primitives of a batch, by one worker.
#[derive(Default)]
pub struct Chunk {
    /// The primitives that remain after clipping and culling.
    pub primitives: Vec<Primitive>,
    /// The weights of clipped primitives.
    pub weights: Vec<Weights>,
    /// The counts of clipping.
    pub statistics: Statistics,
    /// The rectangle of touched tiles: x0 ≤ x < x1, y0 ≤ y < y1.
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
    /// The extents of the primitives, empty for those of other layers: few bytes of each primitive, which stay in the cache while it is binned.
    extents: Vec<Extent>,
    /// For each tile of that rectangle the extent of the primitives in its bin.
    bin_extents: Vec<Extent>,
    /// For each tile of that rectangle the start of its bin, and the end of the last bin.
    starts: Vec<u32>,
    /// The primitive numbers of all bins.
    bins: Vec<u32>,
    /// The numbers of the primitives that are not binned.
    large: Vec<u32>,
}

/// Returns the rectangle of tiles that an extent touches.
fn tiles(extent: &Extent) -> (usize, usize, usize, usize) {
    let (first, last) = (|pixel: u16| usize::from(pixel) / TILE, |pixel: u16| usize::from(pixel).div_ceil(TILE));
    (first(extent.x0), first(extent.y0), last(extent.x1), last(extent.y1))
}

impl Chunk {
    /// Empties the chunk.
    pub fn clear(&mut self) {
        self.primitives.clear();
        self.weights.clear();
        self.statistics = Statistics::default();
    }

    /// Sorts the primitives of a layer into bins, keeping their order. Those of other layers are in no bin.
    pub fn bin(&mut self, layer: u16) {
        (self.x0, self.y0, self.x1, self.y1) = (usize::MAX, usize::MAX, 0, 0);
        self.bins.clear();
        self.large.clear();
        self.starts.clear();
        self.extents.clear();
        self.bin_extents.clear();
        let extent = |primitive: &Primitive| if primitive.layer == layer { primitive.extent() } else { Extent::NONE };
        self.extents.extend(self.primitives.iter().map(extent));
        for extent in self.extents.iter().filter(|extent| !extent.is_empty()) {
            let (x0, y0, x1, y1) = tiles(extent);
            (self.x0, self.y0, self.x1, self.y1) = (self.x0.min(x0), self.y0.min(y0), self.x1.max(x1), self.y1.max(y1));
        }
        if self.x0 == usize::MAX {
            (self.x0, self.y0) = (0, 0);
            return;
        }
        let columns = self.x1 - self.x0;
        let count = columns * (self.y1 - self.y0);
        self.starts.resize(count + 1, 0);
        self.bin_extents.resize(count, Extent::NONE);
        for (index, extent) in self.extents.iter().enumerate().filter(|(_, extent)| !extent.is_empty()) {
            let (x0, y0, x1, y1) = tiles(extent);
            if (x1 - x0) * (y1 - y0) > LARGE {
                self.large.push(index as u32);
                continue;
            }
            for y in y0..y1 {
                for x in x0..x1 {
                    self.starts[(y - self.y0) * columns + x - self.x0] += 1;
                }
            }
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            // At first the ends of the bins: filling goes backwards.
            *start = total;
        }
        self.bins.resize(total as usize, 0);
        for (index, extent) in self.extents.iter().enumerate().rev().filter(|(_, extent)| !extent.is_empty()) {
            let (x0, y0, x1, y1) = tiles(extent);
            if (x1 - x0) * (y1 - y0) > LARGE {
                continue;
            }
            for y in y0..y1 {
                for x in x0..x1 {
                    let tile = (y - self.y0) * columns + x - self.x0;
                    self.bin_extents[tile] = self.bin_extents[tile].union(*extent);
                    let start = &mut self.starts[tile];
                    *start -= 1;
                    self.bins[*start as usize] = index as u32;
                }
            }
        }
    }

    /// Returns the rectangle of touched tiles, x0 ≤ x < x1 and y0 ≤ y < y1; an empty one if no primitive is in a bin.
    pub fn tiles(&self) -> (usize, usize, usize, usize) {
        (self.x0, self.y0, self.x1, self.y1)
    }

    /// Returns the number of a tile in the rectangle of touched tiles, or `None` if it is outside.
    fn tile(&self, x: usize, y: usize) -> Option<usize> {
        let inside = x >= self.x0 && x < self.x1 && y >= self.y0 && y < self.y1;
        inside.then(|| (y - self.y0) * (self.x1 - self.x0) + x - self.x0)
    }

    /// Returns an extent that has, within a tile, all pixels of the primitives that touch it.
    pub fn extent_in_tile(&self, x: usize, y: usize) -> Extent {
        let Some(tile) = self.tile(x, y) else { return Extent::NONE };
        let touches = |extent: &&Extent| {
            let (x0, y0, x1, y1) = tiles(extent);
            (x0..x1).contains(&x) && (y0..y1).contains(&y)
        };
        let large = self.large.iter().map(|&index| &self.extents[index as usize]).filter(touches);
        large.fold(self.bin_extents[tile], |union, extent| union.union(*extent))
    }

    /// Returns the primitives that may touch a tile, in order.
    pub fn in_tile(&self, x: usize, y: usize) -> impl Iterator<Item = u32> + '_ {
        let (bin, large) = match self.tile(x, y) {
            Some(tile) => (&self.bins[self.starts[tile] as usize..self.starts[tile + 1] as usize], &self.large[..]),
            None => (&[][..], &[][..]),
        };
        let (mut bin, mut large) = (bin.iter().copied().peekable(), large.iter().copied().peekable());
        std::iter::from_fn(move || match (bin.peek(), large.peek()) {
            (Some(small), Some(big)) if big < small => large.next(),
            (None, Some(_)) => large.next(),
            _ => bin.next(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::primitive::{Shape, WHOLE};

    fn primitive(x0: u16, y0: u16, x1: u16, y1: u16) -> Primitive {
        Primitive {
            inner: 0,
            a: [0; 3],
            b: [0; 3],
            c: [0; 3],
            inverse_area: 1.0,
            z: [0.0; 3],
            inverse_w: [1.0; 3],
            vertices: [0; 3],
            provoking: 0,
            id: 0,
            x0,
            y0,
            x1,
            y1,
            shape: Shape::Triangle,
            front: true,
            viewport: 0,
            layer: 0,
            weights: WHOLE,
        }
    }

    #[test]
    fn bins_hold_every_primitive_of_a_tile_in_order_large_ones_between() {
        let primitives =
            vec![primitive(70, 70, 80, 80), primitive(0, 0, 1024, 1024), primitive(64, 64, 129, 65), primitive(127, 64, 128, 65)];
        let mut chunk = Chunk { primitives, ..Chunk::default() };
        chunk.bin(0);
        assert_eq!(chunk.tiles(), (0, 0, 16, 16));
        assert_eq!(chunk.in_tile(1, 1).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(chunk.in_tile(2, 1).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(chunk.in_tile(15, 15).collect::<Vec<_>>(), [1]);
        assert_eq!(chunk.in_tile(16, 0).count(), 0);
        let extent = |x0, y0, x1, y1| Extent { x0, y0, x1, y1 };
        assert_eq!(chunk.extent_in_tile(2, 1), extent(0, 0, 1024, 1024));
        assert_eq!(chunk.extent_in_tile(16, 0), Extent::NONE);
        chunk.primitives.remove(1);
        chunk.bin(0);
        assert_eq!(chunk.extent_in_tile(1, 1), extent(64, 64, 129, 80));
        assert_eq!(chunk.extent_in_tile(2, 1), extent(64, 64, 129, 65));
    }

    #[test]
    fn bins_hold_the_primitives_of_one_layer() {
        let mut primitives = vec![primitive(0, 0, 1024, 1024), primitive(70, 70, 80, 80), primitive(64, 64, 66, 66), primitive(0, 0, 9, 9)];
        [2, 0, 2, 1].into_iter().zip(&mut primitives).for_each(|(layer, primitive)| primitive.layer = layer);
        let mut chunk = Chunk { primitives, ..Chunk::default() };
        let mut of_layer = |layer| {
            chunk.bin(layer);
            (chunk.tiles(), chunk.in_tile(0, 0).collect::<Vec<_>>(), chunk.in_tile(1, 1).collect::<Vec<_>>())
        };
        assert_eq!(of_layer(0), ((1, 1, 2, 2), vec![], vec![1]));
        assert_eq!(of_layer(1), ((0, 0, 1, 1), vec![3], vec![]));
        assert_eq!(of_layer(2), ((0, 0, 16, 16), vec![0], vec![0, 2]));
        assert_eq!(of_layer(3), ((0, 0, 0, 0), vec![], vec![]));
    }
}
