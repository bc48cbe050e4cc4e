//! The recording and the reports: their modules, and the modules inside each of those.

use super::Layers;

pub(crate) const RECORDING: Layers = Layers {
    source: "report/recording/src",
    module: "",
    order: &[
        "lines",
        "picture",
        "recording",
        "ring",
        "plausible",
        "span",
        "error",
        "scope",
        "context",
        "open",
        "frame",
        "counts",
        "options",
        "shortened",
        "text",
        "words",
        "terminal",
        "clock",
    ],
    upward: &[],
};

pub(crate) const REPORT: Layers = Layers {
    source: "report/src",
    module: "",
    order: &[
        "open",
        "collector",
        "json",
        "csv",
        "trace",
        "page",
        "openmetrics",
        "top",
        "live",
        "interval",
        "summary",
        "compare",
        "repeat",
        "check",
        "metrics",
        "draws",
        "together",
        "sums",
        "series",
        "distribution",
        "output",
        "run",
        "numbers",
        "style",
        "student",
    ],
    upward: &[],
};

/// The folders of the reports.
pub(crate) const FOLDERS: [Layers; 0] = [];
