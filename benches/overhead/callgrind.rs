//! Counts instructions per call with callgrind, which gives the same figures on a busy machine as on an idle one.
//!
//! Callgrind collects only inside [`COUNTED`] and writes one file each time that function returns, so one process counts all operations
//! (llvmpipe starts slowly under valgrind).

use crate::child::{self, Api, COUNTED};
use crate::sides::{Figures, Side, Sides, stdout};
use std::path::Path;

/// Counts the instructions of every operation on one side.
pub(crate) fn count(sides: &Sides, side: Side, api: Api, display: &str) -> Result<Figures, String> {
    let folder = std::env::temp_dir().join(format!("glmeter-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let counted = count_in(&folder, sides, side, api, display);
    let _removed = std::fs::remove_dir_all(&folder);
    counted
}

/// Does [`count`] with a folder for callgrind's files.
fn count_in(folder: &Path, sides: &Sides, side: Side, api: Api, display: &str) -> Result<Figures, String> {
    let tool = [
        "valgrind".to_owned(),
        "--tool=callgrind".to_owned(),
        "--quiet".to_owned(),
        format!("--toggle-collect={COUNTED}"),
        format!("--dump-after={COUNTED}"),
        format!("--callgrind-out-file={}", folder.join("dump").display()),
    ];
    let text = stdout(&mut sides.child(side, &tool, &["count", api.name()], display))?;
    let mut figures = child::read_figures(&text);
    // The child prints the operations in order with their numbers of calls. It runs the counted function only for operations that the
    // driver supports.
    let keys = text.lines().filter_map(|line| Some(line.split_once('\t')?.0));
    let mut part = 0;
    for key in keys {
        if let Some(Some(figure)) = figures.get_mut(key) {
            part += 1;
            *figure = total(&folder.join(format!("dump.{part}")))? / *figure;
        }
    }
    Ok(figures)
}

/// Returns the number of instructions in a callgrind file.
fn total(path: &Path) -> Result<f64, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "));
    line.and_then(|number| number.trim().parse().ok()).ok_or_else(|| format!("{} has no totals", path.display()))
}
