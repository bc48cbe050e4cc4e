//! The manual pages and the completions name what the help text names, and the tools that read them accept them.

use super::support::{glmeter, root, run};
use super::{command, prefix};
use glmeter::config::SETTINGS;
use glmeter_report::check::METRICS;
use glmeter_report::open::{KINDS, Target};
use std::collections::BTreeSet;
use std::path::PathBuf;

const BASH: &str = "share/bash-completion/completions/glmeter";
const ZSH: &str = "share/zsh/site-functions/_glmeter";
const FISH: &str = "share/fish/vendor_completions.d/glmeter.fish";
const PAGES: [&str; 2] = ["share/man/man1/glmeter.1", "share/man/man7/glmeter.7"];

fn help() -> String {
    let ended = run(glmeter().arg("--help"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    ended.stdout
}

/// Returns the options and variables in the help text. `--max-METRIC` stands for those of the metrics, which the manual page leaves to the help
/// text.
fn options_and_variables() -> BTreeSet<String> {
    let help = help();
    let words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').map(|word| word.trim_end_matches('-'));
    words
        .filter(|word| word.len() > 3 && (word.starts_with("--") || word.starts_with("GLMETER_")) && *word != "--max-METRIC")
        .map(str::to_owned)
        .collect()
}

/// Returns the commands in the help text.
fn commands() -> BTreeSet<String> {
    let help = help();
    let usage = help.lines().filter_map(|line| line.strip_prefix("  glmeter "));
    let commands = usage.filter_map(|line| line.trim_start_matches('[').split_whitespace().next()).filter(|word| !word.starts_with('-'));
    commands.map(str::to_owned).collect()
}

/// Returns the text of a file of the repository.
fn text_of(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a manual page as a terminal shows it.
fn shown(path: &str) -> String {
    let ended = run(command("mandoc").args(["-T", "ascii", "-O", "width=200"]).arg(root().join(path)));
    assert_eq!(ended.code, 0, "{}", ended.all());
    // Bold and underlined letters are struck over.
    let mut text = String::new();
    for letter in ended.stdout.chars() {
        match letter {
            '\u{8}' => {
                text.pop();
            }
            letter => text.push(letter),
        }
    }
    text
}

#[test]
fn the_help_text_has_what_these_tests_look_for() {
    let expected: Vec<_> = ["check", "compare", "demo", "help", "info", "install", "run", "top"].into();
    assert_eq!(commands().iter().map(String::as_str).collect::<Vec<_>>(), expected);
    for setting in &SETTINGS {
        assert!(options_and_variables().contains(setting.option) && options_and_variables().contains(setting.variable));
    }
    assert!(options_and_variables().contains("--destdir"));
    let help = help();
    let words: BTreeSet<&str> = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    assert!(METRICS.iter().all(|metric| words.contains(metric.name)), "the metrics of check");
}

#[test]
fn the_manual_page_names_every_command_option_variable_and_word() {
    let page = shown(PAGES[0]);
    for name in options_and_variables().iter().chain(&commands()) {
        assert!(page.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').any(|word| word == name), "{name} in\n{page}");
    }
    for setting in &SETTINGS {
        let (_, after) =
            page.split_once(&format!("{} word, {}", setting.option, setting.variable)).unwrap_or_else(|| panic!("{}", setting.option));
        let paragraph = after.split_once("The default is").unwrap().0;
        for word in setting.words {
            assert!(
                paragraph.split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == *word),
                "{} {word} in {paragraph}",
                setting.option
            );
        }
    }
}

#[test]
fn the_manual_pages_are_well_formed_and_of_this_version() {
    for path in PAGES {
        let ended = run(command("mandoc").args(["-T", "lint", "-W", "warning"]).arg(root().join(path)));
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "", ""), "{path}");
        let mut man = command("man");
        man.args(["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"]).arg(root().join(path)).env("LC_ALL", "C.UTF-8").env("MANROFFSEQ", "");
        let ended = run(&mut man);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{path}");
        assert!(text_of(path).contains(concat!(".Os glmeter ", env!("CARGO_PKG_VERSION"), "\n")), "{path} names the version");
    }
    let page = run(command("man").arg("-M").arg(prefix().join("share/man")).args(["-w", "glmeter"]));
    assert_eq!(page.stdout.trim(), prefix().join(PAGES[0]).to_str().unwrap(), "{}", page.all());
    assert!(text_of("share/cmake/glmeter/glmeterConfigVersion.cmake").contains(concat!("\"", env!("CARGO_PKG_VERSION"), "\"")));
}

#[test]
fn the_completions_name_every_command_option_and_word() {
    let options: BTreeSet<String> = options_and_variables().into_iter().filter(|name| name.starts_with("--")).collect();
    for path in [BASH, ZSH, FISH] {
        let text = text_of(path);
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for name in options.iter().chain(&commands()) {
            // fish names options without their dashes.
            let name = if path == FISH { name.trim_start_matches('-') } else { name };
            assert!(words.contains(name), "{path} lacks {name}");
        }
        assert!(
            METRICS.iter().all(|metric| words.contains(metric.name) || words.contains(format!("--max-{}", metric.name).as_str())),
            "{path}"
        );
        for (kind, target) in KINDS {
            let word = if *target == Target::No { (*kind).to_owned() } else { format!("{kind}=") };
            assert!(text.contains(&word), "{path} lacks the report {word}");
        }
        for setting in &SETTINGS {
            let option = if path == FISH { setting.option.trim_start_matches('-') } else { setting.option };
            let line = |line: &&str| setting.words.iter().all(|word| line.contains(word));
            assert!(text.lines().filter(|line| line.contains(option)).any(|text| line(&text)), "{path}: the words of {option} in one line");
        }
    }
}

/// Returns what bash proposes for the last word of a command line.
fn in_bash(line: &[&str]) -> Vec<String> {
    let script = r#"source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _glmeter; printf '%s\n' "${COMPREPLY[@]}""#;
    let completion: PathBuf = prefix().join(BASH);
    let ended = run(command("bash").args(["--norc", "-uc", script, "bash"]).arg(completion).args(line));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    ended.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes() {
    assert_eq!(in_bash(&["glmeter", "i"]), ["info", "install"]);
    assert_eq!(in_bash(&["glmeter", "info", "--pro"]), ["--provider"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "s"]), ["software"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "software", "--fe"]), ["--fence"]);
    assert_eq!(in_bash(&["glmeter", "install", "--d"]), ["--destdir"]);
    for command in ["run", "check"] {
        assert_eq!(in_bash(&["glmeter", command, "--report", "o"]), ["off", "openmetrics="]);
        assert_eq!(in_bash(&["glmeter", command, "--st"]), ["--stop-after"]);
    }
    assert_eq!(in_bash(&["glmeter", "info", "--report", ""]), ["summary", "off"]);
    assert!(in_bash(&["glmeter", "run", "--", "glmeter-no-such-pro"]).iter().all(String::is_empty));
    assert!(in_bash(&["glmeter", "run", "tru"]).contains(&"true".to_owned()), "programs");
}

#[test]
fn fish_completes() {
    let proposed = |line: &str| {
        let script = format!("source {}; complete -C '{line}'", prefix().join(FISH).display());
        let ended = run(command("fish").args(["--no-config", "-c", &script]).env("HOME", super::folder("fish")));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
        ended.stdout.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(proposed("glmeter i"), ["info", "install"]);
    assert_eq!(proposed("glmeter run --pro"), ["--provider"]);
    assert_eq!(proposed("glmeter run --provider "), ["auto", "host", "software"]);
    assert_eq!(proposed("glmeter install --d"), ["--destdir"]);
}

/// zsh completes in a terminal: zpty gives it one.
#[test]
fn zsh_completes() {
    let ended = run(command("zsh").args(["-f", "-n"]).arg(root().join(ZSH)));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    let script = r#"
        zmodload zsh/zpty
        zpty -b shell zsh -f -i
        zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; PROMPT=; LISTMAX=1000; stty rows 50 cols 200; echo rea''dy"
        zpty -r shell text '*ready*'
        zpty -w -n shell "$2"$'\t'
        zpty -r shell text "*$3*"
        print -r -- "$text"
    "#;
    let functions = prefix().join("share/zsh/site-functions");
    // It lists them in this order, so that all have come with the last.
    for (line, words) in [
        ("glmeter ", ["demo", "info", "install", "run a program with"]),
        ("glmeter info --", ["--emulate", "--fence", "--log", "--report"]),
    ] {
        let mut zsh = command("zsh");
        zsh.args(["-f", "-c", script, "zsh"]).arg(&functions).arg(line).arg(words[3]).env("TERM", "dumb");
        let ended = run(&mut zsh);
        assert_eq!(ended.code, 0, "{}", ended.all());
        assert!(words.iter().all(|word| ended.stdout.contains(word)), "{line}: {}", ended.stdout);
    }
}
