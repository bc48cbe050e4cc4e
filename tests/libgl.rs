//! Tests the folder of a machine without libglvnd: programs find libGL.so.1 and its kin there by LD_LIBRARY_PATH alone.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use glmeter_registry::Registry;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Ended, build_folder, library, root, run};

const NAMES: [&str; 6] = ["libGL.so.1", "libEGL.so.1", "libGLESv2.so.2", "libGLESv1_CM.so.1", "libOpenGL.so.0", "libGLX.so.0"];

/// Returns the folder.
fn folder() -> PathBuf {
    build_folder().join("gl")
}

/// Returns a command whose program finds the folder's libraries and gets no other variable for GL.
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in [
        "LD_PRELOAD",
        "WAYLAND_DISPLAY",
        "GLMETER_PROVIDER",
        "__GLX_VENDOR_LIBRARY_NAME",
        "__EGL_VENDOR_LIBRARY_FILENAMES",
        "__EGL_VENDOR_LIBRARY_DIRS",
    ] {
        command.env_remove(name);
    }
    command.env("LD_LIBRARY_PATH", folder()).env("DISPLAY", support::display());
    command
}

/// Asserts that the program ended with this exit code, and that the dynamic linker, whose log is part of `stderr`, loaded the pipeline and no library of libglvnd's
/// or Mesa's.
fn is_of_the_pipeline(ended: &Ended, code: i32) {
    assert_eq!(ended.code, code, "{}", ended.all());
    let loaded = ended.stderr.lines().filter_map(|line| line.split_once("calling init: ")).map(|line| line.1);
    let loaded: BTreeSet<&Path> = loaded.map(Path::new).collect();
    assert!(loaded.iter().any(|path| path.ends_with("libglmeter_soft.so")), "{loaded:?}");
    let of_gl = |path: &&Path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        ["libGL", "libEGL", "libOpenGL", "libgallium", "libglapi"].iter().any(|gl| name.starts_with(gl))
    };
    let others: Vec<_> = loaded.iter().copied().filter(of_gl).filter(|path| !path.starts_with(folder())).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn programs_find_the_libraries_by_their_path_alone() {
    // eglinfo's exit code is the number of platforms without a display: there is no compositor of Wayland.
    let programs: [(&str, &[&str], &str, i32); 3] = [
        ("glxinfo", &["-B"], "OpenGL renderer string: glmeter software pipeline\n", 0),
        ("es2_info", &[], "GL_RENDERER: glmeter software pipeline\n", 0),
        ("eglinfo", &[], "X11 platform:\nEGL API version: 1.5\nEGL vendor string: glmeter\n", 1),
    ];
    for (program, arguments, wanted, code) in programs {
        let ended = run(command(program).args(arguments).env("LD_DEBUG", "files"));
        is_of_the_pipeline(&ended, code);
        assert!(ended.stdout.contains(wanted), "{program}\n{}", ended.stdout);
    }
}

/// Builds a C program with the machine's own GL libraries.
fn program(source: &str, libraries: &[&str]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("libgl-{source}")).with_extension("");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join("ctests").join(source)).arg("-o").arg(&path).args(libraries));
    assert_eq!(ended.code, 0, "{}", ended.all());
    path
}

#[test]
fn glx_and_egl_work_in_one_program() {
    for (source, libraries) in [
        ("glx_drawables.c", ["-lGL", "-lEGL", "-lX11"].as_slice()),
        ("pixmaps.c", &["-lEGL", "-lX11"]),
        ("storm.c", &["-lGL", "-lEGL", "-lX11", "-lXRes", "-lpthread"]),
    ] {
        let arguments: &[&[&str]] = if source == "storm.c" { &[&["glx", "own", "2", "200"], &["egl", "own", "2", "200"]] } else { &[&[]] };
        for arguments in arguments {
            let ended = run(command(program(source, libraries)).args(*arguments).env("LD_DEBUG", "files"));
            is_of_the_pipeline(&ended, 0);
            assert!(ended.stdout.ends_with(": ok\n"), "{source}\n{}", ended.stdout);
        }
    }
}

#[test]
fn glmeter_works_in_front_of_them() {
    let path = format!("{}:{}", folder().display(), build_folder().display());
    for (program, wanted) in [("glxinfo", "GL_ARB_pipeline_statistics_query"), ("es2_info", "GL_EXT_disjoint_timer_query")] {
        let mut preloaded = command(program);
        preloaded.env("LD_PRELOAD", library()).env("GLMETER_REPORT", "summary");
        let mut under_run = command(support::glmeter().get_program());
        under_run.args(["run", "--"]).arg(program);
        for mut command in [preloaded, under_run] {
            let ended = run(command.env("LD_LIBRARY_PATH", &path).env("LD_DEBUG", "files"));
            is_of_the_pipeline(&ended, 0);
            assert!(ended.stdout.contains("glmeter software pipeline") && ended.stdout.contains(wanted), "{program}\n{}", ended.stdout);
            assert!(ended.stderr.contains("glmeter: "), "{program}");
        }
    }
}

#[test]
fn without_the_pipeline_there_is_no_display() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libgl-alone");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for name in NAMES {
        std::fs::copy(build_folder().join("libglmeter_gl.so"), folder.join(name)).unwrap();
    }
    for program in ["glxinfo", "es2_info"] {
        let ended = run(command(program).env("LD_LIBRARY_PATH", &folder));
        // No signal ended it.
        assert!(!(129..=192).contains(&ended.code) && !ended.stdout.contains("renderer"), "{}", ended.all());
    }
}

/// Returns the names of the functions that a library exports.
fn exported(library: &Path) -> BTreeSet<String> {
    let ended = run(Command::new("nm").args(["--dynamic", "--defined-only", "--format=just-symbols"]).arg(library));
    assert_eq!(ended.code, 0, "{}", ended.all());
    ended.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn the_library_exports_what_the_registry_and_libglvnds_libraries_have() {
    let ours = exported(&folder().join("libGL.so.1"));
    let commands = Registry::gl().commands.keys().chain(Registry::glx().commands.keys());
    let missing: Vec<_> = commands.filter(|name| !ours.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // libglvnd's libGL has commands of extensions that the registry lacks.
    for name in &NAMES[1..] {
        assert_eq!(exported(&folder().join(name)), ours);
        let theirs = exported(&Path::new("/usr/lib/x86_64-linux-gnu").join(name));
        let missing: Vec<_> =
            theirs.iter().filter(|name| (name.starts_with("gl") || name.starts_with("egl")) && !ours.contains(*name)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
    assert!(ours.iter().all(|name| name.starts_with("gl") || name.starts_with("egl")));
}
