//! Opens an output by the words of `--report`.

use crate::csv::{Csv, Draws};
use crate::json::Json;
use crate::openmetrics::OpenMetrics;
use crate::output::Output;
use crate::page::Page;
use crate::summary::Summary;
use crate::trace::Trace;
use std::io::Result;
use std::path::Path;

/// Whether a kind of report has a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// It needs one.
    Needed(&'static str),
    /// It may have one.
    Optional(&'static str),
    /// It has none.
    No,
}

/// The kinds of reports. `off` opens nothing.
pub const KINDS: &[(&str, Target)] = &[
    ("summary", Target::Optional("FILE")),
    ("off", Target::No),
    ("json", Target::Needed("FILE")),
    ("csv", Target::Needed("FILE")),
    ("draws", Target::Needed("FILE")),
    ("trace", Target::Needed("FILE")),
    ("html", Target::Needed("FILE")),
    ("openmetrics", Target::Needed("ADDRESS")),
];

/// Returns the words that `--report` accepts.
pub fn accepted() -> Vec<String> {
    let words = KINDS.iter().flat_map(|(kind, target)| match target {
        Target::Needed(what) => vec![format!("{kind}={what}")],
        Target::Optional(what) => vec![(*kind).to_owned(), format!("{kind}={what}")],
        Target::No => vec![(*kind).to_owned()],
    });
    words.collect()
}

/// Returns true if there is such a report with, or without, a target.
pub fn is_known(kind: &str, target: Option<&Path>) -> bool {
    let has_target = target.is_some_and(|target| !target.as_os_str().is_empty());
    KINDS.iter().any(|(of, needs)| {
        *of == kind
            && match needs {
                Target::Needed(_) => has_target,
                Target::Optional(_) => target.is_none() || has_target,
                Target::No => target.is_none(),
            }
    })
}

/// Opens an output of a known kind. Returns `None` for `off`.
pub fn open(kind: &str, target: Option<&Path>) -> Result<Option<Box<dyn Output>>> {
    Ok(match (kind, target) {
        ("summary", None) => Some(Box::new(Summary::on_standard_error())),
        ("summary", Some(file)) => Some(Box::new(Summary::create(file)?)),
        ("json", Some(file)) => Some(Box::new(Json::create(file)?)),
        ("csv", Some(file)) => Some(Box::new(Csv::create(file)?)),
        ("trace", Some(file)) => Some(Box::new(Trace::create(file)?)),
        ("html", Some(file)) => Some(Box::new(Page::create(file)?)),
        ("draws", Some(file)) => Some(Box::new(Draws::create(file)?)),
        ("openmetrics", Some(address)) => Some(Box::new(OpenMetrics::listen(address)?)),
        _ => None,
    })
}
