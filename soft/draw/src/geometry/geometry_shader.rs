//! The geometry stage: one lane for each pair of primitive and invocation. Emitted strips are decomposed into points, lines and triangles,
//! in the order of primitives and invocations whatever the number of threads.

use super::assemble::strip_triangle;
use super::stage::{InputPrimitives, finish};
use super::workers::{StageSlot, Workers, lane_mask, lock};
use crate::raster::PrimitiveKind;
use base::hir::GeometryOutput;
use shader::exec::{Emitted, ExecutionContext, Wave};
use shader::ir::Verified;
use shader::ir::bytecode::Input;
use shader::pipeline::program::{Executable, Geometry};
use shader::pipeline::state::{Draw, Failure};
use std::ops::Range;
use std::sync::Mutex;

/// The limit of words that the lanes of one chunk may emit.
const CHUNK_WORDS: usize = 1 << 22;

/// The geometry stage of a draw.
pub struct GeometryStage<'a> {
    /// The stage's code and output record.
    pub executable: &'a Executable,
    code: &'a Verified,
    geometry: Geometry,
    provoking_last: bool,
    /// The number of streams that it emits to.
    pub streams: usize,
}

/// The output of one stream.
#[derive(Debug, Default)]
pub struct Stream {
    /// The words of the emitted records.
    pub records: Vec<u32>,
    /// The record numbers of each primitive.
    pub primitives: Vec<[u32; 3]>,
}

/// Reused memory for the results of one chunk.
#[derive(Default)]
pub struct Arena {
    waves: Vec<Mutex<[Stream; 4]>>,
    /// The output of the chunk by stream.
    pub streams: [Stream; 4],
}

impl<'a> GeometryStage<'a> {
    /// Prepares the stage for a draw.
    pub fn new(executable: &'a Executable, geometry: Geometry, provoking_last: bool) -> Self {
        let streams = (executable.streams as usize).clamp(1, 4);
        Self { executable, code: &executable.code, geometry, provoking_last, streams }
    }

    /// Returns the words of an emitted record.
    pub fn stride(&self) -> usize {
        self.executable.output.stride().max(4)
    }

    /// Returns the invocations for each primitive.
    pub fn invocations(&self) -> usize {
        self.geometry.invocations.clamp(1, 127) as usize
    }

    /// Returns the kind of the emitted primitives.
    pub fn kind(&self) -> PrimitiveKind {
        match self.geometry.output {
            GeometryOutput::Points => PrimitiveKind::Point,
            GeometryOutput::LineStrip => PrimitiveKind::Line,
            GeometryOutput::TriangleStrip => PrimitiveKind::Triangle,
        }
    }

    /// Returns the number of primitives of a chunk, which bounds the memory that they emit to.
    pub fn chunk(&self) -> usize {
        let lane = (self.geometry.max_vertices as usize).saturating_mul(self.stride() + 1).max(1);
        (CHUNK_WORDS / lane / self.invocations()).clamp(1, 4096)
    }

    /// Runs the stage on a chunk of the primitives; leaves the output in the streams of the arena.
    pub fn run(
        &self,
        workers: &Workers,
        draw: &Draw,
        input: &InputPrimitives,
        chunk: Range<usize>,
        arena: &mut Arena,
    ) -> Result<(), Failure> {
        let lanes = chunk.len() * self.invocations();
        let waves = lanes.div_ceil(64);
        while arena.waves.len() < waves {
            arena.waves.push(Mutex::default());
        }
        workers.run_jobs(waves, arena.waves[..waves].iter().enumerate(), |worker, (number, output)| {
            let mut emitted = cleared(worker.emitted.take(), self.geometry.max_vertices);
            let wave = worker.stage(StageSlot::Geometry, workers.serial, self.code, draw.resources);
            let begin = number * 64;
            let active = (lanes - begin).min(64);
            let done = self.run_wave(wave, draw, input, (chunk.start, begin, active), &mut emitted);
            if done.is_ok() {
                self.decompose_strips(&emitted, active, &mut lock(output));
            }
            worker.emitted = Some(emitted);
            done
        })?;
        let stride = self.stride();
        for (number, stream) in arena.streams.iter_mut().enumerate() {
            stream.records.clear();
            stream.primitives.clear();
            if number >= self.streams {
                continue;
            }
            for wave in &arena.waves[..waves] {
                let wave = &lock(wave)[number];
                let base = (stream.records.len() / stride) as u32;
                stream.records.try_reserve(wave.records.len()).map_err(|_| Failure::OutOfMemory)?;
                stream.primitives.try_reserve(wave.primitives.len()).map_err(|_| Failure::OutOfMemory)?;
                stream.records.extend_from_slice(&wave.records);
                stream.primitives.extend(wave.primitives.iter().map(|primitive| primitive.map(|vertex| vertex + base)));
            }
        }
        Ok(())
    }

    /// Runs `active` lanes, from lane `begin` of the chunk whose first primitive is `first`.
    fn run_wave(
        &self,
        wave: &mut Wave,
        draw: &Draw,
        input: &InputPrimitives,
        (first, begin, active): (usize, usize, usize),
        emitted: &mut Emitted,
    ) -> Result<(), Failure> {
        let invocations = self.invocations();
        let primitive = |lane: usize| first + (begin + lane.min(active - 1)) / invocations;
        let first_entry: [u32; 64] = std::array::from_fn(|lane| (primitive(lane) * input.step) as u32);
        for &(register, what) in &self.code.inputs {
            wave.register_mut(register).0 = match what {
                Input::PrimitiveId => std::array::from_fn(|lane| input.id(primitive(lane))),
                Input::InvocationId => std::array::from_fn(|lane| ((begin + lane) % invocations) as u32),
                _ => [0; 64],
            };
        }
        wave.start(self.code, lane_mask(active));
        let mut budget = draw.budget;
        let mut context = ExecutionContext {
            vertices: Some(input.vertices_at(&first_entry)),
            emitted: Some(emitted),
            ..ExecutionContext::new(draw.resources, draw.cancel, &mut budget, lane_mask(active))
        };
        finish(wave, self.code, &mut context)
    }

    /// Decomposes the strips of all lanes into primitives.
    fn decompose_strips(&self, emitted: &Emitted, lanes: usize, streams: &mut [Stream; 4]) {
        let stride = self.stride();
        let words = self.code.output_stride as usize;
        for stream in streams.iter_mut() {
            stream.records.clear();
            stream.primitives.clear();
        }
        for (vertices, events) in emitted.vertices.iter().zip(&emitted.events).take(lanes) {
            // The number of vertices in the current strip of each stream.
            let mut strip = [0u32; 4];
            let mut vertices = vertices.chunks_exact(words + 1);
            for &(stream, is_vertex) in events {
                let number = usize::from(stream) & 3;
                if !is_vertex {
                    strip[number] = 0;
                    continue;
                }
                let Some(vertex) = vertices.next() else { break };
                let Stream { records, primitives } = &mut streams[number];
                let record = (records.len() / stride) as u32;
                records.extend_from_slice(&vertex[1..1 + words.min(stride)]);
                records.resize((record as usize + 1) * stride, 0);
                let before = strip[number];
                strip[number] += 1;
                // The vertices of one lane and stream are consecutive.
                match self.geometry.output {
                    GeometryOutput::Points => primitives.push([record; 3]),
                    GeometryOutput::LineStrip if before >= 1 => primitives.push([record - 1, record, record]),
                    GeometryOutput::TriangleStrip if before >= 2 => {
                        primitives.push(strip_triangle([record - 2, record - 1, record], before % 2 == 1, self.provoking_last));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Returns cleared memory for what 64 lanes emit, reused if possible.
fn cleared(emitted: Option<Emitted>, max_vertices: u32) -> Emitted {
    let mut emitted = emitted.unwrap_or_else(|| Emitted { vertices: vec![Vec::new(); 64], events: vec![Vec::new(); 64], max_vertices });
    emitted.vertices.iter_mut().for_each(Vec::clear);
    emitted.events.iter_mut().for_each(Vec::clear);
    emitted.max_vertices = max_vertices;
    emitted
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
    use super::*;
    use base::hir::{GeometryInput, Semantic};
    use shader::pipeline::program::RecordLayout;
    use std::sync::Arc;

    fn decompose_strips(output: GeometryOutput, events: &[(u8, bool)]) -> [Stream; 4] {
        let layout = RecordLayout { slots: vec![Semantic::Position], ..RecordLayout::default() };
        let code = Arc::new(shader::ir::verified(shader::ir::Bytecode { output_stride: 4, ..Default::default() }));
        let executable = Executable { code, output: layout, streams: 4 };
        let geometry = Geometry { input: GeometryInput::Points, output, max_vertices: 100, invocations: 1 };
        let stage = GeometryStage::new(&executable, geometry, true);
        let mut emitted = cleared(None, 100);
        let mut number = 0;
        for &(stream, is_vertex) in events {
            emitted.events[0].push((stream, is_vertex));
            if is_vertex {
                emitted.vertices[0].extend([u32::from(stream), number, 0, 0, 0]);
                number += 1;
            }
        }
        let mut streams = <[Stream; 4]>::default();
        stage.decompose_strips(&emitted, 1, &mut streams);
        streams
    }

    #[test]
    fn strips_are_decomposed_and_incomplete_ones_dropped() {
        let (v, e) = ((0, true), (0, false));
        let triangles = decompose_strips(GeometryOutput::TriangleStrip, &[v, v, v, v, e, v, v, e, v, v, v]);
        assert_eq!(triangles[0].primitives, [[0, 1, 2], [2, 1, 3], [6, 7, 8]]);
        assert_eq!(decompose_strips(GeometryOutput::LineStrip, &[v, e, v, v, v, e, e]).map(|stream| stream.primitives.len()), [2, 0, 0, 0]);
        assert_eq!(decompose_strips(GeometryOutput::LineStrip, &[]).map(|stream| stream.primitives.len()), [0; 4]);
    }

    #[test]
    fn streams_have_their_own_records() {
        let streams = decompose_strips(GeometryOutput::Points, &[(0, true), (1, true), (0, false), (1, true), (3, true)]);
        assert_eq!(streams.each_ref().map(|stream| stream.primitives.len()), [1, 2, 0, 1]);
        assert_eq!(streams[1].records, [1, 0, 0, 0, 2, 0, 0, 0]);
        assert_eq!(streams[1].primitives, [[0; 3], [1; 3]]);
    }
}
