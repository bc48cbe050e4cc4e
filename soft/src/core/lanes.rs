//! 64 lanes of values and masks.

/// 64 lanes of one register of the bytecode.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lanes(pub [u32; 64]);

/// One float a lane.
pub type Floats = [f32; 64];
/// One word a lane.
pub type Words = [u32; 64];

/// Returns the lanes whose sign bits are set.
#[inline(always)]
pub fn sign_bits(values: &Words) -> u64 {
    let mut bits = 0;
    #[cfg(target_arch = "x86_64")]
    for group in 0..16 {
        use std::arch::x86_64::{_mm_movemask_ps, _mm_setr_ps};
        let at = |n: usize| f32::from_bits(values[group * 4 + n]);
        // SAFETY: every x86-64 processor has SSE.
        let four = unsafe { _mm_movemask_ps(_mm_setr_ps(at(0), at(1), at(2), at(3))) };
        bits |= (four as u64) << (group * 4);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (lane, value) in values.iter().enumerate() {
        bits |= u64::from(value >> 31) << lane;
    }
    bits
}

/// Returns the lanes for which a condition on two values holds.
#[inline(always)]
pub fn lanes_where<T: Copy>(a: &[T; 64], b: &[T; 64], condition: impl Fn(T, T) -> bool) -> u64 {
    let mut result = [0; 64];
    for lane in 0..64 {
        result[lane] = if condition(a[lane], b[lane]) { u32::MAX } else { 0 };
    }
    sign_bits(&result)
}

/// Yields the numbers of the bits that are set in a mask, lowest first.
#[derive(Clone)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}
