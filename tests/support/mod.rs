//! Code that the tests share: the build folder, a private X server, and running a program to its end.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses a part of this, and a test fails by panicking"
)]

#[path = "../../benches/support/xvfb.rs"]
pub(crate) mod xvfb;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use xvfb::Xvfb;

/// Returns the folder with `glmeter`, `libglmeter.so` and the files that `glmeter install` creates.
pub fn build_folder() -> PathBuf {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let ended = Command::new(env!("CARGO_BIN_EXE_glmeter")).arg("install").output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    });
    Path::new(env!("CARGO_BIN_EXE_glmeter")).parent().unwrap().to_path_buf()
}

/// Returns the path of the shared library under test.
pub fn library() -> PathBuf {
    let path = build_folder().join("libglmeter.so");
    assert!(path.exists(), "{} is missing: run `cargo build` with the same profile first", path.display());
    path
}

/// Returns the command under test.
pub fn glmeter() -> Command {
    Command::new(env!("CARGO_BIN_EXE_glmeter"))
}

/// Returns the root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the display of this test process's own X server, which ends with the process.
pub fn display() -> &'static str {
    static SERVER: OnceLock<Xvfb> = OnceLock::new();
    // A server is killed when the thread that started it ends, so that thread sleeps until the process ends.
    let start = || {
        let (send, started) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            send.send(Xvfb::start()).unwrap();
            loop {
                std::thread::park();
            }
        });
        let started = started.recv().expect("the X server's thread ended");
        started.expect("Xvfb starts; it is in the Debian package xvfb")
    };
    &SERVER.get_or_init(start).display
}

/// The end of a program: its exit code (128 + signal if a signal ended it), and its output.
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// Returns both streams, for messages.
    pub fn all(&self) -> String {
        format!("exit {}\n--- stdout\n{}\n--- stderr\n{}", self.code, self.stdout, self.stderr)
    }
}

/// Returns how many times as long commands may take, which `tests/run` says to the tests that get only the time which others leave.
fn patience() -> u64 {
    std::env::var("PATIENCE").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Runs a command to its end, at most `seconds` long; one that takes longer fails the test.
pub fn run_for(command: &mut Command, seconds: u64) -> Ended {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    let seconds = seconds * patience();
    let name = format!("{command:?}");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn();
    // A program that a test has just written may still be open in a child that another test is starting.
    while child.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ExecutableFileBusy) {
        std::thread::sleep(Duration::from_millis(10));
        child = command.spawn();
    }
    let child = child.unwrap_or_else(|error| panic!("{name} does not start: {error}"));
    let group = child.id() as i32;
    let (send, done) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if done.recv_timeout(Duration::from_secs(seconds)).is_err() {
            // SAFETY: signals the process group that this function made.
            unsafe { libc::kill(-group, libc::SIGKILL) };
            return true;
        }
        false
    });
    let output = child.wait_with_output().unwrap();
    let _ = send.send(());
    let ended = Ended {
        code: output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0)),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    assert!(!watch.join().unwrap(), "{name} took longer than {seconds} s\n{}", ended.all());
    ended
}

/// Makes another user, not root, the owner of a test's file or empty folder.
pub fn give_away(path: &Path) {
    // SAFETY: the function takes no arguments.
    let ended = if unsafe { libc::geteuid() } == 0 {
        run(Command::new("chown").arg("65534:65534").arg(path))
    } else {
        run(Command::new("sudo").args(["-n", "chown", "65534:65534"]).arg(path))
    };
    assert_eq!(ended.code, 0, "another user's file: run this test as root, or with sudo without a password\n{}", ended.all());
}

/// Runs a command to its end, at most a minute long.
pub fn run(command: &mut Command) -> Ended {
    run_for(command, 60)
}
