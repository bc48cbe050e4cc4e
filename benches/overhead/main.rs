//! Measures the cost of glmeter: each call with glmeter beside the bare driver.
//!
//! `cargo bench --bench overhead -- [--quick] [--observed] [--only ns|callgrind|frames|report]`
//!
//! The program starts itself as child processes, alternately bare and with `LD_PRELOAD=libglmeter.so`. For both sides it prints the
//! nanoseconds per call (the minimum over all rounds, which noise disturbs least), the instructions per call according to callgrind, the
//! frame times of two small programs, and what the report of `glmeter run` costs of a frame beside apitrace and MangoHud. With
//! `--observed` the calls are counted, as under `glmeter run`. It asserts no times. The library is `target/release/libglmeter.so` or `GLMETER_LIBRARY`, and the command is beside it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod callgrind;
mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/egl.rs"]
mod egl;
mod frames;
mod gl_calls;
#[path = "../support/glx.rs"]
#[allow(dead_code, reason = "only the change of contexts is measured")]
mod glx;
mod glx_calls;
#[path = "../support/load.rs"]
mod load;
#[path = "../support/needs.rs"]
mod needs;
#[path = "../support/program.rs"]
mod program;
mod report;
mod sides;
mod table;
#[path = "../support/xvfb.rs"]
mod xvfb;

use child::Api;
use needs::{library, require};
use sides::{Side, Sides};
use std::process::ExitCode;
use table::Table;
use xvfb::Xvfb;

/// The number of child processes for each side; the minimum over all is printed.
const ROUNDS: usize = 7;
const QUICK_ROUNDS: usize = 2;

/// The options of the command line.
struct Wanted {
    quick: bool,
    observed: bool,
    nanoseconds: bool,
    callgrind: bool,
    frames: bool,
    report: bool,
}

impl Wanted {
    /// Parses the command line.
    fn read(arguments: &[String]) -> Result<Self, String> {
        let (mut quick, mut observed, mut only) = (false, false, None);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--bench" => {} // cargo's own
                "--quick" => quick = true,
                "--observed" => observed = true,
                "--only" => only = Some(rest.next().ok_or("--only needs ns, callgrind, frames or report")?.as_str()),
                other => {
                    return Err(format!("unknown argument {other}; known are --quick, --observed and --only ns|callgrind|frames|report"));
                }
            }
        }
        if let Some(other) = only.filter(|part| !["ns", "callgrind", "frames", "report"].contains(part)) {
            return Err(format!("--only {other}: must be ns, callgrind, frames or report"));
        }
        let includes = |part| only.is_none_or(|wanted| wanted == part);
        // Callgrind is slow, so --quick leaves it out unless --only asks for it.
        let callgrind = includes("callgrind") && (!quick || only.is_some());
        let report = includes("report") && (!quick || only.is_some());
        Ok(Self { quick, observed, nanoseconds: includes("ns"), callgrind, frames: includes("frames"), report })
    }
}

fn main() -> ExitCode {
    let options = "[--quick] [--observed] [--only ns|callgrind|frames|report]";
    command::main("overhead", options, child::main, |arguments| measure(&Wanted::read(arguments)?))
}

/// Runs the measurements and prints the tables.
fn measure(wanted: &Wanted) -> Result<(), String> {
    // Check for all required programs first, so that a long run does not fail at its end.
    require("Xvfb", "xvfb")?;
    if wanted.callgrind {
        require("valgrind", "valgrind")?;
    }
    if wanted.frames {
        for program in frames::PROGRAMS {
            require(program, "mesa-utils")?;
        }
    }
    let sides = Sides { library: library()?, report: wanted.observed };
    let xvfb = Xvfb::start()?;
    println!("library: {}", sides.library.display());
    sides.introduce(&xvfb.display)?;

    let mut table = Table::default();
    if wanted.nanoseconds {
        let rounds = if wanted.quick { QUICK_ROUNDS } else { ROUNDS };
        for round in 0..rounds {
            for side in Side::alternating(round) {
                for api in Api::ALL {
                    table.keep_fastest(side, sides.time(side, api, &xvfb.display)?);
                }
            }
        }
    }
    if wanted.callgrind {
        for side in Side::BOTH {
            for api in Api::ALL {
                table.count(side, callgrind::count(&sides, side, api, &xvfb.display)?);
            }
        }
    }
    if wanted.nanoseconds || wanted.callgrind {
        println!("\n{table}");
    }
    if wanted.frames {
        println!("\n{}", frames::compare(&sides, wanted.quick, &xvfb.display)?);
    }
    if wanted.report {
        report::compare(&sides.library, wanted.quick, &xvfb.display)?;
    }
    Ok(())
}
