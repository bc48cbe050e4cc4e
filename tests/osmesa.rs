//! Tests libOSMesa.so.8 as programs use it: linked, and opened by PyOpenGL and MuJoCo (tests/clients).
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Ended, build_folder, root, run};

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

#[test]
fn the_library_exports_every_command_of_the_registry() {
    let ended =
        run(Command::new("nm").args(["--dynamic", "--defined-only", "--format=just-symbols"]).arg(build_folder().join("libOSMesa.so.8")));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let exported: BTreeSet<&str> = ended.stdout.lines().collect();
    let registry = std::str::from_utf8(khronos_api::GL_XML).unwrap();
    let protos = registry.lines().filter(|line| line.contains("<proto"));
    let commands = protos.filter_map(|line| Some(line.split_once("<name>")?.1.split_once("</name>")?.0));
    let missing: Vec<_> = commands.filter(|name| !exported.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let functions = exported.iter().filter(|name| name.starts_with("OSMesa")).count();
    assert_eq!((functions, exported.iter().filter(|name| !name.starts_with("gl") && !name.starts_with("OSMesa")).count()), (13, 0));
}
