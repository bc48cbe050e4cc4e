//! What the report counts of a program, by the commands that it calls: on each driver, and by each way into the library. `ctests/activity.c` does
//! known work in each frame.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter::report::VARIABLE;
use glmeter_recording::{Cursor, Frame, Options, Recording};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use support::{Ended, build_folder, library, root, run};

const INVALID_ENUM: u32 = 0x500;
const INVALID_VALUE: u32 = 0x501;
const INVALID_OPERATION: u32 = 0x502;
const STACK_UNDERFLOW: u32 = 0x504;

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("activity");
    std::fs::create_dir_all(folder.join("classic")).unwrap();
    folder
}

/// Compiles a file of `ctests`.
fn compile(name: &str, source: &str, options: &[&str]) -> PathBuf {
    let path = folder().join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-O1", "-I"]).arg(root().join("include")).arg(root().join("ctests").join(source));
    let ended = run(compiler.arg("-o").arg(&path).args(options));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path
}

/// Returns the program that gets its functions from eglGetProcAddress.
fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("activity", "activity.c", &["-lEGL"]))
}

/// Returns the command of a program on a driver, without the library.
fn alone(program: &Path, driver: &str) -> Command {
    let mut command = Command::new(program);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("LD_PRELOAD").env("GLMETER_PROVIDER", driver);
    command
}

/// Runs a command with a recording. Returns the output, the recording and its frames.
fn record(command: &mut Command) -> (Ended, Recording, Vec<Frame>) {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let path = folder().join(format!("recording-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
    let recording = Recording::create_at(&path, Options::default()).unwrap();
    let ended = run(command.env("GLMETER_REPORT", "summary").env(VARIABLE, &path));
    std::fs::remove_file(&path).unwrap();
    let mut frames = Vec::new();
    recording.read_frames(&mut Cursor::default(), true, |frame| {
        if !frame.has(Frame::IS_REST) {
            frames.push(frame);
        }
    });
    assert!(ended.code == 0 && ended.stdout.ends_with("activity: ok\n"), "{}", ended.all());
    assert_eq!(frames.len(), 11, "{}", ended.all());
    (ended, recording, frames)
}

/// Asserts that the frames have the program's work.
fn expect_the_work(frames: &[Frame], what: &str) {
    let counts = |frame: usize| {
        let frame = &frames[frame];
        [frame.draws, frame.dispatches, frame.clears, frame.uploads, frame.state_changes, frame.queries, frame.compiles, frame.links]
    };
    // The list that is executed while it is compiled has one change of state.
    assert_eq!(counts(1), [0, 0, 0, 0, 16 + 1, 0, 0, 0], "{what}: state changes");
    // Of glCallList 2 draws, of glCallLists 2 and 3; glListBase changes state.
    assert_eq!(counts(2), [1 + 3 + 1 + 1 + 1 + 2 + 2 + 3 + 1, 0, 0, 0, 1, 0, 0, 0], "{what}: draws");
    assert_eq!(counts(3), [0, 0, 4, 0, 0, 0, 0, 0], "{what}: clears");
    assert_eq!(counts(4), [0, 0, 0, 9, 2, 0, 0, 0], "{what}: uploads");
    assert_eq!(frames[4].upload_bytes, 100 + 28 + 3 + 256 + 32 + 8 + 64 + 16 + 128, "{what}: uploads");
    assert_eq!(counts(5), [0, 2, 0, 0, 2, 3, 0, 0], "{what}: dispatches and queries");
    assert_eq!(counts(6), [0, 0, 0, 0, 0, 0, 1, 1], "{what}: shaders");
    assert!(frames[6].compile_time > 0 && frames[6].link_time > 0, "{what}: {:#?}", frames[6]);
    assert!([1, 2, 3, 4, 5].iter().all(|frame| frames[*frame].compile_time == 0 && frames[*frame].link_time == 0), "{what}");
    assert_eq!((frames[0].compiles, frames[0].links), (2, 2), "{what}");
}

#[test]
fn frames_have_the_work_of_the_program() {
    for driver in ["host", "software"] {
        let (_, _, frames) = record(alone(program(), driver).env("LD_PRELOAD", library()));
        expect_the_work(&frames, driver);
    }
}

#[test]
fn each_way_in_counts_the_same() {
    let build = build_folder();
    let search = format!("-L{}", build.display());
    library();
    let linked = compile("activity-linked", "activity.c", &["-DLINKED", &search, "-lglmeter", "-lEGL", "-lGL"]);
    let (_, _, frames) = record(alone(&linked, "host").env("LD_LIBRARY_PATH", &build));
    expect_the_work(&frames, "linked with the library");
    let linked = compile("activity-system", "activity.c", &["-DLINKED", "-lEGL", "-lGL"]);
    let (_, _, frames) = record(alone(&linked, "host").env("LD_PRELOAD", library()));
    expect_the_work(&frames, "linked with libglvnd, and preloaded");
    let classic = compile("classic/libEGL.so.1", "classic_egl.c", &["-shared", "-fPIC", "-Wl,-soname,libEGL.so.1", "-ldl"]);
    let classic = classic.parent().unwrap();
    let search = format!("-L{}", classic.display());
    let over = compile("activity-classic", "activity.c", &[&search, "-l:libEGL.so.1", "-lpthread", "-ldl"]);
    let (_, _, frames) = record(alone(&over, "host").env("LD_PRELOAD", library()).env("LD_LIBRARY_PATH", classic));
    expect_the_work(&frames, "without libglvnd");
}

/// Errors are the program's to read: the same ones in the same order as without the library.
#[test]
fn errors_are_counted_and_left_to_the_program() {
    for driver in ["host", "software"] {
        let without = match driver {
            "host" => alone(program(), driver),
            _ => {
                let mut command = alone(program(), driver);
                command.env("LD_PRELOAD", library()).env("GLMETER_REPORT", "off");
                command
            }
        };
        let without = run(&mut { without });
        assert_eq!(without.code, 0, "{}", without.all());
        let (with, recording, frames) = record(alone(program(), driver).env("LD_PRELOAD", library()));
        assert_eq!(with.stdout, without.stdout, "{driver}");
        assert!(with.stdout.contains("frame 8: INVALID_ENUM NO_ERROR"), "{}", with.stdout);
        let mut errors: Vec<_> =
            recording.errors().into_iter().map(|error| (error.first_frame, error.code, error.command, error.times)).collect();
        errors.sort();
        let expected = [
            // The frame's first error is found before its swap, without its command; then each command is checked.
            (7, INVALID_ENUM, "", 1),
            (8, INVALID_VALUE, "glScissor", 2),
            (8, INVALID_ENUM, "glMatrixMode", 1),
            (9, INVALID_OPERATION, "glEnd", 1),
            (9, INVALID_ENUM, "glBeginQuery", 1),
            (10, STACK_UNDERFLOW, "glPopMatrix", 1),
            (10, INVALID_ENUM, "glEnable", 1),
        ];
        let mut expected: Vec<_> =
            expected.into_iter().map(|(frame, code, command, times)| (frame, code, command.to_owned(), times)).collect();
        expected.sort();
        assert_eq!(errors, expected, "{driver}");
        let each: Vec<u64> = frames.iter().map(|frame| frame.errors).collect();
        assert_eq!(each, [0, 0, 0, 0, 0, 0, 0, 1, 3, 2, 2], "{driver}");
    }
}
