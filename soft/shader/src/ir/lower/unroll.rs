//! Loops of few turns whose number is known: their bodies are lowered once for each turn, so that no control flow remains between the look-ups of a filter.

use super::walk::{each_expression, each_expression_of, each_statement};
use super::{Binding, Lowered, Lowering};
use base::hir::{Expr, ExprKind, Statement, VarId};

/// The most turns of a loop that is lowered turn by turn.
const MOST_TURNS: usize = 32;
/// The most expressions of all turns of one such loop, and of all of them in a shader.
const MOST_EXPRESSIONS: usize = 1 << 10;
const MOST_EXPRESSIONS_IN_ALL: usize = 1 << 12;

impl Lowering<'_> {
    /// Lowers a loop turn by turn if it tests its condition first, has few turns, and is left by nothing else. Returns false, and lowers nothing, for others.
    pub fn unroll(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &[Statement]) -> Lowered<bool> {
        let (Some(condition), Some(step)) = (condition, step) else { return Ok(false) };
        let Some(turns) = self.turns(condition, step, body)? else { return Ok(false) };
        for _ in 0..turns {
            self.block(body)?;
            if self.reachable {
                self.expression(step)?;
            }
        }
        Ok(true)
    }

    /// Returns the number of turns of a loop that may be lowered turn by turn.
    fn turns(&mut self, condition: &Expr, step: &Expr, body: &[Statement]) -> Lowered<Option<usize>> {
        if !is_plain(condition) || !is_plain(step) || leaves(body, true) || self.declares_in_stack_slot(body) {
            return Ok(None);
        }
        let (of_condition, _) = self.analysis.changed(self.shader, &[], [Some(condition), None]);
        let (of_step, _) = self.analysis.changed(self.shader, &[], [Some(step), None]);
        let (of_body, visited) = self.analysis.changed(self.shader, body, [None, None]);
        self.charge(visited / 4);
        let [counter] = of_step[..] else { return Ok(None) };
        if !of_condition.is_empty() || of_body.contains(&counter) {
            return Ok(None);
        }
        let Some(Binding::Words(first)) = self.bindings.get(counter).cloned() else { return Ok(None) };
        let turns = self.count_turns(condition, step, counter)?;
        self.bind(counter, Binding::Words(first));
        let Some(turns) = turns else { return Ok(None) };
        let left = MOST_EXPRESSIONS.min(MOST_EXPRESSIONS_IN_ALL - self.unrolled);
        let expressions = turns * self.size(body, left);
        if expressions > left {
            return Ok(None);
        }
        self.unrolled += expressions;
        Ok(Some(turns))
    }

    /// Evaluates condition and step with the value of the counter, which the caller restores, until the condition is false.
    fn count_turns(&mut self, condition: &Expr, step: &Expr, counter: VarId) -> Lowered<Option<usize>> {
        for turns in 0..=MOST_TURNS {
            if !self.is_constant(counter) {
                return Ok(None);
            }
            let holds = self.scalar(condition)?;
            match self.constant_value(holds) {
                Some(0) => return Ok(Some(turns)),
                Some(_) => drop(self.expression(step)?),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns true if a variable has a value that is known.
    fn is_constant(&self, variable: VarId) -> bool {
        match self.bindings.get(variable) {
            Some(Binding::Words(words)) => words.iter().all(|&word| self.constant_value(word).is_some()),
            _ => false,
        }
    }

    /// Returns true if a statement declares a variable that lives in a stack slot.
    fn declares_in_stack_slot(&self, statements: &[Statement]) -> bool {
        let mut found = false;
        each_statement(statements, &mut |statement| {
            if let Statement::Declare(variable, _) = statement {
                found |= self.analysis.in_stack_slot.get(*variable).copied().unwrap_or(true);
            }
        });
        found
    }

    /// Counts the expressions of statements and of the functions that they call; more than `most` are not all counted.
    fn size(&self, statements: &[Statement], most: usize) -> usize {
        let (mut count, mut callees) = (0, Vec::new());
        each_expression_of(statements, &mut |expression| {
            count += 1;
            if let ExprKind::Call(callee, _) = expression.kind {
                callees.push(callee);
            }
        });
        for callee in callees {
            if count > most {
                break;
            }
            let body = self.shader.functions.get(callee).and_then(|function| function.body.as_deref());
            count += self.size(body.unwrap_or_default(), most - count);
        }
        count
    }
}

/// Returns true if an expression is made of constants, variables and arithmetic alone.
fn is_plain(expression: &Expr) -> bool {
    let mut plain = true;
    each_expression(expression, &mut |part| {
        plain &= match &part.kind {
            ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Convert(_) => true,
            ExprKind::Assign(lvalue, _) | ExprKind::Update { lvalue, .. } => matches!(lvalue.kind, ExprKind::Variable(_)),
            _ => false,
        };
    });
    plain
}

/// Returns true if a statement leaves the loop, its turn or the function. `breaks` is false within a switch, which a `break` leaves.
fn leaves(statements: &[Statement], breaks: bool) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Break => breaks,
        Statement::Continue | Statement::Return(_) | Statement::Discard => true,
        Statement::If { then, otherwise, .. } => leaves(then, breaks) || leaves(otherwise, breaks),
        Statement::Switch { cases, .. } => cases.iter().any(|(_, body)| leaves(body, false)),
        Statement::Loop { body, .. } => leaves_function(body),
        Statement::Expression(_) | Statement::Declare(..) => false,
    })
}

/// Returns true if a statement leaves the function.
fn leaves_function(statements: &[Statement]) -> bool {
    let mut found = false;
    each_statement(statements, &mut |statement| found |= matches!(statement, Statement::Return(_) | Statement::Discard));
    found
}
