//! State of draws: patches, the operation budget and the pipeline.

use crate::config::Config;
use draw::geometry::Pipeline;

/// State of draws.
pub struct DrawState {
    /// GL_PATCH_VERTICES.
    pub patch_vertices: u32,
    /// GL_PATCH_DEFAULT_OUTER_LEVEL, GL_PATCH_DEFAULT_INNER_LEVEL.
    pub default_tess_levels: ([f32; 4], [f32; 2]),
    /// Limits the operations of one wave.
    pub budget: u64,
    /// The pipeline; none before the first draw.
    pub pipeline: Option<Pipeline>,
}

/// The operations of one wave in contexts that are lost on reset: some seconds.
pub const BUDGET: u64 = 1 << 29;

/// The operations of one wave in other contexts: some minutes, after which the draw ends with GL_OUT_OF_MEMORY.
pub const LARGE_BUDGET: u64 = 1 << 34;

impl DrawState {
    /// Creates the initial state.
    pub fn new(config: &Config) -> Self {
        Self {
            patch_vertices: 3,
            default_tess_levels: ([1.0; 4], [1.0; 2]),
            budget: if config.lose_on_reset { BUDGET } else { LARGE_BUDGET },
            pipeline: None,
        }
    }
}
