//! The steps that a command which draws takes, now or whenever a display list that holds it is called.

use super::submitted::Runs;
use crate::driver::Submitted;
use crate::gl::GLuint;

/// One step of a command that draws.
#[derive(Clone, Debug)]
pub enum Step {
    /// Draws that are complete: what they submit, as if each primitive invoked a geometry shader once and each patch a
    /// tessellation control shader.
    Submit(Submitted),
    /// glDispatchCompute of so many work groups; their size is the current program's.
    Dispatch([GLuint; 3]),
    /// glBegin, and the vertices behind it.
    Begin(Runs),
    /// Vertices of a glBegin that stands elsewhere.
    Vertices(u64),
    /// glPrimitiveRestartNV among such vertices.
    Restart,
    /// glEnd of a glBegin that stands elsewhere.
    End,
    /// glCallList.
    Call(GLuint),
    /// A call of glCallLists: an offset from GL_LIST_BASE.
    CallFromBase(GLuint),
}
