//! `glmeter.toml`: options and budgets of a project.

use super::reports::program;
use super::support::{Ended, run};
use super::{folder, glmeter};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Creates the folder of a project with a settings file.
fn project(name: &str, text: &str) -> PathBuf {
    let folder = folder(&format!("project-{name}"));
    std::fs::create_dir(folder.join(".git")).unwrap();
    std::fs::write(folder.join("glmeter.toml"), text).unwrap();
    folder
}

/// Runs the command in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Ended {
    run(glmeter(arguments).current_dir(folder))
}

/// Returns a settings file that runs [`program`] without a screen, with more lines before its tables.
fn settings(more: &str) -> String {
    format!("headless = true\nprogram = [\"{}\", \"5\", \"1\"]\n{more}", program().display())
}

#[test]
fn a_project_keeps_its_program_and_its_budgets_in_a_file() {
    let folder = project("whole", &settings("[check]\nmax-draws = 1\nmax-errors = \"total:1\"\njunit = \"out/junit.xml\"\n"));
    let inner = folder.join("a/b");
    std::fs::create_dir_all(&inner).unwrap();
    std::fs::create_dir(folder.join("out")).unwrap();
    let ended = run_in(&inner, &["check"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, "glmeter: all 2 budgets hold over 5 frames\n"));
    assert!(folder.join("out/junit.xml").exists(), "paths begin in the folder of the file");
    // An option of the command line overrides the same one of the file.
    let ended = run_in(&inner, &["check", "--max-draws", "0"]);
    assert_eq!(ended.code, 1, "{}", ended.all());
    assert!(ended.stderr.starts_with("glmeter: draws (worst): 1; the budget is 0;"), "{}", ended.all());
    // The budgets are of check alone; the program of the command line takes the place of the file's.
    let ended = run_in(&inner, &["run", "--report", "off", "--", "sh", "-c", "echo $GLMETER_PROVIDER"]);
    assert_eq!((ended.code, ended.stdout.trim()), (0, "software"), "{}", ended.all());
}

#[test]
fn the_table_of_a_command_overrides_and_the_environment_comes_before_the_file() {
    let folder = project("tables", "provider = \"software\"\nreport = \"off\"\n[run]\nprovider = \"host\"\n");
    let provider = |variable: &str, options: &[&str]| {
        let words = [&["run"], options, &["--", "sh", "-c", "echo $GLMETER_PROVIDER"]].concat();
        let mut command = glmeter(&words);
        command.current_dir(&folder);
        if !variable.is_empty() {
            command.env("GLMETER_PROVIDER", variable);
        }
        run(&mut command).stdout.trim().to_owned()
    };
    assert_eq!(provider("", &[]), "host");
    assert_eq!(provider("auto", &[]), "auto");
    assert_eq!(provider("auto", &["--provider", "software"]), "software");
    assert_eq!(provider("", &["--settings", "off"]), "");
}

#[test]
fn reports_of_the_file_and_of_the_command_line_add_up() {
    let folder = project("reports", &settings("[run]\nreport = [\"off\", \"json=file.json\"]\n"));
    let ended = run_in(&folder, &["run", "--report", "csv=line.csv"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    assert!(folder.join("file.json").exists() && folder.join("line.csv").exists());
}

#[test]
fn the_search_ends_at_the_repository_and_another_file_can_be_named() {
    let outer = project("outer", "provider = \"nonsense\"\n");
    let inner = outer.join("inner");
    std::fs::create_dir_all(inner.join(".git")).unwrap();
    let ended = run_in(&inner, &["run", "--report", "off", "true"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    let ended = run_in(&inner, &["run", "--settings", "../glmeter.toml", "true"]);
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (2, "glmeter: ../glmeter.toml: provider wants auto, host or software, got \"nonsense\"\n")
    );
    let ended = run_in(&inner, &["run", "--settings", "missing.toml", "true"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (2, "glmeter: missing.toml: No such file or directory (os error 2)\n"));
}

#[test]
fn what_is_wrong_in_the_file_is_told_in_one_line() {
    let folder = project("wrong", "");
    let file = folder.join("glmeter.toml");
    for (text, told) in [
        ("max-drwas = 3", "glmeter.toml: \"max-drwas\" is no option of run or check; did you mean \"max-draws\"?"),
        ("[run]\nmax-draws = 3", "glmeter.toml: \"max-draws\" is no option of run"),
        ("help = true", "glmeter.toml: \"help\" is no option of run or check"),
        ("headless = \"yes\"", "glmeter.toml: headless wants true or false, got \"yes\""),
        ("check = 3", "glmeter.toml: check wants a table, got \"3\""),
        ("program = \"true\"", "glmeter.toml: program wants a list of words: the program and its arguments, got \"true\""),
        ("[check]\nmax-draws = \"many\"", "glmeter.toml: max-draws wants a number from 0 on, got \"many\""),
        ("frame = -1\npicture-hash = \"0123456789abcdef\"", "glmeter.toml: frame wants the number of a frame, got \"-1\""),
        ("headless = ", "glmeter.toml, line 1: string values must be quoted, expected literal string"),
    ] {
        std::fs::write(&file, text).unwrap();
        let ended = run_in(&folder, &["check", "--settings", "glmeter.toml", "true"]);
        assert_eq!((ended.code, ended.stderr), (2, format!("glmeter: {told}\n")), "{text}");
    }
}

#[test]
fn a_file_that_others_can_write_is_not_read() {
    let folder = project("writable", "provider = \"nonsense\"\n");
    let file = folder.join("glmeter.toml");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o666)).unwrap();
    let ended = run_in(&folder, &["run", "--report", "off", "true"]);
    let file = file.display();
    let line = format!("glmeter: {file}: not read, because another user can write it; --settings {file} reads it\n");
    assert_eq!((ended.code, ended.stderr), (0, line));
}
