//! Debug messages (EGL_KHR_debug): one for each error, with the labels of the thread and of the object.
//!
//! libglvnd lists the extension and reports the errors that it finds itself. It passes the program's callback and labels on to this driver.

use super::tokens::*;
use super::{ERROR, Error, Handle, attributes, display, enter, store};
use base::core::fork;
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

/// `EGLDEBUGPROCKHR`: receives the error, the command, the type of the message, the labels of the thread and of the object, and the message.
type Callback = unsafe extern "C" fn(u32, *const c_char, i32, Handle, Handle, *const c_char);

/// The types of messages: EGL_DEBUG_MSG_CRITICAL_KHR, EGL_DEBUG_MSG_ERROR_KHR, EGL_DEBUG_MSG_WARN_KHR and EGL_DEBUG_MSG_INFO_KHR.
const TYPES: std::ops::RangeInclusive<i32> = EGL_DEBUG_MSG_CRITICAL_KHR..=EGL_DEBUG_MSG_INFO_KHR;

/// What the program set by eglDebugMessageControlKHR.
#[derive(Clone, Copy)]
struct Control {
    /// The program's function.
    callback: Option<Callback>,
    /// Which types of messages it receives, in the order of [`TYPES`].
    enabled: [bool; 4],
}

impl Control {
    /// The initial state: no callback; critical messages and errors are enabled.
    const INITIAL: Self = Self { callback: None, enabled: [true, true, false, false] };
}

static CONTROL: RwLock<Control> = RwLock::new(Control::INITIAL);

/// The labels of objects by handle. No two objects of the driver ever have the same handle.
static LABELS: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);

thread_local! {
    /// The label of this thread.
    static THREAD_LABEL: Cell<usize> = const { Cell::new(0) };
}

/// Returns the place of a type of messages in [`Control::enabled`].
fn place(attribute: i32) -> Option<usize> {
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

/// Removes the label of an object that has ended.
pub fn forget(object: usize) {
    LABELS.lock().unwrap_or_else(PoisonError::into_inner).remove(&object);
}

/// Implements eglDebugMessageControlKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `callback` must stay valid until another one replaces it.
pub unsafe extern "C" fn debug_message_control(callback: Option<Callback>, list: *const isize) -> i32 {
    let done: u32 = enter(c"eglDebugMessageControlKHR", core::ptr::null_mut(), || {
        let mut control = CONTROL.write().unwrap_or_else(PoisonError::into_inner);
        let mut enabled = control.enabled;
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        for (attribute, value) in unsafe { attributes(list) } {
            // "If the <attrib_list> contains an unknown attribute or value the function will return a EGL_BAD_ATTRIBUTE error." [EGL_KHR_debug]
            match place(attribute) {
                Some(place) if matches!(value, 0 | 1) => enabled[place] = value == 1,
                _ => return Err(EGL_BAD_ATTRIBUTE),
            }
        }
        // "When the callback is set to NULL; the attributes are reset to their default values." [EGL_KHR_debug]
        *control = if callback.is_some() { Control { callback, enabled } } else { Control::INITIAL };
        Ok(1)
    });
    // The function returns the error as well.
    if done != 0 { EGL_SUCCESS } else { ERROR.get() }
}

/// Implements eglQueryDebugKHR.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_debug(attribute: i32, value: *mut isize) -> u32 {
    enter(c"eglQueryDebugKHR", core::ptr::null_mut(), || {
        let control = *CONTROL.read().unwrap_or_else(PoisonError::into_inner);
        let found = match (attribute, place(attribute)) {
            (_, Some(place)) => control.enabled[place].into(),
            (EGL_DEBUG_CALLBACK_KHR, _) => control.callback.map_or(0, |callback| callback as usize as isize),
            // "Querying for an unknown attribute will result in an EGL_BAD_ATTRIBUTE error and a return of EGL_FALSE." [EGL_KHR_debug]
            _ => return Err(EGL_BAD_ATTRIBUTE),
        };
        // SAFETY: the caller guarantees that the pointer is null or valid.
        unsafe { store(value, found) }.map(|()| 1)
    })
}

/// Implements eglLabelObjectKHR.
pub extern "C" fn label_object(handle: Handle, kind: u32, object: Handle, label: Handle) -> i32 {
    let checked = |display: &mut display::Display| {
        let object = object as usize;
        let there = match kind as i32 {
            EGL_OBJECT_DISPLAY_KHR => object == handle as usize,
            EGL_OBJECT_CONTEXT_KHR => display.contexts.contains_key(&object),
            EGL_OBJECT_SURFACE_KHR => display.surfaces.contains_key(&object),
            EGL_OBJECT_IMAGE_KHR => display.images.contains(&object),
            EGL_OBJECT_SYNC_KHR => display.syncs.contains_key(&object),
            _ => false,
        };
        // "An EGL_BAD_PARAMETER error is returned by eglLabelObjectKHR if <object> is invalid, unknown, NULL, or is not an object created with EGLDisplay
        // <display>." [EGL_KHR_debug]
        if !there {
            return Err(EGL_BAD_PARAMETER);
        }
        let mut labels = LABELS.lock().unwrap_or_else(PoisonError::into_inner);
        if label.is_null() {
            labels.remove(&object)
        } else {
            labels.insert(object, label as usize)
        };
        Ok(1)
    };
    let labelled: u32 = enter(c"eglLabelObjectKHR", object, || match kind as i32 {
        EGL_OBJECT_THREAD_KHR => {
            THREAD_LABEL.set(label as usize);
            Ok(1)
        }
        EGL_OBJECT_DISPLAY_KHR => display::with_any(handle, checked),
        _ => display::with(handle, checked),
    });
    // The function returns the error as well.
    if labelled != 0 { EGL_SUCCESS } else { ERROR.get() }
}

#[cfg(test)]
mod tests {
    use super::super::sync::{create_sync_khr, destroy_sync, signal_sync};
    use super::*;
    use std::ptr::{null, null_mut};

    /// A message: error, command, type, label of the thread, label of the object.
    type Message = (i32, &'static CStr, i32, usize, usize);

    thread_local! {
        /// The messages of this thread: other tests run at the same time.
        static MESSAGES: Cell<Vec<Message>> = const { Cell::new(Vec::new()) };
    }

    unsafe extern "C" fn note(error: u32, command: *const c_char, kind: i32, thread: Handle, object: Handle, _message: *const c_char) {
        let mut messages = MESSAGES.take();
        // SAFETY: the driver passes a constant.
        messages.push((error as i32, unsafe { CStr::from_ptr(command) }, kind, thread as usize, object as usize));
        MESSAGES.set(messages);
    }

    #[test]
    fn each_error_sends_a_message_with_labels() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and the results are valid for writing.
        unsafe {
            let display = display::get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(display::initialize(display, null_mut(), null_mut()), 1);
            let sync = create_sync_khr(display, EGL_SYNC_REUSABLE_KHR as u32, null());
            let list = [EGL_DEBUG_MSG_WARN_KHR, 1, EGL_NONE].map(|number| number as isize);
            assert_eq!(debug_message_control(Some(note), list.as_ptr()), EGL_SUCCESS);
            let query = |attribute: i32| {
                let mut value = -1;
                (query_debug(attribute, &raw mut value) == 1).then_some(value)
            };
            let kinds = TYPES.map(query).collect::<Vec<_>>();
            assert_eq!(kinds, [Some(1), Some(1), Some(1), Some(0)]);
            assert_eq!(query(EGL_DEBUG_CALLBACK_KHR), Some(note as *const () as isize));
            assert_eq!(label_object(null_mut(), EGL_OBJECT_THREAD_KHR as u32, null_mut(), 5 as Handle), EGL_SUCCESS);
            assert_eq!(label_object(display, EGL_OBJECT_SYNC_KHR as u32, sync, 7 as Handle), EGL_SUCCESS);
            assert_eq!(MESSAGES.take(), []);

            assert_eq!(signal_sync(display, sync, 0), 0);
            assert_eq!(destroy_sync(display, sync), 1);
            assert_eq!(label_object(display, EGL_OBJECT_SYNC_KHR as u32, sync, 8 as Handle), EGL_BAD_PARAMETER);
            assert_eq!(query(0), None);
            let kind = EGL_DEBUG_MSG_ERROR_KHR;
            let wanted = [
                (EGL_BAD_ATTRIBUTE, c"eglSignalSyncKHR", kind, 5, 7),
                (EGL_BAD_PARAMETER, c"eglLabelObjectKHR", kind, 5, 0),
                (EGL_BAD_ATTRIBUTE, c"eglQueryDebugKHR", kind, 5, 0),
            ];
            assert_eq!(MESSAGES.take(), wanted);

            let off = [kind, 0, EGL_NONE].map(|number| number as isize);
            assert_eq!(debug_message_control(Some(note), off.as_ptr()), EGL_SUCCESS);
            assert_eq!((destroy_sync(display, sync), MESSAGES.take()), (0, vec![]));
            for wrong in [[EGL_DEBUG_CALLBACK_KHR, 1], [kind, 2]] {
                let list = [wrong[0], wrong[1], EGL_NONE].map(|number| number as isize);
                assert_eq!(debug_message_control(Some(note), list.as_ptr()), EGL_BAD_ATTRIBUTE);
            }
            assert_eq!(debug_message_control(None, null()), EGL_SUCCESS);
            assert_eq!((query(kind), query(EGL_DEBUG_CALLBACK_KHR)), (Some(1), Some(0)));
            assert_eq!(label_object(null_mut(), EGL_OBJECT_THREAD_KHR as u32, null_mut(), null_mut()), EGL_SUCCESS);
        }
    }
}
