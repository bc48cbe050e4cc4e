//! State of draws: patches, budgets and the pipeline.

use crate::geometry::Pipeline;
use crate::gl::config::Config;

/// What draws keep from one to the next.
pub struct State {
    /// GL_PATCH_VERTICES.
    pub patch_vertices: u32,
    /// GL_PATCH_DEFAULT_OUTER_LEVEL, GL_PATCH_DEFAULT_INNER_LEVEL.
    pub default_tess_levels: ([f32; 4], [f32; 2]),
    /// Operations that one wave may take.
    pub budget: u64,
    /// The pipeline, from the first draw on.
    pub pipeline: Option<Pipeline>,
}

/// Operations that one wave may take where endless shaders lose the context: some seconds.
pub const BUDGET: u64 = 1 << 29;

/// The same where a reset is not reported: some minutes, after which the draw ends with GL_OUT_OF_MEMORY.
pub const LARGE_BUDGET: u64 = 1 << 34;

impl State {
    /// A new context's state.
    pub fn new(config: &Config) -> Self {
        Self {
            patch_vertices: 3,
            default_tess_levels: ([1.0; 4], [1.0; 2]),
            budget: if config.lose_on_reset { BUDGET } else { LARGE_BUDGET },
            pipeline: None,
        }
    }
}
