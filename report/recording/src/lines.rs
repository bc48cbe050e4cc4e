//! The figures of a recording as lines of text, which both the library and the command print.

use crate::recording::{Recording, Totals};
use crate::scope::{ScopeFigures, ScopeKind};
use crate::terminal::printable;

/// Returns a time in milliseconds.
fn milliseconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e6
}

/// Returns the sum of GPU times, their mean, and its uncertainty behind `plus_minus`. `each` says of what the mean is.
fn gpu_time(timed: u64, of: &str, each: &str, sum: u64, uncertainty: u64, plus_minus: &str) -> String {
    if timed == 0 {
        return "; GPU time: not measured".to_owned();
    }
    let mean = |sum: u64| milliseconds(sum) / timed as f64;
    // The driver's own timers report no uncertainty.
    let exactness = if uncertainty > 0 { format!(", {plus_minus} {:.3}", mean(uncertainty)) } else { String::new() };
    format!("; GPU time {:.1} ms over {timed} {of} ({:.3} ms {each}{exactness})", milliseconds(sum), mean(sum))
}

/// The sums of frames that one line tells. Times are nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// The number of all frames.
    pub frames: u64,
    /// The time that they took.
    pub wall_time: u64,
    /// The mean time of a frame, without the first ones.
    pub mean: f64,
    /// The number of frames whose GPU time was measured, without the first ones.
    pub timed_frames: u64,
    /// The sum of these frames' GPU times.
    pub gpu_time: u64,
    /// The sum of the uncertainties of the GPU times; 0 if the driver's own timer measured them.
    pub uncertainty: u64,
    /// The mean wall time of the frames whose GPU time was measured, if they are a sample.
    pub timed_wall_time: Option<f64>,
}

impl Line {
    /// Returns the sums of all frames as a line.
    fn of(totals: &Totals) -> Self {
        let Totals { frames, wall_time, timed_frames, gpu_time, uncertainty, first, .. } = *totals;
        // A run of first frames alone is measured by what there is.
        let (others, others_wall) = match frames > first.frames {
            true => (frames - first.frames, wall_time.saturating_sub(first.wall_time)),
            false => (frames, wall_time),
        };
        let (timed_frames, gpu_time, uncertainty) = match timed_frames > first.timed_frames {
            true => {
                (timed_frames - first.timed_frames, gpu_time.saturating_sub(first.gpu_time), uncertainty.saturating_sub(first.uncertainty))
            }
            false => (timed_frames, gpu_time, uncertainty),
        };
        let mean = others_wall as f64 / others.max(1) as f64;
        Self { frames, wall_time, mean, timed_frames, gpu_time, uncertainty, timed_wall_time: None }
    }

    /// Returns the text. `plus_minus` is the sign before an uncertainty.
    pub fn text(&self, plus_minus: &str) -> String {
        let per_frame = self.mean / 1e6;
        let rate = 1e3 / per_frame.max(1e-9);
        let seconds = milliseconds(self.wall_time) / 1e3;
        let line = format!("glmeter: {} frames in {seconds:.3} s ({per_frame:.3} ms a frame, {rate:.1} a second)", self.frames);
        let each = self.timed_wall_time.map_or_else(|| "a frame".to_owned(), |wall| format!("of {:.3} ms a frame", wall / 1e6));
        line + &gpu_time(self.timed_frames, "frames", &each, self.gpu_time, self.uncertainty, plus_minus)
    }
}

/// Returns the sums of all frames in one line. The first frame of each context is in no mean. `plus_minus` is the sign before an uncertainty.
pub fn frames_line(totals: &Totals, plus_minus: &str) -> String {
    if !totals.is_used {
        return "glmeter: the program used no GL context".to_owned();
    }
    if totals.frames == 0 {
        return "glmeter: the program used GL and never swapped buffers".to_owned();
    }
    Line::of(totals).text(plus_minus)
}

/// Returns the figures of a section in one line. `plus_minus` is the sign before an uncertainty.
pub fn section_line(path: &str, figures: &ScopeFigures, plus_minus: &str) -> String {
    let each = milliseconds(figures.wall_time) / figures.times.max(1) as f64;
    let path = printable(path);
    let line = format!("glmeter: section {path}: {} times in {:.1} ms ({each:.3} ms each)", figures.times, milliseconds(figures.wall_time));
    line + &gpu_time(figures.timed, "times", "each", figures.gpu_time, figures.uncertainty, plus_minus)
}

impl Recording {
    /// Returns the path and the figures of each section that has ended, those inside another behind it.
    pub fn ended_sections(&self) -> Vec<(String, ScopeFigures)> {
        let sections = self.scopes().filter(|(_, scope)| scope.kind == ScopeKind::Section && scope.figures.times > 0);
        let mut sections: Vec<_> = sections.map(|(number, scope)| (self.path(number), scope.figures)).collect();
        sections.sort_by(|(one, _), (other, _)| one.cmp(other));
        sections
    }

    /// Returns the sums in lines: one for the frames, and one for each named section. `plus_minus` is the sign before an uncertainty.
    pub fn lines(&self, plus_minus: &str) -> String {
        let sections = self.ended_sections().into_iter().map(|(path, figures)| section_line(&path, &figures, plus_minus));
        core::iter::once(frames_line(&self.totals(), plus_minus)).chain(sections).collect::<Vec<_>>().join("\n")
    }
}
