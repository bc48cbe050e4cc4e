//! The commands of EGL_KHR_debug.

use crate::egl::debug::{self, CONTROL, Callback, Control, place};
use crate::egl::display::{Display, with, with_any};
use crate::egl::tokens::*;
use crate::egl::{ERROR, Handle, attributes, enter, store};
use std::sync::PoisonError;

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
    let checked = |display: &mut Display| {
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
        debug::set_label(object, label);
        Ok(1)
    };
    let labelled: u32 = enter(c"eglLabelObjectKHR", object, || match kind as i32 {
        EGL_OBJECT_THREAD_KHR => {
            debug::set_thread_label(label);
            Ok(1)
        }
        EGL_OBJECT_DISPLAY_KHR => with_any(handle, checked),
        _ => with(handle, checked),
    });
    // The function returns the error as well.
    if labelled != 0 { EGL_SUCCESS } else { ERROR.get() }
}

#[cfg(test)]
mod tests {
    use super::super::display;
    use super::super::sync::{create_sync_khr, destroy_sync, signal_sync};
    use super::*;
    use crate::egl::debug::TYPES;
    use std::cell::Cell;
    use std::ffi::{CStr, c_char};
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
