//! EGL: which context is current, and when frames end.

use super::egl_error::EglError;
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
const EGL_NOT_INITIALIZED: EGLint = 0x3001;

/// Behind libglvnd: in front of the EGL vendor that glmeter wraps.
pub(crate) static LAYER: Front = Front::new(
    vendor_function,
    vendor_function,
    glvnd::egl_current_context,
    || false,
    |front, _, display| egl_fences::fences(front, &LAYER_ERROR, display),
);

/// The exported symbols, in front of the process's own libEGL, or of the software pipeline.
pub(crate) static LINKED: Front = Front::new(
    function,
    real_get_proc_address,
    real_current_context,
    || LAYER_IS_IN_PLACE.load(Ordering::Acquire),
    |front, _, display| egl_fences::fences(front, &LINKED_ERROR, display),
);

/// What the application's eglGetError returns, behind either front.
pub(super) static LAYER_ERROR: EglError = EglError::new(glvnd::egl_vendor_function);
static LINKED_ERROR: EglError = EglError::new(function);

fn error_of(front: &'static Front) -> &'static EglError {
    if core::ptr::eq(front, &LAYER) { &LAYER_ERROR } else { &LINKED_ERROR }
}

/// A look-up is a call of the vendor's eglGetProcAddress, which sets an error, too.
fn vendor_function(name: &CStr) -> *mut c_void {
    LAYER_ERROR.preserve(|| glvnd::egl_vendor_function(name))
}

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
    let address = LINKED_ERROR.preserve(|| get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) }));
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
    LINKED_ERROR.preserve(|| get.map_or(0, |get| unsafe { get() } as usize))
}

hooks! {
    LAYER, LINKED;
    fn eglGetError() -> EGLint => get_error, or EGL_NOT_INITIALIZED;
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

fn get_error(front: &'static Front) -> impl FnOnce(EGLint) -> EGLint {
    move |error| error_of(front).instead_of(error)
}

fn get_proc_address(_: &'static Front, name: *const c_char) -> impl FnOnce(Handle) -> Handle {
    // SAFETY: the application's own argument, which the function's specification wants to be NULL or a C string.
    move |theirs| unsafe { hooked(HOOKS, |hook| hook.linked, theirs, name) }
}

fn make_current(front: &'static Front, _: Handle, _: Handle, _: Handle, context: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    move |done| {
        front.make_current_ended(done != 0, context as usize);
        done
    }
}

fn create_context(front: &'static Front, display: Handle, _: Handle, share: Handle, _: *const EGLint) -> impl FnOnce(Handle) -> Handle {
    move |context| {
        if !context.is_null() {
            front.created(context as usize, share as usize);
            front.belongs_to(context as usize, display as usize);
        }
        context
    }
}

fn destroy_context(front: &'static Front, _: Handle, context: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    move |done| {
        if done != 0 {
            front.destroyed(context as usize);
        }
        done
    }
}

fn release_thread(front: &'static Front) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    move |done| {
        if done != 0 {
            front.made_current(0);
        }
        done
    }
}

fn terminate(front: &'static Front, display: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    let fences = egl_fences::Terminating::begin(display as usize);
    move |done| {
        if done != 0 && !front.calling(|| is_initialized(front, display)) {
            fences.end();
            front.terminated(display as usize);
        }
        done
    }
}

/// Whether a display is alive: one that counts its references (EGL_KHR_display_reference) may be so after eglTerminate.
fn is_initialized(front: &'static Front, display: Handle) -> bool {
    type QueryString = unsafe extern "C" fn(Handle, EGLint) -> *const c_char;
    // SAFETY: null is `None`; any other address is eglQueryString.
    let query = unsafe { core::mem::transmute::<*mut c_void, Option<QueryString>>((front.next)(c"eglQueryString")) };
    // SAFETY: the application's display, which exists though it may no longer be initialised.
    query.is_some_and(|query| !error_of(front).preserve(|| unsafe { query(display, EGL_VERSION) }).is_null())
}

fn swap_buffers(_: &'static Front, _: Handle, _: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    report::frame_ends();
    |done| {
        report::frame_begins();
        done
    }
}

fn swap_buffers_with_damage(
    front: &'static Front,
    display: Handle,
    surface: Handle,
    _: *const EGLint,
    _: EGLint,
) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    swap_buffers(front, display, surface)
}
