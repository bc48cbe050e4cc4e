//! Control flow: the masks of [`crate::ir::bytecode`] as values, and jumps over what no lane of a group executes.
//!
//! Where lanes leave a construct early, they leave a mask: that of the running lanes of a loop, of the lanes that have not skipped the rest of an iteration, or of
//! those that have not returned. Lanes that are discarded leave a mask of the region. The active lanes after a construct are those before it that are still in each
//! mask that lanes left inside.
//!
//! The active lanes of each side of an `If`, of each loop, and of an `Enter` that lanes leave are one value, which changes in place: jumps inside of a construct, which all
//! lanes share, find it wherever they lead.

use super::arithmetic::computes;
use super::flow::Flow;
use super::select::{Open, Selector};
use super::values::{Mask, NO_MASK, NO_VALUE, Step};
use crate::ir::bytecode::{Code, Op, Payload, Regions};
use crate::machine::Instruction::{self, Blend, MaskAnd, MaskAndNot};

/// The most constructs that lanes leave at once.
const MOST_LEFT: u32 = 64;

/// Returns true if an operation can become a part of a function.
pub fn is_selected(flow: &Flow, index: usize) -> bool {
    let op = &flow.code.ops[index];
    match op.code {
        Code::Move | Code::MoveActive | Code::Jump => true,
        Code::JumpUnless => op.target() > index,
        Code::Discard => !flow.repeats(index),
        code => code.shapes_constructs() || computes(code),
    }
}

impl Selector<'_> {
    /// Selects an operation; `None` if it is not selected.
    pub(super) fn operation(&mut self, index: usize, op: &Op) -> Option<()> {
        match op.code {
            Code::Move => self.copy_register(op),
            // If no other lane wants the old value, the move need not keep it.
            Code::MoveActive if !self.is_wanted(index, op.dst) => self.copy_register(op),
            Code::MoveActive => {
                let (from, to) = (self.read(op.a), self.read(op.dst));
                let boolean = self.values.known(from).boolean && self.values.known(to).boolean;
                self.values.set_boolean(to, boolean);
                self.values.line(Step::Vector(Blend), to, [to, from, self.active.0], 0);
            }
            Code::If => self.begin_if(op),
            Code::Else => self.begin_else(op)?,
            Code::EndIf | Code::Leave => self.end()?,
            Code::Loop => self.begin_loop(index),
            Code::LoopTest => self.loop_test(index, op)?,
            Code::Break | Code::Continue | Code::Return => self.leave(index, op)?,
            Code::Discard => self.discard(index)?,
            Code::NextRound => self.next_round()?,
            Code::EndLoop => self.end_loop(index, op)?,
            Code::Enter => {
                let mut open = self.nothing();
                if self.flow.of(index).returns {
                    open.called = self.copy(self.active);
                    self.active = self.copy(self.active);
                }
                self.begin(index, open);
            }
            Code::Jump => self.jump(index, op),
            Code::JumpUnless => {
                let condition = self.condition(op.a);
                let both = self.values.both(MaskAnd, self.active, condition);
                self.jump_if_none(both, op.target());
            }
            _ => self.compute(op)?,
        }
        Some(())
    }

    fn copy_register(&mut self, op: &Op) {
        if let Some(mask) = self.mask(op.a) {
            let copy = self.copy(mask);
            return self.set_mask(op.dst, copy);
        }
        let from = self.read(op.a);
        let to = self.write(op.dst);
        self.values.line(Step::Move, to, [NO_VALUE, from, NO_VALUE], 0);
    }

    fn nothing(&self) -> Open {
        Open {
            construct: 0,
            saved: self.active,
            entered: NO_MASK,
            round: NO_MASK,
            running: NO_MASK,
            continuing: NO_MASK,
            called: NO_MASK,
            exit: 0,
            left: Vec::new(),
        }
    }

    fn begin(&mut self, index: usize, open: Open) {
        self.open.push(Open { construct: self.flow.inside[index], ..open });
    }

    pub(super) fn copy(&mut self, mask: Mask) -> Mask {
        let copy = self.values.mask();
        self.set(copy, mask);
        copy
    }

    fn set(&mut self, to: Mask, from: Mask) {
        self.values.line(Step::Move, to.0, [NO_VALUE, from.0, NO_VALUE], 0);
    }

    /// Makes a mask what an instruction computes of it and of another one.
    fn change(&mut self, instruction: Instruction, mask: Mask, [a, b]: [Mask; 2]) {
        self.values.line(Step::Vector(instruction), mask.0, [a.0, b.0, NO_VALUE], 0);
    }

    /// Jumps to an operation if no lane is in a mask.
    fn jump_if_none(&mut self, mask: Mask, to: usize) {
        self.path(to);
        let label = self.label(to);
        self.values.line(Step::JumpIfNone(label), NO_VALUE, [mask.0, NO_VALUE, NO_VALUE], 0);
    }

    /// Jumps behind a loop if no lane is active.
    fn exit_if_none(&mut self, after: usize, exit: u32) {
        self.path(after);
        self.values.line(Step::JumpIfNone(exit), NO_VALUE, [self.active.0, NO_VALUE, NO_VALUE], 0);
    }

    fn begin_if(&mut self, op: &Op) {
        let condition = self.condition(op.a);
        let entered = self.values.both(MaskAnd, self.active, condition);
        let open = Open { entered, ..self.nothing() };
        self.active = entered;
        self.jump_if_none(entered, op.target());
        // The target of an If is an operation of its construct.
        self.begin(op.target(), open);
    }

    fn begin_else(&mut self, op: &Op) -> Option<()> {
        let open = self.open.last()?;
        let (entered, saved, left) = (open.entered, open.saved, open.left.clone());
        self.active = self.values.both(MaskAndNot, entered, saved);
        // Lanes that left on the first side are no longer among those that entered it.
        self.without(&left, NO_MASK);
        self.jump_if_none(self.active, op.target());
        Some(())
    }

    /// Ends an `If` or an `Enter`.
    fn end(&mut self) -> Option<()> {
        let open = self.open.pop()?;
        self.active = open.saved;
        self.without(&open.left, open.called);
        Some(())
    }

    /// Removes from the active lanes those that left the masks, which are those of constructs around, but for one.
    fn without(&mut self, left: &[Mask], own: Mask) {
        for &mask in left.iter().filter(|&&mask| mask != own) {
            self.change(MaskAnd, self.active, [self.active, mask]);
        }
    }

    fn begin_loop(&mut self, index: usize) {
        let construct = self.flow.of(index);
        let (end, continues) = (construct.end, construct.continues);
        let early = construct.breaks || construct.continues || construct.returns;
        let exit = self.values.label();
        self.exit_if_none(end + 1, exit);
        let open = self.nothing();
        let round = self.copy(self.active);
        let running = if early { self.copy(self.active) } else { NO_MASK };
        let continuing = if continues { self.values.mask() } else { NO_MASK };
        self.active = round;
        self.begin(index, Open { round, running, continuing, exit, ..open });
        // The next operation is the one that the end of the loop leads back to.
        if continuing != NO_MASK {
            let ones = self.values.all_or_none(true);
            self.set(continuing, ones);
        }
    }

    fn loop_test(&mut self, index: usize, op: &Op) -> Option<()> {
        let condition = self.condition(op.a);
        let open = self.open.last()?;
        let (running, exit) = (open.running, open.exit);
        if running != NO_MASK {
            let leaving = self.values.both(MaskAndNot, condition, self.active);
            self.change(MaskAndNot, running, [leaving, running]);
        }
        self.change(MaskAnd, self.active, [self.active, condition]);
        if running == NO_MASK {
            self.exit_if_none(op.target() + 1, exit);
            return Some(());
        }
        let next = self.flow.next_round(self.flow.inside[index], index);
        self.jump_if_none(self.active, next.min(op.target()));
        Some(())
    }

    /// Lets the active lanes leave a construct: `Break`, `Continue`, `Return`.
    fn leave(&mut self, index: usize, op: &Op) -> Option<()> {
        let (kind, count) = if op.code == Code::Return { (Code::Enter, Regions::decode(op.payload).0) } else { (Code::Loop, 0) };
        if count > MOST_LEFT {
            return None;
        }
        for outer in 0..=count {
            let construct = self.flow.enclosing(index, kind, outer)?;
            let owner = self.open.iter().position(|open| open.construct == construct)?;
            let open = &self.open[owner];
            let mask = match op.code {
                Code::Break => open.running,
                Code::Continue => open.continuing,
                _ => open.called,
            };
            self.change(MaskAndNot, mask, [self.active, mask]);
            // Its own loop asks at the next round and at the end.
            for inner in &mut self.open[owner..] {
                if !inner.left.contains(&mask) {
                    inner.left.push(mask);
                }
            }
        }
        self.no_lanes(index)
    }

    /// Lets the active lanes leave all constructs for good. No loop is around.
    fn discard(&mut self, index: usize) -> Option<()> {
        let left = self.alive;
        self.change(MaskAndNot, left, [self.active, left]);
        for open in &mut self.open {
            if !open.left.contains(&left) {
                open.left.push(left);
            }
        }
        self.no_lanes(index)
    }

    /// Notes that no lane is active behind an operation.
    fn no_lanes(&mut self, index: usize) -> Option<()> {
        // At its end the construct finds out itself which lanes are active.
        let next = self.flow.code.ops.get(index + 1)?.code;
        if !matches!(next, Code::Else | Code::EndIf | Code::Leave | Code::NextRound | Code::EndLoop) {
            let none = self.values.all_or_none(false);
            self.set(self.active, none);
        }
        Some(())
    }

    fn next_round(&mut self) -> Option<()> {
        let open = self.open.last()?;
        let (running, continuing, left) = (open.running, open.continuing, open.left.clone());
        if running != NO_MASK {
            self.set(self.active, running);
            self.without(&left.into_iter().filter(|&mask| mask != running).collect::<Vec<_>>(), continuing);
        }
        Some(())
    }

    fn end_loop(&mut self, index: usize, op: &Op) -> Option<()> {
        let open = self.open.last()?;
        let (running, continuing, round, exit) = (open.running, open.continuing, open.round, open.exit);
        let left: Vec<Mask> = open.left.iter().copied().filter(|&mask| mask != running && mask != continuing).collect();
        if running != NO_MASK {
            // Lanes that returned inside must not keep the loop running.
            for &mask in &left {
                self.change(MaskAnd, running, [running, mask]);
            }
            self.set(round, running);
            self.exit_if_none(index + 1, exit);
            if continuing != NO_MASK {
                let ones = self.values.all_or_none(true);
                self.set(continuing, ones);
            }
        }
        self.charge(index, op.target());
        self.path(op.target());
        let header = self.label(op.target());
        self.values.line(Step::Jump(header), NO_VALUE, [NO_VALUE; 3], 0);
        self.values.depth = self.values.depth.saturating_sub(1);
        self.values.line(Step::Label(exit), NO_VALUE, [NO_VALUE; 3], 0);
        let open = self.open.pop()?;
        self.active = open.saved;
        self.without(&left, NO_MASK);
        // All paths are known that lead behind the loop.
        self.no_path();
        Some(())
    }

    fn charge(&mut self, index: usize, target: usize) {
        let length = (index + 1).saturating_sub(target).max(1);
        self.values.line(Step::Charge(length.min(i32::MAX as usize) as i32), NO_VALUE, [NO_VALUE; 3], 0);
    }

    fn jump(&mut self, index: usize, op: &Op) {
        if op.target() <= index {
            // Without active lanes nothing would end the loop; what follows in the construct is nothing to them.
            if let Some(open) = self.open.last() {
                let construct = &self.flow.constructs[open.construct as usize];
                let close = construct.middle.filter(|&middle| middle > index).unwrap_or(construct.end);
                self.jump_if_none(self.active, close);
            }
            self.charge(index, op.target());
        }
        self.path(op.target());
        let label = self.label(op.target());
        self.values.line(Step::Jump(label), NO_VALUE, [NO_VALUE; 3], 0);
        if op.target() <= index {
            self.values.depth = self.values.depth.saturating_sub(1);
        }
        self.no_path();
    }
}
