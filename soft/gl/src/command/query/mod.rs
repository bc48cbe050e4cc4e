//! Query objects: counters, booleans and times. They are never shared between contexts.
//!
//! The counters of `context.statistics` only grow, so beginning a query copies one and ending it subtracts. Draws that wait for others are complete
//! before a query begins or ends: results are available at once.

mod clock;
mod conditional;
mod objects;
mod results;
mod target;
#[cfg(test)]
mod tests;

pub use clock::timestamp;

use crate::context::Context;
use crate::dispatch::Entry;

/// Returns true if an occlusion query is active. Draws count the samples that pass only then.
pub fn occlusion(context: &Context) -> bool {
    context.queries.active[target::OCCLUSION_SLOT].target != 0
}

/// Returns true if conditional rendering discards draws, clears and dispatches.
pub fn rendering_discarded(context: &Context) -> bool {
    context.queries.conditional.is_some_and(|conditional| conditional.discard)
}

/// Returns the commands of query objects.
pub fn commands() -> Vec<Entry> {
    [objects::commands(), results::commands(), conditional::commands()].concat()
}
