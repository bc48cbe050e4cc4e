//! Copies of words that several threads may access. Each word is loaded or stored as by a relaxed atomic, so that no race is undefined behaviour;
//! on x86-64 by instructions that move many words, which the compiler does not make of atomics.

use super::waiting_fill::Pattern;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// From this number of words on, a string instruction is faster than vectors: it does not load the lines of the cache that it overwrites.
#[cfg(target_arch = "x86_64")]
const STRING: usize = 1 << 19;

/// Returns true if a string instruction copies words faster than vectors do. It is many times slower on some processors if what it writes is less than a line
/// of the cache after what it reads, but for whole pages.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefers_string(from: *const u8, into: *mut u8, count: usize) -> bool {
    count >= STRING && !(1..64).contains(&(into.addr().wrapping_sub(from.addr()) % 4096))
}

/// Copies words.
///
/// # Safety
/// `from` is the address of `count` words that may be read and `into` of as many that may be written, which do not overlap. A side that other threads
/// may access is aligned to words.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn copy_words(from: *const u8, into: *mut u8, count: usize) {
    use std::arch::asm;
    let (mut from, mut into, mut count) = (from, into, count);
    if prefers_string(from, into, count) {
        // SAFETY: the caller promises the words. The direction flag is clear at every asm block. The instruction has the effect of a load and a store of
        // each word, and processors do not tear an aligned word of it.
        unsafe {
            asm!("rep movsd", inout("rcx") count => _, inout("rsi") from => _, inout("rdi") into => _, options(nostack, preserves_flags));
        }
        return;
    }
    if count >= 32 && std::arch::is_x86_feature_detected!("avx") {
        let groups = count / 32;
        // SAFETY: AVX was detected, and the caller promises the words.
        unsafe { copy_groups(from, into, groups) };
        (from, into, count) = (from.wrapping_add(groups * 128), into.wrapping_add(groups * 128), count % 32);
    }
    let groups = count / 16;
    if groups > 0 {
        // SAFETY: the caller promises the words. The instructions have the effect of a load and a store of each word: x86-64 processors never tear an
        // aligned word of a vector.
        unsafe {
            asm!(
                "2:",
                "movups {a}, [{from}]",
                "movups {b}, [{from} + 16]",
                "movups {c}, [{from} + 32]",
                "movups {d}, [{from} + 48]",
                "movups [{into}], {a}",
                "movups [{into} + 16], {b}",
                "movups [{into} + 32], {c}",
                "movups [{into} + 48], {d}",
                "add {from}, 64",
                "add {into}, 64",
                "dec {groups}",
                "jnz 2b",
                from = inout(reg) from,
                into = inout(reg) into,
                groups = inout(reg) groups => _,
                a = out(xmm_reg) _,
                b = out(xmm_reg) _,
                c = out(xmm_reg) _,
                d = out(xmm_reg) _,
                options(nostack),
            );
        }
        count %= 16;
    }
    while count > 0 {
        // SAFETY: as above, of one word.
        unsafe {
            asm!("mov {word:e}, [{from}]", "mov [{into}], {word:e}", word = out(reg) _, from = in(reg) from, into = in(reg) into,
                options(nostack, preserves_flags));
        }
        (from, into, count) = (from.wrapping_add(4), into.wrapping_add(4), count - 1);
    }
}

/// Copies groups of 32 words, at least one.
///
/// # Safety
/// As for [`copy_words`], of as many words as the groups have.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx")]
unsafe fn copy_groups(from: *const u8, into: *mut u8, groups: usize) {
    // SAFETY: the caller promises the words. The instructions have the effect of a load and a store of each word: x86-64 processors never tear an aligned
    // word of a vector.
    unsafe {
        std::arch::asm!(
            "2:",
            "vmovups {a}, [{from}]",
            "vmovups {b}, [{from} + 32]",
            "vmovups {c}, [{from} + 64]",
            "vmovups {d}, [{from} + 96]",
            "vmovups [{into}], {a}",
            "vmovups [{into} + 32], {b}",
            "vmovups [{into} + 64], {c}",
            "vmovups [{into} + 96], {d}",
            "add {from}, 128",
            "add {into}, 128",
            "dec {groups}",
            "jnz 2b",
            from = inout(reg) from => _,
            into = inout(reg) into => _,
            groups = inout(reg) groups => _,
            a = out(ymm_reg) _,
            b = out(ymm_reg) _,
            c = out(ymm_reg) _,
            d = out(ymm_reg) _,
            options(nostack),
        );
    }
}

/// Copies words to bytes, four of each, as far as there are both.
#[inline(never)]
pub(super) fn load(from: &[AtomicU32], into: &mut [u8]) {
    let (into, _) = into.as_chunks_mut::<4>();
    let count = from.len().min(into.len());
    #[cfg(target_arch = "x86_64")]
    // SAFETY: both slices have that many words, and the bytes are borrowed by this function alone.
    unsafe {
        copy_words(from.as_ptr().cast(), into.as_mut_ptr().cast(), count);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (bytes, word) in into.iter_mut().zip(from).take(count) {
        *bytes = word.load(Relaxed).to_le_bytes();
    }
}

/// Copies bytes to words, four of each, as far as there are both.
#[inline(never)]
pub(super) fn store(into: &[AtomicU32], from: &[u8]) {
    let (from, _) = from.as_chunks::<4>();
    let count = into.len().min(from.len());
    #[cfg(target_arch = "x86_64")]
    // SAFETY: both slices have that many words; those of `into` are atomics, which may be written through a shared reference.
    unsafe {
        copy_words(from.as_ptr().cast(), into.as_ptr().cast_mut().cast(), count);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (word, bytes) in into.iter().zip(from).take(count) {
        word.store(u32::from_le_bytes(*bytes), Relaxed);
    }
}

/// Copies words to others, as far as there are both. Of overlapping words some may be copied twice.
#[inline(never)]
pub(super) fn copy(from: &[AtomicU32], into: &[AtomicU32]) {
    let count = from.len().min(into.len());
    #[cfg(target_arch = "x86_64")]
    if from.as_ptr_range().end <= into.as_ptr() || into.as_ptr_range().end <= from.as_ptr() {
        // SAFETY: both slices have that many words and do not overlap; those of `into` are atomics, which may be written through a shared reference.
        return unsafe { copy_words(from.as_ptr().cast(), into.as_ptr().cast_mut().cast(), count) };
    }
    for (to, from) in into.iter().zip(from).take(count) {
        to.store(from.load(Relaxed), Relaxed);
    }
}

/// Loads four words with one vector instruction. The compiler does not vectorise atomic loads; single loads took a fifth of a draw's time.
#[inline(always)]
pub(in crate::core) fn load_four(words: &[AtomicU32; 4]) -> [u32; 4] {
    #[cfg(target_arch = "x86_64")]
    {
        let four: std::arch::x86_64::__m128i;
        // SAFETY: the array has four words. The instruction has the effect of four relaxed loads: x86-64 processors never tear an aligned
        // word of a vector.
        unsafe {
            std::arch::asm!("movups {four}, [{from}]", from = in(reg) words, four = lateout(xmm_reg) four,
                options(readonly, nostack, preserves_flags));
        }
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        unsafe { std::mem::transmute::<std::arch::x86_64::__m128i, [u32; 4]>(four) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    words.each_ref().map(|word| word.load(Relaxed))
}

/// Stores four words with one vector instruction.
#[inline(always)]
pub(in crate::core) fn store_four(words: &[AtomicU32; 4], values: [u32; 4]) {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: both types are 16 bytes, and every bit pattern is valid for both.
        let four = unsafe { std::mem::transmute::<[u32; 4], std::arch::x86_64::__m128i>(values) };
        // SAFETY: the array has four words, and they are atomics, which may be written through a shared reference. The instruction has the
        // effect of four relaxed stores: x86-64 processors never tear an aligned word of a vector.
        unsafe {
            std::arch::asm!("movups [{into}], {four}", four = in(xmm_reg) four, into = in(reg) words, options(nostack, preserves_flags));
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    for (word, value) in words.iter().zip(values) {
        word.store(value, Relaxed);
    }
}

/// Stores as many words as possible with vector instructions of eight words each, which wait for fewer cache lines at once. Returns their number.
#[inline(always)]
pub(super) fn store_eights(into: &[AtomicU32], from: &[u32]) -> usize {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        #[target_feature(enable = "avx")]
        fn store(into: &[[AtomicU32; 8]], from: &[[u32; 8]]) {
            for (into, from) in into.iter().zip(from) {
                // SAFETY: both types are 32 bytes, and every bit pattern is valid for both.
                let eight = unsafe { std::mem::transmute::<[u32; 8], std::arch::x86_64::__m256i>(*from) };
                // SAFETY: the array has eight words, and they are atomics, which may be written through a shared reference. The instruction has the
                // effect of eight relaxed stores: x86-64 processors never tear an aligned word of a vector.
                unsafe {
                    std::arch::asm!("vmovups [{into}], {eight}", eight = in(ymm_reg) eight, into = in(reg) into,
                        options(nostack, preserves_flags));
                }
            }
        }
        let (into, from) = (into.as_chunks().0, from.as_chunks().0);
        // SAFETY: AVX was detected.
        unsafe { store(into, from) };
        return into.len().min(from.len()) * 8;
    }
    let _ = (into, from);
    0
}

/// Stores words by vector instructions of four words each, as far as there are both: fast for few.
#[inline(always)]
pub(super) fn store_few(into: &[AtomicU32], from: &[u32]) {
    let count = into.len().min(from.len());
    let ((into, last), (from, rest)) = (into[..count].as_chunks::<4>(), from[..count].as_chunks::<4>());
    into.iter().zip(from).for_each(|(four, values)| store_four(four, *values));
    last.iter().zip(rest).for_each(|(word, value)| word.store(*value, Relaxed));
}

/// From this number of words on, a string instruction fills words faster than vectors do.
#[cfg(target_arch = "x86_64")]
const STRING_FILL: usize = 256;

/// Fills words with a pattern.
#[inline(never)]
pub(super) fn fill(into: &[AtomicU32], pattern: Pattern) {
    #[cfg(target_arch = "x86_64")]
    if into.len() >= STRING_FILL && pattern[..2] == pattern[2..] {
        let pair = u64::from(pattern[0]) | u64::from(pattern[1]) << 32;
        // SAFETY: the words are atomics, which may be written through a shared reference. The direction flag is clear at every asm block. The
        // instruction has the effect of two stores of words: x86-64 processors never tear an aligned word.
        unsafe {
            std::arch::asm!("rep stosq", inout("rcx") into.len() / 2 => _, inout("rdi") into.as_ptr() => _, in("rax") pair,
                options(nostack, preserves_flags));
        }
        if let [word] = into.as_chunks::<2>().1 {
            word.store(pattern[0], Relaxed);
        }
        return;
    }
    const CHUNK: usize = 64;
    let mut chunk = [0; CHUNK];
    for four in chunk.as_chunks_mut::<4>().0 {
        *four = pattern;
    }
    let (chunks, words) = into.as_chunks::<CHUNK>();
    for words in chunks {
        if store_eights(words, &chunk) == 0 {
            words.as_chunks::<4>().0.iter().for_each(|four| store_four(four, pattern));
        }
    }
    let (fours, rest) = words.as_chunks::<4>();
    fours.iter().for_each(|four| store_four(four, pattern));
    rest.iter().zip(pattern).for_each(|(word, value)| word.store(value, Relaxed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_number_are_copied() {
        for count in (0..100).chain([256, 261, 2048, 1 << 19, (1 << 19) + 5]) {
            let from: Vec<AtomicU32> = (0..count).map(|word| AtomicU32::new((word as u32).wrapping_mul(0x0101_0107))).collect();
            let into: Vec<AtomicU32> = (0..count + 1).map(|_| AtomicU32::new(9)).collect();
            copy(&from, &into);
            let mut bytes = vec![7; count * 4 + 1];
            // The bytes begin at any address.
            load(&into, &mut bytes[1..]);
            let words = bytes[1..].as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
            assert!(words.eq(from.iter().map(|word| word.load(Relaxed))), "{count}");
            assert_eq!((bytes[0], into[count].load(Relaxed)), (7, 9));
            for pattern in [[5; 4], [5, 6, 5, 6], [5, 6, 7, 8]] {
                fill(&into[..count], pattern);
                assert!(into[..count].iter().zip(pattern.iter().cycle()).all(|(word, value)| word.load(Relaxed) == *value), "{count}");
                assert_eq!(into[count].load(Relaxed), 9);
            }
            store(&into, &bytes[1..]);
            assert!(into[..count].iter().zip(&from).all(|(to, from)| to.load(Relaxed) == from.load(Relaxed)), "{count}");
            assert_eq!(into[count].load(Relaxed), 9);
        }
    }
}
