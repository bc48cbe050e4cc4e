//! The table of errors: a line for each source and a column for each amount of work.

use crate::child::{DRAWS, Read, Sample, Timer};
use crate::sources::{Driver, SOURCES};
use crate::stated::{COLUMNS, compare};
use std::fmt;

/// The time from which on work counts as long, nanoseconds.
const LONG: f64 = 10e6;
/// The goal for long work, as a fraction of the truth.
const LONG_GOAL: f64 = 0.02;
/// The goal for other work, nanoseconds.
const SHORT_GOAL: f64 = 100e3;

/// All samples, by source.
pub(crate) struct Table {
    samples: [Vec<Sample>; SOURCES.len()],
}

/// A cell: the errors of one source for one amount of work, smallest first.
struct Cell {
    /// The median wall time.
    truth: f64,
    /// Errors in nanoseconds or, for long work, as fractions of the truth.
    errors: Vec<f64>,
}

impl Cell {
    /// Returns the cell of these samples; `None` without samples.
    fn of(samples: &[&Sample]) -> Option<Self> {
        let truth = median(samples.iter().map(|sample| sample.truth).collect())?;
        let scale = |sample: &Sample| if truth >= LONG { sample.truth } else { 1.0 };
        let mut errors: Vec<f64> = samples.iter().map(|sample| (sample.measured - sample.truth) / scale(sample)).collect();
        errors.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
        Some(Self { truth, errors })
    }

    /// Returns the median and the worst error.
    fn pair(&self) -> (f64, f64) {
        (self.errors.get(self.errors.len() / 2).copied().unwrap_or(0.0), self.errors.last().copied().unwrap_or(0.0))
    }

    /// Returns the goal for the errors.
    fn goal(&self) -> f64 {
        if self.truth >= LONG { LONG_GOAL } else { SHORT_GOAL }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (middle, worst) = self.pair();
        let mark = match (middle.abs() < self.goal(), worst.abs() < self.goal()) {
            (true, true) => "ok",
            (true, false) => "~ ",
            (false, _) => "NO",
        };
        let text = if self.truth >= LONG {
            format!("{:+.2}/{:+.2} %", middle * 100.0, worst * 100.0)
        } else {
            format!("{:+.0}/{:+.0} µs", middle / 1e3, worst / 1e3)
        };
        out.pad(&format!("{text} {mark}"))
    }
}

/// Returns the median; `None` without numbers.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

impl Table {
    /// Creates an empty table.
    pub(crate) fn new() -> Self {
        Self { samples: [const { Vec::new() }; SOURCES.len()] }
    }

    /// Adds samples of a source.
    pub(crate) fn add(&mut self, source: usize, samples: impl IntoIterator<Item = Sample>) {
        self.samples[source].extend(samples);
    }

    /// Returns the samples of a cell.
    fn select(&self, source: usize, timer: Timer, read: Read, draws: u32) -> Vec<&Sample> {
        self.samples[source].iter().filter(|sample| (sample.timer, sample.read, sample.draws) == (timer, read, draws)).collect()
    }

    /// Returns a line for each cell of the table in docs/performance.md, which says whether the median is within twice the stated error.
    pub(crate) fn against_the_document(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, row) in SOURCES.iter().enumerate().filter_map(|(number, source)| Some((number, source.stated?))) {
            for (column, draws) in COLUMNS.into_iter().enumerate() {
                let samples: Vec<_> = self.select(number, Timer::Elapsed, Read::AtOnce, draws).into_iter().copied().collect();
                lines.push(compare(row, column, &samples, 2.0).0);
            }
        }
        lines
    }

    /// Returns the time of a column's work on a driver without queries.
    fn alone(&self, driver: Driver, draws: u32) -> f64 {
        let of_driver = SOURCES.iter().zip(&self.samples).filter(|(source, _)| source.driver == driver);
        let all = of_driver.flat_map(|(_, samples)| samples).filter(|sample| sample.draws == draws);
        median(all.map(|sample| sample.alone).collect()).unwrap_or(0.0)
    }

    /// Returns the wall time that a pair of queries adds to the smallest amount of work, nanoseconds.
    fn added(&self, source: usize, timer: Timer, read: Read) -> f64 {
        let added = self.select(source, timer, read, DRAWS[0]).iter().map(|sample| sample.truth - sample.alone).collect();
        median(added).unwrap_or(0.0)
    }

    /// Writes the part of the table for one timer and read.
    fn part(&self, out: &mut fmt::Formatter<'_>, timer: Timer, read: Read) -> fmt::Result {
        let what = match timer {
            Timer::Elapsed => "TIME_ELAPSED",
            Timer::Stamps => "two TIMESTAMPs",
        };
        let when = match read {
            Read::AtOnce => "read at once",
            Read::Later => "polled a frame later",
        };
        write!(out, "\n{:32}", format!("{what}, {when}"))?;
        for draws in DRAWS {
            write!(out, "{:>22}", format!("{draws} draws"))?;
        }
        write!(out, "{:>12}", "adds")?;
        for (number, source) in SOURCES.iter().enumerate() {
            write!(out, "\n{:32}", source.name)?;
            for draws in DRAWS {
                match Cell::of(&self.select(number, timer, read, draws)) {
                    Some(cell) => write!(out, "{cell:>22}")?,
                    None => write!(out, "{:>22}", "-")?,
                }
            }
            write!(out, "{:>12}", format!("{:.0} µs", self.added(number, timer, read) / 1e3))?;
        }
        writeln!(out)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "Each cell: the median and the worst error, in µs, or in % if the work takes over 10 ms;")?;
        writeln!(
            out,
            "ok: both are under 100 µs or 2 %; ~: only the median is; NO: neither is. adds: what the queries add to the wall time of one draw (median).\n"
        )?;
        for driver in Driver::ALL {
            write!(out, "{:32}", format!("{} without queries", driver.name()))?;
            for draws in DRAWS {
                write!(out, "{:>22}", format!("{:.3} ms", self.alone(driver, draws) / 1e6))?;
            }
            writeln!(out)?;
        }
        for timer in [Timer::Elapsed, Timer::Stamps] {
            for read in [Read::AtOnce, Read::Later] {
                self.part(out, timer, read)?;
            }
        }
        Ok(())
    }
}
