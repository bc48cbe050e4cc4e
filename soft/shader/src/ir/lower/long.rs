//! Operations on 64-bit integers: pairs of consecutive registers, represented by the low word.

use super::Lowering;
use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use base::hir::{BinaryOp, Scalar, UnaryOp};

impl Lowering<'_> {
    /// Applies an operator to both words of two pairs.
    fn words_of_pairs(&mut self, code: Code, a: Virtual, b: Virtual) -> (Virtual, Virtual) {
        (self.binary(code, a, b), self.binary(code, a + 1, b + 1))
    }

    /// Applies a binary operator to two 64-bit integers. The right operand of a shift may have 32 bits: only its low word counts.
    pub fn long_arithmetic(&mut self, op: BinaryOp, signed: bool, a: Virtual, b: Virtual) -> Virtual {
        use BinaryOp as Op;
        let of = |of_signed, of_unsigned| if signed { of_signed } else { of_unsigned };
        let less = of(Code::LLessSigned, Code::LLessUnsigned);
        let less_equal = of(Code::LLessEqualSigned, Code::LLessEqualUnsigned);
        let (code, swap) = match op {
            Op::Add => (Code::LAdd, false),
            Op::Sub => (Code::LSub, false),
            Op::Mul => (Code::LMul, false),
            Op::Div => (of(Code::LDivSigned, Code::LDivUnsigned), false),
            Op::Mod => (of(Code::LModSigned, Code::LModUnsigned), false),
            Op::ShiftLeft => (Code::LShiftLeft, false),
            Op::ShiftRight => (of(Code::LShiftRightSigned, Code::LShiftRightUnsigned), false),
            Op::Less => (less, false),
            Op::LessEqual => (less_equal, false),
            Op::Greater => (less, true),
            Op::GreaterEqual => (less_equal, true),
            Op::BitAnd | Op::BitOr | Op::BitXor => {
                let code = match op {
                    Op::BitAnd => Code::And,
                    Op::BitOr => Code::Or,
                    _ => Code::Xor,
                };
                let (low, high) = self.words_of_pairs(code, a, b);
                return self.pair(low, high);
            }
            Op::Equal => {
                let (low, high) = self.words_of_pairs(Code::IEqual, a, b);
                return self.binary(Code::And, low, high);
            }
            Op::NotEqual => {
                let (low, high) = self.words_of_pairs(Code::INotEqual, a, b);
                return self.binary(Code::Or, low, high);
            }
        };
        if swap { self.binary(code, b, a) } else { self.binary(code, a, b) }
    }

    /// Applies a unary operator to a 64-bit integer.
    pub fn long_unary(&mut self, op: UnaryOp, x: Virtual) -> Virtual {
        if op == UnaryOp::Negate {
            let zero = self.long(0);
            return self.binary(Code::LSub, zero, x);
        }
        let (low, high) = (self.unary(Code::Not, x), self.unary(Code::Not, x + 1));
        self.pair(low, high)
    }

    /// Converts a component between a 64-bit integer and another type, except to booleans.
    pub fn convert_long(&mut self, x: Virtual, from: Scalar, to: Scalar) -> Virtual {
        use Scalar::*;
        let signed = |scalar| scalar == Int64;
        match (from, to) {
            (Bool, _) => {
                let (one, high) = (self.constant(1), self.constant(0));
                let low = self.binary(Code::And, x, one);
                self.pair(low, high)
            }
            (Int, _) => {
                let shift = self.constant(31);
                let high = self.binary(Code::ShiftRightSigned, x, shift);
                self.pair(x, high)
            }
            (Uint, _) => {
                let high = self.constant(0);
                self.pair(x, high)
            }
            (Float, _) => self.unary(if signed(to) { Code::FToLSigned } else { Code::FToLUnsigned }, x),
            (Double, _) => self.unary(if signed(to) { Code::DToLSigned } else { Code::DToLUnsigned }, x),
            (_, Float) => self.unary(if signed(from) { Code::LSignedToF } else { Code::LUnsignedToF }, x),
            (_, Double) => self.unary(if signed(from) { Code::LSignedToD } else { Code::LUnsignedToD }, x),
            // To 32 bits: the low word. Between signed and unsigned: the same bits.
            _ => x,
        }
    }
}
