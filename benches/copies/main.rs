//! Measures how fast the software pipeline and llvmpipe move pixels and bytes, in one run: uploads and reads of every internal format with every
//! format and type of pixels that both accept, clears, copies, and the data of buffers.
//!
//! `cargo bench --bench copies -- [--quick] [--only TEXT] [--all]`
//!
//! The program starts itself as a child process for each driver in each round. The shortest time counts, since it was disturbed least. `--only`
//! measures the rows whose names contain a text, as `RGBA8 BGRA`. `--all` prints all pairs, and not only those on which the pipeline is slower
//! than llvmpipe or than half a gigabyte a second. Bytes are those of the program's pixels.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/context.rs"]
#[allow(dead_code, reason = "GLX is for the other benchmarks: the pipeline is reached through EGL")]
mod context;
#[path = "../support/drivers.rs"]
mod drivers;
#[path = "../support/load.rs"]
mod load;
mod operations;
mod pairs;
mod table;

use drivers::{LLVMPIPE, PIPELINE};
use std::process::ExitCode;
use table::Table;

const ROUNDS: u32 = 3;

/// The options of the command line.
struct Options {
    quick: bool,
    all: bool,
    only: String,
}

fn main() -> ExitCode {
    command::main("copies", "[--quick] [--only TEXT] [--all]", child::main, |arguments| measure(&options(arguments)?))
}

/// Parses the command line.
fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { quick: false, all: false, only: String::new() };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--quick" => options.quick = true,
            "--all" => options.all = true,
            "--only" => options.only = arguments.next().ok_or("--only needs a text")?.clone(),
            unknown => return Err(format!("unknown argument {unknown}; known are --quick, --only TEXT, --all")),
        }
    }
    Ok(options)
}

/// Runs all children and prints the tables.
fn measure(options: &Options) -> Result<(), String> {
    let mut table = Table::default();
    for _ in 0..if options.quick { 1 } else { ROUNDS } {
        for (number, driver) in [PIPELINE, LLVMPIPE].iter().enumerate() {
            table.add(number, &driver.run(&[if options.quick { "quick" } else { "whole" }, &options.only])?);
        }
    }
    table.print(options.all);
    Ok(())
}
