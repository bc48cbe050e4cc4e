//! What a context was created with.

/// Which interface a context speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    Core,
    Compatibility,
    Es,
}

/// What eglCreateContext was asked for, after its own checks.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub api: Api,
    /// The version that the context reports: 1.0 … 4.5, ES 2.0 … 3.2.
    pub version: (u8, u8),
    pub debug: bool,
    pub no_error: bool,
    pub forward_compatible: bool,
    /// EGL_CONTEXT_OPENGL_ROBUST_ACCESS; accesses are bounded either way.
    pub robust: bool,
    /// LOSE_CONTEXT_ON_RESET: endless shaders end in a reset that glGetGraphicsResetStatus reports.
    pub lose_on_reset: bool,
}
