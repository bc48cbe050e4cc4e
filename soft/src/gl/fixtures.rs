//! Contexts for tests.

use super::context::{Api, Config, Context};

/// A context of an interface and version.
pub fn context(api: Api, version: (u8, u8)) -> Context {
    let config = Config { api, version, debug: false, no_error: false, forward_compatible: false, robust: false, lose_on_reset: false };
    Context::new(config, None)
}

/// OpenGL 4.5 core.
pub fn core() -> Context {
    context(Api::Core, (4, 5))
}

/// OpenGL 4.5 compatibility.
pub fn compatibility() -> Context {
    context(Api::Compatibility, (4, 5))
}

/// OpenGL ES.
pub fn es(major: u8, minor: u8) -> Context {
    context(Api::Es, (major, minor))
}
