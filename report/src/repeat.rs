//! Several runs of a program.

use crate::metrics::{deviation, mean, median};
use crate::numbers::number;
use crate::style::Style;
use std::collections::BTreeMap;

/// The modified Z-score from which on a run is an outlier (Iglewicz and Hoaglin).
const OUTLIER: f64 = 3.5;
/// A value's distance from the median in median deviations, times this, is its modified Z-score.
const SCALE: f64 = 0.6745;
/// The least relative distance of an outlier from the median.
const LEAST_DISTANCE: f64 = 0.02;
/// The metrics by which a run is an outlier.
const JUDGED: [&str; 3] = ["wall time, ms", "CPU, thread, ms", "GPU, ms"];

/// Returns the table of the metrics over several runs, and what is strange about them.
pub fn lines(runs: &[BTreeMap<String, f64>], style: Style) -> Vec<String> {
    let columns: String = ["mean", "deviation", "least", "greatest"].map(|column| format!("{column:>11}")).concat();
    let title = format!("{:<34}", format!("over {} runs", runs.len()));
    let mut lines = vec![String::new(), format!("  {}{columns}", style.bold(&title))];
    let mut names: Vec<&String> = runs.iter().flat_map(BTreeMap::keys).collect();
    names.sort_by_key(|name| (order(name), name.trim_end_matches(", ms")));
    names.dedup();
    for name in names {
        let values: Vec<f64> = runs.iter().filter_map(|run| run.get(name).copied()).collect();
        let [least, greatest] = [f64::min, f64::max].map(|better| values.iter().copied().reduce(better).unwrap_or_default());
        if greatest == 0.0 && least == 0.0 {
            continue;
        }
        let deviation = format!("{} {}", style.plus_minus(), number(deviation(&values)));
        let cells = format!("{:>11}{deviation:>11}{:>11}{:>11}", number(mean(&values)), number(least), number(greatest));
        let missing = runs.len() - values.len();
        let missing = if missing > 0 { format!("  not in {missing}") } else { String::new() };
        lines.push(format!("  {:<34}{cells}{missing}", style.name(name, 33)));
    }
    let warnings = warnings(runs);
    if !warnings.is_empty() {
        lines.push(String::new());
        lines.extend(warnings.into_iter().map(|warning| format!("  {warning}")));
    }
    lines
}

/// Returns the place of a metric: times first.
fn order(name: &str) -> usize {
    ["wall time", "swap", "CPU, thread", "CPU, process", "GPU"].iter().position(|first| name.starts_with(first)).unwrap_or(usize::MAX)
}

/// Returns a line for each metric of which a run is unlike the others.
fn warnings(runs: &[BTreeMap<String, f64>]) -> Vec<String> {
    let warning = |name: &&str| {
        let values: Vec<(usize, f64)> =
            runs.iter().enumerate().filter_map(|(run, metrics)| Some((run + 1, *metrics.get(*name)?))).collect();
        let outliers = outliers(&values);
        let of = name.trim_end_matches(", ms");
        match outliers.as_slice() {
            [] => None,
            [(1, value)] if *value > median(&values.iter().map(|(_, value)| *value).collect::<Vec<_>>()) => Some(format!(
                "warning: {of}: the first run took longer than the others: caches were cold, or\n  the machine was busy; run the program once before"
            )),
            outliers => {
                let runs: Vec<String> = outliers.iter().map(|(run, _)| run.to_string()).collect();
                let runs = format!("run{} {}", if outliers.len() == 1 { "" } else { "s" }, runs.join(", "));
                Some(format!("warning: {of}: {runs} unlike the others: something else may have kept the machine\n  busy"))
            }
        }
    };
    JUDGED.iter().filter_map(warning).collect()
}

/// Returns the values that are far from most others.
fn outliers(values: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let only: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
    if only.len() < 3 {
        return Vec::new();
    }
    let middle = median(&only);
    let distances: Vec<f64> = only.iter().map(|value| (value - middle).abs()).collect();
    let usual = median(&distances);
    let is_outlier = |value: f64| {
        let distance = (value - middle).abs();
        distance > LEAST_DISTANCE * middle.abs() && SCALE * distance > OUTLIER * usual
    };
    values.iter().copied().filter(|(_, value)| is_outlier(*value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(walls: &[f64]) -> Vec<BTreeMap<String, f64>> {
        walls.iter().map(|wall| BTreeMap::from([("wall time, ms".to_owned(), *wall), ("draws".to_owned(), 3.0)])).collect()
    }

    #[test]
    fn mean_deviation_and_ends_over_the_runs() {
        let text = lines(&runs(&[16.0, 17.0, 18.0]), Style::default());
        let cells = |line: &str| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(cells(&text[1]), ["over 3 runs", "mean", "deviation", "least", "greatest"]);
        assert_eq!(cells(&text[2]), ["wall time, ms", "17", "+- 1", "16", "18"]);
        assert_eq!((cells(&text[3]), text.len()), (["draws", "3", "+- 0", "3", "3"].map(str::to_owned).to_vec(), 4));
        assert!(text.iter().all(|line| line.len() <= 80));
    }

    #[test]
    fn a_run_unlike_the_others_is_told() {
        let of = |walls: &[f64]| warnings(&runs(walls));
        assert!(of(&[16.0, 16.1, 16.2, 16.1, 16.0]).is_empty());
        assert!(of(&[16.0, 16.0, 16.0, 16.1]).is_empty(), "half a percent is nothing");
        assert!(of(&[30.0, 16.1, 16.2, 16.1, 16.0])[0].contains("the first run"));
        assert!(of(&[16.0, 16.1, 40.0, 16.1, 16.0])[0].contains("run 3 unlike"));
        assert!(of(&[16.0, 40.0]).is_empty());
    }
}
