//! The steps into which draw commands are decomposed, for immediate execution or for display lists.

use super::submitted::Runs;
use crate::driver::Submitted;
use crate::gl::GLuint;

/// One step of a draw command.
#[derive(Clone, Debug)]
pub enum Step {
    /// The counts of complete draws, with one geometry shader invocation for each primitive and one tessellation control patch for each
    /// patch.
    Submit(Submitted),
    /// glDispatchCompute with these numbers of work groups, whose size is the current program's.
    Dispatch([GLuint; 3]),
    /// glBegin, and the vertices after it.
    Begin(Runs),
    /// Vertices whose glBegin is outside the list or in an earlier step.
    Vertices(u64),
    /// glPrimitiveRestartNV between such vertices.
    Restart,
    /// glEnd whose glBegin is outside the list or in an earlier step.
    End,
    /// glCallList.
    Call(GLuint),
    /// One list of glCallLists, as an offset from GL_LIST_BASE.
    CallFromBase(GLuint),
}
