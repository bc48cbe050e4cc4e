//! The child process: runs each operation in a loop and prints one line for each.
//!
//! `--child about`, `--child time gl|glx` or `--child count gl|glx`. Each line is a key, a tab, and a figure (nanoseconds per call, or
//! the number of counted calls), or `-` if this side does not support the operation.

use crate::sides::Figures;
use crate::{gl_calls, glx_calls};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The key and the title of every operation, in the order of the table.
pub(crate) const OPERATIONS: [(&str, &str); 13] = [
    ("samples", "Begin/EndQuery SAMPLES_PASSED"),
    ("elapsed", "Begin/EndQuery TIME_ELAPSED"),
    ("primitives", "Begin/EndQuery PRIMITIVES_SUBMITTED"),
    ("result", "GetQueryObjectuiv QUERY_RESULT, finished"),
    ("available", "GetQueryObjectuiv QUERY_RESULT_AVAILABLE"),
    ("counter", "QueryCounter TIMESTAMP"),
    ("arrays", "DrawArrays, 1 degenerate triangle"),
    ("elements", "DrawElements, 1 degenerate triangle"),
    ("uniform", "Uniform4f"),
    ("error", "GetError"),
    ("viewport", "GetIntegerv VIEWPORT"),
    ("egl", "eglMakeCurrent, 2 contexts in turn"),
    ("glx", "glXMakeCurrent, 2 contexts in turn"),
];

/// The API that a child measures.
#[derive(Clone, Copy)]
pub(crate) enum Api {
    /// GL and EGL.
    Gl,
    /// GLX.
    Glx,
}

impl Api {
    /// Both APIs.
    pub(crate) const ALL: [Api; 2] = [Api::Gl, Api::Glx];

    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Api::Gl => "gl",
            Api::Glx => "glx",
        }
    }
}

/// An operation to measure.
pub(crate) struct Operation<'context> {
    /// The key in [`OPERATIONS`].
    pub(crate) key: &'static str,
    /// Repeats the operation. Each operation has its loop in a separate function, so that the compiler does not merge them.
    pub(crate) repeat: Box<dyn Fn(u32) + 'context>,
}

/// The context or contexts that an operation uses.
pub(crate) trait Subject {
    /// Returns true if no error was raised since the last call.
    fn no_error(&self) -> bool;
    /// Completes all submitted work, so that it does not delay the next batch.
    fn drain(&self);
}

/// The least time of a batch of calls.
const BATCH: Duration = Duration::from_millis(4);
/// The number of batches, of which the fastest counts.
const BATCHES: usize = 10;
/// The number of warm-up calls, enough to use every query object more than once.
const WARM_UP: u32 = 2 * gl_calls::QUERIES as u32;
/// The number of calls under callgrind; a multiple of the number of query objects.
const COUNTED_CALLS: u32 = 4 * gl_calls::QUERIES as u32;

/// The symbol in which callgrind collects.
pub(crate) const COUNTED: &str = "glmeter_overhead_counted";

/// Runs an operation under callgrind's collection.
// SAFETY: no other symbol of this program or of its libraries has this name.
#[unsafe(export_name = "glmeter_overhead_counted")]
#[inline(never)]
fn counted(repeat: &dyn Fn(u32), calls: u32) {
    repeat(calls);
    black_box(()); // prevents a tail call: callgrind must see this function return after the work
}

/// The kind of measurement.
#[derive(Clone, Copy)]
enum Measure {
    Time,
    Count,
}

/// Runs the child with its command line.
pub(crate) fn main(arguments: &[String]) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["about"] => println!("{}\n{}", gl_calls::about(), mapped()),
        ["time", api] => run(api, Measure::Time),
        ["count", api] => run(api, Measure::Count),
        _ => panic!("unknown child {arguments:?}"),
    }
}

/// Measures every operation of an API and prints the lines.
fn run(api: &str, measure: Measure) {
    let report = |subject: &dyn Subject, operation: &Operation| match figure(subject, operation, measure) {
        Some(figure) => println!("{}\t{figure}", operation.key),
        None => println!("{}\t-", operation.key),
    };
    match api {
        "gl" => gl_calls::operations(&report),
        "glx" => glx_calls::operations(&report),
        _ => panic!("unknown api {api}"),
    }
}

/// Returns the figure of an operation; `None` if the driver raises an error.
fn figure(subject: &dyn Subject, operation: &Operation, measure: Measure) -> Option<f64> {
    (operation.repeat)(WARM_UP);
    subject.drain();
    if !subject.no_error() {
        return None;
    }
    match measure {
        Measure::Time => Some(nanoseconds(subject, operation)),
        Measure::Count => {
            counted(&operation.repeat, COUNTED_CALLS);
            Some(f64::from(COUNTED_CALLS))
        }
    }
}

/// Returns the time of a call in the fastest of several batches, nanoseconds.
fn nanoseconds(subject: &dyn Subject, operation: &Operation) -> f64 {
    let time = |calls| {
        let start = Instant::now();
        (operation.repeat)(calls);
        let elapsed = start.elapsed();
        subject.drain();
        elapsed
    };
    let mut calls = WARM_UP;
    while time(calls) < BATCH / 2 {
        calls *= 2;
    }
    let fastest = (0..BATCHES).map(|_| time(calls)).min().unwrap_or_default();
    fastest.as_secs_f64() * 1e9 / f64::from(calls)
}

/// Parses the output of [`run`].
pub(crate) fn read_figures(text: &str) -> Figures {
    text.lines().filter_map(|line| line.split_once('\t')).map(|(key, figure)| (key.to_owned(), figure.parse().ok())).collect()
}

/// Returns the files mapped into this process, which show whether the library was preloaded.
fn mapped() -> String {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let paths = maps.lines().filter_map(|line| Some(&line[line.find('/')?..]));
    paths.collect::<Vec<_>>().join("\t")
}
