//! The sdist: the same commit gives the same bytes, and it has every file that the build of the release has read.

use super::PATIENCE;
use super::support::{self, root, run_for};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs commands of a shell in the root of the repository that must succeed, and returns what they print.
fn does(commands: &str) -> String {
    let ended = run_for(Command::new("sh").args(["-euc", commands]).current_dir(root()).env("PYTHONDONTWRITEBYTECODE", "1"), PATIENCE);
    assert_eq!(ended.code, 0, "{commands}\n{}", ended.all());
    ended.stdout
}

/// Packs the sdist to a new folder, and returns its file.
fn pack(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let file = does(&format!("rm -rf {0}; mkdir {0}; python3 packaging/python/backend.py {0}", folder.display()));
    folder.join(file.trim_end())
}

/// Returns the files of the tree that the release build has read, by their paths from the root: of sources and of what build scripts name.
fn read_by_the_build() -> BTreeSet<String> {
    let mut read = BTreeSet::new();
    for made in ["glmeter", "libglmeter", "libglmeter_soft", "libglmeter_osmesa", "libglmeter_gl"] {
        let listed = std::fs::read_to_string(support::build_folder().join(made).with_extension("d")).unwrap();
        let paths = listed.split_whitespace().filter_map(|path| Path::new(path).strip_prefix(root()).ok());
        let of_tree = paths.filter(|path| !path.starts_with("target") && root().join(path).is_file());
        read.extend(of_tree.map(|path| path.to_str().unwrap().to_owned()));
    }
    assert!(read.len() > 500, "{} files", read.len());
    read
}

#[test]
fn the_sdist_has_what_a_build_reads_and_always_the_same_bytes() {
    let [first, second] = ["sdist", "sdist-again"].map(pack);
    assert!(std::fs::read(&first).unwrap() == std::fs::read(second).unwrap(), "the bytes differ");
    does(&format!("target/clients-venv/bin/twine check --strict {}", first.display()));

    let folder = format!("glmeter-{}", env!("CARGO_PKG_VERSION"));
    let listed = does(&format!("tar -tf {}", first.display()));
    let packed: BTreeSet<&str> = listed.lines().map(|path| path.strip_prefix(&folder).unwrap().trim_start_matches('/')).collect();
    let lacking: Vec<String> = read_by_the_build().into_iter().filter(|path| !packed.contains(path.as_str())).collect();
    assert!(lacking.is_empty(), "the sdist lacks {lacking:?}");

    // cargo accepts the manifests with the lock file, and pip finds the backend.
    let unpacked = first.parent().unwrap().join(folder);
    does(&format!("tar -xf {} -C {}", first.display(), first.parent().unwrap().display()));
    does(&format!("cd {}; cargo tree --workspace --offline --locked; test -f PKG-INFO", unpacked.display()));
    let backend = "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['backend-path'])";
    let path = does(&format!("cd {}; python3 -c \"{backend}\"", unpacked.display()));
    assert!(unpacked.join(path.trim_end()).join("backend.py").is_file(), "{path}");
}
