//! The files of a release, packed from the release build: packaging/check installs each on a clean system; the commands of docs/install.md do so with the
//! archive; and the scripts of the GitHub action run a program with it.

use super::root::Root;
use super::support::{self, root, run_for};
use super::{PATIENCE, PIPELINE, debian, files_in, page};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The part of docs/install.md about the archive, and the number of its blocks: install, use, remove.
pub(crate) const HEADING: &str = "Archive";
pub(crate) const BLOCKS: usize = 3;

/// Runs commands of a shell in the root of the repository, and returns how they ended and what they printed.
fn shell(commands: &str) -> support::Ended {
    run_for(Command::new("sh").args(["-euc", commands]).current_dir(root()), PATIENCE)
}

/// Makes the files once, and returns their folder.
fn files() -> &'static Path {
    static MADE: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let make = || {
        // Both build in the folder debian.
        debian::packages();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("release-files");
        let ended = shell(&format!("packaging/release --as-built {}", folder.display()));
        if ended.code == 0 { Ok(folder) } else { Err(ended.all()) }
    };
    MADE.get_or_init(make).as_ref().unwrap_or_else(|failed| panic!("{failed}"))
}

/// Returns the archive with install.sh.
fn archive() -> PathBuf {
    files_in(files(), "-linux.tar.zst").remove(0)
}

#[test]
fn each_file_of_a_release_draws_the_demo_on_a_clean_system() {
    let ended = shell(&format!("packaging/check {}", files().display()));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert_eq!(ended.stdout.lines().filter(|line| line.contains(" s  ")).count(), 7, "{}", ended.all());
}

#[test]
fn the_archive_installs_and_leaves_nothing() {
    let system = Root::new("bookworm", "archive");
    system.put([archive().as_path()], "/srv");
    system.does("apt-get install -y ./programs/zstd_*.deb");
    let before = system.files();
    system.does(&page::commands(HEADING, 0));
    let demo = system.does(&page::commands(HEADING, 1));
    assert!(demo.contains(PIPELINE), "{demo}");
    system.does(&page::commands(HEADING, 2));
    assert_eq!(before, system.files());
}

/// Runs the action's scripts as a job of GitHub does, with a budget that the program breaks.
#[test]
fn the_action_annotates_a_broken_budget() {
    let commands = format!(
        "cc -o $T/frames ctests/frames.c -lGL -lX11 -lpthread
        printf '# A comment.\\n--max-draws 90\\n--max-overdraw 2.5\\n' >$T/budgets
        export RUNNER_TEMP=$T GITHUB_PATH=$T/path GITHUB_OUTPUT=$T/output ARCHIVE={}
        packaging/action/install
        export PATH=$(cat $T/path):$PATH COMMAND=\"$T/frames 20 100\" BUDGETS=$T/budgets REPORT=$T/page.html
        packaging/action/run || cat $T/output; grep -c '<html' $T/page.html
        BUDGETS= packaging/action/run",
        archive().display()
    );
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("action");
    let ended = shell(&format!("T={}; rm -rf $T; mkdir -p $T\n{commands}", place.display()));
    let annotated = ended.stdout.contains("::error title=glmeter check::draws (worst): 100; the budget is 90");
    assert!(ended.code == 0 && annotated && ended.stdout.contains("status=1\n1\n"), "{}", ended.all());
}

#[test]
fn the_action_has_the_form_that_github_wants() {
    let ended = shell("target/linters/node_modules/.bin/action-validator packaging/action/action.yml");
    assert_eq!(ended.code, 0, "{}", ended.all());
}
