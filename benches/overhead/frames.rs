//! Compares the frame times of two whole programs, one on GLX and one on EGL.

use crate::sides::{Side, Sides};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The programs, which print their frame rate every five seconds.
pub(crate) const PROGRAMS: [&str; 2] = ["glxgears", "es2gears_x11"];

/// The longest wait for a program's first frame rate.
const TIMEOUT: Duration = Duration::from_secs(60);
const RUNS: usize = 4;

/// A child process. Kills it when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _killed = self.0.kill();
        let _ended = self.0.wait();
    }
}

/// Measures the programs on both sides. Returns a table of their frame times.
pub(crate) fn compare(sides: &Sides, quick: bool, display: &str) -> Result<String, String> {
    let runs = if quick { 1 } else { RUNS };
    let mut text = format!("{:14}", format!("frame, runs: {runs}"));
    for heading in ["bare best µs", "glmeter best µs", "ratio", "bare median µs", "glmeter median", "ratio", "bare spread"] {
        text += &format!("{heading:>16}");
    }
    for program in PROGRAMS {
        let mut times = [Vec::new(), Vec::new()];
        for run in 0..runs {
            for side in Side::alternating(run) {
                let mut command = Command::new(program);
                sides.configure(&mut command, side, display).env("vblank_mode", "0");
                times[usize::from(side == Side::Glmeter)].push(1e6 / frames_per_second(command)?);
            }
        }
        text += &format!("\n{program:14}");
        // A ratio is meaningful only if it differs from 1 by more than the bare program's own runs do.
        let spread = times[0].iter().copied().fold(0.0, f64::max) / best(&mut times[0]);
        for statistic in [best, median] {
            let [bare, glmeter] = [statistic(&mut times[0]), statistic(&mut times[1])];
            text += &format!("{bare:>16.1}{glmeter:>16.1}{:>16.3}", glmeter / bare);
        }
        text += &format!("{spread:>16.3}");
    }
    Ok(text)
}

/// Returns the shortest time.
fn best(times: &mut [f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Returns the median.
pub(crate) fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len().is_multiple_of(2) { f64::midpoint(times[middle - 1], times[middle]) } else { times[middle] }
}

/// Runs a program until it prints its first frame rate, and returns that.
fn frames_per_second(mut command: Command) -> Result<f64, String> {
    let name = format!("{command:?}");
    let (terminal, output) = terminal().map_err(|error| format!("{name}: no terminal: {error}"))?;
    command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null());
    let _running = Running(command.spawn().map_err(|error| format!("{name}: {error}"))?);
    drop(command); // closes this process's end of the output, so that the reader sees the program's end
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(terminal).lines().map_while(Result::ok);
        for rate in lines.filter_map(|line| rate(&line)) {
            let _gone = sender.send(rate);
        }
    });
    receiver.recv_timeout(TIMEOUT).map_err(|_| format!("{name} printed no frame rate"))
}

/// Parses a line such as `7710 frames in 5.0 seconds = 1541.963 FPS`.
fn rate(line: &str) -> Option<f64> {
    line.trim().strip_suffix(" FPS")?.rsplit(' ').next()?.parse().ok()
}

/// Opens a pseudo-terminal. Returns the end to read from and the end for the program. With a pipe, es2gears would print nothing until its
/// buffer is full.
fn terminal() -> std::io::Result<(File, OwnedFd)> {
    let (mut ours, mut theirs) = (-1, -1);
    let none = std::ptr::null_mut();
    // SAFETY: both descriptors are written on success; no name, no settings and no size are given.
    let opened = unsafe { libc::openpty(&raw mut ours, &raw mut theirs, none, none.cast(), none.cast()) };
    if opened != 0 {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: openpty has just opened both, and no other code knows them.
    let [ours, theirs] = unsafe { [OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)] };
    Ok((File::from(ours), theirs))
}
