//! What the report counts of a program, by the commands that it calls: on each driver, and by each way into the library. `ctests/activity.c` does
//! known work in each frame.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter::report::VARIABLE;
use glmeter_recording::{Counts, Cursor, Frame, Options, Recording};
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
    assert!(ended.code == 0 && ended.stdout.ends_with(": ok\n"), "{}", ended.all());
    (ended, recording, frames)
}

/// Asserts that the frames have the program's work.
fn expect_the_work(frames: &[Frame], what: &str) {
    assert_eq!(frames.len(), 11, "{what}");
    let counts = |frame: usize| {
        let frame = &frames[frame];
        [
            frame.counts.draws,
            frame.counts.dispatches,
            frame.counts.clears,
            frame.counts.uploads,
            frame.counts.state_changes,
            frame.counts.queries,
            frame.counts.compiles,
            frame.counts.links,
        ]
    };
    // The list that is executed while it is compiled has one change of state.
    assert_eq!(counts(1), [0, 0, 0, 0, 16 + 1, 0, 0, 0], "{what}: state changes");
    // Of glCallList 2 draws, of glCallLists 2 and 3; glListBase changes state, and twice each of the three calls of the first list. The index
    // of glDrawElementsInstanced and the bitmap come from the program's memory.
    assert_eq!(counts(2), [1 + 3 + 1 + 1 + 1 + 2 + 2 + 3 + 1, 0, 0, 2, 1 + 3 * 2, 0, 0, 0], "{what}: draws");
    assert_eq!(counts(3), [0, 0, 4, 0, 0, 0, 0, 0], "{what}: clears");
    assert_eq!(counts(4), [0, 0, 0, 9, 2, 0, 0, 0], "{what}: uploads");
    assert_eq!(frames[4].counts.upload_bytes, 100 + 28 + 3 + 256 + 32 + 8 + 64 + 16 + 128, "{what}: uploads");
    assert_eq!(counts(5), [0, 2, 0, 0, 2, 3, 0, 0], "{what}: dispatches and queries");
    assert_eq!(counts(6), [0, 0, 0, 0, 0, 0, 1, 1], "{what}: shaders");
    assert!(frames[6].counts.compile_time > 0 && frames[6].counts.link_time > 0, "{what}: {:#?}", frames[6]);
    assert!([1, 2, 3, 4, 5].iter().all(|frame| frames[*frame].counts.compile_time == 0 && frames[*frame].counts.link_time == 0), "{what}");
    assert_eq!((frames[0].counts.compiles, frames[0].counts.links), (2, 2), "{what}");
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
        let (known, unknown): (Vec<_>, Vec<_>) =
            recording.errors().into_iter().map(|error| (error.command, error.rule)).partition(|(_, rule)| !rule.is_empty());
        let rule = "An INVALID_OPERATION error is generated if the active query object name for target and index is zero. [GL 4.4, 4.2; CQ-42 CQ-43]";
        assert!(known.contains(&("glEndQuery".to_owned(), rule.to_owned())), "{driver}: {known:?}");
        match driver {
            "host" => assert_eq!(known.len(), 1, "{known:?}"),
            // The pipeline says the rule of each of its errors.
            _ => assert_eq!(unknown, [], "{driver}"),
        }
        errors.sort();
        let expected = [
            // Once more in frame 10.
            (7, INVALID_ENUM, "glEnable", 2),
            (7, INVALID_VALUE, "glViewport", 1),
            (8, INVALID_VALUE, "glScissor", 2),
            (8, INVALID_ENUM, "glMatrixMode", 1),
            (9, INVALID_OPERATION, "glEnable", 1),
            (9, INVALID_ENUM, "glBeginQuery", 1),
            (9, INVALID_OPERATION, "glEndQuery", 1),
            (10, STACK_UNDERFLOW, "glPopMatrix", 1),
        ];
        let mut expected: Vec<_> =
            expected.into_iter().map(|(frame, code, command, times)| (frame, code, command.to_owned(), times)).collect();
        expected.sort();
        assert_eq!(errors, expected, "{driver}");
        let each: Vec<u64> = frames.iter().map(|frame| frame.counts.errors).collect();
        assert_eq!(each, [0, 0, 0, 0, 0, 0, 0, 2, 3, 3, 2], "{driver}");
    }
}

/// What a frame of `ctests/counts.c` does: draws, dispatches, clears, uploads, their bytes, state changes and errors, counted by hand by the
/// definitions of docs/counts.md.
type Row = (&'static str, [u64; 7]);

/// In the order of the program's frames.
const COUNTS: [Row; 46] = [
    ("it prepares what it needs", [0, 0, 0, 0, 0, 0, 0]),
    ("glMultiDrawArrays: 5 draws, of which 2 are empty", [5, 0, 0, 0, 0, 0, 0]),
    ("an empty draw and one of no instance", [2, 0, 0, 0, 0, 0, 0]),
    ("glMultiDrawArraysIndirectCount: 3 by the buffer, at most 6; then 4 of 9", [7, 0, 0, 0, 0, 0, 0]),
    ("glRectf, glDrawPixels of 4 x 4 RGBA, glCopyPixels", [3, 0, 0, 1, 64, 0, 0]),
    ("glBitmap of 9 x 3: two bytes a row", [1, 0, 0, 1, 6, 0, 0]),
    ("glPolygonStipple", [0, 0, 0, 1, 128, 1, 0]),
    ("glEvalMesh1, and glBegin with glArrayElement", [2, 0, 0, 0, 0, 4, 0]),
    ("two dispatches", [0, 2, 0, 0, 0, 3, 0]),
    ("glClear, glClear of nothing, glClearBufferfv, glClearTexImage, glClearBufferData", [0, 0, 5, 0, 0, 0, 0]),
    ("glGenerateMipmap, glCopyTexSubImage2D, glCopyBufferSubData: no counts but the binding", [0, 0, 0, 0, 0, 1, 0]),
    ("a list of three draws, compiled", [0, 0, 0, 0, 0, 0, 0]),
    ("it is called", [3, 0, 0, 0, 0, 0, 0]),
    ("a list that was never compiled, and one without a name", [0, 0, 0, 0, 0, 0, 0]),
    ("a list that calls one from the frame after it, compiled", [0, 0, 0, 0, 0, 0, 0]),
    ("called with the inner list of 5 draws", [5, 0, 0, 0, 0, 0, 0]),
    ("called with the inner list of 2", [2, 0, 0, 0, 0, 0, 0]),
    ("called with the inner list deleted", [0, 0, 0, 0, 0, 0, 0]),
    ("glCallLists of a list and an absent one", [3, 0, 0, 0, 0, 2, 0]),
    ("a list with clears, state and an upload, compiled", [0, 0, 0, 0, 0, 0, 0]),
    ("it is called twice", [0, 0, 4, 2, 2 * 1024, 4, 0]),
    ("compiled and executed: a draw and a clear", [1, 0, 1, 0, 0, 0, 0]),
    ("commands that are executed at once while a list is compiled", [0, 0, 0, 1, 16, 3, 0]),
    ("a list of vertices between glBegin and glEnd", [1, 0, 0, 0, 0, 0, 0]),
    ("glBufferSubData, glNamedBufferSubData, glBufferData without data", [0, 0, 0, 2, 1010, 0, 0]),
    ("glTexSubImage2D of 16 x 16 RGBA, of a row length of 64, and of 3 x 3 RGB", [0, 0, 0, 3, 1024 + 1024 + 27, 2, 0]),
    ("glTexSubImage2D from a buffer", [0, 0, 0, 1, 1024, 2, 0]),
    ("glTexSubImage2D after glPopClientAttrib unbound the buffer", [0, 0, 0, 1, 1024, 3, 0]),
    ("glCompressedTextureSubImage2D", [0, 0, 0, 1, 64, 0, 0]),
    ("the uploads of EXT_direct_state_access", [0, 0, 0, 5, 1024 + 1024 + 64 + 64 + 100, 0, 0]),
    ("a mapping that is only written", [0, 0, 0, 1, 500, 0, 0]),
    ("a mapping that is only read, and one to read and write that nothing wrote", [0, 0, 0, 0, 0, 0, 0]),
    ("a mapping to read and write of which 10 bytes change", [0, 0, 0, 1, 10, 0, 0]),
    ("a mapping with flushed parts", [0, 0, 0, 2, 48, 0, 0]),
    ("a persistent mapping is made", [0, 0, 0, 0, 0, 1, 0]),
    ("4,096 bytes are written to it", [0, 0, 0, 1, 4096, 0, 0]),
    ("nothing is written to it", [0, 0, 0, 0, 0, 0, 0]),
    ("it ends", [0, 0, 0, 0, 0, 1, 0]),
    ("a draw of 300 vertices of four floats from the program's memory", [1, 0, 0, 1, 4800, 4, 0]),
    ("a draw of 3 shorts that index 5 of them", [1, 0, 0, 1, 6 + 5 * 16, 6, 0]),
    ("refused draws: an unknown mode, a negative count, glBegin of an unknown mode", [0, 0, 0, 0, 0, 0, 4]),
    ("refused uploads: beyond a buffer, beyond a texture, of an unknown target", [0, 0, 0, 0, 0, 0, 3]),
    ("refused clears, dispatches and state changes beside one of each", [0, 1, 1, 0, 0, 3, 4]),
    ("a list of two draws and a refused state change, which counts", [2, 0, 0, 0, 0, 1, 1]),
    ("glBegin and glClear of an incomplete framebuffer", [0, 0, 0, 0, 0, 2, 2]),
    ("the last frame", [0, 0, 0, 0, 0, 0, 0]),
];

#[test]
fn each_count_is_what_its_definition_says() {
    let program = compile("counts", "counts.c", &["-lEGL"]);
    for driver in ["host", "software"] {
        let (ended, _, frames) = record(alone(&program, driver).env("LD_PRELOAD", library()));
        assert_eq!(frames.len(), COUNTS.len(), "{driver}: {}", ended.all());
        let counted: Vec<Row> = frames
            .iter()
            .zip(COUNTS)
            .map(|(frame, (what, _))| {
                let Counts { draws, dispatches, clears, uploads, upload_bytes, state_changes, errors, .. } = frame.counts;
                (what, [draws, dispatches, clears, uploads, upload_bytes, state_changes, errors])
            })
            .collect();
        let wrong: Vec<_> = counted.iter().zip(COUNTS).skip(1).filter(|(counted, expected)| *counted != expected).collect();
        assert!(wrong.is_empty(), "{driver}: {wrong:#?}");
    }
}
