//! docs/CONFORMANCE.md has every row that code and tests cite, and the tests that it names exist.

use crate::{each_file, read};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// A row: its rule, the specification with its section, and the test.
struct Row {
    rule: String,
    source: String,
    test: String,
}

/// Returns the document's rows by their ids. Fails if an id occurs twice.
fn rows() -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    for line in read("docs/CONFORMANCE.md").lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        if cells.len() == 4 && id_at(cells[0]).is_some_and(|id| id == cells[0]) {
            let [id, rule, source, test] = cells.try_into().unwrap();
            let row = Row { rule: rule.into(), source: source.into(), test: test.into() };
            assert!(rows.insert(id.to_owned(), row).is_none(), "{id} occurs twice");
        }
    }
    assert!(rows.len() > 250, "the rows were not read");
    rows
}

/// Returns the id that a text begins with.
fn id_at(text: &str) -> Option<&str> {
    let letters = ["CQ-", "TQ-", "PS-", "DJ-", "AN-", "IN-", "C-", "H-"].iter().find(|letters| text.starts_with(**letters))?;
    let digits = text[letters.len()..].bytes().take_while(u8::is_ascii_digit).count();
    (digits == 2).then(|| &text[..letters.len() + digits])
}

/// Returns the ids in a text: each stands alone, as a word.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let starts =
        text.char_indices().filter(|(at, _)| !text[..*at].ends_with(|before: char| before.is_alphanumeric() || "_-".contains(before)));
    starts.filter_map(|(at, _)| id_at(&text[at..]))
}

/// Adds the names in a macro's arguments.
fn add_names(tokens: proc_macro2::TokenStream, names: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(name) => drop(names.insert(name.to_string())),
            proc_macro2::TokenTree::Group(group) => add_names(group.stream(), names),
            _ => {}
        }
    }
}

/// Returns the names of the repository's tests: functions with `#[test]`, and the names given to macros, some of which make tests.
pub fn tests() -> BTreeSet<String> {
    #[derive(Default)]
    struct Found(BTreeSet<String>);
    impl Visit<'_> for Found {
        fn visit_item_fn(&mut self, function: &syn::ItemFn) {
            if function.attrs.iter().any(|attribute| attribute.path().is_ident("test")) {
                self.0.insert(function.sig.ident.to_string());
            }
            syn::visit::visit_item_fn(self, function);
        }

        fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
            if item.ident.is_none() {
                add_names(item.mac.tokens.clone(), &mut self.0);
            }
        }
    }
    let mut found = Found::default();
    for folder in ["tests", "src", "soft"] {
        each_file(folder, &mut |path, bytes| {
            if path.ends_with(".rs") {
                let text = std::str::from_utf8(bytes).unwrap();
                let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
                found.visit_file(&file);
            }
        });
    }
    assert!(found.0.len() > 1000, "the tests were not read");
    found.0
}

#[test]
fn every_row_that_is_cited_is_in_the_document() {
    let rows = rows();
    let mut cited = 0;
    for folder in ["abi", "benches", "ctests", "include", "soft", "src", "tests"] {
        each_file(folder, &mut |path, bytes| {
            let Ok(text) = std::str::from_utf8(bytes) else { return };
            for id in ids(text) {
                assert!(rows.contains_key(id), "{path} cites {id}, which docs/CONFORMANCE.md does not have");
                cited += 1;
            }
        });
    }
    assert!(cited > 250, "{cited} citations: the sources were not read");
}

#[test]
fn every_row_has_a_rule_and_a_source_and_names_tests_that_exist() {
    let (rows, tests) = (rows(), tests());
    for (id, row) in &rows {
        assert!(row.rule.ends_with('.') && !row.source.is_empty(), "{id} has a rule in one sentence, and its source");
        for cited in ids(&row.rule).chain(ids(&row.source)).chain(ids(&row.test)) {
            assert!(rows.contains_key(cited), "{id} cites {cited}, which is no row");
        }
        let named: Vec<_> = row.test.split('`').skip(1).step_by(2).collect();
        for name in &named {
            assert!(tests.contains(*name), "{id} names {name}, which is no test");
        }
        let reason = row.test.strip_prefix("none: ").is_some_and(|reason| reason.len() > 10);
        let elsewhere = row.test.starts_with("see ") && ids(&row.test).count() > 0;
        assert_eq!([!named.is_empty(), reason, elsewhere].into_iter().filter(|one| *one).count(), 1, "{id} has a test, or says why not");
    }
}

#[test]
fn every_test_that_bears_a_rows_name_is_in_the_row() {
    let rows = rows();
    for test in tests() {
        let id = test.get(..5).unwrap_or_default().to_uppercase().replace('_', "-");
        if let Some(row) = rows.get(&id).filter(|_| test[5..].starts_with('_')) {
            assert!(row.test.contains(&format!("`{test}`")), "docs/CONFORMANCE.md lacks {test}");
        }
    }
}
