//! The comparison with an earlier run of the same program.

use super::budget::place;
use super::verdict::{Verdict, number};
use crate::run::{Context, Distribution, Run, SCHEMA, Sum};
use std::collections::BTreeMap;

/// The `GL_RENDERER` of the software pipeline, which counts exactly.
const EXACT: &str = "glmeter software pipeline";
/// The tolerance of counts on other drivers, percent.
const USUAL_TOLERANCE: f64 = 1.0;
/// The counts of a run that are times, which are not the same in each run.
const TIMES: [&str; 3] = ["compile_time", "link_time", "own_time"];

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
        let run: Run = serde_json::from_str(json).map_err(|error| format!("this is no report of glmeter: {error}"))?;
        if run.schema > SCHEMA {
            return Err(format!("its layout is of a later glmeter ({}): version {}, and this is {SCHEMA}", run.glmeter, run.schema));
        }
        Ok(Self { run, tolerance, compares_times })
    }

    /// Returns whether a run is like the earlier one.
    pub fn check(&self, run: &Run) -> Vec<Verdict> {
        let shown = |run: &Run| run.contexts.iter().filter(|context| context.frames > 0).count();
        let (before, now) = (shown(&self.run), shown(run));
        let name = "baseline: contexts".to_owned();
        if before != now {
            return vec![Verdict::broken(name, format!("{now} showed frames; the baseline has {before}"))];
        }
        if now == 0 {
            return vec![Verdict::broken(name, "not measured: the program showed no frame".to_owned())];
        }
        let mut verdicts = Vec::new();
        let contexts = |run: &'_ Run| run.contexts.iter().filter(|context| context.frames > 0).cloned().collect::<Vec<_>>();
        for (before, now) in contexts(&self.run).iter().zip(&contexts(run)) {
            self.check_context(before, now, &place(run, now), &mut verdicts);
        }
        if let Some(before) = &self.run.picture_hash {
            let now = run.picture_hash.as_deref().unwrap_or("not read");
            let text = format!("{now}; the baseline has {before}");
            let name = "baseline: picture".to_owned();
            verdicts.push(if now == before { Verdict::kept(name, text) } else { Verdict::broken(name, text) });
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
            let sums = sums.iter().filter(|(name, sum)| !TIMES.contains(&name.as_str()) && sum.frames > 0);
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
        if self.compares_times {
            let times = [("frame time", &before.wall_time, &now.wall_time), ("GPU time", &before.gpu_time, &now.gpu_time)];
            verdicts.extend(times.into_iter().filter_map(|(name, before, now)| compare_times(name, before, now, place)));
        }
    }
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

/// Compares two times: they differ if half of the frames take longer than 95 % of those of the baseline. Returns `None` if the baseline has
/// none.
fn compare_times(name: &str, before: &Distribution, now: &Distribution, place: &str) -> Option<Verdict> {
    let title = format!("baseline: {name}");
    if before.count == 0 {
        return None;
    }
    if now.count == 0 {
        return Some(Verdict::broken(title, format!("not measured{place}; the baseline has it")));
    }
    let ms = |nanoseconds: u64| number(nanoseconds as f64 / 1e6);
    let (median, old_median, p95) = (ms(now.median), ms(before.median), ms(before.p95));
    let text = format!("{median} ms{place} in the median; the baseline has {old_median} ms, and {p95} ms at most in 95 % of its frames");
    Some(if now.median > before.p95 { Verdict::broken(title, text) } else { Verdict::kept(title, text) })
}
