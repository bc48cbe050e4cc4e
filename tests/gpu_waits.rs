//! The GPU time of a frame is what the GPU worked, not what it waited for commands; where a driver does not tell, the report says so.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter::report::VARIABLE;
use glmeter_recording::{Cursor, Frame, Options, Recording};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{library, root, run};

/// For how long `ctests/gpu_waits.c` computes or sleeps in a frame, nanoseconds.
const PAUSE: u64 = 20_000_000;
/// What the GPU of `ctests/recording_es2.c` works in a frame.
const WORK: u64 = 6_000_000;

/// Compiles a file of `ctests`.
fn compile(source: &str, output: &Path, arguments: &[&str]) {
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1"]).arg(root().join("ctests").join(source)).arg("-o").arg(output);
    let ended = run(compiler.args(arguments));
    assert_eq!(ended.code, 0, "{source}: {}", ended.all());
}

/// Returns the folder with the program and with the recording driver, which it builds once.
fn folder() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gpu_waits");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("driver")).unwrap();
        compile("gpu_waits.c", &folder.join("gpu_waits"), &["-lEGL", "-lGLESv2", "-ldl", "-Wl,-z,lazy"]);
        compile("recording_es2.c", &folder.join("driver/libEGL.so.1"), &["-shared", "-fPIC", "-Wl,-soname,libEGL.so.1", "-ldl"]);
        symlink("libEGL.so.1", folder.join("driver/libGLESv2.so.2")).unwrap();
        folder
    })
}

/// Returns the frames of the program on a driver, without the first one.
fn frames(driver: &str, mode: &str) -> Vec<Frame> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let path = std::env::temp_dir().join(format!("glmeter-waits-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    let recording = Recording::create_at(&path, Options::default()).unwrap();
    let mut command = Command::new(folder().join("gpu_waits"));
    command.args([mode, "14"]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("EGL_PLATFORM", "surfaceless");
    command.env("LD_PRELOAD", library()).env("GLMETER_REPORT", "summary").env(VARIABLE, &path);
    match driver {
        "recording" => command.env("LD_LIBRARY_PATH", folder().join("driver")),
        "finishing" => command.envs([("GLMETER_PROVIDER", "host"), ("GLMETER_EMULATE", "always"), ("GLMETER_FENCE", "finish")]),
        provider => command.env("GLMETER_PROVIDER", provider),
    };
    let ended = run(&mut command);
    std::fs::remove_file(&path).unwrap();
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "gpu_waits: ok\n"), "{driver} {mode}: {}", ended.all());
    let mut frames = Vec::new();
    recording.read_frames(&mut Cursor::default(), true, |frame| frames.push(frame));
    frames.retain(|frame| frame.number > 0 && !frame.has(Frame::IS_REST) && frame.has(Frame::HAS_GPU));
    assert!(frames.len() >= 8, "{driver} {mode}: {frames:#?}");
    frames
}

/// Returns the median of a value of frames: a busy machine delays some of them.
fn median(frames: &[Frame], value: impl Fn(&Frame) -> u64) -> u64 {
    let mut values: Vec<u64> = frames.iter().map(value).collect();
    values.sort_unstable();
    values[values.len() / 2]
}

/// Asserts that the GPU worked for no longer than the frames lasted, all in all.
fn fits(frames: &[Frame], what: &str) {
    let [gpu, wall]: [u64; 2] = [|frame: &Frame| frame.gpu, Frame::wall].map(|value| frames.iter().map(value).sum());
    assert!(gpu > 0 && gpu <= wall + wall / 20, "{what}: {gpu} of {wall}: {frames:#?}");
}

#[test]
fn a_driver_that_draws_with_the_cpu_does_not_work_while_the_program_computes() {
    for driver in ["host", "software"] {
        for mode in ["between", "sleeps", "before", "finish"] {
            let frames = frames(driver, mode);
            let what = format!("{driver} {mode}");
            fits(&frames, &what);
            assert!(frames.iter().all(|frame| !frame.has(Frame::GPU_HAS_WAITS)), "{what}: {frames:#?}");
            let [gpu, wall] = [median(&frames, |frame| frame.gpu), median(&frames, Frame::wall)];
            assert!(gpu > 0 && gpu + PAUSE * 3 / 4 <= wall, "{what}: {gpu} of {wall}");
        }
        let busy = frames(driver, "none");
        fits(&busy, driver);
        let [gpu, wall] = [median(&busy, |frame| frame.gpu), median(&busy, Frame::wall)];
        assert!(gpu > wall / 10, "{driver}: the frames are work, {gpu} of {wall}");
    }
}

/// Where each mark of the program's own queries is a glFinish, the work of a frame is done before its swap.
#[test]
fn work_that_a_query_waited_for_is_in_the_gpu_time() {
    for driver in ["host", "finishing", "software"] {
        let frames = frames(driver, "timed");
        fits(&frames, driver);
        let [gpu, wall] = [median(&frames, |frame| frame.gpu), median(&frames, Frame::wall)];
        assert!(gpu > wall / 3, "{driver}: {gpu} of {wall}");
    }
}

/// Frames that wait in a queue of three share no time, and what the driver works is known: it has always something to do.
#[test]
fn queued_frames_have_their_own_work() {
    let frames = frames("recording", "queued");
    // The last ones wait in the queue when their swaps end.
    let [all, wall]: [u64; 2] = [|frame: &Frame| frame.gpu, Frame::wall].map(|value| frames.iter().map(value).sum());
    assert!(all <= wall + 4 * WORK, "{all} of {wall}: {frames:#?}");
    let gpu = median(&frames, |frame| frame.gpu);
    assert!(gpu.abs_diff(WORK) < WORK / 3, "{gpu}: {frames:#?}");
    let certain = frames.iter().filter(|frame| !frame.has(Frame::GPU_HAS_WAITS)).count();
    assert!(certain * 2 > frames.len(), "{frames:#?}");
}

/// A driver that may work from each command on, or later, does not tell when it waits.
#[test]
fn a_time_that_may_contain_waiting_is_marked() {
    for mode in ["between", "sleeps"] {
        let frames = frames("recording", mode);
        assert!(frames.iter().all(|frame| frame.has(Frame::GPU_HAS_WAITS)), "{mode}: {frames:#?}");
    }
    let before = frames("recording", "before");
    let gpu = median(&before, |frame| frame.gpu);
    assert!(gpu < PAUSE && before.iter().filter(|frame| !frame.has(Frame::GPU_HAS_WAITS)).count() * 2 > before.len(), "{before:#?}");
}

/// The last frames are in the driver's queue when their context is released and destroyed.
#[test]
fn a_context_that_is_destroyed_leaves_the_times_of_its_last_frames() {
    let frames = frames("recording", "destroyed");
    assert_eq!(frames.last().map(|frame| frame.number), Some(13), "{frames:#?}");
}
