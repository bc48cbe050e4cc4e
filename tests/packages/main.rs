//! Tests the Debian packages on clean systems of Debian 12 and 13, the Python wheel in fresh virtual environments and with each CPython, the files of a
//! release, and the build on a bare system. Executes the commands of docs/install.md and docs/python.md.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod build;
mod crates;
mod debian;
mod page;
mod python;
mod release;
mod root;
mod sdist;
#[path = "../support/mod.rs"]
mod support;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::run_for;

/// The renderer that the software pipeline reports.
const PIPELINE: &str = "glmeter software pipeline";

/// The time in seconds that a command may take: minutes for one that builds the release, and more beside the suites that measure time.
const PATIENCE: u64 = 1800;

/// Executes a block of docs/install.md in the root of the repository, and returns the files that it made in `folder`, whose names end so. Removes
/// older ones before.
fn made(commands: &str, folder: &Path, end: &str) -> Result<Vec<PathBuf>, String> {
    for old in folder.exists().then(|| files_in(folder, end)).into_iter().flatten() {
        std::fs::remove_file(old).unwrap();
    }
    let ended = run_for(Command::new("sh").args(["-euc", commands]).current_dir(support::root()), PATIENCE);
    if ended.code == 0 { Ok(files_in(folder, end)) } else { Err(format!("{commands}\n{}", ended.all())) }
}

/// Returns the files in a folder whose names end so.
fn files_in(folder: &Path, end: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).filter(|path| path.to_string_lossy().ends_with(end)).collect();
    files.sort();
    files
}
