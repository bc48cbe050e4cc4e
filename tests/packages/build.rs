//! packaging/build, the README's first command, on a clean system: it installs a compiler, says so before, and builds.

use super::PATIENCE;
use super::root::Root;
use super::support::{self, run_for};
use std::path::Path;
use std::process::Command;

/// Writes the tree and cargo's copies of the crates to files that a clean system unpacks.
const PACK: &str = r#"git ls-files -z | xargs -0 tar -cf "$0/tree.tar"
    tar -cf "$0/crates.tar" -C "${CARGO_HOME:-$HOME/.cargo}" registry/index registry/cache"#;

/// Unpacks them, and makes a folder of packages the archive of apt, so that nothing opens a connection.
const UNPACK: &str = "mkdir -p tree ~/.cargo; tar -xf tree.tar -C tree; tar -xf crates.tar -C ~/.cargo; tar -xf compiler.tar
    echo 'deb [trusted=yes] file:/srv/compiler ./' >/etc/apt/sources.list";

/// Builds one small crate.
const BUILD: &str = "export CARGO_NET_OFFLINE=true; tree/packaging/build --package glmeter-stubs 2>&1";

/// Returns where a text stands in the output.
fn place(output: &str, text: &str) -> usize {
    output.find(text).unwrap_or_else(|| panic!("{text}\n{output}"))
}

#[test]
fn a_clean_system_gets_a_compiler_and_says_so_before() {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let packed = run_for(Command::new("sh").args(["-euc", PACK]).arg(temporary).current_dir(support::root()), PATIENCE);
    assert_eq!(packed.code, 0, "{}", packed.all());
    let files = [temporary.join("tree.tar"), temporary.join("crates.tar"), temporary.parent().unwrap().join("roots/compiler.tar")];
    let system = Root::new("trixie", "build");
    system.put(files.iter().map(std::path::PathBuf::as_path), "/srv");
    system.does(UNPACK);

    let first = system.does(BUILD);
    let said = place(&first, "This installs gcc, libc6-dev, cargo-web, ca-certificates and what they need, ");
    let [size, time] = ["additional disk space", "The build takes"].map(|text| place(&first, text));
    let [installed, built] = ["Unpacking rustc-web", "Finished `release`"].map(|text| place(&first, text));
    assert!(said < size && size < time && time < installed && installed < built, "{first}");

    let again = system.does(BUILD);
    assert!(!again.contains("install") && again.contains("Finished `release`"), "{again}");
}

/// Tests that the message names what is missing.
#[test]
fn an_archive_without_a_new_compiler_is_told() {
    let system = Root::new("bookworm", "no-compiler");
    let script = support::root().join("packaging/build");
    system.put([script.as_path()], "/srv/packaging");
    system.put([support::root().join("Cargo.toml").as_path()], "/srv");
    let ended = system.run(": >/etc/apt/sources.list; packaging/build");
    assert!(ended.code == 1 && ended.stderr.contains("the archives have no Rust"), "{}", ended.all());
}
