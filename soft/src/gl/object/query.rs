//! Query objects: counters, booleans and times. Contexts never share them.

use crate::gl::object::names::{Labelled, Names};

/// Active queries there can be at once: occlusion, time, overflow, the eleven statistics and three targets with four streams.
pub const SLOTS: usize = 26;

/// The last time given: no two are equal.
#[derive(Default)]
pub struct Clock {
    pub last: u64,
}

/// A query object. It has its target from its first use, or from glCreateQueries.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub target: u32,
    pub result: u64,
    pub active: bool,
}

/// A query under way in one of the slots.
#[derive(Clone, Copy, Debug)]
pub struct Active {
    pub name: u32,
    pub target: u32,
    /// The counter when it began.
    pub begun: u64,
    /// Its object was deleted meanwhile: no command can read the result.
    pub orphan: bool,
}

/// Conditional rendering under way.
#[derive(Clone, Copy, Debug)]
pub struct Conditional {
    pub name: u32,
    pub discard: bool,
}

/// A context's queries.
pub struct State {
    pub queries: Names<Query>,
    pub active: [Option<Active>; SLOTS],
    pub conditional: Option<Conditional>,
    pub clock: Clock,
}

impl Default for State {
    fn default() -> Self {
        Self { queries: Names::default(), active: [None; SLOTS], conditional: None, clock: Clock::default() }
    }
}

impl State {
    /// The objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.queries
    }
}
