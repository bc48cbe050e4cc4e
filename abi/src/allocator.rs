//! The allocator of the libraries, which run in other people's processes: a failed allocation must not end the program.
//!
//! What depends on a count of the program's is allocated by `try_reserve` and its like, and fails as GL_OUT_OF_MEMORY or EGL_BAD_ALLOC. The rest,
//! small values whose number does not depend on the program's, cannot fail in Rust: the standard library aborts the process. When the system gives
//! no memory these come from a reserve, which is mapped before the first of them. A command that needs memory asks [`is_short`] first and fails
//! while the reserve is in use and the system still gives nothing.
//!
//! The reserve's pages have no memory before they are used. It is given back byte by byte: when all values in it are gone, it is as new.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::alloc::System;

/// The largest value that comes from the reserve is this part of it.
const LARGEST: usize = 16;
/// How much memory the system must give for the reserve to count as unused again, bytes.
const ROOM: usize = 256 << 10;

/// The address of the reserve; 0 before it is mapped.
static BASE: AtomicUsize = AtomicUsize::new(0);
/// The size of the reserve, bytes.
static SIZE: AtomicUsize = AtomicUsize::new(0);
/// The end of the used part of the reserve in the lower half, and the number of values in it in the upper half. One word, so that no lock is held
/// in a process that forks.
static USED: AtomicU64 = AtomicU64::new(0);

/// Serves allocations by the system, and small ones by the reserve when the system fails.
pub struct Allocator;

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
}

/// Returns true while the reserve is in use and the system gives no memory, or while the reserve is nearly used up. A command that creates
/// something fails then.
#[inline]
pub fn is_short() -> bool {
    USED.load(Ordering::Relaxed) != 0 && is_still_short()
}

/// Asks the system again.
#[cold]
fn is_still_short() -> bool {
    let end = USED.load(Ordering::Acquire) as u32 as usize;
    end > SIZE.load(Ordering::Acquire) / 2 || !has_room(ROOM)
}

/// Returns true if the system gives so many bytes at this moment. A command asks before it makes many small values, whose sum it knows.
pub fn has_room(bytes: usize) -> bool {
    let Ok(layout) = Layout::from_size_align(bytes.max(1), 16) else { return false };
    // SAFETY: the layout's size is not zero, and the memory is given back with it.
    unsafe {
        let room = System.alloc(layout);
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

/// Returns memory of the reserve; null for a large value, or if it is used up.
#[cold]
fn reserved(layout: Layout) -> *mut u8 {
    let (base, size) = (BASE.load(Ordering::Acquire), SIZE.load(Ordering::Acquire));
    if base == 0 || layout.size() > size / LARGEST {
        return null_mut();
    }
    let mut begin = 0;
    let taken = USED.fetch_update(Ordering::AcqRel, Ordering::Acquire, |used| {
        begin = (base + used as u32 as usize).next_multiple_of(layout.align()) - base;
        let end = begin + layout.size();
        (end <= size).then_some(((used >> 32) + 1) << 32 | end as u64)
    });
    if taken.is_ok() { core::ptr::with_exposed_provenance_mut(base + begin) } else { null_mut() }
}

/// Gives memory of the reserve back.
#[cold]
fn give_back(pointer: *mut u8, layout: Layout) {
    let at = pointer as usize - BASE.load(Ordering::Acquire);
    let _ = USED.fetch_update(Ordering::AcqRel, Ordering::Acquire, |used| {
        let (count, end) = (used >> 32, used as u32 as usize);
        // The last value's memory is free for the next; that of others when all are gone.
        let end = if at + layout.size() == end { at } else { end };
        Some(if count <= 1 { 0 } else { (count - 1) << 32 | end as u64 })
    });
}

// SAFETY: the memory is the system's, or a part of the reserve that no other value has: `reserved` moves the end of the used part past it at once.
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
        assert!(reserved(of((1 << 12) + 1, 1)).is_null(), "large values are not its business");
        let one = reserved(of(1, 1));
        let other = reserved(of(100, 64));
        assert!(!one.is_null() && (other as usize).is_multiple_of(64) && other as usize - one as usize == 64);
        assert!(!is_short(), "the system has memory");
        // SAFETY: the layouts are those with which the values were made, and the copies lie inside of them.
        unsafe {
            other.write_bytes(7, 100);
            let moved = Allocator.realloc(other, of(100, 64), 200);
            assert!(!is_reserved(moved) && moved.add(99).read() == 7, "the system has memory again");
            Allocator.dealloc(moved, of(200, 64));
            let again = reserved(of(100, 64));
            assert_eq!(again, other, "the last value's memory is free");
            Allocator.dealloc(one, of(1, 1));
            Allocator.dealloc(again, of(100, 64));
        }
        assert_eq!(USED.load(Ordering::Relaxed), 0);
        let layout = of(1 << 12, 8);
        let all: Vec<_> = core::iter::repeat_with(|| reserved(layout)).take_while(|value| !value.is_null()).collect();
        assert!(all.len() == 16 && is_short(), "it is used up");
        // SAFETY: as above.
        all.into_iter().for_each(|value| unsafe { Allocator.dealloc(value, layout) });
        assert!(!is_short());
        // SAFETY: as above.
        unsafe {
            let zeroed = Allocator.alloc_zeroed(of(64, 8));
            assert_eq!(zeroed.read(), 0);
            Allocator.dealloc(zeroed, of(64, 8));
        }
    }
}
