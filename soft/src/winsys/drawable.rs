//! Windows and pixmaps that show or store the colour buffer of a surface.

use super::x11::Connection;
use crate::gl::context::NativeDrawable;
use crate::image;
use std::sync::Arc;

/// A window or pixmap of an X server.
#[derive(Debug)]
pub struct XDrawable {
    /// The XID.
    pub id: u32,
    /// Bits of a pixel: 24 or 32.
    pub depth: u8,
    /// True if the config has alpha.
    pub alpha: bool,
    /// The connection to the drawable's X server.
    pub connection: Arc<Connection>,
}

impl NativeDrawable for XDrawable {
    fn load(&self, color: &image::Surface) {
        self.connection.read(self.id, color, self.alpha && self.depth == 32);
    }

    fn store(&self, color: &image::Surface) {
        self.connection.present(self.id, self.depth, color, self.alpha);
    }
}
