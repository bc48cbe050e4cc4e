//! The shim: its modules, and the modules inside each of those.

use super::Layers;

pub(crate) const SHIM: Layers = Layers {
    source: "src",
    module: "",
    order: &[
        "winsys",
        "control",
        "describe",
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
        "sink",
        "environment",
        "error",
        "gl",
        "ownership",
    ],
    upward: &[],
};

/// The folders of the shim.
pub(crate) const FOLDERS: [Layers; 9] = [
    folder(
        "winsys",
        &[
            "android",
            "preload",
            "dlsym",
            "glvnd",
            "imports",
            "announce",
            "egl",
            "glx",
            "osmesa",
            "egl_core",
            "hooks",
            "symbol_hiding",
            "soname",
        ],
    ),
    folder("rules", &["state", "perf_query", "draw", "query", "observe"]),
    folder(
        "current",
        &[
            "android",
            "egl",
            "glx",
            "osmesa",
            "fork",
            "registry",
            "word",
            "cell",
            "egl_fences",
            "glx_fences",
            "egl_error",
            "vendor",
            "slots",
        ],
    ),
    folder(
        "context",
        &[
            "perf_queries",
            "perf_catalog",
            "intervals",
            "frames",
            "observation",
            "listed",
            "mappings",
            "activity",
            "work",
            "namespace",
            "strings",
        ],
    ),
    folder("report", &["image", "picture", "open", "results"]),
    folder(
        "source",
        &[
            "emulator",
            "queries",
            "measurements",
            "tally",
            "condition",
            "segments",
            "marks",
            "fenced",
            "watcher",
            "pending",
            "waits",
            "stamp",
            "timestamps",
            "sources",
            "quirks",
        ],
    ),
    folder("count", &["drawing", "lists", "step", "submitted"]),
    folder("driver", &["host", "capabilities", "fence", "measurement", "native_perf_query"]),
    folder("platform", &["copies", "software", "vendors", "symbols", "own", "elf", "call_slots", "threads"]),
];

const fn folder(module: &'static str, order: &'static [&'static str]) -> Layers {
    Layers { source: "src", module, order, upward: &[] }
}
