//! The shapes of marks that programs make: nested scopes, scopes that share a mark, work in sequence, and performance queries; each read in
//! several ways, on a quiet machine and beside busy threads.

use crate::child::{GL_QUERY_RESULT, GL_QUERY_RESULT_AVAILABLE, GL_TIME_ELAPSED, GL_TIMESTAMP};
use crate::context::WindowSystem;
use crate::witness;
use crate::work::Work;
use glmeter_abi::functions;
use std::ffi::{c_char, c_void};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

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

    /// Returns the number of batches of glmeter's own before the work: a performance query begins its counters in one.
    fn own_batches(self) -> usize {
        if self == Shape::Performance { 1 } else { 0 }
    }

    /// Returns the number of times that work is given to the driver, each time followed by a mark.
    fn works(self) -> usize {
        match self {
            Shape::Nested(_) | Shape::ElapsedAndStamp | Shape::Performance => 1,
            Shape::Shared => 2,
            Shape::Sequence => 3,
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

/// What a query measured and what is true, nanoseconds.
#[derive(Clone, Copy, Debug)]
struct Scope {
    measured: f64,
    /// The bounds of the truth: a mark without work before it has a time between its own command and the next draw, and one after work the time at which
    /// the work ended, or that of its command, if the work had ended before.
    least: f64,
    most: f64,
}

impl Scope {
    /// Returns by how much the measured time is outside the bounds.
    fn excess(self) -> f64 {
        (self.measured - self.most).max(0.0) + (self.measured - self.least).min(0.0)
    }

    /// Returns the error, as a multiple of the goal and as a fraction of the true time.
    fn error(self) -> (f64, f64) {
        let (excess, truth) = (self.excess(), self.measured - self.excess());
        (excess.abs() / (GOAL * truth).max(SHORT_GOAL), excess / truth)
    }

    /// Returns true if less than half of the time was measured. A time below the goal is none at all.
    fn is_halved(self) -> bool {
        self.measured < self.least / 2.0 && -self.excess() > SHORT_GOAL
    }

    /// Formats the scope as a field.
    fn field(self) -> String {
        format!("{} {} {}", self.measured, self.least, self.most)
    }

    /// Parses a field.
    fn read(field: &str) -> Option<Self> {
        let numbers: Vec<_> = field.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let [measured, least, most] = numbers[..] else { return None };
        Some(Self { measured, least, most })
    }
}

/// The scopes of one shape, measured once: those of works that follow one another also as one.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    shape: Shape,
    reading: Reading,
    /// The number of busy threads.
    busy: u32,
    scopes: Vec<Scope>,
}

impl Scopes {
    /// Formats the measurement as a line.
    fn line(&self) -> String {
        let Self { shape, reading, busy, scopes } = self;
        let scopes: Vec<_> = scopes.iter().map(|scope| scope.field()).collect();
        format!("scopes\t{shape:?}\t{reading:?}\t{busy}\t{}", scopes.join("\t"))
    }

    /// Parses a line of [`Self::line`]. Returns `None` for any other line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split('\t').collect();
        let ["scopes", shape, reading, busy, scopes @ ..] = &fields[..] else { return None };
        Some(Self {
            shape: Shape::ALL.into_iter().find(|known| format!("{known:?}") == *shape)?,
            reading: Reading::ALL.into_iter().find(|known| format!("{known:?}") == *reading)?,
            busy: busy.parse().ok()?,
            scopes: scopes.iter().map(|scope| Scope::read(scope)).collect::<Option<_>>()?,
        })
    }
}

/// The goal: this part of the time, or so many nanoseconds, whichever is more.
const GOAL: f64 = 0.02;
const SHORT_GOAL: f64 = 100e3;

/// The errors of one shape, read in one way, beside a number of busy threads.
pub(crate) struct Cell {
    /// The median and the worst error of all scopes, as multiples of the goal: 2 % or 100 µs, whichever is more.
    pub(crate) median: f64,
    pub(crate) worst: f64,
    /// The median error, as a fraction.
    error: f64,
    /// The number of scopes that took less than half of their time.
    pub(crate) halves: usize,
    busy: u32,
}

impl Cell {
    /// Judges the measurements of a cell; `None` without any.
    pub(crate) fn of(samples: &[Scopes], shape: Shape, reading: Reading, busy: u32) -> Option<Self> {
        let of_cell = |sample: &&Scopes| (sample.shape, sample.reading, sample.busy) == (shape, reading, busy);
        let scopes: Vec<_> = samples.iter().filter(of_cell).flat_map(|sample| &sample.scopes).collect();
        let halves = scopes.iter().filter(|scope| scope.is_halved()).count();
        let mut errors: Vec<_> = scopes.into_iter().map(|scope| scope.error()).collect();
        errors.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (median, error) = *errors.get(errors.len() / 2)?;
        Some(Self { median, worst: errors.last()?.0, error, halves, busy })
    }

    /// Returns true if the goal is met: by the worst measurement on a quiet machine, by the median beside busy threads; and never less than half.
    pub(crate) fn is_good(&self) -> bool {
        (if self.busy == 0 { self.worst } else { self.median }) <= 1.0 && self.halves == 0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = if self.halves > 0 { format!(", {} halved", self.halves) } else { String::new() };
        let mark = if self.is_good() { "ok" } else { "NO" };
        out.pad(&format!("{:+.1} %, {:.1} / {:.1} of the goal{halves} {mark}", self.error * 100.0, self.median, self.worst))
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

    /// Gives work to the driver. Returns the time just before.
    fn work(&self, units: u32) -> u64 {
        let before = witness::now();
        self.work.draw(UNIT * units);
        before
    }

    /// Does TIME_ELAPSED around work.
    fn elapsed(&self) -> [Moment; 2] {
        let before = witness::now();
        // SAFETY: the function takes no pointers.
        unsafe { self.work.gl.glBeginQuery(GL_TIME_ELAPSED, self.names[ELAPSED]) };
        let draw = self.work(1);
        // SAFETY: as above.
        unsafe { self.work.gl.glEndQuery(GL_TIME_ELAPSED) };
        [Moment::Before { command: before, draw }, Moment::After { work: 0, command: witness::now() }]
    }

    /// Issues the commands of a shape. Returns the number of the last query, and the beginnings and ends of the scopes.
    fn issue(&self, shape: Shape) -> (usize, Vec<[Moment; 2]>) {
        let marked = |number| {
            let before = witness::now();
            self.mark(number);
            (before, witness::now())
        };
        match shape {
            Shape::Nested(depth) => {
                let begins: Vec<_> = (0..depth).map(|number| marked(number).0).collect();
                let draw = self.work(1);
                let ends: Vec<_> = (depth..2 * depth).map(|number| Moment::After { work: 0, command: marked(number).1 }).collect();
                let begins = begins.into_iter().map(|command| Moment::Before { command, draw });
                (2 * depth - 1, begins.zip(ends.into_iter().rev()).map(|(begin, end)| [begin, end]).collect())
            }
            Shape::ElapsedAndStamp => {
                let elapsed = self.elapsed();
                self.mark(0);
                (0, vec![elapsed])
            }
            Shape::Shared | Shape::Sequence => {
                let command = marked(0).0;
                let mut moments = Vec::new();
                let units: &[u32] = if shape == Shape::Shared { &[1, 1] } else { &[1, 2, 3] };
                for (work, units) in units.iter().enumerate() {
                    let draw = self.work(*units);
                    if work == 0 {
                        moments.push(Moment::Before { command, draw });
                    }
                    moments.push(Moment::After { work, command: marked(work + 1).1 });
                }
                let mut scopes: Vec<_> = moments.windows(2).map(|pair| [pair[0], pair[1]]).collect();
                scopes.push([moments[0], moments[units.len()]]);
                (units.len(), scopes)
            }
            Shape::Performance => {
                let before = witness::now();
                // SAFETY: the functions take no pointers.
                unsafe { self.performance.glBeginPerfQueryINTEL(self.handle) };
                let elapsed = self.elapsed();
                // SAFETY: as above.
                unsafe { self.performance.glEndPerfQueryINTEL(self.handle) };
                let end = Moment::After { work: 0, command: witness::now() };
                let [Moment::Before { draw, .. }, _] = elapsed else { unreachable!("TIME_ELAPSED begins before the draw") };
                (ELAPSED, vec![[Moment::Before { command: before, draw }, end], elapsed])
            }
        }
    }

    /// Reads the results of a shape, the last ones first.
    fn results(&self, shape: Shape) -> Vec<f64> {
        match shape {
            Shape::Nested(depth) => (0..depth).map(|number| self.result(2 * depth - 1 - number) - self.result(number)).collect(),
            Shape::ElapsedAndStamp => vec![self.result(ELAPSED)],
            Shape::Shared | Shape::Sequence => {
                let times: Vec<_> = (0..=shape.works()).rev().map(|number| self.result(number)).collect();
                let parts = times.windows(2).rev().map(|pair| pair[0] - pair[1]);
                parts.chain([times[0] - times[shape.works()]]).collect()
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
        witness::forget();
        let (last, scopes) = self.issue(shape);
        match reading {
            Reading::Finish => self.work.finish(),
            Reading::Swap => (self.swap)(),
            Reading::Polling => while !self.is_available(last) {},
            Reading::Blocking => {}
        }
        let measured = self.results(shape);
        let ends = witness::ends(shape.own_batches() + shape.works()).split_off(shape.own_batches());
        let scope = |(measured, [begin, end]): (f64, [Moment; 2])| {
            let ([first, second], [third, fourth]) = (begin.bounds(&ends), end.bounds(&ends));
            Scope { measured, least: third as f64 - second as f64, most: fourth as f64 - first as f64 }
        };
        Scopes { shape, reading, busy: 0, scopes: measured.into_iter().zip(scopes).map(scope).collect() }
    }
}

/// The time of a mark, as far as it is known.
#[derive(Clone, Copy)]
enum Moment {
    /// A mark given at `command` while the driver had no work, before a draw given at `draw`.
    Before { command: u64, draw: u64 },
    /// A mark after work, whose command ended at `command`.
    After { work: usize, command: u64 },
}

impl Moment {
    /// Returns the bounds of the time, of which `ends` are those of the ends of the works.
    fn bounds(self, ends: &[[u64; 2]]) -> [u64; 2] {
        match self {
            Moment::Before { command, draw } => [command, draw],
            Moment::After { work, command } => [ends[work][0], ends[work][1].max(command)],
        }
    }
}
