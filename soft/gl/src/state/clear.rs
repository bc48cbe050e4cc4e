//! Clear values.

/// The values that glClear writes.
#[derive(Clone, Debug)]
pub struct ClearValues {
    /// `GL_COLOR_CLEAR_VALUE`, not clamped; bits of integers where glClearColorI set them.
    pub color: [f32; 4],
    /// `GL_DEPTH_CLEAR_VALUE`.
    pub depth: f64,
    /// `GL_STENCIL_CLEAR_VALUE`.
    pub stencil: i32,
    /// `GL_INDEX_CLEAR_VALUE`, for getters: no framebuffer has colour indices.
    pub index: f32,
    /// `GL_ACCUM_CLEAR_VALUE`.
    pub accumulation: [f32; 4],
}

impl Default for ClearValues {
    fn default() -> Self {
        Self { color: [0.0; 4], depth: 1.0, stencil: 0, index: 0.0, accumulation: [0.0; 4] }
    }
}
