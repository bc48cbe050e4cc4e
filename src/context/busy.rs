//! The time for which the GPU works, without the times in which it waits for commands.

/// Adds up times of work that follow each other, each moment once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Busy {
    /// The end of the latest work so far: of this frame or of an earlier one, which may still be drawn while this one begins.
    until: u64,
}

impl Busy {
    /// Adds work from one time to another. Returns the times between which it is new; their difference is 0 if it is not.
    pub(crate) fn add(&mut self, begin: u64, end: u64) -> [u64; 2] {
        let begin = begin.max(self.until);
        self.until = self.until.max(end);
        [begin, self.until.max(begin)]
    }

    /// Skips the time before another one, in which the GPU did other work.
    pub(crate) fn skip(&mut self, until: u64) {
        self.until = self.until.max(until);
    }

    /// Returns the end of the latest work so far.
    pub(crate) fn until(&self) -> u64 {
        self.until
    }
}

/// The bursts of commands of a frame: times in which commands were executed one after another.
#[derive(Debug, Default)]
pub(crate) struct Bursts {
    times: Vec<[u64; 2]>,
    /// When the present command began.
    begun: Option<u64>,
}

/// The most bursts of a frame. Those that follow belong to the last one, with the times between them.
const BURSTS: usize = 1 << 14;
/// The longest time between two commands of one burst: that of glmeter's own work between them.
const GAP: u64 = 2_000;

impl Bursts {
    /// Records the beginning of a command.
    pub(crate) fn begin(&mut self, now: u64) {
        self.begun.get_or_insert(now);
    }

    /// Records the end of the command that began last, if one did. A burst does not reach from before the burst of number `first` into it.
    pub(crate) fn end(&mut self, first: usize, now: u64) {
        let Some(begun) = self.begun.take() else { return };
        let (count, is_full) = (self.times.len(), self.times.len() == BURSTS);
        match self.times.last_mut() {
            Some([_, end]) if is_full || (count > first && begun.saturating_sub(*end) <= GAP) => *end = now,
            _ => self.times.push([begun, now]),
        }
    }

    /// Returns true while a command runs.
    pub(crate) fn is_running(&self) -> bool {
        self.begun.is_some()
    }

    /// Returns the number of bursts.
    pub(crate) fn count(&self) -> usize {
        self.times.len()
    }

    /// Returns true if some of them may contain the times between commands.
    pub(crate) fn are_full(&self) -> bool {
        self.times.len() == BURSTS
    }

    /// Returns those from one number on to another.
    pub(crate) fn between(&self, first: usize, next: usize) -> impl Iterator<Item = [u64; 2]> {
        self.times.iter().take(next).skip(first).copied()
    }

    /// Forgets those before a number.
    pub(crate) fn forget(&mut self, next: usize) {
        self.times.drain(..next.min(self.times.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three frames are queued: each begins when the one before it is drawn, however early its commands came.
    #[test]
    fn queued_frames_share_no_time() {
        let mut busy = Busy::default();
        // The commands came at 10, 11 and 12; the GPU needs 100 for each.
        let frames = [(10, 110), (11, 210), (12, 310)].map(|(given, reached)| busy.add(given, reached));
        assert_eq!(frames, [[10, 110], [110, 210], [210, 310]]);
        assert_eq!(busy.add(500, 600), [500, 600], "the GPU waited in between");
        assert_eq!(busy.add(510, 550), [600, 600], "one moment counts once");
        busy.skip(700);
        assert_eq!((busy.add(650, 710), busy.until()), ([700, 710], 710));
    }

    #[test]
    fn commands_without_a_gap_are_one_burst() {
        let mut bursts = Bursts::default();
        let mut command = |first, begin, end| {
            bursts.begin(begin);
            bursts.begin(begin + 1);
            assert!(bursts.is_running());
            bursts.end(first, end);
        };
        command(0, 10_000, 11_000);
        command(0, 11_500, 12_000);
        command(0, 50_000, 51_000);
        command(2, 51_100, 52_000);
        bursts.end(0, 99_000);
        assert_eq!(bursts.between(0, 9).collect::<Vec<_>>(), [[10_000, 12_000], [50_000, 51_000], [51_100, 52_000]]);
        bursts.forget(2);
        assert_eq!((bursts.count(), bursts.are_full()), (1, false));
        (0..BURSTS as u64 + 5).for_each(|number| {
            bursts.begin(number * 100_000);
            bursts.end(0, number * 100_000 + 1_000);
        });
        assert!(bursts.are_full());
    }
}
