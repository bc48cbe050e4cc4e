//! The query names of a context, and the active queries.

use super::names::Names;
use crate::gl::GLuint;
use crate::target::{SLOTS, Target};

/// The kind of object that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameState {
    /// No object yet: "marked as used, for the purposes of GenQueries only" [CQ-03].
    Reserved,
    /// An object of this target, which never changes [C-13].
    Object(Target),
    /// An object of a target that glmeter does not know: all its commands go to the driver.
    Foreign,
}

/// The state of one name.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    /// The kind of object that the name stands for.
    pub state: NameState,
    /// The slot in which it is active, if it is.
    pub slot: Option<u8>,
    /// False from `glCreateQueries` until the first use: such an object has the result 0, available at once [CQ-09].
    pub issued: bool,
    /// The application has seen the result as available since the query was last issued [CQ-69].
    pub available: bool,
    /// The result, once the application has read it [CQ-69].
    pub result: Option<u64>,
    /// glmeter corrected the driver's result.
    pub corrected: bool,
    /// When a TIME_ELAPSED query began, in nanoseconds of [`crate::clock::now`], which bounds its result; otherwise 0.
    pub begun: u64,
    /// glmeter has flushed since the query was last issued, so that polling makes progress [CQ-67].
    pub flushed: bool,
    /// The application deleted the name; the object lives on until its last use ends [CQ-13 CQ-14].
    pub deleted: bool,
}

impl Query {
    /// A generated name without an object.
    pub const RESERVED: Self = Self {
        state: NameState::Reserved,
        slot: None,
        issued: false,
        available: false,
        result: None,
        corrected: false,
        begun: 0,
        flushed: false,
        deleted: false,
    };

    /// Resets the state for a new query of `target`: "RESULT is set to zero, AVAILABLE to FALSE" [CQ-32].
    pub fn issue(&mut self, target: Target) {
        *self = Self { state: NameState::Object(target), issued: true, ..Self::RESERVED };
    }

    /// Returns true if it is not active, and its name has no object yet or one of this target.
    #[inline]
    pub fn may_become(&self, target: Target) -> bool {
        self.slot.is_none()
            && matches!(self.state, NameState::Reserved | NameState::Object(_))
            && self.target().is_none_or(|of| of == target)
    }

    /// Returns the object's target. Returns `None` if the name has no object or one whose target glmeter does not know.
    pub fn target(&self) -> Option<Target> {
        match self.state {
            NameState::Object(target) => Some(target),
            _ => None,
        }
    }
}

/// The query objects of one context. Query objects are not shared [CQ-36].
pub struct Namespace {
    names: Names<Query>,
    /// The name (0 for none) and the target of each slot's active query.
    slots: [(GLuint, Target); SLOTS],
    /// The query of the active conditional rendering; 0 for none.
    pub condition: GLuint,
    /// The driver may have executed query commands that glmeter did not see (display lists), so that only the driver knows which queries exist
    /// and are active [CQ-35].
    pub untracked: bool,
    /// The program used the context before glmeter did, so that the driver may have names that glmeter does not know.
    pub late: bool,
    /// A display list is being compiled.
    pub compiling: bool,
}

impl Default for Namespace {
    fn default() -> Self {
        let slots = [(0, Target::SAMPLES_PASSED); SLOTS];
        Self { names: Names::default(), slots, condition: 0, untracked: false, late: false, compiling: false }
    }
}

impl Namespace {
    /// Returns the state of a name that is not deleted.
    #[inline]
    pub fn get(&self, id: GLuint) -> Option<&Query> {
        self.names.get(id).filter(|query| !query.deleted)
    }

    /// Returns the state of a name that is not deleted, for changes.
    #[inline]
    pub fn get_mut(&mut self, id: GLuint) -> Option<&mut Query> {
        self.names.get_mut(id).filter(|query| !query.deleted)
    }

    /// Returns true if the application has query names.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns true if the name is deleted but its object is still in use.
    pub fn is_deleted(&self, id: GLuint) -> bool {
        self.names.get(id).is_some_and(|query| query.deleted)
    }

    /// Returns true if the name has a state here, deleted or not.
    pub fn is_known(&self, id: GLuint) -> bool {
        self.names.get(id).is_some()
    }

    /// Returns the state of a name, deleted or not. Adds an unknown name as reserved.
    pub fn entry(&mut self, id: GLuint) -> &mut Query {
        self.names.or_insert(id, Query::RESERVED)
    }

    /// Reserves memory for `count` more names. Returns false if there is not enough.
    pub fn reserve(&mut self, count: usize) -> bool {
        self.names.reserve(count)
    }

    /// Adds a name with this state.
    pub fn insert(&mut self, id: GLuint, query: Query) {
        self.names.insert(id, query);
    }

    /// Removes a name. Returns its state.
    pub fn remove(&mut self, id: GLuint) -> Option<Query> {
        self.names.remove(id)
    }

    /// Returns true if a query is active.
    pub(crate) fn has_active(&self) -> bool {
        self.slots.iter().any(|(id, _)| *id != 0)
    }

    /// Returns the name of a slot's active query, deleted or not; 0 for none.
    #[inline]
    pub fn active(&self, slot: usize) -> GLuint {
        self.slots.get(slot).map_or(0, |(id, _)| *id)
    }

    /// Returns the target of a slot's active query.
    #[inline]
    pub fn active_target(&self, slot: usize) -> Option<Target> {
        self.slots.get(slot).filter(|(id, _)| *id != 0).map(|(_, target)| *target)
    }

    /// Returns the state of a name that is not deleted, and a slot's active query.
    #[inline]
    pub fn name_and_slot(&mut self, id: GLuint, slot: usize) -> (Option<&mut Query>, &mut (GLuint, Target)) {
        // Every target's slots are within the array.
        let slot = slot.min(SLOTS - 1);
        (self.names.get_mut(id).filter(|query| !query.deleted), &mut self.slots[slot])
    }

    /// Returns the state of a slot's active query, if its name is not deleted, and the slot.
    #[inline]
    pub fn holder(&mut self, slot: usize) -> (Option<&mut Query>, &mut (GLuint, Target)) {
        let slot = slot.min(SLOTS - 1);
        let holder = &mut self.slots[slot];
        let id = holder.0;
        (self.names.get_mut(id).filter(|query| id != 0 && !query.deleted), holder)
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

    /// Ends a slot's active query. Returns its name, and true if the name was deleted meanwhile and its state is now removed.
    #[inline]
    pub fn end(&mut self, slot: usize) -> (GLuint, bool) {
        let Some(active) = self.slots.get_mut(slot) else { return (0, false) };
        let id = core::mem::take(&mut active.0);
        let Some(query) = self.names.get_mut(id) else { return (id, false) };
        query.slot = None;
        let ends_here = query.deleted && id != self.condition;
        if ends_here {
            self.names.remove(id);
        }
        (id, ends_here)
    }
}
