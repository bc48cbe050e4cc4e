//! Walks over the statements and expressions of functions.

use base::hir::{Expr, ExprKind, Statement};

/// Calls `visit` for every statement, outer ones first.
pub fn each_statement(statements: &[Statement], visit: &mut dyn FnMut(&Statement)) {
    for statement in statements {
        visit(statement);
        match statement {
            Statement::If { then, otherwise, .. } => {
                each_statement(then, visit);
                each_statement(otherwise, visit);
            }
            Statement::Loop { body, .. } => each_statement(body, visit),
            Statement::Switch { cases, .. } => cases.iter().for_each(|(_, body)| each_statement(body, visit)),
            _ => {}
        }
    }
}

/// Calls `visit` for every expression in statements, operands included.
pub fn each_expression_of(statements: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    each_statement(statements, &mut |statement| match statement {
        Statement::Expression(expression) | Statement::Declare(_, Some(expression)) | Statement::Return(Some(expression)) => {
            each_expression(expression, visit);
        }
        Statement::If { condition, .. } => each_expression(condition, visit),
        Statement::Loop { condition, step, .. } => {
            condition.iter().chain(step).for_each(|expression| each_expression(expression, visit));
        }
        Statement::Switch { selector, .. } => each_expression(selector, visit),
        _ => {}
    });
}

/// Calls `visit` for an expression and its operands.
pub fn each_expression(expression: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expression);
    match &expression.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => {}
        ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::RuntimeLength(a) => {
            each_expression(a, visit);
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::Update { lvalue: a, value: b, .. } => {
            each_expression(a, visit);
            each_expression(b, visit);
        }
        ExprKind::Select(a, b, c) => [a, b, c].into_iter().for_each(|operand| each_expression(operand, visit)),
        ExprKind::Call(_, arguments) | ExprKind::Builtin(_, arguments) | ExprKind::Construct(arguments) | ExprKind::Sequence(arguments) => {
            arguments.iter().for_each(|argument| each_expression(argument, visit));
        }
    }
}
