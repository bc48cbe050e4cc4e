//! The npm package, as packed and installed: it starts Chromium and Firefox on the software pipeline for Playwright, Puppeteer and Karma, and headless-gl draws
//! there; the screenshot test of `examples/javascript`; the programs of docs/javascript.md.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, root, run_for};

/// The seconds that a test may take, most of them for starting browsers.
const PATIENCE: u64 = 300;

/// The renderer that Chromium tells pages.
const RENDERER: &str = "ANGLE (glmeter, glmeter software pipeline, OpenGL ES 3.2)";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("javascript")
}

/// Returns the packages that `tests/clients/setup.sh` installs.
fn dependencies() -> PathBuf {
    let modules = root().join("target/clients-javascript/node_modules");
    for needed in [modules.join("playwright-core"), "/usr/bin/firefox-esr".into()] {
        assert!(needed.exists(), "{} is missing: run tests/clients/setup.sh", needed.display());
    }
    modules
}

/// Returns a command that finds Node's packages, without variables from the test's environment that could affect it.
fn command(program: &str, modules: &[&Path]) -> Command {
    let mut command = Command::new(program);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "GLMETER", "GLMETER_BROWSER", "GLMETER_PROVIDER", "GLMETER_REPORT"] {
        command.env_remove(name);
    }
    command.env("NODE_PATH", std::env::join_paths(modules).unwrap()).env("HOME", folder());
    command
}

fn expect_success(command: &mut Command) -> Ended {
    let ended = run_for(command, PATIENCE);
    assert_eq!(ended.code, 0, "{command:?}\n{}", ended.all());
    ended
}

/// Returns the blocks of docs/javascript.md of a language, without those of other suites.
fn blocks(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/javascript.md")).unwrap();
    let begin = format!("\n```{language} javascript\n");
    page.split(&begin).skip(1).map(|block| block.split("\n```").next().unwrap().to_owned()).collect()
}

/// Packs the package by the page's command, installs it in a project, and returns the project's packages.
fn installed() -> &'static Path {
    static INSTALLED: OnceLock<PathBuf> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let _ = std::fs::remove_dir_all(folder());
        std::fs::create_dir_all(folder()).unwrap();
        std::fs::write(folder().join("package.json"), "{}").unwrap();
        let [pack] = &blocks("sh")[..] else { panic!("docs/javascript.md has one command that packs") };
        let archives = folder().join("npm");
        let pack = pack.replace("target/npm", &archives.to_string_lossy()).replace("target/release", &build_folder().to_string_lossy());
        expect_success(Command::new("bash").args(["-euc", &pack]).current_dir(root()));
        let archive = archives.join(format!("glmeter-{}.tgz", env!("CARGO_PKG_VERSION")));
        let options = ["install", "--offline", "--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
        expect_success(Command::new("npm").args(options).arg(archive).current_dir(folder()));
        folder().join("node_modules")
    })
}

/// Copies the files of a folder to a new folder.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn the_package_starts_browsers_on_the_pipeline() {
    let modules = [installed(), &dependencies()];
    let tests = root().join("tests/javascript/package.test.js");
    expect_success(command("node", &modules).arg("--test").arg(tests).current_dir(folder()));
}

#[test]
#[ignore = "headless-gl may be compiled for minutes: run tests/clients/setup.sh headless-gl before"]
fn headless_gl_draws_on_the_pipeline() {
    let modules = dependencies();
    let glmeter = build_folder().join("glmeter");
    let mut command = command(glmeter.to_str().unwrap(), &[&modules]);
    command.args(["run", "--settings", "off", "--headless", "--report", "off", "--log", "info", "--", "node"]);
    let ended = expect_success(command.arg(root().join("tests/javascript/headless_gl.js")));
    assert_eq!(ended.stdout, "255,128,0,255\n", "{}", ended.all());
    assert!(ended.stderr.contains("glmeter software pipeline"), "{}", ended.all());
}

/// Runs the example's own test: equal bytes in two runs, with one thread and with several, and in the reference.
#[test]
fn the_example_takes_the_same_screenshot_every_time() {
    let modules = [installed(), &dependencies()];
    let example = folder().join("example");
    copy(&root().join("examples/javascript"), &example);
    std::os::unix::fs::symlink(modules[1], example.join("node_modules")).unwrap();
    let ended = expect_success(command("npm", &modules).arg("test").current_dir(&example));
    assert!(ended.stdout.contains("pass 4"), "{}", ended.all());
    // A test that accepts every picture shows nothing.
    std::fs::copy(root().join("docs/demo.png"), example.join("reference.png")).unwrap();
    let ended = run_for(command("npm", &modules).arg("test").current_dir(&example), PATIENCE);
    assert!(ended.code != 0 && ended.stdout.contains("fail 2"), "{}", ended.all());
}

#[test]
fn the_example_names_the_packages_that_the_setup_installs() {
    let package = std::fs::read_to_string(root().join("examples/javascript/package.json")).unwrap();
    let setup = std::fs::read_to_string(root().join("tests/clients/setup.sh")).unwrap();
    let named: Vec<_> = package.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once("\": \"")).collect();
    let pinned = named.iter().filter(|(_, version)| version.starts_with(|first: char| first.is_ascii_digit()));
    let pinned: Vec<_> = pinned.map(|(name, version)| format!("{}@{}", &name[1..], version.trim_end_matches('"'))).collect();
    assert!(pinned.len() >= 3, "{package}");
    pinned.iter().for_each(|one| assert!(setup.contains(one.as_str()), "tests/clients/setup.sh lacks {one}"));
}

/// Runs each program of the page, which prints the renderer of its page.
#[test]
fn the_programs_of_the_guide_draw_on_the_pipeline() {
    let modules = [installed(), &dependencies()];
    let programs = blocks("js");
    assert_eq!(programs.len(), 2, "{programs:#?}");
    for (number, program) in programs.iter().enumerate() {
        let file = folder().join(format!("guide-{number}.js"));
        std::fs::write(&file, program).unwrap();
        let ended = expect_success(command("node", &modules).arg(&file).current_dir(folder()));
        let wanted = if program.contains("firefox") { "glmeter software pipeline" } else { RENDERER };
        assert_eq!(ended.stdout.trim_end(), wanted, "{program}\n{}", ended.all());
    }
}
