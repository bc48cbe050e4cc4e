//! Configuration of a context.

/// The API of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenGL, core profile.
    Core,
    /// OpenGL, compatibility profile, or a version without profiles.
    Compatibility,
    /// OpenGL ES 2.0 and later.
    Es,
    /// OpenGL ES 1.1, Common profile.
    Es1,
}

impl Api {
    /// Returns true if the interface has the fixed function.
    pub fn has_fixed_function(self) -> bool {
        matches!(self, Self::Compatibility | Self::Es1)
    }
}

/// The attributes of eglCreateContext, after its checks.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The API.
    pub api: Api,
    /// The version that the context reports: 1.0 to 4.6, ES 1.1 to 3.2.
    pub version: (u8, u8),
    /// EGL_CONTEXT_OPENGL_DEBUG.
    pub debug: bool,
    /// EGL_CONTEXT_OPENGL_NO_ERROR_KHR.
    pub no_error: bool,
    /// EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE.
    pub forward_compatible: bool,
    /// EGL_CONTEXT_OPENGL_ROBUST_ACCESS; accesses are bounded in any case.
    pub robust: bool,
    /// LOSE_CONTEXT_ON_RESET: endless shaders end in a reset that glGetGraphicsResetStatus reports.
    pub lose_on_reset: bool,
    /// CONTEXT_RELEASE_BEHAVIOR_FLUSH: the context is flushed when it is no longer current. Otherwise it may be.
    pub flush_on_release: bool,
}
