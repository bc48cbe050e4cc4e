//! EGL's fences (EGL_KHR_fence_sync, EGL 1.5): any thread can wait for them, without a context.
//!
//! eglTerminate destroys a display's fences, and the driver may give their handles to syncs of the application's: from then on
//! no call names them.

use super::Front;
use super::egl_error::EglError;
use crate::driver::fence::{Fence, Fences, Waited};
use core::ffi::{CStr, c_void};
use glmeter_abi::egl::tokens::{EGL_CONDITION_SATISFIED, EGL_EXTENSIONS, EGL_SYNC_FENCE, EGL_TIMEOUT_EXPIRED, EGL_VERSION};
use glmeter_abi::egl::{EGLenum, Handle, QueryString};
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
    /// How many calls name a fence of it right now, [`TERMINATING`] or [`TERMINATED`].
    calls: AtomicIsize,
}

const TERMINATING: isize = -1;
const TERMINATED: isize = -2;

/// A call that names a fence, for as long as it lasts.
struct Call<'a>(&'a Display);

impl Display {
    /// Begins a call that names a fence. Returns `None` once the display was terminated, and while it is being terminated: no call waits
    /// for that, for the thread that terminates it does not exist in a child of fork().
    fn call(&self) -> Option<Call<'_>> {
        let more = |calls: isize| (calls >= 0).then_some(calls + 1);
        self.calls.fetch_update(Ordering::AcqRel, Ordering::Acquire, more).ok().map(|_| Call(self))
    }

    /// Waits until no call names a fence. False if the display was terminated.
    fn close(&self) -> bool {
        loop {
            match self.calls.compare_exchange(0, TERMINATING, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return true,
                Err(TERMINATED) => return false,
                // The longest call is one wait of the thread that awaits fences.
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

type Displays = HashMap<usize, Arc<Display>>;
pub(crate) type Locked = MutexGuard<'static, Option<Displays>>;

/// The displays that have fences, by their handles. The lock is held for look-ups alone.
static DISPLAYS: Mutex<Option<Displays>> = Mutex::new(None);

pub(crate) fn lock() -> Locked {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets the displays: the calls of other threads never end in a child of fork().
pub(crate) fn forget_displays() {
    lock().take();
}

/// An eglTerminate, for as long as it runs: no call names a fence of the display meanwhile.
pub(crate) struct Terminating(Option<Arc<Display>>);

impl Terminating {
    /// Begins an eglTerminate.
    pub(crate) fn begin(display: usize) -> Self {
        let known = lock().as_ref().and_then(|displays| displays.get(&display)).map(Arc::clone);
        Self(known.filter(|display| display.close()))
    }

    /// Notes that the display is terminated: no call names a fence of it any more.
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

/// The driver's functions.
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

/// Returns the display that the current context belongs to, for a context whose making was not seen; 0 if there is none.
fn current_display(front: &Front) -> usize {
    type GetCurrentDisplay = unsafe extern "C" fn() -> Handle;
    // SAFETY: null is `None`; any other address is eglGetCurrentDisplay.
    let get = unsafe { core::mem::transmute::<Handle, Option<GetCurrentDisplay>>((front.next)(c"eglGetCurrentDisplay")) };
    // SAFETY: takes nothing.
    get.map_or(0, |get| unsafe { get() } as usize)
}

/// Returns a display's fences, if it has any and the current context takes them. Each of their calls leaves `error` as it is.
pub(crate) fn fences(front: &Front, error: &'static EglError, display: usize) -> Option<Box<dyn Fences>> {
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
        // Some drivers have fences for OpenGL ES alone: one is tried.
        fences.insert()?;
        Some(Box::new(fences) as Box<dyn Fences>)
    })
}

/// Returns the functions of a display's fences, under the names that it has them.
fn functions(front: &Front, error: &'static EglError, display: usize) -> Option<Functions> {
    // SAFETY: null is `None`; any other address is eglQueryString.
    let query = unsafe { core::mem::transmute::<Handle, Option<QueryString>>((front.next)(c"eglQueryString")) }?;
    let string = |name| {
        // SAFETY: the application's display; the answer is a string that the driver keeps, or NULL.
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
    // libEGL exports no function of an extension's.
    let [create, destroy, wait] = names.map(|name| (front.get_proc_address)(name));
    // SAFETY: null is `None`; any other address is that of the function of the name.
    unsafe {
        Some(Functions {
            error,
            create: core::mem::transmute::<Handle, Option<CreateSync>>(create)?,
            destroy: core::mem::transmute::<Handle, Option<DestroySync>>(destroy)?,
            wait: core::mem::transmute::<Handle, Option<ClientWaitSync>>(wait)?,
        })
    }
}

impl Fences for EglFences {
    fn name(&self) -> &'static str {
        "fenced (EGL_KHR_fence_sync)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        let Functions { error, create, .. } = self.functions;
        let _call = self.display.call()?;
        // SAFETY: the display that the current context belongs to; a fence has no attributes.
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
        // SAFETY: a display and one of its syncs, which is destroyed when this is dropped.
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
        // SAFETY: a display and one of its syncs; it is destroyed once.
        error.preserve(|| unsafe { destroy(self.display.handle as Handle, self.sync as Handle) });
    }
}
