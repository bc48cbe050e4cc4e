//! The current context of a thread, stored in one word of thread-local storage.
//!
//! With glibc the word has the initial-exec TLS model and is read by two to four instructions; `thread_local!` would call
//! the loader on every GL command. glibc reserves enough static TLS for eight bytes even in a library opened by dlopen. musl and
//! bionic refuse initial-exec TLS in such libraries: there the word is a const `thread_local!` without a destructor.

use super::ContextCell;

/// The thread's word: the current context, if any, a bit that is set during a command of the context or a call into the driver, and one for a
/// context whose calls of MakeCurrent glmeter does not see.
#[derive(Clone, Copy)]
pub(crate) struct Word(usize);

/// The bit that is set during a command or a call into the driver.
const ENTERED: usize = 1;
/// The bit of a context that was made current by a function that glmeter does not hook.
const LATE: usize = 2;

impl Word {
    /// The word without a context.
    pub(crate) const NONE: Self = Self(0);

    /// Returns the word of a context that is not entered.
    pub(crate) fn of(cell: *const ContextCell) -> Self {
        Self(cell as usize)
    }

    /// Returns the context, entered or not; null if there is none.
    #[inline]
    pub(crate) fn cell(self) -> *const ContextCell {
        (self.0 & !(ENTERED | LATE)) as *const ContextCell
    }

    /// Returns true if there is a context, no command of this thread is using it, and it is certainly the current one.
    #[inline]
    pub(crate) fn is_free(self) -> bool {
        self.0 != 0 && self.0 & (ENTERED | LATE) == 0
    }

    /// Returns true if another context may be current by now.
    #[inline]
    pub(crate) fn is_late(self) -> bool {
        self.0 & LATE != 0
    }

    /// Returns the word of a context whose calls of MakeCurrent glmeter does not see.
    pub(crate) fn late(self) -> Self {
        Self(self.0 | LATE)
    }

    /// Returns the word of a context of which it is known by now that it is current.
    pub(crate) fn certain(self) -> Self {
        Self(self.0 & !LATE)
    }

    /// Returns true during a command or a call into the driver, so that the present call comes from the driver.
    #[inline]
    pub(crate) fn is_entered(self) -> bool {
        self.0 & ENTERED != 0
    }

    /// Returns the word with the bit for a running command set.
    #[inline]
    pub(crate) fn entered(self) -> Self {
        Self(self.0 | ENTERED)
    }
}

#[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
use crate::platform::arch::word as storage;

#[cfg(not(all(stubs, target_os = "linux", target_env = "gnu")))]
mod storage {
    use core::cell::Cell;

    thread_local! {
        static CURRENT: Cell<usize> = const { Cell::new(0) };
    }

    #[inline]
    pub(super) fn get() -> usize {
        CURRENT.try_with(Cell::get).unwrap_or(0)
    }

    #[inline]
    pub(super) fn set(value: usize) {
        let _ = CURRENT.try_with(|word| word.set(value));
    }
}

/// Returns this thread's word.
#[inline]
pub(crate) fn get() -> Word {
    Word(storage::get())
}

/// Sets this thread's word. The word takes over one reference to the context from the caller.
#[inline]
pub(crate) fn set(value: Word) {
    storage::set(value.0);
}
