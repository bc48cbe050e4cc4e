//! Pixel store modes and reading pixels.

pub mod formats;
pub mod memory;
mod read;
pub mod recording;
mod store;
pub mod transfer;

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

/// The commands.
pub fn commands() -> Vec<crate::gl::dispatch::Command> {
    [store::commands(), read::commands()].concat()
}

/// Reads a pixel as RGBA bytes, for tests of other rooms.
#[cfg(test)]
pub fn read_for_test(
    context: &mut crate::gl::context::Context,
    x: i32,
    y: i32,
    pixel: crate::gl::pointer::Out<u8>,
) -> crate::gl::dispatch::Result<()> {
    read::read(context, x, y, 1, 1, crate::tokens::GL_RGBA, crate::tokens::GL_UNSIGNED_BYTE, pixel)
}

#[cfg(test)]
mod tests;
