//! Query objects: counters, booleans and times. They are never shared between contexts.
//!
//! The counters of `context.statistics` only grow, so beginning a query copies one and ending it subtracts. Every draw is complete when
//! its command returns: results are available at once.

mod clock;
mod conditional;
mod objects;
mod results;
mod target;
#[cfg(test)]
mod tests;

pub use clock::timestamp;

use crate::gl::context::Context;
use crate::gl::dispatch::Command;
use crate::gl::object::names::{Labelled, Names};
use target::SLOTS;

/// A query object. It has its target from its first use, or from glCreateQueries.
#[derive(Clone, Copy, Debug)]
struct Query {
    target: u32,
    result: u64,
    active: bool,
}

/// A query under way in one of the slots.
#[derive(Clone, Copy, Debug)]
struct Active {
    name: u32,
    target: u32,
    /// The counter when it began.
    begun: u64,
    /// Its object was deleted meanwhile: nobody will ask for the result.
    orphan: bool,
}

/// Conditional rendering under way.
#[derive(Clone, Copy, Debug)]
struct Conditional {
    name: u32,
    discard: bool,
}

/// A context's queries.
pub struct State {
    queries: Names<Query>,
    active: [Option<Active>; SLOTS],
    conditional: Option<Conditional>,
    clock: clock::Clock,
}

impl Default for State {
    fn default() -> Self {
        Self { queries: Names::default(), active: [None; SLOTS], conditional: None, clock: clock::Clock::default() }
    }
}

impl State {
    /// The objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.queries
    }
}

/// Whether an occlusion query is active: draws count the samples that pass only then.
pub fn occlusion(context: &Context) -> bool {
    context.queries.active[target::OCCLUSION_SLOT].is_some()
}

/// Whether conditional rendering drops draws, clears and dispatches now.
pub fn rendering_discarded(context: &Context) -> bool {
    context.queries.conditional.is_some_and(|conditional| conditional.discard)
}

/// All commands of query objects.
pub fn commands() -> Vec<Command> {
    [objects::commands(), results::commands(), conditional::commands()].concat()
}
