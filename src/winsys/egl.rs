//! EGL: which context is current, and when frames end.

use super::hooks::{hooked, hooks};
use super::symbols::Real;
use super::{Front, LAYER_IS_IN_PLACE, egl_fences, glvnd, software, vendors};
use crate::config::{self, Log, Provider};
use crate::{diagnostics, report};
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::Ordering;

type EGLBoolean = u32;
type EGLint = i32;
type Handle = *mut c_void;

/// `eglQueryString`'s name for the version, which a display that is not initialised does not have.
const EGL_VERSION: EGLint = 0x3054;

/// Behind libglvnd: in front of the EGL vendor that glmeter wraps.
pub(crate) static LAYER: Front =
    Front::new(glvnd::egl_vendor_function, glvnd::egl_vendor_function, glvnd::egl_current_context, || false, egl_fences::fences);

/// The exported symbols, in front of the process's own libEGL, or of the software pipeline.
pub(crate) static LINKED: Front =
    Front::new(function, real_get_proc_address, real_current_context, || LAYER_IS_IN_PLACE.load(Ordering::Acquire), egl_fences::fences);

static REAL: Real = Real::new(&[c"libEGL.so.1", c"libEGL.so"]);
/// Where core GL functions are, for an EGL whose GetProcAddress has none.
static CORE: [Real; 2] = [Real::new(&[c"libGLESv2.so.2", c"libGLESv2.so"]), Real::new(&[c"libGL.so.1", c"libOpenGL.so.0"])];

/// The function behind an exported one: libEGL's or, in a process that finds none, the software pipeline's.
pub(super) fn function(name: &CStr) -> *mut c_void {
    if software::serves() {
        return software::function(name);
    }
    let address = REAL.symbol(name);
    if REAL.is_open() {
        return address;
    }
    if config::get().provider != Provider::Host && software::serve() {
        return software::function(name);
    }
    static SAID: std::sync::Once = std::sync::Once::new();
    SAID.call_once(|| {
        let other = match config::get().provider {
            Provider::Host => String::new(),
            _ => format!(", and neither can {} beside libglmeter.so", vendors::SOFTWARE),
        };
        diagnostics::say(Log::Error, &format!("libEGL.so.1 cannot be opened{other}"));
    });
    address
}

fn real_get_proc_address(name: &CStr) -> *mut c_void {
    type GetProcAddress = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    // SAFETY: null is `None`; any other address is eglGetProcAddress.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetProcAddress>>(function(c"eglGetProcAddress")) };
    // SAFETY: a C string.
    let address = get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) });
    if !address.is_null() || software::serves() {
        return address;
    }
    CORE.iter().map(|library| library.loaded_symbol(name)).find(|address| !address.is_null()).unwrap_or(core::ptr::null_mut())
}

fn real_current_context() -> usize {
    type GetCurrentContext = unsafe extern "C" fn() -> Handle;
    let name = c"eglGetCurrentContext";
    let address = if software::serves() { software::function(name) } else { REAL.loaded_symbol(name) };
    // SAFETY: null is `None`; any other address is eglGetCurrentContext.
    let get = unsafe { core::mem::transmute::<*mut c_void, Option<GetCurrentContext>>(address) };
    // SAFETY: takes nothing.
    get.map_or(0, |get| unsafe { get() } as usize)
}

hooks! {
    LAYER, LINKED;
    fn eglGetProcAddress(name: *const c_char) -> *mut c_void => get_proc_address;
    fn eglMakeCurrent(display: Handle, draw: Handle, read: Handle, context: Handle) -> EGLBoolean => make_current;
    fn eglCreateContext(display: Handle, config: Handle, share: Handle, attributes: *const EGLint) -> Handle => create_context;
    fn eglDestroyContext(display: Handle, context: Handle) -> EGLBoolean => destroy_context;
    fn eglReleaseThread() -> EGLBoolean => release_thread;
    fn eglTerminate(display: Handle) -> EGLBoolean => terminate;
    fn eglSwapBuffers(display: Handle, surface: Handle) -> EGLBoolean => swap_buffers;
    fn eglSwapBuffersWithDamageEXT(display: Handle, surface: Handle, rects: *const EGLint, n: EGLint) -> EGLBoolean => swap_buffers_with_damage;
    fn eglSwapBuffersWithDamageKHR(display: Handle, surface: Handle, rects: *const EGLint, n: EGLint) -> EGLBoolean => swap_buffers_with_damage;
}

fn get_proc_address(_: &'static Front, next: impl Fn(*const c_char) -> *mut c_void, name: *const c_char) -> *mut c_void {
    hooked(HOOKS, |hook| hook.linked, next, name)
}

fn make_current(
    front: &'static Front,
    next: impl Fn(Handle, Handle, Handle, Handle) -> EGLBoolean,
    display: Handle,
    draw: Handle,
    read: Handle,
    context: Handle,
) -> EGLBoolean {
    let done = front.calling(|| next(display, draw, read, context));
    if done != 0 {
        front.made_current(context as usize);
        if !context.is_null() {
            report::made_current();
        }
    } else {
        front.make_current_failed();
    }
    done
}

fn create_context(
    front: &'static Front,
    next: impl Fn(Handle, Handle, Handle, *const EGLint) -> Handle,
    display: Handle,
    config: Handle,
    share: Handle,
    attributes: *const EGLint,
) -> Handle {
    let context = front.calling(|| next(display, config, share, attributes));
    if !context.is_null() {
        front.created(context as usize, share as usize);
        front.belongs_to(context as usize, display as usize);
    }
    context
}

fn destroy_context(front: &'static Front, next: impl Fn(Handle, Handle) -> EGLBoolean, display: Handle, context: Handle) -> EGLBoolean {
    let done = front.calling(|| next(display, context));
    if done != 0 {
        front.destroyed(context as usize);
    }
    done
}

fn release_thread(front: &'static Front, next: impl Fn() -> EGLBoolean) -> EGLBoolean {
    let done = front.calling(&next);
    if done != 0 {
        front.made_current(0);
    }
    done
}

fn terminate(front: &'static Front, next: impl Fn(Handle) -> EGLBoolean, display: Handle) -> EGLBoolean {
    let done = front.calling(|| next(display));
    type QueryString = unsafe extern "C" fn(Handle, EGLint) -> *const c_char;
    // SAFETY: null is `None`; any other address is eglQueryString.
    let query = unsafe { core::mem::transmute::<*mut c_void, Option<QueryString>>((front.next)(c"eglQueryString")) };
    // A display that counts its references (EGL_KHR_display_reference) may still be alive.
    // SAFETY: the application's display, which exists though it may no longer be initialised.
    let ended = query.is_none_or(|query| front.calling(|| unsafe { query(display, EGL_VERSION) }).is_null());
    if done != 0 && ended {
        front.terminated(display as usize);
    }
    done
}

fn swap_buffers(front: &'static Front, next: impl Fn(Handle, Handle) -> EGLBoolean, display: Handle, surface: Handle) -> EGLBoolean {
    report::frame(|| front.calling(|| next(display, surface)))
}

fn swap_buffers_with_damage(
    front: &'static Front,
    next: impl Fn(Handle, Handle, *const EGLint, EGLint) -> EGLBoolean,
    display: Handle,
    surface: Handle,
    rects: *const EGLint,
    n: EGLint,
) -> EGLBoolean {
    report::frame(|| front.calling(|| next(display, surface, rects, n)))
}
