//! Values of threads that programs use while they exit, and what a thread releases when it ends.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// What `thread_local!` declares: the value that a thread has, or none. It is never destroyed, because programs call commands while they exit. A thread
/// that ends earlier releases its own by [`call_at_thread_end`].
pub struct ThreadValue<T>(RefCell<ManuallyDrop<Option<T>>>);

impl<T: 'static> ThreadValue<T> {
    /// Returns a thread's storage without a value.
    pub const fn new() -> Self {
        Self(RefCell::new(ManuallyDrop::new(None)))
    }

    /// Replaces the value of this thread, and drops the old one.
    pub fn set(key: &'static LocalKey<Self>, value: Option<T>) {
        let old = key.with(|now| now.0.replace(ManuallyDrop::new(value)));
        drop(ManuallyDrop::into_inner(old));
    }

    /// Calls `work` with the value of this thread.
    pub fn with<R>(key: &'static LocalKey<Self>, work: impl FnOnce(Option<&T>) -> R) -> R {
        key.with(|now| work(now.0.borrow().as_ref()))
    }
}

thread_local! {
    static AT_END: RefCell<AtEnd> = const { RefCell::new(AtEnd(Vec::new())) };
}

/// The functions that a thread calls when it ends.
struct AtEnd(Vec<fn()>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        self.0.iter().for_each(|release| release());
    }
}

/// Calls `release` once when this thread ends, except in the main thread: when that ends, the process ends.
pub fn call_at_thread_end(release: fn()) {
    // SAFETY: neither call has preconditions.
    let main = unsafe { libc::gettid() == libc::getpid() };
    if !main {
        // A thread that already ends has nothing left to call it.
        let _ = AT_END.try_with(|end| {
            let mut end = end.borrow_mut();
            if !end.0.iter().any(|&known| core::ptr::fn_addr_eq(known, release)) {
                end.0.push(release);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use std::sync::Arc;

    thread_local! {
        static VALUE: ThreadValue<Arc<()>> = const { ThreadValue::new() };
    }

    #[test]
    fn a_thread_releases_its_value_when_it_ends() {
        let value = Arc::new(());
        let owners = |set_twice: bool, release_at_end: bool| {
            let given = value.clone();
            let thread = std::thread::spawn(move || {
                assert!(ThreadValue::with(&VALUE, |value| value.is_none()));
                if release_at_end {
                    call_at_thread_end(|| ThreadValue::set(&VALUE, None));
                }
                ThreadValue::set(&VALUE, Some(given.clone()));
                if set_twice {
                    ThreadValue::set(&VALUE, Some(given.clone()));
                }
                assert!(ThreadValue::with(&VALUE, |value| Arc::ptr_eq(value.unwrap(), &given)));
            });
            thread.join().unwrap();
            Arc::strong_count(&value)
        };
        assert_eq!((owners(false, true), owners(true, true)), (1, 1));
        assert_eq!(owners(true, false), 2, "the value outlives its thread");
    }
}
