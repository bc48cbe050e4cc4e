//! The steps into which draw commands are decomposed, for immediate execution or for display lists.

use super::submitted::Runs;
use crate::driver::Submitted;
use crate::gl::{GLenum, GLuint};

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
    /// A part of the list, which the driver has as a list of this name: it contains the draws of the steps before it.
    Part(GLuint),
    /// A call of a list between two parts.
    CallBetweenParts(Callee),
    /// A query command whose target's source is not the driver's own.
    Query(QueryCommand),
}

/// A list that another list calls.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// The list of glCallList.
    List(GLuint),
    /// One list of glCallLists, as an offset from GL_LIST_BASE.
    FromBase(GLuint),
}

/// A query command in a display list.
#[derive(Clone, Copy, Debug)]
pub enum QueryCommand {
    /// glBeginQuery and glBeginQueryIndexed, with the target, the index and the query.
    Begin(GLenum, GLuint, GLuint),
    /// glEndQuery and glEndQueryIndexed, with the target and the index.
    End(GLenum, GLuint),
    /// glQueryCounter.
    Counter(GLuint),
}
