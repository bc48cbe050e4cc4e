//! The child process: runs each operation and prints a line for each figure: a key, a tab, nanoseconds.

use crate::context::WindowSystem;
use crate::flight;
use crate::perf::PerfQueries;
use crate::work::{Gl, Work};
use std::time::{Duration, Instant};

const GL_QUERY_RESULT: u32 = 0x8866;
const GL_VERTICES_SUBMITTED: u32 = 0x82EE;
const GL_TIME_ELAPSED: u32 = 0x88BF;
const GL_SAMPLES_PASSED: u32 = 0x8914;
const GL_TIMESTAMP: u32 = 0x8E28;

/// The number of query objects used in turn for each target, as programs do.
const QUERIES: usize = 64;
const BATCH: Duration = Duration::from_millis(2);
const BATCHES: usize = 7;
/// The width and height of a draw.
const SIZE: i32 = 128;
/// The size of the smallest draw, for work before a mark.
const SMALL: i32 = 1;

/// The key and the title of every figure, in the order of the table.
pub(crate) const FIGURES: [(&str, &str); 24] = [
    ("counter", "QueryCounter TIMESTAMP, nothing drawn"),
    ("draw", "DrawArrays, a pixel"),
    ("draw counter", "DrawArrays, a pixel, and QueryCounter"),
    ("elapsed", "Begin/EndQuery TIME_ELAPSED, nothing drawn"),
    ("draw elapsed", "Begin/EndQuery TIME_ELAPSED, a pixel"),
    ("samples", "Begin/EndQuery SAMPLES_PASSED"),
    ("samples beside", "  in a performance query"),
    ("vertices", "Begin/EndQuery VERTICES_SUBMITTED"),
    ("vertices beside", "  in a performance query"),
    ("intel", "Begin/EndPerfQueryINTEL"),
    ("generate", "GenQueries of 65536, each"),
    ("delete", "DeleteQueries of 65536, each"),
    ("idle counter", "10000 QueryCounter, GPU idle, each"),
    ("idle counter longest", "  the longest call"),
    ("idle pair", "10000 TIME_ELAPSED pairs, GPU idle, each"),
    ("idle pair longest", "  the longest call"),
    ("idle read", "reading the 10000 TIMESTAMPs, each"),
    ("idle read elapsed", "reading the 10000 TIME_ELAPSEDs, each"),
    ("busy counter", "10000 QueryCounter, 20 ms ahead, each"),
    ("busy counter longest", "  the longest call"),
    ("busy pair", "10000 TIME_ELAPSED pairs after them, each"),
    ("busy pair longest", "  the longest call"),
    ("busy read", "reading the 10000 TIMESTAMPs, each"),
    ("busy read elapsed", "reading the 10000 TIME_ELAPSEDs, each"),
];

/// Prints a figure.
fn report(key: &str, figure: f64) {
    println!("{key}\t{figure}");
}

/// Runs the child with its command line.
pub(crate) fn main(arguments: &[String]) {
    let [system] = arguments else { panic!("unknown child {arguments:?}") };
    let address = WindowSystem::from_name(system).make_current();
    let work = Work::prepare(&address, SIZE);
    work.set_turns(1);
    // SAFETY: the function takes no pointers.
    unsafe { work.gl.glViewport(0, 0, SMALL, SMALL) };
    timers(&work);
    let perf = PerfQueries::of_largest(&work.gl, &address);
    pairs(&work, perf.as_ref());
    // SAFETY: as above.
    unsafe { work.gl.glViewport(0, 0, SIZE, SIZE) };
    flight::names(&work, &report);
    flight::in_flight(&work, false, &report);
    flight::in_flight(&work, true, &report);
    println!("renderer\t{}", work.renderer());
}

/// Measures the timer queries.
fn timers(work: &Work) {
    let gl = &work.gl;
    let ids = generate(gl);
    time("counter", work, |calls| counter(work, &ids, 0, calls));
    time("draw", work, |calls| work.draw(calls));
    time("draw counter", work, |calls| counter(work, &ids, 1, calls));
    // Wait for the last marks, so that they do not delay the next operation.
    let mut value: u64 = 0;
    for id in ids {
        // SAFETY: one value is written to a local variable; no query buffer is bound.
        unsafe { gl.glGetQueryObjectui64v(id, GL_QUERY_RESULT, &raw mut value) };
    }
    let ids = generate(gl);
    time("elapsed", work, |calls| begin_end(work, GL_TIME_ELAPSED, &ids, 0, calls));
    time("draw elapsed", work, |calls| begin_end(work, GL_TIME_ELAPSED, &ids, 1, calls));
}

/// Measures begin and end of counting queries, also beside a performance query.
fn pairs(work: &Work, perf: Option<&PerfQueries>) {
    for (key, target) in [("samples", GL_SAMPLES_PASSED), ("vertices", GL_VERTICES_SUBMITTED)] {
        let ids = generate(&work.gl);
        time(key, work, |calls| begin_end(work, target, &ids, 0, calls));
        if let Some(perf) = perf {
            perf.begin(0);
            time(&format!("{key} beside"), work, |calls| begin_end(work, target, &ids, 0, calls));
            perf.end(0);
        }
    }
    if let Some(perf) = perf {
        time("intel", work, |calls| perf.begin_end(calls));
    }
}

/// Generates the query names.
fn generate(gl: &Gl) -> [u32; QUERIES] {
    let mut ids = [0; QUERIES];
    // SAFETY: the array has room for the names.
    unsafe { gl.glGenQueries(QUERIES as i32, ids.as_mut_ptr()) };
    ids
}

#[inline(never)]
fn counter(work: &Work, ids: &[u32; QUERIES], draws: u32, calls: u32) {
    for call in 0..calls as usize {
        work.draw(draws);
        // SAFETY: the function takes no pointers.
        unsafe { work.gl.glQueryCounter(ids[call % QUERIES], GL_TIMESTAMP) };
    }
}

#[inline(never)]
fn begin_end(work: &Work, target: u32, ids: &[u32; QUERIES], draws: u32, calls: u32) {
    for call in 0..calls as usize {
        // SAFETY: the function takes no pointers.
        unsafe { work.gl.glBeginQuery(target, ids[call % QUERIES]) };
        work.draw(draws);
        // SAFETY: as above.
        unsafe { work.gl.glEndQuery(target) };
    }
}

/// Measures and reports the time of a call in the fastest of several batches.
fn time(key: &str, work: &Work, repeat: impl Fn(u32)) {
    let batch = |calls| {
        let start = Instant::now();
        repeat(calls);
        let elapsed = start.elapsed();
        work.finish();
        elapsed
    };
    let mut calls = QUERIES as u32;
    batch(calls);
    work.no_error();
    while batch(calls) < BATCH / 2 {
        calls *= 2;
    }
    let fastest = (0..BATCHES).map(|_| batch(calls)).min().unwrap_or_default();
    report(key, fastest.as_secs_f64() * 1e9 / f64::from(calls));
    work.no_error();
}
