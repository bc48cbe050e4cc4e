//! Arithmetic on components, common to floats, doubles and integers; [`super::long`] has the operations on 64-bit integers.

use super::Lowering;
use super::types;
use super::values::Words;
use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use base::hir::{BinaryOp, Scalar, Type};

impl Lowering<'_> {
    /// Returns a constant of a scalar type.
    pub fn number(&mut self, scalar: Scalar, value: f64) -> Virtual {
        match scalar {
            Scalar::Float => self.float(value as f32),
            Scalar::Double => self.double(value),
            Scalar::Int => self.constant(value as i32 as u32),
            Scalar::Int64 => self.long(value as i64),
            Scalar::Uint64 => self.long((value as u64).cast_signed()),
            Scalar::Uint => self.constant(value as u32),
            Scalar::Bool => self.constant(if value == 0.0 { 0 } else { u32::MAX }),
        }
    }

    /// Applies a binary operator to two components of a type.
    pub fn arithmetic(&mut self, op: BinaryOp, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        use BinaryOp as Op;
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            return self.long_arithmetic(op, scalar == Scalar::Int64, a, b);
        }
        let of = |float, double, int, uint| match scalar {
            Scalar::Float => float,
            Scalar::Double => double,
            Scalar::Int => int,
            _ => uint,
        };
        let (code, swap) = match op {
            Op::Add => (of(Code::FAdd, Code::DAdd, Code::IAdd, Code::IAdd), false),
            Op::Sub => (of(Code::FSub, Code::DSub, Code::ISub, Code::ISub), false),
            Op::Mul => (of(Code::FMul, Code::DMul, Code::IMul, Code::IMul), false),
            Op::Div => (of(Code::FDiv, Code::DDiv, Code::IDiv, Code::UDiv), false),
            Op::Mod => (of(Code::UMod, Code::UMod, Code::IMod, Code::UMod), false),
            Op::ShiftLeft => (Code::ShiftLeft, false),
            Op::ShiftRight => (if scalar == Scalar::Int { Code::ShiftRightSigned } else { Code::ShiftRightUnsigned }, false),
            Op::BitAnd => (Code::And, false),
            Op::BitOr => (Code::Or, false),
            Op::BitXor => (Code::Xor, false),
            Op::Less => (of(Code::FLess, Code::DLess, Code::ILess, Code::ULess), false),
            Op::LessEqual => (of(Code::FLessEqual, Code::DLessEqual, Code::ILessEqual, Code::ULessEqual), false),
            Op::Greater => (of(Code::FLess, Code::DLess, Code::ILess, Code::ULess), true),
            Op::GreaterEqual => (of(Code::FLessEqual, Code::DLessEqual, Code::ILessEqual, Code::ULessEqual), true),
            Op::Equal => (of(Code::FEqual, Code::DEqual, Code::IEqual, Code::IEqual), false),
            Op::NotEqual => (of(Code::FNotEqual, Code::DNotEqual, Code::INotEqual, Code::INotEqual), false),
        };
        if swap { self.binary(code, b, a) } else { self.binary(code, a, b) }
    }

    /// Returns a + b.
    pub fn add(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        self.arithmetic(BinaryOp::Add, scalar, a, b)
    }

    /// Returns a - b.
    pub fn sub(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        self.arithmetic(BinaryOp::Sub, scalar, a, b)
    }

    /// Returns a × b.
    pub fn mul(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        self.arithmetic(BinaryOp::Mul, scalar, a, b)
    }

    /// Returns a ÷ b.
    pub fn div(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        self.arithmetic(BinaryOp::Div, scalar, a, b)
    }

    /// Selects one of two components: a if the condition is true, otherwise b.
    pub fn select(&mut self, scalar: Scalar, condition: Virtual, a: Virtual, b: Virtual) -> Virtual {
        if !scalar.is_wide() {
            return self.ternary(Code::Select, condition, a, b);
        }
        let low = self.ternary(Code::Select, condition, a, b);
        let high = self.ternary(Code::Select, condition, a + 1, b + 1);
        self.pair(low, high)
    }

    /// Returns the dot product: the first product, then each next one added in order. Every choice of codes gives the same bits.
    pub fn dot(&mut self, scalar: Scalar, x: &[Virtual], y: &[Virtual]) -> Virtual {
        let count = x.len().min(y.len());
        let (x, y) = (&x[..count], &y[..count]);
        let code = match count {
            2 => Some(Code::FDot2),
            3 => Some(Code::FDot3),
            4 => Some(Code::FDot4),
            _ => None,
        };
        if let (Some(code), Scalar::Float) = (code, scalar)
            && Self::are_consecutive(x)
            && Self::are_consecutive(y)
        {
            self.make_contiguous(x[0], count as u32);
            self.make_contiguous(y[0], count as u32);
            return self.binary(code, x[0], y[0]);
        }
        let mut sum = None;
        for (&a, &b) in x.iter().zip(y) {
            let product = self.mul(scalar, a, b);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.add(scalar, sum, product),
            });
        }
        match sum {
            Some(sum) => sum,
            None => self.number(scalar, 0.0),
        }
    }

    /// Multiplies a matrix of `rows` rows and `inner` columns by one of `columns` columns.
    pub fn matrix_product(
        &mut self,
        scalar: Scalar,
        x: &[Virtual],
        y: &[Virtual],
        (inner, rows, columns): (usize, usize, usize),
    ) -> Vec<Virtual> {
        let mut out = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            for row in 0..rows {
                let left: Vec<Virtual> = (0..inner).filter_map(|k| x.get(k * rows + row).copied()).collect();
                let right = y.get(column * inner..(column + 1) * inner).unwrap_or_default();
                // Term by term, so that every row uses the same operations.
                let mut sum = None;
                for (&a, &b) in left.iter().zip(right) {
                    let product = self.mul(scalar, a, b);
                    sum = Some(match sum {
                        None => product,
                        Some(sum) => self.add(scalar, sum, product),
                    });
                }
                out.push(sum.unwrap_or(0));
            }
        }
        out
    }

    /// Returns a boolean that is true if two values are equal in every component.
    pub fn equal(&mut self, a: &[Virtual], b: &[Virtual], ty: &Type) -> Virtual {
        let mut leaves = Vec::new();
        types::leaves(ty, &mut leaves);
        let mut all = self.constant(u32::MAX);
        let mut at = 0;
        for scalar in leaves {
            let size = scalar.words() as usize;
            if let (Some(x), Some(y)) = (a.get(at..at + size), b.get(at..at + size)) {
                let (x, y) = (self.components(x, scalar), self.components(y, scalar));
                let same = self.arithmetic(BinaryOp::Equal, scalar, x[0], y[0]);
                all = self.binary(Code::And, all, same);
            }
            at += size;
        }
        all
    }

    /// Converts every component to another scalar type.
    pub fn convert(&mut self, words: &[Virtual], from: Scalar, to: Scalar) -> Words {
        if from == to {
            return words.to_vec();
        }
        let components = self.components(words, from);
        let out: Vec<Virtual> = components.into_iter().map(|component| self.convert_one(component, from, to)).collect();
        Self::words_of(&out, to)
    }

    fn convert_one(&mut self, x: Virtual, from: Scalar, to: Scalar) -> Virtual {
        use Scalar::*;
        match (from, to) {
            (Bool, Float) => {
                let one = self.float(1.0);
                self.binary(Code::And, x, one)
            }
            (Bool, Int | Uint) => {
                let one = self.constant(1);
                self.binary(Code::And, x, one)
            }
            (Bool, Double) => {
                let one = self.constant(1);
                let number = self.binary(Code::And, x, one);
                self.unary(Code::UToD, number)
            }
            (_, Bool) => {
                let zero = self.number(from, 0.0);
                self.arithmetic(BinaryOp::NotEqual, from, x, zero)
            }
            (Int, Float) => self.unary(Code::IToF, x),
            (Uint, Float) => self.unary(Code::UToF, x),
            (Int, Double) => self.unary(Code::IToD, x),
            (Uint, Double) => self.unary(Code::UToD, x),
            (Float, Int) => self.unary(Code::FToI, x),
            (Float, Uint) => self.unary(Code::FToU, x),
            (Float, Double) => self.unary(Code::FToD, x),
            (Double, Float) => self.unary(Code::DToF, x),
            (Double, Int) => self.unary(Code::DToI, x),
            (Double, Uint) => self.unary(Code::DToU, x),
            (Int64 | Uint64, _) | (_, Int64 | Uint64) => self.convert_long(x, from, to),
            (Int | Uint, Int | Uint) | (Float, Float) | (Double, Double) => x,
        }
    }
}
