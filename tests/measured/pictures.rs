//! The hash of a picture, and what a program sees while it is read.

use super::{By, clean, expect_success, frames, fresh};
use crate::support::{build_folder, library, run};
use glmeter::report::VARIABLE;
use glmeter_recording::{Detail, Options, Recording};
use std::path::Path;
use std::process::Command;

/// The size of the window of `frames`.
const SIZE: [u32; 2] = [320, 240];

/// Returns the hash as docs/budgets.md defines it.
fn hash(pixels: &[u8]) -> u64 {
    let size = SIZE.map(u32::to_le_bytes);
    let bytes = size.iter().flatten().chain(pixels);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Runs `frames` with every frame measured and the hash of its last one read. Returns its output, its pixels and the hash.
fn draw(mut command: Command, by: By, options: Option<Options>) -> (String, Vec<u8>, Option<u64>) {
    let (pixels, recording) = (fresh("pixels"), fresh("recording"));
    command.arg(frames(by)).args(["12", "100", "return"]).arg(&pixels);
    let recording = options.map(|options| {
        let made = Recording::create_at(&recording, options).unwrap();
        command.env("LD_PRELOAD", library()).env("GLMETER_REPORT", "summary").env(VARIABLE, &recording);
        made
    });
    let ended = run(&mut command);
    expect_success(&ended, "frames");
    let drawn = std::fs::read(&pixels).unwrap();
    std::fs::remove_file(pixels).unwrap();
    (ended.stdout, drawn, recording.and_then(|recording| recording.picture_hash()))
}

/// Asks for every frame's details and the picture of the last.
fn all() -> Options {
    Options { detail: Detail::EveryFrame, picture_frame: Some(11), ..Options::default() }
}

#[test]
fn the_hash_is_that_of_the_surface_and_nothing_of_the_program_changes() {
    for by in [By::Glx, By::Egl] {
        let (said, drawn, _) = draw(clean("env"), by, None);
        let (said_measured, drawn_measured, found) = draw(clean("env"), by, Some(all()));
        assert_eq!(said_measured, said, "{by:?}: its queries, errors and state");
        assert!(drawn_measured == drawn, "{by:?}: its picture");
        assert_eq!(found, Some(hash(&drawn)), "{by:?}");
        assert!(said.contains("errors 0x500 0\n"), "the program's own error stays\n{said}");
    }
}

/// The name of the pipeline's JSON file for EGL, and of its vendor for GLX.
fn on_the_pipeline(program: &str) -> Command {
    let mut command = clean(program);
    command.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft").env("LD_LIBRARY_PATH", build_folder());
    command.env("GLMETER_EGL_VENDORS", build_folder().join("60_glmeter_soft.json")).env("GLMETER_GLX_VENDOR", "glmeter_soft");
    command
}

/// On every machine: the hash is recorded here. It does not depend on the number of threads.
#[test]
fn the_pipelines_hash_is_the_same_everywhere() {
    for by in [By::Glx, By::Egl] {
        let one = draw(taskset(on_the_pipeline("taskset")), by, Some(all()));
        let many = draw(on_the_pipeline("env"), by, Some(all()));
        assert_eq!(one.2, Some(hash(&one.1)), "{by:?}");
        assert_eq!(one.2, many.2, "{by:?}");
        assert_eq!(one.2, Some(RECORDED), "{by:?}");
    }
}

/// The hash of the last picture of `frames 12 100` on the software pipeline.
const RECORDED: u64 = 0xaa7b_b7e7_897e_bff0;

/// Runs a command on one processor, where the pipeline has one thread.
fn taskset(mut command: Command) -> Command {
    assert!(Path::new("/usr/bin/taskset").exists(), "taskset is missing: install the Debian package util-linux");
    command.args(["-c", "0"]);
    command
}
