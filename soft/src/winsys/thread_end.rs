//! What a thread releases when it ends.

use std::cell::RefCell;

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
