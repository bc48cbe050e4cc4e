//! To which pass, debug group and program a context's work belongs.

use crate::gl::GLuint;

/// The pass, the debug groups and the program of the next draw.
#[derive(Default)]
pub(crate) struct Work {
    /// The draw framebuffer: 0 for the default one.
    pub(crate) framebuffer: GLuint,
    /// The program, or 0.
    pub(crate) program: GLuint,
    /// The program pipeline, which counts where there is no program; or 0.
    pub(crate) pipeline: GLuint,
    /// The names of the debug groups that have been pushed, outermost first.
    pub(crate) groups: Vec<Box<str>>,
    /// Changes with each push and pop.
    pub(crate) group_changes: u64,
}
