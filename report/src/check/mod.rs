//! Budgets: what a program may take, checked after a run of it.
//!
//! Every context that showed frames keeps each budget by itself. A metric that was not measured breaks its budget, because a budget that cannot
//! be checked must not pass.

mod baseline;
mod budget;
mod judge;
mod metric;
mod reference;
mod verdict;
mod worst;

#[cfg(test)]
mod tests;

pub use baseline::Baseline;
pub use budget::Budget;
pub use metric::{METRICS, Metric, Statistic};
pub use reference::{Colours, Reference};
pub use verdict::{Outcome, Verdict, junit};
pub use worst::Worst;

use crate::run::Run;

/// Returns why nothing is measured of a program without frames.
fn no_frame(run: &Run) -> &'static str {
    if run.is_used { "the program never swapped buffers" } else { "the program made no GL context current" }
}

/// A run of a program that is checked.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Its sums.
    pub run: Run,
    /// Its worst frames.
    pub worst: Worst,
    /// The picture of the frame that was asked for.
    pub picture: Option<Colours>,
}

/// What is checked of a program.
#[derive(Default)]
pub struct Check {
    /// The budgets.
    pub budgets: Vec<Budget>,
    /// The hash of the picture, which [`Run::picture_hash`] must be.
    pub picture_hash: Option<String>,
    /// The picture that the one of the run must be like.
    pub reference: Option<Reference>,
    /// The earlier run that this one must be like.
    pub baseline: Option<Baseline>,
}

impl Check {
    /// Returns true if nothing is checked.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty() && self.picture_hash.is_none() && self.reference.is_none() && self.baseline.is_none()
    }

    /// Returns true if it limits a time, which is judged by several runs.
    pub fn limits_time(&self) -> bool {
        self.budgets.iter().any(Budget::is_of_time) || self.baseline.as_ref().is_some_and(Baseline::limits_time)
    }

    /// Returns whether the runs of a program, of which there is at least one, keep each of the budgets.
    pub fn verdicts(&self, runs: &[Checked]) -> Vec<Verdict> {
        let mut verdicts: Vec<Verdict> = self.budgets.iter().map(|budget| budget.check(runs)).collect();
        if let Some(first) = runs.first() {
            verdicts.extend(self.picture_hash.as_deref().map(|wanted| check_picture(&first.run, wanted)));
            verdicts.extend(self.reference.as_ref().map(|reference| reference.check(first.picture.as_ref())));
        }
        verdicts.extend(self.baseline.iter().flat_map(|baseline| baseline.check(runs)));
        verdicts
    }

    /// Returns true if a time of a run is beyond what limits it, so that more runs are needed to judge it.
    pub fn exceeds_time(&self, run: &Checked) -> bool {
        let is_beyond = |baseline: &Baseline| baseline.exceeds_time(run);
        self.budgets.iter().any(|budget| budget.is_of_time() && budget.is_exceeded(&run.run))
            || self.baseline.as_ref().is_some_and(is_beyond)
    }
}

/// Compares the hash of the picture.
fn check_picture(run: &Run, wanted: &str) -> Verdict {
    let name = "picture-hash".to_owned();
    match &run.picture_hash {
        None => Verdict::broken(name, "not read: the program did not reach this frame".to_owned()),
        Some(hash) if hash.eq_ignore_ascii_case(wanted) => Verdict::kept(name, hash.clone()),
        Some(hash) => Verdict::broken(name, format!("{hash}; {} was expected", wanted.to_ascii_lowercase())),
    }
}
