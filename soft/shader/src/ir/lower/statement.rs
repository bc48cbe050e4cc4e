//! Lowering of statements.

use super::{Frame, Lowered, Lowering};
use crate::ir::bytecode::Code;
use crate::ir::linear::{NO_REGISTER, Operation, Virtual};
use base::hir::{Expr, Statement};

/// The labels of a case (`None` for `default`) and its body.
type Case = (Vec<Option<u32>>, Vec<Statement>);

impl Lowering<'_> {
    /// Lowers statements up to the first one after which no lane continues.
    pub fn block(&mut self, statements: &[Statement]) -> Lowered<()> {
        for statement in statements {
            if !self.reachable {
                break;
            }
            self.enter_nesting()?;
            self.statement(statement)?;
            self.depth -= 1;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        match statement {
            Statement::Expression(expression) => self.expression(expression).map(|_| ()),
            // A variable that is only asked for its length may be larger than a value can be.
            Statement::Declare(variable, None) if !self.analysis.named.get(*variable).copied().unwrap_or(true) => Ok(()),
            Statement::Declare(variable, initialiser) => {
                let shared = self.analysis.shared_by_cases.get(*variable).copied().unwrap_or(false);
                let value = match initialiser {
                    Some(expression) => self.expression(expression)?,
                    // The switch has declared it.
                    None if shared => return Ok(()),
                    None => {
                        let count = self.checked_words(*variable)?;
                        self.zeros(count)
                    }
                };
                if shared { self.assign_declared(*variable, &value) } else { self.declare(*variable, &value) }
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.scalar(condition)?;
                self.conditional(condition, &mut |l| l.block(then), &mut |l| l.block(otherwise))
            }
            Statement::Loop { condition, test_first, step, body } => self.repeat(condition.as_ref(), *test_first, step.as_ref(), body),
            Statement::Switch { selector, cases } => self.switch(selector, cases),
            Statement::Break => {
                match self.frames.iter().rposition(|frame| matches!(frame, Frame::Loop(_) | Frame::Switch(_))) {
                    Some(index) if matches!(self.frames[index], Frame::Switch(_)) => self.exit(index),
                    Some(index) => {
                        self.flush(NO_REGISTER);
                        if let Some(Frame::Loop(frame)) = self.frames.get_mut(index) {
                            frame.breaks = true;
                            let construct = frame.construct;
                            self.push(Operation::control(Code::Break, NO_REGISTER, construct));
                        }
                        self.reachable = false;
                    }
                    None => {}
                }
                Ok(())
            }
            Statement::Continue => {
                if let Some(index) = self.innermost_loop() {
                    self.flush(NO_REGISTER);
                    if let Some(Frame::Loop(frame)) = self.frames.get_mut(index) {
                        frame.continues = true;
                        let construct = frame.construct;
                        self.push(Operation::control(Code::Continue, NO_REGISTER, construct));
                    }
                    self.reachable = false;
                }
                Ok(())
            }
            Statement::Return(value) => self.return_early(value.as_ref()),
            Statement::Discard => {
                self.bytecode.uses_discard = true;
                self.push(Operation::control(Code::Discard, NO_REGISTER, self.construct));
                self.reachable = false;
                Ok(())
            }
        }
    }

    /// Lowers a loop.
    fn repeat(&mut self, condition: Option<&Expr>, test_first: bool, step: Option<&Expr>, body: &[Statement]) -> Lowered<()> {
        if test_first && self.unroll(condition, step, body)? {
            return Ok(());
        }
        let (changed, visited) = self.analysis.changed(self.shader, body, [condition, step]);
        self.charge(visited / 4 + changed.len() / 4);
        self.begin_loop(&changed)?;
        let Some(construct) = self.loop_construct() else { return Ok(()) };
        let mut ends = false;
        if let Some(condition) = condition.filter(|_| test_first) {
            ends |= self.loop_test(condition, construct)?;
        }
        self.block(body)?;
        let continues = matches!(self.frames.last(), Some(Frame::Loop(frame)) if frame.continues);
        if continues {
            if self.reachable {
                self.return_to_phis(NO_REGISTER);
            } else {
                self.return_to_phis_unreachable();
            }
            self.push(Operation::control(Code::NextRound, NO_REGISTER, construct));
            self.reachable = true;
        }
        if self.reachable {
            if let Some(step) = step {
                self.expression(step)?;
            }
            if let Some(condition) = condition.filter(|_| !test_first) {
                ends |= self.loop_test(condition, construct)?;
            }
            self.return_to_phis(NO_REGISTER);
        }
        self.end_loop(ends);
        Ok(())
    }

    /// Binds the loop's variables to their phis at a NextRound that only `continue` reaches, not the end of the body.
    fn return_to_phis_unreachable(&mut self) {
        let Some(Frame::Loop(frame)) = self.frames.last() else { return };
        let phis: Vec<_> = frame.phis.iter().map(|(variable, phis, _)| (*variable, phis.clone())).collect();
        for (variable, words) in phis {
            self.bind(variable, super::Binding::Words(words));
        }
        self.leave_scope();
        self.enter_scope();
        self.numbering.stable_from = self.linear.ops.len();
    }

    /// Lowers the condition of a loop; returns true if it can end the loop.
    fn loop_test(&mut self, condition: &Expr, construct: u32) -> Lowered<bool> {
        let condition = self.scalar(condition)?;
        if self.constant_value(condition).is_some_and(|value| value != 0) {
            return Ok(false);
        }
        let condition = self.return_to_phis(condition);
        self.push(Operation::control(Code::LoopTest, condition, construct));
        Ok(true)
    }

    /// Lowers a `switch`.
    fn switch(&mut self, selector: &Expr, cases: &[Case]) -> Lowered<()> {
        let selector = self.scalar(selector)?;
        let mut matches = Vec::with_capacity(cases.len());
        let mut any = self.constant(0);
        for (labels, _) in cases {
            let mut matched = self.constant(0);
            for &label in labels.iter().flatten() {
                let label = self.constant(label);
                let equal = self.binary(Code::IEqual, selector, label);
                matched = self.binary(Code::Or, matched, equal);
            }
            any = self.binary(Code::Or, any, matched);
            matches.push(matched);
        }
        let none = self.unary(Code::Not, any);
        for (matched, (labels, _)) in matches.iter_mut().zip(cases) {
            if labels.contains(&None) {
                *matched = self.binary(Code::Or, *matched, none);
            }
        }
        self.declare_shared(cases)?;
        if cases.iter().enumerate().all(|(index, (_, body))| ends_with_break(body, index + 1 == cases.len())) {
            return self.choose(&matches, cases);
        }
        let exit = self.begin_exit();
        self.frames.push(Frame::Switch(exit));
        self.fall_through(&matches, cases)?;
        if let Some(Frame::Switch(exit)) = self.frames.pop() {
            self.end_exit(exit)?;
        }
        Ok(())
    }

    /// Declares the variables that are declared under a label and used under another one: the whole list of a switch is one
    /// scope [GLSL 4.60, 6.2].
    fn declare_shared(&mut self, cases: &[Case]) -> Lowered<()> {
        for statement in cases.iter().flat_map(|(_, body)| body) {
            if let Statement::Declare(variable, _) = statement
                && self.analysis.shared_by_cases.get(*variable).copied().unwrap_or(false)
            {
                let count = self.checked_words(*variable)?;
                let zeros = self.zeros(count);
                self.declare(*variable, &zeros)?;
            }
        }
        Ok(())
    }

    /// Lowers the cases of a switch that fall through.
    fn fall_through(&mut self, matches: &[Virtual], cases: &[Case]) -> Lowered<()> {
        let mut running = self.constant(0);
        for ((_, body), &matched) in cases.iter().zip(matches) {
            running = self.binary(Code::Or, running, matched);
            self.conditional(running, &mut |l| l.block(body), &mut |_| Ok(()))?;
            if !self.reachable {
                break;
            }
        }
        Ok(())
    }

    /// Lowers a switch whose cases do not fall through as a chain of ifs.
    fn choose(&mut self, matches: &[Virtual], cases: &[Case]) -> Lowered<()> {
        let (Some((&matched, others)), Some(((_, body), rest))) = (matches.split_first(), cases.split_first()) else { return Ok(()) };
        let body = match body.split_last() {
            Some((Statement::Break, body)) => body,
            _ => body,
        };
        self.enter_nesting()?;
        self.conditional(matched, &mut |l| l.block(body), &mut |l| l.choose(others, rest))?;
        self.depth -= 1;
        Ok(())
    }
}

/// Returns true if a case's body breaks at its end (or is the last case) and nowhere else. (An empty body falls through.)
fn ends_with_break(body: &[Statement], last: bool) -> bool {
    let Some((end, others)) = body.split_last() else { return last };
    let ends = matches!(end, Statement::Break | Statement::Return(_) | Statement::Continue | Statement::Discard);
    (ends || last) && !breaks(others) && (matches!(end, Statement::Break) || !breaks(std::slice::from_ref(end)))
}

/// Returns true if the statements contain a `break` of the surrounding switch.
fn breaks(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::If { then, otherwise, .. } => breaks(then) || breaks(otherwise),
        _ => false,
    })
}
