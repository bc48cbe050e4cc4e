//! The summary of a run as text of 80 columns.

mod context;
mod histogram;

use crate::numbers::counted;
use crate::output::{Output, create};
use crate::run::{Context, Run, Scope};
use crate::style::Style;
use glmeter_recording::{Frame, Line, Recording, ScopeFigures, Totals, frames_line, section_line};
use std::io::{Result, Write};
use std::path::Path;
use std::time::Duration;

/// The contexts that are described in full; the others are named.
const MOST_CONTEXTS: usize = 4;

/// The summary on standard error or in a file.
pub struct Summary {
    target: Box<dyn Write + Send>,
    style: Style,
    /// It says nothing of a program without GL: the command knows more of that.
    is_of_gl_alone: bool,
}

impl Summary {
    /// Creates a summary on standard error: with colour on a terminal. It says nothing of a program without GL.
    pub fn on_standard_error() -> Self {
        Self { target: Box::new(std::io::stderr()), style: Style::of_standard_error(), is_of_gl_alone: true }
    }

    /// Creates a summary in a file.
    pub fn create(file: &Path) -> Result<Self> {
        Ok(Self { target: Box::new(create(file)?), style: Style::of_file(), is_of_gl_alone: false })
    }
}

impl Output for Summary {
    fn frame(&mut self, _: &Recording, _: &Frame) -> Result<()> {
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        None
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        if self.is_of_gl_alone && !run.is_used {
            return Ok(());
        }
        // At once, so that other output does not come between.
        self.target.write_all(text(run, self.style).as_bytes())?;
        self.target.flush()
    }
}

/// Returns the sums of a run in one line: of all contexts of a frame together. The first frames are in no mean.
pub fn head(run: &Run, style: Style) -> String {
    let measured: Vec<&Context> = run.measured().collect();
    if measured.is_empty() {
        let totals = Totals {
            is_used: run.is_used,
            frames: run.frames,
            wall_time: run.wall,
            timed_frames: run.timed_frames,
            gpu_time: run.gpu_time,
            uncertainty: run.gpu_time_uncertainty,
            ..Totals::default()
        };
        return frames_line(&totals, style.plus_minus());
    }
    let sum = |of: fn(&Context) -> f64| measured.iter().map(|context| of(context)).sum::<f64>();
    let timed_frames = measured.iter().map(|context| context.gpu_time.count).sum::<u64>();
    let is_sample = timed_frames > 0 && measured.iter().any(|context| context.gpu_time.count < context.wall_time.count);
    let timed_wall_time = sum(|context| context.gpu_wall_time * context.gpu_time.count as f64) / timed_frames.max(1) as f64;
    // Processes and threads show frames at the same time: their rates add up.
    let rate = sum(|context| 1.0 / context.wall_time.mean.max(1.0));
    let line = Line {
        frames: run.frames,
        wall_time: run.wall,
        mean: 1.0 / rate,
        timed_frames,
        gpu_time: sum(|context| context.gpu_time.mean * context.gpu_time.count as f64).round() as u64,
        uncertainty: sum(|context| context.gpu_time_uncertainty * context.gpu_time.count as f64).round() as u64,
        timed_wall_time: is_sample.then_some(timed_wall_time),
    };
    line.text(style.plus_minus())
}

/// Returns the line of a section.
fn section(scope: &Scope, style: Style) -> String {
    let Scope { path, times, wall_time, timed, gpu_time, gpu_time_uncertainty, draws } = scope;
    let figures = ScopeFigures {
        times: *times,
        wall_time: *wall_time,
        timed: *timed,
        gpu_time: *gpu_time,
        uncertainty: *gpu_time_uncertainty,
        draws: *draws,
    };
    section_line(path, &figures, style.plus_minus())
}

/// Returns true if there is more to say of a context than that it exists.
fn has_news(context: &Context) -> bool {
    context.wall_time.count > 0 || context.rest.frames > 0 || !context.errors.is_empty()
}

/// Returns the summary.
pub fn text(run: &Run, style: Style) -> String {
    let mut lines = vec![head(run, style)];
    lines.extend(run.sections.iter().map(|scope| section(scope, style)));
    let mut contexts: Vec<_> = run.contexts.iter().filter(|context| has_news(context)).collect();
    contexts.sort_by_key(|context| core::cmp::Reverse(context.frames));
    let has_several = run.contexts.len() > 1;
    for process in &run.processes {
        lines.push(String::new());
        lines.extend(context::together(process, style));
    }
    for context in contexts.iter().take(MOST_CONTEXTS) {
        lines.push(String::new());
        lines.extend(context::lines(context, has_several, style));
    }
    let others: Vec<String> = contexts.iter().skip(MOST_CONTEXTS).map(|context| context::other(context, style)).collect();
    let frameless = run.contexts.len() - contexts.len();
    if !others.is_empty() || frameless > 0 && !contexts.is_empty() {
        lines.push(String::new());
        lines.extend(others);
    }
    if frameless > 0 && !contexts.is_empty() {
        lines.push(format!("  {} without work", counted(frameless as u64, "context")));
    }
    if run.lost_frames > 0 {
        lines.push(String::new());
        lines.push(format!("  {} frames came too fast to be read one by one: they are in the first line alone", run.lost_frames));
    }
    if run.lost_scopes > 0 {
        lines.push(String::new());
        lines.push(format!("  {} times work has no group, pass or program here: there are too many different names", run.lost_scopes));
    }
    if run.lost_draws > 0 {
        lines.push(String::new());
        lines.push(format!("  {} draws have no group, pass or program here: their frames changed them too often before", run.lost_draws));
    }
    if let Some(overhead) = &run.overhead {
        lines.extend(context::overhead(overhead, contexts.first().copied(), style));
    }
    if run.repeats.len() > 1 {
        lines.extend(crate::repeat::lines(&run.repeats, style));
    }
    if let Some(hash) = &run.picture_hash {
        lines.push(String::new());
        lines.push(format!("  picture hash {hash}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

#[cfg(test)]
mod tests;
