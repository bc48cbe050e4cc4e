//! EGL contexts.

use super::config::Config;
use gl::context::{ContextRef, Sharing};
use std::sync::atomic::AtomicBool;

/// An EGL context, which owns a GL context.
pub struct Context {
    /// The EGLContext handle.
    pub handle: usize,
    /// The config, or `None` for EGL_NO_CONFIG_KHR.
    pub config: Option<Config>,
    /// EGL_CONTEXT_CLIENT_TYPE.
    pub api: i32,
    /// EGL_CONTEXT_CLIENT_VERSION.
    pub client_version: i32,
    /// The GL context.
    pub gl: ContextRef,
    /// What the GL context shares with others, so that it need not be locked, which waits for its commands.
    pub sharing: Sharing,
    /// True if EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY is EGL_LOSE_CONTEXT_ON_RESET.
    pub lose_on_reset: bool,
    /// True while the context is current in a thread.
    pub current: AtomicBool,
}
