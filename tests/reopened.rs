//! Tests programs that close libEGL or libGLX and open it again, as SDL, GLFW and hosts of plug-ins do: each round is of the driver that it is of
//! without glmeter, and measured.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, glmeter, library, root, run};

const MESA: &str = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";
const EGL_FILES: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
const GLX_NAME: &str = "__GLX_VENDOR_LIBRARY_NAME";

/// Returns the folder of this test process, with the program and the recording vendor.
fn folder() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reopened");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let build = format!("-L{}", build_folder().display());
        compile(&folder, "reopened.c", "reopened", &["-lX11", "-ldl"]);
        compile(&folder, "reopened.c", "reopened-linked", &["-DWITH_GLMETER", &build, "-lglmeter", "-lX11", "-ldl"]);
        compile(&folder, "vendor.c", "libEGL_recording.so.0", &["-shared", "-fPIC", "-DNAME=\"recording\"", "-lX11"]);
        std::os::unix::fs::symlink("libEGL_recording.so.0", folder.join("libGLX_recording.so.0")).unwrap();
        let text = "{\"file_format_version\": \"1.0.0\", \"ICD\": {\"library_path\": \"./libEGL_recording.so.0\"}}";
        std::fs::write(folder.join("recording.json"), text).unwrap();
        folder
    })
}

fn compile(folder: &Path, source: &str, output: &str, arguments: &[&str]) {
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join("ctests").join(source)).arg("-o").arg(folder.join(output)).args(arguments));
    assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
}

/// Sets the variables of a command that runs the program: of EGL's vendors, `files`; Mesa's are reached by its usual JSON file.
fn prepared(mut command: Command, files: &str, rounds: &[&str]) -> Command {
    for name in ["WAYLAND_DISPLAY", "GLMETER_PROVIDER", "GLMETER_LOG", GLX_NAME] {
        command.env_remove(name);
    }
    let path = std::env::join_paths([folder().to_path_buf(), build_folder()]).unwrap();
    command.env(EGL_FILES, files).env("DISPLAY", support::display()).env("LD_LIBRARY_PATH", path).args(rounds);
    command
}

/// Returns the command of the program alone.
fn alone(files: &str, rounds: &[&str]) -> Command {
    prepared(Command::new(folder().join("reopened")), files, rounds)
}

/// Returns the commands of the program with glmeter: preloaded, under `glmeter run`, as libglvnd's vendor, and linked.
fn with_glmeter(files: &str, rounds: &[&str]) -> [(&'static str, Command); 4] {
    let program = folder().join("reopened");
    let mut preloaded = alone(files, rounds);
    preloaded.env("LD_PRELOAD", library());
    let mut under_run = glmeter();
    under_run.args(["run", "--report", "off", "--"]).arg(&program);
    let own = build_folder().join("10_glmeter.json");
    let mut layered = alone(&format!("{}:{files}", own.display()), rounds);
    layered.env(GLX_NAME, "glmeter");
    let linked = prepared(Command::new(folder().join("reopened-linked")), files, rounds);
    [("preloaded", preloaded), ("run", prepared(under_run, files, rounds)), ("layered", layered), ("linked", linked)]
}

/// Returns the lines of the rounds.
fn lines(ended: &Ended) -> Vec<String> {
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    ended.stdout.lines().filter(|line| line.contains(": renderer ")).map(str::to_owned).collect()
}

/// Asserts that each round is of its driver, alone and with glmeter, which measures it.
fn expect_rounds(files: &str, rounds: &[(&str, &str)]) {
    let names: Vec<_> = rounds.iter().map(|(round, _)| *round).collect();
    let drivers = rounds.iter().filter(|(_, driver)| !driver.is_empty());
    let expected: Vec<_> = drivers.map(|(round, driver)| format!("{round}: renderer {driver:.9}, GL_INTEL_performance_query ")).collect();
    let with = |end: &str| expected.iter().map(|line| format!("{line}{end}")).collect::<Vec<_>>();
    assert_eq!(lines(&run(&mut alone(files, &names))), with("0"), "alone");
    for (way, mut command) in with_glmeter(files, &names) {
        assert_eq!(lines(&run(&mut command)), with("1"), "{way}");
    }
}

#[test]
fn each_round_of_egl_is_of_the_same_driver() {
    let pipeline = build_folder().join("60_glmeter_soft.json").display().to_string();
    let recording = folder().join("recording.json").display().to_string();
    // More rounds than glmeter wraps vendors.
    for (files, driver) in [(MESA, "llvmpipe "), (&pipeline, "glmeter software"), (&recording, "recording")] {
        expect_rounds(files, &[("egl", driver); 10]);
    }
}

#[test]
fn egl_and_glx_in_turn() {
    let rounds = ["glx", "egl", "glx", "glx", "egl", "egl", "glx", "egl", "glx", "glx", "glx", "glx", "glx"];
    expect_rounds(MESA, &rounds.map(|round| (round, "llvmpipe ")));
}

#[test]
fn a_round_that_leaves_its_context_current() {
    expect_rounds(MESA, &["egl-left", "egl", "egl-left", "egl-left", "egl"].map(|round| (round, "llvmpipe ")));
}

/// A program may choose another driver for the next round.
#[test]
fn each_round_is_of_the_driver_that_its_variables_name() {
    let pipeline = build_folder().join("60_glmeter_soft.json").display().to_string();
    let recording = folder().join("recording.json").display().to_string();
    let [to_mesa, to_pipeline, to_recording] = [MESA, &pipeline, &recording].map(|file| format!("{EGL_FILES}={file}"));
    let rounds = [
        ("egl", "llvmpipe "),
        (to_pipeline.as_str(), ""),
        ("egl", "glmeter software"),
        (to_recording.as_str(), ""),
        ("egl", "recording"),
        ("egl", "recording"),
        (to_mesa.as_str(), ""),
        ("egl", "llvmpipe "),
    ];
    let names = rounds.map(|(round, _)| round);
    let drivers: Vec<_> = rounds.iter().filter(|(_, driver)| !driver.is_empty()).collect();
    let expected: Vec<_> =
        drivers.iter().map(|(round, driver)| format!("{round}: renderer {driver:.9}, GL_INTEL_performance_query 1")).collect();
    for (way, mut command) in with_glmeter(MESA, &names) {
        // A list without glmeter's file ends the layer that such a list began.
        if way != "layered" {
            assert_eq!(lines(&run(&mut command)), expected, "{way}");
        }
    }
}

#[test]
fn each_round_is_of_the_pipeline_if_it_is_asked_for() {
    let rounds = ["egl", "glx", "egl", "glx", "glx", "egl"];
    let expected: Vec<_> = rounds.map(|round| format!("{round}: renderer glmeter s, GL_INTEL_performance_query 1")).to_vec();
    for (way, mut command) in with_glmeter(MESA, &rounds) {
        assert_eq!(lines(&run(command.env("GLMETER_PROVIDER", "software"))), expected, "{way}");
    }
}
