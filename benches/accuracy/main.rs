//! Measures the accuracy of each timer source: compares query results with the wall time of known work.
//!
//! `cargo bench --bench accuracy -- [--quick]`
//!
//! The work is a number of identical draws. The truth is their wall time from a glFinish before to a glFinish after. The program starts
//! itself as child processes, one for each source in each round. It prints the errors side by side, and reports which of them are more
//! than twice those that docs/performance.md states. It asserts nothing; `tests/accuracy` fails at ten times the stated errors. The
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
mod sources;
mod stated;
mod table;
#[path = "../support/work.rs"]
mod work;
#[path = "../support/xvfb.rs"]
mod xvfb;

use child::Sample;
use needs::{library, require};
use sources::{Driver, SOURCES, Source};
use std::path::Path;
use std::process::{Command, ExitCode};
use table::Table;
use xvfb::Xvfb;

/// The number of child processes for each source, and the number of repetitions in each.
const ROUNDS: [u32; 2] = [3, 5];
const QUICK_ROUNDS: [u32; 2] = [1, 1];

fn main() -> ExitCode {
    command::main("accuracy", "--quick", child::main, |arguments| measure(if command::quick(arguments)? { QUICK_ROUNDS } else { ROUNDS }))
}

/// Runs all measurements and prints the table.
fn measure([rounds, repetitions]: [u32; 2]) -> Result<(), String> {
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
