//! Writes messages: to standard error, or to the log of Android, where an application has no standard error.

/// Writes one line, at once: other processes of the program may be writing too. Ignores errors, so that the program runs on undisturbed.
#[cfg(not(android_layer))]
pub(crate) fn write(_is_error: bool, text: &str) {
    use std::io::Write;
    let line = format!("glmeter: {text}\n");
    let _ = glmeter_abi::signals::without_signals_of_writes(|| std::io::stderr().write_all(line.as_bytes()));
}

/// Writes one line with the tag `glmeter`.
#[cfg(android_layer)]
pub(crate) fn write(is_error: bool, text: &str) {
    use core::ffi::{c_char, c_int};
    const ANDROID_LOG_INFO: c_int = 4;
    const ANDROID_LOG_ERROR: c_int = 6;
    #[cfg_attr(target_os = "android", link(name = "log"))]
    unsafe extern "C" {
        fn __android_log_write(priority: c_int, tag: *const c_char, text: *const c_char) -> c_int;
    }
    let Ok(text) = std::ffi::CString::new(text) else { return };
    let priority = if is_error { ANDROID_LOG_ERROR } else { ANDROID_LOG_INFO };
    // SAFETY: both are C strings.
    unsafe { __android_log_write(priority, c"glmeter".as_ptr(), text.as_ptr()) };
}
