//! `glmeter compare`: the difference of two runs.

use crate::command_line::Given;
use crate::{Failure, page, print, usage};
use glmeter_report::{compare, json, style::Style};
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs `glmeter compare`.
pub(crate) fn compare(given: &Given) -> Result<ExitCode, Failure> {
    let files: Vec<PathBuf> = given.operands.iter().map(PathBuf::from).collect();
    let [one, other] = files.as_slice() else { return Err(usage("compare wants two files of run --report json=FILE")) };
    let runs = [json::read(one)?, json::read(other)?];
    let names = [one, other].map(|file| file.to_string_lossy().into_owned());
    let style = Style { colour: page::is_terminal(), ..Style::of_file() };
    print(&compare::text(&runs[0], &runs[1], names.each_ref().map(String::as_str), style))
}
