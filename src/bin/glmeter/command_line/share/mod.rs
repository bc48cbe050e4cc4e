//! The files in `packaging/share` that follow from the rows: the manual page's options and the completions of the shells.
//!
//! A file contains handwritten parts, and generated ones between a line with `{{{ NAME` and one with `}}}`. A test compares the latter with the rows,
//! or writes them if the variable `BLESS` is set.

mod bash;
mod fish;
mod manual;
mod zsh;

use super::{COMMANDS, Command, CommandOption, FOR_HELP, GROUPS, HELP, METRIC, VERSION, plain};
use std::path::Path;

/// Returns each part of a file by its name.
type Parts = fn() -> Vec<(&'static str, String)>;

/// The files with their parts.
const FILES: [(&str, Parts); 4] = [
    ("man/man1/glmeter.1", manual::parts),
    ("bash-completion/completions/glmeter", bash::parts),
    ("zsh/site-functions/_glmeter", zsh::parts),
    ("fish/vendor_completions.d/glmeter.fish", fish::parts),
];

/// Returns all options, with those that the help text names among its forms.
fn options() -> impl Iterator<Item = &'static CommandOption> {
    GROUPS.iter().flat_map(|group| group.options).chain(&FOR_HELP).copied()
}

/// Returns the options of a command.
fn options_of(command: Command) -> impl Iterator<Item = &'static CommandOption> {
    options().filter(move |option| option.commands.contains(&command))
}

/// Returns each name of an option without dashes, with its description.
fn described(option: &CommandOption) -> Vec<(String, String)> {
    let metric = |name: &str| name.get(option.name.len() - METRIC.len()..).unwrap_or_default().to_owned();
    let names = option.names().into_iter();
    if option.name.ends_with(METRIC) {
        names.map(|name| (name.to_string(), plain(option.brief).replace(METRIC, &metric(&name)))).collect()
    } else {
        names.map(|name| (name.to_string(), plain(option.brief))).collect()
    }
}

/// Returns the words that an option accepts, up to a `=`.
fn words(option: &CommandOption) -> Vec<&'static str> {
    option.words().iter().map(|word| word.0.find('=').map_or(word.0, |at| &word.0[..=at])).collect()
}

/// Returns the names of all commands.
fn command_names() -> Vec<&'static str> {
    COMMANDS.iter().map(|about| about.name).collect()
}

/// Returns a file with its parts in place of those that it has.
fn with_parts(text: &str, parts: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut is_inside = false;
    let mut seen = Vec::new();
    for line in text.lines() {
        if line.trim_end().ends_with("}}}") {
            is_inside = false;
        }
        if !is_inside {
            filled += &format!("{line}\n");
        }
        if let Some((_, name)) = line.split_once("{{{ ") {
            let (_, part) = parts.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("there is no part {name}"));
            filled += part;
            is_inside = true;
            seen.push(name.to_owned());
        }
    }
    assert_eq!(seen, parts.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    filled
}

#[test]
fn the_files_follow_the_rows() {
    for (path, parts) in FILES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/share").join(path);
        let text = std::fs::read_to_string(&file).unwrap();
        let wanted = with_parts(&text, &parts());
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, wanted).unwrap();
            continue;
        }
        let differs = text.lines().zip(wanted.lines()).find(|(is, wanted)| is != wanted);
        assert!(
            text == wanted,
            "packaging/share/{path} differs from the rows, which BLESS=1 cargo test --bin glmeter writes to it: {differs:?}"
        );
    }
}

#[test]
fn texts_have_no_signs_that_a_shell_replaces() {
    for option in options() {
        let is_right = |text: &str| !text.contains(['$', '"', '\\', '\n']) && !text.ends_with(['.', ' ']);
        assert!(is_right(option.brief) && !option.brief.is_empty() && is_right(option.more), "{}", option.name);
        assert!(option.words().iter().all(|word| is_right(word.1) && !word.1.contains('`')), "{}", option.name);
    }
}
