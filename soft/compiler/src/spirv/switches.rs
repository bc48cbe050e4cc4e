//! Switches: their cases in an order in which they fall through, and the branches from inside them that leave a loop around them, which a flag
//! carries through the end of the switch.

use super::Result;
use super::control_flow::boolean;
use super::flow::{Flag, Frame};
use super::functions::Body;
use super::hoist::assign;
use super::module::{Id, id_at};
use super::variable_expr;
use base::hir::{Scalar, Statement, Type};
use rspirv::dr::{Instruction, Operand};
use std::collections::{HashMap, HashSet};

/// A case of a switch: its label, its values, and its statements.
type Case = (Id, Vec<Option<u32>>, Vec<Statement>);

/// The values and the statements of a case, as [`Statement::Switch`] has them.
type LabelledStatements = (Vec<Option<u32>>, Vec<Statement>);

impl Body<'_, '_> {
    /// Translates a switch.
    pub fn switch(&mut self, label: Id, instruction: &Instruction, merge: Id) -> Result<Option<Id>> {
        let selector = self.expr(id_at(instruction, 0)?)?;
        if !matches!(selector.ty, Type::Scalar(Scalar::Int | Scalar::Uint)) {
            return Err(format!("the selector at the end of block %{label} is not an integer"));
        }
        let mut cases: Vec<Case> = Vec::new();
        let mut known: HashMap<Id, usize> = HashMap::new();
        let mut add = |value: Option<u32>, target: Id| {
            let at = *known.entry(target).or_insert(cases.len());
            match cases.get_mut(at) {
                Some((_, values, _)) => values.push(value),
                None => cases.push((target, vec![value], Vec::new())),
            }
        };
        for pair in instruction.operands.get(2..).unwrap_or_default().chunks(2) {
            match pair {
                [Operand::LiteralBit32(value), Operand::IdRef(target)] => add(Some(*value), *target),
                _ => return Err(format!("the switch at the end of block %{label} has a case that is not supported")),
            }
        }
        add(None, id_at(instruction, 1)?);
        let mut labels = HashSet::new();
        for (target, ..) in &cases {
            if *target != merge && !self.is_exit(*target) {
                // A case may also be entered from the one before it, so that its phis are assigned before the switch.
                self.assign_phis(label, *target)?;
                labels.insert(*target);
            }
        }
        self.flow.frames.push(Frame::Switch { merge, cases: labels.clone(), current: 0, next: HashMap::new(), flags: Vec::new() });
        for (target, _, body) in &mut cases {
            if let Some(Frame::Switch { current, .. }) = self.flow.frames.last_mut() {
                *current = *target;
            }
            *body = if labels.contains(target) {
                self.lists.push(Vec::new());
                self.sequence(*target)?;
                self.lists.pop().unwrap_or_default()
            } else {
                self.edge(label, *target)?
            };
        }
        let Some(Frame::Switch { next, flags, .. }) = self.flow.frames.pop() else { return Ok(None) };
        cases.retain(|(target, values, body)| {
            !(*target == merge && matches!(values.as_slice(), [None]) && matches!(body.as_slice(), [Statement::Break]))
        });
        let cases = in_order(cases, &next)?;
        for flag in flags.iter().filter(|flag| flag.outermost) {
            self.push(Statement::Declare(flag.variable, Some(boolean(false))));
        }
        self.push(Statement::Switch { selector, cases });
        for flag in flags {
            let jump = match flag {
                Flag { outermost: true, continues: true, .. } => Statement::Continue,
                _ => Statement::Break,
            };
            let condition = variable_expr(flag.variable, Type::Scalar(Scalar::Bool));
            self.push(Statement::If { condition, then: vec![jump], otherwise: Vec::new() });
        }
        Ok(self.flow.reached.contains(&merge).then_some(merge))
    }

    /// Emits a break out of a loop, or its continuation, from inside switches.
    pub fn jump(&mut self, target: Id, continues: bool, switches: &[usize]) -> Result<()> {
        let Some(&outermost) = switches.last() else {
            self.push(if continues { Statement::Continue } else { Statement::Break });
            return Ok(());
        };
        let known = match self.flow.frames.get(outermost) {
            Some(Frame::Switch { flags, .. }) => {
                flags.iter().find(|flag| flag.target == target && flag.outermost).map(|flag| flag.variable)
            }
            _ => None,
        };
        let variable = match known {
            Some(variable) => variable,
            None => self.translator.add_private(Type::Scalar(Scalar::Bool))?,
        };
        for &at in switches {
            if let Some(Frame::Switch { flags, .. }) = self.flow.frames.get_mut(at)
                && !flags.iter().any(|flag| flag.variable == variable)
            {
                flags.push(Flag { target, variable, continues, outermost: at == outermost });
            }
        }
        let set = assign(variable, boolean(true), &self.translator.variables);
        self.push(Statement::Expression(set));
        self.push(Statement::Break);
        Ok(())
    }
}

/// Returns the cases of a switch, each before the one that it falls through to.
fn in_order(cases: Vec<Case>, next: &HashMap<Id, Id>) -> Result<Vec<LabelledStatements>> {
    let followers: HashSet<Id> = next.values().copied().collect();
    let count = cases.len();
    if followers.len() < next.len() {
        return Err(String::from("two cases of a switch fall through to the same case"));
    }
    let starts: Vec<Id> = cases.iter().map(|(target, ..)| *target).filter(|target| !followers.contains(target)).collect();
    let mut left: HashMap<Id, LabelledStatements> = cases.into_iter().map(|(target, values, body)| (target, (values, body))).collect();
    let mut ordered = Vec::with_capacity(count);
    for start in starts {
        let mut target = Some(start);
        while let Some(case) = target.and_then(|target| left.remove(&target)) {
            ordered.push(case);
            target = target.and_then(|target| next.get(&target)).copied();
        }
    }
    if left.is_empty() { Ok(ordered) } else { Err(String::from("the cases of a switch fall through in a circle")) }
}
