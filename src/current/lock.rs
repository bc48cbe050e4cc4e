//! The lock of a context's state, which each command takes.

use core::cell::UnsafeCell;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of looks at a lock that is taken before the thread sleeps between them.
const LOOKS: u32 = 100;
/// The time for which it sleeps.
const PAUSE: Duration = Duration::from_micros(50);

/// A lock that costs little if no other thread wants it: one atomic exchange, and none at all for a value that one thread at a time uses.
pub(super) struct Lock<T> {
    /// Several threads may use the value at the same time.
    is_shared: bool,
    is_taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the lock gives the value to one thread at a time, as `new` demands for one that is not shared.
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    /// Creates a lock.
    ///
    /// # Safety
    /// If the lock is not `is_shared`, one thread at a time may use it, and what the last one did must happen before the next one begins.
    pub(super) const unsafe fn new(value: T, is_shared: bool) -> Self {
        Self { is_shared, is_taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Takes the lock, which is not recursive. Waits while another thread has it.
    #[inline]
    pub(super) fn lock(&self) -> Locked<'_, T> {
        while self.take() {
            self.wait();
        }
        Locked { lock: self, of_this_thread: PhantomData }
    }

    /// Takes the lock unless it is taken. Returns true if it was.
    #[inline]
    fn take(&self) -> bool {
        if self.is_shared {
            return self.is_taken.swap(true, Ordering::Acquire);
        }
        let was_taken = self.is_taken.load(Ordering::Relaxed);
        self.is_taken.store(true, Ordering::Relaxed);
        was_taken
    }

    /// Waits until the lock may be free.
    #[cold]
    fn wait(&self) {
        let is_taken = || self.is_taken.load(Ordering::Relaxed);
        for _ in 0..LOOKS {
            if !is_taken() {
                return;
            }
            std::thread::yield_now();
        }
        while is_taken() {
            std::thread::sleep(PAUSE);
        }
    }
}

/// A lock that is taken until this is dropped.
pub(crate) struct Locked<'lock, T> {
    lock: &'lock Lock<T>,
    of_this_thread: PhantomData<*const ()>,
}

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the lock is taken.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for Locked<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the lock is taken, and this is the only reference to what has taken it.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for Locked<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.lock.is_taken.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_wait_for_each_other() {
        // SAFETY: the lock is shared.
        let lock = unsafe { Lock::new([0_u64; 2], true) };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for number in 0..20_000 {
                        let mut values = lock.lock();
                        values[0] += 1;
                        if number % 5_000 == 0 {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        values[1] += 1;
                        assert_eq!(values[0], values[1]);
                    }
                });
            }
        });
        assert_eq!(*lock.lock(), [80_000; 2]);
    }

    #[test]
    fn a_value_of_one_thread_at_a_time_goes_from_one_to_the_next() {
        // SAFETY: each thread is joined before the next one begins.
        let lock = unsafe { Lock::new(0_u64, false) };
        for _ in 0..4 {
            std::thread::scope(|scope| {
                scope.spawn(|| (0..1_000).for_each(|_| *lock.lock() += 1));
            });
        }
        assert_eq!(*lock.lock(), 4_000);
    }

    #[test]
    fn a_panic_gives_the_lock_back() {
        // SAFETY: this thread alone uses it.
        let lock = unsafe { Lock::new(1, false) };
        let caught = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let _locked = lock.lock();
            std::panic::resume_unwind(Box::new(()));
        }));
        assert!(caught.is_err());
        assert_eq!(*lock.lock(), 1);
    }
}
