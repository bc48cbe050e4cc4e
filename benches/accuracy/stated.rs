//! Compares measured errors with those that docs/performance.md states.

use crate::child::Sample;
use std::fmt;

/// The draws of each column of the document's table.
pub(crate) const COLUMNS: [u32; 4] = [1, 16, 256, 1400];

/// A signed error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Error {
    Microseconds(f64),
    Percent(f64),
}

impl Error {
    /// Parses a cell of the document.
    fn read(text: &str) -> Option<Self> {
        let (number, unit) = text.trim().split_once(' ')?;
        let number = number.parse().ok()?;
        match unit {
            "µs" => Some(Self::Microseconds(number)),
            "%" => Some(Self::Percent(number)),
            _ => None,
        }
    }

    /// Returns the median error of samples of the same work, in the unit of this error.
    fn measured(self, samples: &[Sample]) -> Self {
        let mut errors: Vec<f64> = samples
            .iter()
            .map(|sample| match self {
                Self::Microseconds(_) => (sample.measured - sample.truth) / 1e3,
                Self::Percent(_) => (sample.measured - sample.truth) / sample.truth * 100.0,
            })
            .collect();
        errors.sort_by(f64::total_cmp);
        let median = errors.get(errors.len() / 2).copied().unwrap_or(f64::INFINITY);
        match self {
            Self::Microseconds(_) => Self::Microseconds(median),
            Self::Percent(_) => Self::Percent(median),
        }
    }

    /// Returns true if `measured` is at most `times` this error. A stated error below the measurable minimum counts as the minimum.
    fn bounds(self, measured: Self, times: f64) -> bool {
        match (self, measured) {
            (Self::Microseconds(stated), Self::Microseconds(measured)) => measured.abs() <= times * stated.abs().max(10.0),
            (Self::Percent(stated), Self::Percent(measured)) => measured.abs() <= times * stated.abs().max(0.1),
            _ => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Microseconds(number) => write!(out, "{number:+.0} µs"),
            Self::Percent(number) => write!(out, "{number:+.1} %"),
        }
    }
}

/// Returns the document's errors of a source, by the first cell of its row.
pub(crate) fn stated(row: &str) -> [Error; COLUMNS.len()] {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/performance.md");
    let text = std::fs::read_to_string(path).expect("docs/performance.md");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("| {row} |"))).unwrap_or_else(|| panic!("no row {row:?} in {path}"));
    let errors: Vec<_> = line.trim_end_matches('|').split('|').filter_map(Error::read).collect();
    errors.try_into().unwrap_or_else(|errors| panic!("the row {row:?} has not an error in each column: {errors:?}"))
}

/// Compares one column of a source. Returns a line for the output, and true if the median error is at most `times` the stated one.
pub(crate) fn compare(row: &str, column: usize, samples: &[Sample], times: f64) -> (String, bool) {
    let stated = stated(row)[column];
    let measured = stated.measured(samples);
    let within = stated.bounds(measured, times);
    let word = if within { "within" } else { "NOT within" };
    let line =
        format!("{row}, {} draws: {measured}, {word} {times} times the stated {stated} ({} samples)", COLUMNS[column], samples.len());
    (line, within)
}
