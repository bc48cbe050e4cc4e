//! Operations on 64-bit integers in register pairs, low word first.

use super::registers::{CHUNKS, RegisterFile, WIDTH, Word};
use crate::ir::bytecode::{Code, Op};

type Pairs = [u64; WIDTH];

/// The value of a register pair.
trait Pair: Copy {
    /// Reinterprets 64 bits.
    fn from_pair(bits: u64) -> Self;
    /// Returns the value's 64 bits.
    fn pair(self) -> u64;
}

impl Pair for u64 {
    #[inline(always)]
    fn from_pair(bits: u64) -> Self {
        bits
    }
    #[inline(always)]
    fn pair(self) -> u64 {
        self
    }
}

impl Pair for i64 {
    #[inline(always)]
    fn from_pair(bits: u64) -> Self {
        bits.cast_signed()
    }
    #[inline(always)]
    fn pair(self) -> u64 {
        self.cast_unsigned()
    }
}

impl Pair for f64 {
    #[inline(always)]
    fn from_pair(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    #[inline(always)]
    fn pair(self) -> u64 {
        self.to_bits()
    }
}

/// Executes an operation on 64-bit integers. This is the last executor in the chain: it ignores all other operations.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(never)]
pub(super) unsafe fn execute(file: RegisterFile, op: &Op) {
    // Pairs in, a pair out.
    macro_rules! pairs {
        (|$a:ident: $ta:ty, $b:ident: $tb:ty| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b) = unsafe { (load(file, op.a, chunk), load(file, op.b, chunk)) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b) = (<$ta as Pair>::from_pair(a[lane]), <$tb as Pair>::from_pair(b[lane]));
                    result[lane] = Pair::pair($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
        (|$a:ident: $ta:ty| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { load(file, op.a, chunk) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = <$ta as Pair>::from_pair(a[lane]);
                    result[lane] = Pair::pair($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
    }
    // A pair shifted by a single word.
    macro_rules! shift {
        (|$a:ident: $ta:ty, $b:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b) = unsafe { (load(file, op.a, chunk), file.chunk(op.b, chunk)) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b) = (<$ta as Pair>::from_pair(a[lane]), b[lane] & 63);
                    result[lane] = Pair::pair($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
    }
    // Pairs in, a single word out.
    macro_rules! narrow {
        (|$a:ident: $ta:ty, $b:ident: $tb:ty| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b) = unsafe { (load(file, op.a, chunk), load(file, op.b, chunk)) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b) = (<$ta as Pair>::from_pair(a[lane]), <$tb as Pair>::from_pair(b[lane]));
                    result[lane] = Word::word($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { file.set_chunk(op.dst, chunk, result) };
            }
        };
        (|$a:ident: $ta:ty| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { load(file, op.a, chunk) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = <$ta as Pair>::from_pair(a[lane]);
                    result[lane] = Word::word($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { file.set_chunk(op.dst, chunk, result) };
            }
        };
    }
    // A float in, a pair out.
    macro_rules! widen {
        (|$a:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { file.chunk(op.a, chunk) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = f32::from_bits(a[lane]);
                    result[lane] = Pair::pair($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
    }
    match op.code {
        Code::LAdd => pairs!(|a: u64, b: u64| a.wrapping_add(b)),
        Code::LSub => pairs!(|a: u64, b: u64| a.wrapping_sub(b)),
        Code::LMul => pairs!(|a: u64, b: u64| a.wrapping_mul(b)),
        Code::LDivSigned => pairs!(|a: i64, b: i64| if b == 0 { -1 } else { a.wrapping_div(b) }),
        Code::LDivUnsigned => pairs!(|a: u64, b: u64| a.checked_div(b).unwrap_or(u64::MAX)),
        Code::LModSigned => pairs!(|a: i64, b: i64| if b == 0 { a } else { a.wrapping_rem(b) }),
        Code::LModUnsigned => pairs!(|a: u64, b: u64| a.checked_rem(b).unwrap_or(a)),
        Code::LLessSigned => narrow!(|a: i64, b: i64| a < b),
        Code::LLessUnsigned => narrow!(|a: u64, b: u64| a < b),
        Code::LLessEqualSigned => narrow!(|a: i64, b: i64| a <= b),
        Code::LLessEqualUnsigned => narrow!(|a: u64, b: u64| a <= b),
        Code::LShiftLeft => shift!(|a: u64, b| a << b),
        Code::LShiftRightSigned => shift!(|a: i64, b| a >> b),
        Code::LShiftRightUnsigned => shift!(|a: u64, b| a >> b),
        Code::FToLSigned => widen!(|a| a as i64),
        Code::FToLUnsigned => widen!(|a| a as u64),
        Code::LSignedToF => narrow!(|a: i64| a as f32),
        Code::LUnsignedToF => narrow!(|a: u64| a as f32),
        Code::DToLSigned => pairs!(|a: f64| a as i64),
        Code::DToLUnsigned => pairs!(|a: f64| a as u64),
        Code::LSignedToD => pairs!(|a: i64| a as f64),
        Code::LUnsignedToD => pairs!(|a: u64| a as f64),
        _ => {}
    }
}

/// Reads eight lanes of a register pair.
///
/// # Safety
/// `file` must hold the register and the next one, and `chunk` must be below [`CHUNKS`].
#[inline(always)]
unsafe fn load(file: RegisterFile, register: u16, chunk: usize) -> Pairs {
    // SAFETY: verified code only reads registers of its register file.
    let (low, high) = unsafe { (file.chunk(register, chunk), file.chunk(register.wrapping_add(1), chunk)) };
    let mut result = [0; WIDTH];
    for lane in 0..WIDTH {
        result[lane] = u64::from(high[lane]) << 32 | u64::from(low[lane]);
    }
    result
}

/// Writes eight lanes of a register pair.
///
/// # Safety
/// `file` must hold the register and the next one, and `chunk` must be below [`CHUNKS`].
#[inline(always)]
unsafe fn store(file: RegisterFile, register: u16, chunk: usize, value: &Pairs) {
    let (mut low, mut high) = ([0; WIDTH], [0; WIDTH]);
    for lane in 0..WIDTH {
        low[lane] = value[lane] as u32;
        high[lane] = (value[lane] >> 32) as u32;
    }
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_chunk(register, chunk, low) };
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_chunk(register.wrapping_add(1), chunk, high) };
}
