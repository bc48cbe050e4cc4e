//! Windows and pixmaps that show or store the colour buffer of a surface.

use super::images::{self, Shared};
use super::region::Region;
use super::video_frames::wait_to_swap;
use super::x11::Connection;
use base::image;
use gl::context::NativeDrawable;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reason why a window does not show a colour buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresentError {
    /// The window or the connection to its server is gone.
    Window,
    /// There is no memory for the pixels.
    OutOfMemory,
}

/// A native window, which shows the back buffer of a surface.
pub trait Window: NativeDrawable {
    /// Returns the native window's handle, which no other window of the display has.
    fn id(&self) -> usize;

    /// Returns the width and height in pixels, or `None` if the window is gone.
    fn size(&self) -> Option<[u32; 2]>;

    /// Returns true if the size of the back buffer changes only between frames, not once a command has drawn to it.
    fn keeps_size_of_frames(&self) -> bool;

    /// Shows a colour buffer with one sample, of which a region differs from what the window shows. `interval` is the swap interval, if the
    /// program has set one.
    fn present(&self, color: &image::Surface, damage: &Region, interval: Option<i32>) -> Result<(), PresentError>;

    /// Ends the use of the window, whose resources the program may free from then on.
    fn close(&self);
}

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
    /// The video frame of the last swap that had an interval.
    pub shown: AtomicI64,
    /// The memory through which images are copied.
    shared: Mutex<Shared>,
}

impl XDrawable {
    /// Returns a window or pixmap of `depth` bits for a config with or without alpha.
    pub fn new(id: u32, depth: u8, alpha: bool, connection: Arc<Connection>) -> Self {
        Self { id, depth, alpha, connection, shown: AtomicI64::new(0), shared: Mutex::new(None) }
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

impl Window for XDrawable {
    fn id(&self) -> usize {
        self.id as usize
    }

    fn size(&self) -> Option<[u32; 2]> {
        self.connection.geometry(self.id).map(|geometry| [geometry.width, geometry.height])
    }

    fn keeps_size_of_frames(&self) -> bool {
        false
    }

    /// Waits for a video frame only if the program has asked for intervals: no screen shows frames at that rate.
    fn present(&self, color: &image::Surface, damage: &Region, interval: Option<i32>) -> Result<(), PresentError> {
        wait_to_swap(interval.unwrap_or(0), &self.shown);
        for part in damage.rectangles() {
            self.store_part(color, *part);
        }
        Ok(())
    }

    fn close(&self) {
        self.release();
    }
}
