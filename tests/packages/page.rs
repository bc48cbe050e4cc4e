//! The commands of docs/install.md that this suite executes.

use super::support::root;
use std::collections::BTreeMap;

/// The beginning of a block whose commands this suite executes.
const BLOCK: &str = "```sh packages";

/// Returns the page's blocks of commands, by the heading above them.
fn blocks() -> BTreeMap<String, Vec<String>> {
    let text = std::fs::read_to_string(root().join("docs/install.md")).unwrap();
    let mut found = BTreeMap::<_, Vec<String>>::new();
    let (mut heading, mut block) = (String::new(), None::<String>);
    for line in text.lines() {
        if let Some(commands) = &mut block {
            if line == "```" {
                found.entry(heading.clone()).or_default().extend(block.take());
            } else {
                *commands += &format!("{line}\n");
            }
        } else if line == BLOCK {
            block = Some(String::new());
        } else if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
    }
    found
}

/// Returns the commands of a block, by its heading and its number below that.
pub(crate) fn commands(heading: &str, number: usize) -> String {
    let blocks = blocks();
    let below = blocks.get(heading).unwrap_or_else(|| panic!("docs/install.md has no commands below {heading:?}"));
    below.get(number).unwrap_or_else(|| panic!("docs/install.md has {} blocks below {heading:?}", below.len())).clone()
}

#[test]
fn every_block_of_the_page_is_executed() {
    let counts: Vec<(String, usize)> = blocks().into_iter().map(|(heading, blocks)| (heading, blocks.len())).collect();
    let executed = [
        (super::debian::HEADING, super::debian::BLOCKS),
        (super::wheel::HEADING, super::wheel::BLOCKS),
        (super::debian::TREE, super::debian::TREE_BLOCKS),
    ];
    assert_eq!(counts, executed.map(|(heading, count)| (heading.to_owned(), count)));
}
