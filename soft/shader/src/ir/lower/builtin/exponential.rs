//! Angle, exponential and hyperbolic functions, in single precision.

use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use base::hir::{Builtin, Scalar};
use std::f32::consts::{LN_2, LOG2_E};

const F: Scalar = Scalar::Float;

impl Lowering<'_> {
    fn times(&mut self, x: Virtual, factor: f32) -> Virtual {
        let factor = self.float(factor);
        self.binary(Code::FMul, x, factor)
    }

    fn exponential(&mut self, x: Virtual) -> Virtual {
        let scaled = self.times(x, LOG2_E);
        self.unary(Code::FExp2, scaled)
    }

    fn logarithm(&mut self, x: Virtual) -> Virtual {
        let binary = self.unary(Code::FLog2, x);
        self.times(binary, LN_2)
    }

    /// Returns x * (1 + x² * (c0 + x² * (c1 + …))), the series of an odd function near 0.
    fn odd_series(&mut self, x: Virtual, coefficients: &[f32]) -> Virtual {
        let square = self.mul(F, x, x);
        let mut sum = self.float(0.0);
        for &coefficient in coefficients.iter().rev() {
            let constant = self.float(coefficient);
            let product = self.mul(F, sum, square);
            sum = self.add(F, product, constant);
        }
        let product = self.mul(F, sum, square);
        let correction = self.mul(F, product, x);
        self.add(F, x, correction)
    }

    /// Returns `near` where |x| is below the limit, otherwise `far`.
    fn near_zero(&mut self, x: Virtual, limit: f32, near: Virtual, far: Virtual) -> Virtual {
        let (size, limit) = (self.absolute(F, x), self.float(limit));
        let small = self.binary(Code::FLess, size, limit);
        self.ternary(Code::Select, small, near, far)
    }

    /// Returns the magnitude of one value with the sign of another.
    fn with_sign(&mut self, size: Virtual, sign: Virtual) -> Virtual {
        let (mask, rest) = (self.constant(0x8000_0000), self.constant(0x7FFF_FFFF));
        let bit = self.binary(Code::And, sign, mask);
        let size = self.binary(Code::And, size, rest);
        self.binary(Code::Or, size, bit)
    }

    /// Returns sinh(x) and cosh(x).
    fn hyperbolic(&mut self, x: Virtual) -> (Virtual, Virtual) {
        let minus = self.negate(F, x);
        // exp(x - ln 2) is half of exp(x), without overflow where the result is finite.
        let ln2 = self.float(LN_2);
        let (up, down) = (self.sub(F, x, ln2), self.sub(F, minus, ln2));
        let (rise, fall) = (self.exponential(up), self.exponential(down));
        let (difference, sum) = (self.sub(F, rise, fall), self.add(F, rise, fall));
        let series = self.odd_series(x, &[1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0]);
        (self.near_zero(x, 1.0, series, difference), sum)
    }

    /// Lowers a function of floats for one component. Returns `None` for other functions.
    pub fn exponential_function(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Virtual> {
        use Builtin as B;
        if scalar != F {
            return None;
        }
        Some(match (builtin, operands) {
            (B::Radians, &[x]) => self.times(x, std::f32::consts::PI / 180.0),
            (B::Degrees, &[x]) => self.times(x, 180.0 / std::f32::consts::PI),
            (B::Sin, &[x]) => self.unary(Code::FSin, x),
            (B::Cos, &[x]) => self.unary(Code::FCos, x),
            (B::Tan, &[x]) => self.unary(Code::FTan, x),
            (B::Asin, &[x]) => self.unary(Code::FAsin, x),
            (B::Acos, &[x]) => self.unary(Code::FAcos, x),
            (B::Atan, &[x]) => self.unary(Code::FAtan, x),
            (B::Atan2, &[y, x]) => self.binary(Code::FAtan2, y, x),
            (B::Pow, &[x, y]) => self.binary(Code::FPow, x, y),
            (B::Exp, &[x]) => self.exponential(x),
            (B::Log, &[x]) => self.logarithm(x),
            (B::Exp2, &[x]) => self.unary(Code::FExp2, x),
            (B::Log2, &[x]) => self.unary(Code::FLog2, x),
            (B::Sinh, &[x]) => self.hyperbolic(x).0,
            (B::Cosh, &[x]) => self.hyperbolic(x).1,
            (B::Tanh, &[x]) => {
                // 1 - 2 / (exp(2|x|) + 1), which tends to 1 for large |x|.
                let size = self.absolute(F, x);
                let twice = self.times(size, 2.0);
                let power = self.exponential(twice);
                let (one, two) = (self.float(1.0), self.float(2.0));
                let sum = self.add(F, power, one);
                let quotient = self.div(F, two, sum);
                let far = self.sub(F, one, quotient);
                let far = self.with_sign(far, x);
                let near = self.odd_series(x, &[-1.0 / 3.0, 2.0 / 15.0, -17.0 / 315.0, 62.0 / 2835.0]);
                self.near_zero(x, 0.25, near, far)
            }
            (B::Asinh, &[x]) => {
                let one = self.float(1.0);
                let size = self.absolute(F, x);
                let square = self.mul(F, x, x);
                let sum = self.add(F, square, one);
                let root = self.square_root(F, sum);
                let argument = self.add(F, size, root);
                let far = self.logarithm(argument);
                // Where the square overflows, use log(2|x|).
                let plain = self.logarithm(size);
                let ln2 = self.float(LN_2);
                let huge = self.add(F, plain, ln2);
                let (limit, size) = (self.float(1.0e15), size);
                let is_huge = self.binary(Code::FLess, limit, size);
                let far = self.ternary(Code::Select, is_huge, huge, far);
                let far = self.with_sign(far, x);
                let near = self.odd_series(x, &[-1.0 / 6.0, 3.0 / 40.0, -15.0 / 336.0, 105.0 / 3456.0]);
                self.near_zero(x, 0.25, near, far)
            }
            (B::Acosh, &[x]) => {
                let one = self.float(1.0);
                let (below, above) = (self.sub(F, x, one), self.add(F, x, one));
                let (a, b) = (self.square_root(F, below), self.square_root(F, above));
                let root = self.mul(F, a, b);
                let sum = self.add(F, x, root);
                self.logarithm(sum)
            }
            (B::Atanh, &[x]) => {
                let one = self.float(1.0);
                let (above, below) = (self.add(F, one, x), self.sub(F, one, x));
                let quotient = self.div(F, above, below);
                let log = self.logarithm(quotient);
                let far = self.times(log, 0.5);
                let near = self.odd_series(x, &[1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0]);
                self.near_zero(x, 0.25, near, far)
            }
            _ => return None,
        })
    }
}
