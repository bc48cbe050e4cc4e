//! Tests the wheel's Python package with each CPython at hand: its own tests, the tests of the examples, its types, and the page docs/python.md.

use super::support::{root, run_for};
use super::wheel::wheel;
use super::{PATIENCE, page};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The headings of docs/python.md above blocks, and the numbers of these.
pub(crate) const BLOCKS: [(&str, usize); 3] = [("Python", 1), ("Test pictures and budgets in pytest", 2), ("Read a report", 2)];

/// A program with the package's types, which mypy checks.
const TYPED: &str = "\
import glmeter
from glmeter.reports import Distribution

def size(file: str) -> int:
    context = glmeter.Context(4, 4, version=(4, 6), provider=\"software\")
    with glmeter.measure() as measured:
        rows: int = context.picture().shape[0]
    times: Distribution = glmeter.report(file).contexts[0].wall_time
    return rows + (measured.gpu_ns or 0) + (measured.counts.vertices_submitted or 0) + times.worst
";

/// Returns the environments that tests/clients/setup.sh has made, one for each CPython, the latest first. Each has the wheel.
fn environments() -> Vec<PathBuf> {
    let folder = root().join("target/python-venvs");
    let wanted = run_for(&mut Command::new(root().join("tests/packages/pythons")), PATIENCE).stdout;
    assert!(!wanted.is_empty(), "no CPython from 3.9 on is at hand");
    let place = |line: &str| folder.join(line.split(' ').next().unwrap());
    let found: Vec<PathBuf> = wanted.lines().rev().map(place).collect();
    for environment in &found {
        let python = environment.join("bin/python");
        assert!(python.exists(), "{} is missing: run tests/clients/setup.sh", python.display());
        does(environment, &format!("pip install --quiet --no-index --no-deps --force-reinstall {}", wheel().display()));
    }
    found
}

/// Runs commands in the root of the repository, in an environment, and returns what they print.
fn does(environment: &Path, commands: &str) -> String {
    let search = format!("{}:{}", environment.join("bin").display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-euc", commands]).current_dir(root()).env("PATH", search).env("VIRTUAL_ENV", environment);
    let ended = run_for(shell.env("PYTHONDONTWRITEBYTECODE", "1").env_remove("GLMETER_PROVIDER"), PATIENCE);
    assert_eq!(ended.code, 0, "{}: {commands}\n{}", environment.display(), ended.all());
    ended.stdout + &ended.stderr
}

#[test]
fn the_package_works_with_each_python() {
    let environments = environments();
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for environment in &environments {
        let options = format!("-p no:cacheprovider --strict-markers --glmeter-pictures {}", place.join("glmeter-pictures").display());
        let printed = does(environment, &format!("python -m pytest -q -r s {options} packaging/python/tests examples/python"));
        assert!(!printed.contains("skipped"), "{printed}");
    }
    let typed = place.join("typed.py");
    std::fs::write(&typed, TYPED).unwrap();
    for environment in [environments.first(), environments.last()].into_iter().flatten() {
        does(environment, &format!("cd {} && python -m mypy --strict --cache-dir /dev/null -p glmeter", place.display()));
        does(environment, &format!("python -m mypy --strict --cache-dir /dev/null {}", typed.display()));
    }
    for (heading, count) in BLOCKS {
        for number in 0..count {
            does(&environments[0], &page::commands(heading, number));
        }
    }
    let same = run_for(Command::new("git").args(["status", "--porcelain", "examples/python"]).current_dir(root()), PATIENCE);
    assert_eq!(same.stdout, "", "the baselines of the examples stay as they are");
}
