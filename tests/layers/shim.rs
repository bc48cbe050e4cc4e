//! The shim.

use super::Layers;

pub(crate) const SHIM: Layers = Layers {
    source: "src",
    module: "",
    order: &[
        "describe",
        "winsys",
        "spec",
        "report",
        "rules",
        "current",
        "context",
        "source",
        "count",
        "driver",
        "platform",
        "memory",
        "target",
        "hash",
        "clock",
        "diagnostics",
        "config",
        "environment",
        "error",
        "gl",
        "ownership",
    ],
    upward: &[],
};
