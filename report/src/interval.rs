//! A line every so often while the program runs.

use crate::distribution::Values;
use crate::numbers::{milliseconds, number};
use crate::output::Output;
use crate::run::Run;
use crate::style::Style;
use glmeter_recording::{Frame, Recording};
use std::io::{Result, Write, stderr};
use std::time::{Duration, Instant};

/// A line on standard error for each interval, with the frames of all contexts that ended in it.
pub struct Interval {
    period: Duration,
    begun: Instant,
    /// When the last line was printed.
    printed: Instant,
    wall: Values,
    cpu: Values,
    gpu: Values,
    draws: u64,
    has_heading: bool,
}

impl Interval {
    /// Creates the output. The first interval begins now.
    pub fn new(period: Duration) -> Self {
        let now = Instant::now();
        Self {
            period,
            begun: now,
            printed: now,
            wall: Values::default(),
            cpu: Values::default(),
            gpu: Values::default(),
            draws: 0,
            has_heading: false,
        }
    }

    /// Returns the line of the interval that ends now, and begins the next.
    fn line(&mut self, style: Style) -> String {
        let seconds = self.printed.elapsed().as_secs_f64();
        self.printed = Instant::now();
        let [wall, cpu, gpu] = [&mut self.wall, &mut self.cpu, &mut self.gpu].map(|values| core::mem::take(values).distribution());
        let draws = core::mem::take(&mut self.draws);
        let known = |text: String, count: u64| if count == 0 { "-".to_owned() } else { text };
        let cells = [
            format!("{:.1}", self.begun.elapsed().as_secs_f64()),
            wall.count.to_string(),
            format!("{:.1}", wall.count as f64 / seconds.max(1e-3)),
            known(milliseconds(wall.mean), wall.count),
            known(milliseconds(wall.p99 as f64), wall.count),
            known(milliseconds(cpu.mean), cpu.count),
            known(milliseconds(gpu.mean), gpu.count),
            known(number(draws as f64 / wall.count.max(1) as f64), wall.count),
        ];
        let row = |cells: [&str; 8]| {
            let cells: String = cells.iter().map(|cell| format!(" {cell:>8}")).collect();
            format!("{cells}\n")
        };
        let heading = row(["seconds", "frames", "a second", "wall, ms", "p99", "CPU, ms", "GPU, ms", "draws"]);
        let heading = if core::mem::replace(&mut self.has_heading, true) { String::new() } else { style.bold(&heading) };
        heading + &row(cells.each_ref().map(String::as_str))
    }

    /// Prints the line.
    fn print(&mut self) -> Result<()> {
        let line = self.line(Style::of_standard_error());
        stderr().write_all(line.as_bytes())
    }
}

impl Output for Interval {
    fn frame(&mut self, _: &Recording, frame: &Frame) -> Result<()> {
        if frame.has(Frame::IS_REST) {
            return Ok(());
        }
        self.wall.add(frame.wall());
        self.cpu.add(frame.cpu);
        if frame.has(Frame::HAS_GPU) {
            self.gpu.add(frame.gpu);
        }
        self.draws += frame.draws;
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        Some(self.period)
    }

    fn tick(&mut self, _: &Run) -> Result<()> {
        self.print()
    }

    fn finish(&mut self, _: &Run) -> Result<()> {
        self.print()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_interval_has_its_own_frames() {
        let recording = Recording::private(glmeter_recording::Options::default()).unwrap();
        let mut interval = Interval::new(Duration::from_secs(1));
        let frame = Frame { end: 16_000_000, cpu: 2_000_000, draws: 40, ..Frame::default() };
        interval.frame(&recording, &frame).unwrap();
        interval.frame(&recording, &Frame { draws: 20, ..frame }).unwrap();
        let text = interval.line(Style::default());
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((lines.len(), lines[1][1], &lines[1][3..]), (2, "2", ["16.000", "16.000", "2.000", "-", "30"].as_slice()));
        let text = interval.line(Style::default());
        let cells: Vec<&str> = text.split_whitespace().collect();
        assert_eq!((text.lines().count(), cells[1], &cells[3..]), (1, "0", ["-"; 5].as_slice()));
        assert!(text.lines().all(|line| line.len() <= 80));
    }
}
