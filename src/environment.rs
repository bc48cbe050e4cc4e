//! Access to the environment variables. Only this module reads or sets them; `clippy.toml` forbids it elsewhere.
//!
//! A process with more rights than its caller (AT_SECURE: a setuid or setgid program, or one with file capabilities) ignores the
//! caller's settings: every variable reads as absent. So no file that the caller names is opened or written, and no library that it
//! names is loaded. Only the system's folders and libraries remain, and the files beside this library.

#[cfg(not(android_layer))]
use std::ffi::OsStr;
use std::ffi::OsString;

/// Returns true if this process has more rights than its caller.
pub fn is_secure() -> bool {
    // SAFETY: the function takes no pointers.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Returns a variable's value, or `None` if it is absent or empty, or if the process is secure.
#[expect(clippy::disallowed_methods, reason = "the one function that reads the environment")]
pub fn variable(name: &str) -> Option<OsString> {
    if is_secure() {
        return None;
    }
    let value = std::env::var_os(name).filter(|value| !value.is_empty());
    #[cfg(android_layer)]
    let value = value.or_else(|| property(name));
    value
}

/// Returns the value of the system property that stands for a variable on Android, where a user cannot set the variables of an application:
/// `debug.glmeter.log` for `GLMETER_LOG`.
#[cfg(android_layer)]
fn property(variable: &str) -> Option<OsString> {
    use core::ffi::{CStr, c_char, c_int};
    use std::os::unix::ffi::OsStringExt;
    /// The size of the longest value that the system stores, with its NUL.
    const PROP_VALUE_MAX: usize = 92;
    unsafe extern "C" {
        fn __system_property_get(name: *const c_char, value: *mut c_char) -> c_int;
    }
    let setting = variable.to_ascii_lowercase().replacen('_', ".", 1);
    let name = std::ffi::CString::new(format!("debug.{setting}")).ok()?;
    let mut value: [u8; PROP_VALUE_MAX] = [0; PROP_VALUE_MAX];
    // SAFETY: the name is a C string, and the value has the size that the function demands.
    unsafe { __system_property_get(name.as_ptr(), value.as_mut_ptr().cast()) };
    let value = CStr::from_bytes_until_nul(&value).ok()?.to_bytes();
    (!value.is_empty()).then(|| OsString::from_vec(value.to_vec()))
}

/// Returns a variable's value as text, under the conditions of [`variable`]. Returns `None` also if the value is not UTF-8.
pub fn text(name: &str) -> Option<String> {
    variable(name)?.into_string().ok()
}

/// Returns what the C library's `getenv` returns for a name, for code of another library that asks for it.
///
/// # Safety
/// The conditions of `getenv` must hold.
#[cfg(not(android_layer))]
#[expect(clippy::disallowed_methods, reason = "this module alone reads the environment")]
pub(crate) unsafe fn raw(name: *const core::ffi::c_char) -> *mut core::ffi::c_char {
    // SAFETY: as the caller promises.
    unsafe { libc::getenv(name) }
}

/// Sets a variable for this process and its children.
///
/// # Safety
/// No other thread may read or write the environment meanwhile: only a constructor that runs before the program may call this.
#[cfg(not(android_layer))]
#[expect(clippy::disallowed_methods, reason = "the one function that sets variables")]
pub(crate) unsafe fn set(name: &str, value: &OsStr) {
    // SAFETY: as the caller promises.
    unsafe { std::env::set_var(name, value) }
}
