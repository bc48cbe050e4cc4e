//! Call slots: the words through which draw commands jump, to the driver while no context counts its draws and to glmeter's entry
//! points while one does.
//!
//! An application keeps the address that it once got for a command. For a draw command that is one jump through a word
//! of memory, its [`Slot`], so that a program whose draws are not counted pays that jump and nothing else.
//! On processors other than x86-64 it is the entry point at all times.

use core::ffi::c_void;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The word that a draw command jumps through, and what may stand in it.
#[repr(C)]
pub struct Slot {
    /// Where the command leads now. The jump reads it by the slot's own address.
    target: AtomicPtr<c_void>,
    /// The driver's function; null until one is known, and the entry point once two drivers have different ones: only
    /// that can tell, by the context, to which a call belongs.
    driver: AtomicPtr<c_void>,
    /// glmeter's entry point.
    entry: AtomicPtr<c_void>,
}

/// What all slots have in common. The lock is held while slots change.
pub(crate) struct State {
    /// How many contexts count their draws.
    counting: usize,
    /// The slots that know a driver's function: all others lead to their entry points, whether draws are counted or not.
    learned: Vec<&'static Slot>,
}

static STATE: Mutex<State> = Mutex::new(State { counting: 0, learned: Vec::new() });

/// Locks the slots.
pub(crate) fn lock() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// Creates the slot of an entry point. Until a driver is known it leads there, and so to the driver of the current context.
    pub const fn new(entry: *mut c_void) -> Self {
        Self { target: AtomicPtr::new(entry), driver: AtomicPtr::new(core::ptr::null_mut()), entry: AtomicPtr::new(entry) }
    }

    /// Returns where the command leads now.
    pub fn target(&self) -> *mut c_void {
        self.target.load(Ordering::Acquire)
    }

    /// Returns glmeter's entry point.
    pub fn entry(&self) -> *mut c_void {
        self.entry.load(Ordering::Relaxed)
    }

    /// Notes that a driver has this function for the command; null says nothing.
    pub fn learn(&'static self, driver: *mut c_void) {
        self.learn_locked(&mut lock(), driver);
    }

    fn learn_locked(&'static self, state: &mut State, driver: *mut c_void) {
        if driver.is_null() {
            return;
        }
        let known = self.driver.load(Ordering::Relaxed);
        self.driver.store(if known.is_null() || known == driver { driver } else { self.entry() }, Ordering::Relaxed);
        if known.is_null() {
            state.learned.push(self);
        }
        self.retarget(state.counting > 0);
    }

    /// Sets where the command leads. The caller has locked the slots.
    fn retarget(&self, counting: bool) {
        let driver = self.driver.load(Ordering::Relaxed);
        self.target.store(if counting || driver.is_null() { self.entry() } else { driver }, Ordering::Release);
    }
}

/// Notes the functions that a driver has for the commands of these slots; null says nothing.
pub(crate) fn learn(functions: impl Iterator<Item = (&'static Slot, *mut c_void)>) {
    let mut state = lock();
    functions.for_each(|(slot, driver)| slot.learn_locked(&mut state, driver));
}

/// The number of counts and display lists of a context that need its draws to reach glmeter. A context that is dropped needs
/// them no longer.
#[derive(Default)]
pub struct Counting(u32);

impl Counting {
    /// Adds one.
    pub fn add(&mut self) {
        if self.0 == 0 {
            count_draws(true);
        }
        self.0 += 1;
    }

    /// Removes one.
    pub fn remove(&mut self) {
        if self.0 == 1 {
            count_draws(false);
        }
        self.0 = self.0.saturating_sub(1);
    }

    /// Returns true if there is one.
    pub fn is_wanted(&self) -> bool {
        self.0 != 0
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if self.0 != 0 {
            count_draws(false);
        }
    }
}

/// Notes that a context begins (`true`) or ends (`false`) to count what it draws; every begin must have its end. The draws of all
/// contexts reach glmeter while one counts, and those of the others are passed on at once.
pub fn count_draws(wanted: bool) {
    let mut state = lock();
    let before = state.counting;
    state.counting = if wanted { before.saturating_add(1) } else { before.saturating_sub(1) };
    let counting = state.counting > 0;
    if counting != (before > 0) {
        state.learned.iter().for_each(|slot| slot.retarget(counting));
    }
}
