//! Hooks of OSMesa's functions, which track contexts, the current context and frames. Mesa's header `GL/osmesa.h` defines the functions.

use super::hooks::{hooked, hooks};
use super::{after_make_current, before_release};
use crate::current::Front;
use crate::current::osmesa::LINKED;
use crate::{entry, report};
use core::ffi::{c_char, c_int, c_uint, c_void};

type Handle = *mut c_void;

hooks! {
    route, LINKED;
    fn OSMesaGetProcAddress(name: *const c_char) -> *mut c_void => get_proc_address;
    fn OSMesaCreateContext(format: c_uint, share: Handle) -> Handle => create_context;
    fn OSMesaCreateContextExt(format: c_uint, depth_bits: c_int, stencil_bits: c_int, accum_bits: c_int, share: Handle) -> Handle => create_context_ext;
    fn OSMesaCreateContextAttribs(attributes: *const c_int, share: Handle) -> Handle => create_context_attribs;
    fn OSMesaDestroyContext(context: Handle) => destroy_context;
    fn OSMesaMakeCurrent(context: Handle, buffer: *mut c_void, kind: c_uint, width: c_int, height: c_int) -> u8 => make_current;
}

/// Returns the only route: libglvnd has no layer for OSMesa.
fn route(_: usize) -> &'static Front {
    &LINKED
}

/// Returns glmeter's function of a name instead of the driver's, if it has one.
fn get_proc_address(_: &'static Front, name: *const c_char) -> impl FnOnce(Handle) -> Handle {
    // SAFETY: the application's argument is NULL or a C string, as OSMesa demands.
    move |theirs| unsafe { hooked(HOOKS, |hook| (hook.linked)(), theirs, name) }
}

/// Records a new context, unless it is null.
fn created(front: &'static Front, share: Handle) -> impl FnOnce(Handle) -> Handle {
    move |context| {
        if !context.is_null() {
            front.created(context as usize, share as usize);
        }
        context
    }
}

/// Records a new context.
fn create_context(front: &'static Front, _: c_uint, share: Handle) -> impl FnOnce(Handle) -> Handle {
    created(front, share)
}

/// Records a new context.
fn create_context_ext(front: &'static Front, _: c_uint, _: c_int, _: c_int, _: c_int, share: Handle) -> impl FnOnce(Handle) -> Handle {
    created(front, share)
}

/// Records a new context.
fn create_context_attribs(front: &'static Front, _: *const c_int, share: Handle) -> impl FnOnce(Handle) -> Handle {
    created(front, share)
}

/// Ends the frame of the context if it is current, and records its destruction.
fn destroy_context(front: &'static Front, context: Handle) -> impl FnOnce(()) {
    let is_current = !context.is_null() && (front.current_handle)() == context as usize;
    if is_current {
        report::image_ends();
        before_release();
    }
    move |()| {
        front.destroyed(context as usize);
        if is_current {
            front.bind(0, false, entry::learn);
        }
    }
}

/// Ends the frame of the image that was drawn to, and records the current context.
fn make_current(front: &'static Front, context: Handle, _: *mut c_void, _: c_uint, _: c_int, _: c_int) -> impl FnOnce(u8) -> u8 {
    report::image_ends();
    before_release();
    move |done| {
        after_make_current(front, done != 0, context as usize);
        done
    }
}
