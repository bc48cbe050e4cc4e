//! The metrics of a run: single numbers by name, which can be compared with those of another run.

use crate::run::{Context, Distribution, Point, Run, Scope};
use std::collections::BTreeMap;

/// The least number of batches by which the noise of a mean is known.
const LEAST_BATCHES: usize = 8;
/// The most.
const MOST_BATCHES: usize = 32;

/// How far a mean is from that of a longer run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noise {
    /// The standard error of the mean.
    pub error: f64,
    /// The degrees of freedom with which it is known.
    pub freedom: f64,
}

/// A metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name, which also says its unit unless that is 1.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The noise of the value, if it is known.
    pub noise: Option<Noise>,
}

/// Returns the metrics of a run. Those of the context with the most frames have plain names; those of the others begin with the context.
pub fn metrics(run: &Run) -> Vec<Metric> {
    let mut contexts: Vec<&Context> = run.contexts.iter().filter(|context| context.wall_time.count > 0).collect();
    contexts.sort_by_key(|context| core::cmp::Reverse(context.frames));
    let mut metrics = Vec::new();
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, context) in contexts.iter().enumerate() {
        let number = names.entry(&context.program).or_default();
        *number += 1;
        let prefix = if place == 0 { String::new() } else { format!("{} {number}: ", context.program) };
        metrics.extend(of_context(context).into_iter().map(|metric| Metric { name: prefix.clone() + &metric.name, ..metric }));
    }
    metrics.extend(run.sections.iter().filter(|section| section.times > 0).flat_map(|section| {
        let wall = plain(&format!("section {} wall, ms", section.path), section.wall_time as f64 / section.times as f64 / 1e6);
        let gpu = plain(&format!("section {} GPU, ms", section.path), section.gpu_time as f64 / section.timed.max(1) as f64 / 1e6);
        core::iter::once(wall).chain((section.timed > 0).then_some(gpu))
    }));
    metrics
}

/// Returns the metrics by their names.
pub fn values(run: &Run) -> BTreeMap<String, f64> {
    metrics(run).into_iter().map(|Metric { name, value, .. }| (name, value)).collect()
}

/// Returns a metric whose noise is not known.
fn plain(name: &str, value: f64) -> Metric {
    Metric { name: name.to_owned(), value, noise: None }
}

/// Returns the metrics of a context with frames.
fn of_context(context: &Context) -> Vec<Metric> {
    let wall = batches(&context.series, |point| Some(point.wall_time));
    let cpu = batches(&context.series, |point| Some(point.cpu_time));
    let gpu = batches(&context.series, |point| point.gpu_time);
    let draws = batches(&context.series, |point| Some(point.draws));
    // Frames resemble their neighbours: so many of them tell as much as one that does not.
    let resemblance = wall.map_or(1.0, |noise| {
        let independent = context.wall_time.deviation.powi(2) / context.wall_time.count.max(1) as f64;
        if independent > 0.0 { (noise.error.powi(2) / independent).max(1.0) } else { 1.0 }
    });
    let mut metrics = Vec::new();
    let mut distribution = |name: &str, of: &Distribution, noise: Option<Noise>| {
        if of.count == 0 {
            return;
        }
        let noise = noise.or_else(|| of_distribution(of, resemblance)).map(|noise| Noise { error: noise.error / 1e6, ..noise });
        metrics.push(Metric { name: format!("{name}, ms"), value: of.mean / 1e6, noise });
        metrics.push(plain(&format!("{name} median, ms"), of.median as f64 / 1e6));
        metrics.push(plain(&format!("{name} p95, ms"), of.p95 as f64 / 1e6));
        metrics.push(plain(&format!("{name} p99, ms"), of.p99 as f64 / 1e6));
    };
    distribution("wall time", &context.wall_time, wall);
    distribution("swap", &context.swap_time, None);
    distribution("CPU, thread", &context.cpu_time, cpu);
    distribution("CPU, process", &context.process_cpu_time, None);
    distribution("GPU", &context.gpu_time, gpu);
    metrics.extend(context.gpu_busy.map(|busy| plain("GPU busy, %", busy * 100.0)));
    for (name, sum) in context.counts.iter().filter(|(name, sum)| sum.frames > 0 && *name != "own_time") {
        let noise = if name == "draws" { draws } else { None };
        let (name, mean) = match name.strip_suffix("_time") {
            Some(name) => (format!("{name} time, ms"), sum.mean() / 1e6),
            None => (name.replace('_', " "), sum.mean()),
        };
        metrics.push(Metric { name, value: mean, noise });
    }
    metrics.extend(context.statistics.iter().map(|(name, sum)| plain(&name.to_lowercase().replace('_', " "), sum.mean())));
    metrics.extend(context.ratios.iter().map(|(name, value)| plain(&name.replace('_', " "), *value)));
    for (kind, scopes) in [("pass", &context.passes), ("group", &context.groups), ("program", &context.programs)] {
        metrics.extend(scopes.iter().filter_map(|scope| of_scope(kind, scope, context.detailed_frames)));
    }
    metrics
}

/// Returns the GPU time of a scope in a frame.
fn of_scope(kind: &str, scope: &Scope, frames: u64) -> Option<Metric> {
    let is_timed = frames > 0 && scope.timed > 0;
    is_timed.then(|| plain(&format!("{kind} {}, ms", scope.path), scope.gpu_time as f64 / frames as f64 / 1e6))
}

/// Returns the noise of a distribution's mean as if only one of `resemblance` values told something new.
fn of_distribution(of: &Distribution, resemblance: f64) -> Option<Noise> {
    let count = of.count as f64 / resemblance;
    (count > 2.0).then(|| Noise { error: of.deviation / count.sqrt(), freedom: count - 1.0 })
}

/// Returns the noise of a mean by the means of consecutive batches of frames, which resemble each other less than neighbouring frames do.
fn batches(series: &[Point], value: impl Fn(&Point) -> Option<f64>) -> Option<Noise> {
    let points: Vec<(f64, f64)> = series.iter().filter_map(|point| Some((value(point)?, point.frames as f64))).collect();
    let size = points.len().div_ceil(MOST_BATCHES).max(1);
    let mean = |batch: &[(f64, f64)]| {
        let frames: f64 = batch.iter().map(|(_, frames)| frames).sum();
        batch.iter().map(|(value, frames)| value * frames).sum::<f64>() / frames
    };
    let means: Vec<f64> = points.chunks_exact(size).map(mean).collect();
    (means.len() >= LEAST_BATCHES).then(|| of_values(&means)).flatten()
}

/// Returns the noise of the mean of independent values.
pub(crate) fn of_values(values: &[f64]) -> Option<Noise> {
    if values.len() < 2 {
        return None;
    }
    let freedom = values.len() as f64 - 1.0;
    Some(Noise { error: deviation(values) / (values.len() as f64).sqrt(), freedom })
}

/// Returns the mean of values.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the standard deviation of values; 0 of fewer than two.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if values.len() < 2 { 0.0 } else { (squares / (values.len() - 1) as f64).sqrt() }
}

/// Returns the median of values; 0 of none.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    if sorted.len() % 2 == 1 || middle == 0 { at(middle) } else { f64::midpoint(at(middle - 1), at(middle)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_that_resemble_their_neighbours_tell_less() {
        let point = |wall_time: f64| Point { frames: 1, wall_time, ..Point::default() };
        let alternating: Vec<Point> = (0..2_000).map(|number| point(f64::from(number % 2))).collect();
        let in_two_halves: Vec<Point> = (0..2_000).map(|number| point(f64::from(number / 1_000))).collect();
        let noise = |series: &[Point]| batches(series, |point| Some(point.wall_time)).unwrap();
        assert!(noise(&alternating).error < 0.01, "{:?}", noise(&alternating));
        assert!(noise(&in_two_halves).error > 0.08, "{:?}", noise(&in_two_halves));
        assert_eq!((noise(&alternating).freedom, batches(&alternating[..7], |point| Some(point.wall_time))), (30.0, None));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!((median(&[]), median(&[3.0]), median(&[3.0, 1.0]), median(&[5.0, 1.0, 2.0])), (0.0, 3.0, 2.0, 2.0));
        assert_eq!((mean(&[1.0, 3.0]), deviation(&[1.0, 3.0]), deviation(&[1.0])), (2.0, 2.0_f64.sqrt(), 0.0));
    }
}
