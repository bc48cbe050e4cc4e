//! Pixel storage modes.

/// How pixels lie in the application's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Store {
    pub swap_bytes: bool,
    pub lsb_first: bool,
    pub row_length: i32,
    pub image_height: i32,
    pub skip_rows: i32,
    pub skip_pixels: i32,
    pub skip_images: i32,
    pub alignment: i32,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            swap_bytes: false,
            lsb_first: false,
            row_length: 0,
            image_height: 0,
            skip_rows: 0,
            skip_pixels: 0,
            skip_images: 0,
            alignment: 4,
        }
    }
}

/// The pixel store.
#[derive(Default)]
pub struct State {
    pub pack: Store,
    pub unpack: Store,
}
