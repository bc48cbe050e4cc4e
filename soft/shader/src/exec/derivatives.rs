//! Derivatives within quads.

use super::registers::{CHUNKS, RegisterFile, WIDTH};
use crate::ir::bytecode::Op;

/// Executes a derivative: for each lane of a quad, the difference of two of the quad's values, which `ends` selects.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
pub(super) unsafe fn derivative(file: RegisterFile, op: &Op, ends: impl Fn(&[u32], usize) -> (u32, u32)) {
    for chunk in 0..CHUNKS {
        // SAFETY: verified code only reads registers of its register file.
        let a = unsafe { file.chunk(op.a, chunk) };
        let mut result = [0; WIDTH];
        for lane in 0..WIDTH {
            let first = lane & !3;
            let (from, to) = ends(&a[first..first + 4], lane & 3);
            result[lane] = (f32::from_bits(to) - f32::from_bits(from)).to_bits();
        }
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_chunk(op.dst, chunk, result) };
    }
}
