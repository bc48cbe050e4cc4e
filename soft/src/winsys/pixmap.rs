//! Pixmaps and windows that store the colour buffer of a surface.

use super::x11::Connection;
use crate::gl::context::NativeDrawable;
use crate::image;
use std::sync::Arc;

/// A pixmap of an X server, or a window of a single-buffered config.
#[derive(Debug)]
pub struct Pixmap {
    /// The XID.
    pub id: u32,
    /// Bits of a pixel: 24 or 32.
    pub depth: u8,
    /// True if the config has alpha.
    pub alpha: bool,
    /// The connection to the pixmap's X server.
    pub connection: Arc<Connection>,
}

impl Pixmap {
    /// Copies the pixmap to the colour buffer.
    pub fn load(&self, color: &image::Surface) {
        self.connection.read(self.id, color, self.alpha && self.depth == 32);
    }
}

impl NativeDrawable for Pixmap {
    fn store(&self, color: &image::Surface) {
        self.connection.present(self.id, self.depth, color, self.alpha);
    }
}
