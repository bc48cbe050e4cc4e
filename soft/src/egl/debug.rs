//! Debug messages (EGL_KHR_debug): one for each error, with the labels of the thread and of the object.
//!
//! libglvnd lists the extension and reports the errors that it finds itself. It passes the program's callback and labels on to this driver.

use super::tokens::*;
use super::{Error, Handle};
use base::core::fork;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

/// `EGLDEBUGPROCKHR`: receives the error, the command, the type of the message, the labels of the thread and of the object, and the message.
pub type Callback = unsafe extern "C" fn(u32, *const c_char, i32, Handle, Handle, *const c_char);

/// The types of messages: EGL_DEBUG_MSG_CRITICAL_KHR, EGL_DEBUG_MSG_ERROR_KHR, EGL_DEBUG_MSG_WARN_KHR and EGL_DEBUG_MSG_INFO_KHR.
pub const TYPES: std::ops::RangeInclusive<i32> = EGL_DEBUG_MSG_CRITICAL_KHR..=EGL_DEBUG_MSG_INFO_KHR;

/// What the program set by eglDebugMessageControlKHR.
#[derive(Clone, Copy)]
pub struct Control {
    /// The program's function.
    pub callback: Option<Callback>,
    /// Which types of messages it receives, in the order of [`TYPES`].
    pub enabled: [bool; 4],
}

impl Control {
    /// The initial state: no callback; critical messages and errors are enabled.
    pub const INITIAL: Self = Self { callback: None, enabled: [true, true, false, false] };
}

/// The control of the process.
pub static CONTROL: RwLock<Control> = RwLock::new(Control::INITIAL);

/// The labels of objects by handle. No two objects of the driver ever have the same handle.
static LABELS: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);

thread_local! {
    /// The label of this thread.
    static THREAD_LABEL: Cell<usize> = const { Cell::new(0) };
}

/// Returns the place of a type of messages in [`Control::enabled`].
pub fn place(attribute: i32) -> Option<usize> {
    TYPES.contains(&attribute).then_some(())?;
    usize::try_from(attribute - TYPES.start()).ok()
}

/// Returns the name of an error.
fn name_of(error: Error) -> &'static CStr {
    match error {
        EGL_NOT_INITIALIZED => c"EGL_NOT_INITIALIZED",
        EGL_BAD_ACCESS => c"EGL_BAD_ACCESS",
        EGL_BAD_ALLOC => c"EGL_BAD_ALLOC",
        EGL_BAD_ATTRIBUTE => c"EGL_BAD_ATTRIBUTE",
        EGL_BAD_CONFIG => c"EGL_BAD_CONFIG",
        EGL_BAD_CONTEXT => c"EGL_BAD_CONTEXT",
        EGL_BAD_DISPLAY => c"EGL_BAD_DISPLAY",
        EGL_BAD_MATCH => c"EGL_BAD_MATCH",
        EGL_BAD_NATIVE_PIXMAP => c"EGL_BAD_NATIVE_PIXMAP",
        EGL_BAD_NATIVE_WINDOW => c"EGL_BAD_NATIVE_WINDOW",
        EGL_BAD_PARAMETER => c"EGL_BAD_PARAMETER",
        EGL_BAD_SURFACE => c"EGL_BAD_SURFACE",
        EGL_BAD_DEVICE_EXT => c"EGL_BAD_DEVICE_EXT",
        _ => c"EGL error",
    }
}

/// Sends the message of an error to the program. `object` is the handle of the command's primary object.
pub fn report(error: Error, command: &'static CStr, object: Handle) {
    let inside = fork::enter();
    let control = *CONTROL.read().unwrap_or_else(PoisonError::into_inner);
    let Some(callback) = control.callback else { return };
    // "Internal EGL driver failures i.e. EGL_BAD_ALLOC, EGL_CONTEXT_LOST" [EGL_KHR_debug, table 13.1]
    let kind = if error == EGL_BAD_ALLOC { EGL_DEBUG_MSG_CRITICAL_KHR } else { EGL_DEBUG_MSG_ERROR_KHR };
    if !place(kind).is_some_and(|place| control.enabled[place]) {
        return;
    }
    let label = LABELS.lock().unwrap_or_else(PoisonError::into_inner).get(&(object as usize)).copied().unwrap_or(0);
    drop(inside);
    // SAFETY: the program guarantees a function of this type. The texts are constants, and no lock is held.
    unsafe { callback(error as u32, command.as_ptr(), kind, THREAD_LABEL.get() as Handle, label as Handle, name_of(error).as_ptr()) };
}

/// Sets the label of this thread.
pub fn set_thread_label(label: Handle) {
    THREAD_LABEL.set(label as usize);
}

/// Sets the label of an object, or removes it if it is null.
pub fn set_label(object: usize, label: Handle) {
    if label.is_null() {
        return forget(object);
    }
    LABELS.lock().unwrap_or_else(PoisonError::into_inner).insert(object, label as usize);
}

/// Removes the label of an object that has ended.
pub fn forget(object: usize) {
    LABELS.lock().unwrap_or_else(PoisonError::into_inner).remove(&object);
}
