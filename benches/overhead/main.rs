//! What glmeter costs: every measured call side by side with the bare driver.
//!
//! `cargo bench --bench overhead -- [--quick] [--only ns|callgrind|frames]`
//!
//! The program starts itself as child processes, alternately bare and with `LD_PRELOAD=libglmeter.so`,
//! and prints for both sides the nanoseconds per call (the minimum over all rounds, which is what a noisy
//! machine leaves of the truth), the instructions per call as callgrind counts them, and the frame times of
//! two small programs. Nothing is asserted on time. The library is `target/release/libglmeter.so` or
//! `GLMETER_LIBRARY`.

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

/// Rounds of child processes per side; the minimum of all is printed.
const ROUNDS: usize = 7;
const QUICK_ROUNDS: usize = 2;

/// What the command line asks for.
struct Wanted {
    quick: bool,
    nanoseconds: bool,
    callgrind: bool,
    frames: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let (mut quick, mut only) = (false, None);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--bench" => {} // cargo's own
                "--quick" => quick = true,
                "--only" => only = Some(rest.next().ok_or("--only needs ns, callgrind or frames")?.as_str()),
                other => return Err(format!("unknown argument {other}; known are --quick and --only ns|callgrind|frames")),
            }
        }
        if let Some(other) = only.filter(|part| !["ns", "callgrind", "frames"].contains(part)) {
            return Err(format!("--only {other}: must be ns, callgrind or frames"));
        }
        let includes = |part| only.is_none_or(|wanted| wanted == part);
        // Callgrind is the slow part, so --quick leaves it out unless it is what was asked for.
        let callgrind = includes("callgrind") && (!quick || only.is_some());
        Ok(Self { quick, nanoseconds: includes("ns"), callgrind, frames: includes("frames") })
    }
}

fn main() -> ExitCode {
    let options = "[--quick] [--only ns|callgrind|frames]";
    command::main("overhead", options, child::main, |arguments| measure(&Wanted::read(arguments)?))
}

fn measure(wanted: &Wanted) -> Result<(), String> {
    // Everything that can be missing is looked for first, so a long run does not fail at its end.
    require("Xvfb", "xvfb")?;
    if wanted.callgrind {
        require("valgrind", "valgrind")?;
    }
    if wanted.frames {
        for program in frames::PROGRAMS {
            require(program, "mesa-utils")?;
        }
    }
    let sides = Sides { library: library()? };
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
    Ok(())
}
