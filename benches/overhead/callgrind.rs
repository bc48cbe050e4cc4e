//! Instructions per call, counted by callgrind: the same on a busy machine as on an idle one.
//!
//! Callgrind collects only inside [`COUNTED`] and writes one file each time that function returns,
//! so one process (llvmpipe starts slowly under valgrind) counts all operations.

use crate::child::{self, Api, COUNTED};
use crate::sides::{Figures, Side, Sides, stdout};
use std::path::Path;

pub(crate) fn count(sides: &Sides, side: Side, api: Api, display: &str) -> Result<Figures, String> {
    let folder = std::env::temp_dir().join(format!("glmeter-overhead-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let counted = count_in(&folder, sides, side, api, display);
    let _removed = std::fs::remove_dir_all(&folder);
    counted
}

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
    // The child printed the operations in the order it ran them, each with its calls; those the driver cannot
    // do never came to the counted function.
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

/// The instructions of one dump.
fn total(path: &Path) -> Result<f64, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "));
    line.and_then(|number| number.trim().parse().ok()).ok_or_else(|| format!("{} has no totals", path.display()))
}
