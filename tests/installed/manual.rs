//! The manual pages and the completions name what the help text names, and the tools that read them accept them.

use super::support::{glmeter, root, run};
use super::{command, prefix};
use glmeter::config::SETTINGS;
use glmeter_report::check::METRICS;
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

/// Returns the options and variables in the help text. `--max-METRIC` stands for those of the metrics.
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

/// Returns the file of the repository that is installed as `path`.
fn ours(path: &str) -> PathBuf {
    root().join("packaging").join(path)
}

/// Returns the text of a file of the repository.
fn text_of(path: &str) -> String {
    std::fs::read_to_string(ours(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a manual page as a terminal shows it.
fn shown(path: &str) -> String {
    let ended = run(command("mandoc").args(["-T", "ascii", "-O", "width=200"]).arg(ours(path)));
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
    let expected: Vec<_> = ["check", "compare", "demo", "help", "info", "install", "run", "shader", "top", "uninstall"].into();
    assert_eq!(commands().iter().map(String::as_str).collect::<Vec<_>>(), expected);
    let found = options_and_variables();
    assert!(SETTINGS.iter().all(|setting| found.contains(setting.variable)) && found.contains("--destdir") && found.contains("--help"));
}

/// The command's own test compares the files with the definition of its options; this one looks at them as readers do.
#[test]
fn the_manual_page_shows_every_command_option_and_variable() {
    let page = shown(PAGES[0]);
    let words: BTreeSet<&str> = page.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').collect();
    let metrics: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    for name in options_and_variables().iter().chain(&commands()).map(String::as_str).chain(metrics) {
        assert!(words.contains(name), "{name} in\n{page}");
    }
    for line in [
        "--provider word, GLMETER_PROVIDER",
        "--report kind[=file], GLMETER_REPORT",
        "--max-metric [word:]n",
        "Leave the first n frames of each context out of the figures [1].",
        "check also accepts the options of run except --interval and --overhead.",
    ] {
        assert!(page.lines().any(|of| of.trim() == line), "{line} in\n{page}");
    }
}

#[test]
fn the_manual_pages_are_well_formed_and_of_this_version() {
    for path in PAGES {
        let ended = run(command("mandoc").args(["-T", "lint", "-W", "warning"]).arg(ours(path)));
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, "", ""), "{path}");
        let mut man = command("man");
        man.args(["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"]).arg(ours(path)).env("LC_ALL", "C.UTF-8").env("MANROFFSEQ", "");
        let ended = run(&mut man);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{path}");
        assert!(text_of(path).contains(concat!(".Os glmeter ", env!("CARGO_PKG_VERSION"), "\n")), "{path} names the version");
    }
    let page = run(command("man").arg("-M").arg(prefix().join("share/man")).args(["-w", "glmeter"]));
    assert_eq!(page.stdout.trim(), prefix().join(PAGES[0]).to_str().unwrap(), "{}", page.all());
    assert!(text_of("share/cmake/glmeter/glmeterConfigVersion.cmake").contains(concat!("\"", env!("CARGO_PKG_VERSION"), "\"")));
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
    assert_eq!(in_bash(&["glmeter", "help", "co"]), ["compare"]);
    assert_eq!(in_bash(&["glmeter", "info", "--pro"]), ["--provider"]);
    assert_eq!(in_bash(&["glmeter", "--pro"]), ["--provider"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "s"]), ["software"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "software", "--fe"]), ["--fence"]);
    assert_eq!(in_bash(&["glmeter", "--log", "info", "install", "--d"]), ["--destdir"]);
    for command in ["run", "check"] {
        assert_eq!(in_bash(&["glmeter", command, "--report", "o"]), ["off", "openmetrics="]);
        assert_eq!(in_bash(&["glmeter", command, "--st"]), ["--stop-after"]);
    }
    assert_eq!(in_bash(&["glmeter", "info", "--report", ""]), ["summary", "off"]);
    assert_eq!(in_bash(&["glmeter", "check", "--max-draws", "3", "--max-li"]), ["--max-links"]);
    assert!(in_bash(&["glmeter", "check", "--max-draws", ""]).iter().all(String::is_empty), "a number");
    assert!(in_bash(&["glmeter", "run", "--", "glmeter-no-such-pro"]).iter().all(String::is_empty));
    assert!(in_bash(&["glmeter", "run", "tru"]).contains(&"true".to_owned()), "programs");
    let own = std::process::id().to_string();
    assert!(in_bash(&["glmeter", "top", &own]).contains(&own), "processes");
}

/// Readline treats a `=` as a word of its own.
#[test]
fn bash_completes_behind_an_equals_sign() {
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "="]), ["auto", "host", "software"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "=", "h"]), ["host"]);
    assert_eq!(in_bash(&["glmeter", "run", "--provider", "=", "host", "--fe"]), ["--fence"]);
    let folder = super::folder("bash");
    std::fs::write(folder.join("frames.json"), "").unwrap();
    let file = folder.join("fra").to_str().unwrap().to_owned();
    let whole = folder.join("frames.json").to_str().unwrap().to_owned();
    for line in [["glmeter", "run", "--report", "json", "="].as_slice(), &["glmeter", "run", "--report", "=", "json", "="]] {
        assert_eq!(in_bash(&[line, &[&file]].concat()), [whole.as_str()], "{line:?}");
        assert_eq!(in_bash(&[line, &[&file, "--ev"]].concat()), ["--every-frame"], "{line:?}");
    }
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
    assert_eq!(proposed("glmeter --pro"), ["--provider"]);
    assert_eq!(proposed("glmeter run --provider "), ["auto", "host", "software"]);
    assert_eq!(proposed("glmeter install --d"), ["--destdir"]);
    assert_eq!(proposed("glmeter check --max-li"), ["--max-links"]);
    assert_eq!(proposed("glmeter check --over"), Vec::<String>::new(), "an option of run alone");
}

/// zsh completes in a terminal: zpty gives it one.
#[test]
fn zsh_completes() {
    let ended = run(command("zsh").args(["-f", "-n"]).arg(ours(ZSH)));
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
        ("glmeter ", ["demo", "info", "install", "run a program with glmeter", "show your programs"].as_slice()),
        ("glmeter info --", &["--emulate", "--fence", "--log", "--report"]),
        ("glmeter --log info run --", &["--every-frame", "--frame ", "--overhead", "--report", "--warmup"]),
        ("glmeter run --provider ", &["auto", "the machine's, or", "software", "host "]),
        ("glmeter run --report ", &["csv=", "a row a frame", "draws=", "for Prometheus: :PORT, HOST:PORT", "off", "trace="]),
        ("glmeter run --provider=h", &["--provider=host"]),
        ("glmeter run --report js", &["--report json="]),
        ("glmeter run --report=json=/proc/self/auxv --ever", &["--every-frame"]),
        ("glmeter run --report=json=/proc/self/aux", &["--report=json=/proc/self/auxv"]),
        ("glmeter run -- ls --alm", &["--almost-all"]),
        ("glmeter check --max-d", &["--max-dispatches", "--max-draws", "limit draws"]),
    ] {
        let mut zsh = command("zsh");
        zsh.args(["-f", "-c", script, "zsh"]).arg(&functions).arg(line).arg(words[words.len() - 1]).env("TERM", "dumb");
        let ended = run(&mut zsh);
        assert_eq!(ended.code, 0, "{}", ended.all());
        assert!(words.iter().all(|word| ended.stdout.contains(word)), "{line}: {}", ended.stdout);
    }
}
