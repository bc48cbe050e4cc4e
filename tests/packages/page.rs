//! The commands of docs/install.md and docs/python.md that this suite executes.

use super::support::root;
use std::collections::BTreeMap;

/// The pages, which have no heading in common.
const PAGES: [&str; 2] = ["docs/install.md", "docs/python.md"];

/// Returns the beginning and the end of the commands that execute a block, by the line above it.
fn around(line: &str) -> Option<(&'static str, &'static str)> {
    match line {
        "```sh packages" => Some(("", "")),
        "```python packages" => Some(("python - <<'END'\n", "END\n")),
        _ => None,
    }
}

/// Returns the pages' blocks of commands, by the heading above them.
fn blocks() -> BTreeMap<String, Vec<String>> {
    let texts = PAGES.map(|page| std::fs::read_to_string(root().join(page)).unwrap());
    let mut found = BTreeMap::<_, Vec<String>>::new();
    let (mut heading, mut block) = (String::new(), None::<(String, &str)>);
    for line in texts.iter().flat_map(|text| text.lines()) {
        if let Some((commands, end)) = &mut block {
            if line == "```" {
                found.entry(heading.clone()).or_default().push(format!("{commands}{end}"));
                block = None;
            } else {
                *commands += &format!("{line}\n");
            }
        } else if let Some((begin, end)) = around(line) {
            block = Some((begin.to_owned(), end));
        } else if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
    }
    found
}

/// Returns the commands of a block, by its heading and its number below that.
pub(crate) fn commands(heading: &str, number: usize) -> String {
    let blocks = blocks();
    let below = blocks.get(heading).unwrap_or_else(|| panic!("{PAGES:?} have no commands below {heading:?}"));
    below.get(number).unwrap_or_else(|| panic!("{PAGES:?} have {} blocks below {heading:?}", below.len())).clone()
}

#[test]
fn every_block_of_the_page_is_executed() {
    let counts: Vec<(String, usize)> = blocks().into_iter().map(|(heading, blocks)| (heading, blocks.len())).collect();
    let installed = [
        (super::release::HEADING, super::release::BLOCKS),
        (super::debian::HEADING, super::debian::BLOCKS),
        (super::wheel::HEADING, super::wheel::BLOCKS),
        (super::debian::TREE, super::debian::TREE_BLOCKS),
    ];
    let executed: BTreeMap<_, _> =
        installed.into_iter().chain(super::python::BLOCKS).map(|(heading, count)| (heading.to_owned(), count)).collect();
    assert_eq!(counts, executed.into_iter().collect::<Vec<_>>());
}
