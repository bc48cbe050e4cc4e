//! The shim.

use super::Layers;

pub(crate) const SHIM: Layers = Layers {
    source: "src",
    module: "",
    order: &[
        "describe",
        "spec",
        "state",
        "draw",
        "perf_query",
        "entry",
        "winsys",
        "current",
        "context",
        "report",
        "source",
        "strings",
        "provider",
        "query",
        "clock",
        "diagnostics",
        "config",
        "environment",
        "error",
        "gl",
        "ownership",
    ],
    upward: &[
        ("winsys", "spec"),
        ("context", "draw"),
        ("context", "entry"),
        ("context", "perf_query"),
        ("report", "context"),
        ("report", "winsys"),
        ("source", "winsys"),
        ("query", "context"),
        ("query", "entry"),
        ("query", "provider"),
    ],
};
