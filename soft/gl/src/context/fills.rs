//! The fills that clears of whole images leave to the next access of the memory, for commands that tell when all work is done.

use crate::context::Context;
use base::core::memory::Memory;
use std::sync::{Arc, Weak};

/// The number of memories up to which those without a waiting fill stay.
const FEW: usize = 16;

/// The memories whose fills may wait.
#[derive(Default)]
pub struct WaitingFills {
    memories: Vec<Weak<Memory>>,
    /// The number of memories at which those without a waiting fill are removed.
    limit: usize,
}

impl WaitingFills {
    /// Adds a memory if its fill waits.
    pub fn add(&mut self, memory: &Arc<Memory>) {
        if !memory.fill_waits() {
            return;
        }
        if self.memories.len() >= self.limit {
            self.memories.retain(|known| known.upgrade().is_some_and(|known| known.fill_waits() && !Arc::ptr_eq(&known, memory)));
            self.limit = FEW.max(2 * self.memories.len());
        }
        match self.memories.try_reserve(1) {
            Ok(()) => self.memories.push(Arc::downgrade(memory)),
            Err(_) => memory.complete_fill(),
        }
    }

    /// Completes all fills that wait.
    fn complete(&mut self) {
        for memory in self.memories.drain(..).filter_map(|memory| memory.upgrade()) {
            memory.complete_fill();
        }
    }
}

impl Context {
    /// Completes all commands: the draws that wait, and then the fills.
    pub fn complete_all(&mut self) {
        self.complete();
        self.fills.complete();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// Returns a memory whose fill waits.
    fn filled() -> Arc<Memory> {
        let memory = Memory::new(64).unwrap();
        assert!(memory.fill_later([7; 4]));
        Arc::new(memory)
    }

    #[test]
    fn fills_that_wait_are_completed() {
        let mut fills = WaitingFills::default();
        let [first, second, gone] = [(); 3].map(|()| filled());
        for memory in [&first, &second, &gone, &first] {
            fills.add(memory);
        }
        drop(gone);
        fills.complete();
        assert!(!first.fill_waits() && !second.fill_waits() && fills.memories.is_empty());
        assert_eq!(first.word(3), 7);
    }

    #[test]
    fn memories_whose_fills_are_done_are_removed() {
        let mut fills = WaitingFills::default();
        let kept = filled();
        fills.add(&kept);
        for _ in 0..1000 {
            let memory = filled();
            fills.add(&memory);
            memory.complete_fill();
            fills.add(&memory);
        }
        assert!(fills.memories.len() <= FEW + 1);
        fills.complete();
        assert!(!kept.fill_waits());
    }
}
