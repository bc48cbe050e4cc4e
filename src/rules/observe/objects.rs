//! The framebuffer, the program and the debug groups of the next draw, and the labels of objects.

use super::{count, count_now};
use crate::context::{Context, LONGEST_NAME, Labelled, ListedStep, Undo};
use crate::gl::{self, GLchar, GLenum, GLsizei, GLuint};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use glmeter_recording::Counts;

/// A command that changes state.
const STATE_CHANGE: Counts = Counts { state_changes: 1, ..Counts::NONE };

/// `glBindFramebuffer`, which no display list contains.
pub fn bind_framebuffer(context: &mut Context, target: GLenum, framebuffer: GLuint) {
    count_now(context, &STATE_CHANGE);
    if is_observed() && [gl::FRAMEBUFFER, gl::DRAW_FRAMEBUFFER].contains(&target) {
        context.observation.undo = Undo::Framebuffer(core::mem::replace(&mut context.work.framebuffer, framebuffer));
    }
}

/// `glUseProgram`.
pub fn use_program(context: &mut Context, program: GLuint) {
    count(context, &STATE_CHANGE);
    if !is_observed() {
        return;
    }
    if let Some(list) = &mut context.observation.list {
        list.push(ListedStep::UseProgram(program));
    }
    if !context.observation.only_compiles() {
        context.observation.undo = Undo::Program(core::mem::replace(&mut context.work.program, program));
    }
}

/// `glBindProgramPipeline`, which no display list contains.
pub fn bind_pipeline(context: &mut Context, pipeline: GLuint) {
    count_now(context, &STATE_CHANGE);
    if is_observed() {
        context.observation.undo = Undo::Pipeline(core::mem::replace(&mut context.work.pipeline, pipeline));
    }
}

/// `glBindBuffer`, which no display list contains.
pub(crate) fn bind_buffer(context: &mut Context) {
    count_now(context, &STATE_CHANGE);
}

/// `glDeleteFramebuffers`.
pub fn delete_framebuffers(context: &mut Context, n: GLsizei, framebuffers: In<GLuint>) {
    delete(context, Labelled::Framebuffer, n, &framebuffers);
}

/// `glDeleteProgramPipelines`.
pub fn delete_pipelines(context: &mut Context, n: GLsizei, pipelines: In<GLuint>) {
    delete(context, Labelled::Pipeline, n, &pipelines);
}

/// `glDeleteProgram`, and `glDeleteObjectARB`.
pub fn delete_program(context: &mut Context, program: GLuint) {
    delete(context, Labelled::Program, 1, &In::from(&[program]));
}

/// Records the deletion of objects.
fn delete(context: &mut Context, kind: Labelled, n: GLsizei, names: &In<GLuint>) {
    if is_observed() {
        names.values(usize::try_from(n).unwrap_or(0)).filter(|name| *name != 0).for_each(|name| context.work.delete(kind, name));
    }
}

/// `glPushDebugGroup`.
pub fn push_group(context: &mut Context, length: GLsizei, message: In<GLchar>) {
    if is_observed() {
        context.work.push_group(&text(length, &message));
        context.observation.undo = Undo::PushedGroup;
    }
}

/// `glPushGroupMarkerEXT`, where a length of 0 means a string that ends with a NUL.
pub fn push_marker(context: &mut Context, length: GLsizei, marker: In<GLchar>) {
    push_group(context, if length == 0 { -1 } else { length }, marker);
}

/// `glPopDebugGroup` and `glPopGroupMarkerEXT`.
pub fn pop_group(context: &mut Context) {
    if is_observed() {
        context.work.pop_group();
    }
}

/// `glObjectLabel`.
pub fn label(context: &mut Context, identifier: GLenum, name: GLuint, length: GLsizei, label: In<GLchar>) {
    let kind = match identifier {
        gl::FRAMEBUFFER => Labelled::Framebuffer,
        gl::PROGRAM | gl::PROGRAM_OBJECT_EXT => Labelled::Program,
        gl::PROGRAM_PIPELINE | gl::PROGRAM_PIPELINE_OBJECT_EXT => Labelled::Pipeline,
        _ => return,
    };
    if is_observed() && name != 0 {
        context.observation.undo = Undo::Label(kind, name, context.work.label(kind, name));
        context.work.set_label(kind, name, &text(length, &label));
    }
}

/// `glLabelObjectEXT`, where a length of 0 means a string that ends with a NUL.
pub fn label_ext(context: &mut Context, kind: GLenum, name: GLuint, length: GLsizei, text: In<GLchar>) {
    label(context, kind, name, if length == 0 { -1 } else { length }, text);
}

/// Returns the beginning of a string of `length` bytes, or up to its NUL if `length` is negative.
fn text(length: GLsizei, text: &In<GLchar>) -> String {
    let bytes: Vec<u8> = match usize::try_from(length) {
        Ok(length) => text.values(length.min(LONGEST_NAME)).map(|byte| byte as u8).collect(),
        Err(_) => text.text().map(|text| text.to_bytes().iter().copied().take(LONGEST_NAME).collect()).unwrap_or_default(),
    };
    // A letter that the cut divides is left out.
    let whole = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    if bytes.len() == LONGEST_NAME { whole.to_owned() } else { String::from_utf8_lossy(&bytes).into_owned() }
}
