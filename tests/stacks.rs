//! Tests programs whose threads have small stacks: what works in them without glmeter works with it, and on the software pipeline.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{build_folder, glmeter, library, root, run};

const MESA: &str = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";

fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-stack");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
        let ended = run(compiler.arg(root().join("ctests/small_stack.c")).arg("-o").arg(&path).args(["-lX11", "-lpthread", "-ldl"]));
        assert_eq!(ended.code, 0, "{}", ended.all());
        path
    })
}

/// Runs a command with the program's arguments, which must end well on a driver.
#[track_caller]
fn passes(mut command: Command, arguments: &[&str], renderer: &str) {
    for name in ["WAYLAND_DISPLAY", "GLMETER_PROVIDER", "__GLX_VENDOR_LIBRARY_NAME"] {
        command.env_remove(name);
    }
    let ended = run(command.args(arguments).env("DISPLAY", support::display()));
    assert_eq!((ended.code, ended.stdout), (0, format!("renderer {renderer}\nsmall_stack: ok\n")), "{arguments:?}\n{}", ended.stderr);
}

#[test]
fn the_shim_needs_little_stack() {
    for arguments in [&["64", "egl"][..], &["64", "glx"], &["32", "egl", "clears"]] {
        let on_mesa = || {
            let mut command = Command::new(program());
            command.env("__EGL_VENDOR_LIBRARY_FILENAMES", MESA);
            command
        };
        passes(on_mesa(), arguments, "llvmpipe ");
        let mut preloaded = on_mesa();
        preloaded.env("LD_PRELOAD", library());
        passes(preloaded, arguments, "llvmpipe ");
    }
}

#[test]
fn the_pipeline_needs_little_stack() {
    build_folder();
    for window_system in ["egl", "glx", "osmesa"] {
        // A draw of few pixels runs its shaders on the program's thread.
        for arguments in [&["64", window_system, "clears"][..], &["96", window_system]] {
            let mut command = glmeter();
            command.args(["run", "--report", "off", "--provider", "software", "--"]).arg(program());
            passes(command, arguments, "glmeter s");
        }
    }
}
