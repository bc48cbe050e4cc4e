//! Runs programs on the software pipeline as clients of a Wayland compositor, and checks what it shows.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;
#[path = "support/weston.rs"]
mod weston;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use support::{Ended, build_folder, root, run, run_for};
use weston::{SIZE, weston};

/// The protocol of windows.
const SHELL: &str = "/usr/share/wayland-protocols/stable/xdg-shell/xdg-shell.xml";

/// Held by a test that takes pictures or measures time.
fn alone() -> MutexGuard<'static, ()> {
    static SCREEN: Mutex<()> = Mutex::new(());
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Builds `ctests/wayland.c`, linked with libEGL and linked with glmeter alone, once.
fn programs() -> &'static [PathBuf; 2] {
    static BUILT: OnceLock<[PathBuf; 2]> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wayland");
        std::fs::create_dir_all(&folder).unwrap();
        assert!(Path::new(SHELL).exists(), "{SHELL} is missing: install the Debian package wayland-protocols");
        let files = [("client-header", "xdg-shell-client.h"), ("private-code", "xdg-shell.c")].map(|(kind, name)| {
            let file = folder.join(name);
            let ended = run(Command::new("wayland-scanner").args([kind, SHELL]).arg(&file));
            assert_eq!(ended.code, 0, "{}", ended.all());
            file
        });
        ["-lEGL", "-lglmeter"].map(|library| {
            let program = folder.join(format!("program{library}"));
            let mut compiler = Command::new("cc");
            compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include")).arg("-I").arg(&folder);
            compiler.arg(root().join("ctests/wayland.c")).arg(&files[1]).arg("-o").arg(&program).arg("-L").arg(build_folder());
            let ended = run(compiler.args([library, "-lwayland-client", "-lwayland-egl", "-pthread"]));
            assert_eq!(ended.code, 0, "{}", ended.all());
            program
        })
    })
}

/// Returns the program that is linked with libEGL.
fn program() -> &'static Path {
    &programs()[0]
}

/// Returns a command on the pipeline as a client of the compositor.
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    ["LD_PRELOAD", "GLMETER_PROVIDER", "GLMETER_LOG", "GLMETER_REPORT", "__EGL_VENDOR_LIBRARY_DIRS"].into_iter().for_each(|name| {
        command.env_remove(name);
    });
    command.env("LD_LIBRARY_PATH", build_folder()).env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    weston().of(&mut command);
    command
}

/// Returns the same under `glmeter run --provider software`.
fn under_run(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = command(support::glmeter().get_program());
    command.env_remove("__EGL_VENDOR_LIBRARY_FILENAMES").args(["run", "--provider", "software", "--"]).arg(program);
    command
}

#[test]
fn windows_follow_the_specifications() {
    let _alone = alone();
    let mut linked = command(&programs()[1]);
    linked.env_remove("__EGL_VENDOR_LIBRARY_FILENAMES").env("GLMETER_PROVIDER", "software");
    let [plain, linked, reported] = [command(program()), linked, under_run(program())].map(|mut command| run_for(&mut command, 300));
    for ended in [&plain, &linked, &reported] {
        assert!(ended.code == 0 && ended.stdout == "wayland: ok\n", "{}", ended.all());
    }
    assert!(reported.stderr.contains(" frames in "), "{}", reported.all());
}

#[test]
fn a_program_has_no_default_compositor_without_the_variable() {
    let ended = run(command(program()).env_remove("WAYLAND_DISPLAY").env("XDG_RUNTIME_DIR", weston().folder().join("none")));
    assert!(ended.code == 1 && ended.stderr.contains("a Wayland compositor"), "{}", ended.all());
}

/// Returns the colours of the middles of the picture's quarters, row by row from the upper left one.
fn quarters(file: &Path) -> Vec<[u8; 3]> {
    let file = std::fs::File::open(file).unwrap();
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().expect("it is a PNG picture");
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let about = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(([about.width, about.height], about.bit_depth), (SIZE, png::BitDepth::Eight));
    let (channels, stride) = (about.color_type.samples(), about.line_size);
    let places = [(1, 1), (3, 1), (1, 3), (3, 3)].map(|(x, y)| (x * SIZE[0] as usize / 4, y * SIZE[1] as usize / 4));
    places.iter().map(|(x, y)| bytes[y * stride + x * channels..][..3].try_into().unwrap()).collect()
}

#[test]
fn the_compositor_shows_what_a_window_draws() {
    let _alone = alone();
    let mut child = command(program()).arg("show").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let wanted = [[255, 0, 0], [0, 255, 0], [255, 255, 255], [0, 0, 255]];
    let begun = Instant::now();
    // The compositor moves windows into place in some steps.
    let seen = loop {
        let seen = quarters(&weston().picture());
        if seen == wanted || begun.elapsed() > Duration::from_secs(30) {
            break seen;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((line.as_str(), seen), ("shown\n", wanted.to_vec()));
}

/// Runs a program that draws for ever, and ends it by SIGINT after some seconds.
fn interrupted(seconds: &str, program: &str, arguments: &[&str]) -> Ended {
    let mut command = under_run("timeout");
    // In the foreground timeout signals the program once, not its group as well: a second SIGINT would end it before it says so.
    run(command.args(["--foreground", "--preserve-status", "-s", "INT", seconds, program]).args(arguments))
}

#[test]
fn weston_simple_egl_draws() {
    let _alone = alone();
    for options in [&["-f"][..], &["-o"], &["-b"]] {
        let ended = interrupted("3", "weston-simple-egl", options);
        assert!(ended.stdout.contains("has EGL_EXT_buffer_age and EGL_EXT_swap_buffers_with_damage"), "{}", ended.all());
        assert!(ended.stderr.contains("simple-egl exiting") && ended.stderr.contains(" frames in "), "{}", ended.all());
    }
}

#[test]
fn eglinfo_and_gears_use_the_compositor() {
    let ended = run(under_run("eglinfo").args(["-B", "-p", "wayland"]));
    assert!(ended.stdout.contains("EGL vendor string: glmeter") && ended.stdout.contains("glmeter software pipeline"), "{}", ended.all());
    let ended = interrupted("3", "es2gears_wayland", &[]);
    assert!(ended.stderr.contains(" frames in "), "{}", ended.all());
}
