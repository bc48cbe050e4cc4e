//! Query objects: counters, booleans and times. Contexts never share them.

use crate::object::names::{Labelled, Names};

/// The number of queries that can be active at once: occlusion, time, overflow, the eleven statistics and three targets with four streams.
pub const SLOTS: usize = 26;

/// The clock of time queries.
#[derive(Default)]
pub struct Clock {
    /// The last time returned, in nanoseconds: no two are equal.
    pub last: u64,
}

/// A query object. Its first use, or glCreateQueries, sets the target.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// GL_QUERY_TARGET.
    pub target: u32,
    /// The result of the last query.
    pub result: u64,
    /// True between glBeginQuery and glEndQuery.
    pub active: bool,
}

/// An active query, or none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Active {
    /// Its name.
    pub name: u32,
    /// Its target; 0 for none.
    pub target: u32,
    /// The value of the counter at glBeginQuery.
    pub begun: u64,
    /// True if the object was deleted meanwhile, so that no command can read the result.
    pub orphan: bool,
}

/// Conditional rendering in progress.
#[derive(Clone, Copy, Debug)]
pub struct Conditional {
    /// The query object.
    pub name: u32,
    /// True if commands are discarded.
    pub discard: bool,
}

/// Queries of a context.
pub struct Queries {
    /// Query objects by name.
    pub queries: Names<Query>,
    /// Active queries by slot.
    pub active: [Active; SLOTS],
    /// Conditional rendering, while it is in progress.
    pub conditional: Option<Conditional>,
    /// The clock of time queries.
    pub clock: Clock,
}

impl Default for Queries {
    fn default() -> Self {
        Self { queries: Names::default(), active: [Active::default(); SLOTS], conditional: None, clock: Clock::default() }
    }
}

impl Queries {
    /// Returns the objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.queries
    }
}
