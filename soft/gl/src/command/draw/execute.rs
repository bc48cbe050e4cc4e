//! Execution of checked commands: their draws are handed to the pipeline, or wait for others with the same state.

use super::prepare::prepare;
use super::{check, resources};
use crate::command::{query, transform_feedback, vertex_array};
use crate::context::Context;
use crate::context::immediate::{MOST_VERTICES, attributes, immediate_call, set_attribute};
use crate::context::prepared::{Changes, Prepared, Waiting};
use crate::context::recorded_vertices::Batch;
use crate::error::{Error, NO_MEMORY, Result, context_lost, invalid_operation, out_of_memory};
use crate::object::linked::Linked;
use crate::object::vertex_array::Attribute;
use base::core::memory::Memory;
use base::core::statistics::Statistics;
use draw::geometry;
use draw::geometry::{AttributeSets, Pipeline, SMALL, Uniforms};
use shader::pipeline::draw_call::{DrawCall, Mode, VertexAttribute};
use shader::pipeline::state::{BufferRange, Draw, Failure, Feedback, FeedbackBuffer, PolygonMode, Targets};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Stands for the command in the messages of draws that waited.
const WAITED: &str = "a draw";

/// The words of their uniforms.
const MOST_WORDS: usize = 1 << 18;

/// Takes the pipeline, which the first draw creates.
pub fn pipeline(context: &mut Context) -> Pipeline {
    context.draws.pipeline.take().unwrap_or_else(|| Pipeline::new(context.pool.clone()))
}

/// Returns the error of a draw or dispatch that did not finish, and marks the context lost where the application asked for that.
pub fn failed(context: &mut Context, failure: Failure) -> Error {
    match failure {
        Failure::OutOfMemory => NO_MEMORY,
        Failure::Interrupted if context.config.lose_on_reset => {
            context.guilty = true;
            context.share.lost.store(true, Relaxed);
            context_lost(
                &"If the GL context has been reset as a result of a previous GL command, or if the context is reset as a side effect of \
                  execution of a command, a CONTEXT_LOST error is generated. [KHR_robustness]",
            )
        }
        // After this error alone a command may be half done.
        Failure::Interrupted => out_of_memory(&"The shaders of the command ran for too long, and it was interrupted."),
    }
}

/// Returns true if an enabled array is the application's own memory; the vertices drawn then determine what is copied.
fn has_client_arrays(context: &Context, mask: u32) -> bool {
    let array = context.vertex_arrays.array();
    let client =
        |attribute: &Attribute| attribute.enabled && array.bindings.get(attribute.binding).is_some_and(|binding| binding.buffer.is_none());
    array.attributes.iter().enumerate().any(|(location, attribute)| mask >> location & 1 != 0 && client(attribute))
}

/// Returns a bit for each attribute location to fetch. Generic attribute 0 and gl_Vertex alias each other.
fn attribute_mask(linked: &Linked) -> u32 {
    let mask = linked.program.attribute_mask;
    let both = 1 | 1 << base::hir::fixed_attribute::VERTEX;
    if mask & both != 0 { mask | both } else { mask }
}

/// Returns the smallest and largest vertex that a draw fetches, or `None` if it fetches none.
pub fn vertices(call: &DrawCall) -> Option<(u32, u32)> {
    let count = call.count.checked_sub(1)?;
    let Some(indices) = &call.indices else { return Some((call.first, call.first.saturating_add(count))) };
    let mut range: Option<(u32, u32)> = None;
    let size = u64::from(indices.size);
    for number in 0..u64::from(call.count) {
        let at = indices.offset.saturating_add(number * size);
        let mut bytes = [0; 4];
        // Every read past the end returns 0: one is enough.
        let outside = at >= indices.memory.len() as u64;
        if !outside {
            indices.memory.read(at as usize, &mut bytes[..indices.size.min(4) as usize]);
        }
        let index = u32::from_le_bytes(bytes);
        if Some(index) != indices.restart {
            let vertex = index.wrapping_add(call.base_vertex.cast_unsigned());
            range = Some(range.map_or((vertex, vertex), |(least, most)| (least.min(vertex), most.max(vertex))));
        }
        if outside {
            break;
        }
    }
    range
}

/// Checks that what a draw captures fits into the feedback buffers: OpenGL ES before 3.1 does not drop the rest.
fn feedback_space(context: &Context, strides: &[u32], call: &DrawCall) -> Result<()> {
    if !check::has_strict_feedback(context) {
        return Ok(());
    }
    let Some(capture) = transform_feedback::capture(context) else { return Ok(()) };
    let per_primitive = match call.mode {
        Mode::Points => 1,
        Mode::Lines => 2,
        _ => 3,
    };
    let vertices = u64::from(call.count / per_primitive * per_primitive) * u64::from(call.instances);
    for (buffer, &stride) in capture.buffers.iter().zip(strides) {
        if let Some(buffer) = buffer
            && vertices.saturating_mul(u64::from(stride)) > buffer.range.size.saturating_sub(buffer.written) as u64
        {
            return Err(invalid_operation(
                &"The error INVALID_OPERATION is generated by DrawArrays and DrawArraysInstanced if recording the vertices of a primitive \
                  to the buffer objects being used for transform feedback purposes would result in either exceeding the limits of any \
                  buffer object's size, or in exceeding the end position offset + size − 1, as set by BindBufferRange. [ES 3.0, 2.14.2]",
            ));
        }
    }
    Ok(())
}

/// Runs one draw, after [`prepare`].
pub fn run(context: &mut Context, call: DrawCall) -> Result<()> {
    let Some(mut prepared) = context.prepared.take() else { return Ok(()) };
    let outcome = run_prepared(context, &mut prepared, call);
    context.prepared = Some(prepared);
    outcome
}

/// Runs one draw, or lets it wait.
fn run_prepared(context: &mut Context, prepared: &mut Prepared, call: DrawCall) -> Result<()> {
    let Some(linked) = &prepared.linked else { return Ok(()) };
    feedback_space(context, &linked.program.feedback_strides, &call)?;
    if call.count == 0 || call.instances == 0 {
        return Ok(());
    }
    let outlines = prepared.raster.polygon_mode.iter().any(|&mode| mode != PolygonMode::Fill);
    let flags = if outlines { 1 << base::hir::fixed_attribute::EDGE_FLAG } else { 0 };
    let mask = attribute_mask(linked) | flags;
    let is_known = prepared.valid.has(Changes::ARRAYS | Changes::CURRENT | Changes::BOUND_ARRAY) && prepared.resolved.is_known();
    if !(is_known && prepared.resolved.mask == mask || look_up(context, prepared, mask, &call)?) {
        complete_waiting(context, prepared);
        let range = vertices(&call).unwrap_or((0, 0));
        let attributes = vertex_array::resolve(context, mask, range, (call.base_instance, call.instances))?;
        return run_with(context, prepared, &call, &attributes);
    }
    if waits(context, prepared, &call) {
        wait(context, prepared, call, false);
        return Ok(());
    }
    complete_waiting(context, prepared);
    let resolved = std::mem::take(&mut prepared.resolved);
    let outcome = run_with(context, prepared, &call, resolved.attributes());
    prepared.resolved = resolved;
    outcome
}

/// Looks up the attributes of a draw. Returns false if there are arrays in the application's memory: each draw copies what it reads of them.
fn look_up(context: &mut Context, prepared: &mut Prepared, mask: u32, call: &DrawCall) -> Result<bool> {
    if prepared.resolved.mask != mask {
        complete_waiting(context, prepared);
        prepared.resolved.clear();
        prepared.resolved.mask = mask;
    }
    if !prepared.valid.has(Changes::ARRAYS | Changes::CURRENT) {
        match prepared.waiting.calls[..] {
            [] => prepared.resolved.clear(),
            _ => prepared.resolved.outdate(),
        }
    }
    let array = context.vertex_arrays.bound;
    if !prepared.resolved.find(array) {
        prepared.valid = prepared.valid.without(Changes::ARRAYS);
        if has_client_arrays(context, mask) {
            return Ok(false);
        }
        if prepared.resolved.is_full() {
            complete_waiting(context, prepared);
            prepared.resolved.clear();
        }
        prepared.resolved.add(Some(array), vertex_array::resolve(context, mask, (0, 0), (call.base_instance, call.instances))?)?;
    }
    prepared.valid = prepared.valid | Changes::ARRAYS | Changes::CURRENT | Changes::BOUND_ARRAY;
    Ok(true)
}

/// Returns true if a draw may wait for others.
fn waits(context: &Context, prepared: &Prepared, call: &DrawCall) -> bool {
    prepared.may_wait
        && context.is_dispatched
        && (1..=SMALL).contains(&call.count)
        && (call.instances, call.base_instance) == (1, 0)
        && !context.feedback.is_running()
}

/// Adds a draw to those that wait.
fn wait(context: &mut Context, prepared: &mut Prepared, call: DrawCall, is_immediate: bool) {
    let is_same_set = is_immediate || prepared.resolved.is_that_of_last_draw();
    if is_same_set && prepared.waiting.are_immediate == is_immediate && prepared.waiting.extend(&call) {
        if !is_immediate {
            prepared.resolved.extend(&call);
        }
        return complete_most(context, prepared);
    }
    if !prepared.waiting.takes(&call, is_immediate) {
        complete_waiting(context, prepared);
        if !prepared.waiting.takes(&call, is_immediate) {
            return context.raise(WAITED, NO_MEMORY);
        }
    }
    let number = prepared.waiting.calls.len();
    if !is_immediate && !prepared.resolved.wait(number, &call) {
        return context.raise(WAITED, NO_MEMORY);
    }
    let waiting = &mut prepared.waiting;
    waiting.complete = Some(complete);
    waiting.are_immediate = is_immediate;
    waiting.push(call);
    complete_most(context, prepared);
}

/// Completes the draws that wait if these are many.
fn complete_most(context: &mut Context, prepared: &mut Prepared) {
    let waiting = &prepared.waiting;
    if waiting.vertices >= MOST_VERTICES || waiting.uniforms.size() >= MOST_WORDS {
        complete_waiting(context, prepared);
    }
}

/// Completes the draws that wait in a context.
fn complete(context: &mut Context) {
    let Some(mut prepared) = context.prepared.take() else { return };
    complete_waiting(context, &mut prepared);
    context.prepared = Some(prepared);
}

/// Completes the draws that wait.
fn complete_waiting(context: &mut Context, prepared: &mut Prepared) {
    if prepared.waiting.complete.is_none() {
        return;
    }
    let waiting = std::mem::take(&mut prepared.waiting);
    let outcome = if waiting.are_immediate {
        complete_immediate(context, prepared, &waiting)
    } else {
        let mut resolved = std::mem::take(&mut prepared.resolved);
        let outcome = hand_over(context, prepared, (&waiting.calls, &waiting.uniforms, &resolved.sets), &[]);
        resolved.complete();
        prepared.resolved = resolved;
        outcome
    };
    let Waiting { mut calls, mut uniforms, mut indices, .. } = waiting;
    calls.clear();
    uniforms.clear();
    indices.clear();
    prepared.waiting = Waiting { calls, uniforms, indices, ..Waiting::default() };
    if let Err(error) = outcome {
        context.raise(WAITED, error);
    }
}

/// Completes primitives that wait, and removes their vertices. Those of the open primitive stay.
fn complete_immediate(context: &mut Context, prepared: &Prepared, waiting: &Waiting) -> Result<()> {
    let immediate = &mut context.compat.immediate;
    let arrays = immediate.vertices.arrays(0, immediate.spare.take());
    match &mut immediate.open {
        Some(open) => {
            immediate.vertices.remove_before(open.first);
            open.first = 0;
        }
        None => immediate.vertices.remove_from(0),
    }
    let arrays = arrays?;
    let attributes = attributes(&arrays, &context.vertex_arrays.current);
    let outcome = hand_over(context, prepared, (&waiting.calls, &waiting.uniforms, &AttributeSets::default()), &attributes);
    context.compat.immediate.spare = arrays.into_iter().next().map(|(_, array)| array.memory);
    outcome
}

/// Draws the open primitive, which glEnd ends, or lets it wait.
pub fn draw_immediate(context: &mut Context, mode: Mode) -> Result<()> {
    let is_drawn = prepare(context, mode);
    let mut prepared = context.prepared.take().unwrap_or_default();
    let is_waiting = is_drawn == Ok(true) && waits(context, &prepared, &immediate_call(mode, 0, context.compat.immediate.count() as u32));
    if !is_waiting || !prepared.waiting.takes(&immediate_call(mode, 0, 0), true) {
        // While the primitive is open, its vertices stay.
        complete_waiting(context, &mut prepared);
    }
    let (count, open) = (context.compat.immediate.count() as u32, context.compat.immediate.open.take());
    context.compat.immediate.last = open.as_ref().map(|open| (open.mode, mode, count));
    let first = open.map_or(0, |open| open.first);
    let outcome = if is_waiting {
        wait(context, &mut prepared, immediate_call(mode, first as u32, count), true);
        Ok(())
    } else {
        let arrays = context.compat.immediate.vertices.arrays(first, None);
        context.compat.immediate.vertices.remove_from(first);
        match (is_drawn, arrays) {
            (Ok(true), Ok(arrays)) => {
                let attributes = attributes(&arrays, &context.vertex_arrays.current);
                run_with(context, &prepared, &immediate_call(mode, 0, count), &attributes)
            }
            (is_drawn, arrays) => is_drawn.and(arrays.map(drop)),
        }
    };
    context.prepared = Some(prepared);
    outcome
}

/// Draws primitives that a display list recorded, each as if between glBegin and glEnd, and sets the current values that they leave. Returns false, and
/// does nothing, if that may differ from what their commands do.
pub fn draw_batch(context: &mut Context, batch: &Batch) -> bool {
    let Some(&(first, ..)) = batch.primitives.first() else { return false };
    let Ok(mode) = check::mode(context, first) else { return false };
    if prepare(context, mode) != Ok(true) {
        return false;
    }
    let Some(mut prepared) = context.prepared.take() else { return false };
    let may_wait = prepared.may_wait && context.is_dispatched && !context.feedback.is_running();
    if may_wait {
        run_batch(context, &mut prepared, batch);
    }
    context.prepared = Some(prepared);
    may_wait
}

/// Draws a batch, whose small primitives wait.
fn run_batch(context: &mut Context, prepared: &mut Prepared, batch: &Batch) {
    if prepared.waiting.are_immediate || prepared.resolved.is_full() {
        complete_waiting(context, prepared);
        prepared.resolved.clear();
    }
    batch.current.iter().for_each(|&(location, value)| set_attribute(context, location.into(), value));
    let attributes = attributes(&batch.arrays, &context.vertex_arrays.current);
    prepared.valid = prepared.valid.without(Changes::CURRENT);
    let is_added = prepared.resolved.add(None, attributes.clone()).is_ok();
    for &(mode, first, count) in &batch.primitives {
        let Ok(mode) = check::mode(context, mode) else { continue };
        let call = immediate_call(mode, first, count);
        if is_added && waits(context, prepared, &call) {
            wait(context, prepared, call, false);
        } else if count > 0 {
            complete_waiting(context, prepared);
            if let Err(error) = run_with(context, prepared, &call, &attributes) {
                context.raise(WAITED, error);
            }
        }
    }
}

/// Returns true if the state is as at the last draw, which passed the checks of glBegin.
pub fn is_prepared(context: &Context) -> bool {
    let checked = Changes::TARGETS | Changes::PROGRAM | Changes::RASTER | Changes::RESOURCES;
    context.prepared.as_ref().is_some_and(|prepared| prepared.valid.has(checked) && prepared.is_own && prepared.linked.is_some())
}

/// Runs one draw with these attributes.
fn run_with(context: &mut Context, prepared: &Prepared, call: &DrawCall, attributes: &[VertexAttribute]) -> Result<()> {
    hand_over(context, prepared, (std::slice::from_ref(call), &Uniforms::default(), &AttributeSets::default()), attributes)
}

/// Hands draws over to the pipeline, with their uniforms if these differ, and with their attributes or the same ones for all.
fn hand_over(
    context: &mut Context,
    prepared: &Prepared,
    (calls, uniforms, sets): (&[DrawCall], &Uniforms, &AttributeSets),
    attributes: &[VertexAttribute],
) -> Result<()> {
    let Some(linked) = &prepared.linked else { return Ok(()) };
    let before = context.statistics;
    let mut captured = transform_feedback::capture(context).filter(|_| !context.compat.draws_rectangles);
    let (cancel, budget, occlusion) = (context.cancel.clone(), context.draws.budget, query::occlusion(context));
    let mut pipeline = pipeline(context);
    let mut draw = Draw {
        program: &linked.program,
        attributes,
        resources: &prepared.resources,
        raster: &prepared.raster,
        targets: &prepared.targets,
        feedback: captured.as_mut(),
        default_tess_levels: context.draws.default_tess_levels,
        occlusion,
        cancel: &cancel,
        budget,
    };
    let outcome = geometry::draw_several(&mut pipeline, &mut draw, calls, (uniforms, sets), &mut context.statistics);
    let collected = std::mem::take(&mut pipeline.raster.collected);
    context.draws.pipeline = Some(pipeline);
    if !collected.is_empty() {
        context.compat.render_mode.receive(&collected);
    }
    if let Some(captured) = &captured {
        transform_feedback::captured(context, captured, &before);
    }
    outcome.map_err(|failure| failed(context, failure))
}

/// Runs a draw with the attributes of the caller, one for each of the 31 locations.
pub fn draw_with_attributes(context: &mut Context, call: &DrawCall, attributes: &[VertexAttribute]) -> Result<()> {
    if !prepare(context, call.mode)? {
        return Ok(());
    }
    let Some(mut prepared) = context.prepared.take() else { return Ok(()) };
    complete_waiting(context, &mut prepared);
    let outcome = run_with(context, &prepared, call, attributes);
    context.prepared = Some(prepared);
    outcome
}

/// Runs a draw with the attributes of a caller that changes state around it.
pub fn draw_with(context: &mut Context, call: &DrawCall, attributes: &[VertexAttribute]) -> Result<()> {
    context.changes(Changes::ALL);
    let outcome = draw_with_attributes(context, call, attributes);
    context.changes(Changes::ALL);
    outcome
}

/// Runs the vertex stage of a program for one vertex and returns the words that it captures in the first buffer of transform feedback. Nothing is drawn
/// or counted.
pub fn run_vertex(context: &mut Context, linked: &Linked, attributes: &[VertexAttribute]) -> Result<Vec<u32>> {
    let resources = resources::resources(context, linked)?;
    let targets = Targets::default();
    let mut raster = context.state.for_draw(&targets);
    raster.rasterizer_discard = true;
    let bytes = linked.program.feedback_strides[0] as usize;
    let memory = Arc::new(Memory::new(bytes).map_err(|_| NO_MEMORY)?);
    let range = BufferRange { memory: Some(memory.clone()), offset: 0, size: bytes };
    let mut feedback = Feedback { buffers: [Some(FeedbackBuffer { range, written: 0 }), None, None, None] };
    let (cancel, budget) = (context.cancel.clone(), context.draws.budget);
    let mut pipeline = pipeline(context);
    let mut draw = Draw {
        program: &linked.program,
        attributes,
        resources: &resources,
        raster: &raster,
        targets: &targets,
        feedback: Some(&mut feedback),
        default_tess_levels: context.draws.default_tess_levels,
        occlusion: false,
        cancel: &cancel,
        budget,
    };
    let call = DrawCall {
        mode: Mode::Points,
        first: 0,
        count: 1,
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        draw_id: 0,
        indices: None,
        patch_vertices: 3,
    };
    let outcome = geometry::draw(&mut pipeline, &mut draw, &call, &mut Statistics::default());
    context.draws.pipeline = Some(pipeline);
    outcome.map_err(|failure| failed(context, failure))?;
    Ok((0..bytes / 4).map(|index| memory.word(index)).collect())
}
