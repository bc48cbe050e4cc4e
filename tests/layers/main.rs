//! Checks that imports go one way: a module imports only modules from lower layers. docs/ARCHITECTURE.md describes each module. Another test is of what builds share.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod features;
mod graph;
mod reports;
mod shim;
mod software;
mod software_gl;

use graph::Source;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The modules of one folder, and their order.
pub(crate) struct Layers {
    /// The crate's source, from the repository's root.
    source: &'static str,
    /// The module whose children these are; empty for the crate's own.
    module: &'static str,
    /// All modules, from the uppermost to the lowest.
    order: &'static [&'static str],
    /// The imports that still go up, as (from, to). Each of them must exist: the list may only shrink.
    upward: &'static [(&'static str, &'static str)],
}

/// Returns the files of the crate with its source in `folder`, which are read once.
fn source(folder: &'static str) -> Arc<Source> {
    static READ: Mutex<BTreeMap<&str, Arc<Source>>> = Mutex::new(BTreeMap::new());
    let mut read = READ.lock().unwrap();
    let read = read.entry(folder).or_insert_with(|| Arc::new(Source::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))));
    Arc::clone(read)
}

fn check(layers: &Layers) {
    let graph = source(layers.source).graph(layers.module);
    let mut listed: Vec<String> = layers.order.iter().map(|name| (*name).to_owned()).collect();
    listed.sort();
    assert_eq!(graph.modules, listed, "the modules of {} {} and their order", layers.source, layers.module);
    let height = |name: &str| layers.order.iter().position(|other| *other == name).unwrap();
    let mut wrong = Vec::new();
    for ((from, to), place) in &graph.edges {
        let known = layers.upward.contains(&(from, to));
        if (height(to) < height(from)) != known {
            wrong.push(format!("{from} -> {to} ({place}){}", if known { " goes down: unlist it" } else { " goes up" }));
        }
    }
    for (from, to) in layers.upward {
        if !graph.edges.contains_key(&((*from).to_owned(), (*to).to_owned())) {
            wrong.push(format!("{from} -> {to} is gone: unlist it"));
        }
    }
    assert!(wrong.is_empty(), "{} {}:\n{}", layers.source, layers.module, wrong.join("\n"));
}

#[test]
fn the_modules_of_the_shim_import_one_way() {
    check(&shim::SHIM);
    shim::FOLDERS.iter().for_each(check);
}

#[test]
fn the_modules_of_the_software_pipeline_import_one_way() {
    software::CRATES.iter().for_each(check);
    software::FOLDERS.iter().for_each(check);
}

#[test]
fn the_modules_of_the_reports_import_one_way() {
    check(&reports::RECORDING);
    check(&reports::REPORT);
    reports::FOLDERS.iter().for_each(check);
}

#[test]
fn the_modules_of_its_state_machine_import_one_way() {
    check(&software_gl::SOFTWARE_GL);
}

#[test]
fn its_commands_import_one_way() {
    check(&software_gl::SOFTWARE_GL_COMMAND);
}

#[test]
fn its_objects_import_one_way() {
    check(&software_gl::SOFTWARE_GL_OBJECT);
}

/// Every kind of import in a sample crate is found, and no test code.
#[test]
fn every_kind_of_import_is_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layers");
    let write = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; mod d; mod e; mod f; pub use d::Exported;");
    write("a/mod.rs", "use crate::{b::{self, X}, Exported};");
    write("a/inner.rs", "fn f() -> super::super::c::Y { call!(crate::e::Z) }");
    write("b.rs", "#[cfg(test)] mod inside { use crate::a::T; } fn f() { inner::g(crate::c::h()); } mod inner { use super::super::f::T; }");
    write("c.rs", "");
    write("d.rs", "");
    write("e.rs", "macro_rules! m { () => { $crate::{f, c::x} }; }");
    write("f.rs", "");
    write("f/tests.rs", "use crate::a::T;");
    let source = Source::read(&folder);
    let graph = source.graph("");
    let edges: Vec<String> = graph.edges.keys().map(|(from, to)| format!("{from}{to}")).collect();
    assert_eq!(edges, ["ab", "ac", "ad", "ae", "bc", "bf", "ec", "ef"]);
    assert_eq!(source.circles(), []);
    write("c.rs", "use crate::b::f;");
    assert_eq!(Source::read(&folder).circles(), [(String::new(), vec!["b".to_owned(), "c".to_owned()])]);
}

/// The crates of the libraries, the command and their builds.
const CRATES: [&str; 13] = [
    "src",
    "abi/src",
    "report/recording/src",
    "report/src",
    "registry/src",
    "soft/jumps/stubs/src",
    "soft/src",
    "soft/base/src",
    "soft/shader/src",
    "soft/compiler/src",
    "soft/draw/src",
    "soft/gl/src",
    "src/bin/glmeter",
];

#[test]
fn no_files_of_a_folder_import_each_other() {
    let of = |folder: &'static str| source(folder).circles().into_iter().map(move |(module, circle)| (folder, module, circle.join(", ")));
    assert_eq!(CRATES.into_iter().flat_map(of).collect::<Vec<_>>(), []);
}
