//! The API that eglBindAPI binds in each thread.

use super::dispatch;
use super::tokens::*;
use std::cell::Cell;

thread_local! {
    /// The API bound by eglBindAPI, for callers without libglvnd, which tracks it otherwise.
    static API: Cell<i32> = const { Cell::new(EGL_OPENGL_ES_API) };
}

/// Returns true if contexts of an API exist.
pub fn is_supported(api: u32) -> bool {
    matches!(api as i32, EGL_OPENGL_API | EGL_OPENGL_ES_API)
}

/// Returns the API for which eglCreateContext creates contexts in this thread.
pub fn current() -> i32 {
    match dispatch::EXPORTS.get().and_then(|exports| exports.get_current_api) {
        // SAFETY: libglvnd's function has no preconditions.
        Some(ask) => unsafe { ask() as i32 },
        None => API.get(),
    }
}

/// Returns the API that eglBindAPI bound in this thread.
pub fn bound() -> i32 {
    API.get()
}

/// Binds an API in this thread.
pub fn bind(api: i32) {
    API.set(api);
}

/// Resets the API that eglBindAPI bound in this thread.
pub fn reset() {
    API.set(EGL_OPENGL_ES_API);
}
