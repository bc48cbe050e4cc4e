//! The process environment. Only this module reads environment variables; `clippy.toml` forbids it elsewhere.
//!
//! A process with more privileges than its caller (AT_SECURE: a setuid or setgid program, or one with file capabilities) must not trust the
//! caller's environment: there every variable reads as absent.

use std::ffi::OsString;

/// Returns true if this process has more privileges than its caller (AT_SECURE).
pub fn is_secure() -> bool {
    // SAFETY: `getauxval` takes a number and has no preconditions.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Returns the value of a variable, or `None` if it is absent or empty, or if the process [is secure](is_secure).
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
pub fn variable(name: &str) -> Option<OsString> {
    if is_secure() {
        return None;
    }
    std::env::var_os(name).filter(|value| !value.is_empty())
}
