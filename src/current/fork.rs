//! Handles fork(): keeps the locks consistent and clears the current context in the child.

use super::registry::{Guard, contexts};
use super::{Word, egl_fences, set};
use crate::platform::call_slots;
use core::mem::ManuallyDrop;
use std::sync::MutexGuard;

/// Registers handlers that take the locks before fork() and release them in parent and child: otherwise a child could inherit a lock
/// held by a thread that it does not have.
pub(super) fn register_handlers() {
    use core::cell::RefCell;
    /// The locks in the order in which they are taken.
    type Locks = (Guard, MutexGuard<'static, call_slots::State>, egl_fences::Locked);
    thread_local! {
        // A value without a destructor: the destructors of threads run before the application's, which may still use a context.
        static HELD: RefCell<ManuallyDrop<Option<Locks>>> = const { RefCell::new(ManuallyDrop::new(None)) };
    }
    extern "C" fn before() {
        let _ = HELD.try_with(|held| {
            if let Ok(mut held) = held.try_borrow_mut() {
                **held = Some((contexts(), call_slots::lock(), egl_fences::lock()));
            }
        });
    }
    extern "C" fn after() {
        let _ = HELD.try_with(|held| held.try_borrow_mut().map(|mut held| held.take()));
    }
    /// Clears the current context, as window systems do in a child.
    extern "C" fn in_child() {
        after();
        egl_fences::forget_displays();
        set(Word::NONE);
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handlers belong to this library, which is never unloaded.
        unsafe { libc::pthread_atfork(Some(before), Some(after), Some(in_child)) };
    });
}
