//! What a budget may limit.

use crate::run::{Apart, Context, Distribution, Sum};
use glmeter_recording::Frame;

/// The value of a metric that a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The mean of all frames.
    Mean,
    /// The median of all frames.
    Median,
    /// The value that 95 % of the frames do not exceed.
    P95,
    /// The value that 99 % of the frames do not exceed.
    P99,
    /// The greatest value of a frame.
    Worst,
    /// The sum of all frames.
    Total,
}

impl Statistic {
    /// All of them, with the words by which a command line names them.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("mean", Self::Mean),
        ("median", Self::Median),
        ("p95", Self::P95),
        ("p99", Self::P99),
        ("worst", Self::Worst),
        ("total", Self::Total),
    ];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, of)| *of == self).map_or("", |(word, _)| word)
    }
}

/// Where a run has a metric.
#[derive(Clone, Copy)]
enum Of {
    /// A time of its frames.
    Time(fn(&Context) -> &Distribution),
    /// The sum of these of its counts.
    Counts(&'static [&'static str]),
    /// One of its statistics.
    Statistic(&'static str),
    /// One of its ratios, of two statistics or of one and the pixels.
    Ratio(&'static str),
}

/// What a budget may limit.
#[derive(Clone, Copy)]
pub struct Metric {
    /// Its name: `gpu-ms`, for example, which the option `--max-gpu-ms` limits.
    pub name: &'static str,
    /// What is compared unless a budget says otherwise.
    pub usual: Statistic,
    of: Of,
    /// What a run's value is divided by.
    scale: f64,
    /// Returns its value in a frame, in the run's unit; `None` if it was not measured there.
    in_frame: fn(&Frame) -> Option<f64>,
}

/// Declares a count.
macro_rules! count {
    ($name:literal, $usual:ident, $scale:literal, $($field:ident)+) => {
        Metric {
            name: $name,
            usual: Statistic::$usual,
            of: Of::Counts(&[$(stringify!($field)),+]),
            scale: $scale,
            in_frame: |frame| Some(0.0 $(+ frame.$field as f64)+),
        }
    };
}

/// Declares a statistic.
macro_rules! statistic {
    ($name:literal, $target:literal) => {
        Metric {
            name: $name,
            usual: Statistic::Worst,
            of: Of::Statistic($target),
            scale: 1.0,
            in_frame: |frame| frame.has(Frame::HAS_STATISTICS).then(|| frame.statistic($target) as f64),
        }
    };
}

/// Declares a time.
macro_rules! time {
    ($name:literal, $field:ident, $in_frame:expr) => {
        Metric { name: $name, usual: Statistic::P95, of: Of::Time(|context| &context.$field), scale: 1e6, in_frame: $in_frame }
    };
}

/// All metrics, in the order in which verdicts are listed.
pub const METRICS: [Metric; 29] = [
    time!("frame-ms", wall_time, |frame| Some(frame.wall() as f64)),
    time!("gpu-ms", gpu_time, |frame| frame.has(Frame::HAS_GPU).then_some(frame.gpu as f64)),
    time!("cpu-ms", cpu_time, |frame| Some(frame.cpu as f64)),
    time!("process-cpu-ms", process_cpu_time, |frame| Some(frame.process_cpu as f64)),
    time!("swap-ms", swap_time, |frame| Some(frame.swap as f64)),
    count!("draws", Worst, 1.0, draws),
    count!("dispatches", Worst, 1.0, dispatches),
    count!("clears", Worst, 1.0, clears),
    count!("uploads", Worst, 1.0, uploads),
    count!("uploads-mb", Worst, 1e6, upload_bytes),
    count!("state-changes", Worst, 1.0, state_changes),
    count!("queries", Worst, 1.0, queries),
    count!("errors", Total, 1.0, errors),
    count!("compiles", Total, 1.0, compiles),
    count!("links", Total, 1.0, links),
    count!("compile-ms", Total, 1e6, compile_time link_time),
    statistic!("vertices", "VERTICES_SUBMITTED"),
    statistic!("primitives", "PRIMITIVES_SUBMITTED"),
    statistic!("vertex-invocations", "VERTEX_SHADER_INVOCATIONS"),
    statistic!("patches", "TESS_CONTROL_SHADER_PATCHES"),
    statistic!("evaluation-invocations", "TESS_EVALUATION_SHADER_INVOCATIONS"),
    statistic!("geometry-invocations", "GEOMETRY_SHADER_INVOCATIONS"),
    statistic!("geometry-primitives", "GEOMETRY_SHADER_PRIMITIVES_EMITTED"),
    statistic!("fragments", "FRAGMENT_SHADER_INVOCATIONS"),
    statistic!("compute-invocations", "COMPUTE_SHADER_INVOCATIONS"),
    statistic!("clipping-input", "CLIPPING_INPUT_PRIMITIVES"),
    statistic!("clipping-output", "CLIPPING_OUTPUT_PRIMITIVES"),
    statistic!("samples", "SAMPLES_PASSED"),
    Metric { name: "overdraw", usual: Statistic::Mean, of: Of::Ratio("overdraw"), scale: 1.0, in_frame: overdraw },
];

/// Returns the fragment shader invocations for each pixel of a frame.
fn overdraw(frame: &Frame) -> Option<f64> {
    let is_known = frame.has(Frame::HAS_STATISTICS) && frame.pixels != 0;
    is_known.then(|| frame.statistic("FRAGMENT_SHADER_INVOCATIONS") as f64 / frame.pixels as f64)
}

impl Metric {
    /// Returns the metric of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        METRICS.iter().find(|metric| metric.name == name)
    }

    /// Returns the statistics that a budget may compare.
    pub fn statistics(&self) -> &'static [Statistic] {
        use Statistic::{Mean, Median, P95, P99, Total, Worst};
        match self.of {
            Of::Time(_) => &[Mean, Median, P95, P99, Worst],
            Of::Counts([_]) | Of::Statistic(_) => &[Mean, Worst, Total],
            Of::Counts(_) => &[Mean, Total],
            Of::Ratio(_) => &[Mean],
        }
    }

    /// Returns true for a time, which is another in each run.
    pub fn is_time(&self) -> bool {
        self.name.ends_with("-ms")
    }

    /// Returns its value in a context; `None` if it was not measured there.
    pub fn value(&self, context: &Context, statistic: Statistic) -> Option<f64> {
        let value = match self.of {
            Of::Time(of) => of_distribution(of(context), statistic)?,
            Of::Counts(names) => {
                let apart = |name| if self.usual == Statistic::Total { apart(context, name, statistic) } else { 0.0 };
                let sums = names.iter().map(|name| Some(of_sum(context.counts.get(*name)?, statistic)? + apart(name)));
                sums.sum::<Option<f64>>()?
            }
            Of::Statistic(_) if self.is_absent(context) => return None,
            Of::Statistic(target) => of_sum(context.statistics.get(target)?, statistic)?,
            Of::Ratio(name) => *context.ratios.get(name)?,
        };
        Some(value / self.scale)
    }

    /// Returns its value in a frame, in the unit of its budget; `None` if it was not measured there.
    pub fn in_frame(&self, frame: &Frame) -> Option<f64> {
        (self.in_frame)(frame).map(|value| value / self.scale)
    }

    /// Returns true if nothing gives its values in a context.
    fn is_absent(&self, context: &Context) -> bool {
        let Of::Statistic(target) = self.of else { return false };
        context.sources.get(target).is_some_and(|source| source == "absent")
    }

    /// Returns why it was not measured in a context.
    pub fn reason(&self, context: &Context) -> String {
        match self.of {
            Of::Statistic(target) if self.is_absent(context) => format!("{} has no {target}", context.renderer),
            Of::Time(_) if self.name == "gpu-ms" => format!("{} has no timer that glmeter could use", context.renderer),
            Of::Ratio(_) => "the fragments or the pixels of its frames are unknown".to_owned(),
            _ => "no frame has it".to_owned(),
        }
    }
}

/// Returns what a total has besides the measured frames: a program compiles in its first frames, and errors count wherever they are.
fn apart(context: &Context, name: &str, statistic: Statistic) -> f64 {
    let of = |apart: &Apart| apart.counts.get(name).copied().unwrap_or(0) as f64;
    if statistic == Statistic::Total { of(&context.warmup) + of(&context.rest) } else { 0.0 }
}

/// Returns a value of a distribution; `None` if that is empty.
fn of_distribution(distribution: &Distribution, statistic: Statistic) -> Option<f64> {
    let value = match statistic {
        Statistic::Mean => distribution.mean,
        Statistic::Median => distribution.median as f64,
        Statistic::P95 => distribution.p95 as f64,
        Statistic::P99 => distribution.p99 as f64,
        Statistic::Worst => distribution.worst as f64,
        Statistic::Total => distribution.sum as f64,
    };
    (distribution.count > 0).then_some(value)
}

/// Returns a value of a sum; `None` if there is none of that kind.
fn of_sum(sum: &Sum, statistic: Statistic) -> Option<f64> {
    let value = match statistic {
        Statistic::Mean => sum.mean(),
        Statistic::Worst => sum.worst as f64,
        Statistic::Total => sum.sum as f64,
        Statistic::Median | Statistic::P95 | Statistic::P99 => return None,
    };
    (sum.frames > 0).then_some(value)
}
