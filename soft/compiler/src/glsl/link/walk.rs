//! Walks over the statements and expressions of a function, without recursion: the shader controls the nesting depth.

use crate::glsl::constant::evaluate;
use base::hir::{Expr, ExprKind, FunctionId, Statement, VarId};

enum Node<'a> {
    Statements(&'a [Statement]),
    Expr(&'a Expr),
}

/// A node that a walk visits.
pub enum Part<'a> {
    Expr(&'a Expr),
    Declare(VarId),
}

/// Visits every expression and every declaration of a local, in no particular order.
pub fn walk<'a>(statements: &'a [Statement], visit: &mut dyn FnMut(Part<'a>)) {
    walk_branches(statements, &|_| (true, true), visit);
}

/// Visits as [`walk`] does, without the branches that a constant condition excludes.
pub fn walk_live<'a>(statements: &'a [Statement], visit: &mut dyn FnMut(Part<'a>)) {
    let taken = |condition: &Expr| match evaluate(condition).as_deref() {
        Some([word]) => (*word != 0, *word == 0),
        _ => (true, true),
    };
    walk_branches(statements, &taken, visit);
}

/// Visits the branches of each `if` that `taken` accepts for its condition.
fn walk_branches<'a>(statements: &'a [Statement], taken: &dyn Fn(&Expr) -> (bool, bool), visit: &mut dyn FnMut(Part<'a>)) {
    let mut stack = vec![Node::Statements(statements)];
    while let Some(node) = stack.pop() {
        match node {
            Node::Statements(list) => list.iter().for_each(|statement| statement_parts(statement, taken, &mut stack, visit)),
            Node::Expr(expr) => {
                visit(Part::Expr(expr));
                expr_parts(expr, &mut stack);
            }
        }
    }
}

fn statement_parts<'a>(
    statement: &'a Statement,
    taken: &dyn Fn(&Expr) -> (bool, bool),
    stack: &mut Vec<Node<'a>>,
    visit: &mut dyn FnMut(Part<'a>),
) {
    match statement {
        Statement::Expression(expr) | Statement::Return(Some(expr)) => stack.push(Node::Expr(expr)),
        Statement::Declare(variable, initialiser) => {
            visit(Part::Declare(*variable));
            stack.extend(initialiser.iter().map(Node::Expr));
        }
        Statement::If { condition, then, otherwise } => {
            let (first, second) = taken(condition);
            stack.push(Node::Expr(condition));
            stack.extend(first.then_some(Node::Statements(then)));
            stack.extend(second.then_some(Node::Statements(otherwise)));
        }
        Statement::Loop { condition, step, body, .. } => {
            stack.extend(condition.iter().chain(step).map(Node::Expr));
            stack.push(Node::Statements(body));
        }
        Statement::Switch { selector, cases } => {
            stack.push(Node::Expr(selector));
            stack.extend(cases.iter().map(|(_, body)| Node::Statements(body)));
        }
        Statement::Break | Statement::Continue | Statement::Return(None) | Statement::Discard => {}
    }
}

fn expr_parts<'a>(expr: &'a Expr, stack: &mut Vec<Node<'a>>) {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => {}
        ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::RuntimeLength(a) => {
            stack.push(Node::Expr(a));
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::Update { lvalue: a, value: b, .. } => stack.extend([Node::Expr(a), Node::Expr(b)]),
        ExprKind::Select(a, b, c) => stack.extend([Node::Expr(a), Node::Expr(b), Node::Expr(c)]),
        ExprKind::Call(_, list) | ExprKind::Builtin(_, list) | ExprKind::Construct(list) | ExprKind::Sequence(list) => {
            stack.extend(list.iter().map(Node::Expr));
        }
    }
}

enum NodeMut<'a> {
    Statements(&'a mut [Statement]),
    Expr(&'a mut Expr),
}

/// Replaces the ids of variables and functions by those that `variables` and `functions` hold at their index.
pub fn renumber(statements: &mut [Statement], variables: &[VarId], functions: &[FunctionId]) {
    let variable = |id: &mut VarId| *id = variables.get(*id).copied().unwrap_or(*id);
    let mut stack = vec![NodeMut::Statements(statements)];
    while let Some(node) = stack.pop() {
        let expr = match node {
            NodeMut::Expr(expr) => expr,
            NodeMut::Statements(list) => {
                for statement in list {
                    match statement {
                        Statement::Expression(expr) | Statement::Return(Some(expr)) => stack.push(NodeMut::Expr(expr)),
                        Statement::Declare(id, initialiser) => {
                            variable(id);
                            stack.extend(initialiser.iter_mut().map(NodeMut::Expr));
                        }
                        Statement::If { condition, then, otherwise } => {
                            stack.extend([NodeMut::Expr(condition), NodeMut::Statements(then), NodeMut::Statements(otherwise)]);
                        }
                        Statement::Loop { condition, step, body, .. } => {
                            stack.extend(condition.iter_mut().chain(step).map(NodeMut::Expr));
                            stack.push(NodeMut::Statements(body));
                        }
                        Statement::Switch { selector, cases } => {
                            stack.push(NodeMut::Expr(selector));
                            stack.extend(cases.iter_mut().map(|(_, body)| NodeMut::Statements(body)));
                        }
                        Statement::Break | Statement::Continue | Statement::Return(None) | Statement::Discard => {}
                    }
                }
                continue;
            }
        };
        match &mut expr.kind {
            ExprKind::Constant(_) => {}
            ExprKind::Variable(id) => variable(id),
            ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::RuntimeLength(a) => {
                stack.push(NodeMut::Expr(a));
            }
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::Update { lvalue: a, value: b, .. } => stack.extend([NodeMut::Expr(a), NodeMut::Expr(b)]),
            ExprKind::Select(a, b, c) => stack.extend([NodeMut::Expr(a), NodeMut::Expr(b), NodeMut::Expr(c)]),
            ExprKind::Call(function, list) => {
                *function = functions.get(*function).copied().unwrap_or(*function);
                stack.extend(list.iter_mut().map(NodeMut::Expr));
            }
            ExprKind::Builtin(_, list) | ExprKind::Construct(list) | ExprKind::Sequence(list) => {
                stack.extend(list.iter_mut().map(NodeMut::Expr))
            }
        }
    }
}

/// Returns the variable at the base of an lvalue or of a chain of indices and fields.
pub fn root(expr: &Expr) -> Option<VarId> {
    let mut expr = expr;
    loop {
        match &expr.kind {
            ExprKind::Variable(id) => return Some(*id),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) | ExprKind::Swizzle(base, _) => expr = base,
            _ => return None,
        }
    }
}
