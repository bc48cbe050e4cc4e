//! The statements of a function, which are dropped without recursion: the application's thread that deletes a shader may have a small stack.

use super::{Expr, ExprKind, Statement};
use std::ops::{Deref, DerefMut};

/// A list of statements.
#[derive(Clone, Debug, Default)]
pub struct Statements(Vec<Statement>);

impl Statements {
    /// Moves the statements of another list to the end of this one.
    pub fn append(&mut self, other: &mut Self) {
        self.0.append(&mut other.0);
    }
}

impl From<Vec<Statement>> for Statements {
    fn from(list: Vec<Statement>) -> Self {
        Self(list)
    }
}

impl Deref for Statements {
    type Target = [Statement];

    fn deref(&self) -> &[Statement] {
        &self.0
    }
}

impl DerefMut for Statements {
    fn deref_mut(&mut self) -> &mut [Statement] {
        &mut self.0
    }
}

impl Drop for Statements {
    fn drop(&mut self) {
        let mut statements = std::mem::take(&mut self.0);
        let mut exprs: Vec<Expr> = Vec::new();
        loop {
            if let Some(expr) = exprs.pop() {
                take_operands(expr, &mut exprs);
            } else if let Some(statement) = statements.pop() {
                take_parts(statement, &mut statements, &mut exprs);
            } else {
                return;
            }
        }
    }
}

fn take_parts(statement: Statement, statements: &mut Vec<Statement>, exprs: &mut Vec<Expr>) {
    match statement {
        Statement::Expression(expr) => exprs.push(expr),
        Statement::Declare(_, expr) | Statement::Return(expr) => exprs.extend(expr),
        Statement::If { condition, then, otherwise } => {
            exprs.push(condition);
            statements.extend(then);
            statements.extend(otherwise);
        }
        Statement::Loop { condition, step, body, .. } => {
            exprs.extend(condition);
            exprs.extend(step);
            statements.extend(body);
        }
        Statement::Switch { selector, cases } => {
            exprs.push(selector);
            cases.into_iter().for_each(|(_, body)| statements.extend(body));
        }
        Statement::Break | Statement::Continue | Statement::Discard => {}
    }
}

fn take_operands(expr: Expr, exprs: &mut Vec<Expr>) {
    match expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => {}
        ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::RuntimeLength(a) => {
            exprs.push(*a);
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::Update { lvalue: a, value: b, .. } => exprs.extend([*a, *b]),
        ExprKind::Select(a, b, c) => exprs.extend([*a, *b, *c]),
        ExprKind::Call(_, list) | ExprKind::Builtin(_, list) | ExprKind::Construct(list) | ExprKind::Sequence(list) => exprs.extend(list),
    }
}
