//! Handles fork(): keeps the locks consistent and clears the current context in the child.

#[cfg(not(android_layer))]
use super::glx_fences;
use super::registry::contexts;
use super::{Word, egl_fences, set};
use crate::context::{ShareGroup, lock_strings};
use crate::platform::call_slots;
use core::cell::RefCell;
use core::mem::ManuallyDrop;

/// Locks that are held until the value is dropped.
trait Held {}

impl<T> Held for T {}

/// The locks of a share group, which are released first, and the group.
struct HeldGroup<G> {
    _locks: G,
    _group: Box<ShareGroup>,
}

/// Locks what the contexts of a share group have in common.
fn hold(group: &ShareGroup) -> Box<dyn Held> {
    let group = Box::new(group.clone());
    // SAFETY: the group is dropped after the locks that refer to it, and is not moved out of its box.
    let shared: &'static ShareGroup = unsafe { &*core::ptr::from_ref(&*group) };
    Box::new(HeldGroup { _locks: shared.lock(), _group: group })
}

/// Takes all locks that threads share, in an order in which no thread takes two of them the other way round.
fn take_locks() -> Vec<Box<dyn Held>> {
    let contexts = contexts();
    let mut groups: Vec<&ShareGroup> = Vec::new();
    for known in contexts.values() {
        if !groups.iter().any(|group| group.is_same(&known.share_group)) {
            groups.push(&known.share_group);
        }
    }
    let mut held: Vec<Box<dyn Held>> = groups.into_iter().map(hold).collect();
    held.push(Box::new((call_slots::lock(), egl_fences::lock(), lock_strings())));
    #[cfg(not(android_layer))]
    held.push(Box::new(glx_fences::lock()));
    held.push(Box::new(contexts));
    held
}

thread_local! {
    // A value without a destructor: the destructors of threads run before the application's, which may still use a context.
    static HELD: RefCell<ManuallyDrop<Vec<Box<dyn Held>>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// Registers handlers that take the locks before fork() and release them in parent and child: otherwise a child could inherit a lock
/// held by a thread that it does not have.
pub(super) fn register_handlers() {
    extern "C" fn before() {
        let _ = HELD.try_with(|held| {
            if let Ok(mut held) = held.try_borrow_mut() {
                **held = take_locks();
            }
        });
    }
    extern "C" fn after() {
        let held = HELD.try_with(|held| held.try_borrow_mut().map(|mut held| core::mem::take(&mut **held)));
        let mut held = held.ok().and_then(Result::ok).unwrap_or_default();
        // The last one first: a share group that ends here takes the lock of the call slots.
        while held.pop().is_some() {}
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
