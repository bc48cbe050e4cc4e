//! Lowering of expressions.

use super::path::{Path, Root};
use super::values::Words;
use super::{Lowered, Lowering, MAXIMUM_WORDS, types};
use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use base::hir::{BinaryOp, Expr, ExprKind, Scalar, Type, UnaryOp};

/// The cost up to which executing operations is cheaper than jumping over them.
const CHEAP: u32 = 8;

impl Lowering<'_> {
    /// Lowers an expression; returns the words of its value.
    pub fn expression(&mut self, expression: &Expr) -> Lowered<Words> {
        self.enter_nesting()?;
        let words = self.expression_here(expression)?;
        self.charge_words(words.len());
        self.depth -= 1;
        Ok(words)
    }

    /// Lowers a boolean or integer expression; returns its word.
    pub fn scalar(&mut self, expression: &Expr) -> Lowered<Virtual> {
        let words = self.expression(expression)?;
        Ok(match words.first() {
            Some(&word) => word,
            None => self.constant(0),
        })
    }

    fn expression_here(&mut self, expression: &Expr) -> Lowered<Words> {
        let ty = &expression.ty;
        match &expression.kind {
            ExprKind::Constant(values) => self.literal(values, ty),
            ExprKind::Variable(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Swizzle(..) => {
                let path = self.path(expression)?;
                self.read(&path)
            }
            ExprKind::Unary(op, operand) => {
                let value = self.expression(operand)?;
                Ok(self.unary_operator(*op, &value, types::scalar(&operand.ty)))
            }
            ExprKind::Binary(op, left, right) => {
                let a = self.expression(left)?;
                let b = self.expression(right)?;
                self.binary_operator(*op, (&a, &left.ty), (&b, &right.ty))
            }
            ExprKind::And(left, right) => {
                let a = self.scalar(left)?;
                let no = self.constant(0);
                self.choose_value(a, are_cheap(&[right]), &mut |l| l.expression(right), &mut |_| Ok(vec![no]))
            }
            ExprKind::Or(left, right) => {
                let a = self.scalar(left)?;
                let yes = self.constant(u32::MAX);
                self.choose_value(a, are_cheap(&[right]), &mut |_| Ok(vec![yes]), &mut |l| l.expression(right))
            }
            ExprKind::Select(condition, then, otherwise) => {
                let condition = self.scalar(condition)?;
                let cheap = are_cheap(&[then, otherwise]);
                self.choose_value(condition, cheap, &mut |l| l.expression(then), &mut |l| l.expression(otherwise))
            }
            ExprKind::Assign(lvalue, value) => {
                // Indices on the left may have side effects: evaluate the lvalue first, in source order.
                let path = self.path(lvalue)?;
                let value = self.expression(value)?;
                self.write(&path, &value)?;
                Ok(value)
            }
            ExprKind::Update { op, lvalue, value, post } => {
                let path = self.path(lvalue)?;
                let right = self.expression(value)?;
                let old = self.read(&path)?;
                let new = self.binary_operator(*op, (&old, &lvalue.ty), (&right, &value.ty))?;
                self.write(&path, &new)?;
                Ok(if *post { old } else { new })
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments),
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, ty),
            ExprKind::Construct(arguments) => self.construct(arguments, ty),
            ExprKind::Convert(operand) => {
                let value = self.expression(operand)?;
                Ok(self.convert(&value, types::scalar(&operand.ty), types::scalar(ty)))
            }
            ExprKind::RuntimeLength(operand) if matches!(operand.ty, Type::Array(_, 1..)) => {
                let Type::Array(_, length) = operand.ty else { return Err(String::from("the length of what is no array")) };
                Ok(vec![self.constant(length)])
            }
            ExprKind::RuntimeLength(operand) => {
                let path = self.path(operand)?;
                Ok(vec![self.runtime_length(&path)])
            }
            ExprKind::Sequence(expressions) => {
                let mut last = Words::new();
                for expression in expressions {
                    last = self.expression(expression)?;
                }
                Ok(last)
            }
        }
    }

    fn literal(&mut self, values: &[u32], ty: &Type) -> Lowered<Words> {
        let count = types::words(ty);
        if count > MAXIMUM_WORDS || values.len() > MAXIMUM_WORDS as usize {
            return Err(format!("the shader is too large: a constant of {count} words"));
        }
        let mut leaves = Vec::new();
        types::leaves(ty, &mut leaves);
        if values.len() > 4 || leaves.iter().any(|leaf| leaf.is_wide()) {
            let first = self.constant_vector(values);
            return Ok((first..).take(values.len()).collect());
        }
        Ok(values.iter().map(|&value| self.constant(value)).collect())
    }

    /// Selects one of two expressions by a condition: evaluates both if they are cheap, otherwise only the selected one.
    fn choose_value(
        &mut self,
        condition: Virtual,
        cheap: bool,
        then: &mut dyn FnMut(&mut Self) -> Lowered<Words>,
        otherwise: &mut dyn FnMut(&mut Self) -> Lowered<Words>,
    ) -> Lowered<Words> {
        if let Some(value) = self.constant_value(condition) {
            return if value != 0 { then(self) } else { otherwise(self) };
        }
        if cheap {
            let (first, second) = (then(self)?, otherwise(self)?);
            return Ok(first.iter().zip(&second).map(|(&a, &b)| self.ternary(Code::Select, condition, a, b)).collect());
        }
        let chosen = self.chosen();
        self.conditional(
            condition,
            &mut |l| {
                let words = then(l)?;
                l.bind_words(chosen, &words);
                Ok(())
            },
            &mut |l| {
                let words = otherwise(l)?;
                l.bind_words(chosen, &words);
                Ok(())
            },
        )?;
        match self.bindings.get(chosen) {
            Some(super::Binding::Words(words)) => Ok(words.to_vec()),
            _ => Ok(Words::new()),
        }
    }

    /// Returns the components of a value. A component of 64 bits is a pair of consecutive registers, represented by its low word.
    pub fn components(&mut self, words: &[Virtual], scalar: Scalar) -> Vec<Virtual> {
        if !scalar.is_wide() {
            return words.to_vec();
        }
        words.chunks_exact(2).map(|pair| self.pair(pair[0], pair[1])).collect()
    }

    /// Expands components to words.
    pub fn words_of(components: &[Virtual], scalar: Scalar) -> Words {
        if !scalar.is_wide() {
            return components.to_vec();
        }
        components.iter().flat_map(|&low| [low, low.saturating_add(1)]).collect()
    }

    fn construct(&mut self, arguments: &[Expr], ty: &Type) -> Lowered<Words> {
        let scalar = types::scalar(ty);
        if let (Type::Matrix(_, columns, rows), [argument]) = (ty, arguments) {
            let words = self.expression(argument)?;
            let value = self.components(&words, scalar);
            let (from_columns, from_rows) = match argument.ty {
                Type::Matrix(_, columns, rows) => (columns, rows),
                Type::Scalar(_) => (0, 0),
                _ => (0, 1),
            };
            if from_rows != 1 {
                let (zero, one) = (self.number(scalar, 0.0), self.number(scalar, 1.0));
                let mut out = Vec::new();
                for column in 0..*columns {
                    for row in 0..*rows {
                        let inside = column < from_columns && row < from_rows;
                        let at = usize::from(column) * usize::from(from_rows) + usize::from(row);
                        out.push(match (from_rows, value.first()) {
                            (0, Some(&diagonal)) if column == row => diagonal,
                            (0, _) => zero,
                            _ if inside => value.get(at).copied().unwrap_or(zero),
                            _ if column == row => one,
                            _ => zero,
                        });
                    }
                }
                return Ok(Self::words_of(&out, scalar));
            }
        }
        let count = types::words(ty);
        if count > MAXIMUM_WORDS {
            return Err(format!("the shader is too large: a value of {count} words"));
        }
        let mut words = Words::new();
        for argument in arguments {
            words.extend(self.expression(argument)?);
        }
        let size = scalar.words() as usize;
        if let (Type::Vector(_, components), [argument]) = (ty, arguments)
            && matches!(argument.ty, Type::Scalar(_))
        {
            words = words.iter().copied().cycle().take(usize::from(*components) * size.min(words.len())).collect();
        }
        let zero = self.constant(0);
        words.resize(count as usize, zero);
        Ok(words)
    }

    /// Lowers an out argument; returns its path.
    pub fn out_argument(&mut self, argument: &Expr) -> Lowered<Path> {
        let path = self.path(argument)?;
        Ok(match path.root {
            Root::Value(_) => Path::new(Root::Unassigned, argument.ty.clone(), 0),
            _ => path,
        })
    }

    fn unary_operator(&mut self, op: UnaryOp, value: &[Virtual], scalar: Scalar) -> Words {
        let components = self.components(value, scalar);
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            let out: Vec<Virtual> = components.into_iter().map(|component| self.long_unary(op, component)).collect();
            return Self::words_of(&out, scalar);
        }
        let code = match (op, scalar) {
            (UnaryOp::Negate, Scalar::Float) => Code::FNeg,
            (UnaryOp::Negate, Scalar::Double) => Code::DNeg,
            (UnaryOp::Negate, _) => Code::INeg,
            (UnaryOp::Not | UnaryOp::Complement, _) => Code::Not,
        };
        let out: Vec<Virtual> = components.into_iter().map(|component| self.unary(code, component)).collect();
        Self::words_of(&out, scalar)
    }

    fn binary_operator(&mut self, op: BinaryOp, (a, left): (&[Virtual], &Type), (b, right): (&[Virtual], &Type)) -> Lowered<Words> {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let equal = self.equal(a, b, left);
            return Ok(vec![if op == BinaryOp::Equal { equal } else { self.unary(Code::Not, equal) }]);
        }
        let scalar = types::scalar(left);
        let (x, y) = (self.components(a, scalar), self.components(b, types::scalar(right)));
        let is_comparison = matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual);
        let product = if op == BinaryOp::Mul { self.product((&x, left), (&y, right), scalar) } else { None };
        let out = match product {
            Some(product) => product,
            None => {
                let count = x.len().max(y.len());
                (0..count)
                    .filter_map(|at| {
                        let pick = |side: &[Virtual]| if side.len() == 1 { side.first().copied() } else { side.get(at).copied() };
                        Some(self.arithmetic(op, scalar, pick(&x)?, pick(&y)?))
                    })
                    .collect()
            }
        };
        Ok(Self::words_of(&out, if is_comparison { Scalar::Bool } else { scalar }))
    }

    /// Lowers a product with a matrix. Returns `None` if the operands are multiplied component by component.
    fn product(&mut self, (x, left): (&[Virtual], &Type), (y, right): (&[Virtual], &Type), scalar: Scalar) -> Option<Vec<Virtual>> {
        let shape = |ty: &Type| match ty {
            Type::Matrix(_, columns, rows) => Some((usize::from(*columns), usize::from(*rows))),
            _ => None,
        };
        match (shape(left), shape(right), left, right) {
            (Some((inner, rows)), Some((columns, _)), ..) => Some(self.matrix_product(scalar, x, y, (inner, rows, columns))),
            (Some((inner, rows)), None, _, Type::Vector(..)) => Some(self.matrix_product(scalar, x, y, (inner, rows, 1))),
            (None, Some((columns, rows)), Type::Vector(..), _) => Some(
                (0..columns).map(|column| self.dot(scalar, x, y.get(column * rows..(column + 1) * rows).unwrap_or_default())).collect(),
            ),
            _ => None,
        }
    }
}

/// Returns true if evaluating an expression takes at most `left` operations, and more only if it is needed; subtracts them from `left`.
fn is_within(expr: &Expr, left: &mut u32) -> bool {
    let width = types::words(&expr.ty);
    let own = match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Field(..) | ExprKind::Swizzle(..) | ExprKind::Construct(_) => 0,
        ExprKind::Index(_, index) => {
            if matches!(index.kind, ExprKind::Constant(_)) {
                0
            } else {
                width.saturating_mul(2)
            }
        }
        ExprKind::Unary(..) | ExprKind::Convert(_) | ExprKind::Select(..) => width,
        ExprKind::Binary(_, a, b) => {
            let matrix = matches!(a.ty, Type::Matrix(..)) || matches!(b.ty, Type::Matrix(..));
            if matrix { width.saturating_mul(4) } else { width }
        }
        ExprKind::And(..) | ExprKind::Or(..) => 1,
        _ => return false,
    };
    let Some(rest) = left.checked_sub(own) else { return false };
    *left = rest;
    match &expr.kind {
        ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) => is_within(a, left),
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            is_within(a, left) && is_within(b, left)
        }
        ExprKind::Select(a, b, c) => is_within(a, left) && is_within(b, left) && is_within(c, left),
        ExprKind::Construct(arguments) => arguments.iter().all(|argument| is_within(argument, left)),
        _ => true,
    }
}

/// Returns true if executing all of the expressions is cheaper than jumping over those that are not needed.
fn are_cheap(exprs: &[&Expr]) -> bool {
    let mut left = CHEAP;
    exprs.iter().all(|expr| is_within(expr, &mut left))
}
