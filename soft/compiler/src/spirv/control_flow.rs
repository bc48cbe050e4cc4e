//! Structured control flow: the blocks of a function, which its merge instructions nest in each other, to nested statements.
//!
//! A branch is an exit of an enclosing construct (it ends the selection, breaks out of the loop, and so on), or its target is translated in its
//! place. So each block is translated once; a function where that is impossible is not structured and fails. Phis are variables, which each
//! branch to their block assigns.

use super::flow::{Frame, Phi};
use super::functions::{Body, Value, ValueKind};
use super::hoist::assign;
use super::module::{Id, id_at, result_of};
use super::{Result, variable_expr};
use base::hir::{Expr, ExprKind, Scalar, Stage, Statement, Type, UnaryOp, VarId};
use rspirv::dr::{Block, Instruction, Operand};
use rspirv::spirv::Op;
use std::collections::{HashMap, HashSet};

/// The deepest nesting of constructs.
const MAX_DEPTH: u32 = 200;

/// Returns the merge instruction of a block, which precedes its last instruction.
fn merge_of(block: &Block) -> Option<&Instruction> {
    let [.., merge, _] = block.instructions.as_slice() else { return None };
    matches!(merge.class.opcode, Op::SelectionMerge | Op::LoopMerge).then_some(merge)
}

/// Returns true if no statement after these is executed.
fn ends_in_jump(statements: &[Statement]) -> bool {
    matches!(statements.last(), Some(Statement::Break | Statement::Continue | Statement::Return(_) | Statement::Discard))
}

fn not(condition: Expr) -> Expr {
    let ty = condition.ty.clone();
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition)), ty }
}

/// Returns the expression of a constant boolean.
pub fn boolean(value: bool) -> Expr {
    Expr { kind: ExprKind::Constant(vec![if value { u32::MAX } else { 0 }]), ty: Type::Scalar(Scalar::Bool) }
}

impl<'m> Body<'_, 'm> {
    /// Translates the blocks of the function.
    pub fn statements(&mut self) -> Result<Vec<Statement>> {
        let function = self.flow.function;
        let entry = function.blocks.first().and_then(|block| block.label.as_ref()).and_then(|label| label.result_id);
        let entry = entry.ok_or_else(|| String::from("a function has no blocks"))?;
        for block in &function.blocks {
            self.declare_phis(block)?;
        }
        self.lists.push(Vec::new());
        self.sequence(entry)?;
        Ok(self.lists.pop().unwrap_or_default())
    }

    fn declare_phis(&mut self, block: &Block) -> Result<()> {
        let Some(label) = block.label.as_ref().and_then(|label| label.result_id) else { return Ok(()) };
        let mut phis = Vec::new();
        for instruction in block.instructions.iter().filter(|it| it.class.opcode == Op::Phi) {
            let (id, ty) = result_of(instruction)?;
            let value = self.translator.value_type(ty)?;
            if value.is_opaque() || value == Type::Void {
                return Err(format!("phi %{id} has a type that is not supported"));
            }
            let variable = self.translator.add_private(value.clone())?;
            self.first.push(Statement::Declare(variable, None));
            self.set(id, Value { ty, kind: ValueKind::Expr(variable_expr(variable, value)) })?;
            let mut values = HashMap::new();
            for pair in instruction.operands.chunks(2) {
                match pair {
                    [Operand::IdRef(value), Operand::IdRef(block)] => values.insert(*block, *value),
                    _ => return Err(format!("phi %{id} has a value without a block")),
                };
            }
            phis.push((ty, Phi { variable, values }));
        }
        for (ty, phi) in &phis {
            self.flow.phi_types.insert(phi.variable, *ty);
        }
        self.flow.phis.insert(label, phis.into_iter().map(|(_, phi)| phi).collect());
        Ok(())
    }

    /// Assigns the phis of a block for the branch from another one.
    pub fn assign_phis(&mut self, from: Id, to: Id) -> Result<()> {
        let Some(phis) = self.flow.phis.get(&to) else { return Err(format!("%{to} is not a label of this function")) };
        let mut values = Vec::with_capacity(phis.len());
        let targets: HashSet<VarId> = phis.iter().map(|phi| phi.variable).collect();
        for phi in phis {
            let value = phi.values.get(&from).ok_or_else(|| format!("a phi of block %{to} has no value for block %{from}"))?;
            if self.flow.phi_types.get(&phi.variable) != Some(&self.type_id(*value)?) {
                return Err(format!("a phi of block %{to} has a value of another type"));
            }
            values.push((phi.variable, self.expr(*value)?));
        }
        // All phis change at once.
        let copied = values.len() > 1;
        for (_, value) in &mut values {
            if let ExprKind::Variable(variable) = value.kind
                && copied
                && targets.contains(&variable)
            {
                *value = self.keep(value.clone())?;
            }
        }
        for (variable, value) in values {
            if !matches!(value.kind, ExprKind::Variable(same) if same == variable) {
                let assignment = assign(variable, value, &self.translator.variables);
                self.push(Statement::Expression(assignment));
            }
        }
        Ok(())
    }

    /// Translates a block and what follows it up to an exit of the enclosing construct.
    pub fn sequence(&mut self, mut label: Id) -> Result<()> {
        self.flow.depth += 1;
        if self.flow.depth > MAX_DEPTH {
            return Err(String::from("the control flow is nested too deeply"));
        }
        loop {
            let block = self.flow.blocks.get(&label).copied().ok_or_else(|| format!("%{label} is not a label of this function"))?;
            if !self.flow.visited.insert(label) {
                return Err(format!("the control flow at block %{label} is not structured"));
            }
            let next = match merge_of(block) {
                Some(merge) if merge.class.opcode == Op::LoopMerge => self.repeat(label, block, id_at(merge, 0)?, id_at(merge, 1)?)?,
                merge => {
                    self.straight_line(block)?;
                    let merge = merge.map(|merge| id_at(merge, 0)).transpose()?;
                    self.terminator(label, block, merge)?
                }
            };
            match next {
                Some(next) => label = next,
                None => break,
            }
        }
        self.flow.depth -= 1;
        Ok(())
    }

    /// Translates the instructions of a block but for its last one.
    fn straight_line(&mut self, block: &'m Block) -> Result<()> {
        let Some((_, instructions)) = block.instructions.split_last() else { return Err(String::from("a block is empty")) };
        for instruction in instructions {
            self.instruction(instruction)?;
        }
        Ok(())
    }

    /// Translates the end of a block; returns the block that follows in the same list of statements.
    fn terminator(&mut self, label: Id, block: &'m Block, merge: Option<Id>) -> Result<Option<Id>> {
        let Some(last) = block.instructions.last() else { return Err(String::from("a block is empty")) };
        match last.class.opcode {
            Op::Branch => self.follow(label, id_at(last, 0)?),
            Op::BranchConditional => {
                let condition = self.expr(id_at(last, 0)?)?;
                if condition.ty != Type::Scalar(Scalar::Bool) {
                    return Err(format!("the condition at the end of block %{label} is not a boolean"));
                }
                self.branch(label, condition, (id_at(last, 1)?, id_at(last, 2)?), merge)
            }
            Op::Switch => {
                let merge = merge.ok_or_else(|| format!("the switch at the end of block %{label} has no merge block"))?;
                self.switch(label, last, merge)
            }
            Op::Return if self.translator.value_type(self.result)? == Type::Void => {
                self.push(Statement::Return(None));
                Ok(None)
            }
            Op::ReturnValue => {
                let id = id_at(last, 0)?;
                if self.type_id(id)? != self.result {
                    return Err(format!("block %{label} returns a value of a wrong type"));
                }
                let value = self.expr(id)?;
                self.push(Statement::Return(Some(value)));
                Ok(None)
            }
            Op::Kill | Op::TerminateInvocation if self.translator.stage == Stage::Fragment => {
                self.push(Statement::Discard);
                Ok(None)
            }
            Op::Unreachable => {
                let ty = self.translator.value_type(self.result)?;
                let words = self.translator.known_type(self.result)?.words.min(1 << 16) as usize;
                let value = (ty != Type::Void).then(|| Expr { kind: ExprKind::Constant(vec![0; words]), ty });
                self.push(Statement::Return(value));
                Ok(None)
            }
            _ => Err(format!("Op{} cannot end block %{label}", last.class.opname)),
        }
    }

    /// Translates a branch; returns its target unless the branch is an exit.
    fn follow(&mut self, from: Id, to: Id) -> Result<Option<Id>> {
        self.assign_phis(from, to)?;
        Ok(if self.exit(to)? { None } else { Some(to) })
    }

    /// Translates a branch and what follows it into a list of its own.
    pub fn edge(&mut self, from: Id, to: Id) -> Result<Vec<Statement>> {
        self.lists.push(Vec::new());
        if let Some(next) = self.follow(from, to)? {
            self.sequence(next)?;
        }
        Ok(self.lists.pop().unwrap_or_default())
    }

    /// Translates a conditional branch.
    fn branch(&mut self, label: Id, condition: Expr, (yes, no): (Id, Id), merge: Option<Id>) -> Result<Option<Id>> {
        if let Some(merge) = merge {
            self.flow.frames.push(Frame::Selection { merge });
            let then = self.edge(label, yes)?;
            let otherwise = self.edge(label, no)?;
            self.flow.frames.pop();
            self.push(Statement::If { condition, then, otherwise });
            return Ok(self.flow.reached.contains(&merge).then_some(merge));
        }
        if yes == no {
            return self.follow(label, yes);
        }
        // A side that jumps needs no else.
        for (exit, other, condition) in [(no, yes, not(condition.clone())), (yes, no, condition.clone())] {
            if !self.is_exit(exit) {
                continue;
            }
            let then = self.edge(label, exit)?;
            if ends_in_jump(&then) {
                self.push(Statement::If { condition, then, otherwise: Vec::new() });
                return self.follow(label, other);
            }
            let otherwise = self.edge(label, other)?;
            self.push(Statement::If { condition, then, otherwise });
            return Ok(None);
        }
        let then = self.edge(label, yes)?;
        let otherwise = self.edge(label, no)?;
        self.push(Statement::If { condition, then, otherwise });
        Ok(None)
    }

    /// Translates a loop with its header's block.
    fn repeat(&mut self, header: Id, block: &'m Block, merge: Id, target: Id) -> Result<Option<Id>> {
        self.flow.frames.push(Frame::Loop { header, merge, target });
        self.lists.push(Vec::new());
        self.straight_line(block)?;
        if let Some(next) = self.terminator(header, block, None)? {
            self.sequence(next)?;
        }
        let mut body = self.lists.pop().unwrap_or_default();
        self.flow.frames.pop();
        if matches!(body.last(), Some(Statement::Continue)) {
            body.pop();
        }
        let (mut step, mut condition) = (None, None);
        if target != header && self.flow.reached.contains(&target) {
            self.flow.frames.push(Frame::Continuing { header, merge });
            self.lists.push(Vec::new());
            self.sequence(target)?;
            let list = self.lists.pop().unwrap_or_default();
            self.flow.frames.pop();
            if is_simple(&list) {
                (step, condition) = self.step(list);
            } else {
                body = self.resumed(list, body)?;
            }
        }
        self.push(Statement::Loop { test_first: condition.is_none(), condition, step, body });
        Ok(self.flow.reached.contains(&merge).then_some(merge))
    }

    /// Returns the step of a loop, and its condition, which is tested last.
    fn step(&mut self, list: Vec<Statement>) -> (Option<Expr>, Option<Expr>) {
        let mut steps = Vec::with_capacity(list.len());
        let mut condition = None;
        for statement in list {
            match statement {
                Statement::Expression(expr) => steps.push(expr),
                Statement::Declare(variable, Some(value)) => {
                    self.first.push(Statement::Declare(variable, None));
                    steps.push(assign(variable, value, &self.translator.variables));
                }
                Statement::If { condition: test, then, .. } => condition = Some(if then.is_empty() { test } else { not(test) }),
                _ => {}
            }
        }
        ((!steps.is_empty()).then_some(Expr { kind: ExprKind::Sequence(steps), ty: Type::Void }), condition)
    }

    /// Returns the body of a loop whose continue target needs statements: they run at the start of every iteration but the first.
    fn resumed(&mut self, list: Vec<Statement>, body: Vec<Statement>) -> Result<Vec<Statement>> {
        let ty = Type::Scalar(Scalar::Bool);
        let variable = self.translator.add_private(ty.clone())?;
        self.push(Statement::Declare(variable, Some(boolean(false))));
        let condition = variable_expr(variable, ty);
        let set = assign(variable, boolean(true), &self.translator.variables);
        let mut all = vec![Statement::If { condition, then: list, otherwise: Vec::new() }, Statement::Expression(set)];
        all.extend(body);
        Ok(all)
    }

    /// Returns true if an enclosing construct has a block as the target of its exits.
    pub fn is_exit(&self, to: Id) -> bool {
        self.flow.frames.iter().any(|frame| match frame {
            Frame::Selection { merge } => *merge == to,
            Frame::Switch { merge, cases, .. } => *merge == to || cases.contains(&to),
            Frame::Loop { header, merge, target } => [*header, *merge, *target].contains(&to),
            Frame::Continuing { header, merge } => [*header, *merge].contains(&to),
        })
    }

    /// Translates a branch that is an exit of an enclosing construct; returns false for other branches.
    fn exit(&mut self, to: Id) -> Result<bool> {
        if !self.is_exit(to) {
            return Ok(false);
        }
        let unstructured = || Err(format!("the branch to block %{to} is not structured"));
        let innermost = self.flow.frames.len() - 1;
        let mut switches = Vec::new();
        for at in (0..self.flow.frames.len()).rev() {
            match self.flow.frames.get_mut(at) {
                Some(Frame::Selection { merge }) if *merge == to => {
                    if at != innermost {
                        return unstructured();
                    }
                    self.flow.reached.insert(to);
                    return Ok(true);
                }
                Some(Frame::Switch { merge, .. }) if *merge == to => {
                    if !switches.is_empty() {
                        return unstructured();
                    }
                    self.flow.reached.insert(to);
                    self.push(Statement::Break);
                    return Ok(true);
                }
                Some(Frame::Switch { cases, current, next, .. }) => {
                    if cases.contains(&to) {
                        if at != innermost || next.insert(*current, to).is_some_and(|other| other != to) {
                            return unstructured();
                        }
                        return Ok(true);
                    }
                    switches.push(at);
                }
                Some(Frame::Loop { merge, target, .. }) => {
                    let continues = *target == to;
                    if !continues && *merge != to {
                        return unstructured();
                    }
                    self.flow.reached.insert(to);
                    self.jump(to, continues, &switches)?;
                    return Ok(true);
                }
                Some(Frame::Continuing { header, merge }) => {
                    if *header == to && at == innermost {
                        return Ok(true);
                    }
                    if *merge != to {
                        return unstructured();
                    }
                    self.flow.reached.insert(to);
                    self.jump(to, false, &switches)?;
                    return Ok(true);
                }
                _ => {}
            }
        }
        unstructured()
    }
}

/// Returns true if statements can be the step of a loop, with its condition at the end.
fn is_simple(list: &[Statement]) -> bool {
    let breaks = |statements: &[Statement]| matches!(statements, [Statement::Break]);
    let plain = |statement: &Statement| matches!(statement, Statement::Expression(_) | Statement::Declare(_, Some(_)));
    match list.split_last() {
        Some((Statement::If { then, otherwise, .. }, rest)) => {
            rest.iter().all(plain) && ((then.is_empty() && breaks(otherwise)) || (breaks(then) && otherwise.is_empty()))
        }
        _ => list.iter().all(plain),
    }
}
