//! How a driver executes commands, as far as the report must know it to tell when the GPU works and when it waits.

use super::Description;

/// When a driver works on a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Execution {
    /// Each command is done when it returns; a draw or a clear may wait, unless [`Driver::complete_all`](super::Driver::complete_all) follows.
    AtOnce,
    /// The command's thread prepares it, and other threads draw from the next flush, swap, read-back or change of the framebuffer on.
    AtSubmission,
    /// Not known: the GPU may work from the moment on in which a command is given, or later.
    #[default]
    Unknown,
}

impl Execution {
    /// Returns how the driver of a description executes commands.
    pub fn of(description: &Description) -> Self {
        match description.renderer.as_str() {
            renderer if renderer.starts_with("glmeter software pipeline") => Self::AtOnce,
            // Mesa's llvmpipe: vertices are processed in the draw call, which sorts the primitives into the tiles of a scene; its threads draw the
            // scene once it is submitted (lp_setup.c, set_scene_state).
            renderer if renderer.contains("llvmpipe") => Self::AtSubmission,
            _ => Self::Unknown,
        }
    }
}
