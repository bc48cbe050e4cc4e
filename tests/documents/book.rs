//! The pages of the book that packaging/book builds: all are there, and their links lead to pages or files of the book.

use crate::support;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder with the pages, as packaging/book writes them for mdBook.
fn pages() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book-pages");
    let ended = support::run(Command::new(support::root().join("packaging/book")).arg("--pages").arg(&folder));
    assert_eq!(ended.code, 0, "{}", ended.all());
    folder
}

/// Returns the targets of the links in a page outside of its blocks of code, but not those to other sites and to the page itself.
fn links(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|link| !link.is_empty() && !link.contains("://")).map(str::to_owned).collect()
}

/// Returns the files below a folder whose names end in `.md`.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { markdown(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect()
}

#[test]
fn the_links_of_the_book_lead_to_its_pages_and_files() {
    let folder = pages();
    let summary = folder.join("SUMMARY.md");
    let chapters: Vec<PathBuf> = links(&std::fs::read_to_string(&summary).unwrap()).iter().map(|link| folder.join(link)).collect();
    let mut count = 0;
    for page in markdown(&folder) {
        assert!(page == summary || chapters.contains(&page), "{} is no chapter, so the book has no page of it", page.display());
        for link in links(&std::fs::read_to_string(&page).unwrap()) {
            assert!(page.parent().unwrap().join(&link).is_file(), "{}: {link}", page.display());
            count += 1;
        }
    }
    assert!(chapters.len() > 40 && count > 200, "{} chapters, {count} links", chapters.len());
}
