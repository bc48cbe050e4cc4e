//! Measures the accuracy of each timer source: compares query results with the wall time of known work.
//!
//! `cargo bench --bench accuracy -- [--quick]`
//!
//! The work is a number of identical draws. The truth is their wall time from a glFinish before to a glFinish after. The program starts
//! itself as child processes, one for each source in each round. It prints the errors side by side, and reports which of them are more
//! than twice those that docs/performance.md states. Then it measures scopes of several shapes, read in several ways, also beside busy threads,
//! on llvmpipe. It asserts nothing; `tests/accuracy` fails at ten times the stated errors. The
//! library is `target/release/libglmeter.so` or `GLMETER_LIBRARY`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/context.rs"]
mod context;
#[path = "../support/load.rs"]
mod load;
#[path = "../support/needs.rs"]
mod needs;
#[path = "../support/program.rs"]
mod program;
mod shapes;
mod sources;
mod stated;
mod table;
mod witness;
#[path = "../support/work.rs"]
mod work;
#[path = "../support/xvfb.rs"]
mod xvfb;

use child::Sample;
use needs::{library, require};
use shapes::{Cell, Reading, Scopes, Shape};
use sources::{Driver, SOURCES, Source};
use std::path::Path;
use std::process::{Command, ExitCode};
use table::Table;
use xvfb::Xvfb;

/// The number of child processes for each source, and the number of repetitions in each.
const ROUNDS: [u32; 2] = [3, 5];
const QUICK_ROUNDS: [u32; 2] = [1, 1];
/// The number of measurements of each shape.
const SHAPES: u32 = 100;
const QUICK_SHAPES: u32 = 3;

fn main() -> ExitCode {
    command::main("accuracy", "--quick", child::main, |arguments| {
        let quick = command::quick(arguments)?;
        measure(if quick { QUICK_ROUNDS } else { ROUNDS }, if quick { QUICK_SHAPES } else { SHAPES })
    })
}

/// Runs all measurements and prints the table.
fn measure([rounds, repetitions]: [u32; 2], shapes: u32) -> Result<(), String> {
    require("Xvfb", "xvfb")?;
    let library = library()?;
    let xvfb = Xvfb::start()?;
    println!("library: {}", library.display());
    // All sources of a driver get the same work.
    let turns = Driver::ALL.map(|driver| {
        let alone = SOURCES.iter().find(|source| source.driver == driver).expect("each driver has a row");
        run(alone, &library, &xvfb.display, "calibrate", &[]).map(|text| text.trim().to_owned())
    });
    let mut table = Table::new();
    let mut doubts = Vec::new();
    for _ in 0..rounds {
        for (number, source) in SOURCES.iter().enumerate() {
            let turns = turns[source.driver as usize].as_deref().map_err(Clone::clone)?;
            let text = run(source, &library, &xvfb.display, "measure", &[turns, &repetitions.to_string()])?;
            table.add(number, text.lines().filter_map(Sample::read));
            let last = text.lines().last().unwrap_or_default();
            let right = last.contains(source.driver.name()) && last.ends_with("\twatched") == source.watched;
            if !right && !doubts.contains(&number) {
                println!("{} measured another driver or source: {last}", source.name);
                doubts.push(number);
            }
        }
    }
    println!("{} measurements for each cell\n\n{table}", rounds * repetitions);
    for line in table.against_the_document() {
        println!("{line}");
    }
    let turns = turns[Driver::Llvmpipe as usize].as_deref().map_err(Clone::clone)?;
    for source in sources::with_shapes() {
        println!("\n{}: {shapes} measurements of each shape beside 0, 1 and 2 busy threads", source.name);
        let text = run(source, &library, &xvfb.display, "shapes", &[turns, &shapes.to_string()])?;
        let samples: Vec<_> = text.lines().filter_map(Scopes::read).collect();
        for shape in Shape::ALL {
            for reading in Reading::ALL {
                let cells = [0, 1, 2].map(|busy| Cell::of(&samples, shape, reading, busy).map_or(String::new(), |cell| cell.to_string()));
                println!("{shape:20}{:10}{:>40}{:>40}{:>40}", format!("{reading:?}"), cells[0], cells[1], cells[2]);
            }
        }
    }
    Ok(())
}

/// Runs a child for a source. Returns its output.
fn run(source: &Source, library: &Path, display: &str, what: &str, more: &[&str]) -> Result<String, String> {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command.args(["--child", what, source.system.name(), &source.driver.size().to_string()]).args(more);
    source.configure(&mut command, library, display);
    let output = command.output().map_err(|error| format!("{}: {error}", source.name))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}:\n{}", source.name, output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
