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
    /// The report wants to know before each draw, dispatch and clear.
    pub(crate) is_watched: bool,
}

/// Where work belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The draw framebuffer: 0 for the default one.
    pub(crate) framebuffer: GLuint,
    /// The program, or 0.
    pub(crate) program: GLuint,
    /// The program pipeline; 0 if there is a program.
    pub(crate) pipeline: GLuint,
    /// The names of the debug groups, outermost first.
    pub(crate) groups: Vec<Box<str>>,
    /// [`Work::group_changes`].
    group_changes: u64,
}

impl Work {
    /// Returns the program pipeline that the next draw uses; 0 if it uses a program or neither.
    fn used_pipeline(&self) -> GLuint {
        if self.program == 0 { self.pipeline } else { 0 }
    }

    /// Returns where the next draw belongs.
    pub(crate) fn place(&self) -> Place {
        Place {
            framebuffer: self.framebuffer,
            program: self.program,
            pipeline: self.used_pipeline(),
            groups: self.groups.clone(),
            group_changes: self.group_changes,
        }
    }

    /// Returns true if the next draw belongs to a place.
    pub(crate) fn is_at(&self, place: &Place) -> bool {
        self.framebuffer == place.framebuffer
            && self.program == place.program
            && self.used_pipeline() == place.pipeline
            && self.group_changes == place.group_changes
    }
}
