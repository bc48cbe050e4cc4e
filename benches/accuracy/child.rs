//! The child process: measures each amount of work by each timer, and prints one line for each measurement.
//!
//! `--child calibrate WINDOW_SYSTEM SIZE` prints the loop length that gives the first column its time.
//! `--child measure WINDOW_SYSTEM SIZE TURNS REPETITIONS` prints lines of [`Sample::line`], then what it stood on.
//! `--child check WINDOW_SYSTEM SIZE TURNS REPETITIONS` does so for what docs/performance.md states alone.

use crate::context::WindowSystem;
use crate::stated::COLUMNS;
use crate::work::Work;
use std::time::{Duration, Instant};

const GL_QUERY_RESULT: u32 = 0x8866;
const GL_QUERY_RESULT_AVAILABLE: u32 = 0x8867;
const GL_TIME_ELAPSED: u32 = 0x88BF;
const GL_TIMESTAMP: u32 = 0x8E28;

/// The draws of each column of the table.
pub(crate) const DRAWS: [u32; 6] = [1, 4, 16, 64, 256, 1400];
/// What one draw should take.
const ONE_DRAW: Duration = Duration::from_micros(50);
/// A frame, after which a program looks whether a result is there.
const FRAME: Duration = Duration::from_millis(16);
const LOOK_AGAIN: Duration = Duration::from_millis(1);
/// The thread that awaits glmeter's fences.
const WATCHER: &str = "glmeter-fences";

/// Which query measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timer {
    Elapsed,
    Stamps,
}

/// When the result is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Read {
    /// At once, which waits for the work.
    AtOnce,
    /// When it is there, first looked at a frame later; no command of the program's in between.
    Later,
}

/// One measurement, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) timer: Timer,
    pub(crate) read: Read,
    pub(crate) draws: u32,
    /// What the query said.
    pub(crate) measured: f64,
    /// The clock, from the end of a glFinish before to the end of a glFinish after.
    pub(crate) truth: f64,
    /// The same for the same work without a query, a moment before.
    pub(crate) alone: f64,
}

impl Sample {
    fn line(&self) -> String {
        let Self { timer, read, draws, measured, truth, alone } = self;
        format!("{timer:?}\t{read:?}\t{draws}\t{measured}\t{truth}\t{alone}")
    }

    /// The other end of [`Self::line`]; none for a line of another kind.
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
        _ => panic!("unknown child {arguments:?}"),
    }
}

fn prepare(system: &str, size: &str) -> Work {
    let address = WindowSystem::from_name(system).make_current();
    Work::prepare(address, size.parse().expect("size"))
}

/// The loop length at which a draw among many takes `wanted`.
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
        // A draw costs more than its loops, so the ratio is too careful at first and right in the end.
        turns = ((f64::from(turns) * ratio.min(4.0)) as i32).max(turns + 1);
    }
}

/// Two queries for each timer, used again and again.
#[derive(Clone, Copy)]
struct Queries([u32; 4]);

impl Queries {
    fn generate(work: &Work) -> Self {
        let mut names = [0; 4];
        // SAFETY: room for four names.
        unsafe { work.gl.glGenQueries(4, names.as_mut_ptr()) };
        Self(names)
    }

    fn of(self, timer: Timer) -> [u32; 2] {
        let [first, second, third, fourth] = self.0;
        if timer == Timer::Elapsed { [first, second] } else { [third, fourth] }
    }
}

fn measure(work: &Work, repetitions: u32) {
    let queries = Queries::generate(work);
    // What is made late, at the first query or at the first draw, is not measured.
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

/// Measures TIME_ELAPSED, read at once.
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

fn end(work: &Work) {
    work.no_error();
    println!("renderer\t{}\t{}", work.renderer(), if watched() { "watched" } else { "not watched" });
}

fn sample(work: &Work, queries: Queries, timer: Timer, read: Read, draws: u32) -> Sample {
    let gl = &work.gl;
    let [first, second] = queries.of(timer);
    // The driver's threads wake slowly after the last sleep: that time is not part of the work.
    work.draw(1);
    work.finish();
    let start = Instant::now();
    work.draw(draws);
    work.finish();
    let alone = start.elapsed();

    let start = Instant::now();
    // SAFETY: takes values only; the names are new.
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
        // SAFETY: one number; no query buffer is bound.
        unsafe { gl.glGetQueryObjectui64v(query, GL_QUERY_RESULT, &raw mut value) };
        value as f64
    };
    let measured = || match timer {
        Timer::Elapsed => result(first),
        // The second first, as a program that waits would.
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
                std::thread::sleep(LOOK_AGAIN);
            }
            (measured(), truth)
        }
    };
    let nanoseconds = |time: Duration| time.as_secs_f64() * 1e9;
    Sample { timer, read, draws, measured, truth: nanoseconds(truth), alone: nanoseconds(alone) }
}

fn available(work: &Work, query: u32) -> bool {
    let mut value: u32 = 0;
    // SAFETY: one number; no query buffer is bound.
    unsafe { work.gl.glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &raw mut value) };
    value != 0
}

/// Whether a thread of glmeter's awaits fences in this process.
fn watched() -> bool {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok()).any(|name| name.trim() == WATCHER)
}
