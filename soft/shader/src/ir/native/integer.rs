//! Integer operations without an instruction of their own, and conversions that work on bits: operation by operation as [`base::core::scalar`] and
//! [`base::core::math`] compute them.

use super::arithmetic::TO_ZERO;
use super::masks::{EQUAL, LESS, SIGN};
use super::values::{Mask, NO_VALUE, Value, Values};
use crate::machine::Instruction::{self, *};

const TWO_TO_31: f64 = 2_147_483_648.0;

impl Values {
    /// Returns the lanes in which a value is 0.
    fn is_zero(&mut self, a: Value) -> Mask {
        let zero = self.constant(0);
        self.compare_ints(a, zero, EQUAL)
    }

    /// Returns a & a constant.
    fn masked(&mut self, a: Value, mask: u32) -> Value {
        let mask = self.constant(mask);
        self.two(And, a, mask)
    }

    /// Returns the upper words of products, which an instruction makes of each second lane.
    pub(super) fn high_words(&mut self, instruction: Instruction, a: Value, b: Value) -> Value {
        let even = self.two(instruction, a, b);
        let (a, b) = (self.shift(ShiftRightWide, a, 32), self.shift(ShiftRightWide, b, 32));
        let odd = self.two(instruction, a, b);
        let (low, upper) = (self.shift(ShiftRightWide, even, 32), self.pairs([0, u32::MAX]));
        let high = self.two(And, odd, upper);
        self.two(Or, low, high)
    }

    /// Returns four lanes of ints as doubles.
    fn doubles_of_ints(&mut self, a: Value, half: u8) -> Value {
        let four = if half == 0 { a } else { self.with(Half, a, NO_VALUE, half) };
        self.one(IntToDouble, four)
    }

    /// Returns four lanes of uints as doubles.
    fn doubles_of_uints(&mut self, a: Value, half: u8) -> Value {
        let (sign, offset) = (self.constant(SIGN), self.double(TWO_TO_31));
        let a = self.two(Xor, a, sign);
        let a = self.doubles_of_ints(a, half);
        self.two(DoubleAdd, a, offset)
    }

    /// Returns truncated quotients; those by 0 are arbitrary. The greatest one wraps, as what is no int becomes the least int.
    fn quotient(&mut self, a: Value, b: Value) -> Value {
        let [low, high] = [0, 1].map(|half| {
            let (a, b) = (self.doubles_of_ints(a, half), self.doubles_of_ints(b, half));
            let quotient = self.two(DoubleDiv, a, b);
            self.one(DoubleToInt, quotient)
        });
        self.with(Join, low, high, 1)
    }

    fn unsigned_quotient(&mut self, a: Value, b: Value) -> Value {
        let (sign, offset) = (self.constant(SIGN), self.double(TWO_TO_31));
        let [low, high] = [0, 1].map(|half| {
            let (a, b) = (self.doubles_of_uints(a, half), self.doubles_of_uints(b, half));
            let quotient = self.two(DoubleDiv, a, b);
            let quotient = self.with(DoubleRound, NO_VALUE, quotient, TO_ZERO);
            let quotient = self.two(DoubleSub, quotient, offset);
            self.one(DoubleToInt, quotient)
        });
        let quotient = self.with(Join, low, high, 1);
        self.two(Xor, quotient, sign)
    }

    /// Returns quotients, all ones for those by 0.
    pub(super) fn divide(&mut self, a: Value, b: Value, signed: bool) -> Value {
        let quotient = if signed { self.quotient(a, b) } else { self.unsigned_quotient(a, b) };
        let is_zero = self.is_zero(b);
        self.fill(is_zero, quotient)
    }

    /// Returns remainders, a for b = 0.
    pub(super) fn remainder(&mut self, a: Value, b: Value, signed: bool) -> Value {
        let quotient = if signed { self.quotient(a, b) } else { self.unsigned_quotient(a, b) };
        let product = self.two(IntMul, quotient, b);
        self.two(IntSub, a, product)
    }

    pub(super) fn bit_count(&mut self, a: Value) -> Value {
        let half = self.shift(ShiftRight, a, 1);
        let half = self.masked(half, 0x5555_5555);
        let twos = self.two(IntSub, a, half);
        let (low, high) = (self.masked(twos, 0x3333_3333), self.shift(ShiftRight, twos, 2));
        let high = self.masked(high, 0x3333_3333);
        let fours = self.two(IntAdd, low, high);
        let high = self.shift(ShiftRight, fours, 4);
        let eights = self.two(IntAdd, fours, high);
        let (eights, ones) = (self.masked(eights, 0x0F0F_0F0F), self.constant(0x0101_0101));
        let sum = self.two(IntMul, eights, ones);
        self.shift(ShiftRight, sum, 24)
    }

    /// Returns the binary exponent of ints, of which one bit decides it; all ones for 0.
    fn exponent_of(&mut self, a: Value) -> Value {
        let bias = self.constant(127);
        let float = self.one(IntToFloat, a);
        let float = self.shift(ShiftLeft, float, 1);
        let exponent = self.shift(ShiftRight, float, 24);
        let exponent = self.two(IntSub, exponent, bias);
        let is_zero = self.is_zero(a);
        self.fill(is_zero, exponent)
    }

    pub(super) fn lowest_bit(&mut self, a: Value) -> Value {
        let zero = self.constant(0);
        let minus = self.two(IntSub, zero, a);
        let lowest = self.two(And, a, minus);
        self.exponent_of(lowest)
    }

    /// Returns the number of the highest bit of ints that are not negative.
    fn highest_bit_of_positive(&mut self, a: Value) -> Value {
        // Without the second bit, the conversion to a float never rounds up to the next power of two.
        let second = self.shift(ShiftRight, a, 1);
        let rounded = self.two(AndNot, second, a);
        self.exponent_of(rounded)
    }

    pub(super) fn highest_bit(&mut self, a: Value) -> Value {
        let (bit, last) = (self.highest_bit_of_positive(a), self.constant(31));
        let high = self.signs(a);
        self.choose(high, last, bit)
    }

    pub(super) fn highest_bit_signed(&mut self, a: Value) -> Value {
        let sign = self.shift(ShiftSigned, a, 31);
        let a = self.two(Xor, a, sign);
        self.highest_bit_of_positive(a)
    }

    /// Clamps the offset and count of a bit field; returns them, and how many bits are above the offset.
    fn field(&mut self, offset: Value, count: Value) -> (Value, Value, Value) {
        let all = self.constant(32);
        let offset = self.two(UintMin, offset, all);
        let least = self.two(UintMin, count, all);
        let fits = self.compare_ints(least, count, EQUAL);
        let count = self.keep(fits, count);
        let most = self.two(IntSub, all, offset);
        (offset, self.two(UintMin, count, most), most)
    }

    /// Returns bit fields, which `right` shifts to the lowest bits.
    pub(super) fn extract(&mut self, right: Instruction, a: Value, offset: Value, count: Value) -> Value {
        let (_, count, most) = self.field(offset, count);
        let all = self.constant(32);
        let (above, rest) = (self.two(IntSub, most, count), self.two(IntSub, all, count));
        let value = self.two(ShiftLeftBy, a, above);
        let value = self.two(right, value, rest);
        let is_empty = self.is_zero(count);
        self.clear(is_empty, value)
    }

    pub(super) fn insert(&mut self, base: Value, bits: Value, offset: Value, count: Value) -> Value {
        let (offset, count, _) = self.field(offset, count);
        let (all, ones) = (self.constant(32), self.constant(u32::MAX));
        let rest = self.two(IntSub, all, count);
        // Shifts by 32 leave nothing.
        let ones = self.two(ShiftRightBy, ones, rest);
        let mask = self.two(ShiftLeftBy, ones, offset);
        let bits = self.two(ShiftLeftBy, bits, offset);
        let (bits, base) = (self.two(And, bits, mask), self.two(AndNot, mask, base));
        self.two(Or, base, bits)
    }

    pub(super) fn half_of_float(&mut self, a: Value) -> Value {
        let size = self.masked(a, !SIGN);
        let (middle, bias) = (self.constant(0x3F00_0000), self.constant(0x3800_0000));
        let small = self.two(Add, size, middle);
        let small = self.two(IntSub, small, middle);
        let digits = self.shift(ShiftRight, size, 13);
        let (even, rounding) = (self.masked(digits, 1), self.constant(0xFFF));
        let rounding = self.two(IntAdd, even, rounding);
        let normal = self.two(IntSub, size, bias);
        let normal = self.two(IntAdd, normal, rounding);
        let normal = self.shift(ShiftRight, normal, 13);
        let (least, most, infinity) = (self.constant(0x3880_0000), self.constant(0x477F_FFFF), self.constant(0x7F80_0000));
        let is_small = self.compare_ints(size, least, LESS);
        let half = self.choose(is_small, small, normal);
        let (is_large, large) = (self.compare_ints(most, size, LESS), self.constant(0x7C00));
        let half = self.choose(is_large, large, half);
        let (digits, quiet) = (self.masked(digits, 0x3FF), self.constant(0x200));
        let is_empty = self.is_zero(digits);
        let digits = self.choose(is_empty, quiet, digits);
        let (nan, is_nan) = (self.two(Or, digits, large), self.compare_ints(infinity, size, LESS));
        let half = self.choose(is_nan, nan, half);
        let sign = self.shift(ShiftRight, a, 16);
        let sign = self.masked(sign, 0x8000);
        self.two(Or, half, sign)
    }

    pub(super) fn float_of_half(&mut self, a: Value) -> Value {
        let (digits, scale) = (self.masked(a, 0x7FFF), self.float(5.192_297e33));
        let digits = self.shift(ShiftLeft, digits, 13);
        let value = self.two(Mul, digits, scale);
        let (exponent, most) = (self.masked(a, 0x7C00), self.constant(0x7C00));
        let (is_special, infinity) = (self.compare_ints(exponent, most, EQUAL), self.constant(0x7F80_0000));
        let special = self.keep(is_special, infinity);
        let sign = self.masked(a, 0x8000);
        let sign = self.shift(ShiftLeft, sign, 16);
        let value = self.two(Or, value, special);
        self.two(Or, value, sign)
    }

    /// Returns what both parts of frexp share: the bits with a normal exponent, the exponent's bits, and the conditions that the value is subnormal or zero, and
    /// that it has no parts.
    fn parts(&mut self, a: Value) -> (Value, Value, Mask, Mask) {
        let (size, least, zero) = (self.masked(a, !SIGN), self.float(f32::MIN_POSITIVE), self.float(0.0));
        let is_small = self.compare(size, least, LESS);
        let scale = self.float(16_777_216.0);
        let scaled = self.two(Mul, a, scale);
        let bits = self.choose(is_small, scaled, a);
        let exponent = self.shift(ShiftLeft, bits, 1);
        let (exponent, most) = (self.shift(ShiftRight, exponent, 24), self.constant(0xFF));
        let (is_zero, is_last) = (self.compare(a, zero, EQUAL), self.compare_ints(exponent, most, EQUAL));
        (bits, exponent, is_small, self.both(MaskOr, is_zero, is_last))
    }

    pub(super) fn frexp_significand(&mut self, a: Value) -> Value {
        let (bits, _, _, special) = self.parts(a);
        let (digits, half) = (self.masked(bits, 0x807F_FFFF), self.constant(0x3F00_0000));
        let significand = self.two(Or, digits, half);
        self.choose(special, a, significand)
    }

    pub(super) fn frexp_exponent(&mut self, a: Value) -> Value {
        let (_, exponent, is_small, special) = self.parts(a);
        let (small, normal) = (self.constant(150), self.constant(126));
        let bias = self.choose(is_small, small, normal);
        let exponent = self.two(IntSub, exponent, bias);
        self.clear(special, exponent)
    }
}
