//! Extends a driver's TIMESTAMP to 64 bits if its counter has fewer and wraps: Intel's hardware has 36 bits, which wrap after 69 seconds.
//!
//! An extended value equals the driver's modulo 2^bits. The machine's clock determines how often the counter has wrapped.

use crate::clock;
use crate::gl::GLint;

/// The most by which two readings of the suspended time may differ without a suspend between them, nanoseconds.
const JITTER: u64 = 10_000_000;

/// A driver's TIMESTAMP counter.
pub struct Timestamps {
    /// The counter's number of bits; 64 if values are not extended.
    bits: u32,
    /// A GL time and the machine's time of the same moment, nanoseconds, from which later GL times are predicted.
    known: Option<(u64, u64)>,
    /// The machine's clock.
    clock: fn() -> u64,
    /// The clock of the time for which the machine was suspended.
    suspension: fn() -> u64,
    /// The suspended time at the last reading of the counter, and at the last call of [`Self::was_suspended`].
    suspended: [u64; 2],
}

impl Timestamps {
    /// Creates a counter of `bits` bits, the driver's `GL_QUERY_COUNTER_BITS`.
    pub fn new(bits: GLint) -> Self {
        let bits = if (1..64).contains(&bits) { bits as u32 } else { 64 };
        Self { bits, known: None, clock: clock::now, suspension: clock::suspended, suspended: [clock::suspended(); 2] }
    }

    /// Replaces the machine's clocks: the time, and the suspended time.
    pub fn with_clocks(self, clock: fn() -> u64, suspension: fn() -> u64) -> Self {
        Self { clock, suspension, suspended: [suspension(); 2], ..self }
    }

    /// Returns true if the driver's counter wraps, so that its values are extended.
    pub fn are_extended(&self) -> bool {
        self.bits < 64
    }

    /// Returns true if the last reading of the counter is so old that it should be read again.
    pub fn are_stale(&self) -> bool {
        self.are_extended() && self.known.is_none_or(|(_, at)| (self.clock)().saturating_sub(at) > self.period() / 8)
    }

    /// Returns the GL time of a value just read from the counter.
    pub fn read(&mut self, value: u64) -> u64 {
        if !self.are_extended() {
            return value;
        }
        let now = (self.clock)();
        let [read, _] = &mut self.suspended;
        // A counter may stop, continue or restart while the machine sleeps. The extended time never runs backwards.
        let early = if slept_since(read, self.suspension) { 0 } else { self.period() / 2 };
        let time = self.congruent(value, self.expected_at(now).saturating_sub(early));
        self.known = Some((time, now));
        time
    }

    /// Returns the machine's time, for [`Self::result`]; `None` if results are not extended.
    pub fn given(&self) -> Option<u64> {
        self.are_extended().then(self.clock)
    }

    /// Returns the GL time of the result of a query issued at the machine's time `given`.
    pub fn result(&mut self, value: u64, given: u64) -> u64 {
        if !self.are_extended() {
            return value;
        }
        // The result is not much earlier than the query; the clocks may drift apart a little.
        let time = self.congruent(value, self.expected_at(given).saturating_sub(self.period() / 4));
        // A context without a Get for the time follows the drift of the clocks by its results.
        if self.known.is_none_or(|(_, at)| given.saturating_sub(at) > self.period() / 8) {
            self.known = Some((time, given));
        }
        time
    }

    /// Returns true if the machine was suspended since the last call, so that times before and after cannot be compared.
    pub fn was_suspended(&mut self) -> bool {
        let [_, asked] = &mut self.suspended;
        self.bits < 64 && slept_since(asked, self.suspension)
    }

    /// Returns the time after which the counter wraps, nanoseconds.
    fn period(&self) -> u64 {
        1_u64.checked_shl(self.bits).unwrap_or(u64::MAX)
    }

    /// Predicts the GL time at a machine time. Before the first reading that is the machine's time itself, so that the contexts of one
    /// driver agree.
    fn expected_at(&self, clock: u64) -> u64 {
        self.known.map_or(clock, |(time, at)| time.saturating_add(clock.saturating_sub(at)).saturating_sub(at.saturating_sub(clock)))
    }

    /// Returns the first time from `earliest` on that equals `value` modulo 2^bits.
    fn congruent(&self, value: u64, earliest: u64) -> u64 {
        earliest.saturating_add(value.wrapping_sub(earliest) & (self.period() - 1))
    }
}

/// Returns true if the suspended time has grown since `before`, and updates `before`.
fn slept_since(before: &mut u64, suspension: fn() -> u64) -> bool {
    let then = core::mem::replace(before, suspension());
    *before > then.saturating_add(JITTER)
}
