//! Clearing and blitting framebuffers.

/// Clear values.
#[derive(Clone, Debug)]
pub struct State {
    pub color: [f32; 4],
    pub depth: f64,
    pub stencil: i32,
}

impl Default for State {
    fn default() -> Self {
        Self { color: [0.0; 4], depth: 1.0, stencil: 0 }
    }
}

/// The commands.
pub fn commands() -> Vec<super::entry::Command> {
    Vec::new()
}
