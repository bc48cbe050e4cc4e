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
mod soname;
mod symbol_hiding;
#[cfg(test)]
mod tests;

use crate::current::Front;
use crate::platform::copies;
use crate::{report, spec};
use core::ffi::{CStr, c_char, c_void};
use glmeter_abi::border::guard;

/// Shows other copies of glmeter how to call this one.
fn offer_to_copies() {
    unsafe extern "C" fn hook(name: *const c_char) -> *mut c_void {
        // SAFETY: the name is a C string, as in every `LookUp`.
        let name = unsafe { CStr::from_ptr(name) };
        let hook = || egl::HOOKS.iter().chain(glx::HOOKS).find(|hook| hook.name == name);
        guard(|| hook().map(|hook| (hook.linked)().cast_mut())).flatten().unwrap_or(core::ptr::null_mut())
    }
    copies::offer_hooks(hook);
    spec::offer_to_copies();
}

/// Records the current context after a MakeCurrent of `handle`; 0 releases. After a failed MakeCurrent, asks the window system.
fn after_make_current(front: &'static Front, done: bool, handle: usize) {
    front.bind(if done { handle } else { (front.current_handle)() }, false, spec::learn);
    if done && handle != 0 {
        report::made_current();
    }
}
