//! Algebraic simplification, with the interpreter's results.

use crate::ir::bytecode::Code;

/// The simplified form of an operation.
pub enum Simple {
    /// Operand a.
    A,
    /// Operand b.
    B,
    /// Operand c.
    C,
    Constant(u32),
    /// Another code on a.
    UnaryA(Code),
    /// Another code on b.
    UnaryB(Code),
    /// Another code on a and c.
    BinaryAC(Code),
    /// Another code on b and c.
    BinaryBC(Code),
    /// Another code on a and a new constant.
    BinaryAConstant(Code, u32),
}

const ONE: u32 = 0x3F80_0000;
const MINUS_ONE: u32 = 0xBF80_0000;
const MINUS_ZERO: u32 = 0x8000_0000;

/// Simplifies an operation by exact algebra. `a`, `b`, `c` are the values of constant operands; `same` is true if a and b are one register.
pub fn simplify(code: Code, a: Option<u32>, b: Option<u32>, c: Option<u32>, same: bool) -> Option<Simple> {
    use Code::*;
    use Simple::*;
    Some(match (code, a, b, c) {
        (Select, Some(condition), _, _) => {
            if condition != 0 {
                B
            } else {
                C
            }
        }
        (Select, _, Some(u32::MAX), Some(0)) => A,
        (Select, _, Some(0), Some(u32::MAX)) => UnaryA(Not),
        (FMul, Some(ONE), _, _) => B,
        (FMul, _, Some(ONE), _) => A,
        (FMul, Some(MINUS_ONE), _, _) => UnaryB(FNeg),
        (FMul, _, Some(MINUS_ONE), _) => UnaryA(FNeg),
        (FMad, Some(ONE), _, _) => BinaryBC(FAdd),
        (FMad, _, Some(ONE), _) => BinaryAC(FAdd),
        (FAdd, Some(MINUS_ZERO), _, _) => B,
        (FAdd, _, Some(MINUS_ZERO), _) => A,
        (FSub, _, Some(0), _) => A,
        (FDiv, _, Some(ONE), _) => A,
        (FDiv, _, Some(divisor), _) if divisor & 0x007F_FFFF == 0 && (2..=252).contains(&((divisor >> 23) & 0xFF)) => {
            BinaryAConstant(FMul, (divisor & 0x8000_0000) | ((254 - ((divisor >> 23) & 0xFF)) << 23))
        }
        (IAdd | Or | Xor, Some(0), _, _) => B,
        (IAdd | Or | Xor | ISub | ShiftLeft | ShiftRightSigned | ShiftRightUnsigned, _, Some(0), _) => A,
        (IMul, Some(1), _, _) => B,
        (IMul | IDiv | UDiv, _, Some(1), _) => A,
        (IMul | And, Some(0), _, _) | (IMul | And, _, Some(0), _) => Constant(0),
        (IMul, _, Some(factor), _) if factor.is_power_of_two() => BinaryAConstant(ShiftLeft, factor.trailing_zeros()),
        (UDiv, _, Some(divisor), _) if divisor.is_power_of_two() => BinaryAConstant(ShiftRightUnsigned, divisor.trailing_zeros()),
        (UMod, _, Some(divisor), _) if divisor.is_power_of_two() => BinaryAConstant(And, divisor - 1),
        (And, Some(u32::MAX), _, _) => B,
        (And, _, Some(u32::MAX), _) => A,
        (Or, Some(u32::MAX), _, _) | (Or, _, Some(u32::MAX), _) => Constant(u32::MAX),
        (And | Or, _, _, _) if same => A,
        (IEqual | ILessEqual | ULessEqual, _, _, _) if same => Constant(u32::MAX),
        (INotEqual | ILess | ULess | Xor | ISub, _, _, _) if same => Constant(0),
        _ => return None,
    })
}
