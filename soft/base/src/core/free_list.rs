//! Large allocations that were freed, for allocations of the same size. Programs replace images and buffers by others of their size, and the first
//! access of a page that the system has just given takes several times as long as a write of the page.

use std::alloc::{Layout, dealloc};
use std::collections::VecDeque;
use std::ptr::NonNull;
use std::sync::{Mutex, TryLockError};

/// The size from which on an allocation is kept, bytes: smaller ones the allocator keeps itself.
const LEAST: usize = 128 << 10;
/// The bytes that are kept at most: those of a 4K image of RGBA8.
const MOST: usize = 32 << 20;
/// The bytes that are kept in any number of allocations. A program whose images have ever new sizes takes none of them again.
const LITTLE: usize = 8 << 20;
/// The most allocations of more bytes.
const FEW: usize = 4;

/// Freed allocations, oldest first.
struct FreeList {
    blocks: VecDeque<Block>,
    /// The bytes of all blocks.
    bytes: usize,
}

/// An allocation that nothing uses.
struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: nothing else refers to the allocation.
unsafe impl Send for Block {}

static FREE: Mutex<FreeList> = Mutex::new(FreeList { blocks: VecDeque::new(), bytes: 0 });

/// Calls `work` with the list; returns `None` while another thread has it, which in a child of fork() may be for ever.
fn with_list<R>(work: impl FnOnce(&mut FreeList) -> R) -> Option<R> {
    match FREE.try_lock() {
        Ok(mut list) => Some(work(&mut list)),
        Err(TryLockError::Poisoned(list)) => Some(work(&mut list.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl FreeList {
    /// Removes the newest block of a layout.
    fn take(&mut self, layout: Layout) -> Option<Block> {
        let at = self.blocks.iter().rposition(|block| block.layout == layout)?;
        self.bytes -= layout.size();
        self.blocks.remove(at)
    }

    /// Adds a block, and removes the oldest ones if there are too many.
    fn add(&mut self, block: Block) -> Result<Vec<Block>, Block> {
        let mut removed = Vec::new();
        if self.blocks.try_reserve(1).is_err() || removed.try_reserve(self.blocks.len()).is_err() {
            return Err(block);
        }
        self.bytes += block.layout.size();
        self.blocks.push_back(block);
        while self.bytes > MOST || self.bytes > LITTLE && self.blocks.len() > FEW {
            let Some(oldest) = self.blocks.pop_front() else { break };
            self.bytes -= oldest.layout.size();
            removed.push(oldest);
        }
        Ok(removed)
    }
}

impl Block {
    /// Gives the allocation back to the allocator.
    fn free(self) {
        // SAFETY: it was allocated with this layout, and nothing refers to it.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}

/// Returns a freed allocation of a layout. All its bytes are initialised, to any values.
pub(super) fn take(layout: Layout) -> Option<NonNull<u8>> {
    if layout.size() < LEAST {
        return None;
    }
    with_list(|list| list.take(layout)).flatten().map(|block| block.start)
}

/// Keeps an allocation for [`take`], or gives it back to the allocator.
///
/// # Safety
/// It was allocated with the layout, its bytes are initialised, and nothing refers to it any more.
pub(super) unsafe fn give(start: NonNull<u8>, layout: Layout) {
    let block = Block { start, layout };
    if !(LEAST..=MOST).contains(&layout.size()) {
        return block.free();
    }
    let mut block = Some(block);
    let removed = with_list(|list| block.take().map(|block| list.add(block)));
    match removed.flatten() {
        Some(Ok(removed)) => removed.into_iter().for_each(Block::free),
        Some(Err(block)) => block.free(),
        None => block.into_iter().for_each(Block::free),
    }
}

/// Gives all allocations that are kept back to the allocator. Returns false if there was none.
pub(super) fn clear() -> bool {
    let blocks = with_list(|list| {
        list.bytes = 0;
        std::mem::take(&mut list.blocks)
    });
    let blocks = blocks.unwrap_or_default();
    let any = !blocks.is_empty();
    blocks.into_iter().for_each(Block::free);
    any
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use std::alloc::alloc_zeroed;

    /// Returns an allocation of some bytes.
    fn block(bytes: usize) -> Block {
        let layout = Layout::from_size_align(bytes, 16).unwrap();
        // SAFETY: the size is not zero.
        Block { start: NonNull::new(unsafe { alloc_zeroed(layout) }).unwrap(), layout }
    }

    #[test]
    fn the_oldest_blocks_are_freed_first() {
        let mut list = FreeList { blocks: VecDeque::new(), bytes: 0 };
        let mut add = |bytes: usize| {
            let removed = list.add(block(bytes)).ok().unwrap();
            let sizes: Vec<_> = removed.iter().map(|block| block.layout.size()).collect();
            removed.into_iter().for_each(Block::free);
            sizes
        };
        assert!((0..LITTLE / LEAST).all(|_| add(LEAST).is_empty()), "many of few bytes");
        assert_eq!(add(LITTLE), [LEAST; LITTLE / LEAST - 3], "few of many bytes");
        assert_eq!(add(LITTLE + 16), [LEAST]);
        assert_eq!(add(MOST - LITTLE), [LEAST, LEAST, LITTLE, LITTLE + 16]);
        assert_eq!(add(LEAST), [MOST - LITTLE; 0]);
        let newest = list.blocks[1].start;
        let taken = list.take(Layout::from_size_align(LEAST, 16).unwrap()).unwrap();
        assert_eq!(taken.start, newest);
        taken.free();
        assert!(list.take(Layout::from_size_align(LEAST, 16).unwrap()).is_none());
        assert_eq!(list.bytes, list.blocks.iter().map(|block| block.layout.size()).sum());
        list.blocks.into_iter().for_each(Block::free);
    }

    #[test]
    fn allocations_of_a_size_are_taken_again() {
        // No other test has this size.
        let bytes = LEAST + 48;
        let Block { start, layout } = block(bytes);
        // SAFETY: it was just allocated, and is not used after this.
        unsafe { give(start, layout) };
        let again = take(layout);
        // Other tests may have had the list.
        assert!(again.is_none_or(|again| again == start));
        again.into_iter().for_each(|start| Block { start, layout }.free());
        assert_eq!(take(Layout::from_size_align(64, 16).unwrap()), None);
    }
}
