//! Geometric functions, which work on whole vectors.

use super::Argument;
use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use base::hir::{BinaryOp, Builtin, Scalar};

impl Lowering<'_> {
    fn scaled(&mut self, scalar: Scalar, vector: &[Virtual], factor: Virtual) -> Vec<Virtual> {
        vector.iter().map(|&component| self.mul(scalar, component, factor)).collect()
    }

    fn length(&mut self, scalar: Scalar, vector: &[Virtual]) -> Virtual {
        if let &[x] = vector {
            return self.absolute(scalar, x);
        }
        let square = self.dot(scalar, vector, vector);
        self.square_root(scalar, square)
    }

    /// Lowers a geometric function; returns the components of the result. `scalar` is the type of the arguments. Returns `None` for other
    /// functions.
    pub fn geometric_function(&mut self, builtin: Builtin, arguments: &[Argument], scalar: Scalar) -> Option<Vec<Virtual>> {
        use Builtin as B;
        let vectors: Vec<&[Virtual]> = arguments.iter().map(|argument| argument.components.as_slice()).collect();
        Some(match (builtin, vectors.as_slice()) {
            (B::Length, &[x]) => vec![self.length(scalar, x)],
            (B::Distance, &[x, y]) => {
                let difference: Vec<Virtual> = x.iter().zip(y).map(|(&a, &b)| self.sub(scalar, a, b)).collect();
                vec![self.length(scalar, &difference)]
            }
            (B::Dot, &[x, y]) => vec![self.dot(scalar, x, y)],
            (B::Cross, &[&[x0, x1, x2], &[y0, y1, y2]]) => [(x1, y2, y1, x2), (x2, y0, y2, x0), (x0, y1, y0, x1)]
                .into_iter()
                .map(|(a, b, c, d)| {
                    let (first, second) = (self.mul(scalar, a, b), self.mul(scalar, c, d));
                    self.sub(scalar, first, second)
                })
                .collect(),
            (B::Normalize, &[x]) => {
                let square = self.dot(scalar, x, x);
                let factor = self.inverse_square_root(scalar, square);
                self.scaled(scalar, x, factor)
            }
            (B::FaceForward, &[n, i, reference]) => {
                let (product, zero) = (self.dot(scalar, reference, i), self.number(scalar, 0.0));
                let facing = self.arithmetic(BinaryOp::Less, scalar, product, zero);
                n.iter()
                    .map(|&component| {
                        let back = self.negate(scalar, component);
                        self.select(scalar, facing, component, back)
                    })
                    .collect()
            }
            (B::Reflect, &[i, n]) => {
                let (product, two) = (self.dot(scalar, n, i), self.number(scalar, 2.0));
                let factor = self.mul(scalar, two, product);
                i.iter()
                    .zip(n)
                    .map(|(&i, &n)| {
                        let part = self.mul(scalar, factor, n);
                        self.sub(scalar, i, part)
                    })
                    .collect()
            }
            (B::Refract, &[i, n, &[mut eta]]) => {
                // The index of refraction is a float even for vectors of doubles.
                if scalar == Scalar::Double && arguments.get(2).is_some_and(|argument| argument.scalar == Scalar::Float) {
                    eta = self.unary(Code::FToD, eta);
                }
                let (zero, one) = (self.number(scalar, 0.0), self.number(scalar, 1.0));
                let product = self.dot(scalar, n, i);
                let square = self.mul(scalar, product, product);
                let rest = self.sub(scalar, one, square);
                let ratio = self.mul(scalar, eta, eta);
                let part = self.mul(scalar, ratio, rest);
                let k = self.sub(scalar, one, part);
                let total = self.arithmetic(BinaryOp::Less, scalar, k, zero);
                let root = self.square_root(scalar, k);
                let along = self.mul(scalar, eta, product);
                let factor = self.add(scalar, along, root);
                i.iter()
                    .zip(n)
                    .map(|(&i, &n)| {
                        let (first, second) = (self.mul(scalar, eta, i), self.mul(scalar, factor, n));
                        let bent = self.sub(scalar, first, second);
                        self.select(scalar, total, zero, bent)
                    })
                    .collect()
            }
            (B::Any, &[x]) => {
                let no = self.constant(0);
                vec![x.iter().fold(no, |sum, &component| self.binary(Code::Or, sum, component))]
            }
            (B::All, &[x]) => {
                let yes = self.constant(u32::MAX);
                vec![x.iter().fold(yes, |sum, &component| self.binary(Code::And, sum, component))]
            }
            _ => return None,
        })
    }
}
