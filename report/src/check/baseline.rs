//! The comparison with an earlier run of the same program.

use super::budget::{place, time_verdict};
use super::verdict::{Outcome, Verdict, number};
use super::{Checked, no_frame};
use crate::run::{Context, Distribution, Run, SCHEMA, Sum};
use crate::sums::OWN_TIME;
use glmeter_recording::{Counts, Unit};
use std::collections::BTreeMap;

/// The `GL_RENDERER` of the software pipeline, which counts exactly.
const EXACT: &str = "glmeter software pipeline";
/// The tolerance of counts on other drivers, percent.
const USUAL_TOLERANCE: f64 = 1.0;

/// Returns true for a count of a run that is a time, which is another in each run.
fn is_time(name: &str) -> bool {
    name == OWN_TIME || Counts::ALL.iter().any(|count| count.name == name && count.unit == Unit::Nanoseconds)
}

/// Returns a time of a context's frames.
type TimeOf = fn(&Context) -> &Distribution;

/// An earlier run, and how far a later one may be from it.
pub struct Baseline {
    run: Run,
    tolerance: Option<f64>,
    compares_times: bool,
}

impl Baseline {
    /// Returns the run in a file of `glmeter run --report json=FILE`. `tolerance` is that of counts, percent; `None` stands for 0 on the software
    /// pipeline and 1 elsewhere. `compares_times` is false if the runs were on different machines.
    pub fn parse(json: &str, tolerance: Option<f64>, compares_times: bool) -> Result<Self, String> {
        let run: Run = serde_json::from_str(json).map_err(|error| format!("this is not a report of glmeter: {error}"))?;
        if run.schema > SCHEMA {
            return Err(format!("its layout is of a later glmeter ({}): version {}, and this is {SCHEMA}", run.glmeter, run.schema));
        }
        Ok(Self { run, tolerance, compares_times })
    }

    /// Returns true if it limits times.
    pub(super) fn limits_time(&self) -> bool {
        self.compares_times
    }

    /// Returns whether runs are like the earlier one: the first one by its counts and its picture, all of them by their times.
    pub(super) fn check(&self, runs: &[Checked]) -> Vec<Verdict> {
        let Some(Checked { run, .. }) = runs.first() else { return Vec::new() };
        let (before, now) = (shown(&self.run), shown(run));
        let name = "baseline: contexts".to_owned();
        if now.is_empty() {
            return vec![Verdict::broken(name, format!("not measured: {}", no_frame(run)))];
        }
        if before.len() != now.len() {
            return vec![Verdict::broken(name, format!("{} swapped buffers; the baseline has {}", now.len(), before.len()))];
        }
        let mut verdicts = Vec::new();
        for (before, now) in before.iter().zip(&now) {
            self.check_context(before, now, &place(run, now), &mut verdicts);
        }
        verdicts.extend(self.times(runs));
        if let Some(before) = &self.run.picture_hash {
            let now = run.picture_hash.as_deref().unwrap_or("not read");
            let text = format!("{now}; the baseline has {before}");
            let name = "baseline: picture".to_owned();
            verdicts.push(if now == before { Verdict::kept(name, text) } else { Verdict::broken(name, text) });
        }
        verdicts
    }

    /// Returns true if a time of a run was measured and is longer.
    pub(super) fn exceeds_time(&self, run: &Checked) -> bool {
        let verdicts = self.times(core::slice::from_ref(run));
        verdicts.iter().any(|verdict| verdict.outcome != Outcome::Kept && !verdict.text.starts_with("not measured"))
    }

    /// Returns whether the times of runs are like those of the earlier one, if they are compared and all have the same contexts.
    fn times(&self, runs: &[Checked]) -> Vec<Verdict> {
        let before = shown(&self.run);
        let contexts: Vec<(&Run, Vec<&Context>)> = runs.iter().map(|run| (&run.run, shown(&run.run))).collect();
        if !self.compares_times || contexts.iter().any(|(_, contexts)| contexts.len() != before.len()) {
            return Vec::new();
        }
        let of: [(&str, TimeOf); 2] = [("frame time", |context| &context.wall_time), ("GPU time", |context| &context.gpu_time)];
        let mut verdicts = Vec::new();
        for (at, before) in before.iter().enumerate() {
            let now: Vec<&Context> = contexts.iter().filter_map(|(_, contexts)| contexts.get(at).copied()).collect();
            let place = contexts.first().zip(now.first()).map_or_else(String::new, |((run, _), context)| place(run, context));
            verdicts.extend(of.iter().filter_map(|(name, of)| {
                let now: Vec<&Distribution> = now.iter().map(|context| of(context)).collect();
                compare_times(name, of(before), &now, &place, runs)
            }));
        }
        verdicts
    }

    /// Compares one context.
    fn check_context(&self, before: &Context, now: &Context, place: &str, verdicts: &mut Vec<Verdict>) {
        let usual = if before.renderer == EXACT && now.renderer == EXACT { 0.0 } else { USUAL_TOLERANCE };
        let tolerance = self.tolerance.unwrap_or(usual);
        // Drivers count in different ways.
        let driver = if before.renderer == now.renderer { String::new() } else { format!(" on {}", before.renderer) };
        let of = |sums: &BTreeMap<String, Sum>| {
            let sums = sums.iter().filter(|(name, sum)| !is_time(name) && sum.frames > 0);
            sums.map(|(name, sum)| (name.clone(), *sum)).collect::<BTreeMap<_, _>>()
        };
        for (before, now) in [(of(&before.counts), of(&now.counts)), (of(&before.statistics), of(&now.statistics))] {
            for (name, before) in before {
                let title = format!("baseline: {name}");
                let Some(now) = now.get(&name) else {
                    verdicts.push(Verdict::broken(title, format!("not measured{place}; the baseline has it")));
                    continue;
                };
                verdicts.push(compare(title, &before, now, tolerance, place, &driver));
            }
        }
    }
}

/// Returns the contexts of a run that showed frames.
fn shown(run: &Run) -> Vec<&Context> {
    run.contexts.iter().filter(|context| context.frames > 0).collect()
}

/// Compares the worst frame and the mean of a count.
fn compare(name: String, before: &Sum, now: &Sum, tolerance: f64, place: &str, driver: &str) -> Verdict {
    let differ = |before: f64, now: f64| (now - before).abs() > before * tolerance / 100.0;
    // Means of different numbers of frames, without a division.
    let product = |sum: u64, frames: u64| u128::from(sum) * u128::from(frames);
    let means = [product(before.sum, now.frames), product(now.sum, before.frames)];
    let is_mean = means[0] != means[1] && differ(means[0] as f64, means[1] as f64);
    let is_worst = differ(before.worst as f64, now.worst as f64);
    let text = |of: &str, before: f64, now: f64| {
        let change = if before == 0.0 { String::new() } else { format!(" ({:+.2} %)", (now - before) / before * 100.0) };
        format!("{}{place} in {of}; the baseline has {}{driver}{change}", number(now), number(before))
    };
    match () {
        () if is_mean => Verdict::broken(name, text("the mean frame", before.mean(), now.mean())),
        () if is_worst => Verdict::broken(name, text("the worst frame", before.worst as f64, now.worst as f64)),
        () => Verdict::kept(name, text("the mean frame", before.mean(), now.mean())),
    }
}

/// Compares a time in runs with that of the baseline: it is longer if half of the frames take longer than 95 % of those of the baseline. Returns
/// `None` if the baseline has none.
fn compare_times(name: &str, before: &Distribution, now: &[&Distribution], place: &str, runs: &[Checked]) -> Option<Verdict> {
    let title = format!("baseline: {name}, ms{place}");
    if before.count == 0 {
        return None;
    }
    if now.iter().any(|now| now.count == 0) {
        return Some(Verdict::broken(title, "not measured; the baseline has it".to_owned()));
    }
    let ms = |nanoseconds: u64| nanoseconds as f64 / 1e6;
    let medians: Vec<f64> = now.iter().map(|now| ms(now.median)).collect();
    let (old_median, p95) = (number(ms(before.median)), number(ms(before.p95)));
    let limit = format!("; the baseline has a median of {old_median}, and {p95} at most in 95 % of its frames");
    Some(time_verdict(title, &medians, ms(before.p95), runs, &limit))
}
