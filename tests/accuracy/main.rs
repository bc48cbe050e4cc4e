//! Checks the timers' errors against docs/performance.md: for each cell of its table, a median of more than ten times the stated error
//! fails. Other load on the machine only adds to an error, so the smallest of up to three medians counts. `cargo bench --bench accuracy`
//! measures more, and compares with twice the stated error.
//!
//! Scopes of several shapes, read in several ways, have at most the error that is the goal: in the worst case on a quiet machine, in the median beside
//! busy threads, where none has less than half of the time of its work. Their truth does not depend on the load (`witness`).
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../benches/accuracy/child.rs"]
#[allow(dead_code, reason = "the test needs a part of it")]
mod child;
#[path = "../../benches/support/context.rs"]
mod context;
#[path = "../../benches/support/load.rs"]
mod load;
#[path = "../../benches/support/needs.rs"]
#[allow(dead_code, reason = "the test needs a part of it")]
mod needs;
#[path = "../../benches/support/program.rs"]
mod program;
#[path = "../../benches/accuracy/shapes.rs"]
#[allow(dead_code, reason = "the test needs a part of it")]
mod shapes;
#[path = "../../benches/accuracy/sources.rs"]
mod sources;
#[path = "../../benches/accuracy/stated.rs"]
mod stated;
#[path = "../support/mod.rs"]
mod support;
#[path = "../../benches/accuracy/witness.rs"]
mod witness;
#[path = "../../benches/support/work.rs"]
mod work;

use child::Sample;
use shapes::{Cell, Reading, Scopes, Shape};
use sources::{Driver, SOURCES, Source};
use stated::{COLUMNS, compare};
use std::process::Command;
use support::{display, run_for};

/// The variable with the arguments of a measuring process, separated by spaces.
const CHILD: &str = "ACCURACY_CHILD";
const REPETITIONS: &str = "9";
/// The number of measurements of each shape; `SHAPES` in the environment replaces it.
const SHAPES: &str = "3";
/// The most measurements of a source.
const ROUNDS: u32 = 3;
/// The most seconds that one source may take on a busy machine.
const LONGEST: u64 = 600;

/// Runs this program as a measuring process. Returns the lines that it printed.
fn measure(source: &Source, what: &str) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child_process", "--ignored", "--nocapture", "--test-threads=1"]).env(CHILD, what);
    source.configure(&mut command, &needs::library().unwrap(), display());
    let ended = run_for(&mut command, LONGEST);
    assert_eq!(ended.code, 0, "{}: {}", source.name, ended.all());
    ended.stdout.lines().map(str::to_owned).collect()
}

#[test]
#[ignore = "it is the process that measures, which the test starts"]
fn child_process() {
    let what = std::env::var(CHILD).expect("what to measure");
    println!();
    child::main(&what.split(' ').map(str::to_owned).collect::<Vec<_>>());
}

/// Returns the loop length with which all sources of a driver get the same work.
fn turns(driver: Driver) -> String {
    let alone = SOURCES.iter().find(|source| source.driver == driver).unwrap();
    let lines = measure(alone, &format!("calibrate {} {}", alone.system.name(), driver.size()));
    let turns = lines.into_iter().find(|line| line.parse::<u32>().is_ok());
    turns.expect("the loop length")
}

/// A row of the document's table.
struct Row {
    source: &'static Source,
    name: &'static str,
    /// The columns whose median was beyond ten times the stated error in each round so far, and what was measured.
    over: [bool; COLUMNS.len()],
    wrong: [Vec<String>; COLUMNS.len()],
}

impl Row {
    /// Measures the columns that are beyond ten times the stated error.
    fn measure(&mut self, turns: &str) {
        let Self { source, name, over, wrong } = self;
        let lines = measure(source, &format!("check {} {} {turns} {REPETITIONS}", source.system.name(), source.driver.size()));
        let stood_on = lines.iter().find(|line| line.starts_with("renderer\t")).expect("what it stood on");
        assert!(stood_on.contains(source.driver.name()), "{name}: {stood_on}");
        assert_eq!(stood_on.ends_with("\twatched"), source.watched, "{name}: {stood_on}");
        let samples: Vec<_> = lines.iter().filter_map(|line| Sample::read(line)).collect();
        for (column, draws) in COLUMNS.into_iter().enumerate().filter(|(column, _)| over[*column]).collect::<Vec<_>>() {
            let of_column: Vec<_> = samples.iter().filter(|sample| sample.draws == draws).copied().collect();
            assert!(!of_column.is_empty(), "{name}: {draws} draws were measured");
            let (line, within) = compare(name, column, &of_column, 10.0);
            println!("{line}");
            over[column] = !within;
            wrong[column].push(line);
        }
    }

    /// Returns the lines of the columns that were beyond it in each round.
    fn failures(&self) -> impl Iterator<Item = &String> {
        self.wrong.iter().zip(self.over).filter(|(_, over)| *over).flat_map(|(lines, _)| lines)
    }
}

#[test]
fn times_are_as_true_as_the_document_says() {
    let turns = Driver::ALL.map(turns);
    let measured = SOURCES.iter().filter(|source| source.glmeter);
    let row = |source: &'static Source| Some(Row { source, name: source.stated?, over: [true; COLUMNS.len()], wrong: Default::default() });
    let mut rows: Vec<_> = measured.filter_map(row).collect();
    assert!(rows.len() > 5, "the rows of docs/performance.md");
    // Each round measures all rows that need it, so that other programs, which may be busy for seconds, do not spoil all rounds of one row.
    for _ in 0..ROUNDS {
        rows.iter_mut().filter(|row| row.over.contains(&true)).for_each(|row| row.measure(&turns[row.source.driver as usize]));
    }
    let wrong: Vec<_> = rows.iter().flat_map(Row::failures).map(String::as_str).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Measures all shapes of a source until each cell is good enough, or all rounds are done. Returns the failures.
fn check_shapes(source: &Source, turns: &str) -> Vec<String> {
    let shapes = std::env::var("SHAPES").unwrap_or_else(|_| SHAPES.to_owned());
    let mut wrong = Vec::new();
    for round in 0..ROUNDS {
        let lines = measure(source, &format!("shapes {} {} {turns} {shapes}", source.system.name(), source.driver.size()));
        let samples: Vec<_> = lines.iter().filter_map(|line| Scopes::read(line)).collect();
        let all = Shape::ALL
            .into_iter()
            .flat_map(|shape| Reading::ALL.into_iter().flat_map(move |reading| (0..3).map(move |busy| (shape, reading, busy))));
        let last = std::mem::take(&mut wrong);
        for (shape, reading, busy) in all {
            let cell = Cell::of(&samples, shape, reading, busy).expect("each shape was measured");
            let line = format!("{}: {shape}, {reading:?}, {busy} busy threads: {cell}", source.name);
            println!("{line}");
            let was_good = round > 0 && !last.iter().any(|(before, _)| *before == (shape, reading, busy));
            if !was_good && !cell.is_good() {
                wrong.push(((shape, reading, busy), line));
            }
        }
        if wrong.is_empty() {
            break;
        }
    }
    wrong.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn scopes_of_every_shape_are_true_beside_busy_threads_too() {
    let turns = turns(Driver::Llvmpipe);
    let wrong: Vec<_> = sources::with_shapes().flat_map(|source| check_shapes(source, &turns)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
