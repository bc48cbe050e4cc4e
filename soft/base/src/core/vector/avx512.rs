//! Vectors of sixteen lanes with AVX-512 instructions.

use super::{Vector, Word};
use std::arch::x86_64 as arch;
use std::sync::atomic::AtomicU32;

/// AVX-512 instructions of F, BW, DQ and VL. Only code that `versions!` compiled for them may use them.
#[derive(Clone, Copy)]
pub struct Avx512;

/// Returns a condition from its mask.
#[target_feature(enable = "avx512f,avx512dq")]
#[inline]
fn condition(mask: arch::__mmask16) -> arch::__m512i {
    arch::_mm512_movm_epi32(mask)
}

/// Returns the words at these indices; 0 for indices out of bounds.
#[target_feature(enable = "avx512f")]
#[inline]
fn gather(words: &[AtomicU32], indices: arch::__m512i) -> arch::__m512i {
    let mut found = arch::_mm512_setzero_si512();
    // Indices are signed to the instruction.
    let Some(last) = words.len().min(1 << 31).checked_sub(1) else { return found };
    let inside = arch::_mm512_cmple_epu32_mask(indices, arch::_mm512_set1_epi32(last as i32));
    // SAFETY: the instruction reads the words of lanes whose bit is set in the mask, and their indices are those of words. It has the effect of relaxed
    // loads: x86-64 processors never tear an aligned word.
    unsafe {
        std::arch::asm!("vpgatherdd {found}{{{inside}}}, dword ptr [{words} + {indices} * 4]", found = inout(zmm_reg) found,
            inside = inout(kreg) inside => _, indices = in(zmm_reg) indices, words = in(reg) words.as_ptr(),
            options(readonly, nostack, preserves_flags));
    }
    found
}

/// Returns the words at these indices, and those behind them; 0 for both where one of them is out of bounds.
#[target_feature(enable = "avx512f")]
#[inline]
fn gather_pairs(words: &[AtomicU32], indices: arch::__m512i) -> [arch::__m512i; 2] {
    let (mut low, mut high) = (arch::_mm512_setzero_si512(), arch::_mm512_setzero_si512());
    // Indices are signed to the instruction.
    let Some(last) = words.len().min(1 << 31).checked_sub(2) else { return [low, high] };
    let inside = arch::_mm512_cmple_epu32_mask(indices, arch::_mm512_set1_epi32(last as i32));
    let (low_indices, high_indices) = (arch::_mm512_castsi512_si256(indices), arch::_mm512_extracti64x4_epi64::<1>(indices));
    // SAFETY: the instructions read the words of lanes whose bit is set in the mask and the words behind them, and their indices are those of words. They have
    // the effect of relaxed loads: x86-64 processors never tear an aligned word.
    unsafe {
        std::arch::asm!("kshiftrw {more}, {inside}, 8", "vpgatherdq {low}{{{inside}}}, qword ptr [{words} + {low_indices} * 4]",
            "vpgatherdq {high}{{{more}}}, qword ptr [{words} + {high_indices} * 4]", low = inout(zmm_reg) low, high = inout(zmm_reg) high,
            inside = inout(kreg) inside => _, more = out(kreg) _, low_indices = in(ymm_reg) low_indices,
            high_indices = in(ymm_reg) high_indices, words = in(reg) words.as_ptr(), options(readonly, nostack, preserves_flags));
    }
    let even = arch::_mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    let odd = arch::_mm512_or_si512(even, arch::_mm512_set1_epi32(1));
    [arch::_mm512_permutex2var_epi32(low, even, high), arch::_mm512_permutex2var_epi32(low, odd, high)]
}

impl Vector for Avx512 {
    type Floats = arch::__m512;
    type Ints = arch::__m512i;
    const LANES: usize = 16;
    const IS_NATIVE: bool = true;
    const LOADS_PAIRS: bool = true;

    #[inline(always)]
    fn shift_right<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: the CPU has the instructions, as required of users of the type.
        unsafe { arch::_mm512_srlv_epi32(values, arch::_mm512_set1_epi32(BITS)) }
    }

    #[inline(always)]
    fn shift_right_signed<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { arch::_mm512_srav_epi32(values, arch::_mm512_set1_epi32(BITS)) }
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { arch::_mm512_sllv_epi32(values, arch::_mm512_set1_epi32(BITS)) }
    }

    instructions! {
        float(value: f32) -> Self::Floats = arch::_mm512_set1_ps(value);
        int(value: i32) -> Self::Ints = arch::_mm512_set1_epi32(value);
        part<W: Word>(words: &[W; 64], number: usize) -> Self::Ints = std::mem::transmute_copy::<[W; 16], Self::Ints>(&words.as_chunks().0[number]);
        set_part<W: Word>(words: &mut [W; 64], number: usize, values: Self::Ints) -> () = {
            words.as_chunks_mut().0[number] = std::mem::transmute_copy::<Self::Ints, [W; 16]>(&values);
        };
        bits(values: Self::Floats) -> Self::Ints = arch::_mm512_castps_si512(values);
        from_bits(bits: Self::Ints) -> Self::Floats = arch::_mm512_castsi512_ps(bits);
        floor(values: Self::Floats) -> Self::Floats = arch::_mm512_roundscale_ps::<{ arch::_MM_FROUND_TO_NEG_INF }>(values);
        add(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_add_ps(a, b);
        subtract(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_sub_ps(a, b);
        multiply(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_mul_ps(a, b);
        divide(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_div_ps(a, b);
        larger(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_max_ps(a, b);
        smaller(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm512_min_ps(a, b);
        above(a: Self::Floats, b: Self::Floats) -> Self::Ints = condition(arch::_mm512_cmp_ps_mask::<{ arch::_CMP_GT_OQ }>(a, b));
        alike(a: Self::Floats, b: Self::Floats) -> Self::Ints = condition(arch::_mm512_cmp_ps_mask::<{ arch::_CMP_EQ_OQ }>(a, b));
        at_least(a: Self::Floats, b: Self::Floats) -> Self::Ints = condition(arch::_mm512_cmp_ps_mask::<{ arch::_CMP_GE_OQ }>(a, b));
        to_ints(values: Self::Floats) -> Self::Ints = arch::_mm512_cvttps_epi32(values);
        to_floats(values: Self::Ints) -> Self::Floats = arch::_mm512_cvtepi32_ps(values);
        sum(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_add_epi32(a, b);
        difference(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_sub_epi32(a, b);
        product(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_mullo_epi32(a, b);
        least(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_min_epi32(a, b);
        most(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_max_epi32(a, b);
        shift_right_by(values: Self::Ints, bits: Self::Ints) -> Self::Ints = arch::_mm512_srlv_epi32(values, bits);
        and(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_and_si512(a, b);
        or(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_or_si512(a, b);
        xor(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_xor_si512(a, b);
        greater(a: Self::Ints, b: Self::Ints) -> Self::Ints = condition(arch::_mm512_cmpgt_epi32_mask(a, b));
        equal(a: Self::Ints, b: Self::Ints) -> Self::Ints = condition(arch::_mm512_cmpeq_epi32_mask(a, b));
        signs(values: Self::Ints) -> u64 = u64::from(arch::_mm512_movepi32_mask(values));
        choose(condition: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm512_mask_blend_epi32(arch::_mm512_movepi32_mask(condition), b, a);
        load(words: &[AtomicU32], indices: Self::Ints) -> Self::Ints = gather(words, indices);
        load_pairs(words: &[AtomicU32], indices: Self::Ints) -> [Self::Ints; 2] = gather_pairs(words, indices);
        // The masked indices are those of floats.
        look_up(table: &[f32; 256], indices: Self::Ints) -> Self::Floats =
            arch::_mm512_i32gather_ps::<4>(arch::_mm512_and_si512(indices, arch::_mm512_set1_epi32(0xFF)), table.as_ptr().cast());
    }
}
