//! Budgets: what a program may take, checked after a run of it.
//!
//! Every context that showed frames keeps each budget by itself. A metric that was not measured breaks its budget, because a budget that cannot
//! be checked must not pass.

mod baseline;
mod budget;
mod metric;
mod verdict;
mod worst;

#[cfg(test)]
mod tests;

pub use baseline::Baseline;
pub use budget::Budget;
pub use metric::{METRICS, Metric, Statistic};
pub use verdict::{Verdict, junit};
pub use worst::Worst;

use crate::run::Run;

/// What is checked of a run.
#[derive(Default)]
pub struct Check {
    /// The budgets.
    pub budgets: Vec<Budget>,
    /// The hash of the picture, which [`Run::picture_hash`] must be.
    pub picture_hash: Option<String>,
    /// The earlier run that this one must be like.
    pub baseline: Option<Baseline>,
}

impl Check {
    /// Returns true if nothing is checked.
    pub fn is_empty(&self) -> bool {
        self.budgets.is_empty() && self.picture_hash.is_none() && self.baseline.is_none()
    }

    /// Returns whether a run keeps each of the budgets. `worst` has seen its frames.
    pub fn verdicts(&self, run: &Run, worst: &Worst) -> Vec<Verdict> {
        let mut verdicts: Vec<Verdict> = self.budgets.iter().map(|budget| budget.check(run, worst)).collect();
        verdicts.extend(self.picture_hash.as_deref().map(|wanted| check_picture(run, wanted)));
        verdicts.extend(self.baseline.iter().flat_map(|baseline| baseline.check(run)));
        verdicts
    }
}

/// Compares the hash of the picture.
fn check_picture(run: &Run, wanted: &str) -> Verdict {
    let name = "picture-hash".to_owned();
    match &run.picture_hash {
        None => Verdict::broken(name, "not read: the program did not show this frame".to_owned()),
        Some(hash) if hash.eq_ignore_ascii_case(wanted) => Verdict::kept(name, hash.clone()),
        Some(hash) => Verdict::broken(name, format!("{hash}; {} was expected", wanted.to_ascii_lowercase())),
    }
}
