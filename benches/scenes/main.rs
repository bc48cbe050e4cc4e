//! Measures the speed of the software pipeline beside Mesa's two software drivers, with the same scenes in one run.
//!
//! `cargo bench --bench scenes -- [--quick] [--cpu] [--one-thread] [--scaling] [--only SCENE] [--driver DRIVER]… [--chart FILE]`
//!
//! The program starts itself as a child process for each driver in each round. Each draw is finished before the next one begins, because
//! llvmpipe skips what a later draw of the same batch covers. The fastest draw of a scene counts, since it was disturbed least. `--cpu`
//! measures the CPU time of all threads instead of wall time, for busy machines. The program asserts no times; the children assert that the
//! pictures are right.
//!
//! `--one-thread` keeps each driver on one processor. `--scaling` measures the drivers with one thread and with all, and prints the ratio;
//! then it simulates the pipeline with up to 64 threads (`schedule.rs`).
//! Below the table stands which share of the memory's bandwidth the scenes use that it may bound.
//!
//! The pipeline is found by the JSON file that `glmeter install` creates beside it, Mesa's drivers by libglvnd's own file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark ends by panicking")]

mod bandwidth;
mod chart;
mod child;
#[path = "../support/command.rs"]
mod command;
#[path = "../support/context.rs"]
#[allow(dead_code, reason = "GLX is for the other benchmarks: the pipeline is reached through EGL")]
mod context;
mod draws;
#[path = "../support/drivers.rs"]
mod drivers;
mod fills;
mod geometry;
#[path = "../support/load.rs"]
mod load;
#[path = "../support/program.rs"]
mod program;
mod scenes;
mod schedule;
mod textures;
mod video;

use drivers::{Driver, LLVMPIPE, PIPELINE, SOFTPIPE};
use schedule::THREADS;
use std::collections::HashMap;
use std::process::ExitCode;

const ROUNDS: u32 = 3;

const DRIVERS: [Driver; 3] = [PIPELINE, LLVMPIPE, SOFTPIPE];

/// The options of the command line.
struct Options {
    rounds: u32,
    quick: bool,
    cpu: bool,
    one_thread: bool,
    scaling: bool,
    scene: Option<String>,
    drivers: Vec<String>,
    /// Where the chart is written.
    chart: Option<String>,
}

fn main() -> ExitCode {
    let known = "[--quick] [--cpu] [--one-thread] [--scaling] [--only SCENE] [--driver DRIVER]... [--chart FILE]";
    command::main("scenes", known, child::main, |arguments| measure(&options(arguments)?))
}

/// Parses the command line.
fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        rounds: ROUNDS,
        quick: false,
        cpu: false,
        one_thread: false,
        scaling: false,
        scene: None,
        drivers: Vec::new(),
        chart: None,
    };
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
            "--one-thread" => options.one_thread = true,
            "--scaling" => options.scaling = true,
            "--only" => options.scene = among(scenes::all().map(|scene| scene.key).collect())?,
            "--driver" => options.drivers.extend(among(DRIVERS.iter().map(|driver| driver.name).collect())?),
            "--chart" => options.chart = Some(arguments.next().ok_or("--chart: which file?")?.clone()),
            unknown => {
                return Err(format!(
                    "unknown argument {unknown}; known are --quick, --cpu, --one-thread, --scaling, --only SCENE, --driver DRIVER, --chart FILE"
                ));
            }
        }
    }
    Ok(options)
}

/// The shortest time of each scene, in nanoseconds, by driver and key.
type Least = HashMap<(usize, String), f64>;

/// Runs all children and prints the table.
fn measure(options: &Options) -> Result<(), String> {
    let mut renderers = vec![String::new(); DRIVERS.len()];
    let clock = if options.cpu { "cpu" } else { "wall" };
    let least = run(options, options.one_thread, clock, &mut renderers)?;
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    println!("{} time on {} processors", if options.cpu { "CPU" } else { "wall clock" }, if options.one_thread { 1 } else { processors });
    print(&least, &renderers);
    bandwidth::print(if options.one_thread { 1 } else { processors }, |number, key| least.get(&(number, key.to_owned())).copied());
    if options.scaling {
        let one = run(options, true, clock, &mut renderers)?;
        println!("\nspeed on {processors} processors as a multiple of that on one\n");
        println!("{:44}{:>10}{:>10}{:>10}", "", "pipeline", "llvmpipe", "softpipe");
        for scene in scenes::all() {
            let ratio = |number: usize| Some(one.get(&(number, scene.key.to_owned()))? / least.get(&(number, scene.key.to_owned()))?);
            let cells: Vec<String> = (0..3).map(|number| ratio(number).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))).collect();
            println!("{:44}{:>10}{:>10}{:>10}", scene.title, cells[0], cells[1], cells[2]);
        }
        simulate(options, &mut renderers)?;
    }
    let Some(file) = &options.chart else { return Ok(()) };
    let ratio = |key: &str| Some(least.get(&(1, key.to_owned()))? / least.get(&(0, key.to_owned()))?);
    let rows: Vec<chart::Row> = scenes::all().filter_map(|scene| Some((scene.title, ratio(scene.key)?))).collect();
    std::fs::write(file, chart::svg(&rows)).map_err(|error| format!("{file}: {error}"))
}

/// Simulates the pipeline with more threads than the machine has, and prints how much faster than one they are.
fn simulate(options: &Options, renderers: &mut [String]) -> Result<(), String> {
    let tiles = run(options, true, "tiles", renderers)?;
    println!(
        "\nspeed of the pipeline with more threads as a multiple of that with one, simulated from the time of each tile; vertices count as work of one thread\n"
    );
    println!("{:44}{}", "threads", THREADS.map(|threads| format!("{threads:>8}")).concat());
    for scene in scenes::all() {
        let time = |threads: usize| tiles.get(&(0, format!("{}@{threads}", scene.key)));
        let speed = |threads: usize| Some(time(1)? / time(threads)?);
        let cells = THREADS.map(|threads| speed(threads).map_or(format!("{:>8}", "-"), |speed| format!("{speed:>8.2}")));
        println!("{:44}{}", scene.title, cells.concat());
    }
    Ok(())
}

/// Runs the children of all rounds, on one processor each or on all. Returns their times, and fills in the names of the renderers.
fn run(options: &Options, one_thread: bool, clock: &str, renderers: &mut [String]) -> Result<Least, String> {
    let mut least = Least::new();
    for _ in 0..options.rounds {
        for (number, driver) in DRIVERS.iter().enumerate() {
            if !options.drivers.is_empty() && !options.drivers.iter().any(|wanted| wanted == driver.name) {
                continue;
            }
            if clock == "tiles" && number != 0 {
                continue;
            }
            let length = if options.quick { "quick" } else { "whole" };
            let threads = if one_thread { "one" } else { "all" };
            let output = driver.run(&[length, clock, threads, options.scene.as_deref().unwrap_or("")])?;
            for (key, figure) in output.lines().filter_map(|line| line.split_once('\t')) {
                if let Ok(figure) = figure.parse::<f64>() {
                    least.entry((number, key.to_owned())).and_modify(|least| *least = least.min(figure)).or_insert(figure);
                } else {
                    renderers[number] = figure.to_owned();
                }
            }
        }
    }
    Ok(least)
}

/// Prints the table.
fn print(least: &Least, renderers: &[String]) {
    for (driver, renderer) in DRIVERS.iter().zip(renderers) {
        println!("{:9} {renderer}", driver.name);
    }
    println!("\nmilliseconds per finished draw; speed of the pipeline as a multiple of each driver's\n");
    println!("{:44}{:>10}{:>10}{:>10}{:>12}{:>12}", "", "pipeline", "llvmpipe", "softpipe", "of llvmpipe", "of softpipe");
    for scene in scenes::all() {
        let figure = |number: usize| least.get(&(number, scene.key.to_owned())).copied();
        let times = (0..3).map(|number| figure(number).map_or("-".to_owned(), |time| format!("{:.2}", time / 1e6)));
        let ratios =
            (1..3).map(|number| figure(number).zip(figure(0)).map_or("-".to_owned(), |(other, own)| format!("{:.2}", other / own)));
        let cells: Vec<String> = times.collect();
        let ratios: Vec<String> = ratios.collect();
        println!("{:44}{:>10}{:>10}{:>10}{:>12}{:>12}", scene.title, cells[0], cells[1], cells[2], ratios[0], ratios[1]);
    }
    if let Some(factor) = fills::cost_of_statistics(|key| least.get(&(0, key.to_owned())).copied()) {
        println!("\nstatistics queries multiply the pipeline's time of a constant fill by {factor:.3}");
    }
}
