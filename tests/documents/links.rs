//! The files, tests and variables that the documents name exist.

use crate::conformance::tests;
use crate::{each_file, read, support};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the documents, by their paths from the root.
fn documents() -> Vec<String> {
    let mut documents: Vec<String> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "soft/README.md", "tests/README.md"].map(String::from).into();
    each_file("docs", &mut |path, _| documents.extend(path.ends_with(".md").then(|| path.to_owned())));
    documents
}

/// Returns a document's prose, and its inline code.
fn prose_and_code(text: &str) -> (String, Vec<String>) {
    let mut block = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.starts_with("```") {
            block = !block;
        } else if !block {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let code = prose.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    (prose, code)
}

/// Returns a file that a document names, from its own folder or from the root.
fn named_from(document: &str, name: &str) -> Option<PathBuf> {
    let beside = Path::new(document).parent().unwrap().join(name);
    [beside, name.into()].into_iter().map(|path| support::root().join(path)).find(|path| path.exists())
}

#[test]
fn every_relative_link_leads_to_a_file() {
    for document in documents() {
        let text = read(&document);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            if !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:") {
                let beside = Path::new(&document).parent().unwrap().join(file);
                assert!(support::root().join(beside).exists(), "{document} links to {link}");
            }
        }
    }
}

#[test]
fn every_path_that_a_document_names_exists() {
    let mut seen = 0;
    for document in documents() {
        for name in prose_and_code(&read(&document)).1 {
            let name = name.split_whitespace().next().unwrap_or_default().trim_end_matches('/');
            let first = name.split('/').next().unwrap_or_default();
            let folders = ["abi", "benches", "ctests", "docs", "examples", "fuzz", "include", "packaging", "soft", "src", "tests", ".ci"];
            let is_path = name.contains('/') && folders.contains(&first);
            let is_file = !name.contains('/') && [".rs", ".toml", ".sh"].iter().any(|end| name.ends_with(end) && name != *end);
            if is_path && !name.contains(['*', '…', '{', '<', ':']) {
                assert!(named_from(&document, name).is_some(), "{document} names {name}");
                seen += 1;
            } else if is_file {
                let mut there = named_from(&document, name).is_some();
                for folder in ["src", "soft", "tests", "benches", "examples", "packaging"] {
                    each_file(folder, &mut |path, _| there |= Path::new(path).file_name().is_some_and(|file| file == name));
                }
                assert!(there, "{document} names {name}");
            }
        }
    }
    assert!(seen > 50, "{seen} paths: the documents were not read");
}

#[test]
fn every_test_that_a_document_names_exists() {
    let tests = tests();
    for document in ["docs/support.md", "docs/linking.md", "tests/README.md"] {
        for name in prose_and_code(&read(document)).1 {
            let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
            assert!(!is_name || name.matches('_').count() < 4 || tests.contains(&name), "{document} names {name}, which is no test");
        }
    }
}

#[test]
fn every_variable_that_a_document_names_is_read_somewhere() {
    let mut read_by_code = String::new();
    for folder in ["src", "soft", "benches", "tests"] {
        each_file(folder, &mut |path, bytes| {
            if path.ends_with(".rs") && !path.starts_with("tests/documents") {
                read_by_code.push_str(&String::from_utf8_lossy(bytes));
            }
        });
    }
    let mut seen = BTreeSet::new();
    for document in documents() {
        for rest in read(&document).split("GLMETER_").skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_uppercase() && c != '_').unwrap_or(rest.len());
            let variable = format!("\"GLMETER_{}\"", &rest[..end]);
            assert!(end == 0 || read_by_code.contains(&variable), "{document} names {variable}, which nothing reads");
            seen.insert(variable);
        }
    }
    assert!(seen.len() >= 5, "{seen:?}: the documents were not read");
}

#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 150, "{lines} lines");
}

/// Returns the modules of the crates in a file of tests/layers.
fn ordered(file: &str) -> Vec<String> {
    let text = read(file);
    let crates = text.split("module: \"\"").skip(1);
    let orders = crates.filter_map(|rest| rest.split("order: &[").nth(1)?.split(']').next());
    let modules: Vec<String> = orders.flat_map(|order| order.split('"').skip(1).step_by(2)).map(str::to_owned).collect();
    assert!(modules.len() > 10, "{file}: {modules:?}");
    modules
}

#[test]
fn the_architecture_names_every_module_and_each_file_that_it_names_exists() {
    let page = read("docs/ARCHITECTURE.md");
    for module in [ordered("tests/layers/shim.rs"), ordered("tests/layers/software.rs")].concat() {
        assert!(page.contains(&format!("`{module}`")), "docs/ARCHITECTURE.md lacks {module}");
    }
    let mut seen = 0;
    for name in prose_and_code(&page).1.iter().filter(|name| name.contains('/') && !name.contains(['*', ' ', ':'])) {
        let there = ["", "src", "soft"].iter().any(|folder| support::root().join(folder).join(name).exists());
        assert!(there, "docs/ARCHITECTURE.md names {name}");
        seen += 1;
    }
    assert!(seen > 30, "{seen} files: the page was not read");
}
