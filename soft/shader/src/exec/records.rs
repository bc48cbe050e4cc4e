//! Operations on the vertex and patch records of tessellation and geometry stages, and the emission of vertices.

use super::registers::{RegisterFile, optional, uniform};
use super::{Emitted, ExecutionContext};
use crate::ir::bytecode::{Code, NONE, Op, Payload, Stream, Word};
use base::core::lanes::{Bits, Lanes};

/// Executes an operation on records.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
pub(super) unsafe fn execute(file: RegisterFile, op: &Op, active: u64, context: &mut ExecutionContext) {
    let writable = active & context.writable;
    let Word(first) = Word::decode(op.payload);
    match op.code {
        // SAFETY: the caller upholds the same contract.
        Code::LoadVertex => unsafe { load_vertex(file, op, context) },
        Code::LoadPatch => {
            // SAFETY: verified code only reads registers of its register file.
            let word = unsafe { optional(file, op.a) };
            let mut result = Lanes([0; 64]);
            if let Some(patch) = &context.patch {
                for lane in 0..64 {
                    let at = word_index(patch.record[lane] as usize, patch.stride, first, word.0[lane]);
                    result.0[lane] = at.and_then(|at| patch.words.get(at)).copied().unwrap_or(0);
                }
            }
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_lanes(op.dst, &result) };
        }
        Code::StorePatch => {
            // SAFETY: verified code only reads registers of its register file.
            let (word, value) = unsafe { (optional(file, op.a), file.lanes(op.b)) };
            if let Some(patch) = &mut context.patch {
                for lane in Bits(writable) {
                    let at = word_index(patch.record[lane] as usize, patch.stride, first, word.0[lane]);
                    if let Some(at) = at.and_then(|at| patch.words.get_mut(at)) {
                        *at = value.0[lane];
                    }
                }
            }
        }
        Code::LoadOutput => {
            // SAFETY: verified code only reads registers of its register file.
            let (vertex, word) = unsafe { (optional(file, op.a), optional(file, op.b)) };
            let mut result = Lanes([0; 64]);
            if let Some(outputs) = &context.outputs {
                for lane in 0..64 {
                    if vertex.0[lane] < outputs.count {
                        let record = outputs.first[lane] as usize + vertex.0[lane] as usize;
                        let at = word_index(record, outputs.stride, first, word.0[lane]);
                        result.0[lane] = at.and_then(|at| outputs.words.get(at)).copied().unwrap_or(0);
                    }
                }
            }
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_lanes(op.dst, &result) };
        }
        Code::StoreOutput => {
            // SAFETY: verified code only reads registers of its register file.
            let (vertex, word, value) = unsafe { (optional(file, op.a), optional(file, op.b), file.lanes(op.c)) };
            if let Some(outputs) = &mut context.outputs {
                for lane in Bits(writable) {
                    if vertex.0[lane] < outputs.count {
                        let record = outputs.first[lane] as usize + vertex.0[lane] as usize;
                        let at = word_index(record, outputs.stride, first, word.0[lane]);
                        if let Some(at) = at.and_then(|at| outputs.words.get_mut(at)) {
                            *at = value.0[lane];
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

/// Returns the index of word `first + index` of a record, or `None` if it is outside the record.
#[inline(always)]
fn word_index(record: usize, stride: usize, first: u32, index: u32) -> Option<usize> {
    let word = first as usize + index as usize;
    if word < stride { record.checked_mul(stride)?.checked_add(word) } else { None }
}

/// Executes `LoadVertex`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn load_vertex(file: RegisterFile, op: &Op, context: &ExecutionContext) {
    // SAFETY: verified code only reads registers of its register file.
    let number = unsafe { optional(file, op.a) };
    let Word(first) = Word::decode(op.payload);
    let mut result = Lanes([0; 64]);
    if let Some(vertices) = &context.vertices {
        let word = |lane: usize, number: u32| {
            let record = vertices.table.get(vertices.first[lane] as usize + number as usize)?;
            vertices.records.get(word_index(*record as usize, vertices.stride, first, 0)?).copied()
        };
        let same = if op.a == NONE { Some(0) } else { uniform(&number) };
        for lane in 0..64 {
            let number = same.unwrap_or(number.0[lane]);
            if number < vertices.count {
                result.0[lane] = word(lane, number).unwrap_or(0);
            }
        }
    }
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &result) };
}

/// Executes `EmitVertex`: appends a vertex for each active lane. `outputs` lists the output registers with their words of the record.
pub(super) fn emit_vertex(file: RegisterFile, op: &Op, active: u64, context: &mut ExecutionContext, outputs: &[(u16, u32)], stride: u32) {
    let lanes = active & context.writable;
    let Some(emitted) = &mut context.emitted else { return };
    let Emitted { vertices, events, max_vertices } = &mut **emitted;
    let length = stride as usize + 1;
    let Stream(stream) = Stream::decode(op.payload);
    for lane in Bits(lanes) {
        let (Some(vertices), Some(events)) = (vertices.get_mut(lane), events.get_mut(lane)) else { return };
        let start = vertices.len();
        if start / length >= *max_vertices as usize {
            continue;
        }
        vertices.push(u32::from(stream));
        vertices.resize(start + length, 0);
        for &(register, word) in outputs {
            if let Some(at) = vertices.get_mut(start + 1 + word as usize) {
                *at = file.lane(register, 0, lane);
            }
        }
        events.push((stream, true));
    }
}

/// Executes `EndPrimitive`.
pub(super) fn end_primitive(op: &Op, active: u64, context: &mut ExecutionContext) {
    let (lanes, Stream(stream)) = (active & context.writable, Stream::decode(op.payload));
    let Some(emitted) = &mut context.emitted else { return };
    for lane in Bits(lanes) {
        let Some(events) = emitted.events.get_mut(lane) else { return };
        // Omit an EndPrimitive without vertices before it: a loop of them must not fill the memory.
        let last = events.iter().rev().find(|event| event.0 == stream);
        if matches!(last, Some((_, true))) {
            events.push((stream, false));
        }
    }
}
