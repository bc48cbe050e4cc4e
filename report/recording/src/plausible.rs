//! Which records glmeter writes. The program shares the memory and can write any.

use crate::context::CONTEXTS;
use crate::frame::Frame;
use crate::span::Span;

/// The greatest time between two moments of a frame, nanoseconds, and the greatest count of one: 13 days, and more than any driver reaches. Sums
/// of all records of a ring fit into 64 bits.
const MOST: u64 = 1 << 50;

/// A record with values that may be checked.
pub(crate) trait Plausible {
    /// Returns false for a record that glmeter does not write.
    fn is_plausible(&self) -> bool;
}

/// Returns true for the number of a context, and for that of one for which the recording had no room.
fn is_context(number: u64) -> bool {
    number < CONTEXTS as u64 || number == u64::MAX
}

impl Plausible for Frame {
    fn is_plausible(&self) -> bool {
        let values = [self.swap, self.cpu, self.process_cpu, self.gpu, self.uncertainty, self.own_time, self.number, self.pixels];
        is_context(self.context)
            && self.end.checked_sub(self.begin).is_some_and(|wall| wall <= MOST)
            && values.iter().chain(&self.counts.values()).chain(&self.statistics).all(|value| *value <= MOST)
    }
}

impl Plausible for Span {
    fn is_plausible(&self) -> bool {
        // Fences give times that may run backwards, and a driver's clock may have any value.
        is_context(self.context)
            && self.end.saturating_sub(self.begin) <= MOST
            && [self.frame, self.draw].iter().chain(&self.statistics).all(|value| *value <= MOST)
    }
}
