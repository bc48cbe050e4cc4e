//! The CSV files: a row a frame, and a row a draw.

use crate::output::{Output, create};
use crate::run::Run;
use glmeter_recording::terminal::printable;
use glmeter_recording::{Count, Counts, Frame, Recording, STATISTICS, Span};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

/// A column: its heading with its unit, and its value.
type Column = (&'static str, fn(&Frame) -> u64);

/// The columns before the counts.
const COLUMNS: [Column; 9] = [
    ("context", |frame| frame.context),
    ("frame", |frame| frame.number),
    ("rest", |frame| frame.has(Frame::IS_REST).into()),
    ("begin_ns", |frame| frame.begin),
    ("wall_ns", Frame::wall),
    ("cpu_ns", |frame| frame.cpu),
    ("process_cpu_ns", |frame| frame.process_cpu),
    ("swap_ns", |frame| frame.swap),
    ("own_ns", |frame| frame.own_time),
];

/// Returns the heading of a count.
fn heading(count: &Count) -> String {
    let name = count.name_with_unit();
    // "link_ns" is the time of the linker.
    name.replace("_time_ns", "_ns")
}

/// The columns of the GPU time. Its cells are empty where it was not measured, as those of the statistics where these were not counted.
const GPU: [Column; 3] = [
    ("gpu_ns", |frame| frame.gpu),
    ("gpu_uncertainty_ns", |frame| frame.uncertainty),
    ("gpu_has_waits", |frame| frame.has(Frame::GPU_HAS_WAITS).into()),
];

/// The CSV file of a run. Its rows reach the file at each tick.
pub struct Csv(BufWriter<File>);

impl Csv {
    /// Creates the file with its headings.
    pub fn create(target: &Path) -> Result<Self> {
        let mut file = BufWriter::new(create(target)?);
        let headings = COLUMNS.iter().map(|(heading, _)| (*heading).to_owned()).chain(Counts::ALL.iter().map(heading));
        let headings = headings.chain(["pixels"].into_iter().chain(GPU.iter().map(|(heading, _)| *heading)).map(str::to_owned));
        let headings: Vec<String> = headings.chain(STATISTICS.iter().map(|name| name.to_lowercase())).collect();
        writeln!(file, "{}", headings.join(","))?;
        Ok(Self(file))
    }
}

impl Output for Csv {
    fn frame(&mut self, _: &Recording, frame: &Frame) -> Result<()> {
        let cell = |value: u64, is_known: bool| if is_known { value.to_string() } else { String::new() };
        let (has_gpu, has_statistics) = (frame.has(Frame::HAS_GPU), frame.has(Frame::HAS_STATISTICS));
        let values = COLUMNS.iter().map(|(_, value)| value(frame)).chain(frame.counts.values()).chain([frame.pixels]);
        let cells = values.map(|value| value.to_string());
        let cells = cells.chain(GPU.iter().map(|(_, value)| cell(value(frame), has_gpu)));
        let cells: Vec<String> = cells.chain(frame.statistics.map(|count| cell(count, has_statistics))).collect();
        writeln!(self.0, "{}", cells.join(","))
    }

    fn tick(&mut self, _: &Run) -> Result<()> {
        self.0.flush()
    }

    fn finish(&mut self, _: &Run) -> Result<()> {
        self.0.flush()
    }
}

/// The CSV file of each draw's and dispatch's time and statistics. Its rows reach the file at each tick.
pub struct Draws(BufWriter<File>);

impl Draws {
    /// Creates the file with its headings.
    pub fn create(target: &Path) -> Result<Self> {
        let mut file = BufWriter::new(create(target)?);
        let headings = ["context", "frame", "draw", "program", "gpu_begin_ns", "gpu_ns"].map(str::to_owned);
        let headings: Vec<String> = headings.into_iter().chain(STATISTICS.iter().map(|name| name.to_lowercase())).collect();
        writeln!(file, "{}", headings.join(","))?;
        Ok(Self(file))
    }
}

/// Returns a cell with any text. Spreadsheets show it as text, also if it begins like a formula.
fn quoted(text: &str) -> String {
    let text = printable(text);
    // Spreadsheets skip blanks before a formula, and some read the wide forms of its signs.
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@', '|', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    format!("\"{}{}\"", if is_formula { "'" } else { "" }, text.replace('"', "\"\""))
}

impl Output for Draws {
    fn frame(&mut self, _: &Recording, _: &Frame) -> Result<()> {
        Ok(())
    }

    fn span(&mut self, recording: &Recording, span: &Span) -> Result<()> {
        if span.draw == 0 {
            return Ok(());
        }
        let numbers = [span.context, span.frame, span.draw].map(|number| number.to_string());
        let times = [span.begin, span.end.saturating_sub(span.begin)].map(|time| time.to_string());
        let program = usize::try_from(span.scope).map_or_else(|_| String::new(), |scope| recording.path(scope));
        let cell = |count: u64| if span.has_statistics == 0 { String::new() } else { count.to_string() };
        let cells = numbers.into_iter().chain([quoted(&program)]).chain(times).chain(span.statistics.map(cell));
        writeln!(self.0, "{}", cells.collect::<Vec<_>>().join(","))
    }

    fn tick(&mut self, _: &Run) -> Result<()> {
        self.0.flush()
    }

    fn finish(&mut self, _: &Run) -> Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_time_from_first_to_last_command_is_told() {
        let path = std::env::temp_dir().join(format!("glmeter-csv-{}", std::process::id()));
        let recording = Recording::private(glmeter_recording::Options::default()).unwrap();
        let mut csv = Csv::create(&path).unwrap();
        for flags in [0, Frame::HAS_GPU, Frame::HAS_GPU | Frame::GPU_HAS_WAITS] {
            csv.frame(&recording, &Frame { flags, gpu: 5, ..Frame::default() }).unwrap();
        }
        csv.finish(&Run::default()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
        let column = |name| rows[0].iter().position(|heading| *heading == name).unwrap();
        let (gpu, waits) = (column("gpu_ns"), column("gpu_has_waits"));
        let cells: Vec<_> = rows[1..].iter().map(|row| (row[gpu], row[waits])).collect();
        assert_eq!(cells, [("", ""), ("5", "0"), ("5", "1")]);
    }

    #[test]
    fn no_cell_is_a_formula() {
        let cells = ["=1+1", "@a", "+1", "-1", " =1", "a=1", "a \"b\"", "sky\u{1b}[0m"].map(quoted);
        assert_eq!(cells, [r#""'=1+1""#, r#""'@a""#, r#""'+1""#, r#""'-1""#, r#""' =1""#, r#""a=1""#, r#""a ""b""""#, r#""sky?[0m""#]);
    }
}
