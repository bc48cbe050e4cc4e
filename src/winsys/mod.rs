//! The EGL and GLX functions that programs call, libglvnd's vendor layer, the library's constructor, and the layer of Android.
//!
//! The hooks report to `current` which contexts exist and which are current, and answer GetProcAddress from the tables of [`entry`].

#[cfg(android_layer)]
pub mod android;
#[cfg(not(android_layer))]
mod announce;
#[cfg(stubs)]
mod dlsym;
pub mod egl;
#[cfg(not(android_layer))]
pub mod egl_core;
#[cfg(not(android_layer))]
pub mod glvnd;
#[cfg(not(android_layer))]
pub mod glx;
mod hooks;
#[cfg(not(android_layer))]
mod imports;
#[cfg(not(android_layer))]
pub mod osmesa;
#[cfg(not(android_layer))]
mod preload;
#[cfg(not(android_layer))]
mod soname;
#[cfg(stubs)]
mod symbol_hiding;
#[cfg(all(test, not(android_layer)))]
mod tests;

use crate::current::Front;
use crate::{entry, report};

/// Shows other copies of glmeter how to call this one.
#[cfg(not(android_layer))]
fn offer_to_copies() {
    use core::ffi::{CStr, c_char, c_void};
    use glmeter_abi::border::guard;

    unsafe extern "C" fn hook(name: *const c_char) -> *mut c_void {
        // SAFETY: the name is a C string, as in every `LookUp`.
        let name = unsafe { CStr::from_ptr(name) };
        let hook = || egl::HOOKS.iter().chain(glx::HOOKS).chain(osmesa::HOOKS).find(|hook| hook.name == name);
        let found = || hook().map(|hook| (hook.linked)()).or_else(|| crate::control::function(name));
        guard(found).flatten().map(|found| found.cast_mut()).unwrap_or(core::ptr::null_mut())
    }
    crate::platform::copies::offer_hooks(hook);
    entry::offer_to_copies();
}

/// Prepares the current context for its release.
fn before_release() {
    report::releases();
    finish_active_queries();
}

/// Waits until what the current context's active queries count is drawn, if its driver demands it before it may destroy the context.
fn finish_active_queries() {
    crate::current::with_current(crate::context::Context::finish_before_release);
}

/// Records the current context after a MakeCurrent of `handle`; 0 releases. After a failed MakeCurrent, asks the window system.
fn after_make_current(front: &'static Front, done: bool, handle: usize) {
    front.bind(if done { handle } else { (front.current_handle)() }, false, entry::learn);
    if done && handle != 0 {
        report::made_current();
    }
}
