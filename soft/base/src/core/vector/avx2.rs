//! Vectors of eight lanes with AVX2 and F16C instructions.

mod loads;

use super::{Eight, THIRD_OF_BYTE, Vector, Word};
use crate::core::math;
use std::arch::x86_64 as arch;
use std::sync::atomic::AtomicU32;

/// AVX2 and F16C instructions. Only code that `versions!` compiled for them may use them.
#[derive(Clone, Copy)]
pub struct Avx2;

/// Returns the words at these indices; 0 for indices out of bounds.
#[target_feature(enable = "avx2")]
#[inline]
fn gather(words: &[AtomicU32], indices: arch::__m256i) -> arch::__m256i {
    let mut found = arch::_mm256_setzero_si256();
    // Indices are signed to the instruction.
    let Some(last) = words.len().min(1 << 31).checked_sub(1) else { return found };
    let last = arch::_mm256_set1_epi32(last as i32);
    let inside = arch::_mm256_cmpeq_epi32(arch::_mm256_min_epu32(indices, last), indices);
    // SAFETY: the instruction reads the words of lanes whose sign is set in the mask, and their indices are those of words. It has the effect of relaxed
    // loads: x86-64 processors never tear an aligned word.
    unsafe {
        std::arch::asm!("vpgatherdd {found}, dword ptr [{words} + {indices} * 4], {inside}", found = inout(ymm_reg) found,
            inside = inout(ymm_reg) inside => _, indices = in(ymm_reg) indices, words = in(reg) words.as_ptr(),
            options(readonly, nostack, preserves_flags));
    }
    found
}

/// Returns the indices of the first lanes of two rows of four words that follow each other, if these are the indices of such rows in the order of quads.
#[target_feature(enable = "avx2")]
#[inline]
fn rows(indices: arch::__m256i) -> Option<[usize; 2]> {
    let firsts = arch::_mm256_permutevar8x32_epi32(indices, arch::_mm256_setr_epi32(0, 0, 2, 2, 0, 0, 2, 2));
    let offsets = arch::_mm256_sub_epi32(indices, firsts);
    let wanted = arch::_mm256_cmpeq_epi32(offsets, arch::_mm256_setr_epi32(0, 1, 0, 1, 2, 3, 2, 3));
    if arch::_mm256_movemask_epi8(wanted) != -1 {
        return None;
    }
    Some([arch::_mm256_extract_epi32::<0>(indices), arch::_mm256_extract_epi32::<2>(indices)].map(|index| index as u32 as usize))
}

/// Returns the words at these indices as [`gather`] does, in less time for rows of a texture that is drawn without scaling.
#[target_feature(enable = "avx2")]
#[inline]
fn gather_near(words: &[AtomicU32], indices: arch::__m256i) -> arch::__m256i {
    if let Some([upper, lower]) = rows(indices)
        && let (Some(upper), Some(lower)) = (words.get(upper..), words.get(lower..))
        && let (Some(upper), Some(lower)) = (upper.first_chunk(), lower.first_chunk())
    {
        return quads(upper, lower);
    }
    gather(words, indices)
}

/// Returns the lanes of two quads from four words of each of their rows.
#[target_feature(enable = "avx2")]
#[inline]
fn quads(upper: &[AtomicU32; 4], lower: &[AtomicU32; 4]) -> arch::__m256i {
    let (first, second): (arch::__m128i, arch::__m128i);
    // SAFETY: the arrays have four words. The instructions have the effect of relaxed loads: x86-64 processors never tear an aligned word of a vector.
    unsafe {
        std::arch::asm!("vmovups {first}, [{upper}]", "vmovups {second}, [{lower}]", first = out(xmm_reg) first, second = lateout(xmm_reg) second,
            upper = in(reg) upper, lower = in(reg) lower, options(readonly, nostack, preserves_flags));
    }
    let (low, high) = (arch::_mm_unpacklo_epi64(first, second), arch::_mm_unpackhi_epi64(first, second));
    arch::_mm256_inserti128_si256::<1>(arch::_mm256_castsi128_si256(low), high)
}

/// Loads two words from each of two indices, of elements of `SIZE` bytes.
///
/// # Safety
/// The eight bytes from each index on are within the words, and each index is that of a word.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn load_pairs<const SIZE: usize>(words: *const AtomicU32, one: u32, other: u32) -> arch::__m128i {
    let pairs;
    // SAFETY: the caller guarantees this. The instructions have the effect of relaxed loads: x86-64 processors never tear an aligned word.
    unsafe {
        std::arch::asm!("vmovq {pairs}, qword ptr [{words} + {one} * {size}]", "vmovhps {pairs}, {pairs}, qword ptr [{words} + {other} * {size}]",
            pairs = out(xmm_reg) pairs, words = in(reg) words, one = in(reg) u64::from(one), other = in(reg) u64::from(other), size = const SIZE,
            options(readonly, nostack, preserves_flags));
    }
    pairs
}

/// Returns the words at these indices, and those behind them. Single loads of both words take less time than the instruction that gathers.
///
/// # Safety
/// As for [`load_pairs`].
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn checked_pairs<const SIZE: usize>(words: *const AtomicU32, at: [u32; 8]) -> [arch::__m256i; 2] {
    // SAFETY: the caller guarantees this.
    let pairs = |one: usize, other: usize| unsafe { load_pairs::<SIZE>(words, at[one], at[other]) };
    let both = |low, high| arch::_mm256_inserti128_si256::<1>(arch::_mm256_castsi128_si256(low), high);
    let (low, high) = (both(pairs(0, 1), pairs(4, 5)), both(pairs(2, 3), pairs(6, 7)));
    let (low, high) = (arch::_mm256_castsi256_ps(low), arch::_mm256_castsi256_ps(high));
    let firsts = arch::_mm256_castps_si256(arch::_mm256_shuffle_ps::<0x88>(low, high));
    let seconds = arch::_mm256_castps_si256(arch::_mm256_shuffle_ps::<0xDD>(low, high));
    [firsts, seconds]
}

/// Returns the words at these indices, and those behind them; 0 for both where one of them is out of bounds.
#[target_feature(enable = "avx2")]
#[inline]
fn gather_pairs(words: &[AtomicU32], indices: arch::__m256i) -> [arch::__m256i; 2] {
    if let Some([upper, lower]) = rows(indices)
        && let (Some(upper), Some(lower)) = (words.get(upper..upper + 5), words.get(lower..lower + 5))
        && let ([Some(a), Some(b)], [Some(c), Some(d)]) = ([upper, lower].map(<[_]>::first_chunk), [upper, lower].map(<[_]>::last_chunk))
    {
        return [quads(a, b), quads(c, d)];
    }
    let Some(last) = words.len().min(1 << 31).checked_sub(2) else { return [arch::_mm256_setzero_si256(); 2] };
    let inside = arch::_mm256_cmpeq_epi32(arch::_mm256_min_epu32(indices, arch::_mm256_set1_epi32(last as i32)), indices);
    // Lanes out of bounds read the first words.
    let at = Avx2::words(arch::_mm256_and_si256(indices, inside));
    // SAFETY: the indices are those of words, behind which others stand.
    let [firsts, seconds] = unsafe { checked_pairs::<4>(words.as_ptr(), at) };
    [arch::_mm256_and_si256(firsts, inside), arch::_mm256_and_si256(seconds, inside)]
}

/// Loads eight words with one instruction.
#[target_feature(enable = "avx2")]
#[inline]
fn load_all(words: &[AtomicU32; 8]) -> arch::__m256i {
    let eight;
    // SAFETY: the array has eight words. The instruction has the effect of eight relaxed loads: x86-64 processors never tear an aligned word of a vector.
    unsafe {
        std::arch::asm!("vmovups {eight}, [{from}]", from = in(reg) words, eight = lateout(ymm_reg) eight,
            options(readonly, nostack, preserves_flags));
    }
    eight
}

/// Stores eight words with one instruction.
#[target_feature(enable = "avx2")]
#[inline]
fn store_all(words: &[AtomicU32; 8], values: arch::__m256i) {
    // SAFETY: the array has eight words, and they are atomics, which may be written through a shared reference. The instruction has the effect of eight
    // relaxed stores, as above.
    unsafe {
        std::arch::asm!("vmovups [{into}], {values}", values = in(ymm_reg) values, into = in(reg) words, options(nostack, preserves_flags));
    }
}

/// Does what [`Eight::from_halves`] does for halves that are no numbers: the processor would change their digits.
#[cold]
#[inline(never)]
fn from_any_halves(halves: [u32; 8]) -> [f32; 8] {
    halves.map(math::from_half)
}

/// Does what [`Eight::to_halves`] does for values that are no numbers.
#[cold]
#[inline(never)]
fn to_any_halves(values: [u32; 8]) -> [u32; 8] {
    values.map(|bits| math::to_half(f32::from_bits(bits)))
}

impl Vector for Avx2 {
    type Floats = arch::__m256;
    type Ints = arch::__m256i;
    const LANES: usize = 8;
    const IS_NATIVE: bool = true;
    const LOADS_PAIRS: bool = true;

    #[inline(always)]
    fn shift_right<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: the CPU has AVX2, as required of users of the type.
        unsafe { arch::_mm256_srli_epi32::<BITS>(values) }
    }

    #[inline(always)]
    fn shift_right_signed<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { arch::_mm256_srai_epi32::<BITS>(values) }
    }

    #[inline(always)]
    fn shift_left<const BITS: i32>(values: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { arch::_mm256_slli_epi32::<BITS>(values) }
    }

    #[inline(always)]
    fn byte_fraction(words: Self::Ints, number: usize) -> Self::Floats {
        // Three times the byte, in one half of the word.
        let third = if number < 2 { THIRD_OF_BYTE } else { THIRD_OF_BYTE / 65_536.0 };
        // SAFETY: as above.
        unsafe {
            let tripled = arch::_mm256_maddubs_epi16(words, arch::_mm256_set1_epi32(3 << (number * 8)));
            arch::_mm256_mul_ps(arch::_mm256_cvtepi32_ps(tripled), arch::_mm256_set1_ps(third))
        }
    }

    #[inline(always)]
    fn load(words: &[AtomicU32], indices: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { gather(words, indices) }
    }

    #[inline(always)]
    fn load_near(words: &[AtomicU32], indices: Self::Ints) -> Self::Ints {
        // SAFETY: as above.
        unsafe { gather_near(words, indices) }
    }

    #[inline(always)]
    fn load_pairs(words: &[AtomicU32], indices: Self::Ints) -> [Self::Ints; 2] {
        // SAFETY: as above.
        unsafe { gather_pairs(words, indices) }
    }

    #[inline(always)]
    unsafe fn load_checked_pairs(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Ints; 2] {
        // SAFETY: as above, and the caller guarantees that the offsets are those of pairs.
        unsafe { checked_pairs::<1>(words.as_ptr(), offsets.as_chunks().0[number]) }
    }

    #[inline(always)]
    fn look_up(table: &[f32; 256], indices: Self::Ints) -> Self::Floats {
        // SAFETY: as above, and the masked indices are those of floats.
        unsafe { arch::_mm256_i32gather_ps::<4>(table.as_ptr(), arch::_mm256_and_si256(indices, arch::_mm256_set1_epi32(0xFF))) }
    }

    instructions! {
        part<W: Word>(words: &[W; 64], number: usize) -> Self::Ints = std::mem::transmute_copy::<[W; 8], Self::Ints>(&words.as_chunks().0[number]);
        set_part<W: Word>(words: &mut [W; 64], number: usize, values: Self::Ints) -> () = {
            words.as_chunks_mut().0[number] = std::mem::transmute_copy::<Self::Ints, [W; 8]>(&values);
        };
        float(value: f32) -> Self::Floats = arch::_mm256_set1_ps(value);
        int(value: i32) -> Self::Ints = arch::_mm256_set1_epi32(value);
        bits(values: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(values);
        from_bits(bits: Self::Ints) -> Self::Floats = arch::_mm256_castsi256_ps(bits);
        floor(values: Self::Floats) -> Self::Floats = arch::_mm256_floor_ps(values);
        add(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_add_ps(a, b);
        subtract(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_sub_ps(a, b);
        multiply(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_mul_ps(a, b);
        divide(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_div_ps(a, b);
        alike(a: Self::Floats, b: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(arch::_mm256_cmp_ps::<{ arch::_CMP_EQ_OQ }>(a, b));
        shift_right_by(values: Self::Ints, bits: Self::Ints) -> Self::Ints = arch::_mm256_srlv_epi32(values, bits);
        larger(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_max_ps(a, b);
        smaller(a: Self::Floats, b: Self::Floats) -> Self::Floats = arch::_mm256_min_ps(a, b);
        above(a: Self::Floats, b: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(arch::_mm256_cmp_ps::<{ arch::_CMP_GT_OQ }>(a, b));
        at_least(a: Self::Floats, b: Self::Floats) -> Self::Ints = arch::_mm256_castps_si256(arch::_mm256_cmp_ps::<{ arch::_CMP_GE_OQ }>(a, b));
        to_ints(values: Self::Floats) -> Self::Ints = arch::_mm256_cvttps_epi32(values);
        to_floats(values: Self::Ints) -> Self::Floats = arch::_mm256_cvtepi32_ps(values);
        sum(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_add_epi32(a, b);
        difference(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_sub_epi32(a, b);
        product(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_mullo_epi32(a, b);
        least(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_min_epi32(a, b);
        most(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_max_epi32(a, b);
        and(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_and_si256(a, b);
        or(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_or_si256(a, b);
        xor(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_xor_si256(a, b);
        greater(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_cmpgt_epi32(a, b);
        equal(a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_cmpeq_epi32(a, b);
        signs(values: Self::Ints) -> u64 = u64::from(arch::_mm256_movemask_ps(arch::_mm256_castsi256_ps(values)) as u32 & 0xFF);
        choose(condition: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints = arch::_mm256_blendv_epi8(b, a, condition);
    }
}

impl Eight for Avx2 {
    #[inline(always)]
    fn load_all(words: &[AtomicU32; 8]) -> Self::Ints {
        // SAFETY: the CPU has AVX2, as required of users of the type.
        unsafe { load_all(words) }
    }

    #[inline(always)]
    fn store_all(words: &[AtomicU32; 8], values: Self::Ints) {
        // SAFETY: as above.
        unsafe { store_all(words, values) }
    }

    #[inline(always)]
    fn look_up_words<const N: usize>(table: &[u32; N], indices: Self::Ints) -> Self::Ints {
        const { assert!(N > 0 && N <= i32::MAX as usize) };
        // SAFETY: as above, and the indices are limited to those of words.
        unsafe {
            arch::_mm256_i32gather_epi32::<4>(table.as_ptr().cast(), arch::_mm256_min_epu32(indices, arch::_mm256_set1_epi32(N as i32 - 1)))
        }
    }

    #[inline(always)]
    fn from_halves(halves: Self::Ints) -> Self::Floats {
        // SAFETY: the CPU has AVX2 and F16C, as required of users of the type.
        let values = unsafe {
            // Four halves twice, then the other four twice.
            let twice = arch::_mm256_packus_epi32(halves, halves);
            arch::_mm256_cvtph_ps(arch::_mm256_castsi256_si128(arch::_mm256_permute4x64_epi64::<0x08>(twice)))
        };
        if Self::signs(Self::alike(values, values)) == 0xFF { values } else { Self::floats(from_any_halves(Self::words(halves))) }
    }

    #[inline(always)]
    fn to_halves(values: Self::Floats) -> Self::Ints {
        if Self::signs(Self::alike(values, values)) != 0xFF {
            return Self::from_words(to_any_halves(Self::words(Self::bits(values))));
        }
        // SAFETY: as above.
        unsafe { arch::_mm256_cvtepu16_epi32(arch::_mm256_cvtps_ph::<{ arch::_MM_FROUND_TO_NEAREST_INT }>(values)) }
    }

    #[inline(always)]
    unsafe fn load_run<const BYTES: usize>(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> Self::Ints {
        let (words, at) = (words.as_ptr(), &offsets.as_chunks().0[number]);
        // SAFETY: the CPU has AVX2, as required of users of the type, and the caller guarantees that the bytes are within the words.
        unsafe {
            match BYTES {
                1 => loads::bytes(words, at),
                2 => loads::shorts(words, at),
                _ => loads::single_words(words, at),
            }
        }
    }

    #[inline(always)]
    unsafe fn load_fours(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Ints; 4] {
        // SAFETY: as above.
        unsafe { loads::fours(words.as_ptr(), &offsets.as_chunks().0[number]) }
    }

    #[inline(always)]
    unsafe fn load_halves(words: &[AtomicU32], offsets: &[u32; 64], number: usize) -> [Self::Floats; 8] {
        // SAFETY: as above, and the CPU has F16C.
        unsafe { loads::halves(words.as_ptr(), &offsets.as_chunks().0[number]) }
    }

    #[inline(always)]
    fn from_unorm8(words: Self::Ints) -> [Self::Floats; 4] {
        // SAFETY: the CPU has AVX2, as required of users of the type.
        unsafe {
            // Three times one byte of each word, in one half of the word.
            let tripled = [
                arch::_mm256_maddubs_epi16(words, arch::_mm256_set1_epi32(3)),
                arch::_mm256_maddubs_epi16(words, arch::_mm256_set1_epi32(3 << 8)),
                arch::_mm256_maddubs_epi16(words, arch::_mm256_set1_epi32(3 << 16)),
                arch::_mm256_maddubs_epi16(words, arch::_mm256_set1_epi32(3 << 24)),
            ];
            let (low, high) = (arch::_mm256_set1_ps(THIRD_OF_BYTE), arch::_mm256_set1_ps(THIRD_OF_BYTE / 65_536.0));
            [
                arch::_mm256_mul_ps(arch::_mm256_cvtepi32_ps(tripled[0]), low),
                arch::_mm256_mul_ps(arch::_mm256_cvtepi32_ps(tripled[1]), low),
                arch::_mm256_mul_ps(arch::_mm256_cvtepi32_ps(tripled[2]), high),
                arch::_mm256_mul_ps(arch::_mm256_cvtepi32_ps(tripled[3]), high),
            ]
        }
    }

    #[inline(always)]
    fn to_unorm8(&[red, green, blue, alpha]: &[Self::Floats; 4]) -> Self::Ints {
        // SAFETY: as above.
        unsafe {
            let most = arch::_mm256_set1_ps(255.0);
            let red = arch::_mm256_cvtps_epi32(arch::_mm256_mul_ps(red, most));
            let green = arch::_mm256_cvtps_epi32(arch::_mm256_mul_ps(green, most));
            let blue = arch::_mm256_cvtps_epi32(arch::_mm256_mul_ps(blue, most));
            let alpha = arch::_mm256_cvtps_epi32(arch::_mm256_mul_ps(alpha, most));
            // The conversion of NaN gives the least integer, and packing clamps.
            let bytes = arch::_mm256_packus_epi16(arch::_mm256_packs_epi32(red, green), arch::_mm256_packs_epi32(blue, alpha));
            // Four bytes of each component become four words.
            let order = arch::_mm_set_epi8(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
            arch::_mm256_shuffle_epi8(bytes, arch::_mm256_broadcastsi128_si256(order))
        }
    }

    instructions! {
        quads_of_rows(lower: Self::Ints, upper: Self::Ints) -> (Self::Ints, Self::Ints) = {
            // The pairs of each row in the order 0, 2, 1, 3.
            let (lower, upper) = (arch::_mm256_permute4x64_epi64::<0xD8>(lower), arch::_mm256_permute4x64_epi64::<0xD8>(upper));
            (arch::_mm256_unpacklo_epi64(lower, upper), arch::_mm256_unpackhi_epi64(lower, upper))
        };
        rows_of_quads(first: Self::Ints, second: Self::Ints) -> (Self::Ints, Self::Ints) = {
            let (lower, upper) = (arch::_mm256_unpacklo_epi64(first, second), arch::_mm256_unpackhi_epi64(first, second));
            (arch::_mm256_permute4x64_epi64::<0xD8>(lower), arch::_mm256_permute4x64_epi64::<0xD8>(upper))
        };
        quads_of_pairs(lower: Self::Ints, upper: Self::Ints) -> (Self::Ints, Self::Ints) = {
            let (lower, upper) = (arch::_mm256_castsi256_ps(lower), arch::_mm256_castsi256_ps(upper));
            let firsts = arch::_mm256_shuffle_ps::<0x88>(lower, upper);
            (arch::_mm256_castps_si256(firsts), arch::_mm256_castps_si256(arch::_mm256_shuffle_ps::<0xDD>(lower, upper)))
        };
        pairs_of_quads(firsts: Self::Ints, seconds: Self::Ints) -> (Self::Ints, Self::Ints) =
            (arch::_mm256_unpacklo_epi32(firsts, seconds), arch::_mm256_unpackhi_epi32(firsts, seconds));
        floats(values: [f32; 8]) -> Self::Floats = arch::_mm256_loadu_ps(values.as_ptr());
        ints(values: [i32; 8]) -> Self::Ints = std::mem::transmute::<[i32; 8], Self::Ints>(values);
        words(values: Self::Ints) -> [u32; 8] = std::mem::transmute::<Self::Ints, [u32; 8]>(values);
        from_words(words: [u32; 8]) -> Self::Ints = std::mem::transmute::<[u32; 8], Self::Ints>(words);
    }
}
