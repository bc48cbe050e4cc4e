//! The CSV file: a row a frame.

use crate::output::Output;
use crate::run::Run;
use glmeter_recording::{Frame, Recording, STATISTICS};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

/// A column: its heading with its unit, and its value.
type Column = (&'static str, fn(&Frame) -> u64);

/// The columns before the GPU times.
const COLUMNS: [Column; 21] = [
    ("context", |frame| frame.context),
    ("frame", |frame| frame.number),
    ("begin_ns", |frame| frame.begin),
    ("wall_ns", Frame::wall),
    ("cpu_ns", |frame| frame.cpu),
    ("process_cpu_ns", |frame| frame.process_cpu),
    ("swap_ns", |frame| frame.swap),
    ("own_ns", |frame| frame.own_time),
    ("draws", |frame| frame.draws),
    ("dispatches", |frame| frame.dispatches),
    ("clears", |frame| frame.clears),
    ("uploads", |frame| frame.uploads),
    ("upload_bytes", |frame| frame.upload_bytes),
    ("state_changes", |frame| frame.state_changes),
    ("queries", |frame| frame.queries),
    ("errors", |frame| frame.errors),
    ("compiles", |frame| frame.compiles),
    ("compile_ns", |frame| frame.compile_time),
    ("links", |frame| frame.links),
    ("link_ns", |frame| frame.link_time),
    ("pixels", |frame| frame.pixels),
];

/// The headings of the GPU time. Its cells are empty where it was not measured, as those of the statistics where these were not counted.
const GPU: [&str; 2] = ["gpu_ns", "gpu_uncertainty_ns"];

/// The CSV file of a run. Its rows reach the file at each tick.
pub struct Csv(BufWriter<File>);

impl Csv {
    /// Creates the file with its headings.
    pub fn create(target: &Path) -> Result<Self> {
        let mut file = BufWriter::new(File::create(target)?);
        let headings = COLUMNS.iter().map(|(heading, _)| *heading).chain(GPU).map(str::to_owned);
        let headings: Vec<String> = headings.chain(STATISTICS.iter().map(|name| name.to_lowercase())).collect();
        writeln!(file, "{}", headings.join(","))?;
        Ok(Self(file))
    }
}

impl Output for Csv {
    fn frame(&mut self, _: &Recording, frame: &Frame) -> Result<()> {
        let cell = |value: u64, is_known: bool| if is_known { value.to_string() } else { String::new() };
        let (has_gpu, has_statistics) = (frame.has(Frame::HAS_GPU), frame.has(Frame::HAS_STATISTICS));
        let cells = COLUMNS.iter().map(|(_, value)| value(frame).to_string());
        let cells = cells.chain([frame.gpu, frame.uncertainty].map(|value| cell(value, has_gpu)));
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
