//! The active lanes: structured control flow as masks with one bit for each lane.

/// The control flow state of a wave, as defined in [`crate::ir::bytecode`].
#[derive(Default)]
pub(super) struct Control {
    /// The lanes with which the wave was started.
    pub started: u64,
    /// The lanes that were not discarded and have not ended.
    pub alive: u64,
    /// The lanes for which the conditions of all enclosing ifs hold.
    conditions: u64,
    /// The lanes that have not left the innermost loop.
    running: u64,
    /// The lanes that did not skip the rest of this iteration.
    continuing: u64,
    /// The lanes that have not left the innermost region that can be left early: an inlined function or a `switch`.
    called: u64,
    /// For each open `if`: the previous `conditions`, and the lanes where its condition holds.
    ifs: Vec<(u64, u64)>,
    /// For each open loop: the previous `running` and `continuing`.
    loops: Vec<(u64, u64)>,
    /// For each open region that lanes may leave early: the previous `called`.
    calls: Vec<u64>,
    /// For each function that has been called, the index of the operation after the call.
    returns: Vec<usize>,
    /// The index of the next operation.
    pub pc: usize,
}

impl Control {
    /// Reserves space for the deepest nesting, so that running does not allocate.
    pub fn reserve(&mut self, depth: usize) {
        self.ifs.reserve(depth);
        self.loops.reserve(depth);
        self.calls.reserve(depth);
        self.returns.reserve(depth);
    }

    /// Starts a wave with these lanes and no open construct.
    pub fn start(&mut self, lanes: u64) {
        (self.started, self.alive) = (lanes, lanes);
        (self.conditions, self.running, self.continuing, self.called) = (u64::MAX, u64::MAX, u64::MAX, u64::MAX);
        self.ifs.clear();
        self.loops.clear();
        self.calls.clear();
        self.returns.clear();
        self.pc = 0;
    }

    /// Returns the active lanes.
    pub fn active(&self) -> u64 {
        self.conditions & self.running & self.continuing & self.called & self.alive
    }

    /// Enters an `if`, with the lanes where the condition is true.
    pub fn begin_if(&mut self, condition: u64) {
        self.ifs.push((self.conditions, condition));
        self.conditions &= condition;
    }

    /// Switches to the lanes of the other side.
    pub fn begin_else(&mut self) {
        if let Some(&(outer, condition)) = self.ifs.last() {
            self.conditions = outer & !condition;
        }
    }

    /// Leaves an `if`.
    pub fn end_if(&mut self) {
        if let Some((outer, _)) = self.ifs.pop() {
            self.conditions = outer;
        }
    }

    /// Enters a loop.
    pub fn begin_loop(&mut self) {
        let active = self.active();
        self.loops.push((self.running, self.continuing));
        (self.running, self.continuing) = (active, active);
    }

    /// Removes lanes from the innermost loop.
    pub fn leave_loop(&mut self, lanes: u64) {
        self.running &= !lanes;
    }

    /// Removes lanes from the current iteration of the innermost loop.
    pub fn skip_round(&mut self, lanes: u64) {
        self.continuing &= !lanes;
    }

    /// Reactivates the lanes that skipped the rest of the iteration.
    pub fn next_round(&mut self) {
        self.continuing = self.running;
    }

    /// Ends an iteration of the innermost loop. Returns true if another iteration follows; otherwise the loop ends.
    pub fn end_loop(&mut self) -> bool {
        // Lanes that returned or were discarded inside must not keep the loop running.
        self.running &= self.called & self.alive;
        self.continuing = self.running;
        if self.running != 0 {
            return true;
        }
        if let Some((running, continuing)) = self.loops.pop() {
            (self.running, self.continuing) = (running, continuing);
        }
        false
    }

    /// Enters a region that lanes may leave early.
    pub fn enter(&mut self) {
        self.calls.push(self.called);
    }

    /// Leaves a region that lanes may leave early.
    pub fn leave(&mut self) {
        if let Some(called) = self.calls.pop() {
            self.called = called;
        }
    }

    /// Returns the active lanes from the innermost call and from `outer` calls around it. Returns false if there is no open call and no
    /// lane remains.
    pub fn return_lanes(&mut self, outer: usize) -> bool {
        let active = self.active();
        self.called &= !active;
        for called in self.calls.iter_mut().rev().take(outer) {
            *called &= !active;
        }
        !self.calls.is_empty() || self.called & self.alive != 0
    }

    /// Calls a function, which returns to the operation with this index.
    pub fn call(&mut self, pc: usize) {
        self.returns.push(pc);
    }

    /// Returns the index of the operation after the innermost call, which ends.
    pub fn end_call(&mut self) -> Option<usize> {
        self.returns.pop()
    }

    /// Discards lanes. Returns false if no lane remains.
    pub fn discard(&mut self, lanes: u64) -> bool {
        self.alive &= !lanes;
        self.alive != 0
    }
}
