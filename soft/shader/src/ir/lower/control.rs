//! Structured control flow: the sides of an `if`, the iterations of a loop, regions that lanes leave early, and their phis.

use super::values::Words;
use super::{Binding, ExitFrame, Frame, LoopFrame, Lowered, Lowering};
use crate::ir::bytecode::Code;
use crate::ir::linear::{Construct, ConstructKind, NO_REGISTER, Operation, Origin, Virtual};
use base::hir::{Storage, VarId};
use std::collections::HashSet;
use std::rc::Rc;

/// Variables and their new bindings, sorted by variable.
type Changes = Vec<(VarId, Binding)>;

impl Lowering<'_> {
    /// Begins a construct inside the current one.
    fn begin_construct(&mut self, kind: ConstructKind) -> u32 {
        let number = self.linear.constructs.len() as u32;
        self.linear.constructs.push(Construct { kind, parent: self.construct, phis: Vec::new(), reached: [true; 2] });
        self.construct = number;
        number
    }

    /// Ends the innermost construct.
    fn end_construct(&mut self) {
        self.construct = self.linear.constructs.get(self.construct as usize).map_or(0, |construct| construct.parent);
    }

    /// Returns the variables bound since the journal had length `mark`.
    fn changes(&mut self, mark: usize) -> Changes {
        self.charge(self.journal.len().saturating_sub(mark) / 4);
        let mut variables: Vec<VarId> = self.journal[mark..].iter().map(|&(variable, _)| variable).collect();
        variables.sort_unstable();
        variables.dedup();
        variables.into_iter().map(|variable| (variable, self.bindings[variable].clone())).collect()
    }

    /// Undoes the bindings made since the journal had length `mark`.
    pub fn restore(&mut self, mark: usize) {
        for (variable, binding) in self.journal.drain(mark..).rev() {
            self.bindings[variable] = binding;
        }
    }

    /// Returns the words that a variable had before a join, or `None` if the variable is local to the region or lives in memory.
    fn words_before(&mut self, variable: VarId) -> Lowered<Option<Rc<[Virtual]>>> {
        if self
            .shader
            .variables
            .get(variable)
            .is_some_and(|it| matches!(it.storage, Storage::StorageBlock | Storage::Shared | Storage::Uniform))
        {
            return Ok(None);
        }
        match self.bindings.get(variable) {
            Some(Binding::Words(words)) => Ok(Some(words.clone())),
            Some(Binding::None) if variable < self.shader.variables.len() && !self.analysis.local[variable] => {
                Ok(Some(self.variable_value(variable)?))
            }
            _ => Ok(None),
        }
    }

    /// Lowers an `if`: one side for lanes where the condition is true, the other for the rest.
    pub fn conditional(
        &mut self,
        condition: Virtual,
        then: &mut dyn FnMut(&mut Self) -> Lowered<()>,
        otherwise: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if let Some(value) = self.constant_value(condition) {
            return if value != 0 { then(self) } else { otherwise(self) };
        }
        let construct = self.begin_construct(ConstructKind::If);
        self.push(Operation::control(Code::If, condition, construct));
        let mark = self.journal.len();
        self.enter_scope();
        then(self)?;
        self.leave_scope();
        let (first, first_reached) = (self.changes(mark), std::mem::replace(&mut self.reachable, true));
        self.restore(mark);
        self.push(Operation::control(Code::Else, NO_REGISTER, construct));
        self.enter_scope();
        otherwise(self)?;
        self.leave_scope();
        let (second, second_reached) = (self.changes(mark), self.reachable);
        self.restore(mark);
        self.push(Operation::control(Code::EndIf, NO_REGISTER, construct));
        self.end_construct();
        self.linear.constructs[construct as usize].reached = [first_reached, second_reached];
        self.reachable = first_reached || second_reached;
        if first_reached && second_reached {
            self.insert_phis(construct, &first, &second)
        } else {
            let chosen = if first_reached { first } else { second };
            for (variable, binding) in chosen {
                self.bind(variable, binding);
            }
            Ok(())
        }
    }

    /// Inserts a phi for each word that the two sides of an `if` bound differently.
    fn insert_phis(&mut self, construct: u32, first: &Changes, second: &Changes) -> Lowered<()> {
        let mut variables: Vec<VarId> = first.iter().chain(second).map(|&(variable, _)| variable).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let side =
                |changes: &Changes| changes.binary_search_by_key(&variable, |&(other, _)| other).ok().map(|at| changes[at].1.clone());
            let (one, two) = (side(first), side(second));
            let Some((one, two)) = (match (one, two) {
                (Some(Binding::Words(one)), Some(Binding::Words(two))) => Some((one, two)),
                (Some(Binding::Words(one)), None) => self.words_before(variable)?.map(|before| (one, before)),
                (None, Some(Binding::Words(two))) => self.words_before(variable)?.map(|before| (before, two)),
                _ => None,
            }) else {
                continue;
            };
            self.charge_words(one.len());
            let mut merged = Words::with_capacity(one.len());
            for (&a, &b) in one.iter().zip(two.iter()) {
                if a == b {
                    merged.push(a);
                } else {
                    let register = self.register(Origin::Phi(construct));
                    self.linear.constructs[construct as usize].phis.push((register, a, b));
                    merged.push(register);
                }
            }
            self.bind_words(variable, &merged);
        }
        Ok(())
    }

    /// Begins a region that lanes can leave early. The caller pushes the frame that holds the result.
    pub fn begin_exit(&mut self) -> ExitFrame {
        let construct = self.begin_construct(ConstructKind::Enter);
        self.push(Operation::control(Code::Enter, NO_REGISTER, construct));
        self.enter_scope();
        ExitFrame { construct, mark: self.journal.len(), sites: Vec::new() }
    }

    /// Makes the active lanes leave the region of the frame at `index`.
    pub fn exit(&mut self, index: usize) {
        let (construct, mark) = match self.frames.get(index) {
            Some(Frame::Switch(exit) | Frame::Function { exit: Some(exit), .. }) => (exit.construct, exit.mark),
            _ => return,
        };
        let site = (self.linear.ops.len(), self.changes(mark));
        self.push(Operation::control(Code::Return, NO_REGISTER, construct));
        if let Some(Frame::Switch(exit) | Frame::Function { exit: Some(exit), .. }) = self.frames.get_mut(index) {
            exit.sites.push(site);
        }
        self.reachable = false;
    }

    /// Ends a region that lanes can leave early: words that its exits and its end bound differently become phis.
    pub fn end_exit(&mut self, exit: ExitFrame) -> Lowered<()> {
        let mut sites = exit.sites;
        if self.reachable {
            sites.push((self.linear.ops.len(), self.changes(exit.mark)));
        }
        self.leave_scope();
        self.restore(exit.mark);
        self.push(Operation::control(Code::Leave, NO_REGISTER, exit.construct));
        self.end_construct();
        self.reachable = !sites.is_empty();
        let mut variables: Vec<VarId> = sites.iter().flat_map(|(_, changes)| changes.iter().map(|&(variable, _)| variable)).collect();
        variables.sort_unstable();
        variables.dedup();
        for variable in variables {
            let mut before = self.words_before(variable)?;
            if before.is_none() && variable >= self.shader.variables.len() {
                // A function result that some exit does not set is undefined there: any value will do.
                before = sites.iter().find_map(|(_, changes)| {
                    let at = changes.binary_search_by_key(&variable, |&(other, _)| other).ok()?;
                    if let Binding::Words(words) = &changes[at].1 { Some(words.clone()) } else { None }
                });
            }
            let mut values: Vec<Rc<[Virtual]>> = Vec::with_capacity(sites.len());
            for (_, changes) in &sites {
                let found = changes.binary_search_by_key(&variable, |&(other, _)| other).ok().map(|at| &changes[at].1);
                match (found, &before) {
                    (Some(Binding::Words(words)), _) => values.push(words.clone()),
                    (None | Some(Binding::None), Some(words)) => values.push(words.clone()),
                    _ => break,
                }
            }
            let Some(first) = values.first().filter(|_| values.len() == sites.len()).cloned() else { continue };
            // Variables local to the region end with it.
            if before.is_none() {
                continue;
            }
            self.charge_words(first.len().saturating_mul(sites.len()));
            self.charge(sites.len() / 4);
            if self.failed.is_some() {
                return Ok(());
            }
            let mut merged = Words::with_capacity(first.len());
            for word in 0..first.len() {
                let value = |site: usize| values[site].get(word).copied().unwrap_or(first[word]);
                if (1..values.len()).all(|site| value(site) == first[word]) {
                    merged.push(first[word]);
                    continue;
                }
                let register = self.register(Origin::Phi(exit.construct));
                for (site, &(index, _)) in sites.iter().enumerate() {
                    self.linear.edges.push((index, Operation::copy(Code::MoveActive, register, value(site))));
                }
                merged.push(register);
            }
            self.bind_words(variable, &merged);
        }
        Ok(())
    }

    /// Begins a loop: the variables that it changes become phis.
    pub fn begin_loop(&mut self, changed: &[VarId]) -> Lowered<()> {
        let construct = self.begin_construct(ConstructKind::Loop);
        let mut phis = Vec::new();
        for &variable in changed {
            let Some(before) = self.words_before(variable)? else { continue };
            let first = self.registers(before.len() as u32, Origin::Phi(construct));
            let words: Words = (first..).take(before.len()).collect();
            for (&phi, &value) in words.iter().zip(before.iter()) {
                self.push(Operation::copy(Code::Move, phi, value));
            }
            self.bind_words(variable, &words);
            phis.push((variable, Self::shared(&words), before));
            if let Some(message) = &self.failed {
                return Err(message.clone());
            }
        }
        self.push(Operation::control(Code::Loop, NO_REGISTER, construct));
        self.enter_scope();
        self.numbering.stable_from = self.linear.ops.len();
        self.frames.push(Frame::Loop(LoopFrame { construct, phis, changed: HashSet::new(), breaks: false, continues: false }));
        Ok(())
    }

    /// Writes the values of the innermost loop's variables to their phis. Returns `keep`, or a copy of it if `keep` is a phi that was
    /// overwritten, and whether anything was written.
    pub fn flush(&mut self, keep: Virtual) -> (Virtual, bool) {
        let Some(index) = self.innermost_loop() else { return (keep, false) };
        let Some(Frame::Loop(frame)) = self.frames.get(index) else { return (keep, false) };
        let words: usize = frame.phis.iter().map(|(_, phis, _)| phis.len()).sum();
        let mut pending: Vec<(Virtual, Virtual)> = Vec::new();
        for (variable, phis, _) in &frame.phis {
            if let Some(Binding::Words(words)) = self.bindings.get(*variable) {
                pending.extend(phis.iter().copied().zip(words.iter().copied()).filter(|(phi, word)| phi != word));
            }
        }
        self.charge(words / 4);
        if pending.is_empty() {
            return (keep, false);
        }
        let written: HashSet<Virtual> = pending.iter().map(|&(phi, _)| phi).collect();
        // All phis are written at once: a phi that is read after being written must be copied first.
        for entry in &mut pending {
            if written.contains(&entry.1) {
                entry.1 = self.emit_impure(Code::Move, [entry.1, NO_REGISTER, NO_REGISTER], ());
            }
        }
        let kept = if written.contains(&keep) { self.emit_impure(Code::Move, [keep, NO_REGISTER, NO_REGISTER], ()) } else { keep };
        for &(phi, value) in &pending {
            self.push(Operation::copy(Code::MoveActive, phi, value));
        }
        if let Some(Frame::Loop(frame)) = self.frames.get_mut(index) {
            frame.changed.extend(written);
        }
        (kept, true)
    }

    /// Calls [`Self::flush`] and binds the variables to their phis again.
    pub fn return_to_phis(&mut self, keep: Virtual) -> Virtual {
        let (kept, written) = self.flush(keep);
        if written {
            let Some(index) = self.innermost_loop() else { return kept };
            let Some(Frame::Loop(frame)) = self.frames.get(index) else { return kept };
            let phis: Vec<(VarId, Rc<[Virtual]>)> = frame.phis.iter().map(|(variable, phis, _)| (*variable, phis.clone())).collect();
            for (variable, words) in phis {
                self.bind(variable, Binding::Words(words));
            }
            self.leave_scope();
            self.enter_scope();
            self.numbering.stable_from = self.linear.ops.len();
        }
        kept
    }

    /// Returns the index of the innermost loop's frame within the current function.
    pub fn innermost_loop(&self) -> Option<usize> {
        let index = self.frames.iter().rposition(|frame| matches!(frame, Frame::Loop(_) | Frame::Function { .. }))?;
        matches!(self.frames[index], Frame::Loop(_)).then_some(index)
    }

    /// Returns the construct of the innermost loop.
    pub fn loop_construct(&self) -> Option<u32> {
        match self.frames.get(self.innermost_loop()?) {
            Some(Frame::Loop(frame)) => Some(frame.construct),
            _ => None,
        }
    }

    /// Ends the loop; its variables are bound to their phis again. `ends` is true if the condition can end the loop.
    pub fn end_loop(&mut self, ends: bool) {
        self.leave_scope();
        let Some(Frame::Loop(frame)) = self.frames.pop() else { return };
        self.push(Operation::control(Code::EndLoop, NO_REGISTER, frame.construct));
        self.end_construct();
        self.numbering.stable_from = self.linear.ops.len();
        for (variable, phis, before) in frame.phis {
            let mut words = Words::with_capacity(phis.len());
            for (&phi, &value) in phis.iter().zip(before.iter()) {
                let contiguous = |register: Virtual| self.linear.contiguous.get(register as usize).copied().unwrap_or(false);
                if frame.changed.contains(&phi) || contiguous(phi) || contiguous(phi + 1) {
                    words.push(phi);
                } else {
                    self.linear.renamed.push((phi, value));
                    words.push(value);
                }
            }
            self.bind_words(variable, &words);
        }
        self.reachable = ends || frame.breaks;
    }
}
