//! The sums of a run of a program: what the summary prints and what the JSON file has, whose layout is that of these types.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the JSON file's layout. It grows when a member changes its meaning or goes; new members alone do not change it.
pub const SCHEMA: u32 = 1;

/// A run of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of glmeter.
    pub glmeter: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// When it was started, seconds since 1970.
    pub started: f64,
    /// How it ended: `exit status 0`, `signal 11`, `stopped` or `running`.
    pub ended: String,
    /// The program made a GL context current.
    pub is_used: bool,
    /// The time from the first context to the end of the last frame, nanoseconds.
    pub wall: u64,
    /// The number of frames of all contexts, with those of the warm-up.
    pub frames: u64,
    /// The number of these whose GPU time was measured.
    pub timed_frames: u64,
    /// The sum of the GPU times of these frames.
    pub gpu_time: u64,
    /// The sum of the uncertainties of the GPU times; 0 if the driver's own timer measured them.
    pub gpu_time_uncertainty: u64,
    /// The number of frames that came too fast to be read one by one: they are in `frames` alone.
    pub lost_frames: u64,
    /// The same of the spans.
    pub lost_spans: u64,
    /// How often work belonged to a pass, group or program for whose name there was no room.
    #[serde(default)]
    pub lost_scopes: u64,
    /// The number of draws and dispatches that belong to no pass, group or program, because too many changes came before them in their frame.
    #[serde(default)]
    pub lost_draws: u64,
    /// The contexts that swapped or drew, in the order of their creation.
    pub contexts: Vec<Context>,
    /// The processes in which several contexts work, each as one context that swaps whenever one of them does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<Context>,
    /// The sections that the program named by the control interface.
    pub sections: Vec<Scope>,
    /// The hash of the picture that was asked for, 16 hexadecimal digits.
    pub picture_hash: Option<String>,
    /// The picture that was asked for, if it was saved, compared or shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<FramePicture>,
    /// The pictures that a page shows.
    #[serde(skip)]
    pub images: Vec<Image>,
    /// The number of processors that other programs kept busy meanwhile; of several runs, the most.
    #[serde(default)]
    pub other_load: f64,
    /// The number of processors of the machine; 0 if it is not known.
    #[serde(default)]
    pub processors: u64,
    /// What glmeter itself cost, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overhead: Option<Overhead>,
    /// The metrics of each run of a program that was run several times, by their names; the other members are those of the last run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<BTreeMap<String, f64>>,
}

impl Run {
    /// Returns true if other programs used so many processors that times tell little: more than half a processor, and more than a tenth of all.
    pub fn was_busy(&self) -> bool {
        self.other_load > (self.processors as f64 / 10.0).max(0.5)
    }
}

/// The picture of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FramePicture {
    /// The number of the frame.
    pub frame: u64,
    /// The width, pixels.
    pub width: u32,
    /// The height, pixels.
    pub height: u32,
    /// What differs from the reference; `None` without a reference of this size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// What differs between two pictures of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The number of pixels that differ.
    pub pixels: u64,
    /// The largest difference of one colour, of 255.
    pub most: u8,
}

/// A picture with its title, as a PNG file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// What it is, in a few words.
    pub title: &'static str,
    /// The file.
    pub png: Vec<u8>,
}

/// What glmeter itself cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// The CPU time of the whole program and of the command with the report, nanoseconds.
    pub cpu_time: u64,
    /// The number of frames with the report.
    pub frames: u64,
    /// The CPU time of another run, in which frames were counted and nothing was measured, nanoseconds.
    pub cpu_time_without: u64,
    /// The number of its frames.
    pub frames_without: u64,
}

/// A context of one thread of one process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// Its number in the recording.
    pub number: usize,
    /// The process id.
    pub process: u64,
    /// The id of the thread on which it was first made current.
    pub thread: u64,
    /// The process's name.
    pub program: String,
    /// `GL_VERSION`.
    pub version: String,
    /// `GL_RENDERER`.
    pub renderer: String,
    /// The source of each target's values: `native`, `fenced`, `counted`, `derived` or `absent`, by its name without `GL_`.
    pub sources: BTreeMap<String, String>,
    /// The number of its frames.
    pub frames: u64,
    /// The number of its frames whose passes, groups and programs were timed.
    pub detailed_frames: u64,
    /// Its first frames, which are in no distribution, count or statistic.
    pub warmup: Apart,
    /// Work that no swap followed: of a context that draws no picture for the screen, or after the last frame.
    pub rest: Apart,
    /// The time from a frame's beginning to the next one's.
    pub wall_time: Distribution,
    /// The CPU time of the thread in a frame.
    pub cpu_time: Distribution,
    /// The CPU time of the whole process in a frame.
    pub process_cpu_time: Distribution,
    /// The time in the swap.
    pub swap_time: Distribution,
    /// The GPU time of a frame, of those whose GPU time was measured.
    pub gpu_time: Distribution,
    /// The uncertainty of the mean GPU time, nanoseconds; 0 if the driver's own timer measured it.
    pub gpu_time_uncertainty: f64,
    /// The GPU time is that from the first to the last command: the driver does not tell when the GPU waited for commands in between.
    #[serde(default)]
    pub gpu_time_has_waits: bool,
    /// The mean wall time of the frames whose GPU time was measured.
    #[serde(default)]
    pub gpu_wall_time: f64,
    /// The share of the wall time in which the GPU worked on this context's frames, 0 to 1; of the frames whose GPU time was measured.
    pub gpu_busy: Option<f64>,
    /// What bounds most of its frames.
    pub bound: Bound,
    /// The number of frames that each of `gpu`, `cpu` and `waiting` bounds, and, if there are any, `unknown`: those of which that is not known.
    /// Empty if contexts of the process that do not swap have a part in its frames.
    pub bound_frames: BTreeMap<String, u64>,
    /// The counts of each frame, by the names of [`glmeter_recording::Counts::ALL`], and `own_time`, the time that glmeter itself took.
    pub counts: BTreeMap<String, Sum>,
    /// The statistics of the frames in which they were counted, by the name of their target without `GL_`.
    pub statistics: BTreeMap<String, Sum>,
    /// Numbers of the statistics: `overdraw` (fragment shader invocations a pixel of the surface), `samples_per_pixel`,
    /// `invocations_per_vertex` (vertex shader invocations a submitted vertex), `clipping_yield` (primitives after clipping for each before),
    /// `fragments_per_primitive`.
    pub ratios: BTreeMap<String, f64>,
    /// The framebuffer passes.
    pub passes: Vec<Scope>,
    /// The debug groups, by path.
    pub groups: Vec<Scope>,
    /// The programs.
    pub programs: Vec<Scope>,
    /// The draws and dispatches with the most GPU time, the greatest first, at most 64; if each was measured by itself.
    pub draws: Vec<Draw>,
    /// The errors that the program raised.
    pub errors: Vec<Error>,
    /// Frames summed up in order, at most 2,048: for charts.
    pub series: Vec<Point>,
}

/// Sums of what is not among the measured frames: the first frames of a context, which do once what later frames need (load, compile, upload),
/// or work that no swap followed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Apart {
    /// The number of these frames, or of parts of work.
    pub frames: u64,
    /// The sum of their wall times.
    pub wall_time: u64,
    /// The number of those whose GPU time was measured.
    pub timed: u64,
    /// The sum of these GPU times.
    pub gpu_time: u64,
    /// The sums of their counts, by the names of [`Context::counts`].
    pub counts: BTreeMap<String, u64>,
    /// The sums of the statistics, of those in which they were counted.
    pub statistics: BTreeMap<String, u64>,
}

impl Run {
    /// Returns the processes in which several contexts work, and the contexts that work alone, if they have frames that were measured.
    pub fn measured(&self) -> impl Iterator<Item = &Context> {
        let is_alone = |context: &&Context| self.processes.iter().all(|of| of.process != context.process);
        let alone = self.contexts.iter().filter(is_alone);
        self.processes.iter().chain(alone).filter(|context| context.wall_time.count > 0)
    }
}

impl Context {
    /// Returns true if the work that no swap followed is more than a tenth of anything that the context did.
    pub fn has_much_rest(&self) -> bool {
        let Self { rest, warmup, .. } = self;
        let is_much = |part: f64, others: f64| part > 0.0 && part * 9.0 > others;
        let sum = |of: &Distribution| of.mean * of.count as f64;
        // A sample stands for all frames.
        let gpu_time = self.gpu_time.mean * self.wall_time.count as f64 + warmup.gpu_time as f64;
        let of = |name: &String| self.counts.get(name).or_else(|| self.statistics.get(name)).copied().unwrap_or_default();
        let mut counts = rest.counts.iter().filter(|(name, _)| !name.ends_with("_time")).chain(&rest.statistics);
        is_much(rest.wall_time as f64, sum(&self.wall_time) + warmup.wall_time as f64)
            || is_much(rest.gpu_time as f64, gpu_time)
            || counts.any(|(name, count)| {
                let first = warmup.counts.get(name).or_else(|| warmup.statistics.get(name)).copied().unwrap_or_default();
                is_much(*count as f64, of(name).mean() * self.wall_time.count as f64 + first as f64)
            })
    }
}

impl Apart {
    /// Adds other sums.
    pub(crate) fn join(&mut self, other: &Self) {
        self.frames += other.frames;
        self.wall_time = self.wall_time.saturating_add(other.wall_time);
        self.timed += other.timed;
        self.gpu_time = self.gpu_time.saturating_add(other.gpu_time);
        for (sums, others) in [(&mut self.counts, &other.counts), (&mut self.statistics, &other.statistics)] {
            for (name, sum) in others {
                let own = sums.entry(name.clone()).or_default();
                *own = own.saturating_add(*sum);
            }
        }
    }
}

/// What a frame's time is spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The GPU works most of the time.
    Gpu,
    /// The thread computes most of the time.
    Cpu,
    /// Neither: the thread waits for the display, a clock or another thread.
    Waiting,
    /// There are no frames, or it is not known.
    #[default]
    Unknown,
}

/// How a value is distributed over frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// The number of values.
    pub count: u64,
    /// The sum.
    pub sum: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The least value.
    pub least: u64,
    /// The median, to three digits, as the next two.
    pub median: u64,
    /// The value that 95 % of all do not exceed.
    pub p95: u64,
    /// The value that 99 % of all do not exceed.
    pub p99: u64,
    /// The greatest value.
    pub worst: u64,
    /// The histogram: the upper bound and the number of the values of each class with values, in ascending order; at most 64 classes.
    pub histogram: Vec<(u64, u64)>,
}

/// The sum of a count over frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sum {
    /// The number of frames in which it was counted.
    pub frames: u64,
    /// The sum.
    pub sum: u64,
    /// The least in a frame.
    pub least: u64,
    /// The greatest in a frame.
    pub worst: u64,
}

impl Sum {
    /// Adds the count of one more frame.
    pub(crate) fn add(&mut self, count: u64) {
        self.least = if self.frames == 0 { count } else { self.least.min(count) };
        self.worst = self.worst.max(count);
        self.sum = self.sum.saturating_add(count);
        self.frames += 1;
    }

    /// Returns the mean of a frame.
    pub fn mean(&self) -> f64 {
        if self.frames == 0 { 0.0 } else { self.sum as f64 / self.frames as f64 }
    }
}

/// A pass, group, program or section.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    /// Its path: the names of those around it and its own, separated by `/`.
    pub path: String,
    /// How often it ended: sections in all frames, the others in detailed frames.
    pub times: u64,
    /// The sum of its times by CLOCK_MONOTONIC; of sections alone.
    pub wall_time: u64,
    /// How often its GPU time was measured.
    pub timed: u64,
    /// The sum of these GPU times.
    pub gpu_time: u64,
    /// The sum of the uncertainties of the GPU times.
    pub gpu_time_uncertainty: u64,
    /// The number of draws and dispatches inside, in detailed frames.
    pub draws: u64,
}

/// A draw or dispatch of each frame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Its number in its frame, from 1 on.
    pub number: u64,
    /// The name of its program in the last of the frames.
    pub program: String,
    /// The number of frames in which it was measured.
    pub frames: u64,
    /// The sum of its GPU times.
    pub gpu_time: u64,
    /// The number of frames in which its statistics were counted.
    pub counted: u64,
    /// The sums of the statistics, by the name of their target without `GL_`.
    pub statistics: BTreeMap<String, u64>,
}

/// A GL error that the program raised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    /// Its name, `GL_INVALID_ENUM` for example.
    pub name: String,
    /// The command; empty if it is not known.
    pub command: String,
    /// The rule that the command broke, a sentence of the specification for example; empty if it is not known.
    #[serde(default)]
    pub rule: String,
    /// How often it was raised.
    pub times: u64,
    /// The number of the frame in which it was raised first.
    pub first_frame: u64,
}

/// Consecutive frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The number of the first frame.
    pub frame: u64,
    /// The number of frames.
    pub frames: u64,
    /// When the first one began, nanoseconds after the run's first frame.
    pub begin: u64,
    /// The mean wall time of a frame.
    pub wall_time: f64,
    /// The worst wall time of a frame.
    pub worst_wall_time: u64,
    /// The mean CPU time of the thread.
    pub cpu_time: f64,
    /// The mean GPU time of the frames whose GPU time was measured; `null` if there is none.
    pub gpu_time: Option<f64>,
    /// The mean number of draws.
    pub draws: f64,
}
