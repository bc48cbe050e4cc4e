//! Packing functions.

use super::Argument;
use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use crate::ir::lower::values::Words;
use base::hir::{Builtin, Scalar};

const F: Scalar = Scalar::Float;

impl Lowering<'_> {
    /// Packs components as normalised integers of `bits` bits each into a word, the first component in the lowest bits.
    fn pack(&mut self, components: &[Virtual], bits: u32, signed: bool) -> Virtual {
        let scale = if signed { (1u32 << (bits - 1)) - 1 } else { (1u32 << bits) - 1 };
        let (low, high, scale) = (self.float(if signed { -1.0 } else { 0.0 }), self.float(1.0), self.float(scale as f32));
        let mask = self.constant((1u32 << bits) - 1);
        let mut sum = self.constant(0);
        for (&component, index) in components.iter().zip(0u32..) {
            let raised = self.maximum(F, component, low);
            let clamped = self.minimum(F, raised, high);
            let scaled = self.mul(F, clamped, scale);
            let rounded = self.unary(Code::FRoundEven, scaled);
            let whole = self.unary(Code::FToI, rounded);
            let masked = self.binary(Code::And, whole, mask);
            let shift = self.constant(index * bits);
            let shifted = self.binary(Code::ShiftLeft, masked, shift);
            sum = self.binary(Code::Or, sum, shifted);
        }
        sum
    }

    /// Unpacks a word of normalised integers of `bits` bits each.
    fn unpack(&mut self, word: Virtual, bits: u32, signed: bool) -> Words {
        let scale = if signed { (1u32 << (bits - 1)) - 1 } else { (1u32 << bits) - 1 };
        let (minus, scale) = (self.float(-1.0), self.float(scale as f32));
        (0..32 / bits)
            .map(|index| {
                let (offset, count) = (self.constant(index * bits), self.constant(bits));
                let code = if signed { Code::ExtractSigned } else { Code::ExtractUnsigned };
                let number = self.ternary(code, word, offset, count);
                let float = self.unary(if signed { Code::IToF } else { Code::UToF }, number);
                let quotient = self.div(F, float, scale);
                if signed { self.maximum(F, quotient, minus) } else { quotient }
            })
            .collect()
    }

    /// Lowers a packing function; returns the words of the result. Returns `None` for other functions.
    pub fn packing_function(&mut self, builtin: Builtin, arguments: &[Argument]) -> Option<Vec<Words>> {
        use Builtin as B;
        let [argument] = arguments else { return None };
        let components = argument.components.as_slice();
        let first = components.first().copied()?;
        let words = match builtin {
            B::PackUnorm2x16 => vec![self.pack(components, 16, false)],
            B::PackSnorm2x16 => vec![self.pack(components, 16, true)],
            B::PackUnorm4x8 => vec![self.pack(components, 8, false)],
            B::PackSnorm4x8 => vec![self.pack(components, 8, true)],
            B::UnpackUnorm2x16 => self.unpack(first, 16, false),
            B::UnpackSnorm2x16 => self.unpack(first, 16, true),
            B::UnpackUnorm4x8 => self.unpack(first, 8, false),
            B::UnpackSnorm4x8 => self.unpack(first, 8, true),
            B::PackHalf2x16 => {
                let (low, high) = (self.unary(Code::FToHalf, first), self.unary(Code::FToHalf, components.get(1).copied()?));
                let sixteen = self.constant(16);
                let raised = self.binary(Code::ShiftLeft, high, sixteen);
                vec![self.binary(Code::Or, low, raised)]
            }
            B::UnpackHalf2x16 => {
                let (sixteen, mask) = (self.constant(16), self.constant(0xFFFF));
                let (low, high) = (self.binary(Code::And, first, mask), self.binary(Code::ShiftRightUnsigned, first, sixteen));
                vec![self.unary(Code::HalfToF, low), self.unary(Code::HalfToF, high)]
            }
            B::PackDouble2x32 | B::PackInt2x32 => vec![first, components.get(1).copied()?],
            B::UnpackDouble2x32 | B::UnpackInt2x32 => vec![first, first.saturating_add(1)],
            _ => return None,
        };
        Some(vec![words])
    }
}
