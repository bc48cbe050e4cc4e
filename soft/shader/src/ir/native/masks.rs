//! What instruction sets do in different ways: conditions, which are vectors or masks, and what depends on them; bits that conditions choose; conversions.

use super::values::{Bank, Mask, NO_VALUE, Step, Value, Values};
use crate::machine::Instruction::{self, *};
use crate::machine::Isa;

/// The comparisons of `Compare`; those of ints are the first ones.
pub const EQUAL: u8 = 0;
pub const LESS: u8 = 1;
pub const LESS_EQUAL: u8 = 2;
pub const NOT_EQUAL: u8 = 4;
pub const UNORDERED: u8 = 3;
pub const ORDERED: u8 = 7;
pub const NOT_GREATER_EQUAL: u8 = 9;

/// The bit of the sign.
pub const SIGN: u32 = 0x8000_0000;
const TWO_TO_31: f32 = 2_147_483_648.0;
/// The tables of `Ternary`: bits of a for those of c, otherwise of b; bits of b for those of a, otherwise of c; c ^ a & b.
const OF_C: u8 = 0xCA;
const OF_A: u8 = 0xB8;
const XOR_AND: u8 = 0x78;

impl Values {
    fn condition(&mut self, instruction: Instruction, a: Value, b: Value, byte: u8) -> Mask {
        let d = self.mask();
        self.line(Step::Vector(instruction), d.0, [a, b, NO_VALUE], byte);
        d
    }

    /// Appends an instruction on two masks.
    pub fn both(&mut self, instruction: Instruction, a: Mask, b: Mask) -> Mask {
        self.condition(instruction, a.0, b.0, 0)
    }

    /// Appends a comparison of floats.
    pub fn compare(&mut self, a: Value, b: Value, comparison: u8) -> Mask {
        self.condition(Compare, a, b, comparison)
    }

    /// Appends a comparison of ints.
    pub fn compare_ints(&mut self, a: Value, b: Value, comparison: u8) -> Mask {
        match comparison {
            EQUAL => self.condition(IntEqual, a, b, 0),
            LESS => self.condition(IntGreater, b, a, 0),
            _ if self.isa.has_masks() => self.condition(IntCompare, a, b, comparison),
            LESS_EQUAL => {
                let greater = self.condition(IntGreater, a, b, 0);
                self.none_of(greater)
            }
            _ => {
                let equal = self.condition(IntEqual, a, b, 0);
                self.none_of(equal)
            }
        }
    }

    /// Appends the comparison of uints by LESS or LESS_EQUAL.
    pub fn compare_uints(&mut self, a: Value, b: Value, comparison: u8) -> Mask {
        if self.isa.has_masks() {
            return self.condition(UintCompare, a, b, comparison);
        }
        if comparison == LESS {
            let sign = self.constant(SIGN);
            let (a, b) = (self.two(Xor, a, sign), self.two(Xor, b, sign));
            return self.condition(IntGreater, b, a, 0);
        }
        let least = self.two(UintMin, a, b);
        self.condition(IntEqual, least, a, 0)
    }

    /// Returns the lanes that are not in a mask.
    pub fn none_of(&mut self, mask: Mask) -> Mask {
        if self.isa.has_masks() {
            return self.condition(MaskNot, NO_VALUE, mask.0, 0);
        }
        Mask(self.not(mask.0))
    }

    /// Returns `then` in the lanes of a mask.
    pub fn choose(&mut self, mask: Mask, then: Value, otherwise: Value) -> Value {
        let d = self.temporary();
        self.line(Step::Vector(Blend), d, [otherwise, then, mask.0], 0);
        d
    }

    /// Returns a value in the lanes of a mask, 0 in others.
    pub fn keep(&mut self, mask: Mask, value: Value) -> Value {
        if self.isa.has_masks() {
            let d = self.temporary();
            self.line(Step::Vector(Keep), d, [NO_VALUE, value, mask.0], 0);
            return d;
        }
        self.two(And, mask.0, value)
    }

    /// Returns 0 in the lanes of a mask, a value in others.
    pub fn clear(&mut self, mask: Mask, value: Value) -> Value {
        if self.isa.has_masks() {
            let zero = self.constant(0);
            return self.choose(mask, zero, value);
        }
        self.two(AndNot, mask.0, value)
    }

    /// Returns all ones in the lanes of a mask, a value in others.
    pub fn fill(&mut self, mask: Mask, value: Value) -> Value {
        if self.isa.has_masks() {
            let ones = self.constant(u32::MAX);
            return self.choose(mask, ones, value);
        }
        self.two(Or, value, mask.0)
    }

    /// Returns the lanes with a sign. Only `choose` takes these and the next ones for a mask.
    pub fn signs(&mut self, value: Value) -> Mask {
        if self.isa.has_masks() { self.condition(Signs, NO_VALUE, value, 0) } else { Mask(value) }
    }

    /// Returns the lanes in which the lowest bit is set.
    pub fn odd(&mut self, value: Value) -> Mask {
        if self.isa.has_masks() {
            let one = self.constant(1);
            return self.condition(TestBits, value, one, 0);
        }
        Mask(self.shift(ShiftLeft, value, 31))
    }

    /// Returns the mask that a boolean is, all ones or 0 in each lane.
    pub fn mask_of(&mut self, boolean: Value) -> Mask {
        match self.known(boolean).bank {
            Bank::Mask => Mask(boolean),
            Bank::Vector => self.signs(boolean),
        }
    }

    /// Appends a table of three operands, the first of which may give its register to the result.
    fn ternary(&mut self, table: u8, c: Value, a: Value, b: Value) -> Value {
        let d = self.temporary();
        self.line(Step::Vector(Ternary), d, [a, b, c], table);
        d
    }

    /// Returns the bits of `then` where those of the condition are set.
    pub fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        if self.known(condition).boolean || self.is_mask(condition) {
            let mask = self.mask_of(condition);
            return self.choose(mask, then, otherwise);
        }
        if self.isa.has_masks() {
            return self.ternary(OF_C, condition, then, otherwise);
        }
        let (then, otherwise) = (self.two(And, condition, then), self.two(AndNot, condition, otherwise));
        self.two(Or, then, otherwise)
    }

    /// Returns x with the sign of another value.
    pub fn with_sign_of(&mut self, x: Value, of: Value) -> Value {
        let sign = self.constant(SIGN);
        if self.isa.has_masks() {
            return self.ternary(OF_A, x, sign, of);
        }
        let (x, sign) = (self.magnitude(x), self.two(And, of, sign));
        self.two(Or, x, sign)
    }

    /// Changes the sign of a value where bit 1 of another one is set.
    pub fn turn(&mut self, value: Value, k: Value) -> Value {
        if self.isa.has_masks() {
            let sign = self.constant(SIGN);
            let k = self.shift(ShiftLeft, k, 30);
            return self.ternary(XOR_AND, value, k, sign);
        }
        let two = self.constant(2);
        let bit = self.two(And, k, two);
        let sign = self.shift(ShiftLeft, bit, 30);
        self.two(Xor, value, sign)
    }

    pub fn magnitude(&mut self, x: Value) -> Value {
        let rest = self.constant(!SIGN);
        self.two(And, x, rest)
    }

    pub fn float_to_uint(&mut self, a: Value) -> Value {
        let zero = self.float(0.0);
        if self.isa == Isa::Avx512 {
            // Negative values and NaN become 0; what is too large becomes the greatest uint.
            let a = self.two(Max, a, zero);
            return self.one(FloatToUint, a);
        }
        let (limit, sign) = (self.float(TWO_TO_31), self.constant(SIGN));
        let high = self.compare(limit, a, LESS_EQUAL);
        let less = self.two(Sub, a, limit);
        let rest = self.choose(high, less, a);
        // Negative values and NaN become 0.
        let rest = self.two(Max, rest, zero);
        let value = self.one(FloatToInt, rest);
        let upper = self.keep(high, sign);
        let value = self.two(IntAdd, value, upper);
        let end = self.float(TWO_TO_31 * 2.0);
        let above = self.compare(end, a, LESS_EQUAL);
        self.fill(above, value)
    }

    pub fn float_to_int(&mut self, a: Value) -> Value {
        let value = self.one(FloatToInt, a);
        let limit = self.float(TWO_TO_31);
        let above = self.compare(limit, a, LESS_EQUAL);
        let value = if self.isa.has_masks() {
            let most = self.constant(!SIGN);
            self.choose(above, most, value)
        } else {
            // What is too large or NaN becomes the least int, whose complement is the greatest one.
            self.two(Xor, value, above.0)
        };
        let number = self.compare(a, a, ORDERED);
        self.keep(number, value)
    }

    pub fn uint_to_float(&mut self, a: Value) -> Value {
        if self.isa == Isa::Avx512 {
            return self.one(UintToFloat, a);
        }
        // Both halves are exact, so that only the sum is rounded.
        let (mask, scale) = (self.constant(0xFFFF), self.float(65_536.0));
        let high = self.shift(ShiftRight, a, 16);
        let high = self.one(IntToFloat, high);
        let high = self.two(Mul, high, scale);
        let low = self.two(And, a, mask);
        let low = self.one(IntToFloat, low);
        self.two(Add, high, low)
    }
}
