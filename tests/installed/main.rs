//! Installs glmeter into folders of its own, as a user or a package does, and uses what lies there: the command, the libraries, pkg-config, CMake, the
//! manual and the completions.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod cinstall;
mod command;
mod linked;
mod manual;
mod removed;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{build_folder, run};

/// The variables by which a test's surroundings could change what it sees.
const VARIABLES: [&str; 8] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "PKG_CONFIG_PATH",
    "__EGL_VENDOR_LIBRARY_FILENAMES",
    "__GLX_VENDOR_LIBRARY_NAME",
    "GLMETER_PROVIDER",
];

/// Returns a command without [`VARIABLES`].
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    VARIABLES.iter().for_each(|name| {
        command.env_remove(name);
    });
    command
}

/// Returns an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Installs by `glmeter install`. Returns what it printed.
fn install(prefix: &Path, options: &[&str]) -> String {
    build_folder();
    let ended = run(support::glmeter().arg("install").arg("--prefix").arg(prefix).args(options));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    ended.stdout
}

/// Returns a prefix that `glmeter install` filled, and that was then moved to another place, with its libraries in `lib`.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let folder = folder("moved");
        let (before, after) = (folder.join("before"), folder.join("after"));
        install(&before, &[]);
        std::fs::rename(before, &after).unwrap();
        after
    })
}

/// A file in a tree.
#[derive(Debug, PartialEq)]
enum Found {
    File(Vec<u8>),
    Link(PathBuf),
}

/// Returns the files and links below a folder by their paths.
fn files_below(folder: &Path) -> BTreeMap<String, Found> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<String, Found>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if kind.is_dir() {
                walk(root, &path, found);
            } else if kind.is_symlink() {
                found.insert(name, Found::Link(std::fs::read_link(path).unwrap()));
            } else {
                found.insert(name, Found::File(std::fs::read(path).unwrap()));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}
