//! Checks that builds with tests and without share what they compile. Cargo compiles a package anew where the tests' dependencies ask it for more features, and
//! with it all that depends on it.

use std::collections::BTreeSet;
use std::process::Command;

/// Returns each package with its features, as dependencies of these kinds resolve them.
fn features(kinds: &str) -> BTreeSet<String> {
    let arguments = ["tree", "--offline", "--workspace", "--prefix=none", "--format={p} {f}", "--edges", kinds];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().filter(|line| !line.is_empty()).map(|line| line.trim_end_matches("(*)").trim_end().to_owned()).collect()
}

#[test]
fn builds_with_tests_and_without_share_what_they_compile() {
    let (with, without) = (features("normal,dev"), features("normal"));
    assert!(without.len() > 50, "{without:?}");
    let others: Vec<_> = without.difference(&with).collect();
    assert!(
        others.is_empty(),
        "the tests' dependencies ask for more features of these packages; let glmeter's manifests ask for the same: {others:#?}"
    );
}
