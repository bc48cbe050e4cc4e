//! Display lists: what they do counts whenever they are called.
//!
//! Limits:
//! - A list that was compiled before a report was wanted, or by `glXUseXFont`, counts nothing.
//! - A command in a list counts although the GL may refuse it when the list is called.
//! - GL_LIST_BASE is the one of the call for all lists in it.

use super::begins_work;
use crate::context::{Context, ListedStep, ObservedList};
use crate::count::step::Callee;
use crate::gl::{self, GLenum, GLuint};
use crate::platform::call_slots::is_observed;

/// The commands that change state and are executed at once while a display list is compiled: "Certain commands, when called while compiling a
/// display list, are not compiled into the display list but are executed immediately" [GL 4.6 compatibility, 21.4.1]. In the order of their
/// names.
const EXECUTED_AT_ONCE: [&str; 83] = [
    "glActiveShaderProgram",
    "glActiveShaderProgramEXT",
    "glBindBufferBase",
    "glBindBufferBaseEXT",
    "glBindBufferRange",
    "glBindBufferRangeEXT",
    "glBindBuffersBase",
    "glBindBuffersRange",
    "glBindRenderbuffer",
    "glBindRenderbufferEXT",
    "glBindTransformFeedback",
    "glBindVertexArray",
    "glBindVertexArrayAPPLE",
    "glBindVertexArrayOES",
    "glBindVertexBuffer",
    "glBindVertexBuffers",
    "glClientActiveTexture",
    "glClientActiveTextureARB",
    "glColorPointer",
    "glDebugMessageCallback",
    "glDebugMessageControl",
    "glDisableClientState",
    "glDisableVertexArrayAttrib",
    "glDisableVertexAttribArray",
    "glDisableVertexAttribArrayARB",
    "glEdgeFlagPointer",
    "glEnableClientState",
    "glEnableVertexArrayAttrib",
    "glEnableVertexAttribArray",
    "glEnableVertexAttribArrayARB",
    "glFogCoordPointer",
    "glFramebufferParameteri",
    "glFramebufferRenderbuffer",
    "glFramebufferRenderbufferEXT",
    "glFramebufferTexture",
    "glFramebufferTexture1D",
    "glFramebufferTexture1DEXT",
    "glFramebufferTexture2D",
    "glFramebufferTexture2DEXT",
    "glFramebufferTexture3D",
    "glFramebufferTexture3DEXT",
    "glFramebufferTextureLayer",
    "glIndexPointer",
    "glInterleavedArrays",
    "glNamedFramebufferDrawBuffer",
    "glNamedFramebufferDrawBuffers",
    "glNamedFramebufferParameteri",
    "glNamedFramebufferReadBuffer",
    "glNamedFramebufferRenderbuffer",
    "glNamedFramebufferTexture",
    "glNamedFramebufferTextureLayer",
    "glNormalPointer",
    "glPixelStoref",
    "glPixelStorei",
    "glPopClientAttrib",
    "glProgramParameteri",
    "glPushClientAttrib",
    "glSecondaryColorPointer",
    "glTexCoordPointer",
    "glUseProgramStages",
    "glUseProgramStagesEXT",
    "glVertexArrayAttribBinding",
    "glVertexArrayAttribFormat",
    "glVertexArrayAttribIFormat",
    "glVertexArrayAttribLFormat",
    "glVertexArrayBindingDivisor",
    "glVertexArrayElementBuffer",
    "glVertexArrayVertexBuffer",
    "glVertexArrayVertexBuffers",
    "glVertexAttribBinding",
    "glVertexAttribDivisor",
    "glVertexAttribDivisorANGLE",
    "glVertexAttribDivisorARB",
    "glVertexAttribDivisorEXT",
    "glVertexAttribFormat",
    "glVertexAttribIFormat",
    "glVertexAttribIPointer",
    "glVertexAttribLFormat",
    "glVertexAttribLPointer",
    "glVertexAttribPointer",
    "glVertexAttribPointerARB",
    "glVertexBindingDivisor",
    "glVertexPointer",
];

/// Returns true if a command that changes state is executed at once while a display list is compiled.
pub(super) fn executes_at_once(command: &str) -> bool {
    EXECUTED_AT_ONCE.binary_search(&command).is_ok()
}

/// Counts what the lists of a glCallList or glCallLists do: nothing for lists that do not exist.
pub(crate) fn call_lists(context: &mut Context, callees: &[Callee]) {
    if !is_observed() {
        return;
    }
    if let Some(list) = &mut context.observation.list {
        callees.iter().for_each(|callee| list.push(ListedStep::Call(*callee)));
        if !list.executes {
            return;
        }
    }
    let work = std::sync::Arc::clone(&context.share_group.listed_work);
    let mut known_base = None;
    for callee in callees {
        let driver = &mut context.driver;
        let can_be_read = !context.observation.inside_begin_end;
        let mut base = || *known_base.get_or_insert_with(|| if can_be_read { driver.get_integer64(gl::LIST_BASE) as GLuint } else { 0 });
        let list = match callee {
            Callee::List(list) => *list,
            Callee::FromBase(offset) => base().wrapping_add(*offset),
        };
        let called = work.called(list, &mut base);
        if let Some(program) = called.first_program {
            context.work.program = program;
        }
        if called.activity.has_work() {
            begins_work(context);
        }
        context.activity.add(&called.activity);
        if let Some(program) = called.last_program {
            context.work.program = program;
        }
    }
}

/// Records that a display list is compiled from here on.
pub(crate) fn new_list(context: &mut Context, list: GLuint, mode: GLenum) {
    let begins = list != 0 && [gl::COMPILE, gl::COMPILE_AND_EXECUTE].contains(&mode) && context.capabilities.compatibility;
    if is_observed() && begins && context.observation.list.is_none() && !context.observation.inside_begin_end {
        context.observation.list = Some(ObservedList::new(list, mode == gl::COMPILE_AND_EXECUTE));
        context.observation.decide();
    }
}

/// Records the end of a display list.
pub(crate) fn end_list(context: &mut Context) {
    if let Some(list) = context.observation.list.take() {
        context.share_group.listed_work.insert(list);
        context.observation.inside_begin_end = false;
        context.observation.decide();
    }
}
