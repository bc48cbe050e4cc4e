//! The operations that compute: each with the instructions that give the bits of its row in [`crate::ir::operations`]. Operands of floats never change
//! places, because the first one decides which NaN results.

use super::select::Selector;
use super::values::{NO_VALUE, Step, Value, Values};
use crate::ir::bytecode::{Code, Op};
use crate::machine::Instruction::{self, *};

/// The comparisons of `Compare`.
pub const EQUAL: u8 = 0;
pub const LESS: u8 = 1;
pub const LESS_EQUAL: u8 = 2;
pub const UNORDERED: u8 = 3;
pub const NOT_EQUAL: u8 = 4;
pub const ORDERED: u8 = 7;
pub const NOT_GREATER_EQUAL: u8 = 9;
/// The directions of `Round`, without an exception for inexact results.
const NEAREST: u8 = 8;
const DOWN: u8 = 9;
const UP: u8 = 10;
const TO_ZERO: u8 = 11;

/// The bit of the sign.
pub const SIGN: u32 = 0x8000_0000;
const TWO_TO_31: f32 = 2_147_483_648.0;

impl Values {
    /// Appends an instruction of two operands.
    pub fn two(&mut self, instruction: Instruction, a: Value, b: Value) -> Value {
        self.with(instruction, a, b, 0)
    }

    /// Appends an instruction of one operand.
    pub fn one(&mut self, instruction: Instruction, b: Value) -> Value {
        self.with(instruction, NO_VALUE, b, 0)
    }

    /// Appends an instruction with a byte.
    pub fn with(&mut self, instruction: Instruction, a: Value, b: Value, byte: u8) -> Value {
        let d = self.temporary();
        self.line(Step::Vector(instruction), d, [a, b, NO_VALUE], byte);
        d
    }

    /// Appends a shift by a number.
    pub fn shift(&mut self, instruction: Instruction, a: Value, count: u8) -> Value {
        self.with(instruction, a, NO_VALUE, count)
    }

    /// Appends a comparison.
    pub fn compare(&mut self, a: Value, b: Value, comparison: u8) -> Value {
        self.with(Compare, a, b, comparison)
    }

    /// Returns `then` where the condition is true.
    pub fn choose(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        let d = self.temporary();
        self.line(Step::Vector(Blend), d, [otherwise, then, condition], 0);
        d
    }

    /// Returns the bits of `then` where those of the condition are set.
    fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        if self.known(condition).boolean {
            return self.choose(condition, then, otherwise);
        }
        let (then, otherwise) = (self.two(And, condition, then), self.two(AndNot, condition, otherwise));
        self.two(Or, then, otherwise)
    }

    /// Returns the value with a float in all lanes.
    pub fn float(&mut self, value: f32) -> Value {
        self.constant(value.to_bits())
    }

    /// Returns the complement.
    pub fn not(&mut self, a: Value) -> Value {
        let ones = self.constant(u32::MAX);
        self.two(Xor, a, ones)
    }

    fn minimum(&mut self, instruction: Instruction, a: Value, b: Value) -> Value {
        let least = self.two(instruction, a, b);
        let is_nan = self.compare(b, b, UNORDERED);
        self.choose(is_nan, a, least)
    }

    fn dot(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut sum = NO_VALUE;
        for (&a, &b) in a.iter().zip(b) {
            let product = self.two(Mul, a, b);
            sum = if sum == NO_VALUE { product } else { self.two(Add, sum, product) };
        }
        sum
    }

    fn sign(&mut self, a: Value) -> Value {
        let (zero, one, minus) = (self.float(0.0), self.float(1.0), self.float(-1.0));
        let is_positive = self.compare(zero, a, LESS);
        let positive = self.two(And, is_positive, one);
        let is_negative = self.compare(a, zero, LESS);
        self.choose(is_negative, minus, positive)
    }

    fn float_to_int(&mut self, a: Value) -> Value {
        // What is too large or NaN becomes the least int, whose complement is the greatest one.
        let value = self.one(FloatToInt, a);
        let limit = self.float(TWO_TO_31);
        let above = self.compare(limit, a, LESS_EQUAL);
        let value = self.two(Xor, value, above);
        let number = self.compare(a, a, ORDERED);
        self.two(And, value, number)
    }

    fn float_to_uint(&mut self, a: Value) -> Value {
        let (limit, zero, sign) = (self.float(TWO_TO_31), self.float(0.0), self.constant(SIGN));
        let high = self.compare(limit, a, LESS_EQUAL);
        let less = self.two(Sub, a, limit);
        let rest = self.choose(high, less, a);
        // Negative values and NaN become 0.
        let rest = self.two(Max, rest, zero);
        let value = self.one(FloatToInt, rest);
        let upper = self.two(And, high, sign);
        let value = self.two(IntAdd, value, upper);
        let end = self.float(TWO_TO_31 * 2.0);
        let above = self.compare(end, a, LESS_EQUAL);
        self.two(Or, value, above)
    }

    fn uint_to_float(&mut self, a: Value) -> Value {
        // Both halves are exact, so that only the sum is rounded.
        let (mask, scale) = (self.constant(0xFFFF), self.float(65_536.0));
        let high = self.shift(ShiftRight, a, 16);
        let high = self.one(IntToFloat, high);
        let high = self.two(Mul, high, scale);
        let low = self.two(And, a, mask);
        let low = self.one(IntToFloat, low);
        self.two(Add, high, low)
    }

    fn greater_unsigned(&mut self, a: Value, b: Value) -> Value {
        let sign = self.constant(SIGN);
        let (a, b) = (self.two(Xor, a, sign), self.two(Xor, b, sign));
        self.two(IntGreater, a, b)
    }

    fn shift_by(&mut self, instruction: Instruction, a: Value, b: Value) -> Value {
        let mask = self.constant(31);
        let count = self.two(And, b, mask);
        self.two(instruction, a, count)
    }

    fn derivative(&mut self, a: Value, from: u8, to: u8) -> Value {
        let from = self.with(Permute, NO_VALUE, a, from);
        let to = self.with(Permute, NO_VALUE, a, to);
        self.two(Sub, to, from)
    }
}

/// Returns true if the results of an operation are all ones or 0.
fn compares(code: Code) -> bool {
    use Code::*;
    matches!(code, FLess | FLessEqual | FEqual | FNotEqual | FIsNan | FIsInf | ILess | ILessEqual | ULess | ULessEqual | IEqual | INotEqual)
}

/// Returns true if operations of a code are selected.
pub fn computes(code: Code) -> bool {
    let mut values = Values::default();
    compute(&mut values, code, &mut |values, _| values.constant(0)).is_some()
}

impl Selector<'_> {
    /// Selects an operation that computes its destination from its operands; `None` if it is not selected.
    pub(super) fn compute(&mut self, op: &Op) -> Option<()> {
        let mut operands: [Vec<Value>; 3] = Default::default();
        let [_, a, b, c] = op.code.widths(op.payload);
        for ((operand, first), width) in operands.iter_mut().zip([op.a, op.b, op.c]).zip([a, b, c]) {
            *operand = (0..width as u16).map(|offset| self.read(first.wrapping_add(offset))).collect();
        }
        let result = compute(&mut self.values, op.code, &mut |_, (operand, offset)| operands[operand][offset])?;
        let boolean = |value: &Value| self.values.known(*value).boolean;
        let boolean = match op.code {
            Code::And | Code::Or | Code::Xor | Code::Not => operands.iter().flatten().all(boolean),
            code => compares(code),
        };
        self.values.set_boolean(result, boolean);
        self.define(op.dst, result);
        Some(())
    }
}

/// Appends the instructions of an operation; `operand` returns a register of an operand by their numbers. Returns the result, which the last line computes.
fn compute(v: &mut Values, code: Code, operand: &mut dyn FnMut(&mut Values, (usize, usize)) -> Value) -> Option<Value> {
    let mut parameter = |v: &mut Values, number: usize| operand(v, (number, 0));
    let [a, b, c] = {
        let operands = code.widths(().into());
        let mut each = |v: &mut Values, number: usize| if operands[number + 1] > 0 { parameter(v, number) } else { NO_VALUE };
        [each(v, 0), each(v, 1), each(v, 2)]
    };
    Some(match code {
        Code::Select => v.select(a, b, c),
        Code::FAdd => v.two(Add, a, b),
        Code::FSub => v.two(Sub, a, b),
        Code::FMul => v.two(Mul, a, b),
        Code::FDiv => v.two(Div, a, b),
        Code::FMad => {
            let product = v.two(Mul, a, b);
            v.two(Add, product, c)
        }
        Code::FNeg => {
            let sign = v.constant(SIGN);
            v.two(Xor, a, sign)
        }
        Code::FAbs => {
            let rest = v.constant(!SIGN);
            v.two(And, a, rest)
        }
        Code::FMin => v.minimum(Min, a, b),
        Code::FMax => v.minimum(Max, a, b),
        Code::FFloor => v.with(Round, NO_VALUE, a, DOWN),
        Code::FCeil => v.with(Round, NO_VALUE, a, UP),
        Code::FTrunc => v.with(Round, NO_VALUE, a, TO_ZERO),
        Code::FRoundEven => v.with(Round, NO_VALUE, a, NEAREST),
        Code::FFract => {
            let floor = v.with(Round, NO_VALUE, a, DOWN);
            v.two(Sub, a, floor)
        }
        Code::FSqrt => v.one(Sqrt, a),
        Code::FRsqrt => {
            let (root, one) = (v.one(Sqrt, a), v.float(1.0));
            v.two(Div, one, root)
        }
        Code::FSign => v.sign(a),
        Code::FDot2 | Code::FDot3 | Code::FDot4 => {
            let width = code.widths(().into())[1] as usize;
            let [a, b] = [0, 1].map(|number| (0..width).map(|offset| operand(v, (number, offset))).collect::<Vec<_>>());
            v.dot(&a, &b)
        }
        Code::FSin => v.sin(a),
        Code::FCos => v.cos(a),
        Code::FTan => v.tan(a),
        Code::FAsin => v.asin(a),
        Code::FAcos => v.acos(a),
        Code::FAtan => v.atan(a),
        Code::FAtan2 => v.atan2(a, b),
        Code::FExp2 => v.exp2(a),
        Code::FLog2 => v.log2(a),
        Code::FPow => v.pow(a, b),
        Code::FLess => v.compare(a, b, LESS),
        Code::FLessEqual => v.compare(a, b, LESS_EQUAL),
        Code::FEqual => v.compare(a, b, EQUAL),
        Code::FNotEqual => v.compare(a, b, NOT_EQUAL),
        Code::FIsNan => v.compare(a, a, UNORDERED),
        Code::FIsInf => {
            let (rest, infinity) = (v.constant(!SIGN), v.float(f32::INFINITY));
            let size = v.two(And, a, rest);
            v.two(IntEqual, size, infinity)
        }
        Code::FToI => v.float_to_int(a),
        Code::FToU => v.float_to_uint(a),
        Code::IToF => v.one(IntToFloat, a),
        Code::UToF => v.uint_to_float(a),
        Code::IAdd => v.two(IntAdd, a, b),
        Code::ISub => v.two(IntSub, a, b),
        Code::IMul => v.two(IntMul, a, b),
        Code::INeg => {
            let zero = v.constant(0);
            v.two(IntSub, zero, a)
        }
        Code::IAbs => v.one(IntAbs, a),
        Code::ISign => {
            let zero = v.constant(0);
            let negative = v.shift(ShiftSigned, a, 31);
            let positive = v.two(IntGreater, a, zero);
            let positive = v.shift(ShiftRight, positive, 31);
            v.two(Or, negative, positive)
        }
        Code::IMin => v.two(IntMin, a, b),
        Code::IMax => v.two(IntMax, a, b),
        Code::UMin => v.two(UintMin, a, b),
        Code::UMax => v.two(UintMax, a, b),
        Code::ILess => v.two(IntGreater, b, a),
        Code::ILessEqual => {
            let greater = v.two(IntGreater, a, b);
            v.not(greater)
        }
        Code::ULess => v.greater_unsigned(b, a),
        Code::ULessEqual => {
            let least = v.two(UintMin, a, b);
            v.two(IntEqual, least, a)
        }
        Code::IEqual => v.two(IntEqual, a, b),
        Code::INotEqual => {
            let equal = v.two(IntEqual, a, b);
            v.not(equal)
        }
        Code::And => v.two(And, a, b),
        Code::Or => v.two(Or, a, b),
        Code::Xor => v.two(Xor, a, b),
        Code::Not => v.not(a),
        Code::ShiftLeft => v.shift_by(ShiftLeftBy, a, b),
        Code::ShiftRightUnsigned => v.shift_by(ShiftRightBy, a, b),
        Code::ShiftRightSigned => v.shift_by(ShiftSignedBy, a, b),
        Code::DdxFine => v.derivative(a, 0xA0, 0xF5),
        Code::DdyFine => v.derivative(a, 0x44, 0xEE),
        Code::DdxCoarse => v.derivative(a, 0x00, 0x55),
        Code::DdyCoarse => v.derivative(a, 0x00, 0xAA),
        _ => return None,
    })
}
