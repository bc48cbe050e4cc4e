//! The difference of two runs.

use crate::metrics::{Metric, Noise, mean, metrics, of_values};
use crate::numbers::number;
use crate::run::Run;
use crate::style::Style;

/// Student's t by degrees of freedom, beyond which 1 % of all differences are by chance.
const CRITICAL: [(f64, f64); 17] = [
    (1.0, 63.657),
    (2.0, 9.925),
    (3.0, 5.841),
    (4.0, 4.604),
    (5.0, 4.032),
    (6.0, 3.707),
    (7.0, 3.499),
    (8.0, 3.355),
    (9.0, 3.250),
    (10.0, 3.169),
    (12.0, 3.055),
    (15.0, 2.947),
    (20.0, 2.845),
    (30.0, 2.750),
    (60.0, 2.660),
    (120.0, 2.617),
    (1_000.0, 2.581),
];

/// What is known of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The values are the same.
    Same,
    /// By chance, a change is as great in more than one of a hundred comparisons.
    Noise,
    /// The change is greater than that.
    Real,
    /// The noise is not known.
    Unknown,
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

/// Returns what is known of the change from one value to another.
fn verdict(one: &Metric, other: &Metric) -> Verdict {
    let difference = (other.value - one.value).abs();
    if difference == 0.0 {
        return Verdict::Same;
    }
    match (one.noise, other.noise) {
        (Some(one), Some(other)) => {
            if difference > critical(&one, &other) * one.error.hypot(other.error) {
                Verdict::Real
            } else {
                Verdict::Noise
            }
        }
        _ => Verdict::Unknown,
    }
}

/// Returns Student's t for the difference of two means (Welch's test).
fn critical(one: &Noise, other: &Noise) -> f64 {
    let variances = [one, other].map(|noise| noise.error.powi(2));
    let squares = variances[0].powi(2) / one.freedom + variances[1].powi(2) / other.freedom;
    let freedom = if squares > 0.0 { (variances[0] + variances[1]).powi(2) / squares } else { f64::MAX };
    let known = CRITICAL.iter().rev().find(|(of, _)| *of <= freedom + 1e-9);
    known.map_or(CRITICAL[0].1, |(_, critical)| *critical)
}

/// Returns the change of each metric that one of the runs has. Those that are 0 in both are left out.
pub fn changes(one: &Run, other: &Run) -> Vec<Change> {
    let (one, other) = (of_run(one), of_run(other));
    let first = one.iter().map(|metric| (Some(metric), other.iter().find(|of| of.name == metric.name)));
    let second = other.iter().filter(|metric| !one.iter().any(|of| of.name == metric.name)).map(|metric| (None, Some(metric)));
    let change = |(one, other): (Option<&Metric>, Option<&Metric>)| {
        let verdict = one.zip(other).map_or(Verdict::Unknown, |(one, other)| verdict(one, other));
        let values = [one, other].map(|metric| metric.map(|metric| metric.value));
        let name = one.or(other)?.name.clone();
        values.iter().flatten().any(|value| *value != 0.0).then_some(Change { name, values, verdict })
    };
    first.chain(second).filter_map(change).collect()
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
        };
        lines.push(format!("  {:<28}{cells}{change:>10}  {about}", style.name(name, 27)).trim_end().to_owned());
    }
    let real = changes.iter().filter(|change| change.verdict == Verdict::Real).count();
    let judged = changes.iter().filter(|change| matches!(change.verdict, Verdict::Real | Verdict::Noise)).count();
    lines.push(String::new());
    lines.push(format!("  {real} of {judged} changes whose noise is known are beyond it"));
    if one.repeats.len() < 2 || other.repeats.len() < 2 {
        lines.push(style.faint("  The noise is that between the frames of one run; glmeter run --repeat 10"));
        lines.push(style.faint("  measures that between runs, which is greater."));
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
