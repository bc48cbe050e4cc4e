//! Tests of the whole rasteriser against slow references.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod clipping;
mod coverage;
mod layers;
mod multisample;
mod operations;
mod packing;
mod shading;
mod smooth;
mod whole_blocks;

use super::*;
use base::core::compare::Compare;
use base::hir::{Interpolation, Sampling, Semantic};
use base::image::format::Format;
use base::image::{Rectangle, Surface};
use shader::ir::Bytecode;
use shader::ir::bytecode::{Code, Input, NONE, Op, Output, Target};
use shader::pipeline::blend::{AdvancedEquation, Blend, BlendEquation, BlendFactor};
use shader::pipeline::program::{Executable, Fragment, Program, RecordLayout};
use shader::pipeline::state::*;
use std::sync::Arc;

/// A draw with all state that the tests change.
pub struct Scene {
    pub kind: PrimitiveKind,
    pub layout: RecordLayout,
    pub records: Vec<u32>,
    pub primitives: Vec<[u32; 3]>,
    pub provoking: Vec<u8>,
    pub edge_flags: Vec<u8>,
    pub state: RasterState,
    pub targets: Targets,
    pub program: Program,
    pub resources: Resources,
    pub occlusion: bool,
    pub budget: u64,
    pub threads: usize,
    pub baseline: bool,
}

pub fn op(code: Code, dst: u16, a: u16, b: u16, c: u16) -> Op {
    Op { code, dst, a, b, c, payload: ().into() }
}

/// Returns code that writes slot 1's four components as colour 0.
pub fn pass_colors() -> Bytecode {
    let varying = |component: u8| {
        (component.into(), Input::Varying { slot: 1, component, interpolation: Interpolation::Smooth, sampling: Sampling::Center })
    };
    let color = |component: u8| (component.into(), Output::FragmentColor { location: 0, index: 0, component });
    Bytecode {
        ops: vec![op(Code::End, NONE, NONE, NONE, NONE)],
        registers: 8,
        inputs: (0..4).map(varying).collect(),
        outputs: (0..4).map(color).collect(),
        ..Bytecode::default()
    }
}

pub fn with_fragment(code: Bytecode) -> Program {
    let executable = Executable { code: Arc::new(shader::ir::verified(code)), ..Executable::default() };
    Program { fragment: Some((executable, Fragment::default())), ..Program::default() }
}

pub const ALPHA_BLEND: Blend = Blend {
    enabled: true,
    color: (BlendEquation::Add, BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha),
    alpha: (BlendEquation::Add, BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha),
    write_mask: [true; 4],
};

impl Scene {
    /// Creates a scene with an RGBA8 target and a program that passes slot 1 as the colour.
    pub fn new(width: u32, height: u32) -> Self {
        let layout = RecordLayout { slots: vec![Semantic::Position, Semantic::User(0)], ..RecordLayout::default() };
        let viewport = Viewport { x: 0.0, y: 0.0, width: width as f32, height: height as f32, near: 0.0, far: 1.0 };
        let scissor = Rectangle { x0: 0, y0: 0, x1: width as i32, y1: height as i32 };
        let state = RasterState { viewports: vec![viewport; 16], scissors: vec![scissor; 16], dither: false, ..RasterState::default() };
        let color = Surface::new(Format::Rgba8, width, height).unwrap();
        Self {
            kind: PrimitiveKind::Triangle,
            layout,
            records: Vec::new(),
            primitives: Vec::new(),
            provoking: Vec::new(),
            edge_flags: Vec::new(),
            state,
            targets: Targets { colors: vec![Some(color)], width, height, ..Targets::default() },
            program: with_fragment(pass_colors()),
            resources: Resources::default(),
            occlusion: true,
            budget: u64::MAX,
            threads: 1,
            baseline: false,
        }
    }

    /// Adds a record: a clip-space position and one more slot.
    pub fn vertex(&mut self, position: [f32; 4], color: [f32; 4]) -> u32 {
        self.records.extend(position.iter().chain(&color).map(|v| v.to_bits()));
        let slots = self.layout.slots.len();
        self.records.extend(std::iter::repeat_n(0, (slots - 2) * 4));
        (self.records.len() / self.layout.stride() - 1) as u32
    }

    /// Adds a vertex at window coordinates in pixels, with depth from -1 to 1.
    pub fn window_vertex(&mut self, x: f32, y: f32, z: f32, color: [f32; 4]) -> u32 {
        let (width, height) = (self.targets.width as f32, self.targets.height as f32);
        self.vertex([x / width * 2.0 - 1.0, y / height * 2.0 - 1.0, z, 1.0], color)
    }

    pub fn triangle(&mut self, points: [[f32; 2]; 3], z: f32, color: [f32; 4]) {
        let primitive = points.map(|[x, y]| self.window_vertex(x, y, z, color));
        self.primitives.push(primitive);
    }

    /// Adds two triangles.
    pub fn rectangle(&mut self, [x0, y0, x1, y1]: [f32; 4], z: f32, color: [f32; 4]) {
        self.triangle([[x0, y0], [x1, y0], [x1, y1]], z, color);
        self.triangle([[x0, y0], [x1, y1], [x0, y1]], z, color);
    }

    pub fn clear_geometry(&mut self) {
        self.records.clear();
        self.primitives.clear();
    }

    pub fn draw(&self) -> Result<Statistics, Failure> {
        self.draw_with(&mut Raster { baseline: self.baseline, ..Raster::default() })
    }

    pub fn draw_with(&self, raster: &mut Raster) -> Result<Statistics, Failure> {
        let pool = Pool::new(self.threads);
        let cancel = AtomicBool::new(false);
        let draw = Draw {
            program: &self.program,
            attributes: &[],
            resources: &self.resources,
            raster: &self.state,
            targets: &self.targets,
            feedback: None,
            default_tess_levels: ([1.0; 4], [1.0; 2]),
            occlusion: self.occlusion,
            cancel: &cancel,
            budget: self.budget,
        };
        let batch = Batch {
            kind: self.kind,
            layout: &self.layout,
            records: &self.records,
            stride: self.layout.stride(),
            primitives: &self.primitives,
            provoking: &self.provoking,
            primitive_ids: &[],
            first_primitive_id: 0,
            edge_flags: &self.edge_flags,
        };
        let mut statistics = Statistics::default();
        rasterise(raster, &pool, &draw, &batch, &mut statistics)?;
        Ok(statistics)
    }

    /// Returns the word of a pixel of colour buffer 0, in memory rows.
    pub fn pixel(&self, x: u32, y: u32) -> u32 {
        let surface = self.targets.colors[0].as_ref().unwrap();
        surface.memory.word(y as usize * surface.row_words + x as usize)
    }

    /// Returns all words of colour buffer 0.
    pub fn image(&self) -> Vec<u32> {
        let memory = &self.targets.colors[0].as_ref().unwrap().memory;
        (0..memory.words().len()).map(|index| memory.word(index)).collect()
    }

    /// Adds a depth (and stencil) buffer.
    pub fn add_depth(&mut self, format: Format, words: impl Fn(usize) -> u32) {
        let surface = Surface::new(format, self.targets.width, self.targets.height).unwrap();
        for index in 0..surface.memory.words().len() {
            surface.memory.set_word(index, words(index));
        }
        self.targets.depth = Some(surface.clone());
        self.targets.stencil = Some(surface);
    }
}

/// Generates pseudorandom numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }

    /// Returns a number in [0, 1), in steps of 1/1024.
    pub fn unit(&mut self) -> f32 {
        self.below(1024) as f32 / 1024.0
    }
}
