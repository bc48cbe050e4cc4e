//! The allocator of the libraries, which run in other people's processes: a failed allocation must not end the program.
//!
//! What depends on a count of the program's is allocated by `try_reserve` and its like, and fails as GL_OUT_OF_MEMORY or EGL_BAD_ALLOC. The rest,
//! small values whose number does not depend on the program's, cannot fail in Rust: the standard library aborts the process. When the system gives
//! no memory these come from a reserve, which is mapped before the first of them. A command that needs memory asks [`is_short`] first and fails
//! while the reserve is in use and the system still gives nothing.
//!
//! The reserve's pages have no memory before they are used. A cushion of the system's own memory is given back when the reserve is first used, so
//! that other libraries of the process, which have no reserve, still get some while commands fail here.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::alloc::System;

/// The largest value that comes from the reserve is this part of it.
const LARGEST: usize = 16;
/// How much memory the system must give for commands to make something while the reserve is in use, bytes.
const ROOM: usize = 256 << 10;
/// The memory that is kept for others.
const CUSHION: Layout = match Layout::from_size_align(1 << 20, 16) {
    Ok(layout) => layout,
    Err(_) => Layout::new::<u8>(),
};
/// The sizes of values in the reserve: powers of two from this one on.
const LEAST: usize = 16;
const SIZES: usize = 20;
/// The alignment of the reserve.
const PAGE: usize = 4096;
/// How often a thread tries to lock the reserve. A process that forks while another thread has it locked never gets it.
const ATTEMPTS: usize = 1 << 24;

/// The address of the reserve; 0 before it is mapped.
static BASE: AtomicUsize = AtomicUsize::new(0);
/// The size of the reserve, bytes.
static SIZE: AtomicUsize = AtomicUsize::new(0);
/// The bytes of all values in the reserve.
static LIVE: AtomicUsize = AtomicUsize::new(0);
/// The memory that is kept for others, or null.
static KEPT: AtomicPtr<u8> = AtomicPtr::new(null_mut());
static BLOCKS: Blocks = Blocks { is_locked: AtomicBool::new(false), state: UnsafeCell::new(FreeBlocks { end: 0, free: [0; SIZES] }) };

/// Serves allocations by the system, and small ones by the reserve when the system fails.
pub struct Allocator;

/// What of the reserve is free. Offsets are those from its beginning.
struct FreeBlocks {
    /// Beyond this offset, nothing has been used.
    end: usize,
    /// By size: the offset plus 1 of the first block that was given back, whose first word is that of the next; 0 for none.
    free: [u32; SIZES],
}

/// The blocks of the reserve, which one thread changes at a time.
struct Blocks {
    is_locked: AtomicBool,
    state: UnsafeCell<FreeBlocks>,
}

// SAFETY: `with` gives one thread at a time the state.
unsafe impl Sync for Blocks {}

impl Blocks {
    /// Calls `work` with the state. Returns `None` if another thread has it locked for too long.
    fn with<R>(&self, work: impl FnOnce(&mut FreeBlocks) -> R) -> Option<R> {
        let mut attempts = 0..ATTEMPTS;
        while self.is_locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            attempts.next()?;
            core::hint::spin_loop();
        }
        // SAFETY: this thread has the lock, and `work` calls nothing that asks for it again.
        let result = work(unsafe { &mut *self.state.get() });
        self.is_locked.store(false, Ordering::Release);
        Some(result)
    }
}

/// Maps the reserve of this library unless it is mapped. Call it before the first command; later calls cost one load.
pub fn prepare(size: usize) {
    if BASE.load(Ordering::Acquire) != 0 {
        return;
    }
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE);
    // SAFETY: creates a new mapping.
    let base = unsafe { libc::mmap(null_mut(), size, protection, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return;
    }
    SIZE.store(size, Ordering::Release);
    if BASE.compare_exchange(0, base as usize, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // SAFETY: another thread was faster, and nothing refers to this mapping.
        unsafe { libc::munmap(base, size) };
    }
    keep_for_others();
}

/// Allocates the memory that is kept for others, unless it is there.
fn keep_for_others() {
    if KEPT.load(Ordering::Relaxed).is_null() {
        // SAFETY: the layout's size is not zero.
        give_to_others(KEPT.swap(unsafe { System.alloc(CUSHION) }, Ordering::AcqRel));
    }
}

/// Gives memory that was kept for others back to the system.
fn give_to_others(kept: *mut u8) {
    if !kept.is_null() {
        // SAFETY: the system gave it with this layout.
        unsafe { System.dealloc(kept, CUSHION) };
    }
}

/// Returns true while the reserve is in use and the system gives no memory, or while half of the reserve is used. A command that makes something
/// fails then.
#[inline]
pub fn is_short() -> bool {
    LIVE.load(Ordering::Relaxed) != 0 && is_still_short()
}

/// Asks the system again. There is memory only if it also gives what is kept for others.
#[cold]
fn is_still_short() -> bool {
    keep_for_others();
    LIVE.load(Ordering::Relaxed) > SIZE.load(Ordering::Relaxed) / 2 || KEPT.load(Ordering::Relaxed).is_null() || !has_room(ROOM)
}

/// Returns true if the system gives so many bytes at this moment. A command asks before it makes many small values, whose sum it knows.
pub fn has_room(bytes: usize) -> bool {
    let Ok(layout) = Layout::from_size_align(bytes.max(1), 16) else { return false };
    // SAFETY: the layout's size is not zero, and the memory is given back with it.
    unsafe {
        // Otherwise the compiler leaves out both, and the system is not asked.
        let room = core::hint::black_box(System.alloc(layout));
        if !room.is_null() {
            System.dealloc(room, layout);
        }
        !room.is_null()
    }
}

/// Returns true for memory of the reserve.
fn is_reserved(pointer: *mut u8) -> bool {
    let base = BASE.load(Ordering::Relaxed);
    base != 0 && (pointer as usize).wrapping_sub(base) < SIZE.load(Ordering::Relaxed)
}

/// Returns the size of the block for a value and its index among the sizes.
fn block(layout: Layout) -> (usize, usize) {
    let size = layout.size().max(layout.align()).max(LEAST).next_power_of_two();
    (size, (size / LEAST).trailing_zeros() as usize)
}

/// Returns the word with the next free block of a block that is free.
fn next(base: usize, offset: usize) -> *mut u32 {
    core::ptr::with_exposed_provenance_mut(base + offset)
}

/// Returns memory of the reserve; null for a large value, or if it is used up.
#[cold]
fn reserved(layout: Layout) -> *mut u8 {
    give_to_others(KEPT.swap(null_mut(), Ordering::AcqRel));
    let (base, whole) = (BASE.load(Ordering::Acquire), SIZE.load(Ordering::Acquire));
    let (size, index) = block(layout);
    if base == 0 || size > whole / LARGEST || layout.align() > PAGE {
        return null_mut();
    }
    let find = |state: &mut FreeBlocks| {
        let free = state.free.get_mut(index)?;
        if let Some(offset) = free.checked_sub(1) {
            // SAFETY: the block is free, and its first word was written when it was given back.
            *free = unsafe { next(base, offset as usize).read() };
            return Some(offset as usize);
        }
        let begin = state.end.next_multiple_of(size.min(PAGE));
        (begin + size <= whole).then(|| state.end = begin + size)?;
        Some(begin)
    };
    let take = |state: &mut FreeBlocks| find(state).inspect(|_| _ = LIVE.fetch_add(size, Ordering::Relaxed));
    BLOCKS.with(take).flatten().map_or(null_mut(), |offset| core::ptr::with_exposed_provenance_mut(base + offset))
}

/// Gives memory of the reserve back. A process that cannot lock the reserve loses it.
#[cold]
fn give_back(pointer: *mut u8, layout: Layout) {
    let base = BASE.load(Ordering::Acquire);
    let (offset, (size, index)) = (pointer as usize - base, block(layout));
    BLOCKS.with(|state| {
        if let Some(free) = state.free.get_mut(index) {
            // SAFETY: the block is this value's, which is gone.
            unsafe { next(base, offset).write(*free) };
            *free = offset as u32 + 1;
        }
        if LIVE.fetch_sub(size, Ordering::Relaxed) == size {
            // All values are gone.
            (state.end, state.free) = (0, [0; SIZES]);
        }
    });
    if LIVE.load(Ordering::Relaxed) == 0 {
        keep_for_others();
    }
}

// SAFETY: the memory is the system's, or a block of the reserve that no other value has.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let pointer = unsafe { System.alloc(layout) };
        if pointer.is_null() { reserved(layout) } else { pointer }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if !pointer.is_null() {
            return pointer;
        }
        let pointer = reserved(layout);
        if !pointer.is_null() {
            // SAFETY: the reserve has so many bytes there for this value.
            unsafe { pointer.write_bytes(0, layout.size()) };
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if is_reserved(pointer) {
            give_back(pointer, layout);
        } else {
            // SAFETY: as the caller promises; the system gave it.
            unsafe { System.dealloc(pointer, layout) };
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_reserved(pointer) {
            // SAFETY: as the caller promises; the system gave it.
            let moved = unsafe { System.realloc(pointer, layout, size) };
            if !moved.is_null() {
                return moved;
            }
        }
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { return null_mut() };
        // SAFETY: the caller promises a size that is not zero; both values have the bytes that are copied, and are different.
        unsafe {
            let moved = if is_reserved(pointer) { self.alloc(wanted) } else { reserved(wanted) };
            if !moved.is_null() {
                core::ptr::copy_nonoverlapping(pointer, moved, layout.size().min(size));
                self.dealloc(pointer, layout);
            }
            moved
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reserve is one of the process: this is its only test.
    #[test]
    fn the_reserve_gives_small_values_and_is_as_new_when_they_are_gone() {
        let of = |size, align| Layout::from_size_align(size, align).unwrap();
        assert!(reserved(of(8, 8)).is_null(), "it is not mapped");
        prepare(1 << 16);
        prepare(1 << 16);
        assert!(!is_short() && has_room(1 << 20) && !has_room(isize::MAX as usize - 64));
        assert!(!KEPT.load(Ordering::Relaxed).is_null());
        assert!(reserved(of((1 << 12) + 1, 1)).is_null() && reserved(of(8, 8192)).is_null(), "large values are not its business");
        let one = reserved(of(1, 1));
        let other = reserved(of(100, 64));
        assert!(!one.is_null() && (other as usize).is_multiple_of(128));
        assert!(KEPT.load(Ordering::Relaxed).is_null(), "others get the cushion");
        assert!(!is_short() && !KEPT.load(Ordering::Relaxed).is_null(), "the system has memory for both");
        // SAFETY: the layouts are those with which the values were made, and the copies lie inside of them.
        unsafe {
            other.write_bytes(7, 100);
            let moved = Allocator.realloc(other, of(100, 64), 200);
            assert!(!is_reserved(moved) && moved.add(99).read() == 7, "the system has memory again");
            Allocator.dealloc(moved, of(200, 64));
            let again = reserved(of(70, 1));
            assert_eq!(again, other, "a block of the size is free");
            Allocator.dealloc(one, of(1, 1));
            Allocator.dealloc(again, of(70, 1));
        }
        assert!(LIVE.load(Ordering::Relaxed) == 0 && !KEPT.load(Ordering::Relaxed).is_null());
        let layout = of(1 << 12, 8);
        let all: Vec<_> = core::iter::repeat_with(|| reserved(layout)).take_while(|value| !value.is_null()).collect();
        assert!(all.len() == 16 && is_short(), "it is used up");
        // SAFETY: as above.
        all.into_iter().for_each(|value| unsafe { Allocator.dealloc(value, layout) });
        assert!(!is_short());
        let threads = || {
            (0..2_000).for_each(|round| {
                let layout = of(1 + round % 900, 8);
                let value = reserved(layout);
                // SAFETY: the value has so many bytes, and is this thread's.
                unsafe {
                    value.write_bytes(round as u8, layout.size());
                    assert!(value.read() == round as u8);
                    Allocator.dealloc(value, layout);
                }
            });
        };
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(threads))));
        assert_eq!(LIVE.load(Ordering::Relaxed), 0);
        // SAFETY: as above.
        unsafe {
            let zeroed = Allocator.alloc_zeroed(of(64, 8));
            assert_eq!(zeroed.read(), 0);
            Allocator.dealloc(zeroed, of(64, 8));
        }
    }
}
