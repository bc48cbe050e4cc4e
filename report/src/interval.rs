//! A line every so often while the program runs.

use crate::distribution::Values;
use crate::numbers::{grouped, milliseconds, number};
use crate::output::Output;
use crate::run::{Apart, Run};
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
    /// What all contexts had done without a swap until the last line.
    rest: Apart,
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
            rest: Apart::default(),
            has_heading: false,
        }
    }

    /// Returns the line of the interval that ends now, and begins the next. A program that did not swap gets a second one, which tells what it did
    /// meanwhile.
    fn line(&mut self, run: &Run, style: Style) -> String {
        let mut rest = Apart::default();
        run.contexts.iter().for_each(|context| rest.join(&context.rest));
        let before = core::mem::replace(&mut self.rest, rest.clone());
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
        let line = heading + &row(cells.each_ref().map(String::as_str));
        match without_swap(&before, &rest) {
            done if wall.count == 0 && !done.is_empty() => line + &format!("          {done}\n"),
            _ => line,
        }
    }

    /// Prints the line.
    fn print(&mut self, run: &Run) -> Result<()> {
        let line = self.line(run, Style::of_standard_error());
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
        self.draws += frame.counts.draws;
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        Some(self.period)
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        self.print(run)
    }

    fn finish(&mut self, run: &Run) -> Result<()> {
        self.print(run)
    }
}

/// Returns what was done from one sum of work without a swap to the next; nothing if that is nothing.
pub(crate) fn without_swap(before: &Apart, now: &Apart) -> String {
    let more = |name: &str| {
        let of = |rest: &Apart| rest.counts.get(name).copied().unwrap_or_default();
        of(now).saturating_sub(of(before))
    };
    let counts = [("draws", "draw"), ("dispatches", "dispatch"), ("clears", "clear"), ("uploads", "upload")];
    let counts = counts.into_iter().map(|(name, one)| (more(name), name, one)).filter(|(count, ..)| *count > 0);
    let mut done: Vec<String> =
        counts.map(|(count, many, one)| if count == 1 { format!("1 {one}") } else { format!("{} {many}", grouped(count)) }).collect();
    let gpu = now.gpu_time.saturating_sub(before.gpu_time);
    if gpu > 0 {
        done.push(format!("GPU {} ms", milliseconds(gpu as f64)));
    }
    if done.is_empty() { String::new() } else { format!("without a swap: {}", done.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Context;
    use glmeter_recording::Counts;

    #[test]
    fn each_interval_has_its_own_frames() {
        let recording = Recording::private(glmeter_recording::Options::default()).unwrap();
        let mut interval = Interval::new(Duration::from_secs(1));
        let frame = Frame { counts: Counts { draws: 40, ..Counts::NONE }, end: 16_000_000, cpu: 2_000_000, ..Frame::default() };
        interval.frame(&recording, &frame).unwrap();
        interval.frame(&recording, &Frame { counts: Counts { draws: 20, ..Counts::NONE }, ..frame }).unwrap();
        let text = interval.line(&Run::default(), Style::default());
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!((lines.len(), lines[1][1], &lines[1][3..]), (2, "2", ["16.000", "16.000", "2.000", "-", "30"].as_slice()));
        let text = interval.line(&Run::default(), Style::default());
        let cells: Vec<&str> = text.split_whitespace().collect();
        assert_eq!((text.lines().count(), cells[1], &cells[3..]), (1, "0", ["-"; 5].as_slice()));
        assert!(text.lines().all(|line| line.len() <= 80));
    }
    #[test]
    fn a_program_that_does_not_swap_has_its_work_in_a_line() {
        let mut interval = Interval::new(Duration::from_secs(1));
        let run = |draws: u64| {
            let rest = Apart { counts: [("draws".to_owned(), draws), ("clears".to_owned(), 1)].into(), ..Apart::default() };
            Run { contexts: vec![Context { rest, ..Context::default() }], ..Run::default() }
        };
        let last = |text: String| text.lines().last().unwrap().trim().to_owned();
        assert_eq!(last(interval.line(&run(1_200), Style::default())), "without a swap: 1,200 draws, 1 clear");
        assert_eq!(last(interval.line(&run(1_201), Style::default())), "without a swap: 1 draw");
        assert!(last(interval.line(&run(1_201), Style::default())).ends_with('-'), "nothing was done");
    }
}
