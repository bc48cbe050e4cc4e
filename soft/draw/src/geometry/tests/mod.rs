//! Tests of whole draws with hand-made programs, observed through transform feedback and the counters.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod compute;
mod draws;
mod fetch;
mod stages;

use super::{Pipeline, draw};
use base::core::memory::Memory;
use base::core::pool::Pool;
use base::core::statistics::Statistics;
use base::hir::{Semantic, Type};
use base::image::Rectangle;
use shader::ir::Bytecode;
use shader::ir::bytecode::{Code, Encoded, Input, NONE, Op, Output, Splat};
use shader::pipeline::draw_call::*;
use shader::pipeline::program::{Executable, FeedbackVarying, Program, RecordLayout};
use shader::pipeline::state::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub fn op(code: Code, dst: u16, a: u16, b: u16, c: u16, number: u32) -> Op {
    Op { code, dst, a, b, c, payload: Encoded::from_bits(0, number) }
}

/// Creates bytecode with these tables and enough registers for the tests.
pub fn code(ops: Vec<Op>, splats: &[(u16, u32)], inputs: &[(u16, Input)], words: &[(u16, u16)]) -> Bytecode {
    let splats = splats.iter().map(|&(register, value)| (register, Splat::Constant(value))).collect();
    let outputs = words.iter().map(|&(register, word)| (register, Output::Varying { slot: word / 4, component: (word % 4) as u8 }));
    let mut ops = ops;
    ops.push(op(Code::End, NONE, NONE, NONE, NONE, 0));
    let outputs = outputs.collect();
    Bytecode {
        ops,
        registers: 32,
        splats,
        inputs: inputs.to_vec(),
        outputs,
        output_stride: 8,
        patch_stride: 8,
        depth: 4,
        ..Bytecode::default()
    }
}

/// Creates a stage whose records have two slots.
pub fn executable(code: Bytecode) -> Executable {
    let layout = RecordLayout { slots: vec![Semantic::Position, Semantic::User(0)], ..RecordLayout::default() };
    Executable { code: Arc::new(shader::ir::verified(code)), output: layout, streams: 1 }
}

/// Creates a vertex shader whose position is attribute 0 and whose varying is (gl_VertexID, gl_InstanceID, gl_BaseVertex, 7).
pub fn vertex_shader() -> Executable {
    let attribute = |component: u8| (u16::from(component), Input::Attribute { location: 0, component });
    let inputs =
        [attribute(0), attribute(1), attribute(2), attribute(3), (4, Input::VertexId), (5, Input::InstanceId), (6, Input::BaseVertex)];
    let words: Vec<(u16, u16)> = (0..8).map(|word| (word, word)).collect();
    executable(code(Vec::new(), &[(7, 7)], &inputs, &words))
}

/// Creates a program that captures these words of the records of a stream.
pub fn program(words: &[u32]) -> Program {
    let vertex = vertex_shader();
    let last_vertex_layout = vertex.output.clone();
    let mut program = Program { vertex: Some(vertex), last_vertex_layout, ..Program::default() };
    capture(&mut program, 0, 0, words);
    program
}

pub fn capture(program: &mut Program, buffer: u32, stream: u32, words: &[u32]) {
    program.feedback.push(FeedbackVarying {
        name: String::from("captured"),
        ty: Type::Void,
        elements: words.len() as u32,
        buffer,
        offset: program.feedback_strides[buffer as usize],
        stream,
        words: words.to_vec(),
    });
    program.feedback_strides[buffer as usize] += words.len() as u32 * 4;
}

pub fn raster_state() -> RasterState {
    RasterState {
        viewports: vec![Viewport { x: 0.0, y: 0.0, width: 16.0, height: 16.0, near: 0.0, far: 1.0 }; 16],
        scissors: vec![Rectangle { x0: 0, y0: 0, x1: 16, y1: 16 }; 16],
        rasterizer_discard: true,
        depth_write: false,
        dither: false,
        ..RasterState::default()
    }
}

pub fn draw_call(mode: Mode, count: u32) -> DrawCall {
    DrawCall { mode, first: 0, count, instances: 1, base_instance: 0, base_vertex: 0, draw_id: 0, indices: None, patch_vertices: 3 }
}

/// Creates 32-bit indices.
pub fn indices(values: &[u32], restart: Option<u32>) -> Option<Indices> {
    let memory = Memory::new(values.len() * 4).unwrap();
    values.iter().enumerate().for_each(|(at, &value)| memory.set_word(at, value));
    Some(Indices { memory: Arc::new(memory), offset: 0, size: 4, restart })
}

/// The state of a test draw.
pub struct Scene {
    pub program: Program,
    pub attributes: Vec<VertexAttribute>,
    pub resources: Resources,
    pub raster: RasterState,
    pub targets: Targets,
    pub tess_levels: ([f32; 4], [f32; 2]),
    /// The sizes of the feedback buffers in bytes.
    pub sizes: [Option<usize>; 4],
    pub cancel: AtomicBool,
    pub budget: u64,
    pub threads: usize,
}

/// The results of a draw.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub result: Result<(), Failure>,
    pub statistics: Statistics,
    /// The words written to each feedback buffer.
    pub captured: [Vec<u32>; 4],
}

impl Scene {
    pub fn new(program: Program) -> Self {
        Self {
            program,
            attributes: vec![VertexAttribute::Current([1, 2, 3, 4, 0, 0, 0, 0]); 29],
            resources: Resources::default(),
            raster: raster_state(),
            targets: Targets::default(),
            tess_levels: ([1.0; 4], [1.0; 2]),
            sizes: [Some(1 << 16), None, None, None],
            cancel: AtomicBool::new(false),
            budget: u64::MAX,
            threads: 1,
        }
    }

    pub fn draw(&self, call: &DrawCall) -> Outcome {
        self.draw_with(&mut Pipeline::new(Arc::new(Pool::new(self.threads))), call)
    }

    pub fn draw_with(&self, pipeline: &mut Pipeline, call: &DrawCall) -> Outcome {
        let buffer = |size: usize| FeedbackBuffer {
            range: BufferRange { memory: Some(Arc::new(Memory::new(size).unwrap())), offset: 0, size },
            written: 0,
        };
        let mut feedback = Feedback { buffers: self.sizes.map(|size| size.map(buffer)) };
        let mut statistics = Statistics::default();
        let mut whole = Draw {
            program: &self.program,
            attributes: &self.attributes,
            resources: &self.resources,
            raster: &self.raster,
            targets: &self.targets,
            feedback: Some(&mut feedback),
            default_tess_levels: self.tess_levels,
            occlusion: false,
            cancel: &self.cancel,
            budget: self.budget,
        };
        let result = draw(pipeline, &mut whole, call, &mut statistics);
        let captured = feedback.buffers.map(|buffer| {
            let Some(buffer) = buffer else { return Vec::new() };
            (0..buffer.written / 4).map(|word| buffer.range.memory.as_ref().unwrap().word(word)).collect()
        });
        Outcome { result, statistics, captured }
    }
}
