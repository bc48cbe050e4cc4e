//! The memory of the fuzzed program: so large that no size that a command may legally read from it leads outside. Pages are allocated only
//! when touched.

use std::sync::LazyLock;

/// The size of the mapping: 2³² vertices of the largest stride, 2048 bytes, and twice that.
const LENGTH: usize = 16 << 40;
/// The number of slots for arguments; the next slot begins 4 KiB later.
const SLOTS: usize = 64;
const SLOT: usize = 4096;
/// The offset of the texts of string array arguments, and of those arrays, which zeros follow.
const TEXTS: usize = SLOTS * SLOT;
const ARRAY: usize = 1 << 40;
/// The offset of the memory that buffers borrow.
const LENT: usize = 8 << 40;

struct Arena(usize);

static ARENA: LazyLock<Arena> = LazyLock::new(|| {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: creates a new mapping at an address of the system's choice.
    let address = unsafe { libc::mmap(std::ptr::null_mut(), LENGTH, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if address == libc::MAP_FAILED {
        panic!("no address space for the arena");
    }
    Arena(address as usize)
});

/// Writes bytes to a slot; returns the address.
pub fn put(slot: usize, bytes: &[u8]) -> u64 {
    let address = ARENA.0 + slot % SLOTS * SLOT;
    let length = bytes.len().min(SLOT);
    // SAFETY: the slot lies in the mapping, which nothing else in the process refers to while no command runs.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, length) };
    address as u64
}

/// Writes strings and a null-terminated array of their addresses; returns the address of the array.
pub fn put_texts(texts: &[&[u8]]) -> u64 {
    let array = ARENA.0 + ARRAY;
    let mut at = ARENA.0 + TEXTS;
    for index in 0..64 {
        let address = texts.get(index).map_or(0, |text| {
            let address = at;
            // SAFETY: as in `put`; the texts have 64 KiB each before they could reach the end of the mapping.
            unsafe {
                std::ptr::copy_nonoverlapping(text.as_ptr(), at as *mut u8, text.len().min(1 << 16));
                *((at + text.len().min(1 << 16)) as *mut u8) = 0;
            }
            at += text.len().min(1 << 16) + 1;
            address
        });
        // SAFETY: as above.
        unsafe { *((array + index * 8) as *mut usize) = address };
    }
    array as u64
}

/// Returns the address of the memory that buffers borrow.
pub fn lent() -> u64 {
    (ARENA.0 + LENT) as u64
}

/// Clears everything that commands wrote.
pub fn clear() {
    // SAFETY: this module owns the mapping, which is anonymous: its pages come back as zeros.
    unsafe { libc::madvise(ARENA.0 as *mut libc::c_void, LENGTH, libc::MADV_DONTNEED) };
}

/// Returns the first word of a slot.
pub fn word(slot: usize) -> u64 {
    // SAFETY: the slot lies in the mapping and is aligned.
    unsafe { *((ARENA.0 + slot % SLOTS * SLOT) as *const u64) }
}
