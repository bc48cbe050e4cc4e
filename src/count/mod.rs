//! Counts the vertices, primitives and invocations that draws and dispatches submit, also from display lists. `rules::draw` has the
//! commands.

pub mod drawing;
pub mod lists;
pub mod step;
pub mod submitted;
