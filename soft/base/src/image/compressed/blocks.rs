//! The blocks of one layer of an image, and the surface of decoded texels beside them.

use super::{Codec, MOST_TEXELS, stored};
use crate::core::memory::{Memory, OutOfMemory};
use crate::image::Surface;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The blocks of an image. Clones share them, and the surface that they decode to belongs to all clones with one codec.
///
/// A view with another codec has a surface of its own: [`Self::reinterpret`]. Each surface remembers which change of the blocks it shows.
#[derive(Clone)]
pub struct Blocks {
    /// The format of the blocks.
    pub codec: Codec,
    /// The texels of a row.
    pub width: u32,
    /// The rows of texels.
    pub height: u32,
    /// The blocks by rows.
    memory: Arc<Memory>,
    /// The number of changes.
    changes: Arc<AtomicU32>,
    /// The number of changes that the surface shows.
    shown: Arc<AtomicU32>,
}

/// A rectangle of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    first: [u32; 2],
    end: [u32; 2],
}

impl Blocks {
    /// Returns the bytes of all blocks of an image.
    pub fn size(codec: Codec, width: u32, height: u32) -> Result<usize, OutOfMemory> {
        codec.image_bytes(width, height, 1).and_then(|bytes| usize::try_from(bytes).ok()).ok_or(OutOfMemory)
    }

    /// Makes blocks of memory with the size that [`Self::size`] returns. No surface shows them yet.
    pub fn in_memory(codec: Codec, width: u32, height: u32, memory: Memory) -> Self {
        Self { codec, width, height, memory: Arc::new(memory), changes: Arc::new(AtomicU32::new(1)), shown: Arc::default() }
    }

    /// Returns the same blocks with another codec of the same size. If it decodes to other texels, no surface shows them yet.
    pub fn reinterpret(&self, codec: Codec) -> Self {
        let shown = if codec == self.codec { self.shown.clone() } else { Arc::default() };
        Self { codec, shown, ..self.clone() }
    }

    /// Returns the offset of a block in bytes.
    fn offset(&self, [column, row]: [u32; 2]) -> usize {
        let [columns, _] = self.codec.blocks(self.width, self.height);
        (row as usize * columns as usize + column as usize) * self.codec.bytes() as usize
    }

    /// Copies consecutive blocks of a row from `at` on.
    pub fn read_row(&self, at: [u32; 2], into: &mut [u8]) {
        self.memory.read(self.offset(at), into);
    }

    /// Replaces consecutive blocks of a row from `at` on. [`Self::finish`] follows the last row.
    pub fn write_row(&self, at: [u32; 2], from: &[u8]) {
        self.memory.write(self.offset(at), from);
    }

    /// Returns true if a surface shows all changes. Other processes change shared memory without a word.
    fn is_shown(&self) -> bool {
        !self.memory.is_shared() && self.shown.load(Ordering::Acquire) == self.changes.load(Ordering::Acquire)
    }

    /// Ends a change of blocks: columns and rows from `first` to `end`. A surface that was up to date stays so.
    pub fn finish(&self, surface: &Surface, first: [u32; 2], end: [u32; 2]) {
        if self.is_shown() {
            self.decode(surface, Area { first, end });
            let changes = self.changes.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
            self.shown.store(changes, Ordering::Release);
        } else {
            self.changes.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// Decodes the blocks if they changed since the surface was decoded.
    pub fn refresh(&self, surface: &Surface) {
        let changes = self.changes.load(Ordering::Acquire);
        if !self.is_shown() {
            self.decode(surface, self.all());
            self.shown.store(changes, Ordering::Release);
        }
    }

    /// Returns the area of all blocks.
    fn all(&self) -> Area {
        Area { first: [0; 2], end: self.codec.blocks(self.width, self.height) }
    }

    /// Decodes blocks to a surface.
    fn decode(&self, surface: &Surface, area: Area) {
        let [width, height] = self.codec.size();
        let mut texels = [[0; 4]; MOST_TEXELS];
        let mut block = [0; 16];
        let bytes = &mut block[..self.codec.bytes() as usize];
        for row in area.first[1]..area.end[1] {
            for column in area.first[0]..area.end[0] {
                self.read_row([column, row], bytes);
                self.codec.decode(bytes, &mut texels);
                for y in 0..height.min(self.height.saturating_sub(row * height)) {
                    for x in 0..width.min(self.width.saturating_sub(column * width)) {
                        surface.set_raw(column * width + x, row * height + y, texels[(y * width + x) as usize]);
                    }
                }
            }
        }
    }

    /// Encodes the texels of a rectangle of a surface, which ends at edges of blocks or of the image, and decodes them again: the surface shows what
    /// the blocks hold.
    pub fn encode(&self, surface: &Surface, [x, y]: [u32; 2], [width, height]: [u32; 2]) {
        let [block_width, block_height] = self.codec.size();
        let first = [x / block_width, y / block_height];
        let end = self.codec.blocks(x.saturating_add(width).min(self.width), y.saturating_add(height).min(self.height));
        if width == 0 || height == 0 || !self.codec.has_encoder() {
            return;
        }
        let mut block = [0; 16];
        let bytes = &mut block[..self.codec.bytes() as usize];
        for row in first[1]..end[1] {
            for column in first[0]..end[0] {
                // Texels beyond the edge of the image repeat those at the edge.
                let texels = std::array::from_fn(|index| {
                    let index = index as u32;
                    if index >= block_width * block_height {
                        return [0.0; 4];
                    }
                    let at = |start: u32, offset: u32, size: u32| (start + offset).min(size.saturating_sub(1));
                    let x = at(column * block_width, index % block_width, self.width);
                    let y = at(row * block_height, index / block_width, self.height);
                    stored(surface.format, surface.raw(x, y))
                });
                self.codec.encode(&texels, bytes);
                self.write_row([column, row], bytes);
            }
        }
        let is_whole = Area { first, end } == self.all();
        let was_shown = self.is_shown() || is_whole;
        self.decode(surface, Area { first, end });
        let changes = self.changes.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
        if was_shown {
            self.shown.store(changes, Ordering::Release);
        }
    }
}
