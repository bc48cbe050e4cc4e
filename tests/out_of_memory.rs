//! Allocations that fail, in glmeter and in the software pipeline: each command succeeds or raises GL_OUT_OF_MEMORY or EGL_BAD_ALLOC, and the
//! program goes on.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, display, library, root, run, run_for};

/// The runs of each session: each has another failing allocation. The variable `ALLOCATIONS` asks for more.
const RUNS: u32 = 24;
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

/// The window system of a session.
#[derive(Clone, Copy, Debug, PartialEq)]
enum System {
    Egl,
    Glx,
    OsMesa,
}

/// Returns the library that makes allocations fail.
fn failing_malloc() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| compile("failing_malloc.c", "failing_malloc.so", &["-std=c11", "-shared", "-fPIC", "-ldl"]))
}

/// Returns the program with the session of a window system.
fn program(system: System) -> &'static Path {
    static BUILT: [OnceLock<PathBuf>; 3] = [const { OnceLock::new() }; 3];
    let folder = format!("-L{}", build_folder().display());
    let (name, libraries): (_, &[&str]) = match system {
        System::Egl => ("out_of_memory", &["-lEGL"]),
        System::Glx => ("out_of_memory_glx", &["-lGL", "-lEGL", "-lX11"]),
        System::OsMesa => ("out_of_memory_osmesa", &[&folder, "-lOSMesa"]),
    };
    let arguments: Vec<&str> = [failing_malloc().to_str().unwrap(), "-lm"].into_iter().chain(libraries.iter().copied()).collect();
    BUILT[system as usize].get_or_init(|| compile(&format!("{name}.c"), name, &arguments))
}

/// Runs the session of an interface on a driver, in which the allocations of a library fail: `count` from one on.
fn session(system: System, driver: &str, failing: &str, api: &str, first: u32, count: &str) -> Ended {
    let runs = std::env::var("ALLOCATIONS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS);
    let mut command = Command::new(program(system));
    command.args([api, &first.to_string(), &runs.to_string(), count]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut preloads = failing_malloc().display().to_string();
    match system {
        // The program has the pipeline's OSMesa alone.
        System::OsMesa => _ = command.env("LD_LIBRARY_PATH", build_folder()),
        _ => preloads = format!("{preloads}:{}", library().display()),
    }
    if system == System::Glx {
        command.env("DISPLAY", display());
    }
    command.env("LD_PRELOAD", preloads).env("FAILING", failing).env("LIBGL_ALWAYS_SOFTWARE", "1").env("RUST_BACKTRACE", "0");
    run_for(command.env("GLMETER_PROVIDER", driver), 300)
}

/// Asserts that the program found nothing wrong, with one failing allocation and with all from one on.
fn expect_whole(system: System, driver: &str, failing: &str, apis: &[&str]) {
    for api in apis {
        for (first, count) in [(0, "1"), (3, ALL)] {
            let ended = session(system, driver, failing, api, first, count);
            assert!(ended.code == 0 && ended.stdout.ends_with(": ok\n"), "{system:?}, {driver}, {api}, {count}: {}", ended.all());
        }
    }
}

const SHIM: &str = "libglmeter.so";
/// Part of the names by which EGL, GLX and OSMesa load the pipeline.
const PIPELINE: &str = "glmeter_soft.so";

#[test]
fn glmeter_survives_any_allocation_that_fails() {
    expect_whole(System::Egl, "host", SHIM, &["core", "compatibility", "es"]);
}

#[test]
fn glmeter_survives_any_allocation_that_fails_on_glx() {
    expect_whole(System::Glx, "host", SHIM, &["core", "compatibility"]);
}

#[test]
fn the_software_pipeline_survives_any_allocation_that_fails() {
    expect_whole(System::Egl, "software", PIPELINE, &["core", "compatibility", "es"]);
}

#[test]
fn the_software_pipeline_survives_any_allocation_that_fails_on_glx() {
    expect_whole(System::Glx, "software", PIPELINE, &["core", "compatibility"]);
}

#[test]
fn the_software_pipeline_survives_any_allocation_that_fails_in_osmesa() {
    expect_whole(System::OsMesa, "software", PIPELINE, &["core", "compatibility"]);
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
