//! Where the draw commands lead: to the driver while nobody counts, and to the entry points in `spec` while somebody does.
//!
//! An application keeps the address that it once got for a command. For a draw command that is one jump through a word
//! of memory, its [`Slot`], so that a program whose draws nobody counts pays that jump and nothing else.
//! On processors other than x86-64 it is the entry point at all times.

use crate::provider::Functions;
use crate::spec;
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
    /// Our entry point.
    entry: AtomicPtr<c_void>,
    /// The command in a driver's functions.
    of: fn(&Functions) -> *mut c_void,
}

/// How many contexts count their draws. The lock is held while slots change.
static COUNTING: Mutex<usize> = Mutex::new(0);

pub(super) fn lock() -> MutexGuard<'static, usize> {
    COUNTING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    /// The slot of an entry point. Until a driver is known it leads there, and so to the driver of the current context.
    pub const fn new(entry: *mut c_void, of: fn(&Functions) -> *mut c_void) -> Self {
        Self { target: AtomicPtr::new(entry), driver: AtomicPtr::new(core::ptr::null_mut()), entry: AtomicPtr::new(entry), of }
    }

    /// Where the command leads now.
    pub fn target(&self) -> *mut c_void {
        self.target.load(Ordering::Acquire)
    }

    /// Our entry point.
    pub fn entry(&self) -> *mut c_void {
        self.entry.load(Ordering::Relaxed)
    }

    /// A driver has this function for the command; null says nothing.
    pub fn learn(&self, driver: *mut c_void) {
        self.learn_while(&lock(), driver);
    }

    fn learn_while(&self, counting: &MutexGuard<usize>, driver: *mut c_void) {
        if driver.is_null() {
            return;
        }
        let known = self.driver.load(Ordering::Relaxed);
        self.driver.store(if known.is_null() || known == driver { driver } else { self.entry() }, Ordering::Relaxed);
        self.settle(counting);
    }

    fn settle(&self, counting: &MutexGuard<usize>) {
        let driver = self.driver.load(Ordering::Relaxed);
        self.target.store(if **counting > 0 || driver.is_null() { self.entry() } else { driver }, Ordering::Release);
    }
}

fn slots() -> impl Iterator<Item = &'static Slot> {
    spec::procedures().filter_map(|procedure| procedure.slot)
}

/// A driver has these functions.
pub(super) fn learn(functions: &Functions) {
    let counting = lock();
    slots().for_each(|slot| slot.learn_while(&counting, (slot.of)(functions)));
}

/// How many in a context want its draws to come to us, what they submit to be counted or compiled. A context that dies
/// wants them no longer.
#[derive(Default)]
pub struct Counting(u32);

impl Counting {
    /// One more.
    pub fn add(&mut self) {
        if self.0 == 0 {
            count_draws(true);
        }
        self.0 += 1;
    }

    /// One less.
    pub fn remove(&mut self) {
        if self.0 == 1 {
            count_draws(false);
        }
        self.0 = self.0.saturating_sub(1);
    }

    /// Whether anyone does.
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

/// A context begins (`true`) or ends (`false`) to count what it draws; every begin must have its end. The draws of all
/// contexts come to us while one counts, and those of the others are passed on at once.
pub fn count_draws(wanted: bool) {
    let mut counting = lock();
    let before = *counting;
    *counting = if wanted { before.saturating_add(1) } else { before.saturating_sub(1) };
    if (before == 0) != (*counting == 0) {
        slots().for_each(|slot| slot.settle(&counting));
    }
}
