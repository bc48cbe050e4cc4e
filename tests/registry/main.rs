//! Compares the versions that the software pipeline reports with the Khronos registry and with behaviour: the commands accept every token of their
//! groups, and every limit is at least what the specification demands. The pipeline's own unit tests compare the commands, because libglvnd has an
//! address for every name.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod accepts;
#[path = "../mesa_rules/egl.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod egl;
mod gl;
mod kind;
mod limits;
#[path = "../support/mod.rs"]
mod support;

use accepts::Objects;
use egl::{BARE, Session};
use glmeter_registry::Registry;
use kind::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Present in the process that has the pipeline as its EGL vendor.
const CHILD: &str = "REGISTRY_CHILD";

/// The length of the table of refused tokens when it was last shortened. It may only become shorter.
const MOST: usize = 120;

/// Runs one of the tests below in a process whose driver is the pipeline, or with `REGISTRY_VENDOR=FILE` that of another EGL vendor. Returns the
/// lines that it found.
fn lines_of(test: &str) -> BTreeSet<String> {
    let vendor = std::env::var_os("REGISTRY_VENDOR").map_or_else(|| support::build_folder().join("60_glmeter_soft.json"), Into::into);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(CHILD, "1").env(BARE, "1").env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor);
    let ended = support::run_for(&mut command, 120);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{}", ended.all());
    ended.stdout.lines().filter_map(|line| line.strip_prefix("found: ")).map(str::to_owned).collect()
}

fn session(kind: Kind) -> Session {
    match kind {
        Kind::Core => Session::core(),
        Kind::Compatibility => Session::compatibility(),
        Kind::Es => Session::es3(),
    }
}

/// Rows of `tests/registry/refused.txt`: a token and its group, the contexts, and the reason.
#[test]
fn every_token_is_accepted_or_has_a_reason() {
    let found = lines_of("tokens_of_the_child");
    let text = std::fs::read_to_string(support::root().join("tests/registry/refused.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let [token, contexts, reason] = line.split(" | ").collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("three cells: {line}"));
        assert!(reason.len() > 10, "{token} has no reason");
        format!("{token} | {contexts}")
    });
    let rows: BTreeSet<String> = rows.collect();
    let refused: Vec<_> = found.difference(&rows).collect();
    let gone: Vec<_> = rows.difference(&found).collect();
    assert!(refused.is_empty() && gone.is_empty(), "refused and not in the file: {refused:#?}\nin the file and accepted: {gone:#?}");
    assert!(rows.len() <= MOST, "{} rows: the list may only become shorter", rows.len());
}

#[test]
fn every_limit_is_at_least_what_the_specification_demands() {
    assert_eq!(lines_of("limits_of_the_child"), BTreeSet::new());
}

#[test]
#[ignore = "run by every_token_is_accepted_or_has_a_reason, in a process of its own"]
fn tokens_of_the_child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let mut refused: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for kind in Kind::ALL {
        let session = session(kind);
        let objects = Objects::new(&session);
        let tokens = kind.tokens();
        let mut tried = 0;
        for (group, names) in &Registry::gl().groups {
            for name in names.iter().filter(|name| tokens.contains_key(*name)) {
                match objects.accepts(&session, group, tokens[*name]) {
                    None => break,
                    Some(accepted) => {
                        tried += 1;
                        if !accepted {
                            refused.entry(format!("{name} {group}")).or_default().push(kind.name());
                        }
                    }
                }
            }
        }
        assert!(tried > 500, "{tried} tokens of {}", kind.name());
    }
    for (token, contexts) in refused {
        println!("\nfound: {token} | {}", contexts.join(" "));
    }
}

#[test]
#[ignore = "run by every_limit_is_at_least_what_the_specification_demands, in a process of its own"]
fn limits_of_the_child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    for kind in Kind::ALL {
        let session = session(kind);
        let tokens = kind.tokens();
        for (name, least) in limits::of(kind) {
            let value = limits::value(&session, tokens[format!("GL_{name}").as_str()]);
            // Offsets below zero reach at least as far; alignments are at most so large.
            let good = if least < 0.0 || name.ends_with("ALIGNMENT") && name != "MIN_MAP_BUFFER_ALIGNMENT" {
                value <= least
            } else {
                value >= least
            };
            if !good {
                println!("\nfound: {name} is {value} and must be {least} | {}", kind.name());
            }
        }
    }
}
