//! The shapes of marks that programs make: nested scopes, scopes that share a mark, work in sequence, and performance queries; each read in
//! several ways, on a quiet machine and beside busy threads.

use crate::child::{GL_QUERY_RESULT, GL_QUERY_RESULT_AVAILABLE, GL_TIME_ELAPSED, GL_TIMESTAMP};
use crate::context::WindowSystem;
use crate::work::Work;
use glmeter_abi::functions;
use std::ffi::{c_char, c_void};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const GL_PERFQUERY_WAIT_INTEL: u32 = 0x83FB;

/// The draws of one unit of work: about 3 ms.
const UNIT: u32 = 64;
/// The depth of the deepest scopes.
const DEEPEST: usize = 5;
/// The number of queries: the marks of the deepest scopes, and a TIME_ELAPSED.
const QUERIES: usize = 2 * DEEPEST + 1;
const ELAPSED: usize = 2 * DEEPEST;

functions! {
    struct PerformanceQueries("") {
        fn glBeginPerfQueryINTEL(query_handle: u32);
        fn glCreatePerfQueryINTEL(query_id: u32, query_handle: *mut u32);
        fn glEndPerfQueryINTEL(query_handle: u32);
        fn glGetPerfQueryDataINTEL(query_handle: u32, flags: u32, data_size: i32, data: *mut c_void, bytes_written: *mut u32);
        fn glGetPerfQueryIdByNameINTEL(query_name: *const c_char, query_id: *mut u32);
    }
}

/// A shape of marks around known work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// So many scopes of TIMESTAMPs, one in another, around the work.
    Nested(usize),
    /// TIME_ELAPSED around the work, and a TIMESTAMP right after it.
    ElapsedAndStamp,
    /// Two scopes of the same work, of which the second begins with the mark that ends the first.
    Shared,
    /// Three scopes of once, twice and three times the work, one after another.
    Sequence,
    /// A performance query around TIME_ELAPSED around the work.
    Performance,
}

impl Shape {
    /// All shapes.
    pub(crate) const ALL: [Shape; 9] = [
        Shape::Nested(1),
        Shape::Nested(2),
        Shape::Nested(3),
        Shape::Nested(4),
        Shape::Nested(5),
        Shape::ElapsedAndStamp,
        Shape::Shared,
        Shape::Sequence,
        Shape::Performance,
    ];

    /// Returns the work of each scope, in units of the shape's whole work, and whether the scopes follow one another.
    fn shares(self) -> (&'static [f64], bool) {
        match self {
            Shape::Nested(depth) => (&[1.0; DEEPEST][..depth], false),
            Shape::ElapsedAndStamp => (&[1.0], false),
            Shape::Shared => (&[0.5, 0.5], true),
            Shape::Sequence => (&[1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0], true),
            Shape::Performance => (&[1.0, 1.0], false),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Nested(depth) => out.pad(&format!("{depth} nested")),
            Shape::ElapsedAndStamp => out.pad("elapsed, stamp"),
            Shape::Shared => out.pad("shared mark"),
            Shape::Sequence => out.pad("1:2:3"),
            Shape::Performance => out.pad("performance query"),
        }
    }
}

/// The way in which the results are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// After a glFinish.
    Finish,
    /// After a swap of the buffers.
    Swap,
    /// Once the last one is available.
    Polling,
    /// At once, which waits for the work.
    Blocking,
}

impl Reading {
    /// All ways.
    pub(crate) const ALL: [Reading; 4] = [Reading::Finish, Reading::Swap, Reading::Polling, Reading::Blocking];
}

/// The scopes of one shape, measured once; nanoseconds.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    shape: Shape,
    reading: Reading,
    /// The number of busy threads.
    busy: u32,
    /// The results.
    measured: Vec<f64>,
    /// The wall time of all work, from the end of the glFinish before until the results are known.
    most: f64,
    /// The part of it in which the measuring thread waited neither for a core nor for the swap alone.
    least: f64,
}

impl Scopes {
    /// Formats the measurement as a line.
    fn line(&self) -> String {
        let Self { shape, reading, busy, measured, most, least } = self;
        let measured: Vec<_> = measured.iter().map(f64::to_string).collect();
        format!("scopes\t{shape:?}\t{reading:?}\t{busy}\t{most}\t{least}\t{}", measured.join(" "))
    }

    /// Parses a line of [`Self::line`]. Returns `None` for any other line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let ["scopes", shape, reading, busy, most, least, measured] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        Some(Self {
            shape: Shape::ALL.into_iter().find(|known| format!("{known:?}") == shape)?,
            reading: Reading::ALL.into_iter().find(|known| format!("{known:?}") == reading)?,
            busy: busy.parse().ok()?,
            most: most.parse().ok()?,
            least: least.parse().ok()?,
            measured: measured.split(' ').map(|value| value.parse().ok()).collect::<Option<_>>()?,
        })
    }

    /// Returns the errors of the scopes, as fractions of the true times: first those of the whole work, then, if `parts`, those of its parts. The truth
    /// is known to the time for which the measuring thread waited for other reasons; beside busy threads, that of parts is unknown.
    fn errors(&self, parts: bool) -> Vec<f64> {
        let (shares, in_sequence) = self.shape.shares();
        let outside = |measured: f64, share: f64| {
            let (least, most) = (self.least * share, self.most * share);
            if measured < least { measured / least - 1.0 } else { (measured / most - 1.0).max(0.0) }
        };
        let whole = if in_sequence { vec![self.measured.iter().sum()] } else { self.measured.clone() };
        let mut errors: Vec<_> = whole.into_iter().map(|measured| outside(measured, 1.0)).collect();
        if in_sequence && parts {
            errors.extend(self.measured.iter().zip(shares).map(|(measured, share)| outside(*measured, *share)));
        }
        errors
    }

    /// Returns the least ratio of a scope to its share of the scopes in sequence, which is 1 on a quiet machine.
    fn least_part(&self) -> f64 {
        let (shares, in_sequence) = self.shape.shares();
        let whole: f64 = self.measured.iter().sum();
        let parts = self.measured.iter().zip(shares).map(|(measured, share)| measured / whole / share);
        if in_sequence { parts.fold(f64::INFINITY, f64::min) } else { 1.0 }
    }
}

/// The errors of one shape, read in one way, beside a number of busy threads.
pub(crate) struct Cell {
    /// The median and the worst error of all scopes, as multiples of the goal: 2 % or 100 µs, whichever is more.
    pub(crate) median: f64,
    pub(crate) worst: f64,
    /// The median error, as a fraction.
    error: f64,
    /// The number of scopes of the whole work that took less than half of it.
    pub(crate) halves: usize,
    /// The best of [`Scopes::least_part`], which the suite of accuracy judges.
    #[allow(dead_code, reason = "the benchmark prints the errors alone")]
    pub(crate) least_part: f64,
    busy: u32,
}

impl Cell {
    /// Judges the measurements of a cell; `None` without any.
    pub(crate) fn of(samples: &[Scopes], shape: Shape, reading: Reading, busy: u32) -> Option<Self> {
        const GOAL: f64 = 0.02;
        const SHORT_GOAL: f64 = 100e3;
        let of_cell = |sample: &&Scopes| (sample.shape, sample.reading, sample.busy) == (shape, reading, busy);
        let samples: Vec<_> = samples.iter().filter(of_cell).collect();
        // A time below the goal is none at all.
        let halved = |sample: &&&Scopes| sample.errors(false).iter().any(|error| *error < -0.5 && -error * sample.most > SHORT_GOAL);
        let halves = samples.iter().filter(halved).count();
        let errors = samples.iter().flat_map(|sample| {
            let in_goals = |error: f64| (error.abs() / GOAL).min(error.abs() * sample.most / SHORT_GOAL);
            sample.errors(busy == 0).into_iter().map(move |error| (in_goals(error), error))
        });
        let mut errors: Vec<_> = errors.collect();
        errors.sort_by(|one, other| one.0.total_cmp(&other.0));
        let least_part = samples.iter().map(|sample| sample.least_part()).fold(0.0, f64::max);
        let (median, error) = *errors.get(errors.len() / 2)?;
        Some(Self { median, worst: errors.last()?.0, error, halves, least_part, busy })
    }

    /// Returns true if the goal is met: by the worst measurement on a quiet machine, by the median beside busy threads; and never less than half.
    pub(crate) fn is_good(&self) -> bool {
        (if self.busy == 0 { self.worst } else { self.median }) <= 1.0 && self.halves == 0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = if self.halves > 0 { format!(", {} halved", self.halves) } else { String::new() };
        let part = if self.least_part < 0.9 { format!(", a part {:.2}", self.least_part) } else { String::new() };
        let mark = if self.is_good() { "ok" } else { "NO" };
        out.pad(&format!("{:+.1} %, {:.1} / {:.1} of the goal{halves}{part} {mark}", self.error * 100.0, self.median, self.worst))
    }
}

/// Threads that keep cores busy until this is dropped.
struct Busy(Vec<std::thread::JoinHandle<()>>);

static BUSY: AtomicBool = AtomicBool::new(false);

impl Busy {
    fn start(count: u32) -> Self {
        BUSY.store(true, Ordering::Relaxed);
        let spin = || {
            while BUSY.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        };
        Self((0..count).map(|_| std::thread::spawn(spin)).collect())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.store(false, Ordering::Relaxed);
        self.0.drain(..).for_each(|thread| thread.join().expect("a busy thread"));
    }
}

/// Returns the time for which this thread was runnable and had no core, nanoseconds; 0 if the system does not count it.
fn run_delay() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_ascii_whitespace().nth(1).and_then(|delay| delay.parse().ok()).unwrap_or(0.0)
}

/// Measures each shape, read in each way, `repetitions` times beside 0, 1 and 2 busy threads, and prints lines of [`Scopes::line`].
pub(crate) fn measure(system: WindowSystem, size: i32, turns: i32, repetitions: u32) {
    let (address, swap) = system.make_current_with_swap();
    // SAFETY: the address of a name is that of the function of this name, or null.
    let performance = unsafe { PerformanceQueries::load(&address) }.expect("glmeter has the function");
    let work = Work::prepare(address, size);
    work.set_turns(turns);
    let mut names = [0; QUERIES];
    let (mut kind, mut handle) = (0, 0);
    // SAFETY: out pointers are to locals of the lengths given, and the name is a C string.
    unsafe {
        work.gl.glGenQueries(names.len() as i32, names.as_mut_ptr());
        performance.glGetPerfQueryIdByNameINTEL(c"GPU Timing".as_ptr(), &raw mut kind);
        performance.glCreatePerfQueryINTEL(kind, &raw mut handle);
    }
    let program = Program { work, swap, names, performance, handle };
    for busy in 0..3 {
        let threads = Busy::start(busy);
        for shape in Shape::ALL {
            program.measure(shape, Reading::Finish);
            for _ in 0..repetitions {
                for reading in Reading::ALL {
                    println!("{}", Scopes { busy, ..program.measure(shape, reading) }.line());
                }
            }
        }
        drop(threads);
    }
    program.work.no_error();
}

/// A program that measures its work.
struct Program {
    work: Work,
    swap: Box<dyn Fn()>,
    names: [u32; QUERIES],
    performance: PerformanceQueries,
    handle: u32,
}

impl Program {
    fn mark(&self, number: usize) {
        // SAFETY: the function takes no pointers.
        unsafe { self.work.gl.glQueryCounter(self.names[number], GL_TIMESTAMP) };
    }

    fn result(&self, number: usize) -> f64 {
        let mut value: u64 = 0;
        // SAFETY: one value is written to a local variable; no query buffer is bound.
        unsafe { self.work.gl.glGetQueryObjectui64v(self.names[number], GL_QUERY_RESULT, &raw mut value) };
        value as f64
    }

    fn is_available(&self, number: usize) -> bool {
        let mut value: u32 = 0;
        // SAFETY: as above.
        unsafe { self.work.gl.glGetQueryObjectuiv(self.names[number], GL_QUERY_RESULT_AVAILABLE, &raw mut value) };
        value != 0
    }

    /// Does TIME_ELAPSED around work.
    fn elapsed(&self, units: u32) {
        // SAFETY: the functions take no pointers.
        unsafe { self.work.gl.glBeginQuery(GL_TIME_ELAPSED, self.names[ELAPSED]) };
        self.work.draw(UNIT * units);
        // SAFETY: as above.
        unsafe { self.work.gl.glEndQuery(GL_TIME_ELAPSED) };
    }

    /// Issues the commands of a shape. Returns the number of the last query.
    fn issue(&self, shape: Shape) -> usize {
        match shape {
            Shape::Nested(depth) => {
                (0..depth).for_each(|number| self.mark(number));
                self.work.draw(UNIT);
                (depth..2 * depth).for_each(|number| self.mark(number));
                return 2 * depth - 1;
            }
            Shape::ElapsedAndStamp => {
                self.elapsed(1);
                self.mark(0);
                return 0;
            }
            Shape::Shared | Shape::Sequence => {
                self.mark(0);
                let units: &[u32] = if shape == Shape::Shared { &[1, 1] } else { &[1, 2, 3] };
                for (number, units) in (1..).zip(units) {
                    self.work.draw(UNIT * units);
                    self.mark(number);
                }
                return units.len();
            }
            Shape::Performance => {
                // SAFETY: the functions take no pointers.
                unsafe { self.performance.glBeginPerfQueryINTEL(self.handle) };
                self.elapsed(1);
                // SAFETY: as above.
                unsafe { self.performance.glEndPerfQueryINTEL(self.handle) };
            }
        }
        ELAPSED
    }

    /// Reads the results of a shape, the last ones first.
    fn results(&self, shape: Shape) -> Vec<f64> {
        match shape {
            Shape::Nested(depth) => (0..depth).map(|number| self.result(2 * depth - 1 - number) - self.result(number)).collect(),
            Shape::ElapsedAndStamp => vec![self.result(ELAPSED)],
            Shape::Shared | Shape::Sequence => {
                let last = shape.shares().0.len();
                let times: Vec<_> = (0..=last).rev().map(|number| self.result(number)).collect();
                times.windows(2).rev().map(|pair| pair[0] - pair[1]).collect()
            }
            Shape::Performance => {
                let (mut data, mut written) = ([0_u64; 64], 0);
                let bytes = size_of_val(&data) as i32;
                // SAFETY: the data has room for as many bytes as it says.
                unsafe {
                    let flags = GL_PERFQUERY_WAIT_INTEL;
                    self.performance.glGetPerfQueryDataINTEL(self.handle, flags, bytes, data.as_mut_ptr().cast(), &raw mut written);
                }
                vec![data[0] as f64, self.result(ELAPSED)]
            }
        }
    }

    /// Makes one measurement, beside as many busy threads as run.
    fn measure(&self, shape: Shape, reading: Reading) -> Scopes {
        // Wake the driver's threads first, which are slow after the last sleep.
        self.work.draw(1);
        self.work.finish();
        let (start, delay) = (Instant::now(), run_delay());
        let last = self.issue(shape);
        match reading {
            Reading::Finish => self.work.finish(),
            Reading::Swap => (self.swap)(),
            Reading::Polling => while !self.is_available(last) {},
            Reading::Blocking => {}
        }
        let finished = start.elapsed();
        let measured = self.results(shape);
        let ended = if reading == Reading::Finish { finished } else { start.elapsed() };
        let mut waited = run_delay() - delay;
        if reading == Reading::Swap {
            // The X server takes its time too.
            let start = Instant::now();
            (self.swap)();
            waited += start.elapsed().as_secs_f64() * 1e9;
        }
        let most = ended.as_secs_f64() * 1e9;
        Scopes { shape, reading, busy: 0, measured, most, least: (most - waited).max(0.0) }
    }
}
