//! The common functions, on each component: floats, doubles and integers.

use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use crate::ir::lower::values::Words;
use base::hir::{BinaryOp, Builtin, Scalar, UnaryOp};

impl Lowering<'_> {
    /// Returns the code for a scalar type.
    fn by_type(scalar: Scalar, float: Code, double: Code, int: Code, uint: Code) -> Code {
        match scalar {
            Scalar::Float => float,
            Scalar::Double => double,
            Scalar::Int => int,
            _ => uint,
        }
    }

    /// Returns the smaller of two values.
    pub fn minimum(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            let less = self.arithmetic(BinaryOp::Less, scalar, b, a);
            return self.select(scalar, less, b, a);
        }
        self.binary(Self::by_type(scalar, Code::FMin, Code::DMin, Code::IMin, Code::UMin), a, b)
    }

    /// Returns the larger of two values.
    pub fn maximum(&mut self, scalar: Scalar, a: Virtual, b: Virtual) -> Virtual {
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            let less = self.arithmetic(BinaryOp::Less, scalar, a, b);
            return self.select(scalar, less, b, a);
        }
        self.binary(Self::by_type(scalar, Code::FMax, Code::DMax, Code::IMax, Code::UMax), a, b)
    }

    /// Returns the largest integer that is at most x.
    pub fn floor(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        self.unary(if scalar == Scalar::Double { Code::DFloor } else { Code::FFloor }, x)
    }

    /// Returns the square root of x.
    pub fn square_root(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        self.unary(if scalar == Scalar::Double { Code::DSqrt } else { Code::FSqrt }, x)
    }

    /// Returns 1 / sqrt(x).
    pub fn inverse_square_root(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        if scalar == Scalar::Float {
            return self.unary(Code::FRsqrt, x);
        }
        let root = self.square_root(scalar, x);
        let one = self.number(scalar, 1.0);
        self.div(scalar, one, root)
    }

    /// Returns -x.
    pub fn negate(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        if matches!(scalar, Scalar::Int64 | Scalar::Uint64) {
            return self.long_unary(UnaryOp::Negate, x);
        }
        self.unary(Self::by_type(scalar, Code::FNeg, Code::DNeg, Code::INeg, Code::INeg), x)
    }

    /// Returns |x|.
    pub fn absolute(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        if matches!(scalar, Scalar::Uint | Scalar::Uint64 | Scalar::Bool) {
            return x;
        }
        if scalar == Scalar::Int64 {
            let (zero, opposite) = (self.long(0), self.long_unary(UnaryOp::Negate, x));
            let negative = self.arithmetic(BinaryOp::Less, scalar, x, zero);
            return self.select(scalar, negative, opposite, x);
        }
        self.unary(Self::by_type(scalar, Code::FAbs, Code::DAbs, Code::IAbs, Code::IAbs), x)
    }

    fn sign(&mut self, scalar: Scalar, x: Virtual) -> Virtual {
        if !scalar.is_wide() {
            return self.unary(if scalar == Scalar::Float { Code::FSign } else { Code::ISign }, x);
        }
        let (zero, one, minus) = (self.number(scalar, 0.0), self.number(scalar, 1.0), self.number(scalar, -1.0));
        let (positive, negative) = (self.arithmetic(BinaryOp::Less, scalar, zero, x), self.arithmetic(BinaryOp::Less, scalar, x, zero));
        let other = self.select(scalar, negative, minus, zero);
        self.select(scalar, positive, one, other)
    }

    /// Lowers a function of the result's scalar type, for one component; `operands` holds that component of each argument. Returns `None`
    /// for other functions.
    pub fn common_function(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Virtual> {
        use Builtin as B;
        let double = scalar == Scalar::Double;
        let code = |float, of_double| if double { of_double } else { float };
        Some(match (builtin, operands) {
            (B::Abs, &[x]) => self.absolute(scalar, x),
            (B::Sign, &[x]) => self.sign(scalar, x),
            (B::Floor, &[x]) => self.floor(scalar, x),
            (B::Ceil, &[x]) => self.unary(code(Code::FCeil, Code::DCeil), x),
            (B::Trunc, &[x]) => self.unary(code(Code::FTrunc, Code::DTrunc), x),
            (B::Round | B::RoundEven, &[x]) => self.unary(code(Code::FRoundEven, Code::DRoundEven), x),
            (B::Fract, &[x]) if double => {
                let whole = self.floor(scalar, x);
                self.sub(scalar, x, whole)
            }
            (B::Fract, &[x]) => self.unary(Code::FFract, x),
            (B::Mod, &[x, y]) => {
                let quotient = self.div(scalar, x, y);
                let whole = self.floor(scalar, quotient);
                let multiple = self.mul(scalar, y, whole);
                self.sub(scalar, x, multiple)
            }
            (B::Min, &[x, y]) => self.minimum(scalar, x, y),
            (B::Max, &[x, y]) => self.maximum(scalar, x, y),
            (B::Min3, &[x, y, z]) => {
                let less = self.minimum(scalar, x, y);
                self.minimum(scalar, less, z)
            }
            (B::Max3, &[x, y, z]) => {
                let greater = self.maximum(scalar, x, y);
                self.maximum(scalar, greater, z)
            }
            (B::Mid3, &[x, y, z]) => {
                let (less, greater) = (self.minimum(scalar, x, y), self.maximum(scalar, x, y));
                let capped = self.minimum(scalar, greater, z);
                self.maximum(scalar, less, capped)
            }
            // "Since implementations are not required to combine invocations into groups, simply returning <value> for anyInvocationARB() and
            // allInvocationsARB() and returning true for allInvocationsEqualARB() is a legal implementation of these functions."
            // [ARB_shader_group_vote] So no result depends on how invocations are grouped.
            (B::InvocationVote | B::ReadFirstInvocation, &[x]) | (B::ReadInvocation, &[x, _]) => x,
            (B::InvocationsEqual, &[_]) => self.constant(u32::MAX),
            (B::Clamp, &[x, low, high]) => {
                let raised = self.maximum(scalar, x, low);
                self.minimum(scalar, raised, high)
            }
            (B::Mix, &[x, y, a]) => {
                let one = self.number(scalar, 1.0);
                let rest = self.sub(scalar, one, a);
                let (first, second) = (self.mul(scalar, x, rest), self.mul(scalar, y, a));
                self.add(scalar, first, second)
            }
            (B::MixBool, &[x, y, a]) => self.select(scalar, a, y, x),
            (B::Step, &[edge, x]) => {
                let (zero, one) = (self.number(scalar, 0.0), self.number(scalar, 1.0));
                let below = self.arithmetic(BinaryOp::Less, scalar, x, edge);
                self.select(scalar, below, zero, one)
            }
            (B::SmoothStep, &[low, high, x]) => {
                let (zero, one) = (self.number(scalar, 0.0), self.number(scalar, 1.0));
                let (two, three) = (self.number(scalar, 2.0), self.number(scalar, 3.0));
                let (above, range) = (self.sub(scalar, x, low), self.sub(scalar, high, low));
                let ratio = self.div(scalar, above, range);
                let raised = self.maximum(scalar, ratio, zero);
                let t = self.minimum(scalar, raised, one);
                let twice = self.mul(scalar, two, t);
                let (square, rest) = (self.mul(scalar, t, t), self.sub(scalar, three, twice));
                self.mul(scalar, square, rest)
            }
            (B::Fma, &[a, b, c]) => {
                let product = self.mul(scalar, a, b);
                self.add(scalar, product, c)
            }
            (B::Sqrt, &[x]) => self.square_root(scalar, x),
            (B::InverseSqrt, &[x]) => self.inverse_square_root(scalar, x),
            (B::Ldexp, &[x, exponent]) if double => self.ldexp_double(x, exponent),
            (B::Ldexp, &[x, exponent]) => self.binary(Code::FLdexp, x, exponent),
            (B::FloatBitsToInt | B::FloatBitsToUint | B::IntBitsToFloat | B::UintBitsToFloat, &[x]) => x,
            (B::DoubleBitsToInt64 | B::DoubleBitsToUint64 | B::Int64BitsToDouble | B::Uint64BitsToDouble, &[x]) => x,
            (B::DfdxCoarse, &[x]) => self.derivative(Code::DdxCoarse, x),
            (B::DfdyCoarse, &[x]) => self.derivative(Code::DdyCoarse, x),
            // "Returns either dFdxFine(p) or dFdxCoarse(p), based on implementation choice" [GLSL 4.60, 8.14.1]: both take the same time.
            (B::Dfdx | B::DfdxFine, &[x]) => self.derivative(Code::DdxFine, x),
            (B::Dfdy | B::DfdyFine, &[x]) => self.derivative(Code::DdyFine, x),
            (B::Fwidth | B::FwidthCoarse | B::FwidthFine, &[x]) => {
                let fine = builtin != B::FwidthCoarse;
                let dx = self.derivative(if fine { Code::DdxFine } else { Code::DdxCoarse }, x);
                let dy = self.derivative(if fine { Code::DdyFine } else { Code::DdyCoarse }, x);
                let (dx, dy) = (self.absolute(scalar, dx), self.absolute(scalar, dy));
                self.add(scalar, dx, dy)
            }
            (B::Noise1 | B::Noise2 | B::Noise3 | B::Noise4, _) => self.number(Scalar::Float, 0.0),
            (B::NotEach, &[x]) => self.unary(Code::Not, x),
            _ => return None,
        })
    }

    fn derivative(&mut self, code: Code, x: Virtual) -> Virtual {
        self.bytecode.uses_derivatives = true;
        self.unary(code, x)
    }

    /// Lowers a function that returns a boolean for each component. Returns `None` for other functions.
    pub fn predicate(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Virtual> {
        use Builtin as B;
        let double = scalar == Scalar::Double;
        Some(match (builtin, operands) {
            (B::LessThan, &[x, y]) => self.arithmetic(BinaryOp::Less, scalar, x, y),
            (B::LessThanEqual, &[x, y]) => self.arithmetic(BinaryOp::LessEqual, scalar, x, y),
            (B::GreaterThan, &[x, y]) => self.arithmetic(BinaryOp::Greater, scalar, x, y),
            (B::GreaterThanEqual, &[x, y]) => self.arithmetic(BinaryOp::GreaterEqual, scalar, x, y),
            (B::EqualEach, &[x, y]) => self.arithmetic(BinaryOp::Equal, scalar, x, y),
            (B::NotEqualEach, &[x, y]) => self.arithmetic(BinaryOp::NotEqual, scalar, x, y),
            (B::IsNan, &[x]) if double => self.binary(Code::DNotEqual, x, x),
            (B::IsNan, &[x]) => self.unary(Code::FIsNan, x),
            (B::IsInf, &[x]) if double => {
                let size = self.unary(Code::DAbs, x);
                let infinity = self.double(f64::INFINITY);
                self.binary(Code::DEqual, size, infinity)
            }
            (B::IsInf, &[x]) => self.unary(Code::FIsInf, x),
            _ => return None,
        })
    }

    /// Lowers `modf` and `frexp`. Returns `None` for other functions.
    pub fn split_function(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Vec<Words>> {
        let double = scalar == Scalar::Double;
        match (builtin, operands) {
            (Builtin::Modf, &[x]) => {
                let whole = self.unary(if double { Code::DTrunc } else { Code::FTrunc }, x);
                let part = self.sub(scalar, x, whole);
                // The fractional part of an infinity is 0, not NaN.
                let (zero, infinite) = (self.number(scalar, 0.0), self.predicate(Builtin::IsInf, scalar, &[x])?);
                let part = self.select(scalar, infinite, zero, part);
                Some(vec![Self::words_of(&[part], scalar), Self::words_of(&[whole], scalar)])
            }
            (Builtin::Frexp, &[x]) if double => {
                let (significand, exponent) = self.frexp_double(x);
                Some(vec![Self::words_of(&[significand], scalar), vec![exponent]])
            }
            (Builtin::Frexp, &[x]) => Some(vec![vec![self.unary(Code::FFrexpSignificand, x)], vec![self.unary(Code::FFrexpExponent, x)]]),
            _ => None,
        }
    }

    /// Returns the biased exponent of a double.
    fn double_exponent(&mut self, x: Virtual) -> Virtual {
        let (shift, mask) = (self.constant(20), self.constant(0x7FF));
        let high = self.binary(Code::ShiftRightUnsigned, x + 1, shift);
        self.binary(Code::And, high, mask)
    }

    /// Returns the significand in [0.5, 1) and the exponent of a double.
    fn frexp_double(&mut self, x: Virtual) -> (Virtual, Virtual) {
        // Scale denormals up first.
        let (scale, zero) = (self.double(18_014_398_509_481_984.0), self.constant(0));
        let biased = self.double_exponent(x);
        let small = self.binary(Code::IEqual, biased, zero);
        let scaled = self.binary(Code::DMul, x, scale);
        let x_or_scaled = self.select(Scalar::Double, small, scaled, x);
        let biased = self.double_exponent(x_or_scaled);
        let (clear, half) = (self.constant(0x800F_FFFF), self.constant(0x3FE0_0000));
        let fraction = self.binary(Code::And, x_or_scaled + 1, clear);
        let high = self.binary(Code::Or, fraction, half);
        let significand = self.pair(x_or_scaled, high);
        let (normal, lowered, all_ones) = (self.constant(1022), self.constant(1022 + 54), self.constant(0x7FF));
        let bias = self.ternary(Code::Select, small, lowered, normal);
        let exponent = self.binary(Code::ISub, biased, bias);
        // Zeros, infinities and NaNs stay unchanged.
        let nothing = self.double(0.0);
        let is_zero = self.binary(Code::DEqual, x, nothing);
        let is_special = self.binary(Code::IEqual, biased, all_ones);
        let keep = self.binary(Code::Or, is_zero, is_special);
        (self.select(Scalar::Double, keep, x, significand), self.ternary(Code::Select, keep, zero, exponent))
    }

    /// Returns x * 2^exponent, scaled in three steps, each within the range of a double: 2^1024 and 2^-2100 give 0.
    fn ldexp_double(&mut self, x: Virtual, exponent: Virtual) -> Virtual {
        let (bias, shift, zero) = (self.constant(1023), self.constant(20), self.constant(0));
        let mut left = self.clamp_int(exponent, -2200, 2200);
        let mut value = x;
        for _ in 0..3 {
            let part = self.clamp_int(left, -1022, 1023);
            left = self.binary(Code::ISub, left, part);
            let biased = self.binary(Code::IAdd, part, bias);
            let word = self.binary(Code::ShiftLeft, biased, shift);
            let power = self.pair(zero, word);
            value = self.binary(Code::DMul, value, power);
        }
        value
    }

    fn clamp_int(&mut self, value: Virtual, low: i32, high: i32) -> Virtual {
        let (low, high) = (self.constant(low.cast_unsigned()), self.constant(high.cast_unsigned()));
        let raised = self.binary(Code::IMax, value, low);
        self.binary(Code::IMin, raised, high)
    }
}
