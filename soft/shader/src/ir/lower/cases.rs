//! The variables that the cases of a `switch` share.

use super::walk::each_expression;
use base::hir::{Expr, ExprKind, Shader, Statement, VarId};

/// Returns, for each variable, true if it is declared under a label of a switch and used under another label of it: a lane may reach that use
/// through the declaration.
pub fn shared_by_cases(shader: &Shader) -> Vec<bool> {
    let count = shader.variables.len();
    let mut search = Search { declared_in: vec![None; count], shared: vec![false; count], open: Vec::new() };
    for body in shader.functions.iter().filter_map(|function| function.body.as_deref()) {
        search.statements(body, None);
    }
    search.shared
}

struct Search {
    /// For each variable, the case whose body declares it.
    declared_in: Vec<Option<usize>>,
    shared: Vec<bool>,
    /// For each case so far, true while its body is searched.
    open: Vec<bool>,
}

impl Search {
    /// Searches statements; `case` is the case of which they are the body.
    fn statements(&mut self, statements: &[Statement], case: Option<usize>) {
        for statement in statements {
            match statement {
                Statement::Declare(variable, initialiser) => {
                    if let Some(slot) = self.declared_in.get_mut(*variable) {
                        *slot = case;
                    }
                    initialiser.iter().for_each(|expression| self.expression(expression));
                }
                Statement::Expression(expression) | Statement::Return(Some(expression)) => self.expression(expression),
                Statement::If { condition, then, otherwise } => {
                    self.expression(condition);
                    self.statements(then, None);
                    self.statements(otherwise, None);
                }
                Statement::Loop { condition, step, body, .. } => {
                    condition.iter().chain(step).for_each(|expression| self.expression(expression));
                    self.statements(body, None);
                }
                Statement::Switch { selector, cases } => {
                    self.expression(selector);
                    for (_, body) in cases {
                        let case = self.open.len();
                        self.open.push(true);
                        self.statements(body, Some(case));
                        self.open[case] = false;
                    }
                }
                Statement::Break | Statement::Continue | Statement::Return(None) | Statement::Discard => {}
            }
        }
    }

    fn expression(&mut self, expression: &Expr) {
        each_expression(expression, &mut |part| {
            if let ExprKind::Variable(variable) = part.kind {
                self.use_of(variable);
            }
        });
    }

    fn use_of(&mut self, variable: VarId) {
        let Some(&Some(case)) = self.declared_in.get(variable) else { return };
        if !self.open.get(case).copied().unwrap_or(true)
            && let Some(shared) = self.shared.get_mut(variable)
        {
            *shared = true;
        }
    }
}
