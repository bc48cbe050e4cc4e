//! Values and masks of 64 lanes. The interpreter runs one shader invocation in each lane.

/// One register of the bytecode: 32 bits in each of 64 lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lanes(pub [u32; 64]);

/// One `f32` for each lane.
pub type Floats = [f32; 64];
/// One 32-bit word for each lane.
pub type Words = [u32; 64];

/// Returns a mask of the lanes whose sign bit is set; bit n is lane n.
#[inline(always)]
pub fn sign_bits(values: &Words) -> u64 {
    let mut bits = 0;
    #[cfg(target_arch = "x86_64")]
    for group in 0..16 {
        use std::arch::x86_64::{_mm_movemask_ps, _mm_setr_ps};
        let at = |n: usize| f32::from_bits(values[group * 4 + n]);
        // SAFETY: SSE is part of the x86-64 baseline.
        let four = unsafe { _mm_movemask_ps(_mm_setr_ps(at(0), at(1), at(2), at(3))) };
        bits |= (four as u64) << (group * 4);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (lane, value) in values.iter().enumerate() {
        bits |= u64::from(value >> 31) << lane;
    }
    bits
}

/// Returns a mask of the lanes for which `condition(a, b)` holds.
#[inline(always)]
pub fn lanes_where<T: Copy>(a: &[T; 64], b: &[T; 64], condition: impl Fn(T, T) -> bool) -> u64 {
    let mut result = [0; 64];
    for lane in 0..64 {
        result[lane] = if condition(a[lane], b[lane]) { u32::MAX } else { 0 };
    }
    sign_bits(&result)
}

/// Iterates over the numbers of the bits that are set in a mask, lowest first.
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
