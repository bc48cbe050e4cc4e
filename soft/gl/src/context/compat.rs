//! State of the compatibility profile.

use crate::config::Config;
use crate::context::attribute_stack::AttributeStacks;
use crate::context::immediate::BeginEnd;
use crate::context::recording::DisplayLists;
use crate::context::stream::Streams;
use crate::object::assembly_program::AssemblyProgramBindings;
use crate::object::ati_fragment_shader::FragmentShaderBinding;
use crate::object::fixed_function;
use crate::state::evaluators::Evaluators;
use crate::state::lighting::LightingState;
use crate::state::matrix::MatrixStacks;
use crate::state::pixel_transfer::PixelTransfer;
use crate::state::raster_position::RasterPosition;
use crate::state::render_mode::RenderMode;
use crate::state::texture_environment::TextureEnvironments;
use crate::tokens::*;
use shader::pipeline::pixel_rectangle::PixelRectangle;
use std::sync::Arc;

/// State of the compatibility profile.
pub struct CompatibilityState {
    /// Matrix stacks.
    pub matrices: MatrixStacks,
    /// Display lists.
    pub lists: DisplayLists,
    /// Lighting, fog and clip planes.
    pub lighting: LightingState,
    /// Texture environments.
    pub environment: TextureEnvironments,
    /// Attribute stacks.
    pub stacks: AttributeStacks,
    /// The raster position.
    pub raster: RasterPosition,
    /// Pixel transfer modes and pixel maps.
    pub pixel_transfer: PixelTransfer,
    /// Maps and grids of evaluators.
    pub evaluators: Evaluators,
    /// Selection and feedback.
    pub render_mode: RenderMode,
    /// The primitive between glBegin and glEnd.
    pub immediate: BeginEnd,
    /// What is kept of the streams of such primitives.
    pub streams: Streams,
    /// Programs in assembly languages.
    pub assembly: AssemblyProgramBindings,
    /// Shaders of GL_ATI_fragment_shader.
    pub fragment_shader: FragmentShaderBinding,
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

impl CompatibilityState {
    /// Creates the initial state.
    pub fn new(config: &Config) -> Self {
        Self {
            matrices: Default::default(),
            lists: DisplayLists::new(config),
            lighting: Default::default(),
            environment: Default::default(),
            stacks: Default::default(),
            raster: Default::default(),
            pixel_transfer: Default::default(),
            evaluators: Default::default(),
            render_mode: Default::default(),
            immediate: Default::default(),
            streams: Default::default(),
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

impl CompatibilityState {
    /// Returns true if commands need the checks of `dispatch`: between glBegin and glEnd, and while a list is compiled.
    pub fn watches(&self) -> bool {
        self.immediate.is_open() || self.lists.is_compiling()
    }

    /// Returns true if there is an open primitive with room for a vertex, and its vertices are neither recorded nor have materials.
    #[inline]
    pub fn takes_vertices(&self) -> bool {
        self.immediate.has_room() && !self.lists.is_compiling()
    }
}
