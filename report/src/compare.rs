//! The difference of two runs.

use crate::metrics::{Metric, Noise, mean, metrics, of_values};
use crate::numbers::number;
use crate::run::Run;
use crate::student::two_sided;
use crate::style::Style;

/// The probability with which any change of a comparison is called real by chance.
const CHANCE: f64 = 0.01;
/// The least relative change of a time that is called real: two series of runs of one program differ by as much, since the machine is another
/// from minute to minute.
const LEAST_CHANGE: f64 = 0.02;

/// What is known of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The values are the same.
    Same,
    /// It may be by chance.
    Noise,
    /// It is not by chance: it is one of those that occur in less than one of a hundred comparisons of a program with itself.
    Real,
    /// How much such a value differs from run to run is not known.
    Unknown,
    /// Other programs kept the machine busy in one of the runs.
    Busy,
}

/// A metric of two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The metric's name.
    pub name: String,
    /// Its value in each run; `None` if the run lacks it.
    pub values: [Option<f64>; 2],
    /// What is known of the change.
    pub verdict: Verdict,
}

/// Returns the metrics of a run. Those of a program that was run several times are means over the runs, with their spread as the noise.
fn of_run(run: &Run) -> Vec<Metric> {
    if run.repeats.len() < 2 {
        return metrics(run);
    }
    let of_repeats = |metric: Metric| {
        let values: Vec<f64> = run.repeats.iter().filter_map(|repeat| repeat.get(&metric.name).copied()).collect();
        if values.is_empty() { metric } else { Metric { value: mean(&values), noise: of_values(&values), ..metric } }
    };
    metrics(run).into_iter().map(of_repeats).collect()
}

/// Returns true if a metric is a time, which is another in each run of a program.
fn is_time(name: &str) -> bool {
    name.ends_with(", ms") || name == "GPU busy, %" || name.ends_with(": GPU busy, %")
}

/// Returns the probability that two means differ by as much by chance (Welch's test).
fn probability(difference: f64, one: &Noise, other: &Noise) -> f64 {
    let variances = [one, other].map(|noise| noise.error.powi(2));
    let error = (variances[0] + variances[1]).sqrt();
    if error == 0.0 {
        return 0.0;
    }
    let squares = variances[0].powi(2) / one.freedom + variances[1].powi(2) / other.freedom;
    two_sided(difference / error, (variances[0] + variances[1]).powi(2) / squares)
}

/// Returns the greatest probability with which a change is real, where so many are by chance: the more are looked at, the less each must be
/// (Holm's method).
fn greatest_of_real(mut probabilities: Vec<f64>) -> f64 {
    probabilities.sort_by(f64::total_cmp);
    let count = probabilities.len();
    let real = probabilities.iter().enumerate().take_while(|(rank, probability)| **probability <= CHANCE / (count - rank) as f64);
    real.last().map_or(-1.0, |(_, probability)| *probability)
}

/// Returns the change of each metric that one of the runs has. Those that are 0 in both are left out.
pub fn changes(first: &Run, second: &Run) -> Vec<Change> {
    let (one, other) = (of_run(first), of_run(second));
    let are_repeated = first.repeats.len() > 1 && second.repeats.len() > 1;
    let is_busy = first.was_busy() || second.was_busy();
    let of_first = one.iter().map(|metric| (Some(metric), other.iter().find(|of| of.name == metric.name)));
    let of_second = other.iter().filter(|metric| !one.iter().any(|of| of.name == metric.name)).map(|metric| (None, Some(metric)));
    let pairs: Vec<(Option<&Metric>, Option<&Metric>)> = of_first.chain(of_second).collect();
    let probability_of = |(one, other): &(Option<&Metric>, Option<&Metric>)| {
        let (one, other) = (*one).zip(*other)?;
        (one.value != other.value).then_some(())?;
        Some(probability(other.value - one.value, &one.noise?, &other.noise?))
    };
    let greatest = greatest_of_real(pairs.iter().filter_map(probability_of).collect());
    let change = |pair: &(Option<&Metric>, Option<&Metric>)| {
        let (one, other) = *pair;
        let values = [one, other].map(|metric| metric.map(|metric| metric.value));
        let name = one.or(other)?.name.clone();
        let verdict = match (values, probability_of(pair)) {
            ([Some(one), Some(other)], _) if one == other => Verdict::Same,
            ([Some(one), Some(other)], Some(probability)) => {
                let is_small = is_time(&name) && (other - one).abs() < one.abs() * LEAST_CHANGE;
                match () {
                    () if probability > greatest || is_small => Verdict::Noise,
                    () if !is_time(&name) => Verdict::Real,
                    // The frames of one run resemble each other more than those of another run.
                    () if !are_repeated => Verdict::Unknown,
                    () if is_busy => Verdict::Busy,
                    () => Verdict::Real,
                }
            }
            _ => Verdict::Unknown,
        };
        values.iter().flatten().any(|value| *value != 0.0).then_some(Change { name, values, verdict })
    };
    pairs.iter().filter_map(change).collect()
}

/// Returns the comparison as text of 80 columns. `names` are those of the two files.
pub fn text(one: &Run, other: &Run, names: [&str; 2], style: Style) -> String {
    let mut lines = vec![format!("  A  {}", style.name(names[0], 70)), format!("  B  {}", style.name(names[1], 70))];
    lines.extend(differences(one, other).into_iter().map(|line| format!("     {line}")));
    let changes = changes(one, other);
    lines.push(String::new());
    lines.push(style.bold(&format!("  {:<28}{:>11}{:>11}{:>10}  {}", "metric", "A", "B", "change", "the change is")));
    for Change { name, values, verdict } in &changes {
        let cells = values.map(|value| format!("{:>11}", value.map_or_else(|| "-".to_owned(), number))).concat();
        let change = match *values {
            [Some(one), Some(other)] if one != 0.0 && (other / one).abs() >= 10.0 => format!("x {:.0}", (other / one).min(1e6)),
            [Some(one), Some(other)] if one != 0.0 => format!("{:+.2} %", (other / one - 1.0) * 100.0),
            _ => "-".to_owned(),
        };
        let about = match verdict {
            Verdict::Same => String::new(),
            Verdict::Noise => style.faint("within the noise"),
            Verdict::Real => style.bold("beyond the noise"),
            Verdict::Unknown => style.faint("of unknown noise"),
            Verdict::Busy => style.faint("on a busy machine"),
        };
        lines.push(format!("  {:<28}{cells}{change:>10}  {about}", style.name_with_ends(name, 27)).trim_end().to_owned());
    }
    let real = changes.iter().filter(|change| change.verdict == Verdict::Real).count();
    let judged = changes.iter().filter(|change| matches!(change.verdict, Verdict::Real | Verdict::Noise)).count();
    lines.push(String::new());
    lines.push(format!("  {real} of {judged} changes with known noise are beyond the noise"));
    if one.repeats.len() < 2 || other.repeats.len() < 2 {
        lines.push(style.faint("  How much times differ from run to run is not known: measure both with"));
        lines.push(style.faint("  glmeter run --repeat 10"));
    }
    if one.was_busy() || other.was_busy() {
        let which = if one.was_busy() { "A" } else { "B" };
        lines.push(style.faint(&format!("  Other programs kept the machine busy while {which} was measured: measure it again")));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Returns a line for each circumstance in which the runs differ.
fn differences(one: &Run, other: &Run) -> Vec<String> {
    let renderer = |run: &Run| {
        let first = run.contexts.iter().max_by_key(|context| context.frames);
        first.map_or_else(String::new, |context| format!("{}, {}", context.renderer, context.version))
    };
    let pairs = [
        ("program", one.command.join(" "), other.command.join(" ")),
        ("renderer", renderer(one), renderer(other)),
        ("glmeter", one.glmeter.clone(), other.glmeter.clone()),
    ];
    let differing = pairs.into_iter().filter(|(_, one, other)| one != other);
    differing.map(|(what, ..)| format!("the {what} of the two differs")).collect()
}

#[cfg(test)]
mod tests;
