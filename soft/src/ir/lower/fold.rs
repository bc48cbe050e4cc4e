//! Constant folding and algebraic simplification, with the interpreter's results.

use crate::ir::bytecode::Code;

/// Returns the result of a code on constant operands, or `None` if it does not fold. Transcendental functions are left to the interpreter.
pub fn fold(code: Code, a: u32, b: u32, c: u32) -> Option<u32> {
    use Code::*;
    let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
    let (i, j) = (a as i32, b as i32);
    let truth = |value: bool| if value { u32::MAX } else { 0 };
    Some(match code {
        Select => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        FAdd => (x + y).to_bits(),
        FSub => (x - y).to_bits(),
        FMul => (x * y).to_bits(),
        FDiv => (x / y).to_bits(),
        FMad => (x * y + z).to_bits(),
        FNeg => a ^ 0x8000_0000,
        FAbs => a & 0x7FFF_FFFF,
        FMin if x < y => a,
        FMin if y < x => b,
        FMax if x > y => a,
        FMax if y > x => b,
        FFloor => x.floor().to_bits(),
        FCeil => x.ceil().to_bits(),
        FTrunc => x.trunc().to_bits(),
        FRoundEven => x.round_ties_even().to_bits(),
        FFract => (x - x.floor()).to_bits(),
        FSqrt => x.sqrt().to_bits(),
        FRsqrt => (1.0 / x.sqrt()).to_bits(),
        FLess => truth(x < y),
        FLessEqual => truth(x <= y),
        FEqual => truth(x == y),
        FNotEqual => truth(x != y),
        FIsNan => truth(x.is_nan()),
        FIsInf => truth(x.is_infinite()),
        FToI => (x as i32) as u32,
        FToU => x as u32,
        IToF => (i as f32).to_bits(),
        UToF => (a as f32).to_bits(),
        IAdd => a.wrapping_add(b),
        ISub => a.wrapping_sub(b),
        IMul => a.wrapping_mul(b),
        IDiv if b != 0 => i.wrapping_div(j) as u32,
        UDiv if b != 0 => a / b,
        IMod if b != 0 => i.wrapping_rem(j) as u32,
        UMod if b != 0 => a % b,
        INeg => a.wrapping_neg(),
        IAbs => i.wrapping_abs() as u32,
        ISign => i.signum() as u32,
        IMin => i.min(j) as u32,
        IMax => i.max(j) as u32,
        UMin => a.min(b),
        UMax => a.max(b),
        ILess => truth(i < j),
        ILessEqual => truth(i <= j),
        ULess => truth(a < b),
        ULessEqual => truth(a <= b),
        IEqual => truth(a == b),
        INotEqual => truth(a != b),
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Not => !a,
        ShiftLeft => a.wrapping_shl(b),
        ShiftRightUnsigned => a.wrapping_shr(b),
        ShiftRightSigned => i.wrapping_shr(b) as u32,
        BitCount => a.count_ones(),
        BitReverse => a.reverse_bits(),
        FindLsb => {
            if a == 0 {
                u32::MAX
            } else {
                a.trailing_zeros()
            }
        }
        FindMsbUnsigned => 31u32.wrapping_sub(a.leading_zeros()),
        FindMsbSigned => 31u32.wrapping_sub((if i < 0 { !a } else { a }).leading_zeros()),
        _ => return None,
    })
}

/// Returns true if the operands a and b may be swapped.
pub fn commutes(code: Code) -> bool {
    use Code::*;
    matches!(
        code,
        FAdd | FMul
            | FMad
            | FEqual
            | FNotEqual
            | IAdd
            | IMul
            | IMin
            | IMax
            | UMin
            | UMax
            | IEqual
            | INotEqual
            | And
            | Or
            | Xor
            | IMulHigh
            | UMulHigh
            | LAdd
            | LMul
    )
}

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
