//! The environment of this process: the one module that reads variables. `clippy.toml` keeps every other one from it.
//!
//! A process with more rights than its caller (AT_SECURE: a setuid or setgid program, or one with file capabilities) heeds nothing
//! that the caller says: every variable reads as absent.

use std::ffi::OsString;

/// Returns true if this process has more rights than its caller.
pub fn is_secure() -> bool {
    // SAFETY: takes a number.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Returns a variable's value, or `None` if it is absent or empty, or if the process is secure.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn variable(name: &str) -> Option<OsString> {
    if is_secure() {
        return None;
    }
    std::env::var_os(name).filter(|value| !value.is_empty())
}
