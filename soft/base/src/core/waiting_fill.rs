//! A fill of memory that waits until the memory is accessed. A draw that covers the memory fills each tile just before it draws there.

use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Four words, which repeat.
pub type Pattern = [u32; 4];

/// The fill of a memory, if one waits.
#[derive(Default)]
pub struct WaitingFill {
    waits: AtomicBool,
    pattern: Mutex<Option<Pattern>>,
}

impl WaitingFill {
    /// Returns true if a fill waits.
    #[inline(always)]
    pub fn waits(&self) -> bool {
        self.waits.load(Acquire)
    }

    /// Makes a fill wait, in the place of the one that waits.
    pub fn set(&self, pattern: Pattern) {
        *self.lock() = Some(pattern);
        self.waits.store(true, Release);
    }

    /// Returns the fill that waits, which no longer does.
    pub fn take(&self) -> Option<Pattern> {
        let mut pattern = self.lock();
        self.waits.store(false, Release);
        pattern.take()
    }

    /// Passes the fill that waits to `fill`. Threads that come meanwhile wait for its end.
    #[cold]
    #[inline(never)]
    pub fn settle(&self, fill: impl FnOnce(Pattern)) {
        let mut pattern = self.lock();
        if let Some(pattern) = pattern.take() {
            fill(pattern);
        }
        self.waits.store(false, Release);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Pattern>> {
        self.pattern.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
