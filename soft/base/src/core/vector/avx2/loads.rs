//! Loads of runs of bytes, one for each lane. Each is a load of its own, which takes less time than the instruction that gathers.
//!
//! The instructions have the effect of relaxed loads of words: x86-64 processors never tear an aligned word, nor one of a vector.

use std::arch::x86_64 as arch;
use std::sync::atomic::AtomicU32;

/// Loads a run of each lane by one instruction, into an element of a vector.
macro_rules! insert {
    ($words:ident, $instruction:literal, $size:literal; $($lane:ident: $number:literal = $at:expr),*) => {{
        let loaded;
        // SAFETY: the caller guarantees that the bytes are within the words.
        unsafe {
            std::arch::asm!(
                "vpxor {loaded}, {loaded}, {loaded}",
                $(concat!($instruction, " {loaded}, {loaded}, ", $size, " ptr [{words} + {", stringify!($lane), "}], ", $number),)*
                loaded = out(xmm_reg) loaded, words = in(reg) $words, $($lane = in(reg) $at as u64,)*
                options(readonly, nostack, preserves_flags));
        }
        loaded
    }};
}

/// Returns a byte from each offset on.
///
/// # Safety
/// The bytes are within the words.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn bytes(words: *const AtomicU32, at: &[u32; 8]) -> arch::__m256i {
    let loaded: arch::__m128i = insert!(words, "vpinsrb", "byte";
        a: 0 = at[0], b: 1 = at[1], c: 2 = at[2], d: 3 = at[3], e: 4 = at[4], f: 5 = at[5], g: 6 = at[6], h: 7 = at[7]);
    arch::_mm256_cvtepu8_epi32(loaded)
}

/// Returns two bytes from each offset on.
///
/// # Safety
/// The bytes are within the words.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn shorts(words: *const AtomicU32, at: &[u32; 8]) -> arch::__m256i {
    let loaded: arch::__m128i = insert!(words, "vpinsrw", "word";
        a: 0 = at[0], b: 1 = at[1], c: 2 = at[2], d: 3 = at[3], e: 4 = at[4], f: 5 = at[5], g: 6 = at[6], h: 7 = at[7]);
    arch::_mm256_cvtepu16_epi32(loaded)
}

/// Returns four bytes from each offset on.
///
/// # Safety
/// The bytes are within the words.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn single_words(words: *const AtomicU32, at: &[u32; 8]) -> arch::__m256i {
    let low: arch::__m128i = insert!(words, "vpinsrd", "dword"; a: 0 = at[0], b: 1 = at[1], c: 2 = at[2], d: 3 = at[3]);
    let high: arch::__m128i = insert!(words, "vpinsrd", "dword"; a: 0 = at[4], b: 1 = at[5], c: 2 = at[6], d: 3 = at[7]);
    arch::_mm256_inserti128_si256::<1>(arch::_mm256_castsi128_si256(low), high)
}

/// Returns sixteen bytes from one offset on, and from another one.
///
/// # Safety
/// The bytes are within the words, and the offsets are those of words.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn two_fours(words: *const AtomicU32, low: u32, high: u32) -> arch::__m256 {
    let both;
    // SAFETY: the caller guarantees this.
    unsafe {
        std::arch::asm!("vmovups {both:x}, [{words} + {low}]", "vinsertf128 {both}, {both}, [{words} + {high}], 1",
            both = out(ymm_reg) both, words = in(reg) words, low = in(reg) u64::from(low), high = in(reg) u64::from(high),
            options(readonly, nostack, preserves_flags));
    }
    both
}

/// Returns four words from each offset on.
///
/// # Safety
/// The words are within `words`, and the offsets are those of words.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn fours(words: *const AtomicU32, at: &[u32; 8]) -> [arch::__m256i; 4] {
    // SAFETY: the caller guarantees this.
    let rows = unsafe {
        [two_fours(words, at[0], at[4]), two_fours(words, at[1], at[5]), two_fours(words, at[2], at[6]), two_fours(words, at[3], at[7])]
    };
    let [a, b, c, d] = columns(rows);
    [arch::_mm256_castps_si256(a), arch::_mm256_castps_si256(b), arch::_mm256_castps_si256(c), arch::_mm256_castps_si256(d)]
}

/// Returns the columns of four rows of four elements, in each half.
#[target_feature(enable = "avx2")]
#[inline]
fn columns([a, b, c, d]: [arch::__m256; 4]) -> [arch::__m256; 4] {
    let (low, high) = (arch::_mm256_unpacklo_ps(a, b), arch::_mm256_unpackhi_ps(a, b));
    let (more_low, more_high) = (arch::_mm256_unpacklo_ps(c, d), arch::_mm256_unpackhi_ps(c, d));
    [
        arch::_mm256_shuffle_ps::<0x44>(low, more_low),
        arch::_mm256_shuffle_ps::<0xEE>(low, more_low),
        arch::_mm256_shuffle_ps::<0x44>(high, more_high),
        arch::_mm256_shuffle_ps::<0xEE>(high, more_high),
    ]
}

/// Returns eight half floats from an offset on.
///
/// # Safety
/// As for [`two_fours`].
#[target_feature(enable = "avx2,f16c")]
#[inline]
unsafe fn eight_halves(words: *const AtomicU32, at: u32) -> arch::__m256 {
    let values;
    // SAFETY: the caller guarantees this.
    unsafe {
        std::arch::asm!("vcvtph2ps {values}, xmmword ptr [{words} + {at}]", values = out(ymm_reg) values, words = in(reg) words,
            at = in(reg) u64::from(at), options(readonly, nostack, preserves_flags));
    }
    values
}

/// Returns eight half floats from each offset on.
///
/// # Safety
/// As for [`fours`].
#[target_feature(enable = "avx2,f16c")]
#[inline]
pub(super) unsafe fn halves(words: *const AtomicU32, at: &[u32; 8]) -> [arch::__m256; 8] {
    // SAFETY: the caller guarantees this.
    let (low, high) = unsafe {
        let low = [eight_halves(words, at[0]), eight_halves(words, at[1]), eight_halves(words, at[2]), eight_halves(words, at[3])];
        (low, [eight_halves(words, at[4]), eight_halves(words, at[5]), eight_halves(words, at[6]), eight_halves(words, at[7])])
    };
    let (low, high) = (columns(low), columns(high));
    [
        arch::_mm256_permute2f128_ps::<0x20>(low[0], high[0]),
        arch::_mm256_permute2f128_ps::<0x20>(low[1], high[1]),
        arch::_mm256_permute2f128_ps::<0x20>(low[2], high[2]),
        arch::_mm256_permute2f128_ps::<0x20>(low[3], high[3]),
        arch::_mm256_permute2f128_ps::<0x31>(low[0], high[0]),
        arch::_mm256_permute2f128_ps::<0x31>(low[1], high[1]),
        arch::_mm256_permute2f128_ps::<0x31>(low[2], high[2]),
        arch::_mm256_permute2f128_ps::<0x31>(low[3], high[3]),
    ]
}
