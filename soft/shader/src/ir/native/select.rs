//! Selection: the operations of a region as vector instructions over values.
//!
//! A register of the wave holds several values one after the other. Here each becomes a value of its own: an operation that writes the register begins one, and
//! where paths meet, the values of a register that is still wanted are joined.

use super::flow::Flow;
use super::liveness::Liveness;
use super::values::{Home, Mask, NO_MASK, NO_VALUE, Step, Value, Values};
use crate::ir::bytecode::Code;
use crate::machine::{Instruction, Isa};
use std::collections::HashMap;
use std::ops::Range;

/// The most lines of a region, and an eighth of the most values that are noted on paths and at labels: regions that need more are not worth their memory.
const MOST: usize = 1 << 16;

/// The lines of a region.
pub struct Selected {
    pub values: Values,
    /// The registers that are wanted after the region, with their values there.
    pub results: Vec<(u16, Value)>,
    /// True if lanes are discarded: then a result are those that are not, in the register behind those of the code.
    pub discards: bool,
}

/// A construct that has begun and not ended.
pub struct Open {
    /// Its number.
    pub(super) construct: u32,
    /// The active lanes before it.
    pub(super) saved: Mask,
    /// Of an `If`: the lanes for which its condition holds.
    pub(super) entered: Mask,
    /// Of a loop: the active lanes at the beginning of an iteration.
    pub(super) round: Mask,
    /// Of a loop that lanes leave early: those that have not.
    pub(super) running: Mask,
    /// Of a loop: the lanes that have not skipped the rest of the iteration.
    pub(super) continuing: Mask,
    /// Of an `Enter`: the lanes that have not returned.
    pub(super) called: Mask,
    /// The label behind a loop.
    pub(super) exit: u32,
    /// The masks of constructs around it that lanes left inside.
    pub(super) left: Vec<Mask>,
}

/// The values of registers on a path to an operation.
type Snapshot = Vec<(u16, Value)>;

/// Selects the operations of a region.
pub struct Selector<'a> {
    pub(super) flow: &'a Flow<'a>,
    live: &'a Liveness,
    pub(super) values: Values,
    /// By register, the value that it has now.
    current: Vec<Value>,
    /// By operation, the values on each path that jumps forward to it.
    incoming: HashMap<usize, Vec<Snapshot>>,
    /// By operation that a jump leads back to, its values.
    headers: HashMap<usize, Snapshot>,
    /// By operation, its label.
    labels: HashMap<usize, u32>,
    /// The number of values in all snapshots and at all labels.
    noted: usize,
    /// The active lanes.
    pub(super) active: Mask,
    /// The lanes with which the function was called and which are not discarded.
    pub(super) alive: Mask,
    pub(super) open: Vec<Open>,
}

/// Selects the instructions of a region; `None` if it has an operation that is not selected, or is too large.
pub fn select(isa: Isa, flow: &Flow, live: &Liveness, region: Range<usize>) -> Option<Selected> {
    let mut selector = Selector {
        flow,
        live,
        values: Values::new(isa),
        current: vec![NO_VALUE; flow.code.registers as usize],
        incoming: HashMap::new(),
        headers: HashMap::new(),
        labels: HashMap::new(),
        noted: 0,
        active: NO_MASK,
        alive: NO_MASK,
        open: Vec::new(),
    };
    for register in live.registers(region.start) {
        let value = selector.values.value(Home::File(register), true);
        selector.current[usize::from(register)] = value;
    }
    let active = selector.values.mask();
    selector.values.line(Step::Lanes, active.0, [NO_VALUE; 3], 0);
    selector.active = active;
    let ops = &flow.code.ops;
    let discards = ops[region.clone()].iter().any(|op| op.code == Code::Discard);
    if discards {
        selector.alive = selector.copy(active);
    }
    for index in region.clone() {
        selector.arrive(index);
        selector.operation(index, &ops[index])?;
        if selector.values.lines.len() > MOST || selector.noted > 8 * MOST {
            return None;
        }
    }
    selector.arrive(region.end);
    selector.expand(region.end);
    let mut results: Snapshot = selector.snapshot(region.end);
    if discards {
        results.push(selector.remaining());
    }
    // The stores of the results follow the last line.
    results.iter().for_each(|&(_, value)| selector.values.touch(value));
    selector.open.is_empty().then_some(())?;
    selector.values.measure();
    Some(Selected { values: selector.values, results, discards })
}

impl Selector<'_> {
    /// Returns the label of an operation, or of the end of the region.
    pub(super) fn label(&mut self, index: usize) -> u32 {
        if let Some(&label) = self.labels.get(&index) {
            return label;
        }
        let label = self.values.label();
        self.labels.insert(index, label);
        label
    }

    /// Returns the register behind those of the code with the lanes that are not discarded.
    fn remaining(&mut self) -> (u16, Value) {
        let register = self.flow.code.registers as u16;
        let value = self.values.value(Home::File(register), false);
        let step = if self.values.is_mask(self.alive.0) { Step::Vector(Instruction::Expand) } else { Step::Move };
        self.values.line(step, value, [NO_VALUE, self.alive.0, NO_VALUE], 0);
        (register, value)
    }

    /// Returns the values of the registers that are wanted before an operation.
    fn snapshot(&self, index: usize) -> Snapshot {
        let value = |register: u16| (register, self.current[usize::from(register)]);
        self.live.registers(index).map(value).filter(|&(_, value)| value != NO_VALUE).collect()
    }

    /// Expands the masks of registers that are wanted before an operation: on all paths there values are vectors.
    fn expand(&mut self, index: usize) {
        let wanted: Vec<u16> = self.live.registers(index).collect();
        for register in wanted {
            if self.mask(register).is_some() {
                self.read(register);
            }
        }
    }

    /// Notes that a path leads from here to an operation.
    pub(super) fn path(&mut self, to: usize) {
        self.expand(to);
        let snapshot = self.snapshot(to);
        self.noted += snapshot.len();
        snapshot.iter().for_each(|&(_, value)| self.values.touch(value));
        match self.headers.get(&to) {
            Some(header) => {
                // A jump back: the values of the header are those here.
                for (register, value) in header.clone() {
                    let here = self.current[usize::from(register)];
                    if here != NO_VALUE {
                        self.values.join(value, here);
                    }
                }
            }
            None => self.incoming.entry(to).or_default().push(snapshot),
        }
    }

    /// Notes that nothing leads from here to the next operation.
    pub(super) fn no_path(&mut self) {
        self.current.fill(NO_VALUE);
    }

    /// Begins an operation, or ends the region: joins the values of the paths that lead here, if any do.
    fn arrive(&mut self, index: usize) {
        let is_header = self.is_header(index);
        if !is_header && !self.labels.contains_key(&index) && !self.incoming.contains_key(&index) {
            return;
        }
        self.expand(index);
        for snapshot in self.incoming.remove(&index).unwrap_or_default() {
            for (register, value) in snapshot {
                match self.current[usize::from(register)] {
                    NO_VALUE => self.current[usize::from(register)] = value,
                    here => self.values.join(here, value),
                }
            }
        }
        let wanted: Vec<u16> = self.live.registers(index).collect();
        self.noted += wanted.len();
        for register in wanted {
            // A register that nothing wrote on the way here, and which waiting lanes want later.
            if self.current[usize::from(register)] == NO_VALUE {
                self.current[usize::from(register)] = self.values.value(Home::File(register), false);
            }
            let value = self.current[usize::from(register)];
            self.values.touch(value);
            if is_header {
                // It may be another one in the next round.
                self.values.set_boolean(value, false);
            }
        }
        let label = self.label(index);
        self.values.line(Step::Label(label), NO_VALUE, [NO_VALUE; 3], 0);
        if is_header {
            self.values.depth += 1;
            self.headers.insert(index, self.snapshot(index));
        }
    }

    /// Returns true if a jump leads back to an operation.
    fn is_header(&self, index: usize) -> bool {
        self.flow.headers.binary_search(&index).is_ok()
    }

    /// Returns true if the old value of a register is still wanted by some lane.
    pub(super) fn is_wanted(&self, index: usize, register: u16) -> bool {
        self.live.is_live(index, register)
    }

    /// Returns the value of a register, as a vector.
    pub(super) fn read(&mut self, register: u16) -> Value {
        match self.current[usize::from(register)] {
            NO_VALUE => self.write(register),
            value if self.values.is_mask(value) => {
                let to = self.write(register);
                self.values.line(Step::Vector(Instruction::Expand), to, [NO_VALUE, value, NO_VALUE], 0);
                self.values.set_boolean(to, true);
                to
            }
            value => value,
        }
    }

    /// Returns the value of a register if it is in a mask register.
    pub(super) fn mask(&self, register: u16) -> Option<Mask> {
        let value = self.current[usize::from(register)];
        (value != NO_VALUE && self.values.is_mask(value)).then_some(Mask(value))
    }

    /// Returns the mask that the boolean in a register is.
    pub(super) fn condition(&mut self, register: u16) -> Mask {
        let value = self.current[usize::from(register)];
        let value = if value == NO_VALUE { self.read(register) } else { value };
        self.values.mask_of(value)
    }

    /// Makes a mask the value of a register.
    pub(super) fn set_mask(&mut self, register: u16, mask: Mask) {
        self.current[usize::from(register)] = mask.0;
    }

    /// Makes a value that the last line computed that of a register.
    pub(super) fn define(&mut self, register: u16, value: Value) {
        self.values.settle(value, register);
        self.current[usize::from(register)] = value;
    }

    /// Begins a new value of a register.
    pub(super) fn write(&mut self, register: u16) -> Value {
        let value = self.values.value(Home::File(register), false);
        self.current[usize::from(register)] = value;
        value
    }
}
