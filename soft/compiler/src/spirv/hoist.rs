//! Moves the declarations of values that are used outside of their statement list to the start of the function. A value of a module is visible
//! wherever its block dominates, a local of a shader only after its declaration in the same list of statements.

use super::variable_expr;
use base::hir::{Expr, ExprKind, Statement, VarId, Variable};
use std::collections::HashSet;

/// Hoists the declarations of a function's body.
pub fn hoist(body: &mut Vec<Statement>, variables: &[Variable]) {
    let mut scopes = Scopes { visible: HashSet::new(), declared: HashSet::new(), outside: HashSet::new() };
    collect(body, &mut scopes.declared);
    scopes.list(body);
    if scopes.outside.is_empty() {
        return;
    }
    replace(body, &scopes.outside, variables);
    let mut outside: Vec<VarId> = scopes.outside.into_iter().collect();
    outside.sort_unstable();
    body.splice(0..0, outside.into_iter().map(|variable| Statement::Declare(variable, None)));
}

/// Collects the variables that are declared in statements.
fn collect(statements: &[Statement], declared: &mut HashSet<VarId>) {
    for statement in statements {
        match statement {
            Statement::Declare(variable, _) => {
                declared.insert(*variable);
            }
            Statement::If { then, otherwise, .. } => {
                collect(then, declared);
                collect(otherwise, declared);
            }
            Statement::Loop { body, .. } => collect(body, declared),
            Statement::Switch { cases, .. } => cases.iter().for_each(|(_, body)| collect(body, declared)),
            _ => {}
        }
    }
}

/// The variables that are in scope while the statements are visited in order.
struct Scopes {
    visible: HashSet<VarId>,
    /// The variables that the function declares.
    declared: HashSet<VarId>,
    /// The variables that are used outside of the scope of their declaration.
    outside: HashSet<VarId>,
}

impl Scopes {
    fn list(&mut self, statements: &[Statement]) {
        let mut own = Vec::new();
        for statement in statements {
            match statement {
                Statement::Declare(variable, value) => {
                    value.iter().for_each(|value| self.expr(value));
                    self.visible.insert(*variable);
                    own.push(*variable);
                }
                Statement::Expression(expr) | Statement::Return(Some(expr)) => self.expr(expr),
                Statement::If { condition, then, otherwise } => {
                    self.expr(condition);
                    self.list(then);
                    self.list(otherwise);
                }
                Statement::Loop { condition, step, body, .. } => {
                    self.list(body);
                    step.iter().chain(condition).for_each(|expr| self.expr(expr));
                }
                Statement::Switch { selector, cases } => {
                    self.expr(selector);
                    cases.iter().for_each(|(_, body)| self.list(body));
                }
                Statement::Break | Statement::Continue | Statement::Return(None) | Statement::Discard => {}
            }
        }
        for variable in own {
            self.visible.remove(&variable);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Constant(_) => {}
            ExprKind::Variable(variable) => {
                if self.declared.contains(variable) && !self.visible.contains(variable) {
                    self.outside.insert(*variable);
                }
            }
            ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::RuntimeLength(a) => {
                self.expr(a);
            }
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::Update { lvalue: a, value: b, .. } => [a, b].into_iter().for_each(|expr| self.expr(expr)),
            ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|expr| self.expr(expr)),
            ExprKind::Call(_, list) | ExprKind::Builtin(_, list) | ExprKind::Construct(list) | ExprKind::Sequence(list) => {
                list.iter().for_each(|expr| self.expr(expr));
            }
        }
    }
}

/// Turns the declarations of variables into assignments.
fn replace(statements: &mut [Statement], outside: &HashSet<VarId>, variables: &[Variable]) {
    for statement in statements {
        match statement {
            Statement::Declare(variable, value) if outside.contains(variable) => {
                *statement = match value.take() {
                    Some(value) => Statement::Expression(assign(*variable, value, variables)),
                    None => Statement::Expression(Expr { kind: ExprKind::Sequence(Vec::new()), ty: base::hir::Type::Void }),
                };
            }
            Statement::If { then, otherwise, .. } => {
                replace(then, outside, variables);
                replace(otherwise, outside, variables);
            }
            Statement::Loop { body, .. } => replace(body, outside, variables),
            Statement::Switch { cases, .. } => cases.iter_mut().for_each(|(_, body)| replace(body, outside, variables)),
            _ => {}
        }
    }
}

/// Returns the assignment of a value to a variable.
pub fn assign(variable: VarId, value: Expr, variables: &[Variable]) -> Expr {
    let ty = variables.get(variable).map_or_else(|| value.ty.clone(), |variable| variable.ty.clone());
    Expr { kind: ExprKind::Assign(Box::new(variable_expr(variable, ty.clone())), Box::new(value)), ty }
}
