//! Fences under GLX: GL sync objects, for which a watcher thread waits in its own context of the same share group.
//!
//! GLX has no fences for which a thread without a context could wait, and polling a fence during the application's commands would
//! stamp it late. The watcher's context is created at the first mark and destroyed with the application's context or display. Only the
//! watcher thread uses it, and it sends nothing to the X server.

use super::Front;
use crate::driver::fence::{Fence, Fences, Waited, Waiter};
use crate::gl::{GLbitfield, GLenum, GLuint64};
use crate::platform::symbols::Real;
use core::ffi::{CStr, c_int, c_ulong, c_void};
use glmeter_abi::border::guard;
use glmeter_abi::functions;
use std::collections::{HashMap, HashSet};
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Handle = *mut c_void;

const GLX_DRAWABLE_TYPE: c_int = 0x8010;
const GLX_PBUFFER_BIT: c_int = 4;
const GLX_RENDER_TYPE: c_int = 0x8011;
const GLX_RGBA_TYPE: c_int = 0x8014;
const GLX_RGBA_BIT: c_int = 1;
const GLX_SCREEN: c_int = 0x800C;
const GLX_FBCONFIG_ID: c_int = 0x8013;
const GLX_PBUFFER_HEIGHT: c_int = 0x8040;
const GLX_PBUFFER_WIDTH: c_int = 0x8041;

functions! {
    /// The driver's functions for sync objects and the watcher's context.
    #[derive(Clone, Copy)]
    struct Functions("") {
        fn glXQueryContext(display: Handle, context: Handle, attribute: c_int, value: *mut c_int) -> c_int;
        fn glXGetFBConfigs(display: Handle, screen: c_int, count: *mut c_int) -> *mut Handle;
        fn glXGetFBConfigAttrib(display: Handle, config: Handle, attribute: c_int, value: *mut c_int) -> c_int;
        fn glXIsDirect(display: Handle, context: Handle) -> c_int;
        fn glXCreateNewContext(display: Handle, config: Handle, render_type: c_int, share: Handle, direct: c_int) -> Handle;
        fn glXCreatePbuffer(display: Handle, config: Handle, attributes: *const c_int) -> c_ulong;
        fn glXMakeContextCurrent(display: Handle, draw: c_ulong, read: c_ulong, context: Handle) -> c_int;
        fn glXDestroyContext(display: Handle, context: Handle);
        fn glXDestroyPbuffer(display: Handle, pbuffer: c_ulong);
        fn glFenceSync(condition: GLenum, flags: GLbitfield) -> Handle;
        fn glClientWaitSync(sync: Handle, flags: GLbitfield, timeout: GLuint64) -> GLenum;
        fn glDeleteSync(sync: Handle);
    }
}

/// Returns a look-up by C strings as one by names.
fn by_name(look_up: impl Fn(&CStr) -> Handle) -> impl Fn(&str) -> Handle {
    move |name| CString::new(name).map_or(core::ptr::null_mut(), |name| look_up(&name))
}

/// A context of the application, by the window system's handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Served {
    display: usize,
    context: usize,
}

/// The watcher thread's own context and its drawable.
#[derive(Clone, Copy)]
struct Own {
    functions: Functions,
    display: usize,
    context: usize,
    drawable: c_ulong,
}

/// A watcher thread's context.
struct Made {
    own: Own,
    /// The route to the driver.
    front: &'static Front,
    /// Ends the thread.
    end: Box<dyn FnOnce() + Send>,
    /// The process that started the thread. A child of fork() inherits the record but has no such thread.
    process: u32,
}

/// All watcher threads' contexts.
#[derive(Default)]
pub(super) struct Watched {
    /// The contexts, by the application's context that each serves.
    made: HashMap<Served, Made>,
    /// The displays whose closing calls [`display_closes`].
    displays: HashSet<usize>,
}

static WATCHED: Mutex<Option<Watched>> = Mutex::new(None);

/// Locks [`WATCHED`].
pub(super) fn lock() -> MutexGuard<'static, Option<Watched>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks [`WATCHED`] and does something with it.
fn with_watched<R>(act: impl FnOnce(&mut Watched) -> R) -> R {
    act(lock().get_or_insert_default())
}

/// The sync objects of one context.
struct GlxFences {
    front: &'static Front,
    functions: Functions,
    served: Served,
}

/// Returns the fences of a context of the driver behind `front`. Returns `None` for an indirect context, which a watcher cannot share.
pub(crate) fn fences(front: &'static Front, context: usize, display: usize) -> Option<Box<dyn Fences>> {
    if context == 0 || display == 0 {
        return None;
    }
    // SAFETY: the driver's functions have the types in the table `Functions`, those of the GLX and OpenGL registries.
    let functions = unsafe { Functions::load(by_name(front.get_proc_address)) }.ok()?;
    // SAFETY: the handles are the application's.
    let direct = unsafe { functions.glXIsDirect(display as Handle, context as Handle) } != 0;
    direct.then(|| -> Box<dyn Fences> { Box::new(GlxFences { front, functions, served: Served { display, context } }) })
}

impl GlxFences {
    /// Returns all configs of a screen.
    fn all_configs(&self, screen: c_int) -> Vec<Handle> {
        let mut count: c_int = 0;
        // SAFETY: the display is the application's. The result is a list of `count` configs, which the caller frees.
        unsafe {
            let list = self.functions.glXGetFBConfigs(self.served.display as Handle, screen, &mut count);
            if list.is_null() {
                return Vec::new();
            }
            let configs = core::slice::from_raw_parts(list, usize::try_from(count).unwrap_or(0)).to_vec();
            libc::free(list.cast());
            configs
        }
    }

    /// Creates the watcher's context, with the application context's share group and config, and a drawable for it.
    fn make_own(&self) -> Option<Own> {
        let Served { display, context } = self.served;
        let (f, display) = (self.functions, display as Handle);
        let ask = |name| {
            let mut value: c_int = 0;
            // SAFETY: the handles are the application's, and the value is written to a local variable.
            let done = unsafe { f.glXQueryContext(display, context as Handle, name, &mut value) };
            (done == 0).then_some(value)
        };
        // Without a config there can be no drawable.
        let id = ask(GLX_FBCONFIG_ID).filter(|id| *id != 0)?;
        let screen = ask(GLX_SCREEN)?;
        let render_type = ask(GLX_RENDER_TYPE).filter(|kind| *kind != 0).unwrap_or(GLX_RGBA_TYPE);
        let attribute = |config, name| {
            let mut value: c_int = 0;
            // SAFETY: the config is the display's, and the value is written to a local variable.
            let done = unsafe { f.glXGetFBConfigAttrib(display, config, name, &mut value) };
            (done == 0).then_some(value)
        };
        // Search all configs: glXChooseFBConfig finds a config id only if windows can have the config. Mesa returns no id for a context
        // that was created from a visual; any config will do then, since sync objects are shared across configs.
        let has = |config, name, bit| attribute(config, name).unwrap_or(0) & bit != 0;
        let suits = |config| match id {
            1.. => attribute(config, GLX_FBCONFIG_ID) == Some(id),
            _ => has(config, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT) && has(config, GLX_RENDER_TYPE, GLX_RGBA_BIT),
        };
        let config = self.all_configs(screen).into_iter().find(|config| suits(*config))?;
        // Creating a pbuffer of a config without pbuffers raises an X error, which ends most programs.
        if !has(config, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT) {
            return None;
        }
        // SAFETY: the config and the context to share with are the display's.
        let own = unsafe { f.glXCreateNewContext(display, config, render_type, context as Handle, 1) };
        if own.is_null() {
            return None;
        }
        let size = [GLX_PBUFFER_WIDTH, 1, GLX_PBUFFER_HEIGHT, 1, 0];
        // SAFETY: the config supports pbuffers, and the list ends with 0.
        let drawable = unsafe { f.glXCreatePbuffer(display, config, size.as_ptr()) };
        Some(Own { functions: f, display: display as usize, context: own as usize, drawable })
    }
}

impl Fences for GlxFences {
    fn name(&self) -> &'static str {
        "fenced (sync objects)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        // SAFETY: the application's context is current.
        let sync = unsafe { self.functions.glFenceSync(crate::gl::SYNC_GPU_COMMANDS_COMPLETE, 0) };
        (!sync.is_null()).then(|| -> Box<dyn Fence> { Box::new(GlxFence { functions: self.functions, sync: sync as usize }) })
    }

    fn waiter(&mut self, end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        let own = self.make_own()?;
        let display = self.served.display;
        let new_display = with_watched(|watched| {
            watched.made.insert(self.served, Made { own, front: self.front, end, process: std::process::id() });
            watched.displays.insert(display)
        });
        if new_display {
            watch_display(display as Handle);
        }
        Some(Box::new(own))
    }
}

impl Waiter for Own {
    fn begin(&self) -> bool {
        // SAFETY: context and drawable are the display's, and only this thread uses them.
        unsafe { self.functions.glXMakeContextCurrent(self.display as Handle, self.drawable, self.drawable, self.context as Handle) != 0 }
    }

    fn end(&self) {
        // SAFETY: null releases this thread's context.
        unsafe { self.functions.glXMakeContextCurrent(self.display as Handle, 0, 0, core::ptr::null_mut()) };
    }
}

/// Ends the watcher thread of a context that the application destroys, and destroys the watcher's context.
pub(crate) fn retire(context: usize, display: usize) {
    if let Some(made) = with_watched(|watched| watched.made.remove(&Served { display, context })) {
        made.retire();
    }
}

impl Made {
    /// Stamps the pending marks, ends the thread and destroys its context.
    fn retire(self) {
        let Self { own, front, end, .. } = self;
        front.calling(|| {
            end();
            // SAFETY: both are the display's, and the thread that used them has ended.
            unsafe {
                own.functions.glXDestroyContext(own.display as Handle, own.context as Handle);
                own.functions.glXDestroyPbuffer(own.display as Handle, own.drawable);
            }
        });
    }
}

static XLIB: Real = Real::new(&[c"libX11.so.6"]);

/// The type of a function that XCloseDisplay calls, with the display and the extension's codes.
type DisplayCloses = unsafe extern "C" fn(Handle, *const c_int) -> c_int;

functions! {
    /// The functions of Xlib by which XCloseDisplay calls another one.
    struct Xlib("") {
        fn XAddExtension(display: Handle) -> *const c_int;
        fn XESetCloseDisplay(display: Handle, extension: c_int, function: DisplayCloses) -> Handle;
    }
}

/// Has XCloseDisplay call [`display_closes`]. Xlib calls the functions of the extensions that were added last first, so the watcher threads end
/// before the driver, which initialised the display earlier, frees what they use.
fn watch_display(display: Handle) {
    // SAFETY: Xlib's headers declare the functions with the types in the table `Xlib`.
    let Ok(xlib) = (unsafe { Xlib::load(by_name(|name| XLIB.loaded_symbol(name))) }) else { return };
    // SAFETY: the display is open. The codes, whose first member is the extension's number, belong to the display, and this library is never
    // unloaded.
    unsafe {
        let codes = xlib.XAddExtension(display);
        if !codes.is_null() {
            xlib.XESetCloseDisplay(display, *codes, display_closes);
        }
    }
}

/// Ends the watcher threads of a display that the application closes.
unsafe extern "C" fn display_closes(display: Handle, _: *const c_int) -> c_int {
    let _ = guard(|| {
        let closing: Vec<Made> = with_watched(|watched| {
            watched.displays.remove(&(display as usize));
            watched.made.extract_if(|served, _| served.display == display as usize).map(|(_, made)| made).collect()
        });
        // The contexts belong to the parent, which shares the connection.
        closing.into_iter().filter(|made| made.process == std::process::id()).for_each(Made::retire);
    });
    0
}

/// A sync object.
struct GlxFence {
    functions: Functions,
    sync: usize,
}

impl Fence for GlxFence {
    fn wait(&self, nanoseconds: u64) -> Waited {
        // SAFETY: the sync object belongs to the share group of the thread's context.
        match unsafe { self.functions.glClientWaitSync(self.sync as Handle, 0, nanoseconds) } {
            crate::gl::ALREADY_SIGNALED | crate::gl::CONDITION_SATISFIED => Waited::Done,
            crate::gl::TIMEOUT_EXPIRED => Waited::NotYet,
            _ => Waited::Failed,
        }
    }
}

impl Drop for GlxFence {
    fn drop(&mut self) {
        // SAFETY: as above; a driver ignores the call of a thread whose context is gone.
        unsafe { self.functions.glDeleteSync(self.sync as Handle) };
    }
}
