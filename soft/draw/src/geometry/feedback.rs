//! Transform feedback: appends the captured words of each primitive's vertices to the buffers.

use crate::raster::{Batch, PrimitiveKind};
use base::core::memory::Memory;
use base::core::statistics::Statistics;
use shader::pipeline::program::{FeedbackVarying, Program};
use shader::pipeline::state::{Draw, Feedback};

/// The words of each vertex that one buffer captures.
struct Captured {
    buffer: usize,
    /// Bytes of one vertex.
    stride: usize,
    /// The byte offset within the vertex, and the word of the record, of each captured word.
    words: Vec<(usize, usize)>,
}

/// The varyings that a draw captures from one stream.
pub struct Capture {
    stream: usize,
    buffers: Vec<Captured>,
}

impl Capture {
    /// Collects the captured varyings of a stream.
    pub fn new(program: &Program, stream: usize) -> Self {
        let mut buffers: Vec<Captured> = Vec::new();
        // A gap belongs to the stream of the varyings beside it.
        let captured = |varying: &&FeedbackVarying| varying.stream as usize == stream && varying.buffer < 4 && !varying.words.is_empty();
        for varying in program.feedback.iter().filter(captured) {
            let number = varying.buffer as usize;
            let index = buffers.iter().position(|captured| captured.buffer == number).unwrap_or_else(|| {
                let stride = program.feedback_strides[number] as usize;
                buffers.push(Captured { buffer: number, stride, words: Vec::new() });
                buffers.len() - 1
            });
            let at = |word: usize| varying.offset as usize + word * 4;
            buffers[index].words.extend(varying.words.iter().enumerate().map(|(number, &word)| (at(number), word as usize)));
        }
        Self { stream, buffers }
    }

    /// Appends the primitives of a batch that fit. A primitive that does not fit into every buffer is written to none.
    pub fn write(&self, draw: &mut Draw, batch: &Batch, statistics: &mut Statistics) {
        let Some(feedback) = draw.feedback.as_deref_mut() else { return };
        if self.buffers.is_empty() || batch.primitives.is_empty() {
            return;
        }
        let vertices = match batch.kind {
            PrimitiveKind::Point => 1,
            PrimitiveKind::Line => 2,
            PrimitiveKind::Triangle => 3,
        };
        let fitting = self.fitting(feedback, vertices).min(batch.primitives.len());
        for captured in &self.buffers {
            let Some(Some(buffer)) = feedback.buffers.get_mut(captured.buffer) else { continue };
            let mut at = buffer.range.offset + buffer.written;
            buffer.written += fitting * vertices * captured.stride;
            let Some(memory) = buffer.range.memory.as_deref() else { continue };
            for primitive in &batch.primitives[..fitting] {
                for &vertex in &primitive[..vertices] {
                    let record = vertex as usize * batch.stride;
                    for &(byte, word) in &captured.words {
                        store(memory, at + byte, batch.records.get(record + word).copied().unwrap_or(0));
                    }
                    at += captured.stride;
                }
            }
        }
        statistics.transform_feedback_primitives_written[self.stream] += fitting as u64;
    }

    /// Returns the number of primitives that still fit into every buffer. All primitives of a stream have the same size, so that after the
    /// first that does not fit no other fits.
    fn fitting(&self, feedback: &Feedback, vertices: usize) -> usize {
        let each = |captured: &Captured| {
            let Some(Some(buffer)) = feedback.buffers.get(captured.buffer) else { return 0 };
            let left = buffer.range.size.saturating_sub(buffer.written);
            left.checked_div(captured.stride * vertices).unwrap_or(usize::MAX)
        };
        self.buffers.iter().map(each).min().unwrap_or(0)
    }
}

/// Writes a word at a byte offset.
fn store(memory: &Memory, byte: usize, value: u32) {
    if byte.is_multiple_of(4) && byte + 4 <= memory.len() {
        memory.set_word(byte / 4, value);
    } else {
        memory.write(byte, &value.to_le_bytes());
    }
}
