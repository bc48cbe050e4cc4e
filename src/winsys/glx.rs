//! GLX: which context is current, and when frames end.

use super::hooks::{hooked, hooks};
use super::make_current_ended;
use crate::current::glx::{LAYER, LINKED};
use crate::current::{Front, glx_fences};
use crate::report;
use core::ffi::{c_char, c_int, c_ulong, c_void};

type Handle = *mut c_void;
type Drawable = c_ulong;

hooks! {
    LAYER, LINKED;
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

fn get_proc_address(_: &'static Front, name: *const c_char) -> impl FnOnce(Handle) -> Handle {
    // SAFETY: the application's own argument, which the function's specification wants to be NULL or a C string.
    move |theirs| unsafe { hooked(HOOKS, |hook| hook.linked, theirs, name) }
}

fn make_current(front: &'static Front, _: Handle, _: Drawable, context: Handle) -> impl FnOnce(c_int) -> c_int {
    move |done| {
        make_current_ended(front, done != 0, context as usize);
        done
    }
}

fn make_context_current(
    front: &'static Front,
    display: Handle,
    draw: Drawable,
    _: Drawable,
    context: Handle,
) -> impl FnOnce(c_int) -> c_int {
    make_current(front, display, draw, context)
}

/// Notes that a context was created, unless it is null.
fn created(front: &'static Front, display: Handle, share: Handle) -> impl FnOnce(Handle) -> Handle {
    move |context| {
        if !context.is_null() {
            front.created(context as usize, share as usize);
            front.belongs_to(context as usize, display as usize);
        }
        context
    }
}

fn create_context(front: &'static Front, display: Handle, _: Handle, share: Handle, _: c_int) -> impl FnOnce(Handle) -> Handle {
    created(front, display, share)
}

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

fn import_context(front: &'static Front, display: Handle, _: c_ulong) -> impl FnOnce(Handle) -> Handle {
    created(front, display, core::ptr::null_mut())
}

fn destroy_context(front: &'static Front, display: Handle, context: Handle) -> impl FnOnce(()) {
    front.calling(|| glx_fences::retire(context as usize, display as usize));
    move |()| front.destroyed(context as usize)
}

fn swap_buffers(_: &'static Front, _: Handle, _: Drawable) -> impl FnOnce(()) {
    report::frame_ends();
    |()| report::frame_begins()
}
