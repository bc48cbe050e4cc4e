//! Windows and pixmaps that show or store the colour buffer of a surface.

use super::region::Region;
use super::x11::Connection;
use crate::gl::context::NativeDrawable;
use crate::image;
use std::sync::Arc;

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

    /// Shows a colour buffer with one sample, of which a region differs from what the window shows. `interval` is the swap interval.
    fn present(&self, color: &image::Surface, damage: &Region, interval: i32) -> Result<(), PresentError>;

    /// Ends the use of the window, whose resources the program may free from then on.
    fn close(&self);
}

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

    /// Never waits: commands are complete when they return.
    fn present(&self, color: &image::Surface, damage: &Region, _interval: i32) -> Result<(), PresentError> {
        for part in damage.rectangles() {
            self.connection.present_part(self.id, self.depth, color, self.alpha, *part);
        }
        Ok(())
    }

    fn close(&self) {}
}
