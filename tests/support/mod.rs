//! Code that the tests share: the build folder, a private X server, and running a program to its end.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "each test file uses a part of this, and a test fails by panicking"
)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

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

struct XServer(Child, String);

/// Returns the display of this test process's own X server, which ends with the process.
pub fn display() -> &'static str {
    static SERVER: OnceLock<XServer> = OnceLock::new();
    // A server dies with the thread that started it (PR_SET_PDEATHSIG), so that thread sleeps until the process ends.
    let start = || {
        let (send, started) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            send.send(start_x()).unwrap();
            loop {
                std::thread::park();
            }
        });
        started.recv().expect("the X server's thread ended")
    };
    &SERVER.get_or_init(start).1
}

fn start_x() -> XServer {
    use std::os::unix::process::CommandExt;
    // Without -noreset the server restarts whenever its last client disconnects, and the next one fails at random.
    for attempt in 0..20 {
        let number = 100 + (std::process::id() + attempt * 37) % 800;
        let mut command = Command::new("Xvfb");
        command.args([&format!(":{number}"), "-screen", "0", "1280x1024x24", "-noreset", "+extension", "GLX", "-nolisten", "tcp"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // SAFETY: prctl is async-signal-safe; the server must not outlive the test process.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
        let mut child = command.spawn().expect("Xvfb does not start: install the Debian package xvfb");
        let socket = format!("/tmp/.X11-unix/X{number}");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) {
            if child.try_wait().unwrap().is_some() {
                break;
            }
            if Path::new(&socket).exists() {
                std::thread::sleep(Duration::from_millis(100));
                return XServer(child, format!(":{number}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    panic!("no X server came up");
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

/// Runs a command to its end, at most `seconds` long; one that takes longer fails the test.
pub fn run_for(command: &mut Command, seconds: u64) -> Ended {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
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
