//! The crates as `cargo package` packs them, and the version that packaging/version sets.

use super::PATIENCE;
use super::support::{Ended, root, run_for};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// What the packed root may have: what a build reads, and what cargo adds.
const OF_ROOT: [&str; 10] =
    ["build.rs", "include", "packaging", "src", "tables", "LICENSE-MIT", "README.md", "Cargo.toml", "Cargo.toml.orig", "Cargo.lock"];

/// Runs commands of a shell in a folder.
fn shell(commands: &str, folder: &Path) -> Ended {
    run_for(Command::new("bash").args(["-euo", "pipefail", "-c", commands]).current_dir(folder).env("CARGO_NET_OFFLINE", "true"), PATIENCE)
}

/// Returns the name and the version of each member of the workspace in a folder.
fn members(folder: &Path) -> BTreeSet<String> {
    let ended = shell("cargo metadata --format-version 1 --no-deps --locked", folder);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let described: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    described["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| format!("{}-{}", text(&member["name"]), text(&member["version"])))
        .collect()
}

#[test]
fn cargo_packs_each_crate_with_what_it_needs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates");
    let commands = "rm -rf $0; cargo package --workspace --no-verify --allow-dirty --target-dir $0";
    let ended = shell(&commands.replace("$0", &folder.display().to_string()), root());
    assert_eq!(ended.code, 0, "{}", ended.all());
    // There is no page on the web to name, and the tests and benchmarks of the root stay outside.
    let known =
        |line: &&str| ["manifest has no documentation", "ignoring test", "ignoring benchmark"].iter().any(|part| line.contains(part));
    let warnings: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("warning:") && !known(line)).collect();
    assert!(warnings.is_empty(), "{warnings:?}");

    let listed = shell("for file in *.crate; do tar -tf $file; done", &folder.join("package"));
    let packed: BTreeSet<(&str, &str)> = listed.stdout.lines().filter_map(|path| path.split_once('/')).collect();
    let names: BTreeSet<String> = packed.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, members(root()));
    let glmeter = format!("glmeter-{}", env!("CARGO_PKG_VERSION"));
    let of_root = packed.iter().filter(|(name, _)| *name == glmeter).map(|(_, path)| path.split('/').next().unwrap());
    // In a tree without changes cargo adds the commit.
    assert_eq!(of_root.filter(|name| *name != ".cargo_vcs_info.json").collect::<BTreeSet<_>>(), BTreeSet::from(OF_ROOT));
}

#[test]
fn the_version_is_set_everywhere() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("versioned");
    let copy = "rm -rf $0; mkdir $0; git ls-files -z ':!*.png' | xargs -0 cp --parents -t $0; cd $0; packaging/version 98.76.54";
    let ended = shell(&copy.replace("$0", &folder.display().to_string()), root());
    assert_eq!(ended.code, 0, "{}", ended.all());
    let all = members(&folder);
    assert!(all.iter().all(|name| name.ends_with("-98.76.54")) && all.len() == members(root()).len(), "{all:?}");
    let version = env!("CARGO_PKG_VERSION");
    let left = shell(&format!("grep -rnF {version} Cargo.toml ctests/control.c packaging/share || :"), &folder);
    assert_eq!(left.stdout, "");
    let header = std::fs::read_to_string(folder.join("include/GL/glmeter.h")).unwrap();
    assert!(
        ["MAJOR 98", "MINOR 76", "PATCH 54"].iter().all(|part| header.contains(&format!("#define GLMETER_VERSION_{part}\n"))),
        "{header}"
    );
}
