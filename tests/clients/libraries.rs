//! Libraries that look up GL functions in different ways, each with a small program. The program checks whether the addresses that its
//! library found belong to the driver or to glmeter.

use super::{Mode, client, compile, expect_success, installed};
use crate::support::{root, run};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn python() -> PathBuf {
    let python = root().join("target/clients-venv/bin/python");
    assert!(python.exists(), "{} is missing: run tests/clients/setup.sh", python.display());
    python
}

/// Checks the last line of a program's output: `driver` or `glmeter`.
pub(super) fn answers(mode: Mode, program: &Path, arguments: &[&str], settings: &[(&str, &str)]) {
    let mut command = client(mode, program);
    command.args(arguments).envs(settings.iter().copied()).env("PYTHONDONTWRITEBYTECODE", "1");
    let ended = run(&mut command);
    let what = format!("{} {} ({mode:?})", program.display(), arguments.join(" "));
    expect_success(&ended, &what);
    let expected = if mode == Mode::Bare { "driver" } else { "glmeter" };
    assert_eq!(ended.stdout.lines().last(), Some(expected), "who answers {what}\n{}", ended.all());
}

fn python_client(name: &str, argument: &str, modes: &[Mode]) {
    let script = root().join(format!("tests/clients/with_{name}.py")).display().to_string();
    let arguments = [script.as_str(), argument];
    for mode in modes {
        answers(*mode, &python(), &arguments, &[("PYTHONUNBUFFERED", "1")]);
    }
}

macro_rules! python_clients {
    ($($test:ident: $name:literal, $argument:literal, [$($mode:ident),*];)*) => { $(
        #[test]
        fn $test() {
            python_client($name, $argument, &[$(Mode::$mode),*]);
        }
    )* };
}

python_clients! {
    moderngl_over_egl: "moderngl", "egl", [Bare, Preloaded];
    moderngl_over_egl_under_glmeter_run: "moderngl", "egl", [Run];
    moderngl_over_glx: "moderngl", "x11", [Bare, Preloaded];
    pyglet: "pyglet", "", [Bare, Preloaded];
    pyglet_under_glmeter_run: "pyglet", "", [Run];
    glfw_over_glx: "glfw", "gl", [Bare, Preloaded];
    glfw_over_egl: "glfw", "gl-egl", [Bare, Preloaded];
    glfw_with_opengl_es: "glfw", "es", [Bare, Preloaded];
    glfw_with_opengl_es_under_glmeter_run: "glfw", "es", [Run];
    sdl: "sdl", "gl", [Bare, Preloaded];
    sdl_with_opengl_es: "sdl", "es", [Bare, Preloaded];
    sdl_with_opengl_es_under_glmeter_run: "sdl", "es", [Run];
    pyopengl_over_glx: "pyopengl", "glx", [Bare, Preloaded];
    pyopengl_over_glx_under_glmeter_run: "pyopengl", "glx", [Run];
    pyopengl_over_egl: "pyopengl", "egl", [Bare, Preloaded];
    pyopengl_with_opengl_es: "pyopengl", "es", [Bare, Preloaded];
}

/// Builds the Qt program. Qt loads OpenGL through a plug-in for each window system.
pub(super) fn with_qt() -> PathBuf {
    installed("pkg-config", "pkg-config");
    let flags = run(Command::new("pkg-config").args(["--cflags", "--libs", "Qt5Gui"]));
    assert_eq!(flags.code, 0, "the Debian package qtbase5-dev, or tests/clients/setup.sh\n{}", flags.all());
    let flags: Vec<&str> = ["-std=c++17", "-O1", "-fPIC", "-Wall", "-Wextra"].into_iter().chain(flags.stdout.split_whitespace()).collect();
    compile("c++", "g++", "with_qt.cpp", &flags)
}

fn qt(integration: &str) {
    let program = with_qt();
    for mode in [Mode::Bare, Mode::Preloaded, Mode::Run] {
        for api in ["gl", "es"] {
            answers(mode, &program, &[api], &[("QT_XCB_GL_INTEGRATION", integration)]);
        }
    }
    std::fs::remove_file(program).unwrap();
}

#[test]
fn qt_over_glx() {
    qt("xcb_glx");
}

#[test]
fn qt_over_egl() {
    qt("xcb_egl");
}
