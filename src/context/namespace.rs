//! The names of a context's queries, and which of them are active.

use crate::gl::GLuint;
use crate::hash::NameHasher;
use crate::target::{SLOTS, Target};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// "marked as used, for the purposes of GenQueries only": no object yet [CQ-03].
    Reserved,
    /// An object, whose type never changes [C-13].
    Object(Target),
    /// An object of a target that glmeter does not know: the driver answers for it.
    Foreign,
}

/// One name.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// What the name stands for.
    pub state: State,
    /// The slot in which it is active.
    pub slot: Option<u8>,
    /// False from `glCreateQueries` until the first use: such an object has the result 0, available at once [CQ-09].
    pub issued: bool,
    /// The result was seen to be available since the query was last issued [CQ-69].
    pub available: bool,
    /// The result, once it was read [CQ-69].
    pub result: Option<u64>,
    /// The result is not what the driver said.
    pub corrected: bool,
    /// When a TIME_ELAPSED query began, nanoseconds of [`crate::clock::now`]: no result can be longer ago. Else 0.
    pub begun: u64,
    /// A flush was sent since the query was last issued, so that polling makes progress [CQ-67].
    pub flushed: bool,
    /// The application deleted it, and the object lives on until it is no longer used [CQ-13 CQ-14].
    pub deleted: bool,
}

impl Query {
    /// A generated name.
    pub const RESERVED: Self = Self {
        state: State::Reserved,
        slot: None,
        issued: false,
        available: false,
        result: None,
        corrected: false,
        begun: 0,
        flushed: false,
        deleted: false,
    };

    /// Starts afresh as a query of `target`: "RESULT is set to zero, AVAILABLE to FALSE" [CQ-32].
    pub fn issue(&mut self, target: Target) {
        *self = Self { state: State::Object(target), issued: true, ..Self::RESERVED };
    }

    /// Returns the object's target, unless the name stands for none that glmeter knows.
    pub fn target(&self) -> Option<Target> {
        match self.state {
            State::Object(target) => Some(target),
            _ => None,
        }
    }
}

/// The query objects of one context. Query objects are not shared [CQ-36].
pub struct Namespace {
    names: HashMap<GLuint, Query, BuildHasherDefault<NameHasher>>,
    /// The active query of each slot and its target; 0 for none.
    slots: [(GLuint, Target); SLOTS],
    /// The query of the active conditional render; 0 for none.
    pub condition: GLuint,
    /// The driver runs query commands that glmeter does not see (display lists, a context joined late): it alone knows [CQ-35].
    pub host_alone_knows: bool,
    /// A display list is being compiled.
    pub compiling: bool,
}

impl Default for Namespace {
    fn default() -> Self {
        let slots = [(0, Target::SAMPLES_PASSED); SLOTS];
        Self { names: HashMap::default(), slots, condition: 0, host_alone_knows: false, compiling: false }
    }
}

impl Namespace {
    /// Returns a name that the application may use.
    #[inline]
    pub fn get(&self, id: GLuint) -> Option<&Query> {
        self.names.get(&id).filter(|query| !query.deleted)
    }

    /// Returns a name that the application may use.
    #[inline]
    pub fn get_mut(&mut self, id: GLuint) -> Option<&mut Query> {
        self.names.get_mut(&id).filter(|query| !query.deleted)
    }

    /// Returns true if the application deleted the name while its object is in use.
    pub fn is_deleted(&self, id: GLuint) -> bool {
        self.names.get(&id).is_some_and(|query| query.deleted)
    }

    /// Returns true if there is a record of the name, deleted or not.
    pub fn is_known(&self, id: GLuint) -> bool {
        self.names.contains_key(&id)
    }

    /// Returns a name, deleted or not.
    pub fn entry(&mut self, id: GLuint) -> &mut Query {
        self.names.entry(id).or_insert(Query::RESERVED)
    }

    /// Makes room for so many more names. False if there is none.
    pub fn reserve(&mut self, count: usize) -> bool {
        self.names.try_reserve(count).is_ok()
    }

    /// Adds a name as it is.
    pub fn insert(&mut self, id: GLuint, query: Query) {
        self.names.insert(id, query);
    }

    /// Takes a name out.
    pub fn remove(&mut self, id: GLuint) -> Option<Query> {
        self.names.remove(&id)
    }

    /// Returns the name active in a slot, deleted or not; 0 for none.
    #[inline]
    pub fn active(&self, slot: usize) -> GLuint {
        self.slots.get(slot).map_or(0, |(id, _)| *id)
    }

    /// Returns the target of the query that is active in a slot.
    #[inline]
    pub fn active_target(&self, slot: usize) -> Option<Target> {
        self.slots.get(slot).filter(|(id, _)| *id != 0).map(|(_, target)| *target)
    }

    /// Returns a name that the application may use, and a slot's active query.
    #[inline]
    pub fn name_and_slot(&mut self, id: GLuint, slot: usize) -> (Option<&mut Query>, &mut (GLuint, Target)) {
        // Every target's slots are within the array.
        let slot = slot.min(SLOTS - 1);
        (self.names.get_mut(&id).filter(|query| !query.deleted), &mut self.slots[slot])
    }

    /// Makes a query active in a slot.
    #[inline]
    pub fn begin(&mut self, id: GLuint, target: Target, slot: usize) {
        let query = self.entry(id);
        query.issue(target);
        query.slot = Some(slot as u8);
        if let Some(active) = self.slots.get_mut(slot) {
            *active = (id, target);
        }
    }

    /// Empties a slot. The second part says that its query was deleted meanwhile, and its record is gone.
    #[inline]
    pub fn end(&mut self, slot: usize) -> (GLuint, bool) {
        let Some(active) = self.slots.get_mut(slot) else { return (0, false) };
        let id = core::mem::take(&mut active.0);
        let Some(query) = self.names.get_mut(&id) else { return (id, false) };
        query.slot = None;
        let ends_here = query.deleted && id != self.condition;
        if ends_here {
            self.names.remove(&id);
        }
        (id, ends_here)
    }
}
