//! The driver's TIMESTAMP as a counter of 64 bits, where the driver's own has fewer and wraps: after 69 seconds on Intel's
//! hardware, whose counter has 36.
//!
//! Every value is the driver's modulo 2^bits. The machine's clock says how often the counter has wrapped.

use crate::clock;
use crate::gl::GLint;

/// How much two readings of the suspended time may differ without a suspend between them, nanoseconds.
const JITTER: u64 = 10_000_000;

/// A driver's TIMESTAMP counter.
pub struct Timestamps {
    /// 64 if the driver's values are used as they are.
    bits: u32,
    /// A GL time, and the machine's time at which it was, nanoseconds. From there the GL time is expected to run as the clock does.
    known: Option<(u64, u64)>,
    clock: fn() -> u64,
    suspension: fn() -> u64,
    /// The suspended time when the counter was last read, and when [`Self::was_suspended`] was last asked.
    suspended: [u64; 2],
}

impl Default for Timestamps {
    fn default() -> Self {
        Self::new(64)
    }
}

impl Timestamps {
    /// A counter of so many bits, as the driver says (`GL_QUERY_COUNTER_BITS`).
    pub fn new(bits: GLint) -> Self {
        let bits = if (1..64).contains(&bits) { bits as u32 } else { 64 };
        Self { bits, known: None, clock: clock::now, suspension: clock::suspended, suspended: [clock::suspended(); 2] }
    }

    /// The same, with other clocks than the machine's: for the time, and for how long the machine was suspended.
    pub fn with_clocks(self, clock: fn() -> u64, suspension: fn() -> u64) -> Self {
        Self { clock, suspension, suspended: [suspension(); 2], ..self }
    }

    /// Whether the driver's counter wraps, and its values are extended here.
    pub fn are_extended(&self) -> bool {
        self.bits < 64
    }

    /// Whether so much time has gone by since the counter was last read that it should be read again.
    pub fn are_stale(&self) -> bool {
        self.are_extended() && self.known.is_none_or(|(_, at)| (self.clock)().saturating_sub(at) > self.period() / 8)
    }

    /// The GL time of a value of the counter that was read just now.
    pub fn read(&mut self, value: u64) -> u64 {
        if !self.are_extended() {
            return value;
        }
        let now = (self.clock)();
        let [read, _] = &mut self.suspended;
        // How long the counter ran on while the machine slept is not known, if it did: only that time does not run backwards.
        let early = if slept_since(read, self.suspension) { 0 } else { self.period() / 2 };
        let time = self.congruent(value, self.expected_at(now).saturating_sub(early));
        self.known = Some((time, now));
        time
    }

    /// The machine's time, for [`Self::result`]; none if results need not be extended.
    pub fn given(&self) -> Option<u64> {
        self.are_extended().then(self.clock)
    }

    /// The GL time of a query's result. The query was given at the machine's time `given`: the result is hardly earlier.
    pub fn result(&mut self, value: u64, given: u64) -> u64 {
        if !self.are_extended() {
            return value;
        }
        let time = self.congruent(value, self.expected_at(given).saturating_sub(self.period() / 4));
        // Where the time cannot be read but by queries, their results tell how the clocks go.
        if self.known.is_none_or(|(_, at)| given.saturating_sub(at) > self.period() / 8) {
            self.known = Some((time, given));
        }
        time
    }

    /// Whether the machine was suspended since this was last asked, so that times before and after cannot be compared.
    pub fn was_suspended(&mut self) -> bool {
        let [_, asked] = &mut self.suspended;
        self.bits < 64 && slept_since(asked, self.suspension)
    }

    fn period(&self) -> u64 {
        1_u64.checked_shl(self.bits).unwrap_or(u64::MAX)
    }

    /// The GL time that is expected at a time of the machine's: at first about the same, so that the contexts of one driver agree.
    fn expected_at(&self, clock: u64) -> u64 {
        self.known.map_or(clock, |(time, at)| time.saturating_add(clock.saturating_sub(at)).saturating_sub(at.saturating_sub(clock)))
    }

    /// The first time from `earliest` on that is `value` modulo 2^bits.
    fn congruent(&self, value: u64, earliest: u64) -> u64 {
        earliest.saturating_add(value.wrapping_sub(earliest) & (self.period() - 1))
    }
}

/// Whether the machine was suspended since `before`, which is then brought up to date.
fn slept_since(before: &mut u64, suspension: fn() -> u64) -> bool {
    let then = core::mem::replace(before, suspension());
    *before > then.saturating_add(JITTER)
}
