//! Evaluators: vertices, colors, normals and texture coordinates from polynomials.

mod evaluate;
mod get;
mod map;
#[cfg(test)]
mod tests;

use crate::dispatch::Entry;
pub use get::state;

/// Returns the commands of evaluators.
pub fn commands() -> Vec<Entry> {
    [evaluate::commands(), get::commands(), map::commands()].concat()
}
