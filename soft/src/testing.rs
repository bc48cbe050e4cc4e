//! Contexts and calls of commands for tests.

use gl::config::{Api, Config};
use gl::context::Context;

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

/// The commands that the tests call, as functions of their C names with the types of the Khronos registry, through their C addresses.
#[allow(non_snake_case, dead_code, clippy::all, clippy::expect_used, reason = "generated")]
pub mod calls {
    use core::ffi::c_void;
    use gl::proc_address;
    use glmeter_abi::gl::*;

    include!(concat!(env!("OUT_DIR"), "/calls.rs"));
}
