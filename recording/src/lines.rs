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

/// Returns the sums of all frames in one line. `plus_minus` is the sign before an uncertainty.
pub fn frames_line(totals: &Totals, plus_minus: &str) -> String {
    if !totals.is_used {
        return "glmeter: the program used no GL context".to_owned();
    }
    if totals.frames == 0 {
        return "glmeter: the program used GL and never swapped buffers".to_owned();
    }
    let per_frame = milliseconds(totals.wall_time) / totals.frames as f64;
    let rate = 1e3 / per_frame.max(1e-9);
    let seconds = milliseconds(totals.wall_time) / 1e3;
    let line = format!("glmeter: {} frames in {seconds:.3} s ({per_frame:.3} ms a frame, {rate:.1} a second)", totals.frames);
    line + &gpu_time(totals.timed_frames, "frames", "a frame", totals.gpu_time, totals.uncertainty, plus_minus)
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
