//! The contexts of the process, for fork().

use crate::context::{Context, ContextRef};
use crate::object::names::lock;
use crate::object::share::ShareGroup;
use base::core::fork::Wait;
use base::core::memory::OutOfMemory;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, TryLockError, Weak};

/// A registered context.
struct Known {
    context: Weak<Mutex<Context>>,
    share: Weak<ShareGroup>,
}

/// The contexts by the number of their registration.
#[derive(Default)]
struct Contexts {
    known: HashMap<u64, Known>,
    /// The number of the last registration.
    last: u64,
}

static CONTEXTS: LazyLock<Mutex<Contexts>> = LazyLock::new(Mutex::default);

/// A context's place among those of the process, which it leaves when it is dropped.
pub struct Registration(u64);

impl Drop for Registration {
    fn drop(&mut self) {
        let gone = lock(&CONTEXTS).known.remove(&self.0);
        drop(gone);
    }
}

/// Makes a context one that threads may share, and registers it.
pub fn register(mut context: Context) -> Result<ContextRef, OutOfMemory> {
    let share = Arc::downgrade(&context.share);
    let mut contexts = lock(&CONTEXTS);
    contexts.known.try_reserve(1).map_err(|_| OutOfMemory)?;
    contexts.last += 1;
    let number = contexts.last;
    context.registration = Some(Registration(number));
    let context = Arc::new(Mutex::new(context));
    contexts.known.insert(number, Known { context: Arc::downgrade(&context), share });
    Ok(context)
}

/// Locks a mutex if no thread has it locked.
fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        // A panic in a command leaves its context usable.
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// The locked contexts of the process.
#[derive(Default)]
pub struct Locked {
    contexts: Vec<LockedContext>,
    /// The share groups of the contexts that could not be locked.
    stuck: Vec<Weak<ShareGroup>>,
}

/// A locked context. The lock is released first.
struct LockedContext {
    _guard: MutexGuard<'static, Context>,
    _context: ContextRef,
}

impl Locked {
    /// Locks all contexts but one.
    pub fn new(except: Option<&ContextRef>, wait: &Wait) -> Self {
        let mut locked = Self::default();
        let mut contexts = None;
        wait(&mut || {
            contexts = try_lock(&CONTEXTS);
            contexts.is_some()
        });
        let all = contexts.iter().flat_map(|contexts| contexts.known.values());
        let all: Vec<_> = all.filter_map(|known| Some((known.context.upgrade()?, known.share.clone()))).collect();
        // The last reference to a context takes this lock.
        drop(contexts);
        for (context, share) in all {
            if except.is_some_and(|except| Arc::ptr_eq(except, &context)) {
                continue;
            }
            // SAFETY: the guard is dropped before the reference beside it, or before this one.
            let mutex: &'static Mutex<Context> = unsafe { &*Arc::as_ptr(&context) };
            let mut guard = None;
            wait(&mut || {
                guard = try_lock(mutex);
                guard.is_some()
            });
            match guard {
                Some(mut guard) => {
                    // Draws that wait would be drawn in both processes.
                    guard.complete();
                    locked.contexts.push(LockedContext { _guard: guard, _context: context });
                }
                None => locked.stuck.push(share),
            }
        }
        locked
    }

    /// Returns the share groups of the contexts that could not be locked.
    pub fn stuck(&self) -> impl Iterator<Item = Arc<ShareGroup>> {
        self.stuck.iter().filter_map(Weak::upgrade)
    }
}
