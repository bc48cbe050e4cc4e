//! The rules of errors: each fits a debug message, and tests provoke all of them but those of a list.
//!
//! A rule counts as provoked when its error is recorded for glGetError, or a test asks for its code. What the fuzz targets provoke does not count,
//! because it is a matter of chance. The rules that no test provokes are known when all tests have ended, so the list is compared when the process
//! ends, which fails then; only if it ran all tests.

use crate::error::{self, Error};
use crate::limits::MAX_DEBUG_MESSAGE_LENGTH;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// The rules that no test provokes, one in each line. It may only become shorter: a new rule has a test.
const UNPROVOKED: &str = include_str!("unprovoked_rules.txt");

/// A function that makes an error of a rule.
type Maker = fn(&'static &'static str) -> Error;

/// The functions that make an error of a rule.
const MAKERS: [(&str, Maker); 9] = [
    ("invalid_enum", error::invalid_enum),
    ("invalid_value", error::invalid_value),
    ("invalid_operation", error::invalid_operation),
    ("invalid_framebuffer_operation", error::invalid_framebuffer_operation),
    ("out_of_memory", error::out_of_memory),
    ("stack_overflow", error::stack_overflow),
    ("stack_underflow", error::stack_underflow),
    ("table_too_large", error::table_too_large),
    ("context_lost", error::context_lost),
];

/// The rules of errors so far.
static PROVOKED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

thread_local! {
    /// True while this thread runs a fuzz target.
    static IS_HOSTILE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a fuzz target: the rules that it breaks do not count.
pub fn hostile<R>(work: impl FnOnce() -> R) -> R {
    IS_HOSTILE.set(true);
    let result = work();
    IS_HOSTILE.set(false);
    result
}

/// Notes that a test provoked a rule.
pub fn note(rule: &'static str) {
    static REGISTERED: Once = Once::new();
    // SAFETY: the function takes no lock that a thread may hold when the process ends.
    REGISTERED.call_once(|| _ = unsafe { libc::atexit(compare) });
    if !IS_HOSTILE.get() {
        PROVOKED.lock().unwrap_or_else(PoisonError::into_inner).insert(rule);
    }
}

/// Returns the files below a folder that are no tests.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let is_test = |name: &str| name.starts_with("testing") || name.contains("tests") || name.contains("end_to_end");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if is_test(&name.to_string_lossy()) {
            continue;
        }
        if path.is_dir() { sources(&path, into) } else { into.push(path) }
    }
}

/// Returns the rules that a source text gives to [`MAKERS`], each with the number of its maker.
fn rules_in(text: &str) -> Vec<(usize, String)> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.fold(String::new(), |code, line| code + line + "\n");
    let mut rules = Vec::new();
    for (number, (maker, _)) in MAKERS.iter().enumerate() {
        for (at, found) in code.match_indices(&format!("{maker}(")) {
            let begins_word = !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            let after = code[at + found.len()..].trim_start();
            if let Some(literal) = after.strip_prefix("&\"").filter(|_| begins_word) {
                let literal = literal.split('"').next().unwrap_or_default();
                let mut lines = literal.split("\\\n");
                let first = lines.next().unwrap_or_default().to_owned();
                rules.push((number, lines.fold(first, |rule, line| rule + line.trim_start())));
            }
        }
    }
    rules
}

/// Returns the rules of the state machine, each with the number of its maker.
fn written() -> Vec<(usize, String)> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).flat_map(|text| rules_in(&text)).collect()
}

/// Compares the rules that no test provoked with the list, when the process ends.
extern "C" fn compare() {
    // Arguments other than options choose tests.
    let is_whole =
        std::env::args().skip(1).all(|argument| argument.starts_with("--test-threads") || argument == "--nocapture" || argument == "-q");
    if !is_whole {
        return;
    }
    let provoked = PROVOKED.lock().unwrap_or_else(PoisonError::into_inner);
    let written: BTreeSet<String> = written().into_iter().map(|(_, rule)| rule).filter(|rule| !provoked.contains(rule.as_str())).collect();
    let listed: BTreeSet<String> = UNPROVOKED.lines().map(str::to_owned).collect();
    written
        .difference(&listed)
        .for_each(|rule| eprintln!("no test provokes the rule, and testing/unprovoked_rules.txt does not have it: {rule}"));
    listed.difference(&written).for_each(|rule| eprintln!("to be taken out of testing/unprovoked_rules.txt: {rule}"));
    if written != listed {
        // SAFETY: the process ends, and nothing else runs.
        unsafe { libc::_exit(101) };
    }
}

#[test]
fn every_rule_fits_a_debug_message() {
    let longest = crate::table::signatures().into_iter().map(|command| command.name).max_by_key(|name| name.len()).unwrap_or_default();
    let rules = written();
    assert!(rules.len() > 500, "{} rules", rules.len());
    for (maker, rule) in rules {
        let rule: &'static str = rule.leak();
        let message = MAKERS[maker].1(Box::leak(Box::new(rule))).message(longest);
        assert!(message.len() < MAX_DEBUG_MESSAGE_LENGTH, "{} bytes: {message}", message.len());
        assert!(!rule.trim().is_empty() && rule.trim() == rule && !rule.contains("  ") && !rule.contains('\n'), "{rule}");
        assert!(!rule.contains('"') && (!message.contains("\"\"")), "{message}");
    }
}

#[test]
fn rules_are_found_in_texts() {
    let text = concat!(
        "f(invalid_value(&\"One. [A]\")); g(invalid_enum(\n    &\"Two, \\\n      continued.\",\n)); not_invalid_enum(&\"Three\")\n",
        "#[cfg(test)]\nmod tests { invalid_enum(&\"Four\") }",
    );
    assert_eq!(rules_in(text), [(0, "Two, continued.".to_owned()), (1, "One. [A]".to_owned())]);
}
