//! Contexts of OSMesa, and the current one of each thread.

use super::memory::{PixelLayout, RowOrder, UserMemory};
use super::{Attributes, Handle};
use crate::tokens::*;
use base::core::memory::OutOfMemory;
use base::core::thread_value::ThreadValue;
use base::image::Surface;
use base::image::format::Format;
use base::image::names::RGBA;
use base::image::transfer::{PixelStore, pack_swizzled};
use gl::config::Config;
use gl::context::{Accumulation, ContextRef, NativeDrawable, Sharing, WindowBuffers};
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// The program's buffer that a context is current with.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// The address of its first pixel.
    pub address: usize,
    /// The type of its components, as passed to OSMesaMakeCurrent.
    pub ty: u32,
    pub layout: PixelLayout,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// The buffers that a context draws to.
#[derive(Default)]
struct Attached {
    buffer: Option<Buffer>,
    surfaces: Option<Arc<Mutex<WindowBuffers>>>,
    /// What OSMesaGetDepthBuffer returned last.
    depths: Vec<u32>,
}

/// A context of OSMesa, which owns a GL context.
pub struct Context {
    handle: usize,
    /// The format that it was created with.
    pub format: u32,
    depth_bits: i32,
    stencil_bits: i32,
    accum_bits: i32,
    gl: ContextRef,
    sharing: Sharing,
    /// What OSMesaPixelStore sets.
    pub store: Arc<Mutex<RowOrder>>,
    attached: Mutex<Attached>,
}

/// The contexts of the process.
#[derive(Default)]
struct Contexts {
    by_handle: HashMap<usize, Arc<Context>>,
    /// The number of handles given.
    given: usize,
}

static CONTEXTS: LazyLock<Mutex<Contexts>> = LazyLock::new(Mutex::default);

thread_local! {
    /// The context that is current in this thread.
    static CURRENT: ThreadValue<Arc<Context>> = const { ThreadValue::new() };
}

/// Locks a mutex; a panic of another thread leaves nothing half done that matters here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a context; returns its handle.
pub fn register(mut context: Context) -> Handle {
    let mut contexts = lock(&CONTEXTS);
    contexts.given += 1;
    // No address of an object is that low.
    context.handle = contexts.given * 8;
    let handle = context.handle;
    contexts.by_handle.insert(handle, Arc::new(context));
    handle as Handle
}

/// Returns the context of a handle.
pub fn find(handle: Handle) -> Option<Arc<Context>> {
    lock(&CONTEXTS).by_handle.get(&(handle as usize)).cloned()
}

/// Removes a context.
pub fn remove(handle: Handle) -> Option<Arc<Context>> {
    lock(&CONTEXTS).by_handle.remove(&(handle as usize))
}

/// Returns this thread's current context.
pub fn current() -> Option<Arc<Context>> {
    ThreadValue::with(&CURRENT, |current| current.cloned())
}

/// Returns true if the context is current in this thread.
pub fn is_current(handle: Handle) -> bool {
    current().is_some_and(|context| context.handle == handle as usize)
}

/// Makes a context, or none, current in this thread.
pub fn set_current(context: Option<Arc<Context>>) {
    gl::set_current(context.as_ref().map(|context| context.gl.clone()));
    ThreadValue::set(&CURRENT, context);
}

/// Writes what this thread's current context drew to the program's buffer, and releases the context.
pub fn release() {
    if let Some(context) = current() {
        context.flush();
        set_current(None);
    }
}

impl Context {
    /// Creates a context that shares what another one does.
    pub fn new(attributes: Attributes, share: Option<Sharing>) -> Result<Self, OutOfMemory> {
        let config = Config {
            api: attributes.api,
            version: (4, 6),
            debug: false,
            no_error: false,
            forward_compatible: false,
            robust: false,
            lose_on_reset: false,
            flush_on_release: true,
        };
        let gl = gl::new_context(config, share);
        Ok(Self {
            handle: 0,
            format: attributes.format,
            depth_bits: attributes.depth_bits,
            stencil_bits: attributes.stencil_bits,
            accum_bits: attributes.accum_bits,
            sharing: gl.sharing(),
            gl: gl::fork::share(gl)?,
            store: Arc::new(Mutex::new(RowOrder { row_length: 0, y_up: true })),
            attached: Mutex::default(),
        })
    }

    /// Returns its handle.
    pub fn handle(&self) -> Handle {
        self.handle as Handle
    }

    /// Returns what it shares with other contexts.
    pub fn sharing(&self) -> Sharing {
        self.sharing.clone()
    }

    /// Returns the program's buffer, if the context was made current with one.
    pub fn buffer(&self) -> Option<Buffer> {
        lock(&self.attached).buffer
    }

    /// Allocates the buffers for a buffer of the program; the colour buffer gets its pixels.
    fn surfaces(&self, buffer: &Buffer) -> Result<WindowBuffers, OutOfMemory> {
        let has_depth = self.depth_bits > 0 || self.stencil_bits > 0;
        Ok(WindowBuffers {
            color: Surface::new(buffer.layout.stored, buffer.width, buffer.height)?,
            front: None,
            depth_stencil: has_depth.then(|| Surface::new(Format::Depth24Stencil8, buffer.width, buffer.height)).transpose()?,
            depth_bits: if self.depth_bits > 0 { 24 } else { 0 },
            stencil_bits: if self.stencil_bits > 0 { 8 } else { 0 },
            alpha_bits: if buffer.layout.alpha { 8 } else { 0 },
            accumulation: Accumulation::new(if self.accum_bits > 0 { Accumulation::BITS } else { 0 }),
            pixmap: None,
            drawn: false,
        })
    }

    /// Draws to the program's buffer from now on. Depth and stencil stay as they are if the size does, and so do the colours if the address does;
    /// the colours of another buffer are those that it holds. Returns `None` if memory is exhausted.
    pub fn attach(&self, buffer: Buffer) -> Option<()> {
        let mut attached = lock(&self.attached);
        let fits = |now: &Buffer| now.width == buffer.width && now.height == buffer.height && now.ty == buffer.ty;
        let kept = attached.surfaces.take().filter(|_| attached.buffer.as_ref().is_some_and(fits));
        let stays = kept.is_some() && attached.buffer.is_some_and(|now| now.address == buffer.address);
        let surfaces = match kept {
            Some(kept) => kept,
            None => Arc::new(Mutex::new(self.surfaces(&buffer).ok()?)),
        };
        // SAFETY: OSMesaMakeCurrent demands a buffer of that size, which stays as long as the context is current with it; both `release` and
        // `detach` drop the value or leave it unused.
        let memory = unsafe { UserMemory::new(buffer.address, buffer.layout, self.store.clone()) };
        {
            let mut now = lock(&surfaces);
            if !stays {
                memory.load(&now.color);
            }
            now.pixmap = Some(Arc::new(memory));
        }
        lock(&self.gl).bind_surfaces(Some(surfaces.clone()), Some(surfaces.clone()));
        *attached = Attached { buffer: Some(buffer), surfaces: Some(surfaces), depths: Vec::new() };
        Some(())
    }

    /// Writes what was drawn to the program's buffer, if this thread has the context current.
    pub fn flush(&self) {
        if is_current(self.handle())
            && let Some(surfaces) = &lock(&self.attached).surfaces
        {
            lock(surfaces).flush();
        }
    }

    /// Leaves the program's buffer alone from now on.
    pub fn detach(&self) {
        let mut attached = lock(&self.attached);
        attached.buffer = None;
        if let Some(surfaces) = &attached.surfaces {
            lock(surfaces).pixmap = None;
        }
    }

    /// Copies the depth buffer. Returns its size in pixels, the bytes of a value, and the address of the copy, which the context owns.
    pub fn depths(&self) -> Option<((i32, i32), i32, *mut c_void)> {
        let mut attached = lock(&self.attached);
        let surface = lock(attached.surfaces.as_ref()?).depth_stencil.clone().filter(|_| self.depth_bits > 0)?;
        let (width, height) = (surface.width, surface.height);
        let (ty, bytes) = if self.depth_bits <= 16 { (GL_UNSIGNED_SHORT, 2) } else { (GL_UNSIGNED_INT, 4) };
        let mut values = Vec::new();
        values.try_reserve_exact(width as usize * height as usize * bytes).ok()?;
        values.resize(width as usize * height as usize * bytes, 0);
        let y_up = lock(&self.store).y_up;
        let store = PixelStore { alignment: 1, reverse_rows: !y_up, ..PixelStore::default() };
        pack_swizzled(&surface, RGBA, 0, 0, width, height, false, true, GL_DEPTH_COMPONENT, ty, &store, values[..].as_mut().into()).ok()?;
        // Words, so that values are aligned.
        let words = values.chunks(4).map(|bytes| u32::from_ne_bytes(std::array::from_fn(|index| bytes.get(index).copied().unwrap_or(0))));
        attached.depths.clear();
        attached.depths.try_reserve_exact(words.len()).ok()?;
        attached.depths.extend(words);
        Some(((width as i32, height as i32), bytes as i32, attached.depths.as_mut_ptr().cast()))
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.detach();
    }
}
