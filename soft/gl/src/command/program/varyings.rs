//! The varyings that a program's transform feedback captures.

use super::{type_token, with_program};
use crate::command::program::linked;
use crate::command::shader::give_text;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::object::linked::Linked;
use crate::pointer::{In, Out, not_negative};
use crate::tokens::*;

/// Implements glTransformFeedbackVaryings.
pub(super) fn transform_feedback_varyings(context: &mut Context, program: u32, count: i32, names: In<In<u8>>, mode: u32) -> Result<()> {
    with_program(context, program, |_| Ok(()))?;
    let separate = match mode {
        GL_INTERLEAVED_ATTRIBS => false,
        GL_SEPARATE_ATTRIBS => true,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if bufferMode is not SEPARATE_ATTRIBS or INTERLEAVED_ATTRIBS. [GL 4.4, 11.1.2.1]",
            ));
        }
    };
    let count = not_negative(count)?;
    if separate && count > limits::MAX_TRANSFORM_FEEDBACK_BUFFERS {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if bufferMode is SEPARATE_ATTRIBS and count is greater than the value of the \
              implementation-dependent limit MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS. [GL 4.4, 11.1.2.1]",
        ));
    }
    if count > MOST {
        return Err(NO_MEMORY);
    }
    let text = |name: In<u8>| Ok(name.name(None)?.to_str().into_owned());
    let names: Vec<String> = names.copy(count).into_iter().map(text).collect::<Result<_>>()?;
    let next = names.iter().filter(|name| *name == "gl_NextBuffer").count();
    let special = |name: &String| name == "gl_NextBuffer" || skipped(name).is_some();
    if separate && names.iter().any(special) || next >= limits::MAX_TRANSFORM_FEEDBACK_BUFFERS {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if any pointer in varyings identifies the special names gl_NextBuffer, \
              gl_SkipComponents1, gl_SkipComponents2, gl_SkipComponents3, or gl_SkipComponents4 and bufferMode is not INTERLEAVED_ATTRIBS, \
              or if the number of gl_NextBuffer pointers in varyings is greater than or equal to the value of \
              MAX_TRANSFORM_FEEDBACK_BUFFERS. [GL 4.4, 11.1.2.1]",
        ));
    }
    with_program(context, program, |program| {
        (program.feedback_varyings, program.feedback_separate) = (names, separate);
        Ok(())
    })
}

/// The largest accepted number of names, more than any program can capture.
const MOST: usize = 1 << 12;

/// Returns the number of components that `gl_SkipComponentsN` skips.
fn skipped(name: &str) -> Option<i32> {
    name.strip_prefix("gl_SkipComponents")?.parse().ok().filter(|count| (1..=4).contains(count))
}

/// Returns the value of GL_TRANSFORM_FEEDBACK_VARYINGS: the number of specified names, or of outputs that the shaders' layouts capture.
pub fn count(linked: &Linked) -> usize {
    if linked.feedback_varyings.is_empty() { linked.program.feedback.len() } else { linked.feedback_varyings.len() }
}

/// Returns a captured varying's name, type and size.
pub fn describe(linked: &Linked, index: usize) -> Option<(&str, u32, i32)> {
    let program = &linked.program;
    let Some(name) = linked.feedback_varyings.get(index) else {
        let varying = program.feedback.get(index).filter(|_| linked.feedback_varyings.is_empty())?;
        return Some((&varying.name, type_token(&varying.ty), varying.elements.max(1).cast_signed()));
    };
    if name == "gl_NextBuffer" {
        return Some((name, GL_NONE, 0));
    }
    if let Some(count) = skipped(name) {
        return Some((name, GL_NONE, count));
    }
    let varying = program.feedback.iter().find(|varying| varying.name == *name);
    Some(varying.map_or((name, GL_NONE, 0), |varying| (name, type_token(&varying.ty), varying.elements.max(1).cast_signed())))
}

/// Implements glGetTransformFeedbackVarying.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_transform_feedback_varying(
    context: &mut Context,
    program: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    size: Out<i32>,
    ty: Out<u32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked(context, program)?;
    let (name, token, elements) = describe(&linked, index as usize).ok_or(invalid_value(
        &"If index is greater then or equal to the value of TRANSFORM_FEEDBACK_VARYINGS, the error INVALID_VALUE is generated. \
          [ES 3.0, 2.11.8]",
    ))?;
    give_text(name, bytes, length, into)?;
    size.set(elements);
    ty.set(token);
    Ok(())
}

commands! {
    fn glTransformFeedbackVaryings(program: u32, count: i32, names: In<In<u8>>, mode: u32) => transform_feedback_varyings;
    fn glGetTransformFeedbackVarying(program: u32, index: u32, bytes: i32, length: Out<i32>, size: Out<i32>, ty: Out<u32>, name: Out<u8>) => get_transform_feedback_varying;
}
