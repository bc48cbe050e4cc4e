//! The ways in: the EGL and GLX functions that programs call, libglvnd's layer, and what happens when the library is loaded.
//!
//! Each reports to `current` which contexts exist and which are current, and answers GetProcAddress from the
//! tables of [`spec`].

pub mod egl;
pub mod egl_core;
pub mod glvnd;
pub mod glx;
mod hooks;
mod preload;
mod symbol_hiding;
#[cfg(test)]
mod tests;

use crate::current::Front;
use crate::{report, spec};

/// Notes that a MakeCurrent of the context of `handle` ended; 0 releases. After a failed one the window system is asked.
fn make_current_ended(front: &'static Front, done: bool, handle: usize) {
    front.bind(if done { handle } else { (front.current_handle)() }, false, spec::learn);
    if done && handle != 0 {
        report::made_current();
    }
}
