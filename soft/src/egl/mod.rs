//! EGL: the libglvnd vendor interface, displays, configs, contexts, surfaces, and presenting on X11.
//!
//! Handles are looked up before use, so that no value an application passes is ever followed as a pointer. What EGL does follow are
//! attribute lists and the places of results: the functions that take those are unsafe, and follow them with [`attributes`] and
//! [`store`] alone.

mod config;
mod context;
mod dispatch;
mod display;
mod surface;
mod sync;
mod vendor;
mod x11;

use glmeter_abi::border::guard;
use glmeter_abi::egl::{Handle, tokens};
use std::cell::Cell;
use tokens::*;

/// An EGL handle of any kind.
/// An EGL error code.
type Error = i32;
type Result<T> = std::result::Result<T, Error>;

thread_local! {
    static ERROR: Cell<Error> = const { Cell::new(EGL_SUCCESS) };
}

/// What a function returns where it fails.
trait Failed {
    const FAILED: Self;
}

impl Failed for u32 {
    const FAILED: Self = 0;
}

impl Failed for i32 {
    const FAILED: Self = 0;
}

impl<T> Failed for *mut T {
    const FAILED: Self = core::ptr::null_mut();
}

impl<T> Failed for *const T {
    const FAILED: Self = core::ptr::null();
}

/// The door: keeps the error for eglGetError, lets no panic out.
fn enter<R: Failed>(work: impl FnOnce() -> Result<R>) -> R {
    match guard(work) {
        Some(Ok(result)) => {
            ERROR.set(EGL_SUCCESS);
            result
        }
        Some(Err(error)) => {
            ERROR.set(error);
            R::FAILED
        }
        None => {
            ERROR.set(EGL_BAD_ALLOC);
            R::FAILED
        }
    }
}

/// An attribute list: pairs up to EGL_NONE. At most 256 pairs are read.
///
/// Lists of EGLint and of EGLAttrib differ in the width of their elements.
trait Attribute: Copy {
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

/// Reads an attribute list.
///
/// # Safety
/// `list` must be null or a list that ends with EGL_NONE; it need not be aligned.
unsafe fn attributes<T: Attribute>(list: *const T) -> Vec<(i32, isize)> {
    let mut found = Vec::new();
    if list.is_null() {
        return found;
    }
    for index in 0..256 {
        // SAFETY: the list ends with EGL_NONE, and nothing behind that is read.
        let key = unsafe { list.add(index * 2).read_unaligned() }.value();
        if key == EGL_NONE as isize {
            break;
        }
        // SAFETY: every key but EGL_NONE has a value behind it.
        let value = unsafe { list.add(index * 2 + 1).read_unaligned() }.value();
        found.push((i32::try_from(key).unwrap_or(0), value));
    }
    found
}

/// Writes a result through a C pointer; EGL_BAD_PARAMETER for null.
///
/// # Safety
/// `place` must be null or the address of a value of this type; it need not be aligned.
unsafe fn store<T>(place: *mut T, value: T) -> Result<()> {
    if place.is_null() {
        return Err(EGL_BAD_PARAMETER);
    }
    // SAFETY: as the caller promises.
    unsafe { place.write_unaligned(value) };
    Ok(())
}
