//! Allocations that fail, in glmeter and in the software pipeline: each command succeeds or raises GL_OUT_OF_MEMORY or EGL_BAD_ALLOC, and the
//! program goes on.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, library, root, run, run_for};

/// The runs of each session: each has another failing allocation. The variable `ALLOCATIONS` asks for more.
const RUNS: u32 = 24;
/// The size of a thread's handle, for which the pipeline has asked beforehand; see `failing_malloc.c`.
const THREAD_HANDLE: &str = "48";
/// More allocations than a session makes: from one on, all fail.
const ALL: &str = "1000000000";

/// Compiles a file of `ctests`.
fn compile(source: &str, name: &str, arguments: &[&str]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-O1", "-D_GNU_SOURCE", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join("ctests").join(source)).arg("-o").arg(&path).args(arguments));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path
}

/// Returns the library that makes allocations fail, and the program with the session.
fn built() -> &'static (PathBuf, PathBuf) {
    static BUILT: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    BUILT.get_or_init(|| {
        let failing = compile("failing_malloc.c", "failing_malloc.so", &["-std=c11", "-shared", "-fPIC", "-ldl"]);
        let program = compile("out_of_memory.c", "out_of_memory", &[failing.to_str().unwrap(), "-lEGL", "-lm"]);
        (failing, program)
    })
}

/// Runs the session of an interface on a driver, in which the allocations of a library fail: `count` from one on.
fn session(driver: &str, failing: &str, api: &str, first: u32, count: &str) -> Ended {
    let runs = std::env::var("ALLOCATIONS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS);
    let (preload, program) = built();
    let mut command = Command::new(program);
    command.args([api, &first.to_string(), &runs.to_string(), count]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env("LD_PRELOAD", format!("{}:{}", preload.display(), library().display())).env("FAILING", failing);
    command.env("LIBGL_ALWAYS_SOFTWARE", "1").env("RUST_BACKTRACE", "0").env("SPARED", THREAD_HANDLE);
    run_for(command.env("GLMETER_PROVIDER", driver), 300)
}

/// Asserts that the program found nothing wrong, with one failing allocation and with all from one on.
fn expect_whole(driver: &str, failing: &str) {
    for api in ["core", "compatibility", "es"] {
        for (first, count) in [(0, "1"), (3, ALL)] {
            let ended = session(driver, failing, api, first, count);
            assert!(ended.code == 0 && ended.stdout.ends_with("out_of_memory: ok\n"), "{driver}, {api}, {count}: {}", ended.all());
        }
    }
}

#[test]
fn glmeter_survives_any_allocation_that_fails() {
    expect_whole("host", "libglmeter.so");
}

#[test]
fn the_software_pipeline_survives_any_allocation_that_fails() {
    expect_whole("software", "libglmeter_soft.so");
}

/// A limit of the address space is reached by many small values of one kind, which the program asks for until it is told that there is no memory.
#[test]
fn many_values_of_one_kind_end_with_an_error() {
    let program = compile("many_values.c", "many_values", &["-lEGL", "-lm"]);
    for kind in ["list", "vertices", "textures", "syncs", "labels", "EGL syncs", "pbuffers", "contexts", "names", "list names", "queries"] {
        let mut command = Command::new(&program);
        command.arg(kind).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("RUST_BACKTRACE", "0");
        let ended = run_for(command.env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", "software"), 120);
        assert!(ended.code == 0 && ended.stdout == "many_values: ok\n", "{kind}: {}", ended.all());
    }
}

/// The application's own array is larger than the memory that is left.
#[test]
fn an_array_of_names_is_not_copied() {
    let program = compile("many_values.c", "many_names", &["-lEGL", "-lm"]);
    for driver in ["host", "software"] {
        let mut command = Command::new(&program);
        command.arg("deleted queries").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("LIBGL_ALWAYS_SOFTWARE", "1");
        let ended = run_for(command.env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", driver), 120);
        assert!(ended.code == 0 && ended.stdout == "many_values: ok\n", "{driver}: {}", ended.all());
    }
}
