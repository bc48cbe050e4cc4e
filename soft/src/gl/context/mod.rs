//! A context: every part of the state, and what the window system and the commands see of it.

pub mod attribute_stack;
pub mod compat;
pub mod debug;
pub mod immediate;
pub mod profile;
pub mod recording;

use crate::core::pool::Pool;
use crate::core::statistics::Statistics;
use crate::gl::absent;
use crate::gl::config::{Api, Config};
use crate::gl::context::profile::Profile;
use crate::gl::limits;
use crate::gl::object::names::lock;
use crate::gl::object::share::ShareGroup;
use crate::gl::object::{buffer, framebuffer, program, query, renderbuffer, texture, transform_feedback, vertex_array};
use crate::gl::state::{clear, draw, pixel_store, raster};

use crate::image::Surface;
use crate::tokens::GL_DEBUG_OUTPUT;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The buffers of a window, pbuffer or pixmap. EGL owns them and replaces the surfaces when the window's size changes. Row 0 is y = 0.
#[derive(Debug)]
pub struct WindowBuffers {
    pub color: Surface,
    /// Depth and stencil in one, if the config has any.
    pub depth_stencil: Option<Surface>,
    pub depth_bits: u8,
    pub stencil_bits: u8,
    pub alpha_bits: u8,
}

/// A context's state.
pub struct Context {
    pub config: Config,
    /// The compatibility profile, whatever the context's own is.
    pub profile: &'static dyn Profile,
    pub share: Arc<ShareGroup>,
    /// The first error since the last glGetError; 0 for none.
    pub error: u32,
    /// The surfaces it is current with.
    pub draw_surface: Option<Arc<Mutex<WindowBuffers>>>,
    pub read_surface: Option<Arc<Mutex<WindowBuffers>>>,
    /// Whether it was ever current: the first time sets viewport and scissor.
    pub was_current: bool,
    pub statistics: Statistics,
    pub pool: Arc<Pool>,
    /// Set to end whatever shader runs.
    pub cancel: Arc<AtomicBool>,
    /// It was here that a shader was stopped.
    pub guilty: bool,
    /// glGetGraphicsResetStatus has told of the reset.
    pub reset_told: bool,
    pub state: raster::State,
    pub buffers: buffer::State,
    pub vertex_arrays: vertex_array::State,
    pub textures: texture::State,
    pub renderbuffers: renderbuffer::State,
    pub framebuffers: framebuffer::State,
    pub pixels: pixel_store::State,
    pub clears: clear::State,
    pub programs: program::State,
    pub draws: draw::State,
    pub queries: query::State,
    pub feedback: transform_feedback::State,
    pub compat: compat::State,
    pub debug: debug::State,
}

/// How everybody holds a context. A context is current in one thread at most, so the lock is never contended.
pub type ContextRef = Arc<Mutex<Context>>;

impl Context {
    /// A new context with the state that the specification's tables give.
    pub fn new(config: Config, share: Option<Arc<ShareGroup>>, profile: &'static dyn Profile) -> Self {
        let mut context = Self {
            config,
            profile,
            share: share.unwrap_or_default(),
            error: 0,
            draw_surface: None,
            read_surface: None,
            was_current: false,
            statistics: Statistics::default(),
            pool: Arc::new(Pool::new(0)),
            cancel: Arc::default(),
            guilty: false,
            reset_told: false,
            state: raster::State::new(config.api),
            buffers: buffer::State::default(),
            vertex_arrays: vertex_array::State::default(),
            textures: texture::State::default(),
            renderbuffers: renderbuffer::State::default(),
            framebuffers: framebuffer::State::new(&config),
            pixels: pixel_store::State::default(),
            clears: clear::State::default(),
            programs: program::State::default(),
            draws: draw::State::new(&config),
            queries: query::State::default(),
            feedback: transform_feedback::State::default(),
            compat: compat::State::default(),
            debug: debug::State::default(),
        };
        if config.debug {
            context.state.enabled.insert(GL_DEBUG_OUTPUT);
        }
        absent::say_once();
        context
    }

    /// Whether a reset took it, or a context that it shares with: commands have no effect any more.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.share.lost.load(Relaxed)
    }

    /// Whether it speaks OpenGL ES.
    pub fn is_es(&self) -> bool {
        self.config.api == Api::Es
    }

    /// Records an error, if none is waiting.
    pub fn record(&mut self, error: u32) {
        if self.error == 0 {
            self.error = error;
        }
    }

    /// The window system made this context current with these surfaces.
    pub fn bind_surfaces(&mut self, draw: Option<Arc<Mutex<WindowBuffers>>>, read: Option<Arc<Mutex<WindowBuffers>>>) {
        self.draw_surface = draw;
        self.read_surface = read;
        if !std::mem::replace(&mut self.was_current, true)
            && let Some(surface) = &self.draw_surface
        {
            // "When a context is first attached to a window, width and height are set to the dimensions of that window."
            let (width, height) = {
                let surface = lock(surface);
                (surface.color.width as i32, surface.color.height as i32)
            };
            self.state.scissor_boxes = [[0, 0, width, height]; limits::MAX_VIEWPORTS];
            for viewport in &mut self.state.raster.viewports {
                (viewport.width, viewport.height) = (width as f32, height as f32);
            }
        }
    }
}
