//! Double-precision operations on register pairs, low word first.

use super::registers::{CHUNKS, RegisterFile, WIDTH, Word};
use crate::ir::bytecode::{Code, Op};

type Doubles = [f64; WIDTH];

/// Executes an operation on doubles; passes others on to [`super::longs`].
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
pub(super) unsafe fn execute(file: RegisterFile, op: &Op) {
    macro_rules! double {
        (|$a:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { load(file, op.a, chunk) };
                let mut result = [0.0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = a[lane];
                    result[lane] = $body;
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
        (|$a:ident, $b:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b) = unsafe { (load(file, op.a, chunk), load(file, op.b, chunk)) };
                let mut result = [0.0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b) = (a[lane], b[lane]);
                    result[lane] = $body;
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
        (|$a:ident, $b:ident, $c:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b, c) = unsafe { (load(file, op.a, chunk), load(file, op.b, chunk), load(file, op.c, chunk)) };
                let mut result = [0.0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b, $c) = (a[lane], b[lane], c[lane]);
                    result[lane] = $body;
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
    }
    // Doubles in, single words out.
    macro_rules! narrow {
        (|$a:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { load(file, op.a, chunk) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = a[lane];
                    result[lane] = Word::word($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { file.set_chunk(op.dst, chunk, result) };
            }
        };
        (|$a:ident, $b:ident| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let (a, b) = unsafe { (load(file, op.a, chunk), load(file, op.b, chunk)) };
                let mut result = [0; WIDTH];
                for lane in 0..WIDTH {
                    let ($a, $b) = (a[lane], b[lane]);
                    result[lane] = Word::word($body);
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { file.set_chunk(op.dst, chunk, result) };
            }
        };
    }
    macro_rules! widen {
        (|$a:ident: $ta:ty| $body:expr) => {
            for chunk in 0..CHUNKS {
                // SAFETY: verified code only reads registers of its register file.
                let a = unsafe { file.chunk(op.a, chunk) };
                let mut result = [0.0; WIDTH];
                for lane in 0..WIDTH {
                    let $a = <$ta as Word>::from_word(a[lane]);
                    result[lane] = $body;
                }
                // SAFETY: verified code only writes registers of its register file.
                unsafe { store(file, op.dst, chunk, &result) };
            }
        };
    }
    match op.code {
        Code::DAdd => double!(|a, b| a + b),
        Code::DSub => double!(|a, b| a - b),
        Code::DMul => double!(|a, b| a * b),
        Code::DDiv => double!(|a, b| a / b),
        Code::DMad => double!(|a, b, c| a * b + c),
        Code::DNeg => double!(|a| -a),
        Code::DAbs => double!(|a| a.abs()),
        Code::DMin => double!(|a, b| if (a < b) | b.is_nan() { a } else { b }),
        Code::DMax => double!(|a, b| if (a > b) | b.is_nan() { a } else { b }),
        Code::DFloor => double!(|a| a.floor()),
        Code::DCeil => double!(|a| a.ceil()),
        Code::DTrunc => double!(|a| a.trunc()),
        Code::DRoundEven => double!(|a| a.round_ties_even()),
        Code::DSqrt => double!(|a| a.sqrt()),
        Code::DLess => narrow!(|a, b| a < b),
        Code::DLessEqual => narrow!(|a, b| a <= b),
        Code::DEqual => narrow!(|a, b| a == b),
        Code::DNotEqual => narrow!(|a, b| a != b),
        Code::DToF => narrow!(|a| a as f32),
        Code::DToI => narrow!(|a| a as i32),
        Code::DToU => narrow!(|a| a as u32),
        Code::FToD => widen!(|a: f32| f64::from(a)),
        Code::IToD => widen!(|a: i32| f64::from(a)),
        Code::UToD => widen!(|a: u32| f64::from(a)),
        // SAFETY: the caller upholds the same contract.
        _ => unsafe { super::longs::execute(file, op) },
    }
}

/// Reads eight lanes of a register pair.
///
/// # Safety
/// `file` must hold the register and the next one, and `chunk` must be below [`CHUNKS`].
#[inline(always)]
unsafe fn load(file: RegisterFile, register: u16, chunk: usize) -> Doubles {
    // SAFETY: verified code only reads registers of its register file.
    let (low, high) = unsafe { (file.chunk(register, chunk), file.chunk(register.wrapping_add(1), chunk)) };
    let mut result = [0.0; WIDTH];
    for lane in 0..WIDTH {
        result[lane] = f64::from_bits(u64::from(high[lane]) << 32 | u64::from(low[lane]));
    }
    result
}

/// Writes eight lanes of a register pair.
///
/// # Safety
/// `file` must hold the register and the next one, and `chunk` must be below [`CHUNKS`].
#[inline(always)]
unsafe fn store(file: RegisterFile, register: u16, chunk: usize, value: &Doubles) {
    let (mut low, mut high) = ([0; WIDTH], [0; WIDTH]);
    for lane in 0..WIDTH {
        low[lane] = value[lane].to_bits() as u32;
        high[lane] = (value[lane].to_bits() >> 32) as u32;
    }
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_chunk(register, chunk, low) };
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_chunk(register.wrapping_add(1), chunk, high) };
}
