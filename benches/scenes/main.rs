//! Measures the speed of the software pipeline beside Mesa's two software drivers, with the same scenes in one run.
//!
//! `cargo bench --bench scenes -- [--quick] [--cpu] [--only SCENE] [--driver DRIVER]`
//!
//! The program starts itself as a child process for each driver in each round. Each draw is finished before the next one begins, because
//! llvmpipe skips what a later draw of the same batch covers. The fastest draw of a scene counts, since it was disturbed least. `--cpu`
//! measures the CPU time of all threads instead of wall time, for busy machines. The program asserts no times; the children assert that the
//! pictures are right.
//!
//! The pipeline is found by the JSON file that `glmeter install` creates beside it, Mesa's drivers by libglvnd's own file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/context.rs"]
#[allow(dead_code, reason = "GLX is for the other benchmarks: the pipeline is reached through EGL")]
mod context;
#[path = "../support/load.rs"]
mod load;
#[path = "../support/program.rs"]
mod program;
mod scenes;

use scenes::SCENES;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const ROUNDS: u32 = 3;

/// A column: its name, and the environment variables that make EGL select the driver.
struct Driver {
    name: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

const DRIVERS: [Driver; 3] = [
    Driver { name: "pipeline", settings: &[] },
    Driver { name: "llvmpipe", settings: &[("LIBGL_ALWAYS_SOFTWARE", "1"), ("GALLIUM_DRIVER", "llvmpipe")] },
    Driver { name: "softpipe", settings: &[("LIBGL_ALWAYS_SOFTWARE", "1"), ("GALLIUM_DRIVER", "softpipe")] },
];

const MESA: &str = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";

/// The options of the command line.
struct Options {
    rounds: u32,
    quick: bool,
    cpu: bool,
    scene: Option<String>,
    driver: Option<String>,
}

fn main() -> ExitCode {
    let known = "[--quick] [--cpu] [--only SCENE] [--driver DRIVER]";
    command::main("scenes", known, child::main, |arguments| measure(&options(arguments)?))
}

/// Parses the command line.
fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { rounds: ROUNDS, quick: false, cpu: false, scene: None, driver: None };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut among = |known: Vec<&str>| match arguments.next() {
            Some(value) if known.contains(&value.as_str()) => Ok(Some(value.clone())),
            other => Err(format!("{argument} {}; known are {}", other.map_or("", String::as_str), known.join(", "))),
        };
        match argument.as_str() {
            "--bench" => {}
            "--quick" => (options.rounds, options.quick) = (1, true),
            "--cpu" => options.cpu = true,
            "--only" => options.scene = among(SCENES.iter().map(|scene| scene.key).collect())?,
            "--driver" => options.driver = among(DRIVERS.iter().map(|driver| driver.name).collect())?,
            unknown => return Err(format!("unknown argument {unknown}; known are --quick, --cpu, --only SCENE, --driver DRIVER")),
        }
    }
    Ok(options)
}

/// Creates the JSON file beside the pipeline's library. Returns its path.
fn pipeline() -> Result<PathBuf, String> {
    let command = Path::new(env!("CARGO_BIN_EXE_glmeter"));
    let installed = Command::new(command).arg("install").stdout(std::process::Stdio::null()).status().map_err(|error| error.to_string())?;
    let library = command.with_file_name("libglmeter_soft.so");
    if !installed.success() || !library.exists() {
        return Err(format!("{} is missing: cargo build --release", library.display()));
    }
    Ok(command.with_file_name("60_glmeter_soft.json"))
}

/// The shortest time of each scene, in nanoseconds, by driver and key.
type Least = HashMap<(usize, String), f64>;

/// Runs all children and prints the table.
fn measure(options: &Options) -> Result<(), String> {
    let pipeline = pipeline()?;
    let mut least = Least::new();
    let mut renderers = vec![String::new(); DRIVERS.len()];
    for _ in 0..options.rounds {
        for (number, driver) in DRIVERS.iter().enumerate() {
            if options.driver.as_deref().is_some_and(|wanted| wanted != driver.name) {
                continue;
            }
            let vendor = if driver.name == "pipeline" { pipeline.clone() } else { PathBuf::from(MESA) };
            let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
            let (length, clock) = (if options.quick { "quick" } else { "whole" }, if options.cpu { "cpu" } else { "wall" });
            command.args(["--child", length, clock, options.scene.as_deref().unwrap_or("")]);
            for inherited in ["LD_PRELOAD", "GLMETER_PROVIDER", "MESA_EXTENSION_OVERRIDE", "MESA_GL_VERSION_OVERRIDE"] {
                command.env_remove(inherited);
            }
            command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).envs(driver.settings.iter().copied());
            let output = command.output().map_err(|error| format!("{}: {error}", driver.name))?;
            if !output.status.success() {
                return Err(format!("{}: {}\n{}", driver.name, output.status, String::from_utf8_lossy(&output.stderr)));
            }
            for (key, figure) in String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| line.split_once('\t')) {
                if let Ok(figure) = figure.parse::<f64>() {
                    least.entry((number, key.to_owned())).and_modify(|least| *least = least.min(figure)).or_insert(figure);
                } else {
                    renderers[number] = figure.to_owned();
                }
            }
        }
    }
    println!("{} time", if options.cpu { "CPU" } else { "wall clock" });
    print(&least, &renderers);
    Ok(())
}

/// Prints the table.
fn print(least: &Least, renderers: &[String]) {
    for (driver, renderer) in DRIVERS.iter().zip(renderers) {
        println!("{:9} {renderer}", driver.name);
    }
    println!("\nmilliseconds per finished draw; speed of the pipeline as a multiple of each driver's\n");
    println!("{:44}{:>10}{:>10}{:>10}{:>12}{:>12}", "", "pipeline", "llvmpipe", "softpipe", "of llvmpipe", "of softpipe");
    for scene in &SCENES {
        let figure = |number: usize| least.get(&(number, scene.key.to_owned())).copied();
        let times = (0..3).map(|number| figure(number).map_or("-".to_owned(), |time| format!("{:.2}", time / 1e6)));
        let ratios =
            (1..3).map(|number| figure(number).zip(figure(0)).map_or("-".to_owned(), |(other, own)| format!("{:.2}", other / own)));
        let cells: Vec<String> = times.collect();
        let ratios: Vec<String> = ratios.collect();
        println!("{:44}{:>10}{:>10}{:>10}{:>12}{:>12}", scene.title, cells[0], cells[1], cells[2], ratios[0], ratios[1]);
    }
}
