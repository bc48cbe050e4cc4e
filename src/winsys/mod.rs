//! The EGL and GLX functions that programs call, libglvnd's vendor layer, and the library's constructor.
//!
//! The hooks report to `current` which contexts exist and which are current, and answer GetProcAddress from the tables of [`spec`].

mod announce;
pub mod egl;
pub mod egl_core;
pub mod glvnd;
pub mod glx;
mod hooks;
mod imports;
mod preload;
mod symbol_hiding;
#[cfg(test)]
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
