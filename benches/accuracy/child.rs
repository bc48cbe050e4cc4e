//! The child process: measures each amount of work with each timer, and prints one line for each measurement.
//!
//! `--child calibrate WINDOW_SYSTEM SIZE` prints the loop length with which one draw takes [`ONE_DRAW`].
//! `--child measure WINDOW_SYSTEM SIZE TURNS REPETITIONS` prints lines of [`Sample::line`], then the renderer and whether a watcher runs.
//! `--child shapes WINDOW_SYSTEM SIZE TURNS REPETITIONS` prints lines of [`crate::shapes::Scopes`].
//! `--child check WINDOW_SYSTEM SIZE TURNS REPETITIONS` does the same for the cells of docs/performance.md only.

use crate::context::WindowSystem;
use crate::shapes;
use crate::stated::COLUMNS;
use crate::work::Work;
use std::time::{Duration, Instant};

pub(crate) const GL_QUERY_RESULT: u32 = 0x8866;
pub(crate) const GL_QUERY_RESULT_AVAILABLE: u32 = 0x8867;
pub(crate) const GL_TIME_ELAPSED: u32 = 0x88BF;
pub(crate) const GL_TIMESTAMP: u32 = 0x8E28;

/// The draws of each column of the table.
pub(crate) const DRAWS: [u32; 6] = [1, 4, 16, 64, 256, 1400];
/// The intended time of one draw.
const ONE_DRAW: Duration = Duration::from_micros(50);
/// A frame, after which a program first polls for a result.
const FRAME: Duration = Duration::from_millis(16);
/// The interval of further polls.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// The name of glmeter's watcher thread.
const WATCHER: &str = "glmeter-fences";

/// The kind of query that measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timer {
    /// TIME_ELAPSED.
    Elapsed,
    /// Two TIMESTAMPs.
    Stamps,
}

/// The moment at which the result is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// At once, which waits for the work.
    AtOnce,
    /// Once it is available, polled from a frame later on; the program issues no command in between.
    Later,
}

/// One measurement, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) timer: Timer,
    pub(crate) read: Read,
    /// The number of draws.
    pub(crate) draws: u32,
    /// The result of the query.
    pub(crate) measured: f64,
    /// The wall time from the end of the glFinish before to the end of the glFinish after.
    pub(crate) truth: f64,
    /// The wall time of the same work without a query, just before.
    pub(crate) alone: f64,
}

impl Sample {
    /// Formats the measurement as a line of tab-separated fields.
    fn line(&self) -> String {
        let Self { timer, read, draws, measured, truth, alone } = self;
        format!("{timer:?}\t{read:?}\t{draws}\t{measured}\t{truth}\t{alone}")
    }

    /// Parses a line of [`Self::line`]. Returns `None` for any other line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [timer, read, draws, measured, truth, alone] = fields[..] else { return None };
        Some(Self {
            timer: [Timer::Elapsed, Timer::Stamps].into_iter().find(|known| format!("{known:?}") == timer)?,
            read: [Read::AtOnce, Read::Later].into_iter().find(|known| format!("{known:?}") == read)?,
            draws: draws.parse().ok()?,
            measured: measured.parse().ok()?,
            truth: truth.parse().ok()?,
            alone: alone.parse().ok()?,
        })
    }
}

/// Runs the child with its command line.
pub(crate) fn main(arguments: &[String]) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["calibrate", system, size] => println!("{}", calibrate(&prepare(system, size), ONE_DRAW)),
        ["measure", system, size, turns, repetitions] => {
            let work = prepare(system, size);
            work.set_turns(turns.parse().expect("turns"));
            measure(&work, repetitions.parse().expect("repetitions"));
        }
        ["check", system, size, turns, repetitions] => {
            let work = prepare(system, size);
            work.set_turns(turns.parse().expect("turns"));
            check(&work, repetitions.parse().expect("repetitions"));
        }
        ["shapes", system, size, turns, repetitions] => {
            let number = |text: &str| text.parse().expect("a number");
            shapes::measure(WindowSystem::from_name(system), number(size), number(turns), number(repetitions) as u32);
        }
        _ => panic!("unknown child {arguments:?}"),
    }
}

/// Makes a context current and prepares the work.
fn prepare(system: &str, size: &str) -> Work {
    let address = WindowSystem::from_name(system).make_current();
    Work::prepare(address, size.parse().expect("size"))
}

/// Returns the loop length with which one of many draws takes `wanted`.
fn calibrate(work: &Work, wanted: Duration) -> i32 {
    const DRAWS: u32 = 32;
    let mut turns = 1;
    loop {
        work.set_turns(turns);
        let fastest = (0..5).map(|_| {
            let start = Instant::now();
            work.draw(DRAWS);
            work.finish();
            start.elapsed()
        });
        let one = fastest.min().unwrap_or_default().as_secs_f64() / f64::from(DRAWS);
        let ratio = wanted.as_secs_f64() / one.max(1e-9);
        if ratio < 1.1 || turns > 1 << 20 {
            return turns;
        }
        // A draw has a fixed cost besides its loops, so the first ratios are too small; later ones converge.
        turns = ((f64::from(turns) * ratio.min(4.0)) as i32).max(turns + 1);
    }
}

/// Two reused queries for each timer.
#[derive(Clone, Copy)]
struct Queries([u32; 4]);

impl Queries {
    /// Generates the query names.
    fn generate(work: &Work) -> Self {
        let mut names = [0; 4];
        // SAFETY: the array has room for four names.
        unsafe { work.gl.glGenQueries(4, names.as_mut_ptr()) };
        Self(names)
    }

    /// Returns the two queries of a timer.
    fn of(self, timer: Timer) -> [u32; 2] {
        let [first, second, third, fourth] = self.0;
        if timer == Timer::Elapsed { [first, second] } else { [third, fourth] }
    }
}

/// Measures every combination of amount of work, timer and read, and prints the lines.
fn measure(work: &Work, repetitions: u32) {
    let queries = Queries::generate(work);
    // Warm up: exclude the cost of the first query and the first draw.
    for timer in [Timer::Elapsed, Timer::Stamps] {
        sample(work, queries, timer, Read::AtOnce, 1);
    }
    for _ in 0..repetitions {
        for draws in DRAWS {
            for read in [Read::AtOnce, Read::Later] {
                for timer in [Timer::Elapsed, Timer::Stamps] {
                    println!("{}", sample(work, queries, timer, read, draws).line());
                }
            }
        }
    }
    end(work);
}

/// Measures TIME_ELAPSED, read at once, for the columns of docs/performance.md, and prints the lines.
fn check(work: &Work, repetitions: u32) {
    let queries = Queries::generate(work);
    sample(work, queries, Timer::Elapsed, Read::AtOnce, 1);
    for _ in 0..repetitions {
        for draws in COLUMNS {
            println!("{}", sample(work, queries, Timer::Elapsed, Read::AtOnce, draws).line());
        }
    }
    end(work);
}

/// Prints the renderer, and whether a watcher thread runs.
fn end(work: &Work) {
    work.no_error();
    println!("renderer\t{}\t{}", work.renderer(), if watched() { "watched" } else { "not watched" });
}

/// Makes one measurement.
fn sample(work: &Work, queries: Queries, timer: Timer, read: Read, draws: u32) -> Sample {
    let gl = &work.gl;
    let [first, second] = queries.of(timer);
    // Wake the driver's threads first, which are slow after the last sleep.
    work.draw(1);
    work.finish();
    let start = Instant::now();
    work.draw(draws);
    work.finish();
    let alone = start.elapsed();

    let start = Instant::now();
    // SAFETY: the function takes no pointers.
    unsafe {
        match timer {
            Timer::Elapsed => gl.glBeginQuery(GL_TIME_ELAPSED, first),
            Timer::Stamps => gl.glQueryCounter(first, GL_TIMESTAMP),
        }
    }
    work.draw(draws);
    // SAFETY: as above.
    unsafe {
        match timer {
            Timer::Elapsed => gl.glEndQuery(GL_TIME_ELAPSED),
            Timer::Stamps => gl.glQueryCounter(second, GL_TIMESTAMP),
        }
    }
    let result = |query| {
        let mut value: u64 = 0;
        // SAFETY: one value is written to a local variable; no query buffer is bound.
        unsafe { gl.glGetQueryObjectui64v(query, GL_QUERY_RESULT, &raw mut value) };
        value as f64
    };
    let measured = || match timer {
        Timer::Elapsed => result(first),
        // Read the second one first, as a waiting program does.
        Timer::Stamps => result(second) - result(first),
    };
    let last = if timer == Timer::Elapsed { first } else { second };
    let (measured, truth) = match read {
        Read::AtOnce => {
            let measured = measured();
            work.finish();
            (measured, start.elapsed())
        }
        Read::Later => {
            work.finish();
            let truth = start.elapsed();
            std::thread::sleep(FRAME);
            while !available(work, last) {
                std::thread::sleep(POLL_INTERVAL);
            }
            (measured(), truth)
        }
    };
    let nanoseconds = |time: Duration| time.as_secs_f64() * 1e9;
    Sample { timer, read, draws, measured, truth: nanoseconds(truth), alone: nanoseconds(alone) }
}

/// Returns true if a query's result is available.
fn available(work: &Work, query: u32) -> bool {
    let mut value: u32 = 0;
    // SAFETY: one value is written to a local variable; no query buffer is bound.
    unsafe { work.gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &raw mut value) };
    value != 0
}

/// Returns true if a watcher thread of glmeter's runs in this process.
fn watched() -> bool {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).any(|name| name.trim() == WATCHER)
}
