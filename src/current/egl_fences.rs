//! EGL's fences (EGL_KHR_fence_sync, EGL 1.5), for which any thread can wait without a context.
//!
//! eglTerminate destroys a display's fences, and the driver may reuse their handles for syncs of the application. So glmeter passes
//! these handles to no call from then on.

use super::Front;
use super::egl_error::EglError;
use crate::driver::fence::{Fence, Fences, Waited};
use core::ffi::{CStr, c_void};
use glmeter_abi::egl::tokens::{EGL_CONDITION_SATISFIED, EGL_EXTENSIONS, EGL_SYNC_FENCE, EGL_TIMEOUT_EXPIRED, EGL_VERSION};
use glmeter_abi::egl::{EGLenum, Handle, QueryString};
use glmeter_abi::function;
use std::collections::HashMap;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

type CreateSync = unsafe extern "C" fn(Handle, EGLenum, *const c_void) -> Handle;
type DestroySync = unsafe extern "C" fn(Handle, Handle) -> u32;
type ClientWaitSync = unsafe extern "C" fn(Handle, Handle, i32, u64) -> i32;

/// A display, from its first fence until eglTerminate.
pub(crate) struct Display {
    handle: usize,
    /// The number of running calls that use a fence of the display, or [`TERMINATING`] or [`TERMINATED`].
    calls: AtomicIsize,
}

const TERMINATING: isize = -1;
const TERMINATED: isize = -2;

/// A running call that uses a fence.
struct Call<'a>(&'a Display);

impl Display {
    /// Begins a call that uses a fence. Returns `None` during and after eglTerminate. It does not wait for a running eglTerminate, whose
    /// thread does not exist in a child of fork().
    fn call(&self) -> Option<Call<'_>> {
        let more = |calls: isize| (calls >= 0).then_some(calls + 1);
        self.calls.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok().map(|_| Call(self))
    }

    /// Waits until no call uses a fence. Returns false if the display is already terminated.
    fn close(&self) -> bool {
        loop {
            match self.calls.compare_exchange(0, TERMINATING, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return true,
                Err(TERMINATED) => return false,
                // The longest call is one wait of the watcher thread.
                Err(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Displays by handle.
type Displays = HashMap<usize, Arc<Display>>;
/// The locked table of displays.
pub(crate) type Locked = MutexGuard<'static, Option<Displays>>;

/// The displays that have fences. The lock is held for look-ups only.
static DISPLAYS: Mutex<Option<Displays>> = Mutex::new(None);

/// Locks the table of displays.
pub(crate) fn lock() -> Locked {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Clears the table of displays in a child of fork(), where the calls of other threads never end.
pub(crate) fn forget_displays() {
    lock().take();
}

/// A running eglTerminate, during which no call uses a fence of the display.
pub(crate) struct Terminating(Option<Arc<Display>>);

impl Terminating {
    /// Begins an eglTerminate of a display.
    pub(crate) fn begin(display: usize) -> Self {
        let known = lock().as_ref().and_then(|displays| displays.get(&display)).map(Arc::clone);
        Self(known.filter(|display| display.close()))
    }

    /// Marks the display as terminated: no call uses its fences from now on.
    pub(crate) fn end(mut self) {
        if let Some(display) = self.0.take() {
            display.calls.store(TERMINATED, Ordering::Release);
            if let Some(displays) = lock().as_mut() {
                displays.remove(&display.handle);
            }
        }
    }
}

impl Drop for Terminating {
    fn drop(&mut self) {
        if let Some(display) = &self.0 {
            display.calls.store(0, Ordering::Release);
        }
    }
}

/// The driver's functions for fences.
#[derive(Clone, Copy)]
struct Functions {
    error: &'static EglError,
    create: CreateSync,
    destroy: DestroySync,
    wait: ClientWaitSync,
}

/// The fences of one display.
struct EglFences {
    functions: Functions,
    display: Arc<Display>,
}

/// One fence of a display.
struct EglFence {
    functions: Functions,
    display: Arc<Display>,
    sync: usize,
}

/// Returns the current context's display, for a context whose creation glmeter did not see; 0 if there is none.
fn current_display(front: &Front) -> usize {
    type GetCurrentDisplay = unsafe extern "C" fn() -> Handle;
    // SAFETY: eglGetCurrentDisplay has this type.
    let get = unsafe { function::<GetCurrentDisplay>((front.next)(c"eglGetCurrentDisplay")) };
    // SAFETY: the function takes no arguments.
    get.map_or(0, |get| unsafe { get() } as usize)
}

/// Returns a display's fences, if the display has them and the current context accepts them. All their calls preserve `error`.
pub(crate) fn fences(front: &'static Front, error: &'static EglError, display: usize) -> Option<Box<dyn Fences>> {
    error.preserve(|| {
        let display = if display == 0 { current_display(front) } else { display };
        if display == 0 {
            return None;
        }
        let functions = functions(front, error, display)?;
        let display = {
            let mut displays = lock();
            let new = || Arc::new(Display { handle: display, calls: AtomicIsize::new(0) });
            Arc::clone(displays.get_or_insert_default().entry(display).or_insert_with(new))
        };
        let mut fences = EglFences { functions, display };
        // Some drivers support fences in OpenGL ES contexts only: try one.
        fences.insert()?;
        Some(Box::new(fences) as Box<dyn Fences>)
    })
}

/// Returns the functions of a display's fences: the extension's, or EGL 1.5's.
fn functions(front: &Front, error: &'static EglError, display: usize) -> Option<Functions> {
    // SAFETY: eglQueryString has this type.
    let query = unsafe { function::<QueryString>((front.next)(c"eglQueryString")) }?;
    let string = |name| {
        // SAFETY: the display is the application's; the result is null or a string that the driver owns.
        let text = unsafe { query(display as Handle, name) };
        // SAFETY: as above.
        if text.is_null() { String::new() } else { unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned() }
    };
    let names = if string(EGL_EXTENSIONS).split(' ').any(|name| name == "EGL_KHR_fence_sync") {
        [c"eglCreateSyncKHR", c"eglDestroySyncKHR", c"eglClientWaitSyncKHR"]
    } else if string(EGL_VERSION).starts_with("1.5") {
        [c"eglCreateSync", c"eglDestroySync", c"eglClientWaitSync"]
    } else {
        return None;
    };
    // libEGL does not export functions of extensions.
    let [create, destroy, wait] = names.map(|name| (front.get_proc_address)(name));
    // SAFETY: the functions of EGL 1.5 and of the extension have these types.
    unsafe { Some(Functions { error, create: function(create)?, destroy: function(destroy)?, wait: function(wait)? }) }
}

impl Fences for EglFences {
    fn name(&self) -> &'static str {
        "fenced (EGL_KHR_fence_sync)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        let Functions { error, create, .. } = self.functions;
        let _call = self.display.call()?;
        // SAFETY: the display is the current context's; a null attribute list is allowed.
        let sync = error.preserve(|| unsafe { create(self.display.handle as Handle, EGL_SYNC_FENCE as EGLenum, core::ptr::null()) });
        (!sync.is_null()).then(|| -> Box<dyn Fence> {
            Box::new(EglFence { functions: self.functions, display: Arc::clone(&self.display), sync: sync as usize })
        })
    }
}

impl Fence for EglFence {
    fn wait(&self, nanoseconds: u64) -> Waited {
        let Functions { error, wait, .. } = self.functions;
        let Some(_call) = self.display.call() else { return Waited::Failed };
        // SAFETY: the sync belongs to the display and lives until this is dropped.
        match error.preserve(|| unsafe { wait(self.display.handle as Handle, self.sync as Handle, 0, nanoseconds) }) {
            EGL_CONDITION_SATISFIED => Waited::Done,
            EGL_TIMEOUT_EXPIRED => Waited::NotYet,
            _ => Waited::Failed,
        }
    }
}

impl Drop for EglFence {
    fn drop(&mut self) {
        let Functions { error, destroy, .. } = self.functions;
        let Some(_call) = self.display.call() else { return };
        // SAFETY: the sync belongs to the display and is destroyed only here.
        error.preserve(|| unsafe { destroy(self.display.handle as Handle, self.sync as Handle) });
    }
}
