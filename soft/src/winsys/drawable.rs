//! Windows and pixmaps that show or store the colour buffer of a surface.

use super::images::{self, Shared};
use super::x11::Connection;
use crate::gl::context::NativeDrawable;
use crate::image;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A window or pixmap of an X server.
#[derive(Debug)]
pub struct XDrawable {
    /// The XID.
    pub id: u32,
    /// Bits of a pixel, without padding: 16, 24, 30 or 32.
    pub depth: u8,
    /// True if the config has alpha.
    pub alpha: bool,
    /// The connection to the drawable's X server.
    pub connection: Arc<Connection>,
    /// The memory through which images are copied.
    shared: Mutex<Shared>,
}

impl XDrawable {
    /// Returns a window or pixmap of `depth` bits for a config with or without alpha.
    pub fn new(id: u32, depth: u8, alpha: bool, connection: Arc<Connection>) -> Self {
        Self { id, depth, alpha, connection, shared: Mutex::new(None) }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees the shared memory, after which the program may close the connection.
    pub fn release(&self) {
        *self.shared() = None;
    }

    /// Copies a part of a colour buffer with one sample to the window or pixmap.
    pub fn store_part(&self, color: &image::Surface, part: image::Rectangle) {
        images::present_part(&mut self.shared(), &self.connection, (self.id, self.depth), color, self.alpha, part);
    }

    /// Copies the window or pixmap to an image of its size. Without `alpha` the image becomes opaque.
    pub fn read(&self, image: &image::Surface, alpha: bool) {
        images::read(&mut self.shared(), &self.connection, self.id, image, alpha && self.depth == 32);
    }
}

impl NativeDrawable for XDrawable {
    fn load(&self, color: &image::Surface) {
        self.read(color, self.alpha);
    }

    fn store(&self, color: &image::Surface) {
        images::present(&mut self.shared(), &self.connection, (self.id, self.depth), color, self.alpha);
    }
}
