//! Measures many queries at once: many names generated together, and many queries issued before the first is read.

use crate::work::Work;
use std::time::Instant;

const GL_QUERY_RESULT: u32 = 0x8866;
const GL_TIME_ELAPSED: u32 = 0x88BF;
const GL_TIMESTAMP: u32 = 0x8E28;

/// The number of names generated at once.
const NAMES: usize = 65_536;
/// The number of queries of each kind in flight.
const QUERIES: usize = 10_000;
/// The number of draws that keep the GPU busy while the queries are issued: about 20 ms on llvmpipe.
const AHEAD: u32 = 300;

/// The times of a number of calls, nanoseconds.
#[derive(Default)]
struct Calls {
    count: u32,
    total: f64,
    longest: f64,
}

impl Calls {
    /// Runs and times a call.
    fn time(&mut self, call: impl FnOnce()) {
        let start = Instant::now();
        call();
        let elapsed = start.elapsed().as_secs_f64() * 1e9;
        self.count += 1;
        self.total += elapsed;
        self.longest = self.longest.max(elapsed);
    }

    /// Returns the mean time of a call.
    fn each(&self) -> f64 {
        self.total / f64::from(self.count)
    }
}

/// Generates query names.
fn generate(work: &Work, count: usize) -> Vec<u32> {
    let mut names = vec![0; count];
    // SAFETY: the vector has room for the names.
    unsafe { work.gl.glGenQueries(count as i32, names.as_mut_ptr()) };
    names
}

/// Deletes query names.
fn delete(work: &Work, names: &[u32]) {
    // SAFETY: the slice has this many names.
    unsafe { work.gl.glDeleteQueries(names.len() as i32, names.as_ptr()) };
}

/// Measures generating and deleting many names.
pub(crate) fn names(work: &Work, report: &dyn Fn(&str, f64)) {
    let start = Instant::now();
    let names = generate(work, NAMES);
    report("generate", start.elapsed().as_secs_f64() * 1e9 / NAMES as f64);
    let start = Instant::now();
    delete(work, &names);
    report("delete", start.elapsed().as_secs_f64() * 1e9 / NAMES as f64);
    work.no_error();
}

/// Measures issuing many queries on an idle or busy GPU, and then reading all of them.
pub(crate) fn in_flight(work: &Work, busy: bool, report: &dyn Fn(&str, f64)) {
    let gl = &work.gl;
    let (stamps, spans) = (generate(work, QUERIES), generate(work, QUERIES));
    work.finish();
    if busy {
        work.draw(AHEAD);
        // SAFETY: the function takes no arguments.
        unsafe { gl.glFlush() };
    }
    let mut counters = Calls::default();
    for id in &stamps {
        // SAFETY: the function takes no pointers.
        counters.time(|| unsafe { gl.glQueryCounter(*id, GL_TIMESTAMP) });
    }
    let mut pairs = Calls::default();
    for id in &spans {
        // SAFETY: as above.
        pairs.time(|| unsafe { gl.glBeginQuery(GL_TIME_ELAPSED, *id) });
        // SAFETY: as above.
        pairs.time(|| unsafe { gl.glEndQuery(GL_TIME_ELAPSED) });
    }
    let mut reads = Calls::default();
    let mut last = 0;
    for id in &stamps {
        let mut value: u64 = 0;
        // SAFETY: one value is written to a local variable; no query buffer is bound.
        reads.time(|| unsafe { gl.glGetQueryObjectui64v(*id, GL_QUERY_RESULT, &raw mut value) });
        assert!(value >= last, "the times run forwards");
        last = value;
    }
    // All the work is done by now: these times are the pure cost of reading.
    let mut later = Calls::default();
    for id in &spans {
        let mut value: u64 = 0;
        // SAFETY: as above.
        later.time(|| unsafe { gl.glGetQueryObjectui64v(*id, GL_QUERY_RESULT, &raw mut value) });
    }
    delete(work, &stamps);
    delete(work, &spans);
    work.no_error();
    let when = if busy { "busy" } else { "idle" };
    report(&format!("{when} counter"), counters.each());
    report(&format!("{when} counter longest"), counters.longest);
    report(&format!("{when} pair"), 2.0 * pairs.each());
    report(&format!("{when} pair longest"), pairs.longest);
    report(&format!("{when} read"), reads.each());
    report(&format!("{when} read longest"), reads.longest);
    report(&format!("{when} read elapsed"), later.each());
}
