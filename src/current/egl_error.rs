//! Preserves the application's `eglGetError` across glmeter's own EGL calls.
//!
//! "eglGetError returns the error of the most recently called EGL function in the current thread. The error is then reset to
//! EGL_SUCCESS." (EGL 1.5, 3.1)
//!
//! glmeter reads the driver's error before and after its own calls. If the application had left none unread, the driver's error is
//! EGL_SUCCESS before and afterwards. Otherwise glmeter stores the error, since no driver lets it be set again, and makes a call that
//! must fail, `eglQueryString(EGL_NO_DISPLAY, EGL_VENDOR)`. That call marks the driver with EGL_BAD_DISPLAY: as long as the driver
//! returns this mark, no other EGL call has followed, and glmeter returns the stored error instead. An application's call leaves the
//! same mark only if its display is invalid, and libglvnd passes no such call to a vendor.

use crate::platform::own::unless_ours;
use core::cell::Cell;
use core::ffi::{CStr, c_void};
use glmeter_abi::egl::QueryString;
use glmeter_abi::egl::tokens::{EGL_BAD_DISPLAY, EGL_SUCCESS, EGL_VENDOR};
use glmeter_abi::function;
use once_cell::sync::OnceCell;

type GetError = unsafe extern "C" fn() -> i32;

thread_local! {
    /// The application's error, valid while the driver returns the mark, and the address of that driver's [`EglError`].
    static STORED: Cell<(i32, usize)> = const { Cell::new((EGL_SUCCESS, 0)) };
    /// True while glmeter's own calls run.
    static PRESERVING: Cell<bool> = const { Cell::new(false) };
}

/// The application's error in one driver, for every thread.
pub(crate) struct EglError {
    /// Looks a function of the driver up.
    look_up: fn(&CStr) -> *mut c_void,
    /// The driver's eglGetError and eglQueryString.
    functions: OnceCell<(GetError, QueryString)>,
}

impl EglError {
    /// Creates the error of a driver whose functions `look_up` returns.
    pub(crate) const fn new(look_up: fn(&CStr) -> *mut c_void) -> Self {
        Self { look_up, functions: OnceCell::new() }
    }

    /// Looks the driver's functions up until they are found. Returns `None` while there is no driver.
    pub(crate) fn find(&self) -> Option<(GetError, QueryString)> {
        let look_up = || {
            let [get, query] = [c"eglGetError", c"eglQueryString"].map(|name| unless_ours(name, self.look_up));
            // SAFETY: eglGetError and eglQueryString have these types.
            unsafe { function::<GetError>(get).zip(function::<QueryString>(query)) }.ok_or(())
        };
        self.functions.get_or_try_init(look_up).ok().copied()
    }

    /// Runs EGL calls of glmeter's own without changing the result of the application's next `eglGetError`.
    pub(crate) fn preserve<R>(&self, calls: impl FnOnce() -> R) -> R {
        let outermost = PRESERVING.try_with(|preserving| !preserving.replace(true)).unwrap_or(false);
        let _preserved = outermost.then(|| Preserved::new(self));
        calls()
    }

    /// Returns the application's error, given the driver's error that was just read. Resets the stored error.
    pub(crate) fn instead_of(&self, error: i32) -> i32 {
        let (stored, of) = STORED.try_with(|stored| stored.replace((EGL_SUCCESS, 0))).unwrap_or((EGL_SUCCESS, 0));
        if stored != EGL_SUCCESS && of == self.identity() && error == EGL_BAD_DISPLAY { stored } else { error }
    }

    /// Returns a number that identifies this driver.
    fn identity(&self) -> usize {
        core::ptr::from_ref(self) as usize
    }
}

/// The application's error while glmeter's own calls run. Restores it when dropped.
struct Preserved {
    error: i32,
    /// The identity of the driver.
    of: usize,
    functions: Option<(GetError, QueryString)>,
}

impl Preserved {
    /// Reads the application's error from the driver.
    fn new(of: &EglError) -> Self {
        let functions = of.find();
        // SAFETY: the function takes no arguments.
        let error = functions.map_or(EGL_SUCCESS, |(get, _)| of.instead_of(unsafe { get() }));
        Self { error, of: of.identity(), functions }
    }
}

impl Drop for Preserved {
    fn drop(&mut self) {
        if let Some((get, query)) = self.functions {
            // Discards the error of glmeter's calls.
            // SAFETY: the function takes no arguments.
            unsafe { get() };
            if self.error != EGL_SUCCESS {
                let _ = STORED.try_with(|stored| stored.set((self.error, self.of)));
                // SAFETY: EGL validates the display.
                unsafe { query(core::ptr::null_mut(), EGL_VENDOR) };
            }
        }
        let _ = PRESERVING.try_with(|preserving| preserving.set(false));
    }
}
