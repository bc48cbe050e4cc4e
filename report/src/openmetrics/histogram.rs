//! Histograms of times whose classes stay the same, as a database needs them.

/// The upper bounds of the classes, nanoseconds. Those of 7.0, 8.4, 11.2, 16.8 and 33.4 ms are just above the frame times of displays with 144,
/// 120, 90, 60 and 30 frames a second.
const BOUNDS: [u64; 18] = [
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_000_000,
    4_000_000,
    7_000_000,
    8_400_000,
    11_200_000,
    16_800_000,
    20_000_000,
    33_400_000,
    50_000_000,
    100_000_000,
    250_000_000,
    500_000_000,
    1_000_000_000,
    2_500_000_000,
];

/// How many times are in each class.
#[derive(Default)]
pub(super) struct Histogram {
    classes: [u64; BOUNDS.len()],
    /// The number of all times, also those above the last bound.
    pub(super) count: u64,
    /// The sum of all times, nanoseconds.
    pub(super) sum: u64,
}

impl Histogram {
    /// Adds a time.
    pub(super) fn add(&mut self, nanoseconds: u64) {
        let class = BOUNDS.partition_point(|bound| *bound < nanoseconds);
        if let Some(class) = self.classes.get_mut(class) {
            *class += 1;
        }
        self.count += 1;
        self.sum = self.sum.saturating_add(nanoseconds);
    }

    /// Returns the upper bound of each class in seconds, and the number of the times up to it.
    pub(super) fn cumulative(&self) -> impl Iterator<Item = (f64, u64)> {
        let mut below = 0;
        BOUNDS.iter().zip(self.classes).map(move |(bound, count)| {
            below += count;
            (*bound as f64 / 1e9, below)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_its_upper_bound() {
        let mut histogram = Histogram::default();
        [0, 100_000, 100_001, 16_666_667, 9_000_000_000].into_iter().for_each(|time| histogram.add(time));
        let counts: Vec<_> = histogram.cumulative().collect();
        assert_eq!((counts[0], counts[1], counts[9], counts[17]), ((0.0001, 2), (0.00025, 3), (0.0168, 4), (2.5, 4)));
        assert_eq!((histogram.count, histogram.sum), (5, 9_016_866_668));
    }
}
