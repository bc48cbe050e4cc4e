//! Programs that are linked with glmeter: the order of libraries, loaders, the static library, a library that is opened late, several copies in one
//! process, and plug-ins that are unloaded. docs/linking.md has the results as tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod copies;
mod loaders;
mod plugins;
#[path = "../support/mod.rs"]
mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};
use support::{Ended, build_folder, library, root, run, run_for};

/// Returns the folder of the built programs: one for each build of the library, because programs are linked with it.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linked").join(build_folder().file_name().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Builds a file of the folder by `make`, once for all tests.
fn built(name: &str, make: impl FnOnce(&Path)) -> PathBuf {
    type Built = Arc<OnceLock<()>>;
    static BUILT: OnceLock<Mutex<HashMap<String, Built>>> = OnceLock::new();
    let path = folder().join(name);
    let built = BUILT.get_or_init(Mutex::default).lock().unwrap().entry(name.to_owned()).or_default().clone();
    built.get_or_init(|| {
        let fresh = path.with_file_name(format!("{}-{name}", std::process::id()));
        make(&fresh);
        std::fs::rename(&fresh, &path).unwrap();
    });
    path
}

/// Compiles `source` of `ctests` to an object.
fn compile(name: &str, source: &str, flags: &[&str]) -> PathBuf {
    built(&format!("{name}.o"), |object| {
        let mut command = Command::new("cc");
        command.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fPIC", "-c", "-I"]).arg(root().join("include"));
        let ended = run(command.args(flags).arg(root().join("ctests").join(source)).arg("-o").arg(object));
        assert_eq!(ended.code, 0, "{source} {flags:?}\n{}", ended.all());
    })
}

/// Links objects and libraries, in this order, to a program or, with `-shared`, to a library.
fn link(name: &str, object: &Path, libraries: &[&str]) -> PathBuf {
    built(name, |program| {
        let ended = run(Command::new("cc").arg(object).args(libraries).arg("-o").arg(program));
        assert_eq!(ended.code, 0, "{name}: {libraries:?}\n{}", ended.all());
    })
}

/// Returns the arguments that link the shared library and tell the loader where it is.
fn shared() -> [String; 3] {
    library();
    let folder = build_folder().display().to_string();
    [format!("-L{folder}"), format!("-Wl,-rpath,{folder}"), "-lglmeter".to_owned()]
}

/// Returns the arguments that link the static library.
fn archive() -> [String; 5] {
    let archive = build_folder().join("libglmeter.a");
    assert!(archive.exists(), "{} is missing: run `cargo build` with the same profile first", archive.display());
    [archive.display().to_string(), "-lgcc_s".to_owned(), "-lpthread".to_owned(), "-ldl".to_owned(), "-lm".to_owned()]
}

/// Borrows words of both kinds as arguments.
fn joined<'a>(lists: &[&'a [String]], words: &[&'a str]) -> Vec<&'a str> {
    lists.iter().flat_map(|list| list.iter().map(String::as_str)).chain(words.iter().copied()).collect()
}

/// Returns the command of a program with an X display, without variables from the test's environment that could affect it.
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for name in ["WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"] {
        command.env_remove(name);
    }
    // One line for each context that a copy of glmeter serves.
    command.env("DISPLAY", support::display()).env("SDL_VIDEODRIVER", "x11").env("GLMETER_LOG", "info");
    command
}

/// Runs a program, which must succeed, print `verdict`, and be served by one copy of glmeter alone: each of its contexts is reported once.
fn served_once(command: &mut Command, verdict: &str, contexts: &[&str]) -> Ended {
    let ended = run_for(command, 120);
    assert!(ended.code == 0 && ended.stdout.lines().any(|line| line == verdict), "{command:?}\n{}", ended.all());
    for extension in contexts {
        let reported = ended.stderr.lines().filter(|line| line.starts_with("glmeter: ") && line.contains(extension)).count();
        assert_eq!(reported, 1, "copies that serve the context with {extension}: {command:?}\n{}", ended.all());
    }
    ended
}
