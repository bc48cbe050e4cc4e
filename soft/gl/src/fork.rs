//! What a fork does to contexts.
//!
//! It waits until no command runs in another thread, so that a child finds every object whole and unlocked. Contexts whose commands take longer are
//! lost in the child, and so are those that share objects with them.

use crate::context::registry::{self, Locked};
use crate::context::{Context, ContextRef};
use crate::dispatch;
use base::core::fork::{Locks, Wait, set_locks};
use base::core::memory::OutOfMemory;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::sync::atomic::Ordering;

thread_local! {
    /// What this thread has locked while it forks. It is never destroyed with the thread's other values.
    static HELD: RefCell<ManuallyDrop<Locked>> = RefCell::new(ManuallyDrop::new(Locked::default()));
}

/// Makes a context one that threads may share, and that forks wait for.
pub fn share(context: Context) -> Result<ContextRef, OutOfMemory> {
    set_locks(Locks { is_in_command, take, release, release_in_child });
    registry::register(context)
}

fn is_in_command() -> bool {
    dispatch::running().is_some()
}

fn take(wait: &Wait) {
    dispatch::close_stream();
    let locked = Locked::new(dispatch::running().as_ref(), wait);
    HELD.with(|held| **held.borrow_mut() = locked);
}

fn release() {
    drop(HELD.with(|held| std::mem::take(&mut **held.borrow_mut())));
}

fn release_in_child() {
    let locked = HELD.with(|held| std::mem::take(&mut **held.borrow_mut()));
    locked.stuck().for_each(|share| share.lost.store(true, Ordering::Relaxed));
}
