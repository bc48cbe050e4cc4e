//! The application's `eglGetError`, which no EGL call of glmeter's changes.
//!
//! "eglGetError returns the error of the most recently called EGL function in the current thread. The error is then reset to
//! EGL_SUCCESS." (EGL 1.5, 3.1)
//!
//! glmeter reads the driver's error before and after its own calls. If the application had left none unread, the driver's is
//! EGL_SUCCESS before and afterwards. Otherwise the error is kept here, since no driver takes one back, and a call that must
//! fail, `eglQueryString(EGL_NO_DISPLAY, EGL_VENDOR)`, leaves a mark in the driver, EGL_BAD_DISPLAY: as long as the driver returns the mark, no other EGL call has followed. An application's
//! call leaves the same mark only if its argument is no display, and libglvnd passes no such call on to a vendor.

use crate::platform::symbols::unless_ours;
use core::cell::Cell;
use core::ffi::{CStr, c_void};
use glmeter_abi::egl::QueryString;
use glmeter_abi::egl::tokens::{EGL_BAD_DISPLAY, EGL_SUCCESS, EGL_VENDOR};
use once_cell::sync::OnceCell;

type GetError = unsafe extern "C" fn() -> i32;

thread_local! {
    /// The application's error, as long as the driver returns the mark in its place.
    static KEPT: Cell<i32> = const { Cell::new(EGL_SUCCESS) };
    /// Whether calls of glmeter's are under way.
    static PRESERVED: Cell<bool> = const { Cell::new(false) };
}

/// The error of the threads that call one front's driver.
pub(crate) struct EglError {
    /// Looks a function of the driver's up.
    look_up: fn(&CStr) -> *mut c_void,
    functions: OnceCell<(GetError, QueryString)>,
}

impl EglError {
    pub(crate) const fn new(look_up: fn(&CStr) -> *mut c_void) -> Self {
        Self { look_up, functions: OnceCell::new() }
    }

    /// Looks the driver's functions up, once; none while there is no driver.
    pub(crate) fn find(&self) -> Option<(GetError, QueryString)> {
        let look_up = || {
            let [get, query] = [c"eglGetError", c"eglQueryString"].map(|name| unless_ours(name, self.look_up));
            // SAFETY: null is `None`; any other address is that of the function of the name.
            let functions = unsafe {
                (
                    core::mem::transmute::<*mut c_void, Option<GetError>>(get),
                    core::mem::transmute::<*mut c_void, Option<QueryString>>(query),
                )
            };
            functions.0.zip(functions.1).ok_or(())
        };
        self.functions.get_or_try_init(look_up).ok().copied()
    }

    /// Runs calls of glmeter's own into EGL. The application's next `eglGetError` returns what it would have returned before.
    pub(crate) fn preserve<R>(&self, calls: impl FnOnce() -> R) -> R {
        let first = PRESERVED.try_with(|preserved| !preserved.replace(true)).unwrap_or(false);
        let _preserved = first.then(|| Preserved::new(self));
        calls()
    }

    /// Returns the application's error, where the driver's was read and is `error`. It is EGL_SUCCESS from here on.
    pub(crate) fn instead_of(&self, error: i32) -> i32 {
        let kept = KEPT.try_with(|kept| kept.replace(EGL_SUCCESS)).unwrap_or(EGL_SUCCESS);
        if kept != EGL_SUCCESS && error == EGL_BAD_DISPLAY { kept } else { error }
    }
}

/// The application's error while calls of glmeter's are under way.
struct Preserved {
    error: i32,
    functions: Option<(GetError, QueryString)>,
}

impl Preserved {
    fn new(of: &EglError) -> Self {
        let functions = of.find();
        // SAFETY: takes nothing.
        let error = functions.map_or(EGL_SUCCESS, |(get, _)| of.instead_of(unsafe { get() }));
        Self { error, functions }
    }
}

impl Drop for Preserved {
    fn drop(&mut self) {
        if let Some((get, query)) = self.functions {
            // SAFETY: takes nothing. The error of glmeter's calls is forgotten.
            unsafe { get() };
            if self.error != EGL_SUCCESS {
                let _ = KEPT.try_with(|kept| kept.set(self.error));
                // SAFETY: EGL checks the display.
                unsafe { query(core::ptr::null_mut(), EGL_VENDOR) };
            }
        }
        let _ = PRESERVED.try_with(|preserved| preserved.set(false));
    }
}
