//! Evaluation of constant expressions.

mod arithmetic;
mod functions;
mod geometric;
#[cfg(test)]
mod tests;
mod transcendental;

use arithmetic::{Number, binary, read, write};
use base::hir::layout::{member_word, too_large, words};
use base::hir::{Expr, ExprKind, Scalar, Type, UnaryOp};

/// The deepest nesting of expressions. (Expressions that are folded while they are built are flat.)
const MAX_DEPTH: u32 = 256;
/// The largest constant that is made of several, in words: more than lowering accepts.
const MAX_WORDS: u64 = 1 << 16;

/// Returns the words of a constant expression, or `None` if it is not constant (variables, user calls, textures). Division by 0 and the
/// like give the interpreter's results.
pub fn evaluate(expr: &Expr) -> Option<Vec<u32>> {
    evaluate_within(expr, MAX_DEPTH)
}

fn evaluate_within(expr: &Expr, depth: u32) -> Option<Vec<u32>> {
    let depth = depth.checked_sub(1)?;
    let operand = |expr: &Expr| evaluate_within(expr, depth);
    match &expr.kind {
        ExprKind::Constant(words) => Some(words.clone()),
        ExprKind::Index(base, index) => {
            let element = element_type(&base.ty)?;
            let value = operand(base)?;
            let index = match read(&index.ty, &operand(index)?, 0)? {
                Number::Int(index) => i64::from(index).max(0) as usize,
                Number::Uint(index) => index as usize,
                _ => return None,
            };
            let size = usize::try_from(words(&element)).ok()?;
            let last = (value.len() / size.max(1)).checked_sub(1)?;
            let start = index.min(last) * size;
            Some(value.get(start..start + size)?.to_vec())
        }
        ExprKind::Field(base, member) => {
            let Type::Struct(structure) = &base.ty else { return None };
            let value = operand(base)?;
            let start = usize::try_from(member_word(structure, *member)).ok()?;
            let size = usize::try_from(words(&structure.members.get(*member)?.ty)).ok()?;
            Some(value.get(start..start.checked_add(size)?)?.to_vec())
        }
        ExprKind::Swizzle(base, components) => {
            let value = operand(base)?;
            let size = component(&base.ty)?.words() as usize;
            let mut result = Vec::with_capacity(components.len() * size);
            for &component in components {
                let start = usize::from(component) * size;
                result.extend_from_slice(value.get(start..start + size)?);
            }
            Some(result)
        }
        ExprKind::Unary(op, value) => unary(*op, &value.ty, &operand(value)?),
        ExprKind::Binary(op, a, b) => binary(*op, (&a.ty, &operand(a)?), (&b.ty, &operand(b)?), &expr.ty),
        ExprKind::And(a, b) => {
            let (a, b) = (operand(a)?, operand(b)?);
            Some(vec![*a.first()? & *b.first()?])
        }
        ExprKind::Or(a, b) => {
            let (a, b) = (operand(a)?, operand(b)?);
            Some(vec![*a.first()? | *b.first()?])
        }
        ExprKind::Select(condition, a, b) => {
            let (condition, a, b) = (operand(condition)?, operand(a)?, operand(b)?);
            Some(if *condition.first()? != 0 { a } else { b })
        }
        ExprKind::Builtin(builtin, arguments) => {
            let values: Option<Vec<Vec<u32>>> = arguments.iter().map(operand).collect();
            let values = values?;
            let typed: Vec<(&Type, &[u32])> =
                arguments.iter().zip(&values).map(|(argument, words)| (&argument.ty, words.as_slice())).collect();
            functions::call(*builtin, &typed, &expr.ty)
        }
        ExprKind::Construct(parts) => {
            if too_large(&expr.ty) || words(&expr.ty) > MAX_WORDS {
                return None;
            }
            let values: Option<Vec<Vec<u32>>> = parts.iter().map(operand).collect();
            construct(&expr.ty, parts, &values?)
        }
        ExprKind::Convert(value) => {
            let (from, to) = (component(&value.ty)?, component(&expr.ty)?);
            let words = operand(value)?;
            let mut result = Vec::with_capacity(words.len());
            for index in 0..words.len() / from.words() as usize {
                write(&mut result, read_scalar(from, &words, index)?.to(to));
            }
            Some(result)
        }
        // A comma expression is not a constant expression in GLSL.
        ExprKind::Sequence(_)
        | ExprKind::Variable(_)
        | ExprKind::Assign(..)
        | ExprKind::Update { .. }
        | ExprKind::Call(..)
        | ExprKind::RuntimeLength(_) => None,
    }
}

use arithmetic::read_scalar;

/// Returns the component type of a scalar, vector or matrix.
fn component(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(*scalar),
        _ => None,
    }
}

fn element_type(ty: &Type) -> Option<Type> {
    match ty {
        Type::Array(element, _) => Some((**element).clone()),
        Type::Matrix(scalar, _, rows) => Some(Type::Vector(*scalar, *rows)),
        Type::Vector(scalar, _) => Some(Type::Scalar(*scalar)),
        _ => None,
    }
}

fn unary(op: UnaryOp, ty: &Type, words: &[u32]) -> Option<Vec<u32>> {
    let scalar = component(ty)?;
    let mut result = Vec::with_capacity(words.len());
    for index in 0..words.len() / scalar.words() as usize {
        let value = match (op, read_scalar(scalar, words, index)?) {
            (UnaryOp::Negate, Number::Float(value)) => Number::Float(-value),
            (UnaryOp::Negate, Number::Double(value)) => Number::Double(-value),
            (UnaryOp::Negate, Number::Int(value)) => Number::Int(value.wrapping_neg()),
            (UnaryOp::Negate, Number::Uint(value)) => Number::Uint(value.wrapping_neg()),
            (UnaryOp::Negate, Number::Int64(value)) => Number::Int64(value.wrapping_neg()),
            (UnaryOp::Negate, Number::Uint64(value)) => Number::Uint64(value.wrapping_neg()),
            (UnaryOp::Not, Number::Bool(value)) => Number::Bool(!value),
            (UnaryOp::Complement, Number::Int(value)) => Number::Int(!value),
            (UnaryOp::Complement, Number::Uint(value)) => Number::Uint(!value),
            (UnaryOp::Complement, Number::Int64(value)) => Number::Int64(!value),
            (UnaryOp::Complement, Number::Uint64(value)) => Number::Uint64(!value),
            _ => return None,
        };
        write(&mut result, value);
    }
    Some(result)
}

fn construct(ty: &Type, parts: &[Expr], values: &[Vec<u32>]) -> Option<Vec<u32>> {
    let size = usize::try_from(words(ty)).ok()?;
    let Some(scalar) = component(ty) else {
        let whole = values.concat();
        return (whole.len() == size).then_some(whole);
    };
    let width = scalar.words() as usize;
    let single = match parts {
        [part] => Some(&part.ty),
        _ => None,
    };
    match (ty, single) {
        (Type::Matrix(_, columns, rows), Some(Type::Scalar(_))) => {
            let value = values.first()?;
            let mut result = vec![0; size];
            for column in 0..usize::from(*columns.min(rows)) {
                let start = (column * usize::from(*rows) + column) * width;
                result.get_mut(start..start + width)?.copy_from_slice(value.get(..width)?);
            }
            Some(result)
        }
        (Type::Matrix(_, columns, rows), Some(Type::Matrix(_, from_columns, from_rows))) => {
            let mut one = Vec::new();
            write(&mut one, Number::Float(1.0).to(scalar));
            let value = values.first()?;
            let mut result = Vec::with_capacity(size);
            for column in 0..*columns {
                for row in 0..*rows {
                    if column < *from_columns && row < *from_rows {
                        let start = (usize::from(column) * usize::from(*from_rows) + usize::from(row)) * width;
                        result.extend_from_slice(value.get(start..start + width)?);
                    } else if column == row {
                        result.extend_from_slice(&one);
                    } else {
                        result.resize(result.len() + width, 0);
                    }
                }
            }
            Some(result)
        }
        (Type::Vector(_, count), Some(Type::Scalar(_))) => Some(values.first()?.repeat(usize::from(*count))),
        _ => {
            let mut whole = values.concat();
            whole.truncate(size);
            (whole.len() == size).then_some(whole)
        }
    }
}
