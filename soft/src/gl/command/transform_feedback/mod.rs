//! Transform feedback objects: what is captured where, and how much was.

use crate::core::statistics::Statistics;
use crate::gl::command::names as object_names;
use crate::gl::command::program;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::buffer::Buffer;
use crate::gl::object::buffer::IndexedBinding;
use crate::gl::object::linked::Linked;
use crate::gl::object::transform_feedback::Object;
use crate::gl::pointer::{In, Out};
use crate::pipeline::state::{Feedback, FeedbackBuffer};
use crate::tokens::*;
use std::sync::Arc;

/// Where the next draw's vertices are captured; None unless transform feedback runs.
pub fn capture(context: &Context) -> Option<Feedback> {
    if !context.feedback.is_running() {
        return None;
    }
    let object = context.feedback.object();
    let strides = object.linked.as_ref()?.program.feedback_strides;
    let buffer = |index: usize| {
        let binding = context.buffers.feedback_bindings.get(index)?;
        (strides[index] > 0).then(|| FeedbackBuffer { range: binding.range(), written: object.written[index] })
    };
    Some(Feedback { buffers: std::array::from_fn(buffer) })
}

/// Takes over what a draw captured. `before` are the counters from before the draw.
pub fn captured(context: &mut Context, feedback: &Feedback, before: &Statistics) {
    let object = context.feedback.object_mut();
    for (written, buffer) in object.written.iter_mut().zip(&feedback.buffers) {
        if let Some(buffer) = buffer {
            *written = buffer.written;
        }
    }
    let now = &context.statistics;
    for stream in 0..4 {
        let generated = now.primitives_generated[stream].wrapping_sub(before.primitives_generated[stream]);
        let written = now.transform_feedback_primitives_written[stream].wrapping_sub(before.transform_feedback_primitives_written[stream]);
        let lost = &mut context.feedback.overflowed[stream];
        *lost = lost.wrapping_add(generated.saturating_sub(written));
    }
}

/// Whole vertices that are in the buffers, by stream.
fn vertices(linked: &Linked, written: [usize; 4]) -> [u64; 4] {
    let mut vertices = [0; 4];
    for varying in &linked.program.feedback {
        let buffer = varying.buffer as usize;
        let stride = linked.program.feedback_strides.get(buffer).copied().unwrap_or(0);
        if let (Some(count), Some(&bytes)) = (vertices.get_mut(varying.stream as usize), written.get(buffer))
            && stride > 0
        {
            *count = bytes as u64 / u64::from(stride);
        }
    }
    vertices
}

fn begin_transform_feedback(context: &mut Context, mode: u32) -> Result<()> {
    if !matches!(mode, GL_POINTS | GL_LINES | GL_TRIANGLES) {
        return Err(GL_INVALID_ENUM);
    }
    if context.feedback.is_active() {
        return Err(GL_INVALID_OPERATION);
    }
    let linked = program::active(context).ok_or(GL_INVALID_OPERATION)?;
    if linked.program.feedback.is_empty() {
        return Err(GL_INVALID_OPERATION);
    }
    for (index, &stride) in linked.program.feedback_strides.iter().enumerate() {
        let bound = context.buffers.feedback_bindings.get(index).is_some_and(|binding| binding.buffer.is_some());
        if stride > 0 && !bound {
            return Err(GL_INVALID_OPERATION);
        }
    }
    let program = context.programs.current;
    let object = context.feedback.object_mut();
    (object.active, object.paused, object.mode) = (true, false, mode);
    (object.program, object.linked, object.written) = (program, Some(linked), [0; 4]);
    context.buffers.feedback_active = true;
    Ok(())
}

fn end_transform_feedback(context: &mut Context) -> Result<()> {
    let object = context.feedback.object_mut();
    if !object.active {
        return Err(GL_INVALID_OPERATION);
    }
    (object.active, object.paused) = (false, false);
    object.vertices = object.linked.take().map(|linked| vertices(&linked, object.written));
    context.buffers.feedback_active = false;
    Ok(())
}

fn pause_transform_feedback(context: &mut Context) -> Result<()> {
    let object = context.feedback.object_mut();
    if !object.active || object.paused {
        return Err(GL_INVALID_OPERATION);
    }
    object.paused = true;
    Ok(())
}

fn resume_transform_feedback(context: &mut Context) -> Result<()> {
    let program = context.programs.current;
    let object = context.feedback.object_mut();
    if !object.active || !object.paused || object.program != program {
        return Err(GL_INVALID_OPERATION);
    }
    object.paused = false;
    Ok(())
}

fn gen_transform_feedbacks(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut context.feedback.objects, count, names)
}

fn create_transform_feedbacks(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::create(&mut context.feedback.objects, count, names, |_| Ok(Object::new()))
}

/// Binds another object: the buffer bindings go with it.
fn bind(context: &mut Context, name: u32) {
    let old = std::mem::take(&mut context.buffers.feedback_bindings);
    context.feedback.object_mut().bindings = old;
    context.feedback.bound = name;
    let object = context.feedback.object_mut();
    context.buffers.feedback_bindings = std::mem::take(&mut object.bindings);
    context.buffers.feedback_active = object.active;
}

fn bind_transform_feedback(context: &mut Context, target: u32, name: u32) -> Result<()> {
    if target != GL_TRANSFORM_FEEDBACK {
        return Err(GL_INVALID_ENUM);
    }
    if context.feedback.is_running() || name != 0 && !context.feedback.objects.is_name(name) {
        return Err(GL_INVALID_OPERATION);
    }
    if name != 0 && context.feedback.objects.get(name).is_none() {
        context.feedback.objects.put(name, Object::new())?;
    }
    bind(context, name);
    Ok(())
}

fn delete_transform_feedbacks(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    let names = object_names::listed(count, names)?;
    if names.clone().any(|name| name != 0 && context.feedback.named(name).is_some_and(|object| object.active)) {
        return Err(GL_INVALID_OPERATION);
    }
    for name in names.filter(|&name| name != 0) {
        if context.feedback.bound == name {
            bind(context, 0);
        }
        context.feedback.objects.remove(name);
    }
    Ok(())
}

fn is_transform_feedback(context: &mut Context, name: u32) -> Result<u8> {
    Ok(u8::from(context.feedback.objects.get(name).is_some()))
}

/// Changes one binding of an object, bound or not.
fn set_binding(context: &mut Context, name: u32, index: u32, binding: IndexedBinding) -> Result<()> {
    let object = context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    if index as usize >= limits::MAX_TRANSFORM_FEEDBACK_BUFFERS {
        return Err(GL_INVALID_VALUE);
    }
    if object.active {
        return Err(GL_INVALID_OPERATION);
    }
    let bindings = if context.feedback.bound == name {
        &mut context.buffers.feedback_bindings
    } else if let Some(object) = context.feedback.objects.get_mut(name) {
        &mut object.bindings
    } else {
        &mut context.feedback.default.bindings
    };
    if let Some(place) = bindings.get_mut(index as usize) {
        *place = binding;
    }
    Ok(())
}

/// A buffer by name, none for 0. GL_INVALID_VALUE for any other name.
fn buffer(context: &Context, name: u32) -> Result<Option<Arc<Buffer>>> {
    if name == 0 { Ok(None) } else { context.share.buffer(name).map(Some).map_err(|_| GL_INVALID_VALUE) }
}

fn transform_feedback_buffer_base(context: &mut Context, name: u32, index: u32, buffer_name: u32) -> Result<()> {
    context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    let buffer = buffer(context, buffer_name)?;
    set_binding(context, name, index, IndexedBinding { buffer, offset: 0, size: None })
}

fn transform_feedback_buffer_range(
    context: &mut Context,
    name: u32,
    index: u32,
    buffer_name: u32,
    offset: isize,
    size: isize,
) -> Result<()> {
    context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    let buffer = buffer(context, buffer_name)?;
    let (offset, size) = (usize::try_from(offset).map_err(|_| GL_INVALID_VALUE)?, usize::try_from(size).map_err(|_| GL_INVALID_VALUE)?);
    if buffer.is_some() && (size == 0 || size % 4 != 0 || offset % 4 != 0) {
        return Err(GL_INVALID_VALUE);
    }
    set_binding(context, name, index, IndexedBinding { buffer, offset, size: Some(size) })
}

fn get_transform_feedback(context: &mut Context, name: u32, pname: u32, params: Out<i32>) -> Result<()> {
    let object = context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    let value = match pname {
        GL_TRANSFORM_FEEDBACK_PAUSED => object.paused,
        GL_TRANSFORM_FEEDBACK_ACTIVE => object.active,
        _ => return Err(GL_INVALID_ENUM),
    };
    params.set(i32::from(value));
    Ok(())
}

fn binding(context: &Context, name: u32, index: u32) -> Result<IndexedBinding> {
    let object = context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    let bindings = if context.feedback.bound == name { &context.buffers.feedback_bindings } else { &object.bindings };
    bindings.get(index as usize).cloned().ok_or(GL_INVALID_VALUE)
}

fn get_transform_feedback_i(context: &mut Context, name: u32, pname: u32, index: u32, params: Out<i32>) -> Result<()> {
    context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    if pname != GL_TRANSFORM_FEEDBACK_BUFFER_BINDING {
        return Err(GL_INVALID_ENUM);
    }
    let binding = binding(context, name, index)?;
    params.set(binding.buffer.map_or(0, |buffer| buffer.name.cast_signed()));
    Ok(())
}

fn get_transform_feedback_i64(context: &mut Context, name: u32, pname: u32, index: u32, params: Out<i64>) -> Result<()> {
    context.feedback.named(name).ok_or(GL_INVALID_OPERATION)?;
    let value: fn(&IndexedBinding) -> usize = match pname {
        GL_TRANSFORM_FEEDBACK_BUFFER_START => |binding| binding.offset,
        GL_TRANSFORM_FEEDBACK_BUFFER_SIZE => |binding| binding.size.unwrap_or(0),
        _ => return Err(GL_INVALID_ENUM),
    };
    let binding = binding(context, name, index)?;
    params.set(i64::try_from(value(&binding)).unwrap_or(i64::MAX));
    Ok(())
}

commands! {
    fn glGenTransformFeedbacks(n: i32, ids: Out<u32>) => gen_transform_feedbacks;
    fn glCreateTransformFeedbacks(n: i32, ids: Out<u32>) => create_transform_feedbacks;
    fn glBindTransformFeedback(target: u32, id: u32) => bind_transform_feedback;
    fn glDeleteTransformFeedbacks(n: i32, ids: In<u32>) => delete_transform_feedbacks;
    fn glIsTransformFeedback(id: u32) -> u8 => is_transform_feedback;
    fn glBeginTransformFeedback(mode: u32) => begin_transform_feedback;
    fn glEndTransformFeedback() => end_transform_feedback;
    fn glPauseTransformFeedback() => pause_transform_feedback;
    fn glResumeTransformFeedback() => resume_transform_feedback;
    fn glTransformFeedbackBufferBase(xfb: u32, index: u32, buffer: u32) => transform_feedback_buffer_base;
    fn glTransformFeedbackBufferRange(xfb: u32, index: u32, buffer: u32, offset: isize, size: isize) => transform_feedback_buffer_range;
    fn glGetTransformFeedbackiv(xfb: u32, pname: u32, params: Out<i32>) => get_transform_feedback;
    fn glGetTransformFeedbacki_v(xfb: u32, pname: u32, index: u32, params: Out<i32>) => get_transform_feedback_i;
    fn glGetTransformFeedbacki64_v(xfb: u32, pname: u32, index: u32, params: Out<i64>) => get_transform_feedback_i64;
    alias glBeginTransformFeedbackEXT = glBeginTransformFeedback;
    alias glEndTransformFeedbackEXT = glEndTransformFeedback;
    alias glGenTransformFeedbacksNV = glGenTransformFeedbacks;
    alias glBindTransformFeedbackNV = glBindTransformFeedback;
    alias glDeleteTransformFeedbacksNV = glDeleteTransformFeedbacks;
    alias glIsTransformFeedbackNV = glIsTransformFeedback;
    alias glPauseTransformFeedbackNV = glPauseTransformFeedback;
    alias glResumeTransformFeedbackNV = glResumeTransformFeedback;
}

#[cfg(test)]
mod tests;

/// glBeginTransformFeedback, for tests of other modules.
#[cfg(test)]
pub fn begin_by_hand(context: &mut Context, mode: u32) -> Result<()> {
    begin_transform_feedback(context, mode)
}
