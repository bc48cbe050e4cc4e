//! What a budget may limit.

use crate::run::{Apart, Context, Distribution, Sum};
use glmeter_recording::{Count, Counts, Frame, STATISTICS, Unit};
use std::sync::LazyLock;

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

/// Where a run and a frame have a metric.
#[derive(Clone, Copy)]
enum Of {
    /// A time of the frames; a frame has none if it was not measured there.
    Time(fn(&Context) -> &Distribution, fn(&Frame) -> Option<u64>),
    /// The sum of the counts whose budget has the metric's name: of several, or of one.
    Counts {
        /// There are several.
        are_several: bool,
    },
    /// One of the statistics.
    Statistic(&'static str),
    /// One of the ratios, of two statistics or of one and the pixels.
    Ratio(&'static str, fn(&Frame) -> Option<f64>),
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
}

/// The times of a frame, nanoseconds.
const TIMES: [(&str, Of); 5] = [
    ("frame-ms", Of::Time(|context| &context.wall_time, |frame| Some(frame.wall()))),
    ("gpu-ms", Of::Time(|context| &context.gpu_time, |frame| frame.has(Frame::HAS_GPU).then_some(frame.gpu))),
    ("cpu-ms", Of::Time(|context| &context.cpu_time, |frame| Some(frame.cpu))),
    ("process-cpu-ms", Of::Time(|context| &context.process_cpu_time, |frame| Some(frame.process_cpu))),
    ("swap-ms", Of::Time(|context| &context.swap_time, |frame| Some(frame.swap))),
];

/// The names of the budgets of statistics, in the order of [`STATISTICS`].
const BUDGETS: [&str; STATISTICS.len()] = [
    "vertices",
    "primitives",
    "vertex-invocations",
    "patches",
    "evaluation-invocations",
    "geometry-invocations",
    "geometry-primitives",
    "fragments",
    "compute-invocations",
    "clipping-input",
    "clipping-output",
    "samples",
];

/// All metrics, in the order in which verdicts are listed.
pub static METRICS: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let mut metrics: Vec<_> = TIMES.map(|(name, of)| Metric { name, usual: Statistic::P95, of, scale: 1e6 }).into();
    for count in &Counts::ALL {
        if let Some(known) = metrics.iter_mut().find(|metric| metric.name == count.budget) {
            known.of = Of::Counts { are_several: true };
            continue;
        }
        let usual = if count.limits_total { Statistic::Total } else { Statistic::Worst };
        let scale = if count.unit == Unit::Number { 1.0 } else { 1e6 };
        metrics.push(Metric { name: count.budget, usual, of: Of::Counts { are_several: false }, scale });
    }
    let statistics = BUDGETS.into_iter().zip(STATISTICS);
    metrics.extend(statistics.map(|(name, target)| Metric { name, usual: Statistic::Worst, of: Of::Statistic(target), scale: 1.0 }));
    metrics.push(Metric { name: "overdraw", usual: Statistic::Mean, of: Of::Ratio("overdraw", overdraw), scale: 1.0 });
    metrics
});

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
            Of::Time(..) => &[Mean, Median, P95, P99, Worst],
            Of::Counts { are_several: false } | Of::Statistic(_) => &[Mean, Worst, Total],
            Of::Counts { are_several: true } => &[Mean, Total],
            Of::Ratio(..) => &[Mean],
        }
    }

    /// Returns true for a time, which is another in each run.
    pub fn is_time(&self) -> bool {
        self.name.ends_with("-ms")
    }

    /// Returns its value in a context; `None` if it was not measured there.
    pub fn value(&self, context: &Context, statistic: Statistic) -> Option<f64> {
        let value = match self.of {
            Of::Time(of, _) => of_distribution(of(context), statistic)?,
            Of::Counts { .. } => {
                let apart = |name| if self.usual == Statistic::Total { apart(context, name, statistic) } else { 0.0 };
                let names = self.counts().map(|count| count.name);
                let sums = names.map(|name| Some(of_sum(context.counts.get(name)?, statistic)? + apart(name)));
                sums.sum::<Option<f64>>()?
            }
            Of::Statistic(_) if self.is_absent(context) => return None,
            Of::Statistic(target) => of_sum(context.statistics.get(target)?, statistic)?,
            Of::Ratio(name, _) => *context.ratios.get(name)?,
        };
        Some(value / self.scale)
    }

    /// Returns its value in a frame, in the unit of its budget; `None` if it was not measured there.
    pub fn in_frame(&self, frame: &Frame) -> Option<f64> {
        let value = match self.of {
            Of::Time(_, of) => of(frame).map(|time| time as f64),
            Of::Counts { .. } => Some(self.counts().map(|count| (count.of)(&frame.counts) as f64).sum()),
            Of::Statistic(target) => frame.has(Frame::HAS_STATISTICS).then(|| frame.statistic(target) as f64),
            Of::Ratio(_, of) => of(frame),
        };
        value.map(|value| value / self.scale)
    }

    /// Returns the counts that it limits.
    fn counts(&self) -> impl Iterator<Item = &'static Count> {
        Counts::ALL.iter().filter(|count| count.budget == self.name)
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
            Of::Time(..) if self.name == "gpu-ms" => format!("{} has no timer that glmeter could use", context.renderer),
            Of::Ratio(..) => "the fragments or the pixels of its frames are unknown".to_owned(),
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
