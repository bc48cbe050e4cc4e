//! Evaluation of constant expressions.

#[cfg(test)]
mod tests;

use base::hir::layout::too_large;
use base::hir::{Builtin, Expr, ExprKind, Type};
use shader::ir;

/// The deepest nesting of expressions. (Expressions that are folded while they are built are flat.)
const MAX_DEPTH: u32 = 256;

/// Returns the words of a constant expression, or `None` if it is not constant (variables, user calls, textures). They are those that a shader
/// computes at run time.
pub fn evaluate(expr: &Expr) -> Option<Vec<u32>> {
    match &expr.kind {
        ExprKind::Constant(words) => Some(words.clone()),
        _ if is_constant(expr, MAX_DEPTH) => ir::constant(expr),
        _ => None,
    }
}

/// Returns true for a constant expression, if it does not nest more deeply than `depth`.
fn is_constant(expr: &Expr, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is = |part: &Expr| is_constant(part, depth);
    if matches!(expr.ty, Type::Void) || too_large(&expr.ty) {
        return false;
    }
    match &expr.kind {
        ExprKind::Constant(_) => true,
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => is(a) && is(b),
        ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) => is(a),
        ExprKind::Select(a, b, c) => is(a) && is(b) && is(c),
        ExprKind::Builtin(builtin, arguments) => !depends_on_invocations(*builtin) && arguments.iter().all(is),
        ExprKind::Construct(parts) => parts.iter().all(is),
        // A comma expression is not a constant expression in GLSL.
        ExprKind::Sequence(_)
        | ExprKind::Variable(_)
        | ExprKind::Assign(..)
        | ExprKind::Update { .. }
        | ExprKind::Call(..)
        | ExprKind::RuntimeLength(_) => false,
    }
}

/// Returns true for a function that depends on more than its arguments: on other invocations, or on the time.
fn depends_on_invocations(builtin: Builtin) -> bool {
    use Builtin::*;
    matches!(
        builtin,
        Dfdx | Dfdy
            | Fwidth
            | DfdxFine
            | DfdyFine
            | FwidthFine
            | DfdxCoarse
            | DfdyCoarse
            | FwidthCoarse
            | InvocationVote
            | InvocationsEqual
            | Ballot
            | ReadInvocation
            | ReadFirstInvocation
            | Clock
    )
}
