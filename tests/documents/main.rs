//! Checks the documents: their tables match `glmeter info`, and the rules, tests and files that they name exist.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod book;
mod conformance;
mod links;
mod quoted_errors;
#[path = "../support/mod.rs"]
mod support;
mod support_table;

use std::path::Path;

/// Returns the text of a file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(support::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Calls `visit` with each file below a folder of the repository, by its path from the root and its bytes. The fuzzers' workspace is not among them.
fn each_file(folder: &str, visit: &mut impl FnMut(&str, &[u8])) {
    fn walk(root: &Path, folder: &Path, visit: &mut impl FnMut(&str, &[u8])) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() && !["target", "fuzz"].contains(&entry.file_name().to_str().unwrap_or_default()) {
                walk(root, &path, visit);
            } else if kind.is_file() {
                visit(path.strip_prefix(root).unwrap().to_str().unwrap(), &std::fs::read(&path).unwrap());
            }
        }
    }
    walk(support::root(), &support::root().join(folder), visit);
}
