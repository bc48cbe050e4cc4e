//! GLX: the libglvnd vendor interface, displays, configs, contexts and drawables.
//!
//! Every GLXContext, GLXFBConfig and GLXDrawable is looked up before use, so that none that a program passes is dereferenced. The pointers
//! that GLX dereferences are those that Xlib dereferences too: the `Display *`, and `XVisualInfo *`; attribute lists; and pointers to
//! results. The functions that take those are unsafe. Errors reach the program's error handler as the X errors that a server sends.

mod choose;
mod config;
mod context;
mod create;
mod current;
mod dispatch;
mod display;
mod drawable;
mod drawables;
mod events;
mod font;
mod import;
mod query;
mod renderer;
mod server;
mod swap;
mod sync;
mod texture;
mod tokens;
mod vendor;
mod visual;

pub use vendor::function;

use crate::winsys::Failed;
use crate::winsys::xlib::xlib;
use base::core::{fork, reserve};
use std::ffi::{c_ulong, c_void};
use tokens::*;

/// A `Display *`, GLXContext, GLXFBConfig or `XVisualInfo *`.
type Handle = *mut c_void;
/// An XID: of a GLXDrawable, a window, a pixmap or a font.
type Xid = c_ulong;

/// The reason that a function fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Error {
    /// An error of the core protocol: the code and the resource.
    Core(u8, u32),
    /// An error of GLX's protocol: the code, from GLX's first error on, and the resource.
    Glx(u8, u32),
    /// The function returns its failure alone.
    None,
}

type Result<T> = std::result::Result<T, Error>;

/// Runs the body of a GLX function, whose request has the minor opcode `minor`: stops panics from unwinding into C, and calls the program's
/// error handler for an X error.
///
/// # Safety
/// `display` must be null or an open `Display *`.
unsafe fn enter<R: Failed>(display: Handle, minor: u8, work: impl FnOnce() -> Result<R>) -> R {
    reserve::prepare();
    let creates = matches!(
        minor,
        X_CREATE_CONTEXT
            | X_CREATE_GLX_PIXMAP
            | X_CREATE_PIXMAP
            | X_CREATE_NEW_CONTEXT
            | X_CREATE_PBUFFER
            | X_CREATE_WINDOW
            | X_CREATE_CONTEXT_ATTRIBS_ARB
    );
    // As a server answers that has no memory for a resource.
    let is_refused = creates && reserve::is_short();
    let error = match if is_refused {
        Some(Err(Error::Core(BAD_ALLOC, 0)))
    } else {
        fork::inside(|| {
            gl::complete_draws();
            work()
        })
    } {
        Some(Ok(result)) => return result,
        Some(Err(error)) => error,
        None => Error::Core(BAD_ALLOC, 0),
    };
    if !display.is_null()
        && error != Error::None
        && let Some(xlib) = xlib()
        && let Some(Some((code, resource, major))) = fork::inside(|| display::code_of(display, error))
    {
        // The handler may end the process, or leave by longjmp: nothing here has a destructor.
        // SAFETY: the caller guarantees an open display, and no lock is held here.
        unsafe { xlib.raise(display, code, resource, major, u16::from(minor)) };
    }
    R::FAILED
}

/// Returns an XID as the protocol has it.
fn id_of(xid: Xid) -> u32 {
    // The protocol's XIDs have 29 bits; what is larger is no XID of any object.
    u32::try_from(xid).unwrap_or(u32::MAX)
}

/// Reads an attribute list of pairs, at most 256 of them.
///
/// # Safety
/// `list` must be null or end with None; it need not be aligned.
unsafe fn attributes(list: *const i32) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    if list.is_null() {
        return found;
    }
    for index in 0..256 {
        // SAFETY: the list ends with None, and nothing after that is read.
        let key = unsafe { list.add(index * 2).read_unaligned() };
        if key == 0 {
            break;
        }
        // SAFETY: a value follows every key except None.
        found.push((key, unsafe { list.add(index * 2 + 1).read_unaligned() }));
    }
    found
}

/// Writes a result through a pointer, unless it is null.
///
/// # Safety
/// `pointer` must be null or valid for writing a value of this type; it need not be aligned.
unsafe fn store<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: the caller guarantees that a pointer other than null is valid.
        unsafe { pointer.write_unaligned(value) };
    }
}
