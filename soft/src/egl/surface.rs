//! Surfaces: pbuffers, windows and pixmaps.

use super::config::Config;
use super::frames::Frames;
use super::texture_image::TextureImage;
use super::tokens::*;
use super::{Result, new_handle};
use crate::winsys::buffers::{Layout, allocate};
use crate::winsys::drawable::{Window, XDrawable};
use base::image::format::Format;
use gl::context::{FrontBuffer, WindowBuffers};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What shows or stores the pixels of a surface.
pub enum Native {
    /// Nothing else: a pbuffer.
    None,
    /// A window, to which eglSwapBuffers copies.
    Window(Arc<dyn Window>),
    /// A pixmap, which each flush writes.
    Pixmap(Arc<XDrawable>),
}

impl Native {
    /// Returns the window, if it is one.
    pub fn window(&self) -> Option<&dyn Window> {
        if let Self::Window(window) = self { Some(&**window) } else { None }
    }

    /// Returns the pixmap, if it is one.
    pub fn pixmap(&self) -> Option<&XDrawable> {
        if let Self::Pixmap(pixmap) = self { Some(pixmap) } else { None }
    }
}

/// An EGL surface.
pub struct Surface {
    /// The EGLSurface handle.
    pub handle: usize,
    /// The config that it was created with.
    pub config: Config,
    /// The colour, depth and stencil buffers.
    pub buffers: Arc<Mutex<WindowBuffers>>,
    /// The window or pixmap.
    pub native: Native,
    /// True if EGL_GL_COLORSPACE is EGL_GL_COLORSPACE_SRGB.
    pub srgb: bool,
    /// EGL_LARGEST_PBUFFER as passed at creation.
    pub largest: bool,
    /// How a pbuffer becomes the image of a texture; none if it cannot.
    pub texture: Option<TextureImage>,
    /// EGL_SWAP_BEHAVIOR. The contents are preserved in either case, since windows get copies.
    swap_behavior: AtomicI32,
    /// The swap interval and what the program knows of the current frame.
    pub frames: Frames,
    /// True while the surface is current in a thread.
    pub current: AtomicBool,
}

impl Surface {
    /// Allocates a surface of `width` by `height` pixels.
    pub fn new(config: Config, srgb: bool, size: [u32; 2], native: Native) -> Result<Arc<Self>> {
        Self::with_texture(config, srgb, size, native, false, None).map(Arc::new)
    }

    /// Allocates a surface that may become the image of a texture.
    pub fn with_texture(
        config: Config,
        srgb: bool,
        [width, height]: [u32; 2],
        native: Native,
        largest: bool,
        texture: Option<TextureImage>,
    ) -> Result<Self> {
        let mut buffers = buffers(config, srgb, width, height)?;
        if let Native::Window(window) = &native {
            buffers.front = Some(FrontBuffer::new(window.clone()));
        }
        let buffers = Arc::new(Mutex::new(buffers));
        let swap_behavior = if native.window().is_some() { EGL_BUFFER_DESTROYED } else { EGL_BUFFER_PRESERVED };
        Ok(Self {
            handle: new_handle(),
            config,
            buffers,
            native,
            srgb,
            largest,
            texture,
            swap_behavior: AtomicI32::new(swap_behavior),
            frames: Frames::default(),
            current: AtomicBool::new(false),
        })
    }

    /// Returns EGL_RENDER_BUFFER.
    pub fn render_buffer(&self) -> i32 {
        // "For a pbuffer surface, it is always EGL_BACK_BUFFER. For a pixmap surface, it is always EGL_SINGLE_BUFFER." [EGL 1.4, 3.5.6]
        if self.native.pixmap().is_some() { EGL_SINGLE_BUFFER } else { EGL_BACK_BUFFER }
    }

    /// Copies the colour buffer to the pixmap, if the surface has one, and a front buffer that was drawn to the window.
    pub fn flush(&self) {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner).flush();
    }

    /// Copies the pixmap, if the surface has one, to the colour buffer.
    pub fn load(&self) {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner).load();
    }

    /// Flushes a last time if the surface is current. The program may then free the pixmap or window and close the connection to its server,
    /// even if the surface stays current.
    pub fn detach(&self) {
        {
            let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
            // A surface that is not current was flushed when it was released; X may have drawn to its pixmap since.
            if self.current.load(Ordering::Acquire) {
                buffers.flush();
            }
            (buffers.pixmap, buffers.front) = (None, None);
        }
        if let Some(window) = self.native.window() {
            window.close();
        }
        if let Some(pixmap) = self.native.pixmap() {
            pixmap.release();
        }
    }

    /// Returns EGL_SWAP_BEHAVIOR.
    pub fn swap_behavior(&self) -> i32 {
        self.swap_behavior.load(Ordering::Relaxed)
    }

    /// Sets EGL_SWAP_BEHAVIOR.
    pub fn set_swap_behavior(&self, behavior: i32) {
        self.swap_behavior.store(behavior, Ordering::Relaxed);
    }

    /// Resizes the buffers to the current size of the window.
    pub fn fit(&self) {
        let Some(window) = self.native.window() else { return };
        let Some([width, height]) = window.size() else { return };
        let mut now = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        // "Rendering to the obtained EGLSurface or querying it with EGL_BUFFER_AGE_KHR will lock its back buffer preventing it from being dropped or
        // resized, until the next buffer swap." [EGL_KHR_platform_wayland]
        if window.keeps_size_of_frames() && (now.drawn || self.frames.age_is_known()) {
            return;
        }
        if (now.color.width, now.color.height) != (width, height)
            && let Ok(mut fresh) = buffers(self.config, self.srgb, width, height)
        {
            fresh.front = now.front.as_ref().map(FrontBuffer::renewed);
            *now = fresh;
            self.frames.resized();
        }
    }
}

/// Allocates the buffers of a surface of `width` by `height` pixels, with colours in sRGB if `srgb` is true.
fn buffers(config: Config, srgb: bool, width: u32, height: u32) -> Result<WindowBuffers> {
    let layout = Layout {
        color: if srgb { Format::Srgb8Alpha8 } else { config.color_format() },
        alpha: config.sizes[3] as u8,
        depth: config.depth as u8,
        stencil: config.stencil as u8,
        accumulation: 0,
        samples: config.samples as u32,
    };
    allocate(layout, width, height).ok_or(EGL_BAD_ALLOC)
}
