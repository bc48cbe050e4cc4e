//! How a value is distributed: quantiles by a histogram of constant memory, mean and deviation exactly.

use crate::run::Distribution;
use hdrhistogram::Histogram;

/// The significant digits of the quantiles.
const DIGITS: u8 = 3;
/// The most classes of a distribution's histogram.
pub const CLASSES: usize = 64;
/// The finest classes: so many for each doubling of the value.
const FINEST: u32 = 256;

/// Collects values.
#[derive(Default)]
pub(crate) struct Values {
    /// Created with the first value.
    histogram: Option<Histogram<u32>>,
    count: u64,
    sum: u64,
    mean: f64,
    /// The sum of the squared differences from the mean, by Welford's method.
    squares: f64,
    least: u64,
    worst: u64,
}

impl Values {
    /// Adds a value.
    pub(crate) fn add(&mut self, value: u64) {
        self.least = if self.count == 0 { value } else { self.least.min(value) };
        self.worst = self.worst.max(value);
        self.count += 1;
        self.sum = self.sum.saturating_add(value);
        let before = value as f64 - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value as f64 - self.mean);
        if self.histogram.is_none() {
            self.histogram = Histogram::new(DIGITS).ok();
        }
        if let Some(histogram) = &mut self.histogram {
            // It grows as far as a value needs.
            let _ = histogram.record(value);
        }
    }

    /// Returns the sum.
    pub(crate) fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the number of values.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the distribution.
    pub(crate) fn distribution(&self) -> Distribution {
        let Some(histogram) = &self.histogram else { return Distribution::default() };
        // The histogram's classes begin below the least value and end above the greatest.
        let quantile = |quantile| histogram.value_at_quantile(quantile).clamp(self.least, self.worst);
        let values = histogram.iter_recorded().map(|value| (value.value_iterated_to(), u64::from(value.count_at_value())));
        Distribution {
            count: self.count,
            sum: self.sum,
            mean: self.mean,
            deviation: if self.count > 1 { (self.squares / (self.count - 1) as f64).sqrt() } else { 0.0 },
            least: self.least,
            median: quantile(0.5),
            p95: quantile(0.95),
            p99: quantile(0.99),
            worst: self.worst,
            histogram: classes(&values.collect::<Vec<_>>(), CLASSES),
        }
    }
}

/// Sorts values, each with how often it occurs, into at most `most` classes of the same ratio of their bounds, as fine as possible. Returns the
/// greatest value that each class can have, with the number of its values; classes without values are left out. Classes that this returned can
/// be sorted into coarser ones.
pub(crate) fn classes(values: &[(u64, u64)], most: usize) -> Vec<(u64, u64)> {
    let mut per_octave = f64::from(FINEST);
    loop {
        let mut classes: Vec<(i64, u64)> = Vec::new();
        for (value, count) in values {
            let class = ((*value).max(1) as f64).log2();
            let class = (class * per_octave).floor() as i64;
            match classes.last_mut() {
                Some((last, sum)) if *last == class => *sum += count,
                _ => classes.push((class, *count)),
            }
        }
        if classes.len() <= most.max(1) || per_octave < 0.01 {
            let bound = |class: i64| {
                let above = ((class + 1) as f64 / per_octave).exp2().ceil();
                let floor = (class as f64 / per_octave).exp2().ceil() as u64;
                (above as u64).saturating_sub(1).max(floor)
            };
            return classes.into_iter().map(|(class, count)| (bound(class), count)).collect();
        }
        per_octave /= 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_have_three_digits_and_the_ends_are_exact() {
        let mut values = Values::default();
        (1..=10_000).for_each(|value| values.add(value * 1_000));
        let distribution = values.distribution();
        assert_eq!(
            (distribution.count, distribution.sum, distribution.least, distribution.worst),
            (10_000, 50_005_000_000, 1_000, 10_000_000)
        );
        let near = |value: u64, exact: f64| (value as f64 / exact - 1.0).abs() < 0.001;
        assert!(near(distribution.median, 5_000_000.0) && near(distribution.p95, 9_500_000.0) && near(distribution.p99, 9_900_000.0));
        assert!((distribution.mean - 5_000_500.0).abs() < 1e-3 && (distribution.deviation - 2_886_895.68).abs() < 1.0);
        assert!(distribution.histogram.len() <= CLASSES && distribution.histogram.len() > 20);
        assert_eq!(distribution.histogram.iter().map(|(_, count)| count).sum::<u64>(), 10_000);
        assert!(distribution.histogram.is_sorted() && distribution.histogram.last().is_some_and(|(bound, _)| *bound >= 9_990_000));
    }

    #[test]
    fn no_value_and_one_value() {
        assert_eq!(Values::default().distribution(), Distribution::default());
        let mut values = Values::default();
        values.add(0);
        let distribution = values.distribution();
        assert_eq!((distribution.count, distribution.median, distribution.worst, distribution.deviation), (1, 0, 0, 0.0));
        assert_eq!(distribution.histogram, [(1, 1)]);
        values.add(u64::MAX);
        assert_eq!((values.distribution().worst, values.distribution().sum), (u64::MAX, u64::MAX));
    }

    #[test]
    fn classes_become_coarser_classes() {
        let values: Vec<_> = (0..5_000_u64).map(|value| (1_000 + value * 37, 1)).collect();
        let fine = classes(&values, CLASSES);
        let coarse = classes(&fine, 8);
        assert!(coarse.len() <= 8 && coarse.len() >= 4, "{coarse:?}");
        for (bound, _) in &coarse {
            let below = |classes: &[(u64, u64)]| classes.iter().filter(|(of, _)| of <= bound).map(|(_, count)| count).sum::<u64>();
            assert_eq!(below(&fine), below(&coarse), "no class is in two");
            assert_eq!(below(&coarse), values.iter().filter(|(value, _)| value <= bound).count() as u64);
        }
    }
}
