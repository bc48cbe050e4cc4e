//! Compares the extensions of the software pipeline with those of Mesa's llvmpipe: missing ones are listed, each with a reason.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{build_folder, root, run};

/// The length of the list when it was last shortened. It may only become shorter.
const MOST: usize = 36;

const CONTEXTS: [(&str, [&str; 2]); 3] = [("core", ["4", "5"]), ("compatibility", ["4", "5"]), ("es", ["3", "2"])];

/// Builds `ctests/extensions.c`.
fn program() -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("extensions");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1"]).arg(root().join("ctests/extensions.c"));
    let ended = run(compiler.arg("-o").arg(&program).arg("-lEGL"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    program
}

/// Returns the extensions of a vendor's context.
fn listed(program: &Path, vendor: &Path, renderer: &str, context: &str, version: [&str; 2]) -> BTreeSet<String> {
    assert!(vendor.exists(), "{} is missing", vendor.display());
    let mut command = Command::new(program);
    command.arg(context).args(version).env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env_remove("LD_PRELOAD");
    command.env_remove("MESA_EXTENSION_OVERRIDE").env("GALLIUM_DRIVER", "llvmpipe");
    let ended = run(&mut command);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let mut lines = ended.stdout.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with(renderer)), "{}", ended.all());
    lines.map(str::to_string).collect()
}

#[test]
fn the_extensions_that_mesa_lists_are_listed_or_have_a_reason() {
    let program = program();
    let mut missing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (context, version) in CONTEXTS {
        let mesa = listed(&program, Path::new("/usr/share/glvnd/egl_vendor.d/50_mesa.json"), "llvmpipe", context, version);
        let ours = listed(&program, &build_folder().join("60_glmeter_soft.json"), "glmeter software pipeline", context, version);
        assert!(mesa.len() > 100 && ours.len() > 60, "{context}: {} and {}", mesa.len(), ours.len());
        for name in mesa.difference(&ours) {
            missing.entry(name.clone()).or_default().push(context);
        }
    }
    let text = std::fs::read_to_string(root().join("tests/extensions/unlisted.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [name, contexts, reason] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("three cells: {line}"));
        assert!(reason.len() > 10, "{name} has no reason");
        (name.to_string(), contexts.split(' ').collect())
    });
    let rows: BTreeMap<String, Vec<&str>> = rows.collect();
    let words = |table: &BTreeMap<String, Vec<&str>>| -> BTreeSet<String> {
        table.iter().map(|(name, contexts)| format!("{name} {}", contexts.join(" "))).collect()
    };
    let (rows_words, missing_words) = (words(&rows), words(&missing));
    let unlisted: Vec<_> = missing_words.difference(&rows_words).collect();
    let gone: Vec<_> = rows_words.difference(&missing_words).collect();
    assert!(
        unlisted.is_empty() && gone.is_empty(),
        "Mesa lists them and the file does not: {unlisted:#?}\nin the file and not missing: {gone:#?}"
    );
    assert!(rows.len() <= MOST, "{} names: the list may only become shorter", rows.len());
}
