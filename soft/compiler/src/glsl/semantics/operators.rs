//! Binary operators: operand and result types.

use super::expressions::convert;
use super::types::{has_array, name as type_name, opaque, scalar_of, with_scalar};
use super::{Analyser, Checked, boxed};
use crate::glsl::builtins;
use crate::glsl::syntax;
use base::hir::{BinaryOp, Expr, ExprKind, Scalar, Type};

impl Analyser<'_> {
    /// Analyses a binary operator.
    pub(super) fn binary(&mut self, operator: syntax::BinaryOperator, left: Expr, right: Expr) -> Checked<Expr> {
        match operator {
            syntax::BinaryOperator::And | syntax::BinaryOperator::Or | syntax::BinaryOperator::Xor => self.logical(operator, left, right),
            syntax::BinaryOperator::Equal => self.equality(BinaryOp::Equal, left, right),
            syntax::BinaryOperator::NotEqual => self.equality(BinaryOp::NotEqual, left, right),
            syntax::BinaryOperator::Less => self.relation(BinaryOp::Less, left, right),
            syntax::BinaryOperator::Greater => self.relation(BinaryOp::Greater, left, right),
            syntax::BinaryOperator::LessEqual => self.relation(BinaryOp::LessEqual, left, right),
            syntax::BinaryOperator::GreaterEqual => self.relation(BinaryOp::GreaterEqual, left, right),
            syntax::BinaryOperator::ShiftLeft | syntax::BinaryOperator::ShiftRight => self.shift(operator, left, right),
            _ => {
                let (op, left, right, ty) = self.arithmetic(operator, left, right)?;
                Ok(Expr { kind: ExprKind::Binary(op, boxed(left), boxed(right)), ty })
            }
        }
    }

    /// Analyses `lvalue op= value`: returns the operation and the right operand. The result must have the lvalue's type.
    pub(super) fn compound(&mut self, operator: syntax::BinaryOperator, target: &Type, value: Expr) -> Checked<(BinaryOp, Expr)> {
        let left = Expr { kind: ExprKind::Constant(Vec::new()), ty: target.clone() };
        let value_type = value.ty.clone();
        let (op, left, right, ty) = match operator {
            syntax::BinaryOperator::ShiftLeft | syntax::BinaryOperator::ShiftRight => match self.shift(operator, left, value)?.kind {
                ExprKind::Binary(op, left, right) => (op, *left, *right, target.clone()),
                _ => return self.error("not a shift"),
            },
            _ => self.arithmetic(operator, left, value)?,
        };
        if ty != *target || left.ty != *target {
            return self.error(&format!(
                "cannot combine {} with {} in place; the result has type {}",
                type_name(target),
                type_name(&value_type),
                type_name(&ty)
            ));
        }
        Ok((op, right))
    }

    fn mismatch<T>(&mut self, left: &Type, right: &Type) -> Checked<T> {
        self.error(&format!("this operator does not take {} and {}", type_name(left), type_name(right)))
    }

    /// Converts both operands to a common scalar type, by the implicit conversions of the language.
    fn unified(&mut self, left: Expr, right: Expr) -> Checked<(Expr, Expr, Scalar)> {
        let (Some(a), Some(b)) = (scalar_of(&left.ty), scalar_of(&right.ty)) else {
            return self.mismatch(&left.ty, &right.ty);
        };
        if a == b {
            return Ok((left, right, a));
        }
        let converts = |from: Scalar, to: Scalar| builtins::conversion(self.language, &Type::Scalar(from), &Type::Scalar(to)).is_some();
        if converts(a, b) {
            let ty = with_scalar(&left.ty, b);
            return Ok((convert(left, &ty), right, b));
        }
        if converts(b, a) {
            let ty = with_scalar(&right.ty, a);
            return Ok((left, convert(right, &ty), a));
        }
        self.mismatch(&left.ty, &right.ty)
    }

    fn logical(&mut self, operator: syntax::BinaryOperator, left: Expr, right: Expr) -> Checked<Expr> {
        let bool_type = Type::Scalar(Scalar::Bool);
        if left.ty != bool_type || right.ty != bool_type {
            return self.error(&format!("&&, || and ^^ take bool, not {} and {}", type_name(&left.ty), type_name(&right.ty)));
        }
        let kind = match operator {
            syntax::BinaryOperator::And => ExprKind::And(boxed(left), boxed(right)),
            syntax::BinaryOperator::Or => ExprKind::Or(boxed(left), boxed(right)),
            _ => ExprKind::Binary(BinaryOp::NotEqual, boxed(left), boxed(right)),
        };
        Ok(Expr { kind, ty: bool_type })
    }

    fn equality(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Checked<Expr> {
        let (left, right) = if left.ty == right.ty {
            (left, right)
        } else if scalar_of(&left.ty).is_some() && scalar_of(&right.ty).is_some() {
            let (left, right, _) = self.unified(left, right)?;
            (left, right)
        } else {
            return self.mismatch(&left.ty, &right.ty);
        };
        if left.ty != right.ty || left.ty == Type::Void {
            return self.mismatch(&left.ty, &right.ty);
        }
        self.check(!opaque(&left.ty), "samplers and images cannot be compared")?;
        if has_array(&left.ty) {
            self.need(120, 300, &[], "comparisons of arrays")?;
        }
        Ok(Expr { kind: ExprKind::Binary(op, boxed(left), boxed(right)), ty: Type::Scalar(Scalar::Bool) })
    }

    fn relation(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Checked<Expr> {
        let scalars = matches!((&left.ty, &right.ty), (Type::Scalar(a), Type::Scalar(b)) if *a != Scalar::Bool && *b != Scalar::Bool);
        if !scalars {
            return self.mismatch(&left.ty, &right.ty);
        }
        let (left, right, _) = self.unified(left, right)?;
        Ok(Expr { kind: ExprKind::Binary(op, boxed(left), boxed(right)), ty: Type::Scalar(Scalar::Bool) })
    }

    fn shift(&mut self, operator: syntax::BinaryOperator, left: Expr, right: Expr) -> Checked<Expr> {
        self.need(130, 300, &["GL_EXT_gpu_shader4"], "shifts")?;
        let integer = |ty: &Type| scalar_of(ty).is_some_and(Scalar::is_integer);
        let shapes = match (&left.ty, &right.ty) {
            (_, Type::Scalar(_)) => true,
            (Type::Vector(_, a), Type::Vector(_, b)) => a == b,
            _ => false,
        };
        if !integer(&left.ty) || !integer(&right.ty) || !shapes {
            return self.mismatch(&left.ty, &right.ty);
        }
        let op = if operator == syntax::BinaryOperator::ShiftLeft { BinaryOp::ShiftLeft } else { BinaryOp::ShiftRight };
        let ty = left.ty.clone();
        Ok(Expr { kind: ExprKind::Binary(op, boxed(left), boxed(right)), ty })
    }

    /// Analyses `+ - * / %` and the bitwise operators.
    fn arithmetic(&mut self, operator: syntax::BinaryOperator, left: Expr, right: Expr) -> Checked<(BinaryOp, Expr, Expr, Type)> {
        let (op, integral) = match operator {
            syntax::BinaryOperator::Add => (BinaryOp::Add, false),
            syntax::BinaryOperator::Sub => (BinaryOp::Sub, false),
            syntax::BinaryOperator::Mul => (BinaryOp::Mul, false),
            syntax::BinaryOperator::Div => (BinaryOp::Div, false),
            syntax::BinaryOperator::Mod => (BinaryOp::Mod, true),
            syntax::BinaryOperator::BitAnd => (BinaryOp::BitAnd, true),
            syntax::BinaryOperator::BitOr => (BinaryOp::BitOr, true),
            _ => (BinaryOp::BitXor, true),
        };
        if integral {
            self.need(130, 300, &["GL_EXT_gpu_shader4"], "% and bit operations")?;
        }
        let (left, right, scalar) = self.unified(left, right)?;
        let fits = if integral { scalar.is_integer() } else { scalar != Scalar::Bool };
        if !fits {
            return self.mismatch(&left.ty, &right.ty);
        }
        let ty = match (&left.ty, &right.ty) {
            (a, b) if op == BinaryOp::Mul && (matches!(a, Type::Matrix(..)) || matches!(b, Type::Matrix(..))) => product(a, b),
            (a, b) if a == b => Some(a.clone()),
            (Type::Scalar(_), b) => Some(b.clone()),
            (a, Type::Scalar(_)) => Some(a.clone()),
            _ => None,
        };
        match ty {
            Some(ty) => Ok((op, left, right, ty)),
            None => self.mismatch(&left.ty, &right.ty),
        }
    }
}

/// Returns the type of a product with a matrix.
fn product(left: &Type, right: &Type) -> Option<Type> {
    match (left, right) {
        (Type::Matrix(scalar, columns, rows), Type::Vector(_, size)) => (columns == size).then_some(Type::Vector(*scalar, *rows)),
        (Type::Vector(scalar, size), Type::Matrix(_, columns, rows)) => (rows == size).then_some(Type::Vector(*scalar, *columns)),
        (Type::Matrix(scalar, inner, rows), Type::Matrix(_, columns, inner_rows)) => {
            (inner == inner_rows).then_some(Type::Matrix(*scalar, *columns, *rows))
        }
        (Type::Scalar(_), matrix) | (matrix, Type::Scalar(_)) => Some(matrix.clone()),
        _ => None,
    }
}
