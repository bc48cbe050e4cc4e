//! Sync objects. A fence completes the commands that wait, so it is signalled when it is created; the program signals reusable sync objects.

use super::tokens::*;
use base::core::fork;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A sync object.
#[derive(Clone, Debug)]
pub enum Sync {
    /// A fence, which is signalled.
    Fence,
    /// A reusable sync object.
    Reusable(Arc<Reusable>),
}

/// A reusable sync object. It has no lock: a thread that waits may wake up while another one forks.
#[derive(Debug, Default)]
pub struct Reusable {
    /// The lowest bit is set while the object is signalled. The others are the number of transitions to the signalled status: "Every transition of a
    /// reusable sync object's status from unsignaled to signaled will release any threads waiting on that sync object", even if it is unsignalled
    /// again before they run.
    status: AtomicU32,
}

impl Reusable {
    /// Returns true if the object is signalled.
    pub fn is_signalled(&self) -> bool {
        self.status.load(Ordering::Acquire) & 1 != 0
    }

    /// Sets the status.
    pub fn set(&self, signalled: bool) {
        if !signalled {
            self.status.fetch_and(!1, Ordering::AcqRel);
        } else if self.status.fetch_update(Ordering::AcqRel, Ordering::Acquire, |now| (now & 1 == 0).then(|| now.wrapping_add(3))).is_ok() {
            // SAFETY: the address is that of the status, which the call does not access.
            unsafe { libc::syscall(libc::SYS_futex, self.status.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, i32::MAX) };
        }
    }

    /// Waits until the object is signalled, at most so many nanoseconds. Returns false if it is not.
    pub fn wait(&self, nanoseconds: u64) -> bool {
        let before = self.status.load(Ordering::Acquire);
        if before & 1 != 0 || nanoseconds == 0 {
            return before & 1 != 0;
        }
        // A time too far for the clock is for ever.
        let end = if nanoseconds == EGL_FOREVER { None } else { Instant::now().checked_add(Duration::from_nanos(nanoseconds)) };
        fork::outside(|| self.wait_for_change(before, end))
    }

    /// Waits until the object has been signalled since it had the status `before`. Returns false if it has not until `end`.
    fn wait_for_change(&self, before: u32, end: Option<Instant>) -> bool {
        loop {
            let now = self.status.load(Ordering::Acquire);
            if now >> 1 != before >> 1 {
                return true;
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return false;
            }
            let left = left.map(|left| libc::timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ });
            let left = left.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
            // SAFETY: the address is that of the status, which lives during the call; the time is null or a value above.
            unsafe { libc::syscall(libc::SYS_futex, self.status.as_ptr(), libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, now, left) };
        }
    }
}

impl Sync {
    /// Ends the object. "If any eglClientWaitSyncKHR commands are blocking on <sync> when eglDestroySyncKHR is called, they will be woken up, as if <sync>
    /// were signaled." [EGL_KHR_reusable_sync]
    pub fn end(&self) {
        if let Self::Reusable(sync) = self {
            sync.set(true);
        }
    }

    /// Returns true if the object is signalled.
    pub fn is_signalled(&self) -> bool {
        match self {
            Self::Fence => true,
            Self::Reusable(sync) => sync.is_signalled(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// Returns what `count` threads return that wait for a sync object, after `release` has run.
    fn waiters(sync: &Arc<Reusable>, count: usize, release: impl FnOnce()) -> Vec<bool> {
        let threads: Vec<_> = (0..count)
            .map(|_| {
                let sync = sync.clone();
                std::thread::spawn(move || sync.wait(EGL_FOREVER))
            })
            .collect();
        // Whether they wait already makes no difference to what they return.
        std::thread::sleep(Duration::from_millis(20));
        release();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn a_signal_and_the_end_wake_all_waiting_threads() {
        let sync: Arc<Reusable> = Arc::default();
        assert_eq!(waiters(&sync, 3, || sync.set(true)), [true; 3]);
        sync.set(false);
        assert!(!sync.wait(1000));
        assert_eq!(waiters(&sync, 3, || Sync::Reusable(sync.clone()).end()), [true; 3]);
    }
}
