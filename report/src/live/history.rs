//! The frame times of the last minute, for charts.

use glmeter_recording::Frame;
use std::collections::VecDeque;

/// The length of one point.
const POINT: u64 = 100_000_000;
/// The number of points that are kept: those of a minute.
const POINTS: usize = 600;

/// The worst wall times of each tenth of a second in which a frame ended.
#[derive(Default)]
pub(crate) struct History {
    points: VecDeque<u64>,
    /// The number of the last point since the clock's beginning.
    last: u64,
}

impl History {
    /// Adds a frame.
    pub(crate) fn add(&mut self, frame: &Frame) {
        let number = frame.end / POINT;
        match self.points.back_mut() {
            Some(worst) if number <= self.last => *worst = frame.wall().max(*worst),
            _ => {
                self.points.push_back(frame.wall());
                self.last = number;
            }
        }
        if self.points.len() > POINTS {
            self.points.pop_front();
        }
    }

    /// Returns the last points, at most `most`, the oldest first.
    pub(crate) fn last(&self, most: usize) -> Vec<u64> {
        self.points.iter().skip(self.points.len().saturating_sub(most)).copied().collect()
    }
}

/// Returns a line of bars whose heights are the shares of the greatest value.
pub(crate) fn sparkline(values: &[u64], is_unicode: bool) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const LETTERS: [char; 8] = ['_', '.', ',', '-', '=', '+', '*', '#'];
    let bars = if is_unicode { BARS } else { LETTERS };
    let greatest = u128::from(values.iter().copied().max().unwrap_or_default().max(1));
    let bar = |value: u64| bars.get((u128::from(value) * 8).div_ceil(greatest).clamp(1, 8) as usize - 1).copied().unwrap_or_default();
    values.iter().copied().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenth_of_a_second_has_its_worst_frame() {
        let mut history = History::default();
        for (end, wall) in [(10, 5), (90, 7), (99, 6), (100, 3), (450, 9)] {
            history.add(&Frame { begin: (end - wall) * 1_000_000, end: end * 1_000_000, ..Frame::default() });
        }
        assert_eq!(history.last(10), [7_000_000, 3_000_000, 9_000_000]);
        assert_eq!(history.last(1), [9_000_000]);
        (1..1000).for_each(|number| history.add(&Frame { end: number * POINT * 10, ..Frame::default() }));
        assert_eq!(history.last(usize::MAX).len(), POINTS);
    }

    #[test]
    fn a_sparkline_reaches_from_zero_to_the_greatest() {
        assert_eq!(sparkline(&[0, 1, 4, 8], true), "▁▁▄█");
        assert_eq!(sparkline(&[0, 1, 4, 8], false), "__-#");
        assert_eq!(sparkline(&[5, 5], true), "██");
        assert_eq!(sparkline(&[0], true), "▁");
        assert_eq!(sparkline(&[], true), "");
    }
}
