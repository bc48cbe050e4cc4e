//! Stacks for work that recurses deeper than an application's thread may have room for.

use corosensei::on_stack;
use corosensei::stack::valgrind::ValgrindStackRegistration;
use corosensei::stack::{Stack, StackPointer};
use glmeter_abi::border::guard;
use glmeter_abi::signals::with_handlers_blocked;
use std::sync::Mutex;

/// The size of the guard, bytes: the largest page of the systems that this library runs on.
const GUARD: usize = 64 << 10;

/// Why [`run`] returns no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// There was no memory for the stack.
    NoMemory,
    /// The work panicked.
    Panicked,
}

/// The bytes of memory that a stack which is kept for later work has at most.
const KEPT: usize = 512 << 10;

/// Memory for a stack, and a guard below it. Its pages have no memory before they are used.
struct Mapped {
    base: StackPointer,
    limit: StackPointer,
    _registration: ValgrindStackRegistration,
}

impl Mapped {
    /// Maps a stack of `size` bytes. Returns `None` if the system refuses it.
    fn new(size: usize) -> Option<Self> {
        let length = size.max(GUARD).checked_next_multiple_of(GUARD)?.checked_add(GUARD)?;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        // SAFETY: the kernel chooses an address where no memory is, and the second call changes memory of the first one.
        unsafe {
            let limit = libc::mmap(core::ptr::null_mut(), length, libc::PROT_NONE, kind, -1, 0);
            if limit == libc::MAP_FAILED {
                return None;
            }
            let stack = Self {
                base: StackPointer::new(limit as usize + length)?,
                limit: StackPointer::new(limit as usize)?,
                _registration: ValgrindStackRegistration::new(limit.cast(), length),
            };
            let usable = limit.byte_add(GUARD);
            (libc::mprotect(usable, length - GUARD, libc::PROT_READ | libc::PROT_WRITE) == 0).then_some(stack)
        }
    }

    /// Returns the usable bytes.
    fn size(&self) -> usize {
        self.base.get() - self.limit.get() - GUARD
    }

    /// Returns the memory of all pages but the first ones.
    fn return_memory(&self) {
        let rest = self.size().saturating_sub(KEPT);
        // SAFETY: the bytes from the guard on are of the mapping, and nothing runs on it.
        unsafe { libc::madvise((self.limit.get() + GUARD) as *mut libc::c_void, rest, libc::MADV_DONTNEED) };
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: `new` mapped it with this size, and nothing runs on it any longer.
        unsafe { libc::munmap(self.limit.get() as *mut libc::c_void, self.base.get() - self.limit.get()) };
    }
}

// SAFETY: the mapping ends at its base, which is aligned to pages, and begins with a guard.
unsafe impl Stack for Mapped {
    fn base(&self) -> StackPointer {
        self.base
    }

    fn limit(&self) -> StackPointer {
        self.limit
    }
}

/// Stacks that no work uses: for work, and for work that it calls.
struct Unused([Option<Mapped>; 2]);

static UNUSED: Mutex<Unused> = Mutex::new(Unused([None, None]));

impl Unused {
    /// Takes a stack of `size` bytes, if there is one.
    fn take(&mut self, size: usize) -> Option<Mapped> {
        self.0.iter_mut().find_map(|place| place.take_if(|stack| stack.size() == size))
    }

    /// Keeps a stack, if there is room.
    fn keep(&mut self, stack: Mapped) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(stack);
        }
    }
}

/// Returns true if the addresses of stacks may be missing elsewhere: on processors of 32 bits, or with a limit.
fn is_address_space_scarce() -> bool {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the function writes the limit.
    let is_known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) } == 0;
    cfg!(target_pointer_width = "32") || !is_known || limit.rlim_cur != libc::RLIM_INFINITY
}

/// Calls `work` on a stack of `size` bytes on the calling thread.
///
/// None of the program's signal handlers runs meanwhile: a garbage collector's scans the stack that it knows.
pub fn run<R>(size: usize, work: impl FnOnce() -> R) -> Result<R, Failed> {
    // A thread of the process that this one was forked from may hold the lock for ever.
    let unused = UNUSED.try_lock().ok().and_then(|mut unused| unused.take(size));
    let mut stack = unused.or_else(|| Mapped::new(size)).ok_or(Failed::NoMemory)?;
    let result = with_handlers_blocked(|| on_stack(&mut stack, || guard(work)));
    if !is_address_space_scarce() {
        stack.return_memory();
        if let Ok(mut unused) = UNUSED.try_lock() {
            unused.keep(stack);
        }
    }
    result.ok_or(Failed::Panicked)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    #[test]
    fn work_runs_on_the_calling_thread_with_the_stack() {
        let (text, thread) = (String::from("lent"), std::thread::current().id());
        let found = run(64 << 20, || {
            let deep = [1u8; 32 << 20];
            (std::thread::current().id() == thread, core::hint::black_box(&deep).len(), text.as_str())
        });
        assert_eq!(found, Ok((true, 32 << 20, "lent")));
        assert_eq!(run(1, || run(1, || 7)), Ok(Ok(7)), "a stack within a stack");
    }

    #[test]
    fn a_panic_and_a_stack_that_does_not_exist_are_failures() {
        assert_eq!(run(1 << 20, || -> u32 { std::panic::panic_any(()) }), Err(Failed::Panicked));
        for size in [usize::MAX >> 1, usize::MAX - GUARD, usize::MAX] {
            assert_eq!(run(size, || 1), Err(Failed::NoMemory));
        }
    }

    #[test]
    fn a_stack_is_used_again_and_returns_most_of_its_memory() {
        let stack = Mapped::new(16 << 20).unwrap();
        let (first, last) = (stack.limit.get() + GUARD, stack.base.get() - 1);
        let (first, last) = (first as *mut u8, last as *mut u8);
        // SAFETY: both bytes are of the stack, which nothing else uses.
        unsafe { first.write(7) };
        // SAFETY: as above.
        unsafe { last.write(7) };
        stack.return_memory();
        // SAFETY: as above.
        assert_eq!(unsafe { (first.read(), last.read()) }, (0, 7));
        let mut unused = Unused([None, None]);
        unused.keep(stack);
        assert!(unused.take(8 << 20).is_none(), "of another size");
        assert_eq!(unused.take(16 << 20).map(|stack| stack.limit.get() + GUARD), Some(first as usize));
        assert!(unused.take(16 << 20).is_none(), "in use");
    }

    #[test]
    fn a_handler_of_the_program_runs_when_the_work_has_ended() {
        static SEEN: AtomicUsize = AtomicUsize::new(0);
        extern "C" fn handle(_: libc::c_int) {
            SEEN.fetch_add(1, Relaxed);
        }
        let handler: extern "C" fn(libc::c_int) = handle;
        // SAFETY: the handler adds to an atomic; no other test uses the signal.
        unsafe { libc::signal(libc::SIGURG, handler as libc::sighandler_t) };
        let during = run(1 << 20, || {
            // SAFETY: sends a signal to this thread, which has a handler.
            unsafe { libc::raise(libc::SIGURG) };
            SEEN.load(Relaxed)
        });
        assert_eq!((during, SEEN.load(Relaxed)), (Ok(0), 1));
    }
}
