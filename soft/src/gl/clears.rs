//! Clearing and blitting framebuffers.

mod blit;
mod clear;
mod invalidate;

/// Clear values.
#[derive(Clone, Debug)]
pub struct State {
    /// Not clamped; bits of integers where glClearColorI set them.
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
    [clear::commands(), blit::commands(), invalidate::commands()].concat()
}

#[cfg(test)]
mod tests;
