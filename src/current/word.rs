//! The current context of a thread: one word of thread-local storage.
//!
//! On x86-64 glibc it is an initial-exec word, read by two instructions; `thread_local!` would call `__tls_get_addr`
//! on every GL command. Eight bytes of static TLS are always available, also to a library that is opened late.
//! Elsewhere (musl and bionic refuse initial-exec TLS in opened libraries) it is a const `thread_local!` without a destructor.

use super::ContextCell;

/// The thread's word: a context or none, and whether a call into the driver or a command of the context is under way.
#[derive(Clone, Copy)]
pub(crate) struct Word(usize);

const ENTERED: usize = 1;

impl Word {
    /// No context.
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn of(cell: *const ContextCell) -> Self {
        Self(cell as usize)
    }

    /// Returns the context, whether or not it is entered; null if there is none.
    #[inline]
    pub(crate) fn cell(self) -> *const ContextCell {
        (self.0 & !ENTERED) as *const ContextCell
    }

    /// Returns true if a command may take the context: there is one, and no command of this thread has it.
    #[inline]
    pub(crate) fn is_free(self) -> bool {
        self.0 != 0 && self.0 & ENTERED == 0
    }

    /// Returns true if the driver is being called on this thread, so that this call comes from the driver.
    #[inline]
    pub(crate) fn is_entered(self) -> bool {
        self.0 & ENTERED != 0
    }

    #[inline]
    pub(crate) fn entered(self) -> Self {
        Self(self.0 | ENTERED)
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
mod storage {
    core::arch::global_asm!(
        ".section .tbss.glmeter_current,\"awT\",@nobits",
        ".globl glmeter_current",
        ".hidden glmeter_current",
        ".type glmeter_current, @object",
        ".size glmeter_current, 8",
        ".p2align 3",
        "glmeter_current:",
        ".zero 8",
        ".text",
    );

    #[inline]
    pub(super) fn get() -> usize {
        let value: usize;
        // SAFETY: reads the 8 bytes of this thread that the block above defines; nothing else has their address.
        unsafe {
            core::arch::asm!(
                "mov {value}, qword ptr [rip + glmeter_current@GOTTPOFF]",
                "mov {value}, qword ptr fs:[{value}]",
                value = out(reg) value,
                options(nostack, preserves_flags, readonly),
            );
        }
        value
    }

    #[inline]
    pub(super) fn set(value: usize) {
        // SAFETY: writes the 8 bytes of this thread that the block above defines.
        unsafe {
            core::arch::asm!(
                "mov {offset}, qword ptr [rip + glmeter_current@GOTTPOFF]",
                "mov qword ptr fs:[{offset}], {value}",
                offset = out(reg) _,
                value = in(reg) value,
                options(nostack, preserves_flags),
            );
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")))]
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

/// Sets this thread's word. The caller holds one reference to the context for as long as it stands there.
#[inline]
pub(crate) fn set(value: Word) {
    storage::set(value.0);
}
