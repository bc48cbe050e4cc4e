//! The shapes of marks that programs make: nested scopes, scopes that share a mark, work in sequence, and performance queries; each read in
//! several ways, on a quiet machine and beside busy threads.

use crate::child::{GL_QUERY_RESULT, GL_QUERY_RESULT_AVAILABLE, GL_TIME_ELAPSED, GL_TIMESTAMP};
use crate::context::WindowSystem;
use crate::work::Work;
use glmeter_abi::functions;
use std::ffi::{c_char, c_void};
use std::fmt;
use std::path::Path;
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
    /// Two scopes of the same work after another one, of which each begins with the mark that ends the one before.
    Shared,
    /// Three scopes of once, twice and three times the work after another one.
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

    /// Returns the units of work of the scopes that follow one another. The first also takes the time until the driver's threads have begun.
    fn in_sequence(self) -> &'static [u32] {
        match self {
            Shape::Shared => &[1, 1, 1],
            Shape::Sequence => &[1, 1, 2, 3],
            Shape::Nested(_) | Shape::ElapsedAndStamp | Shape::Performance => &[],
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
    /// The wall time of all work, from the end of the glFinish before until all results are known.
    most: f64,
    /// The part of it from the first draw until the last query's result is known in which the measuring thread waited neither for a core nor for the
    /// swap alone.
    least: f64,
    /// The time for which the process's threads, the driver's included, waited for a core, as a part of the wall time.
    disturbed: f64,
}

impl Scopes {
    /// Formats the measurement as a line.
    fn line(&self) -> String {
        let Self { shape, reading, busy, measured, most, least, disturbed } = self;
        let measured: Vec<_> = measured.iter().map(f64::to_string).collect();
        format!("scopes\t{shape:?}\t{reading:?}\t{busy}\t{most}\t{least}\t{disturbed}\t{}", measured.join(" "))
    }

    /// Parses a line of [`Self::line`]. Returns `None` for any other line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let ["scopes", shape, reading, busy, most, least, disturbed, measured] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Self {
            shape: Shape::ALL.into_iter().find(|known| format!("{known:?}") == shape)?,
            reading: Reading::ALL.into_iter().find(|known| format!("{known:?}") == reading)?,
            busy: busy.parse().ok()?,
            most: most.parse().ok()?,
            least: least.parse().ok()?,
            disturbed: disturbed.parse().ok()?,
            measured: measured.split(' ').map(|value| value.parse().ok()).collect::<Option<_>>()?,
        })
    }

    /// Returns the times of the scopes of the whole work.
    fn whole(&self) -> Vec<f64> {
        if self.shape.in_sequence().is_empty() { self.measured.clone() } else { vec![self.measured.iter().sum()] }
    }

    /// Returns the errors of the scopes of the whole work, as fractions of the true time, which is known to the time for which the measuring thread
    /// waited for other reasons.
    fn errors(&self) -> Vec<f64> {
        let error = |measured: f64| if measured < self.least { measured / self.least - 1.0 } else { (measured / self.most - 1.0).max(0.0) };
        self.whole().into_iter().map(error).collect()
    }

    /// Returns the times of the scopes that follow one another, and their ratios to their shares of their sum, which are 1 on a quiet machine; none if
    /// the program itself keeps a core busy.
    fn parts(&self) -> Vec<(f64, f64)> {
        let units = self.shape.in_sequence();
        if units.is_empty() || self.reading == Reading::Polling {
            return Vec::new();
        }
        let (sum, all) = (self.measured[1..].iter().sum::<f64>(), f64::from(units[1..].iter().sum::<u32>()));
        let part = |(measured, units): (&f64, &u32)| (*measured, measured / sum * all / f64::from(*units));
        self.measured.iter().zip(units).skip(1).map(part).collect()
    }
}

/// The errors of one shape, read in one way, beside a number of busy threads.
pub(crate) struct Cell {
    /// The median and the worst error of all scopes, as multiples of the goal: 2 % or 100 µs, whichever is more.
    pub(crate) median: f64,
    pub(crate) worst: f64,
    /// The median error, as a fraction.
    error: f64,
    /// The number of scopes of the whole work that took less than half of the time that it takes on a quiet machine.
    pub(crate) halves: usize,
    /// The best of the least of [`Scopes::parts`], which the suite of accuracy judges.
    #[allow(dead_code, reason = "the benchmark prints the errors alone")]
    pub(crate) least_part: f64,
    busy: u32,
}

impl Cell {
    /// Judges the measurements of a cell; `None` without any.
    pub(crate) fn of(samples: &[Scopes], shape: Shape, reading: Reading, busy: u32) -> Option<Self> {
        const GOAL: f64 = 0.02;
        const SHORT_GOAL: f64 = 100e3;
        let of_shape = |sample: &&Scopes| sample.shape == shape && sample.reading != Reading::Polling && sample.busy == 0;
        let half = median(samples.iter().filter(of_shape).flat_map(Scopes::whole).collect())? / 2.0;
        let of_cell = |sample: &&Scopes| (sample.shape, sample.reading, sample.busy) == (shape, reading, busy);
        let mut samples: Vec<_> = samples.iter().filter(of_cell).collect();
        if busy == 0 {
            // Programs that began meanwhile made the machine busy: equal work does not take equal times then.
            let least = samples.iter().map(|sample| sample.disturbed).fold(f64::INFINITY, f64::min);
            samples.retain(|sample| sample.disturbed <= least * 1.1 + 0.01);
        }
        // Beside busy threads, the wall time is no truth: the driver's threads wait for a core, and so does what glmeter adds to the work.
        let halved = |sample: &&Scopes| {
            sample.whole().into_iter().zip(sample.errors()).filter(|(measured, error)| *measured < half && *error < -0.5).count()
        };
        let halves = samples.iter().map(halved).sum();
        let errors = samples.iter().flat_map(|sample| {
            let of_parts = sample.parts().into_iter().filter(|_| busy == 0).map(|(time, ratio)| (time, ratio - 1.0));
            let errors = sample.errors().into_iter().map(|error| (sample.most, error)).chain(of_parts);
            errors.map(|(time, error)| ((error.abs() / GOAL).min(error.abs() * time / SHORT_GOAL), error))
        });
        let mut errors: Vec<_> = errors.collect();
        errors.sort_by(|one, other| one.0.total_cmp(&other.0));
        let least_parts = samples.iter().map(|sample| sample.parts().into_iter().fold(f64::INFINITY, |least, (_, ratio)| least.min(ratio)));
        let least_part = least_parts.fold(0.0, f64::max);
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

/// Returns the median; `None` of no values.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
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

/// Returns the time for which a thread, by its folder, was runnable and had no core, nanoseconds; 0 if the system does not count it.
fn run_delay(thread: &Path) -> f64 {
    let text = std::fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    text.split_ascii_whitespace().nth(1).and_then(|delay| delay.parse().ok()).unwrap_or(0.0)
}

/// Does [`run_delay`] with this thread.
fn own_run_delay() -> f64 {
    run_delay(Path::new("/proc/thread-self"))
}

/// Returns the sum of [`run_delay`] of this process's threads.
fn run_delays() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    threads.map(|thread| run_delay(&thread.path())).sum()
}

/// Measures each shape, read in each way, `repetitions` times beside 0, 1 and 2 busy threads, and prints lines of [`Scopes::line`].
pub(crate) fn measure(system: WindowSystem, size: i32, turns: i32, repetitions: u32) {
    let (address, swap) = system.make_current_with_swap();
    // SAFETY: the address of a name is that of the function of this name, or null.
    let performance = unsafe { PerformanceQueries::load(&address) }.complete().expect("glmeter has the function");
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

    /// Issues the commands of a shape. Returns the number of the last query, and when the first draw began.
    fn issue(&self, shape: Shape) -> (usize, Instant) {
        let mut begun = Instant::now();
        match shape {
            Shape::Nested(depth) => {
                (0..depth).for_each(|number| self.mark(number));
                begun = Instant::now();
                self.work.draw(UNIT);
                (depth..2 * depth).for_each(|number| self.mark(number));
                return (2 * depth - 1, begun);
            }
            Shape::ElapsedAndStamp => {
                self.elapsed(1);
                self.mark(0);
                return (0, begun);
            }
            Shape::Shared | Shape::Sequence => {
                self.mark(0);
                for (number, units) in (1..).zip(shape.in_sequence()) {
                    self.work.draw(UNIT * units);
                    self.mark(number);
                }
                return (shape.in_sequence().len(), begun);
            }
            Shape::Performance => {
                // SAFETY: the functions take no pointers.
                unsafe { self.performance.glBeginPerfQueryINTEL(self.handle) };
                // The driver begins to count, which is work of its own, before the queries inside begin.
                self.work.finish();
                begun = Instant::now();
                self.elapsed(1);
                // SAFETY: as above.
                unsafe { self.performance.glEndPerfQueryINTEL(self.handle) };
            }
        }
        (ELAPSED, begun)
    }

    /// Reads the results of a shape, the last ones first.
    fn results(&self, shape: Shape) -> Vec<f64> {
        match shape {
            Shape::Nested(depth) => (0..depth).map(|number| self.result(2 * depth - 1 - number) - self.result(number)).collect(),
            Shape::ElapsedAndStamp => vec![self.result(ELAPSED)],
            Shape::Shared | Shape::Sequence => {
                let last = shape.in_sequence().len();
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
        let (all_delays, delay, start) = (run_delays(), own_run_delay(), Instant::now());
        let (last, begun) = self.issue(shape);
        match reading {
            Reading::Finish => self.work.finish(),
            Reading::Swap => (self.swap)(),
            Reading::Polling => while !self.is_available(last) {},
            Reading::Blocking => {}
        }
        self.result(last);
        let done = Instant::now();
        let measured = self.results(shape);
        let ended = Instant::now();
        let mut waited = own_run_delay() - delay;
        let disturbed = (run_delays() - all_delays) / ended.duration_since(start).as_secs_f64() / 1e9;
        if reading == Reading::Swap {
            // The X server takes its time too.
            let start = Instant::now();
            (self.swap)();
            waited += start.elapsed().as_secs_f64() * 1e9;
        }
        let most = ended.duration_since(start).as_secs_f64() * 1e9;
        let least = (done.duration_since(begun).as_secs_f64() * 1e9 - waited).max(0.0);
        Scopes { shape, reading, busy: 0, measured, most, least, disturbed }
    }
}
