//! Values of threads that programs use while they exit, and what a thread releases when it ends.

use super::fork;
use core::ffi::c_void;
use std::cell::{Cell, RefCell};
use std::mem::ManuallyDrop;
use std::sync::OnceLock;
use std::thread::LocalKey;

/// What `thread_local!` declares: the value that a thread has, or none. It is never destroyed, because programs call commands while they exit. A thread
/// that ends earlier releases its own by [`call_at_thread_end`].
pub struct ThreadValue<T>(RefCell<ManuallyDrop<Option<T>>>);

impl<T: 'static> ThreadValue<T> {
    /// Returns a thread's storage without a value.
    #[allow(clippy::new_without_default, reason = "statics need a constant function")]
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

    /// Returns the value of this thread if this is called within [`Self::with`].
    pub fn in_use(key: &'static LocalKey<Self>) -> Option<T>
    where
        T: Clone,
    {
        key.with(|now| if now.0.try_borrow_mut().is_ok() { None } else { now.0.try_borrow().ok()?.as_ref().cloned() })
    }
}

/// The functions that a thread calls when it ends: one for each window system.
type AtEnd = [Option<fn()>; 2];

thread_local! {
    static AT_END: Cell<AtEnd> = const { Cell::new([None; 2]) };
}

/// Calls the functions of a thread that ends.
unsafe extern "C" fn end(_: *mut c_void) {
    fork::inside(|| AT_END.take().into_iter().flatten().for_each(|release| release()));
}

/// Calls `release` once when this thread ends, except in the main thread: when that ends, the process ends.
///
/// The call comes from the destructor of a POSIX thread key, after those of thread-local values, which may still use the context. For these the C
/// library also allocates memory, and ends the process if there is none.
pub fn call_at_thread_end(release: fn()) {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();
    // SAFETY: neither call has preconditions. glibc has a function for the first since 2.30 only.
    let main = unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) };
    let mut all = AT_END.get();
    if main || all.iter().flatten().any(|&known| core::ptr::fn_addr_eq(known, release)) {
        return;
    }
    let key = KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: the key is written to a local variable, and the function belongs to this library, which is never unloaded.
        let made = unsafe { libc::pthread_key_create(&mut key, Some(end)) } == 0;
        made.then_some(key)
    });
    if let (Some(key), Some(place)) = (key, all.iter_mut().find(|place| place.is_none())) {
        // SAFETY: the key is never deleted. Its value only has to be non-null and is never dereferenced.
        unsafe { libc::pthread_setspecific(*key, (&raw const KEY).cast()) };
        *place = Some(release);
        AT_END.set(all);
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
