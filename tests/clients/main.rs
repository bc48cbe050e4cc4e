//! Third-party programs and libraries, each with the driver alone and with glmeter. They must work as before, and see the extensions that
//! glmeter adds; on the software pipeline they must draw what they draw on llvmpipe. `setup.sh` installs them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod angle;
mod apitrace;
mod libraries;
mod pictures;
mod privileged;
mod processes;
mod recorded;
mod sources;
#[path = "../support/mod.rs"]
mod support;
mod tools;

use glmeter::report::VARIABLE;
use glmeter_recording::{Options, Recording};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use support::{Ended, glmeter, library, root, run};

/// The extension that glmeter adds to OpenGL ES contexts and that no driver here has.
const ADDED: &str = "GL_ANGLE_timer_query";
/// The extension that glmeter adds to every context and that no driver here has.
const ADDED_EVERYWHERE: &str = "GL_INTEL_performance_query";

/// The way to start a client.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// The driver alone.
    Bare,
    /// `LD_PRELOAD=libglmeter.so CLIENT`
    Preloaded,
    /// `glmeter run -- CLIENT`
    Run,
}

/// Returns the command of a client on the tests' own X server, without variables from the test's environment that could affect it.
fn client(mode: Mode, program: impl AsRef<OsStr>) -> Command {
    let mut command = match mode {
        Mode::Run => {
            let mut command = glmeter();
            command.args(["run", "--"]).arg(program);
            command
        }
        _ => Command::new(program),
    };
    for name in [
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "WAYLAND_DISPLAY",
        "GLMETER_LOG",
        "GLMETER_REPORT",
        "GLMETER_PROVIDER",
        "GLMETER_EMULATE",
        "GLMETER_FENCE",
        "GLMETER_EGL_LIBRARY",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
        "__GLX_VENDOR_LIBRARY_NAME",
    ] {
        command.env_remove(name);
    }
    command.env("DISPLAY", support::display()).env("LC_ALL", "C");
    if mode == Mode::Preloaded {
        command.env("LD_PRELOAD", library());
    }
    command
}

/// Fails with the package's name if a program is missing.
fn installed(program: &str, package: &str) {
    let path = std::env::var_os("PATH").unwrap();
    let there = Path::new(program).exists() || std::env::split_paths(&path).any(|folder| folder.join(program).exists());
    assert!(there, "{program} is missing: install the Debian package {package}, or run tests/clients/setup.sh");
}

fn expect_success(ended: &Ended, what: &str) {
    assert_eq!(ended.code, 0, "{what}\n{}", ended.all());
}

/// Returns a folder for the tests' files.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns an unused name in that folder.
fn fresh(stem: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    folder().join(format!("{stem}-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Compiles a client of this folder.
fn compile(compiler: &str, package: &str, source: &str, arguments: &[&str]) -> PathBuf {
    installed(compiler, package);
    let output = fresh(source);
    let ended = run(Command::new(compiler).arg(root().join("tests/clients").join(source)).arg("-o").arg(&output).args(arguments));
    expect_success(&ended, &format!("{compiler} {source}"));
    output
}

/// The recording in which glmeter counts a client's frames, which survives a killed client.
struct Frames {
    recording: Recording,
    path: PathBuf,
}

impl Frames {
    fn of(command: &mut Command) -> Self {
        let path = fresh("frames");
        let recording = Recording::create_at(&path, Options::default()).unwrap();
        command.env("GLMETER_REPORT", "summary").env(VARIABLE, &path);
        Self { recording, path }
    }

    /// Returns their number.
    fn count(&self) -> u64 {
        self.recording.totals().frames
    }
}

/// Sends a process the signal that asks it to end.
fn ask_to_end(process: u32) {
    // SAFETY: sends a signal, to a child that has not been reaped, so that the number is still its own.
    unsafe { libc::kill(process as i32, libc::SIGTERM) };
}

/// Runs a program that draws frames endlessly until glmeter has counted some, and then ends it by `end`, which sends it SIGTERM.
fn run_until_frames(command: &mut Command, frames: &Frames, end: impl FnOnce(u32)) -> Ended {
    let name = format!("{command:?}");
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{name} does not start: {error}"));
    let begun = Instant::now();
    while frames.count() < 50 && child.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    if child.try_wait().unwrap().is_none() {
        end(child.id());
    }
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0));
    let ended = Ended { code, stdout: text(&output.stdout), stderr: text(&output.stderr) };
    assert_eq!(ended.code, 128 + libc::SIGTERM, "{name} runs until it is ended\n{}", ended.all());
    assert!(frames.count() >= 50, "glmeter saw {} frames of {name}\n{}", frames.count(), ended.all());
    ended
}

impl Drop for Frames {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
