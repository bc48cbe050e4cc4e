//! Call slots: pointers through which draw commands, and those that only the report counts, jump: to the driver or, while a context counts its draws
//! or a report is wanted, to glmeter's entry points.
//!
//! An application keeps the address that it got for a command. Such a command's address is one jump through its [`Slot`], so that it
//! costs only that jump while it is not counted. On x86-64 it is one instruction, on AArch64 four; elsewhere, and in the layer of Android, a function.

use core::ffi::c_void;
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The pointer through which a command jumps, and its possible values.
#[repr(C)]
pub struct Slot {
    /// The current destination. The jump reads it at the slot's own address.
    target: AtomicPtr<c_void>,
    /// The driver's function; null until it is known. Once two drivers have different functions it is the entry point, which selects the
    /// driver by the current context.
    driver: AtomicPtr<c_void>,
    /// glmeter's entry point.
    entry: AtomicPtr<c_void>,
    /// It leads to the entry point while a context counts its draws.
    counted: bool,
    /// It leads to the entry point while a report is wanted.
    observed: bool,
}

/// The state that all slots share. The lock is held while slots change.
pub(crate) struct Slots {
    /// The number of contexts that count their draws.
    counting: usize,
    /// A report is wanted.
    observed: bool,
    /// The slots with a known driver function; all others always lead to their entry points.
    learned: Vec<&'static Slot>,
}

static SLOTS: Mutex<Slots> = Mutex::new(Slots { counting: 0, observed: false, learned: Vec::new() });

/// True while a context counts its draws.
static COUNTED: AtomicBool = AtomicBool::new(false);
/// True while a report is wanted.
static OBSERVED: AtomicBool = AtomicBool::new(false);

/// Locks the slots' shared state.
pub(crate) fn lock() -> MutexGuard<'static, Slots> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// Creates the slot of an entry point, to which it leads until a driver function is known.
    pub const fn new(entry: *mut c_void) -> Self {
        Self {
            target: AtomicPtr::new(entry),
            driver: AtomicPtr::new(core::ptr::null_mut()),
            entry: AtomicPtr::new(entry),
            counted: true,
            observed: true,
        }
    }

    /// Creates the slot of a command that only the report counts.
    pub const fn observed(entry: *mut c_void) -> Self {
        Self { counted: false, ..Self::new(entry) }
    }

    /// Creates the slot of a command that the report does not count.
    pub const fn counted(entry: *mut c_void) -> Self {
        Self { observed: false, ..Self::new(entry) }
    }

    /// Returns true if it leads to the entry point while a context counts its draws.
    pub fn is_counted(&self) -> bool {
        self.counted
    }

    /// Returns true if it leads to the entry point while a report is wanted.
    pub fn is_observed(&self) -> bool {
        self.observed
    }

    /// Returns the current destination.
    #[inline]
    pub fn target(&self) -> *mut c_void {
        self.target.load(Ordering::Acquire)
    }

    /// Returns glmeter's entry point.
    pub fn entry(&self) -> *mut c_void {
        self.entry.load(Ordering::Relaxed)
    }

    /// Records a driver's function for the command; ignores null.
    pub fn learn(&'static self, driver: *mut c_void) {
        self.learn_locked(&mut lock(), driver);
    }

    /// Does [`Slot::learn`] with the state already locked.
    fn learn_locked(&'static self, state: &mut Slots, driver: *mut c_void) {
        if driver.is_null() {
            return;
        }
        let known = self.driver.load(Ordering::Relaxed);
        self.driver.store(if known.is_null() || known == driver { driver } else { self.entry() }, Ordering::Relaxed);
        if known.is_null() {
            state.learned.push(self);
        }
        self.retarget(state);
    }

    /// Sets the destination. The caller must have locked the state.
    fn retarget(&self, state: &Slots) {
        let counting = (state.observed && self.observed) || (state.counting > 0 && self.counted);
        let driver = self.driver.load(Ordering::Relaxed);
        self.target.store(if counting || driver.is_null() { self.entry() } else { driver }, Ordering::Release);
    }
}

/// Records a driver's functions for the commands of these slots; ignores null.
pub(crate) fn learn(functions: impl Iterator<Item = (&'static Slot, *mut c_void)>) {
    let mut state = lock();
    functions.for_each(|(slot, driver)| slot.learn_locked(&mut state, driver));
}

/// The number of queries and display lists of a context that need its draws to reach glmeter. Dropping it ends the need.
#[derive(Default)]
pub struct Counting(u32);

impl Counting {
    /// Adds one query or display list.
    pub fn add(&mut self) {
        if self.0 == 0 {
            count_draws(true);
        }
        self.0 += 1;
    }

    /// Removes one query or display list.
    pub fn remove(&mut self) {
        if self.0 == 1 {
            count_draws(false);
        }
        self.0 = self.0.saturating_sub(1);
    }

    /// Returns true if at least one query or display list needs the draws.
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

/// Records that a context begins (`true`) or stops (`false`) counting its draws; every begin needs its stop. While one context counts,
/// the draws of all contexts reach glmeter, which forwards those of the others at once.
pub fn count_draws(wanted: bool) {
    let mut state = lock();
    let before = state.counting;
    state.counting = if wanted { before.saturating_add(1) } else { before.saturating_sub(1) };
    COUNTED.store(state.counting > 0, Ordering::Relaxed);
    if (state.counting > 0) != (before > 0) {
        state.learned.iter().for_each(|slot| slot.retarget(&state));
    }
}

/// Records that a report begins (`true`) or stops (`false`) to be wanted. While one is, the commands that it counts reach glmeter.
pub fn observe(wanted: bool) {
    let mut state = lock();
    OBSERVED.store(wanted, Ordering::Relaxed);
    if state.observed != wanted {
        state.observed = wanted;
        state.learned.iter().for_each(|slot| slot.retarget(&state));
    }
}

/// Returns true while a context counts its draws.
#[inline]
pub(crate) fn is_counting() -> bool {
    COUNTED.load(Ordering::Relaxed)
}

/// Returns true while a report is wanted.
#[inline]
pub fn is_observed() -> bool {
    OBSERVED.load(Ordering::Relaxed)
}
