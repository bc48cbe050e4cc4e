//! The EGL and GLX functions that programs call, libglvnd's vendor layer, the library's constructor, and the layer of Android.
//!
//! The hooks report to `current` which contexts exist and which are current, and answer GetProcAddress from the tables of [`spec`].

#[cfg(android_layer)]
pub mod android;
#[cfg(all(target_arch = "x86_64", not(android_layer)))]
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
mod preload;
#[cfg(all(target_arch = "x86_64", not(android_layer)))]
mod symbol_hiding;
#[cfg(all(test, not(android_layer)))]
mod tests;

use crate::current::Front;
use crate::{report, spec};

/// Records the current context after a MakeCurrent of `handle`; 0 releases. After a failed MakeCurrent, asks the window system.
fn after_make_current(front: &'static Front, done: bool, handle: usize) {
    front.bind(if done { handle } else { (front.current_handle)() }, false, spec::learn);
    if done && handle != 0 {
        report::made_current();
    }
}
