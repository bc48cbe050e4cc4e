//! Memory that shaders, the application and several threads may access concurrently. All words are accessed as relaxed atomics, so that no
//! race is undefined behaviour. A relaxed 32-bit load compiles to a plain load on every target.

use super::waiting_fill::{Pattern, WaitingFill};
use super::{free_list, words};
use std::alloc::{Layout, alloc, alloc_zeroed};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A zero-initialised allocation of fixed size, padded to whole 32-bit words and aligned to 64 bytes (GL_MIN_MAP_BUFFER_ALIGNMENT). The
/// system provides zeroed pages only when they are touched, so that a large allocation costs nothing until it is used. [`Memory::borrowed`]
/// makes one of the program's memory instead, and [`Memory::shared`] one of a file's.
pub struct Memory {
    /// The first word.
    words: NonNull<AtomicU32>,
    /// The number of words.
    count: usize,
    /// The size in bytes, without the padding.
    bytes: usize,
    /// The owner of the words.
    owner: Owner,
    /// The fill that waits until the words are accessed.
    waiting: WaitingFill,
}

/// The owner of the words of a [`Memory`].
enum Owner {
    /// The value itself: it allocated them at this address with this layout.
    Value(NonNull<u8>, Layout),
    /// The program.
    Program,
    /// A value that several share, which lives as long as the words are in use.
    Shared {
        #[allow(dead_code, reason = "it keeps the words")]
        owner: Arc<dyn Send + Sync>,
    },
}

// SAFETY: `Memory` owns or borrows its words, and they are atomics.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

/// An allocation failed; the caller raises GL_OUT_OF_MEMORY.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// The alignment of the words.
const ALIGNMENT: usize = 64;
/// The alignment of what is allocated. The system knows which of its pages are zero only of memory without a greater one.
const ALLOCATED: usize = 16;

/// Returns the layout of an allocation in which there are `count` aligned words, or one word if `count` is 0.
fn layout(count: usize) -> Result<Layout, OutOfMemory> {
    let bytes = count.max(1).checked_mul(4).and_then(|bytes| bytes.checked_add(ALIGNMENT - ALLOCATED)).ok_or(OutOfMemory)?;
    Layout::from_size_align(bytes, ALLOCATED).map_err(|_| OutOfMemory)
}

/// Calls a function that allocates; without memory once more, after what was freed was given back.
fn allocate(alloc: impl Fn() -> *mut u8) -> Result<NonNull<u8>, OutOfMemory> {
    NonNull::new(alloc()).or_else(|| NonNull::new(free_list::clear().then(&alloc)?)).ok_or(OutOfMemory)
}

impl Memory {
    /// Allocates `bytes` zeroed bytes.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        let layout = layout(bytes.div_ceil(4))?;
        if let Some(start) = free_list::take(layout) {
            // SAFETY: that many words are allocated and initialised.
            let memory = unsafe { Self::allocated(start, layout, bytes) };
            memory.fill_later([0; 4]);
            return Ok(memory);
        }
        // SAFETY: the layout's size is not zero.
        let start = allocate(|| unsafe { alloc_zeroed(layout) })?;
        // SAFETY: that many words are allocated, and zeroed.
        Ok(unsafe { Self::allocated(start, layout, bytes) })
    }

    /// Allocates a copy of bytes.
    pub fn of(bytes: &[u8]) -> Result<Self, OutOfMemory> {
        let layout = layout(bytes.len().div_ceil(4))?;
        let start = match free_list::take(layout) {
            Some(start) => start,
            // SAFETY: the layout's size is not zero.
            None => allocate(|| unsafe { alloc(layout) })?,
        };
        // SAFETY: that many words are allocated. All bytes of them are set before anything reads them.
        unsafe {
            let memory = Self::allocated(start, layout, bytes.len());
            let last = memory.words.as_ptr().add(memory.count.saturating_sub(1));
            last.cast::<u32>().write(0);
            memory.words.as_ptr().cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            Ok(memory)
        }
    }

    /// Makes memory of the aligned words in an allocation.
    ///
    /// # Safety
    /// `start` was allocated with the layout, which is that of as many words as the bytes have. They are initialised before they are read.
    unsafe fn allocated(start: NonNull<u8>, layout: Layout, bytes: usize) -> Self {
        let before = start.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT - ALLOCATED);
        // SAFETY: the layout has room for these bytes before the words.
        let words = unsafe { start.add(before) }.cast();
        Self { words, count: bytes.div_ceil(4), bytes, owner: Owner::Value(start, layout), waiting: WaitingFill::default() }
    }

    /// Makes memory of whole words that the program owns.
    ///
    /// # Safety
    /// For as long as the value lives, the words are initialised memory of the program, which may be read and written.
    pub unsafe fn borrowed(words: NonNull<AtomicU32>, count: usize) -> Self {
        Self { words, count, bytes: count * 4, owner: Owner::Program, waiting: WaitingFill::default() }
    }

    /// Makes memory of words that an owner keeps, `bytes` bytes and the rest of the last word as padding.
    ///
    /// # Safety
    /// For as long as the owner lives, the words are initialised memory, which is read and written as atomics alone.
    pub unsafe fn kept_by(owner: Arc<dyn Send + Sync>, words: NonNull<AtomicU32>, bytes: usize) -> Self {
        Self { words, count: bytes.div_ceil(4), bytes, owner: Owner::Shared { owner }, waiting: WaitingFill::default() }
    }

    /// Returns true if the program owns the words.
    pub fn is_borrowed(&self) -> bool {
        matches!(self.owner, Owner::Program)
    }

    /// Returns true if the words are of a file, which other processes may change at any time.
    pub fn is_shared(&self) -> bool {
        matches!(self.owner, Owner::Shared { .. })
    }

    /// Returns the size in bytes.
    #[allow(clippy::len_without_is_empty, reason = "no caller asks whether memory is empty")]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Returns all words; the last one may contain padding.
    #[inline(always)]
    pub fn words(&self) -> &[AtomicU32] {
        if self.waiting.waits() {
            self.waiting.settle(|pattern| words::fill(self.filled(), pattern));
        }
        self.filled()
    }

    /// Returns all words, without the fill that waits.
    #[inline(always)]
    fn filled(&self) -> &[AtomicU32] {
        // SAFETY: `new` or `of` allocated that many words and initialised them, the caller of `borrowed` has them, or the owner of `kept_by` keeps them; they live
        // as long as `self`. They are atomics, which other threads and other processes may change.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr(), self.count) }
    }

    /// Fills all words with a pattern when they are next accessed. Returns false, and does nothing, if others than this value have the words.
    pub fn fill_later(&self, pattern: Pattern) -> bool {
        let own = matches!(self.owner, Owner::Value(..));
        if own {
            self.waiting.set(pattern);
        }
        own
    }

    /// Returns true if a fill waits.
    pub fn fill_waits(&self) -> bool {
        self.waiting.waits()
    }

    /// Does the fill that waits, if one does.
    pub fn complete_fill(&self) {
        self.words();
    }

    /// Returns the fill that waits: the caller fills the words in its place.
    pub fn take_fill(&self) -> Option<Pattern> {
        self.waiting.take()
    }

    /// Fills `count` words from index `first` on with a pattern, which begins at `first`; words out of bounds are dropped.
    pub fn fill_words(&self, first: usize, count: usize, pattern: Pattern) {
        let words = self.words().get(first..).unwrap_or_default();
        words::fill(&words[..count.min(words.len())], pattern);
    }

    /// Returns the word at index `index`, or 0 out of bounds.
    #[inline(always)]
    pub fn word(&self, index: usize) -> u32 {
        self.words().get(index).map_or(0, |word| word.load(Relaxed))
    }

    /// Returns the four bytes at byte address `byte`, which need not be aligned; bytes after the last word read as 0.
    #[inline(always)]
    pub fn unaligned_word(&self, byte: u64) -> u32 {
        let word = (byte / 4) as usize;
        let shift = (byte % 4) as u32 * 8;
        let low = self.word(word);
        if shift == 0 { low } else { low >> shift | self.word(word + 1) << (32 - shift) }
    }

    /// Sets the word at index `index`; out of bounds it does nothing.
    #[inline(always)]
    pub fn set_word(&self, index: usize, value: u32) {
        if let Some(word) = self.words().get(index) {
            word.store(value, Relaxed);
        }
    }

    /// Copies words from index `first` on to `into`; words out of bounds read as 0.
    #[inline(never)]
    pub fn load_words(&self, first: usize, into: &mut [u32]) {
        let from = self.words().get(first..).unwrap_or_default();
        let (into, outside) = into.split_at_mut(from.len().min(into.len()));
        outside.fill(0);
        let (fours, rest) = into.as_chunks_mut::<4>();
        let (from_fours, from_rest) = from.as_chunks::<4>();
        let count = fours.len();
        for (four, from) in fours.iter_mut().zip(from_fours) {
            *four = words::load_four(from);
        }
        let from_rest = from_fours.get(count).map_or(from_rest, |four| &four[..]);
        for (word, from) in rest.iter_mut().zip(from_rest) {
            *word = from.load(Relaxed);
        }
    }

    /// Copies sixteen words from index `first` on to `into`; words out of bounds read as 0.
    #[inline(always)]
    pub fn load_sixteen(&self, first: usize, into: &mut [u32; 16]) {
        match self.words().get(first..).and_then(|words| words.first_chunk::<16>()) {
            Some(from) => {
                for (four, from) in into.as_chunks_mut::<4>().0.iter_mut().zip(from.as_chunks::<4>().0) {
                    *four = words::load_four(from);
                }
            }
            None => self.load_words(first, into),
        }
    }

    /// Prefetches `count` words from index `first` on into the cache.
    #[inline(always)]
    pub fn prefetch(&self, first: usize, count: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(words) = self.words().get(first..) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            for word in words[..count.min(words.len())].iter().step_by(16) {
                // SAFETY: every x86-64 processor has the prefetch instruction, and it has no visible effect.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (first, count);
    }

    /// Copies words from `from` to index `first` on; words out of bounds are dropped.
    pub fn store_words(&self, first: usize, from: &[u32]) {
        Self::store_in(self.words().get(first..).unwrap_or_default(), from);
    }

    /// Copies words as far as there are both.
    #[inline(never)]
    fn store_in(into: &[AtomicU32], from: &[u32]) {
        let into = &into[..into.len().min(from.len())];
        let done = words::store_eights(into, from);
        let (into, from) = (&into[done..], &from[done..]);
        let (fours, rest) = into.as_chunks::<4>();
        for (four, from) in fours.iter().zip(from.as_chunks::<4>().0) {
            words::store_four(four, *from);
        }
        for (word, from) in rest.iter().zip(&from[fours.len() * 4..]) {
            word.store(*from, Relaxed);
        }
    }

    /// Does what [`Self::store_words`] does with the words of a memory, without a call for few of them.
    #[inline(always)]
    pub fn store_run(words: &[AtomicU32], first: usize, from: &[u32]) {
        /// The most words for which a call is not worth it.
        const FEW: usize = 16;
        let into = words.get(first..).unwrap_or_default();
        if from.len() <= FEW { words::store_few(into, from) } else { Self::store_in(into, from) }
    }

    /// Sets the bits of `count` words from index `first` on that `keep` lacks to those of `values`, which repeat; words out of bounds are dropped.
    #[inline(never)]
    pub fn merge_words(&self, first: usize, count: usize, values: [u32; 4], keep: [u32; 4]) {
        let into = self.words().get(first..).unwrap_or_default();
        let (fours, rest) = into[..into.len().min(count)].as_chunks::<4>();
        let merged = |old: u32, index: usize| old & keep[index] | values[index] & !keep[index];
        for four in fours {
            let [a, b, c, d] = words::load_four(four);
            words::store_four(four, [merged(a, 0), merged(b, 1), merged(c, 2), merged(d, 3)]);
        }
        for (index, word) in rest.iter().enumerate() {
            word.store(merged(word.load(Relaxed), index), Relaxed);
        }
    }

    /// Returns the address of the first byte, which glMapBuffer returns.
    pub fn address(&self) -> *mut u8 {
        let _ = self.words();
        self.words.as_ptr().cast::<u8>()
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memory({} bytes)", self.len())
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Owner::Value(start, layout) = self.owner {
            // SAFETY: the value allocated it with this layout and initialised it.
            unsafe { free_list::give(start, layout) }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn a_fill_waits_until_the_words_are_accessed() {
        let memory = Memory::new(27).unwrap();
        assert!(memory.fill_later([1, 2, 3, 4]) && memory.fill_later([5, 6, 7, 8]) && memory.fill_waits());
        assert_eq!((0..8).map(|index| memory.word(index)).collect::<Vec<_>>(), [5, 6, 7, 8, 5, 6, 7, 0]);
        assert!(!memory.fill_waits());
        memory.set_word(1, 9);
        assert_eq!((memory.take_fill(), memory.word(1)), (None, 9));
        assert!(memory.fill_later([3; 4]));
        assert_eq!((memory.take_fill(), memory.word(1), memory.word(2)), (Some([3; 4]), 9, 7));
        memory.fill_words(4, 9, [1, 2, 3, 4]);
        assert_eq!((2..7).map(|index| memory.word(index)).collect::<Vec<_>>(), [7, 8, 1, 2, 3]);
    }

    #[test]
    fn memory_that_was_freed_is_allocated_again_as_zeros_or_as_a_copy() {
        // No other test has this size.
        const BYTES: usize = (300 << 10) + 2;
        for _ in 0..4 {
            let memory = Memory::new(BYTES).unwrap();
            assert!(memory.words().iter().all(|word| word.load(Relaxed) == 0));
            memory.fill_words(0, BYTES.div_ceil(4), [u32::MAX; 4]);
        }
        let copy = Memory::of(&[9; BYTES]).unwrap();
        let last = BYTES / 4;
        assert!((0..last).all(|index| copy.word(index) == 0x0909_0909));
        assert_eq!(copy.word(last), 0x0909);
    }

    #[test]
    fn out_of_bounds_reads_are_zero_and_writes_dropped() {
        let memory = Memory::new(5).unwrap();
        memory.write(usize::MAX, &[1, 2]);
        memory.write(4, &[7, 8, 9]);
        let mut back = [0xEE; 4];
        memory.read(usize::MAX - 1, &mut back);
        assert_eq!(back, [0; 4]);
        memory.read(4, &mut back);
        assert_eq!(back, [7, 0, 0, 0]);
        assert_eq!((memory.word(1), memory.word(2), memory.address() as usize % 64), (7, 0, 0));
    }

    #[test]
    fn words_are_copied_at_every_index_and_length() {
        let memory = Memory::new(80).unwrap();
        let numbers: Vec<u32> = (1..=20).collect();
        for first in 0..22 {
            for length in 0..19 {
                let mut back = [99; 24];
                for run in [false, true] {
                    memory.store_words(0, &[0; 20]);
                    if run {
                        Memory::store_run(memory.words(), first, &numbers[..length]);
                    } else {
                        memory.store_words(first, &numbers[..length]);
                    }
                    memory.load_words(0, &mut back);
                    for (at, word) in back.into_iter().enumerate() {
                        let written = at < 20 && (first..first + length).contains(&at);
                        assert_eq!(word, if written { numbers[at - first] } else { 0 }, "{length} words at {first}, word {at}");
                    }
                }
                let mut part = vec![99; length];
                memory.load_words(first, &mut part);
                assert!((0..length).all(|at| part[at] == back.get(first + at).copied().unwrap_or(0)));
            }
        }
        memory.load_words(usize::MAX, &mut []);
        memory.store_words(usize::MAX, &[1]);
        Memory::store_run(memory.words(), usize::MAX, &[1]);
    }

    #[test]
    fn too_large_allocations_fail() {
        assert!(Memory::new(usize::MAX).is_err() && Memory::new(isize::MAX as usize).is_err());
        assert_eq!(Memory::new(0).unwrap().words().len(), 0);
    }

    #[test]
    fn borrowed_memory_is_the_lenders() {
        let lender: Vec<AtomicU32> = (0..5).map(AtomicU32::new).collect();
        let words = NonNull::from(&lender[1]);
        // SAFETY: the vector has four words from there on, and lives longer.
        let memory = unsafe { Memory::borrowed(words, 4) };
        assert_eq!((memory.len(), memory.word(0), memory.word(4), memory.is_borrowed()), (16, 1, 0, true));
        memory.set_word(3, 9);
        memory.set_word(4, 9);
        lender[2].store(7, Relaxed);
        assert_eq!((memory.word(1), memory.address().addr()), (7, words.addr().get()));
        drop(memory);
        assert_eq!(lender.iter().map(|word| word.load(Relaxed)).collect::<Vec<_>>(), [0, 1, 7, 3, 9]);
    }
}
