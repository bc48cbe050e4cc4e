//! Hooks of GLX functions, which track contexts, the current context and frames.

use super::hooks::{hooked, hooks};
use super::{after_make_current, before_release};
use crate::current::glx::{LINKED, layer, layers};
use crate::current::{Front, glx_fences};
use crate::report;
use core::ffi::{c_char, c_int, c_ulong, c_void};

type Handle = *mut c_void;
type Drawable = c_ulong;

hooks! {
    layer, LINKED;
    fn glXGetProcAddress(name: *const c_char) -> *mut c_void => get_proc_address;
    fn glXGetProcAddressARB(name: *const c_char) -> *mut c_void => get_proc_address;
    fn glXMakeCurrent(display: Handle, drawable: Drawable, context: Handle) -> c_int => make_current;
    fn glXMakeContextCurrent(display: Handle, draw: Drawable, read: Drawable, context: Handle) -> c_int => make_context_current;
    fn glXMakeCurrentReadSGI(display: Handle, draw: Drawable, read: Drawable, context: Handle) -> c_int => make_context_current;
    fn glXCreateContext(display: Handle, visual: Handle, share: Handle, direct: c_int) -> Handle => create_context;
    fn glXCreateNewContext(display: Handle, config: Handle, render_type: c_int, share: Handle, direct: c_int) -> Handle => create_new_context;
    fn glXCreateContextWithConfigSGIX(display: Handle, config: Handle, render_type: c_int, share: Handle, direct: c_int) -> Handle => create_new_context;
    fn glXCreateContextAttribsARB(display: Handle, config: Handle, share: Handle, direct: c_int, attributes: *const c_int) -> Handle => create_context_attribs;
    fn glXImportContextEXT(display: Handle, id: c_ulong) -> Handle => import_context;
    fn glXDestroyContext(display: Handle, context: Handle) => destroy_context;
    fn glXFreeContextEXT(display: Handle, context: Handle) => destroy_context;
    fn glXSwapBuffers(display: Handle, drawable: Drawable) => swap_buffers;
}

/// Returns glmeter's function of a name instead of the driver's, if it has one.
fn get_proc_address(_: &'static Front, name: *const c_char) -> impl FnOnce(Handle) -> Handle {
    // SAFETY: the application's argument is NULL or a C string, as the specification demands.
    move |theirs| unsafe { hooked(HOOKS, |hook| (hook.linked)(), theirs, name) }
}

/// Records the current context.
fn make_current(front: &'static Front, _: Handle, _: Drawable, context: Handle) -> impl FnOnce(c_int) -> c_int {
    before_release();
    move |done| {
        // After a failure libglvnd keeps the old context. It must not be asked here: it asserts that a thread to which it attached this vendor has
        // a context, which it sets when the vendor returns.
        if done != 0 || !layers().iter().any(|layer| core::ptr::eq(front, layer)) {
            after_make_current(front, done != 0, context as usize);
        }
        done
    }
}

/// Records the current context.
fn make_context_current(
    front: &'static Front,
    display: Handle,
    draw: Drawable,
    _: Drawable,
    context: Handle,
) -> impl FnOnce(c_int) -> c_int {
    make_current(front, display, draw, context)
}

/// Records a new context, unless it is null.
fn created(front: &'static Front, display: Handle, share: Handle) -> impl FnOnce(Handle) -> Handle {
    move |context| {
        if !context.is_null() {
            front.created(context as usize, share as usize);
            front.belongs_to(context as usize, display as usize);
        }
        context
    }
}

/// Records a new context.
fn create_context(front: &'static Front, display: Handle, _: Handle, share: Handle, _: c_int) -> impl FnOnce(Handle) -> Handle {
    created(front, display, share)
}

/// Records a new context.
fn create_new_context(
    front: &'static Front,
    display: Handle,
    _: Handle,
    _: c_int,
    share: Handle,
    _: c_int,
) -> impl FnOnce(Handle) -> Handle {
    created(front, display, share)
}

/// Records a new context.
fn create_context_attribs(
    front: &'static Front,
    display: Handle,
    _: Handle,
    share: Handle,
    _: c_int,
    _: *const c_int,
) -> impl FnOnce(Handle) -> Handle {
    created(front, display, share)
}

/// Records an imported context.
fn import_context(front: &'static Front, display: Handle, _: c_ulong) -> impl FnOnce(Handle) -> Handle {
    created(front, display, core::ptr::null_mut())
}

/// Ends the context's watcher thread, and records the destruction of the context.
fn destroy_context(front: &'static Front, display: Handle, context: Handle) -> impl FnOnce(()) {
    glx_fences::retire(context as usize, display as usize);
    move |()| front.destroyed(context as usize)
}

/// Ends a frame and begins the next.
fn swap_buffers(_: &'static Front, _: Handle, _: Drawable) -> impl FnOnce(()) {
    report::frame_ends();
    // To ask the server for the size of something that is no drawable, or of another kind, would end the program.
    report::keep_picture(|| None);
    |()| report::frame_begins()
}
