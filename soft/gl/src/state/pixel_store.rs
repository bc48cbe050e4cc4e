//! Pixel storage modes.

/// Layout of pixels in client memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    /// GL_PACK_SWAP_BYTES or GL_UNPACK_SWAP_BYTES.
    pub swap_bytes: bool,
    /// GL_PACK_INVERT_MESA, GL_PACK_REVERSE_ROW_ORDER_ANGLE.
    pub reverse_rows: bool,
    /// GL_…_LSB_FIRST.
    pub lsb_first: bool,
    /// GL_…_ROW_LENGTH in pixels; 0 for the width.
    pub row_length: i32,
    /// GL_…_IMAGE_HEIGHT in rows; 0 for the height.
    pub image_height: i32,
    /// GL_…_SKIP_ROWS.
    pub skip_rows: i32,
    /// GL_…_SKIP_PIXELS.
    pub skip_pixels: i32,
    /// GL_…_SKIP_IMAGES.
    pub skip_images: i32,
    /// GL_…_ALIGNMENT in bytes.
    pub alignment: i32,
    /// GL_…_COMPRESSED_BLOCK_WIDTH in texels; 0 if unknown.
    pub block_width: i32,
    /// GL_…_COMPRESSED_BLOCK_HEIGHT.
    pub block_height: i32,
    /// GL_…_COMPRESSED_BLOCK_DEPTH.
    pub block_depth: i32,
    /// GL_…_COMPRESSED_BLOCK_SIZE in bytes.
    pub block_size: i32,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            swap_bytes: false,
            reverse_rows: false,
            lsb_first: false,
            row_length: 0,
            image_height: 0,
            skip_rows: 0,
            skip_pixels: 0,
            skip_images: 0,
            alignment: 4,
            block_width: 0,
            block_height: 0,
            block_depth: 0,
            block_size: 0,
        }
    }
}

/// Pixel storage modes.
#[derive(Default)]
pub struct PixelStorageModes {
    /// Layout of pixels that commands return.
    pub pack: Store,
    /// Layout of pixels that commands read.
    pub unpack: Store,
}
