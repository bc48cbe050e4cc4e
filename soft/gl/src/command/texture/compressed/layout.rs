//! The layout of blocks in the application's memory. "These pixel storage modes operate in the same way as they do for TexImage*D" [GL 4.4, 8.7].

use crate::error::{NO_MEMORY, Result, invalid_operation, invalid_value};
use crate::state::pixel_store::Store;
use base::image::compressed::Codec;

/// Blocks of an image in memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The offset of the first block.
    first: u64,
    /// The distance of two blocks.
    block: u64,
    /// The distance of two rows of blocks.
    row: u64,
    /// The distance of two images.
    image: u64,
    /// The columns and rows of blocks in an image, and the number of images.
    count: [u64; 3],
    /// The bytes of all blocks: imageSize of the command.
    pub(super) size: u64,
}

/// Returns a number of the pixel store, which is not negative.
fn number(value: i32) -> u64 {
    u64::from(value.unsigned_abs())
}

/// Returns the number of blocks that cover a size.
fn cover(size: u32, block: u64) -> u64 {
    u64::from(size).div_ceil(block.max(1))
}

impl Layout {
    /// Lays out the blocks of width × height × depth texels for a command of that many dimensions.
    pub(super) fn new(codec: Codec, store: &Store, dimensions: usize, [width, height, depth]: [u32; 3]) -> Result<Self> {
        let Store { block_size, block_width, block_height, block_depth, .. } = *store;
        let [own_width, own_height] = codec.size().map(u64::from);
        // "To enable UNPACK_SKIP_PIXELS and UNPACK_ROW_LENGTH, bs and bw must both be non-zero. To also enable UNPACK_SKIP_ROWS and
        // UNPACK_IMAGE_HEIGHT, bh must be non-zero. And to also enable UNPACK_SKIP_IMAGES, bd must be non-zero." [GL 4.4, 8.7]
        let columns_active = block_size > 0 && block_width > 0;
        let rows_active = columns_active && block_height > 0 && dimensions >= 2;
        let images_active = rows_active && block_depth > 0 && dimensions >= 3;
        let is_partial = |active: bool, skip: i32, block: i32| active && skip % block.max(1) != 0;
        if is_partial(columns_active, store.skip_pixels, block_width)
            || is_partial(rows_active, store.skip_rows, block_height)
            || is_partial(images_active, store.skip_images, block_depth)
        {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if any of the following conditions are violated when selecting a sub-rectangle \
                  from a compressed image: • the value of UNPACK_SKIP_PIXELS must be a multiple of bw; • the value of UNPACK_SKIP_ROWS \
                  must be a multiple of bh for CompressedTexImage2D and CompressedTexImage3D; • the value of UNPACK_SKIP_IMAGES must be a \
                  multiple of bd for CompressedTexImage3D. [GL 4.4, 8.7]",
            ));
        }
        let block = if columns_active { number(block_size) } else { codec.bytes().into() };
        let (block_width, block_height) =
            (if columns_active { number(block_width) } else { own_width }, if rows_active { number(block_height) } else { own_height });
        let block_depth = if images_active { number(block_depth) } else { 1 };
        let count = [cover(width, block_width), cover(height, block_height), cover(depth, block_depth)];
        let length = if columns_active && store.row_length > 0 { number(store.row_length).div_ceil(block_width) } else { count[0] };
        let rows = if rows_active && store.image_height > 0 { number(store.image_height).div_ceil(block_height) } else { count[1] };
        let skip = |active: bool, skip: i32, block: u64| if active { number(skip) / block } else { 0 };
        let layout = || -> Option<Self> {
            let row = block.checked_mul(length)?;
            let image = row.checked_mul(rows)?;
            let size = count.iter().try_fold(block, |size, &count| size.checked_mul(count))?;
            let first = skip(images_active, store.skip_images, block_depth)
                .checked_mul(image)?
                .checked_add(skip(rows_active, store.skip_rows, block_height).checked_mul(row)?)?
                .checked_add(skip(columns_active, store.skip_pixels, block_width).checked_mul(block)?)?;
            Some(Self { first, block, row, image, count, size })
        };
        layout().ok_or(NO_MEMORY)
    }

    /// Checks the imageSize of a command.
    pub(super) fn check(&self, image_size: i32) -> Result<()> {
        if u64::try_from(image_size).is_ok_and(|size| size == self.size) {
            Ok(())
        } else {
            Err(invalid_value(
                &"An INVALID_VALUE error is generated if width, height, depth, or imageSize is negative. … An INVALID_VALUE error is \
                  generated if the imageSize parameter is not consistent with the format, dimensions, and contents of the compressed \
                  image. [GL 4.4, 8.7]",
            ))
        }
    }

    /// Returns the number of bytes from the command's pointer to the end of the last block.
    pub(super) fn needed(&self) -> Result<usize> {
        if self.count.contains(&0) {
            return Ok(0);
        }
        let [columns, rows, images] = self.count.map(|count| count - 1);
        let end = || {
            let last = self.image.checked_mul(images)?.checked_add(self.row.checked_mul(rows)?)?;
            let bytes = self.first.checked_add(last)?.checked_add(self.block.checked_mul(columns + 1)?)?;
            usize::try_from(bytes).ok()
        };
        end().ok_or(NO_MEMORY)
    }

    /// Returns the offset of a block in the command's memory.
    fn offset(&self, column: usize, row: usize, image: usize) -> usize {
        let at =
            self.first as u128 + self.image as u128 * image as u128 + self.row as u128 * row as u128 + self.block as u128 * column as u128;
        usize::try_from(at).unwrap_or(usize::MAX)
    }

    /// Gathers a row of blocks of that many bytes each from memory. What the memory lacks stays as it is.
    pub(super) fn gather(&self, bytes: &[u8], [row, image]: [usize; 2], block: usize, into: &mut [u8]) {
        for (column, to) in into.chunks_exact_mut(block).enumerate() {
            let from = bytes.get(self.offset(column, row, image)..).unwrap_or_default();
            let room = self.block.min(block as u64) as usize;
            to.iter_mut().zip(from.iter().take(room)).for_each(|(to, from)| *to = *from);
        }
    }

    /// Scatters a row of blocks of that many bytes each to memory.
    pub(super) fn scatter(&self, from: &[u8], [row, image]: [usize; 2], block: usize, bytes: &mut [u8]) {
        for (column, from) in from.chunks_exact(block).enumerate() {
            let to = bytes.get_mut(self.offset(column, row, image)..).unwrap_or_default();
            let room = self.block.min(block as u64) as usize;
            to.iter_mut().take(room).zip(from).for_each(|(to, from)| *to = *from);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::testing::fixtures::code_of;
    use crate::tokens::*;

    const CODEC: Codec = Codec::Rgtc1 { signed: false };

    #[test]
    fn blocks_follow_each_other() {
        let store = Store { row_length: 100, skip_rows: 3, ..Store::default() };
        let layout = Layout::new(CODEC, &store, 3, [5, 6, 2]).unwrap();
        assert_eq!((layout.size, layout.needed(), layout.offset(1, 1, 1)), (64, Ok(64), 56));
        assert_eq!(layout.check(64), Ok(()));
        assert_eq!((code_of(layout.check(63)), code_of(layout.check(-1))), (Err(GL_INVALID_VALUE), Err(GL_INVALID_VALUE)));
        assert_eq!(Layout::new(CODEC, &store, 2, [0, 6, 1]).unwrap().needed(), Ok(0));
    }

    #[test]
    fn a_rectangle_of_a_larger_image() {
        let block = Store { block_size: 8, block_width: 4, block_height: 4, block_depth: 1, ..Store::default() };
        let store = Store { row_length: 16, image_height: 12, skip_pixels: 4, skip_rows: 8, skip_images: 1, ..block };
        let layout = Layout::new(CODEC, &store, 3, [8, 4, 1]).unwrap();
        assert_eq!((layout.size, layout.offset(0, 0, 0), layout.needed()), (16, 96 + 64 + 8, Ok(168 + 16)));
        // Two dimensions have no images to skip.
        assert_eq!(Layout::new(CODEC, &store, 2, [8, 4, 1]).unwrap().offset(0, 0, 0), 72);
        // Without a block height only columns count.
        let flat = Store { block_height: 0, ..store };
        assert_eq!(Layout::new(CODEC, &flat, 3, [8, 4, 1]).unwrap().offset(0, 1, 0), 8 + 32);
        assert_eq!(Layout::new(CODEC, &Store { block_size: 0, ..store }, 3, [8, 4, 1]).unwrap().offset(0, 0, 0), 0);
    }

    #[test]
    fn skips_are_multiples_of_the_block() {
        let block = Store { block_size: 8, block_width: 4, block_height: 4, block_depth: 2, ..Store::default() };
        let outcome = |store: Store, dimensions| Layout::new(CODEC, &store, dimensions, [8, 4, 1]).map(|layout| layout.size);
        assert_eq!(code_of(outcome(Store { skip_pixels: 2, ..block }, 2)), Err(GL_INVALID_OPERATION));
        assert_eq!(code_of(outcome(Store { skip_rows: 2, ..block }, 2)), Err(GL_INVALID_OPERATION));
        assert_eq!([2, 3].map(|depth| code_of(outcome(Store { skip_images: 1, ..block }, depth))), [Ok(16), Err(GL_INVALID_OPERATION)]);
        assert_eq!(outcome(Store { skip_pixels: 2, ..Store::default() }, 2), Ok(16));
    }

    #[test]
    fn rows_are_gathered_and_scattered() {
        let store = Store { block_size: 8, block_width: 4, block_height: 4, row_length: 12, ..Store::default() };
        let layout = Layout::new(CODEC, &store, 2, [8, 8, 1]).unwrap();
        let bytes: Vec<u8> = (0..48).collect();
        let mut row = [0; 16];
        layout.gather(&bytes, [1, 0], 8, &mut row);
        assert_eq!(row.to_vec(), (24..40).collect::<Vec<u8>>());
        let mut back = [0; 40];
        layout.scatter(&row, [1, 0], 8, &mut back);
        assert_eq!(back[24..], bytes[24..40]);
    }
}
