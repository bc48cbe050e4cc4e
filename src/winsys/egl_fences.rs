//! EGL's fences (EGL_KHR_fence_sync, EGL 1.5): any thread can wait for them, without a context.

use super::Front;
use crate::provider::fence::{Fence, Fences, Waited};
use core::ffi::{CStr, c_char, c_void};

type Handle = *mut c_void;
type CreateSync = unsafe extern "C" fn(Handle, u32, *const c_void) -> Handle;
type DestroySync = unsafe extern "C" fn(Handle, Handle) -> u32;
type ClientWaitSync = unsafe extern "C" fn(Handle, Handle, i32, u64) -> i32;
type QueryString = unsafe extern "C" fn(Handle, i32) -> *const c_char;

const EGL_VERSION: i32 = 0x3054;
const EGL_EXTENSIONS: i32 = 0x3055;
const EGL_SYNC_FENCE: u32 = 0x30F9;
const EGL_TIMEOUT_EXPIRED: i32 = 0x30F5;
const EGL_CONDITION_SATISFIED: i32 = 0x30F6;

/// The fences of one display.
struct EglFences {
    display: usize,
    create: CreateSync,
    destroy: DestroySync,
    wait: ClientWaitSync,
}

/// One fence of a display.
struct EglFence {
    display: usize,
    sync: usize,
    destroy: DestroySync,
    wait: ClientWaitSync,
}

/// The display that the current context belongs to, for a context whose making was not seen; 0 if there is none.
fn current_display(front: &Front) -> usize {
    type GetCurrentDisplay = unsafe extern "C" fn() -> Handle;
    // SAFETY: null is `None`; any other address is eglGetCurrentDisplay.
    let get = unsafe { core::mem::transmute::<Handle, Option<GetCurrentDisplay>>((front.next)(c"eglGetCurrentDisplay")) };
    // SAFETY: takes nothing.
    get.map_or(0, |get| unsafe { get() } as usize)
}

/// A display's fences, if it has any and the current context takes them.
pub(super) fn fences(front: &Front, _: usize, display: usize) -> Option<Box<dyn Fences>> {
    let display = if display == 0 { current_display(front) } else { display };
    if display == 0 {
        return None;
    }
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
    let (create, destroy, wait) = unsafe {
        (
            core::mem::transmute::<Handle, Option<CreateSync>>(create)?,
            core::mem::transmute::<Handle, Option<DestroySync>>(destroy)?,
            core::mem::transmute::<Handle, Option<ClientWaitSync>>(wait)?,
        )
    };
    let mut fences = EglFences { display, create, destroy, wait };
    // Some drivers have fences for OpenGL ES alone: one is tried.
    fences.insert()?;
    Some(Box::new(fences))
}

impl Fences for EglFences {
    fn name(&self) -> &'static str {
        "fenced (EGL_KHR_fence_sync)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        // SAFETY: the display that the current context belongs to; a fence has no attributes.
        let sync = unsafe { (self.create)(self.display as Handle, EGL_SYNC_FENCE, core::ptr::null()) };
        (!sync.is_null()).then(|| -> Box<dyn Fence> {
            Box::new(EglFence { display: self.display, sync: sync as usize, destroy: self.destroy, wait: self.wait })
        })
    }
}

impl Fence for EglFence {
    fn wait(&self, nanoseconds: u64) -> Waited {
        // SAFETY: a display and one of its syncs; EGL checks handles that were terminated meanwhile.
        match unsafe { (self.wait)(self.display as Handle, self.sync as Handle, 0, nanoseconds) } {
            EGL_CONDITION_SATISFIED => Waited::Done,
            EGL_TIMEOUT_EXPIRED => Waited::NotYet,
            _ => Waited::Failed,
        }
    }
}

impl Drop for EglFence {
    fn drop(&mut self) {
        // SAFETY: as above; it is destroyed once.
        unsafe { (self.destroy)(self.display as Handle, self.sync as Handle) };
    }
}
