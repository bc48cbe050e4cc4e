//! Stamps: the times at which the work before a mark was done, with their uncertainty.

use crate::clock;
use std::sync::OnceLock;

/// The time at which the work before a mark was done, nanoseconds of [`clock::now`], and its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// The lower bound: when the mark was issued, or its fence was last seen unsignalled.
    pub after: u64,
    /// The most likely time.
    pub time: u64,
    /// The upper bound: when the fence was seen signalled.
    pub seen: u64,
}

impl Reached {
    /// Returns the uncertainty of `time`, nanoseconds.
    pub fn uncertainty(&self) -> u64 {
        self.seen.saturating_sub(self.time).max(self.time.saturating_sub(self.after))
    }

    /// Returns the time since `begin` and its uncertainty, nanoseconds.
    pub fn since(&self, begin: &Self) -> (u64, u64) {
        let span = self.time.saturating_sub(begin.time);
        let (least, most) = (self.after.saturating_sub(begin.seen), self.seen.saturating_sub(begin.after));
        (span, span.saturating_sub(least).max(most.saturating_sub(span)))
    }
}

/// The time at which the work before a mark was done.
#[derive(Debug, Default)]
pub struct Stamp {
    /// When the mark was issued.
    given: u64,
    /// The mark's number among those of its context that were not reached when they were issued; see [`super::pending`].
    number: OnceLock<u64>,
    /// Set once the work is done.
    reached: OnceLock<Reached>,
}

impl Stamp {
    /// Creates the stamp of a mark that is issued now.
    pub fn given_now() -> Self {
        Self::given_at(clock::now())
    }

    /// Creates the stamp of a mark that is issued at a time of [`clock::now`].
    pub(super) fn given_at(given: u64) -> Self {
        Self { given, ..Self::default() }
    }

    /// Returns when the mark was issued.
    pub(super) fn given(&self) -> u64 {
        self.given
    }

    /// Returns the mark's number among the pending ones; `None` if it never was one.
    pub(super) fn number(&self) -> Option<u64> {
        self.number.get().copied()
    }

    /// Sets the mark's number.
    pub(super) fn set_number(&self, number: u64) {
        let _ = self.number.set(number);
    }

    /// Sets the time of the mark, once.
    pub(super) fn set(&self, reached: Reached) {
        let _ = self.reached.set(reached);
    }

    /// Returns the time in nanoseconds of [`clock::now`]; `None` while the work goes on.
    pub fn time(&self) -> Option<u64> {
        self.reached().map(|reached| reached.time)
    }

    /// Returns the time and its bounds; `None` while the work goes on.
    pub fn reached(&self) -> Option<Reached> {
        self.reached.get().copied()
    }
}
