//! Integer functions.

use crate::ir::bytecode::Code;
use crate::ir::linear::Virtual;
use crate::ir::lower::Lowering;
use crate::ir::lower::values::Words;
use base::hir::{Builtin, Scalar};

impl Lowering<'_> {
    /// Lowers an integer function for one component; returns the result and the values of the out arguments.
    pub fn integer_function(&mut self, builtin: Builtin, scalar: Scalar, operands: &[Virtual]) -> Option<Vec<Words>> {
        use Builtin as B;
        let signed = scalar == Scalar::Int;
        let one = |value: Virtual| Some(vec![vec![value]]);
        match (builtin, operands) {
            (B::UaddCarry, &[x, y]) => {
                let sum = self.binary(Code::IAdd, x, y);
                let over = self.binary(Code::ULess, sum, x);
                let bit = self.constant(1);
                let carry = self.binary(Code::And, over, bit);
                Some(vec![vec![sum], vec![carry]])
            }
            (B::UsubBorrow, &[x, y]) => {
                let difference = self.binary(Code::ISub, x, y);
                let under = self.binary(Code::ULess, x, y);
                let bit = self.constant(1);
                let borrow = self.binary(Code::And, under, bit);
                Some(vec![vec![difference], vec![borrow]])
            }
            (B::MulExtended, &[x, y]) => {
                let high = self.binary(if signed { Code::IMulHigh } else { Code::UMulHigh }, x, y);
                let low = self.binary(Code::IMul, x, y);
                Some(vec![Words::new(), vec![high], vec![low]])
            }
            (B::BitfieldExtract, &[value, offset, bits]) => {
                one(self.ternary(if signed { Code::ExtractSigned } else { Code::ExtractUnsigned }, value, offset, bits))
            }
            (B::BitfieldInsert, &[base, insert, offset, bits]) => {
                let pair = self.consecutive(&[offset, bits]);
                one(self.ternary(Code::Insert, base, insert, pair))
            }
            (B::Ballot, &[x]) => Some(vec![self.convert(&[x], Scalar::Bool, Scalar::Uint64)]),
            (B::BitfieldReverse, &[x]) => one(self.unary(Code::BitReverse, x)),
            (B::BitCount, &[x]) => one(self.unary(Code::BitCount, x)),
            (B::FindLsb, &[x]) => one(self.unary(Code::FindLsb, x)),
            (B::FindMsb, &[x]) => one(self.unary(if signed { Code::FindMsbSigned } else { Code::FindMsbUnsigned }, x)),
            _ => None,
        }
    }
}
