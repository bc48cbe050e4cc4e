//! Measures the cost of each source of values: timers from fences, counts in segments, performance queries, and many queries at once.
//!
//! `cargo bench --bench sources -- [--quick]`
//!
//! The program starts itself as child processes, one for each variant in each round, and prints the minimum of every figure. Unlike in
//! `benches/overhead`, the driver uses its default number of threads. It asserts nothing. The library is
//! `target/release/libglmeter.so` or `GLMETER_LIBRARY`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/context.rs"]
mod context;
mod flight;
#[path = "../support/load.rs"]
mod load;
#[path = "../support/needs.rs"]
mod needs;
mod perf;
#[path = "../support/program.rs"]
mod program;
mod variants;
#[path = "../support/work.rs"]
mod work;
#[path = "../support/xvfb.rs"]
mod xvfb;

use child::FIGURES;
use needs::{library, require};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, ExitCode};
use variants::{VARIANTS, Variant};
use xvfb::Xvfb;

const ROUNDS: u32 = 3;
const QUICK_ROUNDS: u32 = 1;

fn main() -> ExitCode {
    command::main("sources", "--quick", child::main, |arguments| measure(if command::quick(arguments)? { QUICK_ROUNDS } else { ROUNDS }))
}

/// The minimum of each figure, by variant and key.
type Least = HashMap<(usize, String), f64>;

/// Runs all children and prints the table.
fn measure(rounds: u32) -> Result<(), String> {
    require("Xvfb", "xvfb")?;
    let library = library()?;
    let xvfb = Xvfb::start()?;
    println!("library: {}", library.display());
    let mut least = Least::new();
    let mut renderer = String::new();
    for _ in 0..rounds {
        for (number, variant) in VARIANTS.iter().enumerate() {
            let text = run(variant, &library, &xvfb.display)?;
            for (key, figure) in text.lines().filter_map(|line| line.split_once('\t')) {
                if let Ok(figure) = figure.parse::<f64>() {
                    least.entry((number, key.to_owned())).and_modify(|least| *least = least.min(figure)).or_insert(figure);
                } else {
                    renderer = figure.to_owned();
                }
            }
        }
    }
    println!("{renderer}; nanoseconds, the least of {rounds} rounds\n");
    print(&least);
    Ok(())
}

/// Prints the table.
fn print(least: &Least) {
    print!("{:44}", "");
    for variant in VARIANTS {
        print!("{:>14}", variant.name);
    }
    for (key, title) in FIGURES {
        print!("\n{title:44}");
        for number in 0..VARIANTS.len() {
            match least.get(&(number, key.to_owned())) {
                Some(figure) if *figure < 1000.0 => print!("{figure:>14.1}"),
                Some(figure) => print!("{figure:>14.0}"),
                None => print!("{:>14}", "not offered"),
            }
        }
    }
    println!();
}

/// Runs a child for a variant. Returns its output.
fn run(variant: &Variant, library: &Path, display: &str) -> Result<String, String> {
    let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
    command.args(["--child", variant.system.name()]);
    variant.configure(&mut command, library, display);
    let output = command.output().map_err(|error| format!("{}: {error}", variant.name))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}:\n{}", variant.name, output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
