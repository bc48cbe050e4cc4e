//! Whether a time is beyond its budget, or only beyond it because of noise or of other programs.

use crate::metrics::{deviation, mean, median};
use crate::student::two_sided;

/// The most probability that a time that is within its budget is called beyond it by chance.
const CHANCE: f64 = 0.01;
/// How many times as long the frames take at most for each processor that other programs keep busy.
const SLOWED: f64 = 4.0;
/// How long a frame waits at most for each of them, because the kernel lets other programs run first, milliseconds.
const DELAYED: f64 = 20.0;

/// What is known of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is within its budget.
    Within,
    /// It is beyond its budget by no more than runs differ by chance.
    Noise,
    /// It is beyond its budget.
    Beyond,
    /// It is beyond its budget, which other programs may be the reason for.
    Busy,
}

/// Judges the values of one or several runs, milliseconds. `others` is the number of processors that other programs kept busy if that was too many, otherwise
/// `None`.
pub(super) fn judge(values: &[f64], most: f64, others: Option<f64>) -> Judgement {
    if median(values) <= most {
        return Judgement::Within;
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    if others.is_some_and(|others| least <= (most * SLOWED + DELAYED) * (1.0 + others)) {
        return Judgement::Busy;
    }
    if values.len() < 2 {
        return Judgement::Beyond;
    }
    let error = deviation(values) / (values.len() as f64).sqrt();
    let t = (mean(values) - most) / error;
    let is_by_chance = t <= 0.0 || two_sided(t, values.len() as f64 - 1.0) / 2.0 > CHANCE;
    if is_by_chance { Judgement::Noise } else { Judgement::Beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_beyond_its_budget_if_the_runs_agree() {
        let of = |values: &[f64]| judge(values, 4.0, None);
        assert_eq!(of(&[3.9]), Judgement::Within);
        assert_eq!(of(&[4.1]), Judgement::Beyond);
        assert_eq!(of(&[4.1, 3.9, 3.8, 9.0, 3.9]), Judgement::Within, "two of five are outliers");
        assert_eq!(of(&[4.1, 3.9, 4.2, 4.05, 3.95]), Judgement::Noise);
        assert_eq!(of(&[5.1, 5.0, 5.2, 5.1, 4.9]), Judgement::Beyond);
        assert_eq!(of(&[4.5, 4.5, 4.5]), Judgement::Beyond, "no deviation");
    }

    #[test]
    fn other_programs_are_a_reason_up_to_what_they_can_do() {
        let of = |values: &[f64], others: f64| judge(values, 4.0, Some(others));
        assert_eq!(of(&[5.1, 5.0, 5.2, 5.1, 4.9], 1.0), Judgement::Busy);
        assert_eq!(of(&[9.0], 0.6), Judgement::Busy);
        assert_eq!(of(&[3.9, 5.0, 3.9], 1.0), Judgement::Within);
        assert_eq!(of(&[400.0, 410.0, 420.0], 2.0), Judgement::Beyond, "a hundred times the budget");
    }
}
