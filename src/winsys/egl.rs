//! Hooks of EGL functions, which track contexts, the current context and frames.

use super::hooks::{hooked, hooks};
use super::{after_make_current, before_release, finish_active_queries};
#[cfg(android_layer)]
use crate::current::android::{error_of, layer};
#[cfg(not(android_layer))]
use crate::current::egl::{LINKED, error_of, layer};
use crate::current::{Front, egl_fences};
use crate::{entry, report};
use core::ffi::{c_char, c_void};
use glmeter_abi::egl::tokens::{EGL_HEIGHT, EGL_NOT_INITIALIZED, EGL_VERSION, EGL_WIDTH};
use glmeter_abi::egl::{EGLBoolean, EGLint, Handle, QueryString, QuerySurface};
use glmeter_abi::function;

hooks! {
    layer, LINKED;
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

/// Returns the application's error instead of the driver's mark.
fn get_error(front: &'static Front) -> impl FnOnce(EGLint) -> EGLint {
    move |error| error_of(front).instead_of(error)
}

/// Returns glmeter's function of a name instead of the driver's, if it has one.
fn get_proc_address(_: &'static Front, name: *const c_char) -> impl FnOnce(Handle) -> Handle {
    // SAFETY: the application's argument is NULL or a C string, as the specification demands.
    #[cfg(not(android_layer))]
    let replace = move |theirs| unsafe { hooked(HOOKS, |hook| (hook.linked)(), theirs, name) };
    // SAFETY: as above.
    #[cfg(android_layer)]
    let replace = move |theirs| unsafe { hooked(theirs, name) };
    replace
}

/// Records the current context.
fn make_current(front: &'static Front, _: Handle, _: Handle, _: Handle, context: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    before_release();
    move |done| {
        after_make_current(front, done != 0, context as usize);
        done
    }
}

/// Records a new context.
fn create_context(front: &'static Front, display: Handle, _: Handle, share: Handle, _: *const EGLint) -> impl FnOnce(Handle) -> Handle {
    move |context| {
        if !context.is_null() {
            front.created(context as usize, share as usize);
            front.belongs_to(context as usize, display as usize);
        }
        context
    }
}

/// Records the destruction of a context.
fn destroy_context(front: &'static Front, _: Handle, context: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    move |done| {
        if done != 0 {
            front.destroyed(context as usize);
        }
        done
    }
}

/// Records that no context is current.
fn release_thread(front: &'static Front) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    before_release();
    move |done| {
        if done != 0 {
            front.bind(0, false, entry::learn);
        }
        done
    }
}

/// Stops the use of a display's fences, and records the destruction of its contexts.
fn terminate(front: &'static Front, display: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    finish_active_queries();
    let fences = egl_fences::Terminating::begin(display as usize);
    move |done| {
        if done != 0 && !front.calling(|| is_initialized(front, display)) {
            fences.end();
            front.terminated(display as usize);
        }
        done
    }
}

/// Returns true if a display is initialised, that is, has a version. A display with a reference count (EGL_KHR_display_reference) may still
/// be so after eglTerminate.
fn is_initialized(front: &'static Front, display: Handle) -> bool {
    // SAFETY: eglQueryString has this type.
    let query = unsafe { function::<QueryString>((front.next)(c"eglQueryString")) };
    // SAFETY: the application's display exists even if it is no longer initialised.
    query.is_some_and(|query| !error_of(front).preserve(|| unsafe { query(display, EGL_VERSION) }).is_null())
}

/// Returns the width and height of a surface.
fn size(front: &'static Front, display: Handle, surface: Handle) -> Option<[EGLint; 2]> {
    front.calling(|| {
        // SAFETY: eglQuerySurface has this type.
        let query = unsafe { function::<QuerySurface>((front.next)(c"eglQuerySurface")) }?;
        let mut size = [0; 2];
        // SAFETY: the application's display and surface exist, and the values are written to a local variable.
        let ask = |attribute, value: &mut EGLint| unsafe { query(display, surface, attribute, value) } != 0;
        let [width, height] = &mut size;
        let is_known = error_of(front).preserve(|| ask(EGL_WIDTH, width) && ask(EGL_HEIGHT, height));
        is_known.then_some(size)
    })
}

/// Ends a frame and begins the next.
fn swap_buffers(front: &'static Front, display: Handle, surface: Handle) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    report::frame_ends();
    report::keep_picture(|| size(front, display, surface));
    |done| {
        report::frame_begins();
        done
    }
}

/// Ends a frame and begins the next.
fn swap_buffers_with_damage(
    front: &'static Front,
    display: Handle,
    surface: Handle,
    _: *const EGLint,
    _: EGLint,
) -> impl FnOnce(EGLBoolean) -> EGLBoolean {
    swap_buffers(front, display, surface)
}
