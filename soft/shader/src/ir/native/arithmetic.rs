//! The operations that compute: each with the instructions that give the bits of its row in [`crate::ir::operations`]. Operands of floats never change
//! places, because the first one decides which NaN results.

use super::masks::{EQUAL, LESS, LESS_EQUAL, NOT_EQUAL, SIGN, UNORDERED};
use super::select::Selector;
use super::values::{Mask, NO_VALUE, Value, Values};
use crate::ir::bytecode::{Code, Op};
use crate::machine::Instruction::{self, *};
use crate::machine::Isa;

/// The directions of `Round`, without an exception for inexact results.
const NEAREST: u8 = 8;
const DOWN: u8 = 9;
const UP: u8 = 10;
pub const TO_ZERO: u8 = 11;

impl Values {
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
        let positive = self.keep(is_positive, one);
        let is_negative = self.compare(a, zero, LESS);
        self.choose(is_negative, minus, positive)
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
    let mut values = Values::new(Isa::Avx2);
    compute(&mut values, code, &mut |values, _| values.constant(0)).is_some()
}

impl Selector<'_> {
    /// Selects an operation that computes its destination from its operands; `None` if it is not selected.
    pub(super) fn compute(&mut self, op: &Op) -> Option<()> {
        if let Some(mask) = self.logic(op) {
            self.set_mask(op.dst, mask);
            return Some(());
        }
        let mut operands: [Vec<Value>; 3] = Default::default();
        let [_, a, b, c] = op.code.widths(op.payload);
        let condition = if op.code == Code::Select { self.mask(op.a) } else { None };
        for (number, (first, width)) in [op.a, op.b, op.c].into_iter().zip([a, b, c]).enumerate() {
            operands[number] = match condition {
                Some(mask) if number == 0 => vec![mask.0],
                _ => (0..width as u16).map(|offset| self.read(first.wrapping_add(offset))).collect(),
            };
        }
        let result = compute(&mut self.values, op.code, &mut |_, (operand, offset)| operands[operand][offset])?;
        if self.values.is_mask(result) {
            self.set_mask(op.dst, Mask(result));
            return Some(());
        }
        let boolean = |value: &Value| self.values.known(*value).boolean;
        let boolean = match op.code {
            Code::And | Code::Or | Code::Xor | Code::Not => operands.iter().flatten().all(boolean),
            code => compares(code),
        };
        self.values.set_boolean(result, boolean);
        self.define(op.dst, result);
        Some(())
    }

    /// Selects an operation on bits whose operands are in mask registers.
    fn logic(&mut self, op: &Op) -> Option<Mask> {
        let instruction = match op.code {
            Code::And => MaskAnd,
            Code::Or => MaskOr,
            Code::Xor => MaskXor,
            Code::Not => {
                let a = self.mask(op.a)?;
                return Some(self.values.none_of(a));
            }
            _ => return None,
        };
        let (a, b) = (self.mask(op.a)?, self.mask(op.b)?);
        Some(self.values.both(instruction, a, b))
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
        Code::FLess => v.compare(a, b, LESS).0,
        Code::FLessEqual => v.compare(a, b, LESS_EQUAL).0,
        Code::FEqual => v.compare(a, b, EQUAL).0,
        Code::FNotEqual => v.compare(a, b, NOT_EQUAL).0,
        Code::FIsNan => v.compare(a, a, UNORDERED).0,
        Code::FIsInf => {
            let (rest, infinity) = (v.constant(!SIGN), v.float(f32::INFINITY));
            let size = v.two(And, a, rest);
            v.compare_ints(size, infinity, EQUAL).0
        }
        Code::FToI => v.float_to_int(a),
        Code::FToU => v.float_to_uint(a),
        Code::IToF => v.one(IntToFloat, a),
        Code::UToF => v.uint_to_float(a),
        Code::FToHalf => v.half_of_float(a),
        Code::HalfToF => v.float_of_half(a),
        Code::FFrexpSignificand => v.frexp_significand(a),
        Code::FFrexpExponent => v.frexp_exponent(a),
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
            let (is_positive, one) = (v.compare_ints(zero, a, LESS), v.constant(1));
            let positive = v.keep(is_positive, one);
            v.two(Or, negative, positive)
        }
        Code::IMin => v.two(IntMin, a, b),
        Code::IMax => v.two(IntMax, a, b),
        Code::UMin => v.two(UintMin, a, b),
        Code::UMax => v.two(UintMax, a, b),
        Code::ILess => v.compare_ints(a, b, LESS).0,
        Code::ILessEqual => v.compare_ints(a, b, LESS_EQUAL).0,
        Code::ULess => v.compare_uints(a, b, LESS).0,
        Code::ULessEqual => v.compare_uints(a, b, LESS_EQUAL).0,
        Code::IEqual => v.compare_ints(a, b, EQUAL).0,
        Code::INotEqual => v.compare_ints(a, b, NOT_EQUAL).0,
        Code::IDiv => v.divide(a, b, true),
        Code::UDiv => v.divide(a, b, false),
        Code::IMod => v.remainder(a, b, true),
        Code::UMod => v.remainder(a, b, false),
        Code::IMulHigh => v.high_words(IntMulWide, a, b),
        Code::UMulHigh => v.high_words(UintMulWide, a, b),
        Code::BitCount => v.bit_count(a),
        Code::FindLsb => v.lowest_bit(a),
        Code::FindMsbSigned => v.highest_bit_signed(a),
        Code::FindMsbUnsigned => v.highest_bit(a),
        Code::ExtractSigned => v.extract(ShiftSignedBy, a, b, c),
        Code::ExtractUnsigned => v.extract(ShiftRightBy, a, b, c),
        Code::Insert => {
            let count = operand(v, (2, 1));
            v.insert(a, b, c, count)
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
