//! Contexts and calls of commands for tests.

#![allow(clippy::unwrap_used, reason = "tests")]

use gl::config::{Api, Config};
use gl::context::Context;

/// Calls a command by its C name.
macro_rules! gl {
    ($name:ident($($value:expr => $ty:ty),* $(,)?) $(-> $result:ty)?) => {{
        let address: *const ::core::ffi::c_void = gl::proc_address(stringify!($name)).unwrap();
        // SAFETY: the types are those that the command was declared with.
        let function = unsafe { glmeter_abi::function::<unsafe extern "C" fn($($ty),*) $(-> $result)?>(address) }.unwrap();
        // SAFETY: what the tests give lives until the command is over and is as large as they say.
        unsafe { function($($value),*) }
    }};
}

pub(crate) use gl;

/// Returns a context of OpenGL 4.6 compatibility.
pub fn compatibility() -> Context {
    let config = Config {
        api: Api::Compatibility,
        version: (4, 6),
        debug: false,
        no_error: false,
        forward_compatible: false,
        robust: false,
        lose_on_reset: false,
        flush_on_release: true,
    };
    gl::new_context(config, None)
}
