//! State of the compatibility profile.

use crate::config::Config;
use crate::context::{attribute_stack, immediate, recording};
use crate::object::{assembly_program, ati_fragment_shader, fixed_function};
use crate::state::{evaluators, lighting, matrix, pixel_transfer, raster_position, render_mode, texture_environment};
use crate::tokens::*;
use shader::pipeline::pixel_rectangle::PixelRectangle;
use std::sync::Arc;

/// State of the compatibility profile.
pub struct State {
    /// Matrix stacks.
    pub matrices: matrix::State,
    /// Display lists.
    pub lists: recording::State,
    /// Lighting, fog and clip planes.
    pub lighting: lighting::State,
    /// Texture environments.
    pub environment: texture_environment::State,
    /// Attribute stacks.
    pub stacks: attribute_stack::State,
    /// The raster position.
    pub raster: raster_position::State,
    /// Pixel transfer modes and pixel maps.
    pub pixel_transfer: pixel_transfer::State,
    /// Maps and grids of evaluators.
    pub evaluators: evaluators::State,
    /// Selection and feedback.
    pub render_mode: render_mode::State,
    /// The primitive between glBegin and glEnd.
    pub immediate: immediate::State,
    /// Programs in assembly languages.
    pub assembly: assembly_program::State,
    /// Shaders of GL_ATI_fragment_shader.
    pub fragment_shader: ati_fragment_shader::State,
    /// Programs of the fixed function.
    pub programs: fixed_function::Programs,
    /// Enabled capabilities, by token.
    pub enabled: std::collections::HashSet<u32>,
    /// GL_ALPHA_TEST_FUNC and GL_ALPHA_TEST_REF.
    pub alpha_func: (u32, f32),
    /// True if the fixed function gives each point of the current draw its size.
    pub sized_points: bool,
    /// One bit for each material property that each vertex of the current draw has, in the order of [`crate::context::vertex_material`].
    pub vertex_materials: u16,
    /// True while the fragments of a pixel rectangle or a bitmap are drawn: their vertices have what belongs to the raster position.
    pub draws_rectangles: bool,
    /// The pixel rectangle that is being drawn.
    pub pixel_rectangle: Option<Arc<PixelRectangle>>,
    /// True if no clip plane applies to the current draw, whose vertex program computes the position.
    pub unclipped: bool,
}

impl State {
    /// Creates the initial state.
    pub fn new(config: &Config) -> Self {
        Self {
            matrices: Default::default(),
            lists: recording::State::new(config),
            lighting: Default::default(),
            environment: Default::default(),
            stacks: Default::default(),
            raster: Default::default(),
            pixel_transfer: Default::default(),
            evaluators: Default::default(),
            render_mode: Default::default(),
            immediate: Default::default(),
            assembly: Default::default(),
            fragment_shader: Default::default(),
            programs: Default::default(),
            enabled: Default::default(),
            alpha_func: (GL_ALWAYS, 0.0),
            sized_points: false,
            vertex_materials: 0,
            draws_rectangles: false,
            pixel_rectangle: None,
            unclipped: false,
        }
    }
}

impl State {
    /// Returns true if commands need the checks of `dispatch`: between glBegin and glEnd, and while a list is compiled.
    pub fn watches(&self) -> bool {
        self.immediate.is_open() || self.lists.is_compiling()
    }
}
