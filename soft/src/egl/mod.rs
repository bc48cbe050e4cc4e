//! EGL: the libglvnd vendor interface, displays, configs, contexts, surfaces.
//!
//! Every handle is looked up before use, so that no handle that an application passes is dereferenced. The only pointers that EGL
//! dereferences are attribute lists and pointers to results: the functions that take those are unsafe, and access them through
//! [`attributes`] and [`store`] only.

mod api;
mod command;
mod config;
mod context;
mod current;
mod debug;
mod dispatch;
mod display;
mod frames;
mod surface;
mod sync;
mod texture_image;
mod vendor;

use crate::winsys::{Failed, x11};
use base::core::{fork, reserve};
use glmeter_abi::egl::{Handle, tokens};
use std::cell::Cell;
use std::ffi::CStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokens::*;

/// An EGL error code.
type Error = i32;
type Result<T> = std::result::Result<T, Error>;

thread_local! {
    static ERROR: Cell<Error> = const { Cell::new(EGL_SUCCESS) };
}

/// Returns a handle that no other object of this driver has.
fn new_handle() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0x1000);
    NEXT.fetch_add(16, Ordering::Relaxed)
}

/// Runs the body of an EGL function: records the error for eglGetError, sends its debug message and stops panics from unwinding into C. `object` is
/// the handle of the command's primary object (EGL_KHR_debug, table 13.2), which need not exist, or null if that is the thread.
fn enter<R: Failed>(command: &'static CStr, object: Handle, work: impl FnOnce() -> Result<R>) -> R {
    reserve::prepare();
    // "EGL_BAD_ALLOC: EGL failed to allocate resources for the requested operation." [EGL 1.5, 3.1]
    let is_refused = reserve::is_short() && command.to_bytes().starts_with(b"eglCreate");
    let error = match if is_refused {
        Some(Err(EGL_BAD_ALLOC))
    } else {
        fork::inside(|| {
            gl::complete_draws();
            work()
        })
    } {
        Some(Ok(result)) => {
            ERROR.set(EGL_SUCCESS);
            return result;
        }
        Some(Err(error)) => error,
        None => EGL_BAD_ALLOC,
    };
    ERROR.set(error);
    if error != EGL_SUCCESS {
        debug::report(error, command, object);
    }
    R::FAILED
}

/// The element type of an attribute list: EGLint or EGLAttrib. A list holds pairs and ends with EGL_NONE.
trait Attribute: Copy {
    /// Returns the element as an EGLAttrib.
    fn value(self) -> isize;
}

impl Attribute for i32 {
    fn value(self) -> isize {
        self as isize
    }
}

impl Attribute for isize {
    fn value(self) -> isize {
        self
    }
}

/// Reads an attribute list, at most 256 pairs of it.
///
/// # Safety
/// `list` must be null or end with EGL_NONE; it need not be aligned.
unsafe fn attributes<T: Attribute>(list: *const T) -> Vec<(i32, isize)> {
    let mut found = Vec::new();
    if list.is_null() {
        return found;
    }
    for index in 0..256 {
        // SAFETY: the list ends with EGL_NONE, and nothing after that is read.
        let key = unsafe { list.add(index * 2).read_unaligned() }.value();
        if key == EGL_NONE as isize {
            break;
        }
        // SAFETY: a value follows every key except EGL_NONE.
        let value = unsafe { list.add(index * 2 + 1).read_unaligned() }.value();
        found.push((i32::try_from(key).unwrap_or(0), value));
    }
    found
}

/// Writes a result through a pointer; returns EGL_BAD_PARAMETER if the pointer is null.
///
/// # Safety
/// `pointer` must be null or valid for writing a value of this type; it need not be aligned.
unsafe fn store<T>(pointer: *mut T, value: T) -> Result<()> {
    if pointer.is_null() {
        return Err(EGL_BAD_PARAMETER);
    }
    // SAFETY: the caller guarantees that a pointer other than null is valid.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}
