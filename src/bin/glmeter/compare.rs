//! `glmeter compare`: the difference of two runs.

use crate::{Failure, help, page, print, usage};
use glmeter_report::{compare, json, style::Style};
use lexopt::Arg;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs `glmeter compare` with the rest of the command line.
pub(crate) fn compare(mut arguments: lexopt::Parser) -> Result<ExitCode, Failure> {
    let mut files = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return print(&help::of("compare")),
            Arg::Value(file) => files.push(PathBuf::from(file)),
            more => return Err(help::unexpected("compare", more)),
        }
    }
    let [one, other] = files.as_slice() else { return Err(usage("compare wants two files of run --report json=FILE")) };
    let runs = [json::read(one)?, json::read(other)?];
    let names = [one, other].map(|file| file.to_string_lossy().into_owned());
    let style = Style { colour: page::is_terminal(), ..Style::of_file() };
    print(&compare::text(&runs[0], &runs[1], names.each_ref().map(String::as_str), style))
}
