//! Tests libOSMesa.so.8 as programs use it: linked, and opened by PyOpenGL and MuJoCo (tests/clients); alone and under `glmeter run`.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter_registry::Registry;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Ended, build_folder, glmeter, root, run};

/// Builds the C program, linked with the library of these folders alone.
fn program(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    compiler.arg(root().join("ctests/osmesa.c")).arg("-o").arg(&program);
    let ended = run(compiler.arg("-L").arg(build_folder()).arg("-lOSMesa"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    program
}

/// Runs the C program with the libraries of a folder, without a display.
fn run_with(program: &Path, folder: &Path, arguments: &[&str]) -> Ended {
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", folder);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES"] {
        command.env_remove(name);
    }
    run(&mut command)
}

#[test]
fn a_linked_program_draws_to_its_memory() {
    let ended = run_with(&program("osmesa-draws"), &build_folder(), &[]);
    assert_eq!(ended.all(), "exit 0\n--- stdout\nrenderer glmeter software pipeline\n\n--- stderr\n");
}

#[test]
fn without_the_pipeline_there_is_no_context() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("osmesa-alone");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(build_folder().join("libglmeter_osmesa.so"), folder.join("libOSMesa.so.8")).unwrap();
    let ended = run_with(&program("osmesa-missing"), &folder, &["missing"]);
    assert_eq!(ended.all(), "exit 0\n--- stdout\n\n--- stderr\n");
}

// Under `glmeter run`.

/// Compiles a file of `ctests` to a name in a folder of its own.
fn compiled(folder: &str, source: &str, name: &str, arguments: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let output = folder.join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join("ctests").join(source)).arg("-o").arg(&output).args(arguments));
    assert_eq!(ended.code, 0, "{}", ended.all());
    output
}

/// Runs a program under `glmeter run`, in an environment whose loader finds another driver's libOSMesa in `folder`. Returns how it ended, with its
/// report.
fn measured(options: &[&str], folder: Option<&Path>, program: &Path, arguments: &[&str]) -> (Ended, serde_json::Value) {
    build_folder();
    let report = program.with_extension(format!("{}.json", options.len() + arguments.len()));
    let mut command = glmeter();
    command
        .arg("run")
        .args(options)
        .args(["--warmup", "0"])
        .arg(format!("--report=json={}", report.display()))
        .arg("--")
        .arg(program)
        .args(arguments);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES", "GLMETER_PROVIDER"] {
        command.env_remove(name);
    }
    if let Some(folder) = folder {
        command.env("LD_LIBRARY_PATH", folder);
    }
    let ended = run(&mut command);
    let report = std::fs::read(&report).ok().and_then(|text| serde_json::from_slice(&text).ok());
    (ended, report.unwrap_or_default())
}

/// Returns the number of frames, and of draws and clears in them, of all contexts of a report.
fn counts(report: &serde_json::Value) -> [u64; 3] {
    let contexts = report["contexts"].as_array().map_or(&[][..], Vec::as_slice);
    let sum = |of: &dyn Fn(&serde_json::Value) -> Option<u64>| contexts.iter().filter_map(of).sum();
    let counted = |name: &'static str| move |context: &serde_json::Value| context["counts"][name]["sum"].as_u64();
    [sum(&|context| context["frames"].as_u64()), sum(&counted("draws")), sum(&counted("clears"))]
}

/// Returns the folder with a libOSMesa of another driver.
fn another_driver() -> PathBuf {
    let library = compiled("other-osmesa", "other_osmesa.c", "libOSMesa.so.8", &["-shared", "-fPIC", "-Wl,-soname,libOSMesa.so.8"]);
    library.parent().unwrap().to_path_buf()
}

#[test]
fn a_linked_program_is_served_and_measured_under_run() {
    let other = another_driver();
    let program = program("osmesa-run");
    // With the machine's libOSMesa within reach, and without one.
    for (options, folder) in [(&["--provider", "software"][..], Some(other.as_path())), (&["--provider", "software"], None), (&[], None)] {
        let (ended, report) = measured(options, folder, &program, &[]);
        assert_eq!((ended.code, ended.stdout.as_str()), (0, "renderer glmeter software pipeline\n"), "{options:?} {}", ended.all());
        assert_eq!(counts(&report), [2, 2, 1], "{options:?} {report}");
    }
}

#[test]
fn an_opened_library_is_served_and_measured_under_run() {
    let other = another_driver();
    let program = compiled("opened-osmesa", "osmesa_opened.c", "opened", &["-ldl"]);
    // With libglvnd's libraries in the process too.
    for arguments in [&["libOSMesa.so.8"][..], &["libOSMesa.so.8", "libEGL.so.1", "libGL.so.1"]] {
        let (ended, report) = measured(&["--provider", "software"], Some(&other), &program, arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (0, "renderer glmeter software\n"), "{}", ended.all());
        assert_eq!(counts(&report), [6, 3, 6], "{report}");
    }
}

#[test]
fn the_pipeline_alone_serves_if_it_is_asked_for() {
    let library = another_driver().join("libOSMesa.so.8");
    let program = compiled("opened-other-osmesa", "osmesa_opened.c", "opened", &["-ldl"]);
    let (ended, _) = measured(&["--provider", "software"], None, &program, &[library.to_str().unwrap()]);
    let reason = "the software pipeline cannot serve this program: it has a libEGL, libGL or libOSMesa of its own\n";
    assert!(ended.code == 1 && ended.stderr.ends_with(reason), "{}", ended.all());
}

#[test]
fn the_library_exports_every_command_of_the_registry() {
    let ended =
        run(Command::new("nm").args(["--dynamic", "--defined-only", "--format=just-symbols"]).arg(build_folder().join("libOSMesa.so.8")));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let exported: BTreeSet<&str> = ended.stdout.lines().collect();
    let missing: Vec<_> = Registry::gl().commands.keys().filter(|name| !exported.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let functions = exported.iter().filter(|name| name.starts_with("OSMesa")).count();
    assert_eq!((functions, exported.iter().filter(|name| !name.starts_with("gl") && !name.starts_with("OSMesa")).count()), (13, 0));
}
