//! The eleven statistics over every primitive mode, draw command, restart, clipping case, stage and meta operation.
//!
//! The expected values follow the definition in `soft/README.md` and are worked out by hand. The software pipeline must count exactly these,
//! alone and with glmeter. Mesa's llvmpipe runs the same list, and so do glmeter's emulated statistics; `differences` lists where and why
//! they differ.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod case;
mod clipping;
mod compute;
mod differences;
mod draws;
#[path = "../mesa_rules/egl.rs"]
#[allow(dead_code, reason = "these tests need fewer kinds of contexts")]
mod egl;
mod feedback;
mod fragments;
mod geometry;
mod gl;
mod instances;
mod layers;
mod legacy;
mod meta;
mod modes;
mod queries;
mod restart;
mod samples;
mod scene;
mod shapes;
#[path = "../support/mod.rs"]
mod support;
mod tessellation;

use case::{Case, Counts, NAMES};
use scene::Scene;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{build_folder, glmeter, library, run_for};

/// The variable with the file to which a process of `counts` writes.
const INTO: &str = "COUNTING_INTO";
/// The variable with the cases that a process of `counts` leaves out, one per line.
const WITHOUT: &str = "COUNTING_WITHOUT";

/// Returns every case, in the order in which they run.
fn cases() -> Vec<Case> {
    let areas = [
        modes::cases(),
        draws::cases(),
        restart::cases(),
        instances::cases(),
        clipping::cases(),
        fragments::cases(),
        samples::cases(),
        layers::cases(),
        geometry::cases(),
        tessellation::cases(),
        feedback::cases(),
        compute::cases(),
        meta::cases(),
        legacy::cases(),
        queries::cases(),
    ];
    areas.into_iter().flatten().collect()
}

/// Returns every case except those with these names, which must exist.
fn cases_without(names: &[&str]) -> Vec<Case> {
    let all = cases();
    let count = all.len();
    let left: Vec<Case> = all.into_iter().filter(|case| !names.contains(&&*case.name)).collect();
    assert_eq!(left.len() + names.len(), count, "{names:?}");
    left
}

#[test]
#[ignore = "the other tests run it in a process of its own for each driver"]
fn counts() {
    let into = PathBuf::from(std::env::var_os(INTO).expect("run by the other tests"));
    let without = std::env::var(WITHOUT).unwrap();
    let mut lines = String::new();
    for case in cases_without(&without.lines().collect::<Vec<_>>()) {
        let scene = Scene::new(case.profile);
        assert_eq!(scene.GetError(), 0, "{}", case.name);
        println!("{}", case.name);
        (case.run)(&scene);
        let (counts, error) = scene.finish();
        let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
        writeln!(lines, "{}|{error} {}", case.name, counts.join(" ")).unwrap();
    }
    std::fs::write(into, lines).unwrap();
}

/// A driver's counts for a case.
pub struct Measured {
    case: Case,
    counts: Counts,
    error: u32,
}

/// Runs every case except those in `without`. The command starts this program with the driver's environment.
fn measured(name: &str, without: &[&str], start: impl FnOnce(&Path) -> Command) -> Vec<Measured> {
    let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("counting-{name}"));
    let _ = std::fs::remove_file(&into);
    let mut command = start(&std::env::current_exe().unwrap());
    command.args(["--exact", "counts", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(INTO, &into).env(WITHOUT, without.join("\n")).env(egl::BARE, "1").env_remove("DISPLAY");
    let ended = run_for(&mut command, 600);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let text = std::fs::read_to_string(into).unwrap();
    let cases = cases_without(without);
    assert_eq!(text.lines().count(), cases.len());
    let parsed = cases.into_iter().zip(text.lines()).map(|(case, line)| {
        let (name, numbers) = line.rsplit_once('|').unwrap();
        assert_eq!(name, case.name);
        let numbers: Vec<u64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
        Measured { case, counts: numbers[1..].try_into().unwrap(), error: numbers[0] as u32 }
    });
    parsed.collect()
}

/// Fails with every case whose counts differ from the expected ones.
fn exact(measured: &[Measured]) {
    let mut wrong = String::new();
    for Measured { case, counts, error } in measured {
        if *error != 0 {
            writeln!(wrong, "{}: error 0x{error:04X}", case.name).unwrap();
        }
        for ((name, expected), counted) in NAMES.iter().zip(case.expected).zip(counts) {
            if expected != *counted {
                writeln!(wrong, "{}: {name} is {counted}, must be {expected}", case.name).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn pipeline() -> PathBuf {
    library();
    build_folder().join("60_glmeter_soft.json")
}

#[test]
fn the_pipeline_counts_as_defined() {
    exact(&measured("pipeline", &[], |program| {
        let mut command = Command::new(program);
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", pipeline());
        command
    }));
}

#[test]
fn the_pipeline_counts_as_defined_behind_glmeter() {
    exact(&measured("glmeter", &[], |program| {
        let mut command = glmeter();
        command.args(["run", "--provider", "software", "--"]).arg(program).env_remove("__EGL_VENDOR_LIBRARY_FILENAMES");
        command
    }));
}

#[test]
fn llvmpipe_counts_otherwise_only_where_it_is_known_to() {
    let measured = measured("llvmpipe", differences::LLVMPIPE.not_run, |program| {
        let mut command = Command::new(program);
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/usr/share/glvnd/egl_vendor.d/50_mesa.json");
        command.env("LIBGL_ALWAYS_SOFTWARE", "1").env("GALLIUM_DRIVER", "llvmpipe");
        command
    });
    differences::check(&measured, &differences::LLVMPIPE);
}

/// Returns the command of the program on llvmpipe with glmeter.
fn llvmpipe_behind_glmeter(program: &Path, emulate: &str) -> Command {
    let mut command = glmeter();
    command.args(["run", "--provider", "host", "--emulate", emulate, "--"]).arg(program);
    command.env_remove("__EGL_VENDOR_LIBRARY_FILENAMES").env("LIBGL_ALWAYS_SOFTWARE", "1").env("GALLIUM_DRIVER", "llvmpipe");
    command
}

#[test]
fn what_is_emulated_over_the_pipeline_differs_only_where_it_is_known_to() {
    let measured = measured("emulated-pipeline", &[], |program| {
        let mut command = glmeter();
        command.args(["run", "--provider", "software", "--emulate", "always", "--"]).arg(program);
        command.env_remove("__EGL_VENDOR_LIBRARY_FILENAMES");
        command
    });
    differences::check(&measured, &differences::EMULATED_OVER_THE_PIPELINE);
}

#[test]
fn what_is_emulated_over_llvmpipe_differs_only_where_it_is_known_to() {
    let measured =
        measured("emulated-llvmpipe", differences::EMULATED_OVER_LLVMPIPE.not_run, |program| llvmpipe_behind_glmeter(program, "always"));
    differences::check(&measured, &differences::EMULATED_OVER_LLVMPIPE);
}

#[test]
fn llvmpipe_without_its_statistics_differs_only_where_it_is_known_to() {
    let measured = measured("llvmpipe-without", differences::LLVMPIPE_WITHOUT_STATISTICS.not_run, |program| {
        let mut command = llvmpipe_behind_glmeter(program, "auto");
        command.env("MESA_EXTENSION_OVERRIDE", "-GL_ARB_pipeline_statistics_query");
        command
    });
    differences::check(&measured, &differences::LLVMPIPE_WITHOUT_STATISTICS);
}

/// llvmpipe's own FRAGMENT_SHADER_INVOCATIONS are wrong in nearly every case.
#[test]
fn fragments_on_llvmpipe_come_from_the_truer_source() {
    const FRAGMENTS: usize = 9;
    assert_eq!(NAMES[FRAGMENTS], "FSI");
    let measured = measured("llvmpipe-auto", differences::LLVMPIPE.not_run, |program| llvmpipe_behind_glmeter(program, "auto"));
    let shaded: Vec<_> = measured.iter().filter(|measured| measured.case.expected[FRAGMENTS] > 0).collect();
    let wrong = shaded.iter().filter(|measured| measured.case.expected[FRAGMENTS] != measured.counts[FRAGMENTS]).count();
    assert!(shaded.len() > 300 && wrong * 10 < shaded.len(), "{wrong} of {} cases are wrong", shaded.len());
}

#[test]
fn no_two_cases_have_the_same_name() {
    let mut names: Vec<_> = cases().into_iter().map(|case| case.name).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(count > 500, "{count} cases");
}
