//! The command line: one row for each command and each option. Parsing, the help text, the manual page's options and the completions of the shells
//! follow from the rows.

mod commands;
mod given;
mod help;
mod options;
mod project;
#[cfg(test)]
mod share;

use commands::{COMMANDS, Form, Operands};
pub(crate) use given::{Before, Given, One, before_command, named, parse};
pub(crate) use help::{of, whole};
pub(crate) use options::*;
pub(crate) use project::add_project;

use glmeter_report::check::Budget;
use std::borrow::Cow;

/// A command of glmeter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Demo,
    Info,
    Run,
    Check,
    Compare,
    Top,
    Install,
    Uninstall,
    Shader,
    Help,
}

impl Command {
    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        COMMANDS.iter().find(|about| about.command == self).map_or("", |about| about.name)
    }
}

/// An option: a row of the definition.
///
/// Texts mark words for the manual page: the value of an option stands between asterisks, a word to type between backquotes.
pub(crate) struct CommandOption {
    /// Its name without dashes. An option that stands for one of each metric ends with [`METRIC`].
    pub(crate) name: &'static str,
    /// Its short name, a letter.
    pub(crate) letter: Option<char>,
    /// Its value.
    pub(crate) value: Option<Value>,
    /// The environment variable that sets the same, which the option overrides.
    pub(crate) variable: Option<&'static str>,
    /// The commands that accept it.
    pub(crate) commands: &'static [Command],
    /// The options of which one must be given together with it, in the commands that have all of them.
    pub(crate) needs: &'static [&'static str],
    /// What it does, in a few words: the description in completions, and how the one in the help text and the manual page begins.
    pub(crate) brief: &'static str,
    /// The rest of the description, with the punctuation before it. [`METRICS`] in it stands for the names of all metrics.
    pub(crate) more: &'static str,
}

/// The end of the name of an option that stands for one of each metric.
pub(crate) const METRIC: &str = "METRIC";
/// What stands for the names of all metrics in a text.
const METRICS: &str = "{metrics}";

/// The value of an option.
pub(crate) struct Value {
    /// Its name, in capital letters.
    pub(crate) name: &'static str,
    /// What it is.
    pub(crate) kind: Kind,
}

/// What the value of an option is.
pub(crate) enum Kind {
    /// A file.
    File,
    /// A folder: what a message says that the option wants.
    Folder(&'static str),
    /// One of some words.
    Words(&'static [Word]),
    /// Something else: what a message says that the option wants.
    Other(&'static str),
}

/// A word that an option accepts, and what it means; the latter may be empty. What follows a `=` in the word stands for anything.
pub(crate) struct Word(pub(crate) &'static str, pub(crate) &'static str);

impl CommandOption {
    /// Returns its name with its dashes.
    pub(crate) fn dashed(&self) -> String {
        format!("--{}", self.name)
    }

    /// Returns the names that it has on a command line, without dashes.
    pub(crate) fn names(&self) -> Vec<Cow<'static, str>> {
        match self.name.strip_suffix(METRIC) {
            Some(before) => Budget::names().map(|metric| Cow::Owned(format!("{before}{metric}"))).collect(),
            None => vec![Cow::Borrowed(self.name)],
        }
    }

    /// Returns the words that it accepts.
    pub(crate) fn words(&self) -> &'static [Word] {
        match &self.value {
            Some(Value { kind: Kind::Words(words), .. }) => words,
            _ => &[],
        }
    }

    /// Returns what a message says that it wants.
    pub(crate) fn wanted(&self) -> String {
        match &self.value {
            Some(Value { kind: Kind::Words(words), .. }) => listed(words.iter().map(|Word(word, _)| *word), "or"),
            Some(Value { kind: Kind::Folder(wanted) | Kind::Other(wanted), .. }) => (*wanted).to_owned(),
            Some(Value { kind: Kind::File, .. }) => "a file".to_owned(),
            None => String::new(),
        }
    }

    /// Returns its description, with marks.
    fn text(&self) -> String {
        let words = self.words().iter().map(|Word(word, about)| {
            let word = match word.split_once('=') {
                Some((kind, target)) => format!("`{kind}=`*{target}*"),
                None => format!("`{word}`"),
            };
            if about.is_empty() { word } else { format!("{word} ({about})") }
        });
        let words = words.collect::<Vec<_>>().join(", ");
        let more = match self.more.split_once(METRICS) {
            Some((before, after)) => {
                let metrics = Budget::names().map(|metric| format!("`{metric}`"));
                format!("{before}{}{after}", listed(metrics, "or"))
            }
            None => self.more.to_owned(),
        };
        format!("{}{}{words}{more}", self.brief, if words.is_empty() { "" } else { ": " })
    }
}

/// Returns a text without its marks.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, '`' | '*')).collect()
}

/// Returns words as a part of a sentence: `a, b or c`.
fn listed<W: AsRef<str>>(words: impl IntoIterator<Item = W>, conjunction: &str) -> String {
    let words: Vec<W> = words.into_iter().collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
    }
}
