//! Which lanes are active: structured control flow as masks, a bit a lane.

/// The control state of a wave, in the terms of [`crate::ir::bytecode`].
#[derive(Default)]
pub(super) struct Control {
    /// The lanes it began with.
    pub started: u64,
    pub alive: u64,
    /// Lanes that meet the conditions of all surrounding ifs.
    conditions: u64,
    running: u64,
    continuing: u64,
    called: u64,
    /// What `conditions` was, and where the condition of the If held.
    ifs: Vec<(u64, u64)>,
    /// What `running` and `continuing` were.
    loops: Vec<(u64, u64)>,
    /// What `called` was.
    calls: Vec<u64>,
    /// The next operation.
    pub pc: usize,
}

impl Control {
    /// Makes room for nesting, so that running does not allocate.
    pub fn reserve(&mut self, depth: usize) {
        self.ifs.reserve(depth);
        self.loops.reserve(depth);
        self.calls.reserve(depth);
    }

    /// Starts with these lanes and no construct open.
    pub fn start(&mut self, lanes: u64) {
        (self.started, self.alive) = (lanes, lanes);
        (self.conditions, self.running, self.continuing, self.called) = (u64::MAX, u64::MAX, u64::MAX, u64::MAX);
        self.ifs.clear();
        self.loops.clear();
        self.calls.clear();
        self.pc = 0;
    }

    /// Returns the active lanes.
    pub fn active(&self) -> u64 {
        self.conditions & self.running & self.continuing & self.called & self.alive
    }

    /// Enters an `if` with the lanes whose condition is true.
    pub fn begin_if(&mut self, condition: u64) {
        self.ifs.push((self.conditions, condition));
        self.conditions &= condition;
    }

    /// Goes over to the lanes of the other side.
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

    /// Takes lanes out of the innermost loop.
    pub fn leave_loop(&mut self, lanes: u64) {
        self.running &= !lanes;
    }

    /// Takes lanes out of the present round of the innermost loop.
    pub fn skip_round(&mut self, lanes: u64) {
        self.continuing &= !lanes;
    }

    /// Brings back the lanes that skipped the rest of the round.
    pub fn next_round(&mut self) {
        self.continuing = self.running;
    }

    /// Ends a round of the innermost loop. Returns true if another one follows, otherwise the loop is left.
    pub fn end_loop(&mut self) -> bool {
        // Lanes that returned or were discarded inside must not keep it going.
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

    /// Enters an inlined function.
    pub fn enter(&mut self) {
        self.calls.push(self.called);
    }

    /// Leaves an inlined function.
    pub fn leave(&mut self) {
        if let Some(called) = self.calls.pop() {
            self.called = called;
        }
    }

    /// Takes active lanes out of the innermost call. False: that was the stage itself, and no lane is left of it.
    pub fn return_lanes(&mut self) -> bool {
        self.called &= !self.active();
        !self.calls.is_empty() || self.called & self.alive != 0
    }

    /// Discards the active lanes. False: none is left.
    pub fn discard(&mut self) -> bool {
        self.alive &= !self.active();
        self.alive != 0
    }
}
