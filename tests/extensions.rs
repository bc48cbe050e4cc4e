//! Compares the extensions of the software pipeline, of GL and of EGL, with those of Mesa's llvmpipe: missing ones are listed, each with a reason.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{build_folder, root, run};

/// The length of the list when it was last shortened. It may only become shorter.
const MOST: usize = 36;

const CONTEXTS: [(&str, [&str; 2]); 3] = [("core", ["4", "5"]), ("compatibility", ["4", "5"]), ("es", ["3", "2"])];

/// The same of the list of EGL.
const MOST_OF_EGL: usize = 5;

/// What has extensions of EGL.
const DISPLAYS: [&str; 4] = ["client", "surfaceless", "device", "x11"];

/// Builds a program of `ctests`.
fn program(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1"]).arg(root().join("ctests").join(name).with_extension("c"));
    let ended = run(compiler.arg("-o").arg(&program).arg("-lEGL"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    program
}

/// Returns the lines that a program prints with a vendor's library.
fn printed(program: &Path, vendor: &Path, arguments: &[&str]) -> Vec<String> {
    assert!(vendor.exists(), "{} is missing", vendor.display());
    let mut command = Command::new(program);
    command.args(arguments).env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env_remove("LD_PRELOAD");
    command.env_remove("MESA_EXTENSION_OVERRIDE").env("GALLIUM_DRIVER", "llvmpipe").env("LIBGL_ALWAYS_SOFTWARE", "1");
    let ended = run(command.env("DISPLAY", support::display()));
    assert_eq!(ended.code, 0, "{}", ended.all());
    ended.stdout.lines().map(str::to_string).collect()
}

/// Returns the lines after the first one, which must begin with a name.
fn after(name: &str, lines: Vec<String>) -> BTreeSet<String> {
    let mut lines = lines.into_iter();
    let first = lines.next();
    assert!(first.as_ref().is_some_and(|line| line.starts_with(name)), "{first:?}");
    lines.collect()
}

/// Returns the JSON files of Mesa and of the pipeline.
fn vendors() -> [PathBuf; 2] {
    ["/usr/share/glvnd/egl_vendor.d/50_mesa.json".into(), build_folder().join("60_glmeter_soft.json")]
}

/// Compares the names that are missing in contexts or on displays with a list, which must have exactly these.
fn compare(missing: &BTreeMap<String, Vec<&str>>, list: &str, most: usize) {
    let text = std::fs::read_to_string(root().join("tests/extensions").join(list)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [name, places, reason] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("three cells: {line}"));
        assert!(reason.len() > 10, "{name} has no reason");
        (name.to_string(), places.split(' ').collect())
    });
    let rows: BTreeMap<String, Vec<&str>> = rows.collect();
    let words = |table: &BTreeMap<String, Vec<&str>>| -> BTreeSet<String> {
        table.iter().map(|(name, places)| format!("{name} {}", places.join(" "))).collect()
    };
    let (rows_words, missing_words) = (words(&rows), words(missing));
    let unlisted: Vec<_> = missing_words.difference(&rows_words).collect();
    let gone: Vec<_> = rows_words.difference(&missing_words).collect();
    assert!(
        unlisted.is_empty() && gone.is_empty(),
        "Mesa lists them and the file does not: {unlisted:#?}\nin the file and not missing: {gone:#?}"
    );
    assert!(rows.len() <= most, "{} names: the list may only become shorter", rows.len());
}

#[test]
fn the_extensions_that_mesa_lists_are_listed_or_have_a_reason() {
    let program = program("extensions");
    let [mesa, ours] = vendors();
    let mut missing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (context, [major, minor]) in CONTEXTS {
        let mesa = after("llvmpipe", printed(&program, &mesa, &[context, major, minor]));
        let ours = after("glmeter software pipeline", printed(&program, &ours, &[context, major, minor]));
        assert!(mesa.len() > 100 && ours.len() > 60, "{context}: {} and {}", mesa.len(), ours.len());
        for name in mesa.difference(&ours) {
            missing.entry(name.clone()).or_default().push(context);
        }
    }
    compare(&missing, "unlisted.txt", MOST);
}

#[test]
fn the_extensions_of_egl_that_mesa_lists_are_listed_or_have_a_reason() {
    let program = program("egl_extensions");
    let [mesa, ours] = vendors();
    let mut missing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for display in DISPLAYS {
        let of = |vendor: &Path, name: &str| match printed(&program, vendor, &[display]) {
            lines if display == "client" => lines.into_iter().collect(),
            lines => after(name, lines),
        };
        let (mesa, ours) = (of(&mesa, "Mesa Project"), of(&ours, "glmeter"));
        assert!(mesa.len() > 8 && ours.len() > 8, "{display}: {} and {}", mesa.len(), ours.len());
        for name in mesa.difference(&ours) {
            missing.entry(name.clone()).or_default().push(display);
        }
    }
    compare(&missing, "unlisted_egl.txt", MOST_OF_EGL);
}
