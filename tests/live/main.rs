//! What is shown while a program runs: `glmeter run --live`, `glmeter top` and OpenMetrics, with real programs, in a real terminal (tmux), read by
//! real clients (curl, Prometheus's own parser).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod metrics;
mod screen;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod top;

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// Returns the command under test with the tests' display, and without variables that change what it shows.
fn glmeter() -> Command {
    support::library();
    let mut command = support::glmeter();
    command.env("DISPLAY", support::display());
    for name in ["LD_PRELOAD", "GLMETER_PROVIDER", "GLMETER_REPORT", "NO_COLOR", "WAYLAND_DISPLAY"] {
        command.env_remove(name);
    }
    command
}

/// A program that is ended with the test.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Self {
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn().unwrap())
    }

    fn process(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: the function takes no pointers. The child has not been reaped, so its process id is still its own.
        unsafe { libc::kill(self.0.id() as i32, libc::SIGTERM) };
        let _ = self.0.wait();
    }
}
