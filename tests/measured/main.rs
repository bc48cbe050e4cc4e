//! Programs measured by `glmeter run` and `glmeter check`: what they do is as without glmeter, and what was measured is there however they end.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod budgets;
mod endings;
mod offscreen;
mod pictures;
mod programs;
mod rules;
mod scarce;
#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use support::{Ended, display, root, run};

/// The window system of the program `frames`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Glx,
    Egl,
}

/// Returns an unused name for a file.
fn fresh(stem: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measured");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(format!("{stem}-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)))
}

/// Compiles a program of `ctests`. The arguments follow its name.
fn compile(source: &str, arguments: &[&str]) -> PathBuf {
    let output = fresh(source);
    let mut command = Command::new("cc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-D_GNU_SOURCE"]).arg(root().join("ctests").join(source));
    let ended = run(command.arg("-o").arg(&output).args(arguments));
    assert_eq!(ended.code, 0, "{source} compiles\n{}", ended.all());
    output
}

/// Returns the program of `ctests/frames.c`, compiled once.
fn frames(by: By) -> &'static Path {
    static BUILT: [OnceLock<PathBuf>; 2] = [const { OnceLock::new() }; 2];
    BUILT[by as usize].get_or_init(|| match by {
        By::Glx => compile("frames.c", &["-lGL", "-lX11", "-lpthread"]),
        By::Egl => compile("frames.c", &["-DBY_EGL", "-lEGL", "-lGL", "-lX11", "-lpthread"]),
    })
}

/// Reads a JSON report and removes its file.
fn report(json: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(json).unwrap();
    std::fs::remove_file(json).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Returns a command on the tests' own X server, without variables from the test's environment that could affect it.
fn clean(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("GLMETER_") || text.starts_with("__") || text.starts_with("LD_") || text == "WAYLAND_DISPLAY" {
            command.env_remove(name);
        }
    }
    command.env("DISPLAY", display()).env("LC_ALL", "C").env("vblank_mode", "0");
    command
}

fn expect_success(ended: &Ended, what: &str) {
    assert_eq!(ended.code, 0, "{what}\n{}", ended.all());
}
