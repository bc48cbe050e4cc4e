//! Runs the commands of the guide: each block of `docs` whose language is `sh`, as a reader would.
//!
//! A block `sh NAME` belongs to the suite `tests/NAME`, which reads and runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{build_folder, library, root};

/// The page whose commands take minutes: tests/run runs a short round of each.
const MEASURED: &str = "performance.md";

/// A block of a page between fences.
struct Block {
    page: String,
    language: String,
    text: String,
}

/// Returns the pages that the summary names.
fn pages() -> BTreeSet<String> {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains('/')).map(str::to_owned).collect()
}

/// Returns the blocks of all pages.
fn blocks() -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(root().join("docs").join(&page)).unwrap();
        let mut inside = false;
        for line in text.lines() {
            match line.strip_prefix("```") {
                Some(_) if inside => inside = false,
                Some(language) => {
                    inside = true;
                    blocks.push(Block { page: page.clone(), language: language.trim().to_owned(), text: String::new() });
                }
                None if inside => {
                    let block = blocks.last_mut().unwrap();
                    block.text += line;
                    block.text.push('\n');
                }
                None => {}
            }
        }
        assert!(!inside, "{page}: a block does not end");
    }
    blocks
}

/// Runs a block. A program that runs until it is closed is closed after some seconds.
fn run_block(block: &Block) {
    let text = block.text.replace("$PWD/target/release", "target/release").replace("target/release", &build_folder().to_string_lossy());
    let runs_on = text.trim_end().ends_with("gears");
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", &text]).current_dir(root()).env("DISPLAY", support::display());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("guide-{}", std::process::id()));
    let output = std::fs::File::create(&file).unwrap();
    command.stdin(Stdio::null()).stdout(output.try_clone().unwrap()).stderr(output).process_group(0);
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    let limit = Duration::from_secs(if runs_on { 3 } else { 300 });
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if begun.elapsed() > limit {
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    if status.is_none() {
        let ended = Command::new("kill").args(["-TERM", "--", &format!("-{}", child.id())]).status().unwrap();
        assert!(ended.success());
        child.wait().unwrap();
    }
    let printed = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let passed = status.map_or(runs_on, |status| status.success() && !runs_on);
    assert!(passed, "docs/{}:\n{}\n{status:?}\n{printed}", block.page, block.text);
}

#[test]
fn every_command_of_the_guide_works() {
    library();
    let blocks: Vec<_> = blocks().into_iter().filter(|block| block.language == "sh" && block.page != MEASURED).collect();
    assert!(blocks.len() >= 10, "the guide has {} blocks of commands", blocks.len());
    blocks.iter().for_each(run_block);
}

/// A block that nothing runs would become wrong unseen.
#[test]
fn every_block_of_the_guide_has_a_language_or_a_suite() {
    for block in blocks() {
        match block.language.split_once(' ') {
            Some(("sh" | "js" | "yaml" | "toml" | "cmake" | "python", suite)) => {
                let suite = suite.split('-').next().unwrap();
                let is_suite =
                    [format!("tests/{suite}.rs"), format!("tests/{suite}/main.rs")].iter().any(|file| root().join(file).exists());
                assert!(is_suite, "docs/{}: there is no tests/{suite}", block.page);
            }
            Some(_) => panic!("docs/{}: {}", block.page, block.language),
            None => {
                let known = ["sh", "text", "c", ""].contains(&block.language.as_str());
                assert!(known, "docs/{}: {}", block.page, block.language);
                let is_command = block.text.trim_start().starts_with("$ ") || block.text.contains("cargo bench");
                assert!(!block.language.is_empty() || !is_command || block.page == MEASURED, "docs/{}:\n{}", block.page, block.text);
            }
        }
    }
}

#[test]
fn the_summary_names_every_page() {
    let files = std::fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    assert_eq!(pages(), files);
}
