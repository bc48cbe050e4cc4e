//! Builders of expressions over floats.

use base::hir::{BinaryOp, Builtin, Expr, ExprKind, Scalar, Type, UnaryOp, VarId};

/// The type of a vector of floats, or of one float.
pub fn floats(count: usize) -> Type {
    vector(Scalar::Float, count)
}

/// The type of a vector, or of one component.
pub fn vector(scalar: Scalar, count: usize) -> Type {
    if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count as u8) }
}

/// Returns the number of components of a scalar or vector.
pub fn width(expr: &Expr) -> usize {
    match expr.ty {
        Type::Vector(_, count) => usize::from(count),
        _ => 1,
    }
}

/// Names a variable.
pub fn variable(id: VarId, ty: Type) -> Expr {
    Expr { kind: ExprKind::Variable(id), ty }
}

/// A constant float.
pub fn float(value: f32) -> Expr {
    Expr { kind: ExprKind::Constant(vec![value.to_bits()]), ty: floats(1) }
}

/// A constant integer.
pub fn integer(value: i32) -> Expr {
    Expr { kind: ExprKind::Constant(vec![value.cast_unsigned()]), ty: Type::Scalar(Scalar::Int) }
}

/// The components of a value; those of a constant are a constant.
pub fn components(value: Expr, lanes: &[u8]) -> Expr {
    let ty = floats(lanes.len());
    let is_whole = lanes.len() == width(&value) && lanes.iter().enumerate().all(|(at, lane)| at == usize::from(*lane));
    match value.kind {
        _ if is_whole => value,
        ExprKind::Constant(words) => {
            let words = lanes.iter().map(|lane| words.get(usize::from(*lane)).copied().unwrap_or(0));
            Expr { kind: ExprKind::Constant(words.collect()), ty }
        }
        _ => Expr { kind: ExprKind::Swizzle(Box::new(value), lanes.to_vec()), ty },
    }
}

/// The negated value.
pub fn negate(value: Expr) -> Expr {
    let ty = value.ty.clone();
    Expr { kind: ExprKind::Unary(UnaryOp::Negate, Box::new(value)), ty }
}

/// An operation on two values of one type, or a vector and a scalar.
pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let ty = if width(&a) >= width(&b) { a.ty.clone() } else { b.ty.clone() };
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty }
}

/// A call whose result has the type of its first argument.
pub fn call(builtin: Builtin, arguments: Vec<Expr>) -> Expr {
    let ty = arguments.first().map_or(Type::Void, |argument| argument.ty.clone());
    Expr { kind: ExprKind::Builtin(builtin, arguments), ty }
}

/// The dot product of two vectors.
pub fn dot(a: Expr, b: Expr) -> Expr {
    Expr { kind: ExprKind::Builtin(Builtin::Dot, vec![a, b]), ty: floats(1) }
}

/// Compares each component.
pub fn compare(vectors: Builtin, scalars: BinaryOp, a: Expr, b: Expr) -> Expr {
    let count = width(&a);
    let ty = vector(Scalar::Bool, count);
    let kind = if count == 1 { ExprKind::Binary(scalars, Box::new(a), Box::new(b)) } else { ExprKind::Builtin(vectors, vec![a, b]) };
    Expr { kind, ty }
}

/// True for each component of `a` that is less than that of `b`.
pub fn less(a: Expr, b: Expr) -> Expr {
    compare(Builtin::LessThan, BinaryOp::Less, a, b)
}

/// 1 for true, 0 for false.
pub fn from_bool(value: Expr) -> Expr {
    let ty = floats(width(&value));
    Expr { kind: ExprKind::Convert(Box::new(value)), ty }
}

/// A vector, or one component, from scalars and vectors in order.
pub fn construct(parts: Vec<Expr>, count: usize) -> Expr {
    match <[Expr; 1]>::try_from(parts) {
        Ok([part]) if width(&part) == count => part,
        Ok([part]) => Expr { kind: ExprKind::Construct(vec![part]), ty: floats(count) },
        Err(parts) => Expr { kind: ExprKind::Construct(parts), ty: floats(count) },
    }
}

/// The scalar in each component.
pub fn replicated(scalar: Expr, count: usize) -> Expr {
    construct(vec![scalar], count)
}

/// A constant in each component.
pub fn constant(value: f32, count: usize) -> Expr {
    Expr { kind: ExprKind::Constant(vec![value.to_bits(); count]), ty: floats(count) }
}

/// `lvalue = value`.
pub fn assign(lvalue: Expr, value: Expr) -> Expr {
    let ty = lvalue.ty.clone();
    Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty }
}
