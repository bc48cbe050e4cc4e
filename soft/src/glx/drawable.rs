//! A drawable: a window, GLX window, GLX pixmap or pbuffer.

use super::config::Config;
use super::tokens::*;
use super::{Error, Result};
use crate::winsys::buffers::allocate;
use crate::winsys::drawable::XDrawable;
use crate::winsys::x11::DrawableGeometry;
use base::image::resolve::resolve;
use base::image::{Rectangle, Surface};
use gl::context::{FrontBuffer, NativeDrawable, WindowBuffers};
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The kind of a drawable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An X window that the program made current without a GLX window.
    Window,
    /// A GLX window.
    GlxWindow,
    /// A GLX pixmap.
    Pixmap,
    /// A pbuffer.
    Pbuffer,
}

/// A drawable.
pub struct Drawable {
    /// The XID by which the program names it.
    pub id: u32,
    /// The kind.
    pub kind: Kind,
    /// The config that it was created with.
    pub config: &'static Config,
    /// The colour, depth and stencil buffers.
    pub buffers: Arc<Mutex<WindowBuffers>>,
    /// The X window or pixmap, until the program closes the display or destroys the drawable.
    native: Mutex<Option<Arc<XDrawable>>>,
    /// How many threads it is current in.
    pub current: AtomicU32,
    /// GLX_EVENT_MASK.
    pub events: AtomicU64,
    /// The code of the event that announces a swap; 0 unless the program has selected it.
    pub swap_event: AtomicU8,
    /// GLX_LARGEST_PBUFFER and GLX_PRESERVED_CONTENTS of a pbuffer.
    pub pbuffer: [bool; 2],
    /// GLX_TEXTURE_FORMAT_EXT and GLX_TEXTURE_TARGET_EXT of a pixmap.
    pub texture: [i32; 2],
    /// The interval that the program set, in video frames. A negative one lets late swaps tear.
    pub interval: AtomicI32,
    /// Completed swaps.
    pub swaps: AtomicU64,
}

impl Drawable {
    /// Allocates the buffers of a drawable of `width` by `height` pixels. `native` is its window or pixmap, if it has one.
    pub fn new(id: u32, kind: Kind, config: &'static Config, size: (u32, u32), native: Option<XDrawable>) -> Result<Self> {
        let mut buffers = allocate(config.layout(), size.0, size.1).ok_or(Error::Core(BAD_ALLOC, id))?;
        let native = native.map(Arc::new);
        let written = native.clone().map(|native| native as Arc<dyn NativeDrawable>);
        match kind {
            Kind::Window | Kind::GlxWindow if config.double_buffered => buffers.front = written.map(FrontBuffer::new),
            Kind::Window | Kind::GlxWindow | Kind::Pixmap => buffers.pixmap = written,
            Kind::Pbuffer => {}
        }
        Ok(Self {
            id,
            kind,
            config,
            buffers: Arc::new(Mutex::new(buffers)),
            native: Mutex::new(native),
            current: AtomicU32::new(0),
            events: AtomicU64::new(0),
            swap_event: AtomicU8::new(0),
            pbuffer: [false, true],
            texture: [GLX_TEXTURE_FORMAT_NONE_EXT, 0],
            interval: AtomicI32::new(0),
            swaps: AtomicU64::new(0),
        })
    }

    /// Returns the buffers.
    pub fn buffers(&self) -> MutexGuard<'_, WindowBuffers> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the X window or pixmap.
    pub fn native(&self) -> Option<Arc<XDrawable>> {
        self.native.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns true for windows.
    pub fn is_window(&self) -> bool {
        matches!(self.kind, Kind::Window | Kind::GlxWindow)
    }

    /// Copies the colour buffer to the pixmap, or the window without a back buffer, and a front buffer that was drawn to its window.
    pub fn flush(&self) {
        self.buffers().flush();
    }

    /// Copies what X drew to a pixmap to the colour buffer.
    pub fn load(&self) {
        if self.kind == Kind::Pixmap
            && let Some(pixmap) = self.native()
        {
            pixmap.load(&self.buffers().color);
        }
    }

    /// Copies the colour buffer to the pixmap a last time if the drawable is current. The program may then free the pixmap and close the display,
    /// even if the drawable stays current.
    pub fn detach(&self) {
        let mut buffers = self.buffers();
        if self.kind == Kind::Pixmap && self.current.load(Ordering::Relaxed) > 0 {
            buffers.flush();
        }
        (buffers.pixmap, buffers.front) = (None, None);
        drop(buffers);
        let native = self.native.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(native) = native {
            native.release();
        }
    }

    /// Resizes the buffers to the current size of the window. Returns false if the window no longer exists.
    pub fn fit(&self) -> bool {
        let Some(window) = self.native().filter(|_| self.is_window()) else { return true };
        let Some(DrawableGeometry { width, height, .. }) = window.connection.geometry(window.id) else { return false };
        let mut now = self.buffers();
        if (now.color.width, now.color.height) != (width, height)
            && let Some(mut fresh) = allocate(self.config.layout(), width, height)
        {
            fresh.pixmap = now.pixmap.take();
            fresh.front = now.front.as_ref().map(FrontBuffer::renewed);
            *now = fresh;
        }
        true
    }

    /// Returns a copy of the colour buffer with one sample for each pixel.
    pub fn resolved(&self) -> Result<Surface> {
        let color = self.buffers().color.clone();
        let whole = Rectangle { x0: 0, y0: 0, x1: color.width as i32, y1: color.height as i32 };
        resolve(&color, whole).map_err(|_| Error::Core(BAD_ALLOC, self.id))
    }
}
