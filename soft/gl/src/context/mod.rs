//! A context: the whole state, and what the window system and the commands access of it.

pub mod attribute_stack;
pub mod compat;
pub mod debug;
pub mod fills;
pub mod immediate;
pub mod prepared;
pub mod profile;
pub mod recorded_vertices;
pub mod recording;
pub mod registry;
pub mod resolved;
pub mod stream;
pub mod vertex_material;
mod window;

use crate::config::{Api, Config};
use crate::context::compat::CompatibilityState;
use crate::context::debug::DebugOutput;
use crate::context::fills::WaitingFills;
use crate::context::prepared::{Changes, Prepared};
use crate::context::profile::Profile;
use crate::error::Error;
use crate::object::buffer::BufferBindings;
use crate::object::framebuffer::Framebuffers;
use crate::object::image_unit::ImageUnits;
use crate::object::names::lock;
use crate::object::program::ProgramBindings;
use crate::object::query::Queries;
use crate::object::renderbuffer::RenderbufferBinding;
use crate::object::share::ShareGroup;
use crate::object::texture::TextureUnits;
use crate::object::transform_feedback::TransformFeedbacks;
use crate::object::vertex_array::VertexArrays;
use crate::state::clear::ClearValues;
use crate::state::draw::DrawState;
use crate::state::pixel_store::PixelStorageModes;
use crate::state::raster::Rasterization;
use crate::tokens::{GL_DEBUG_OUTPUT, GL_REFLECTION_MAP};
use crate::{limits, log};
use base::core::pool::Pool;
use base::core::statistics::Statistics;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
pub use window::{Accumulation, FrontBuffer, NativeDrawable, WindowBuffers};

/// A context's state.
pub struct Context {
    /// Its configuration.
    pub config: Config,
    /// The compatibility profile, in contexts of every profile.
    pub profile: &'static dyn Profile,
    /// The objects that it shares with other contexts.
    pub share: Arc<ShareGroup>,
    /// The first error since the last glGetError; 0 for none.
    pub error: u32,
    /// The last error that `error` was set to, with its command; kept when glGetError takes it.
    pub raised: Option<(&'static str, Error)>,
    /// The draw surface that it is current with.
    pub draw_surface: Option<Arc<Mutex<WindowBuffers>>>,
    /// The read surface that it is current with.
    pub read_surface: Option<Arc<Mutex<WindowBuffers>>>,
    /// True once it was current: the first time sets viewport and scissor.
    pub was_current: bool,
    /// Counters of all draws.
    pub statistics: Statistics,
    /// The worker threads.
    pub pool: Arc<Pool>,
    /// Set to end the running shader.
    pub cancel: Arc<AtomicBool>,
    /// True if a shader of this context was stopped.
    pub guilty: bool,
    /// True once glGetGraphicsResetStatus returned the reset.
    pub reset_told: bool,
    /// Rasterisation and per-fragment state.
    pub state: Rasterization,
    /// Buffer bindings.
    pub buffers: BufferBindings,
    /// Vertex arrays and current values.
    pub vertex_arrays: Box<VertexArrays>,
    /// Texture units.
    pub textures: TextureUnits,
    /// Image units.
    pub image_units: ImageUnits,
    /// The renderbuffer binding.
    pub renderbuffers: RenderbufferBinding,
    /// Framebuffers.
    pub framebuffers: Framebuffers,
    /// Pixel storage.
    pub pixels: PixelStorageModes,
    /// Clear values.
    pub clears: ClearValues,
    /// The fills of cleared images that wait.
    pub fills: WaitingFills,
    /// Programs.
    pub programs: ProgramBindings,
    /// Draw state.
    pub draws: DrawState,
    /// What the draws so far have collected; none before the first one.
    pub prepared: Option<Box<Prepared>>,
    /// True while dispatch runs a command, whose changes it applies.
    pub is_dispatched: bool,
    /// Queries.
    pub queries: Queries,
    /// Transform feedback.
    pub feedback: TransformFeedbacks,
    /// State of the compatibility profile.
    pub compat: Box<CompatibilityState>,
    /// Debug messages.
    pub debug: DebugOutput,
    /// Its place among the contexts of the process, if threads may share it.
    pub registration: Option<registry::Registration>,
}

/// Creates a value in a box, with a stack frame that ends with it.
#[inline(never)]
fn boxed<T>(create: impl FnOnce() -> T) -> Box<T> {
    Box::new(create())
}

/// What a context shares with others.
#[derive(Clone)]
pub struct Sharing {
    /// Objects.
    pub objects: Arc<ShareGroup>,
    /// Display lists.
    pub lists: Arc<Mutex<recording::Lists>>,
}

/// A shared context. It is current in one thread at most, so the lock is never contended.
pub type ContextRef = Arc<Mutex<Context>>;

impl Context {
    /// Creates a context with the initial state.
    pub fn new(config: Config, share: Option<Sharing>, profile: &'static dyn Profile) -> Self {
        if let Some(complaint) = shader::complaint() {
            log::log_once("the code generator:", complaint);
        }
        // Large states are boxed: threads of the program may have small stacks.
        let mut compat = boxed(|| CompatibilityState::new(&config));
        let share = share.map_or_else(Arc::default, |share| {
            compat.lists.lists = share.lists;
            share.objects
        });
        let mut context = Self {
            config,
            profile,
            share,
            error: 0,
            raised: None,
            draw_surface: None,
            read_surface: None,
            was_current: false,
            statistics: Statistics::default(),
            pool: Arc::new(Pool::new(0)),
            cancel: Arc::default(),
            guilty: false,
            reset_told: false,
            state: Rasterization::new(config.api),
            buffers: BufferBindings::default(),
            vertex_arrays: boxed(VertexArrays::default),
            textures: TextureUnits::default(),
            image_units: ImageUnits::new(config.api == Api::Es),
            renderbuffers: RenderbufferBinding::default(),
            framebuffers: Framebuffers::new(&config),
            pixels: PixelStorageModes::default(),
            fills: WaitingFills::default(),
            clears: ClearValues::default(),
            programs: ProgramBindings::default(),
            draws: DrawState::new(&config),
            prepared: None,
            is_dispatched: false,
            queries: Queries::default(),
            feedback: TransformFeedbacks::default(),
            compat,
            debug: DebugOutput::default(),
            registration: None,
        };
        if config.api == Api::Es1 {
            // "Initially all texture generation modes are set to REFLECTION_MAP_OES" [OES_texture_cube_map]
            let units = context.compat.environment.units.iter_mut();
            units.flat_map(|unit| &mut unit.generate[..3]).for_each(|coordinate| coordinate.0 = GL_REFLECTION_MAP);
        }
        if config.debug {
            context.state.enabled.insert(GL_DEBUG_OUTPUT);
        }
        context
    }

    /// Returns what a new context shares with this one.
    pub fn sharing(&self) -> Sharing {
        Sharing { objects: self.share.clone(), lists: self.compat.lists.lists.clone() }
    }

    /// Returns true if a reset lost the context, or one that it shares objects with: commands have no effects.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.share.lost.load(Relaxed)
    }

    /// Returns true for OpenGL ES of every version.
    pub fn is_es(&self) -> bool {
        matches!(self.config.api, Api::Es | Api::Es1)
    }

    /// Returns true if commands need the checks of `dispatch`: between glBegin and glEnd, while a list is compiled, and in OpenGL ES,
    /// which has few of all commands and tokens.
    pub fn watches(&self) -> bool {
        self.is_es() || self.compat.watches()
    }

    /// Calls `work` while another texture unit is active; returns `None` if there is no such unit.
    pub fn with_active_texture<R>(&mut self, unit: usize, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if unit >= self.textures.units.len() {
            return None;
        }
        let active = std::mem::replace(&mut self.textures.active, unit);
        let result = work(self);
        self.textures.active = active;
        Some(result)
    }

    /// Calls `work` while another texture coordinate set is active for client arrays; returns `None` if there is no such set.
    pub fn with_client_active_texture<R>(&mut self, unit: usize, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if unit >= limits::MAX_TEXTURE_COORDS {
            return None;
        }
        let active = std::mem::replace(&mut self.vertex_arrays.client_active_texture, unit);
        let result = work(self);
        self.vertex_arrays.client_active_texture = active;
        Some(result)
    }

    /// Raises an error of a command: records it, and says why in the log and in a debug message.
    pub fn raise(&mut self, command: &'static str, error: Error) {
        self.record(command, error);
        log::error_once(command, error);
        debug::error(self, command, error);
    }

    /// Records an error of a command, unless an earlier one waits for glGetError.
    pub fn record(&mut self, command: &'static str, error: Error) {
        #[cfg(test)]
        crate::testing::rules::note(error.rule);
        if self.error == 0 {
            self.error = error.code;
            self.raised = Some((command, error));
        }
    }

    /// Sets the surfaces that the window system makes the context current with.
    pub fn bind_surfaces(&mut self, draw: Option<Arc<Mutex<WindowBuffers>>>, read: Option<Arc<Mutex<WindowBuffers>>>) {
        self.changes(Changes::ALL);
        self.draw_surface = draw;
        self.read_surface = read;
        if !std::mem::replace(&mut self.was_current, true)
            && let Some(surface) = &self.draw_surface
        {
            // The first window sets the size of viewports and scissor rectangles.
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
