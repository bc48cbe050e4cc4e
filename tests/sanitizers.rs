//! Tests programs that are built with the compilers' sanitizers, whose runtimes replace functions of the C library: they start and are measured
//! under `glmeter run`.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{glmeter, library, root, run_for};

/// Builds a program that times draws with a sanitizer.
fn built(sanitizer: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sanitized-{sanitizer}"));
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-O1", "-g", "-I"]).arg(root().join("include")).arg(format!("-fsanitize={sanitizer}"));
    compiler.arg(root().join("ctests/arb_timer_query.c")).arg("-o").arg(&path).args(["-lEGL", "-lpthread", "-ldl"]);
    let ended = run_for(&mut compiler, 60);
    assert_eq!(ended.code, 0, "the {sanitizer} sanitizer of gcc\n{}", ended.all());
    path
}

/// Runs a program under `glmeter run` with options of its sanitizer, and on both drivers. It must end well, and be measured.
#[track_caller]
fn passes(program: &Path, variable: &str, options: &str) {
    library();
    for provider in ["host", "software"] {
        let mut command = glmeter();
        command.args(["run", "--provider", provider, "--report", "summary", "--"]).arg(program).env(variable, options);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES"] {
            command.env_remove(name);
        }
        let ended = run_for(&mut command, 240);
        let is_measured = ended.stderr.contains("glmeter: ") && !ended.stderr.contains("runtime does not come first");
        assert!(ended.code == 0 && ended.stdout.ends_with(": ok\n") && is_measured, "{provider} {}", ended.all());
    }
}

#[test]
fn a_program_with_address_sanitizer() {
    // The driver has leaks of its own.
    passes(&built("address"), "ASAN_OPTIONS", "detect_leaks=0");
}

#[test]
fn a_program_with_thread_sanitizer() {
    // The driver's own threads are not built with it.
    passes(&built("thread"), "TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
}

#[test]
fn a_program_with_undefined_behavior_sanitizer() {
    passes(&built("undefined"), "UBSAN_OPTIONS", "print_stacktrace=0");
}
