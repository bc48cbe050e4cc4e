//! The software pipeline.

use super::Layers;

pub(crate) const SOFTWARE: Layers = Layers {
    source: "soft/src",
    module: "",
    order: &[
        "egl",
        "fuzzing",
        "gl",
        "raster",
        "draw",
        "front",
        "exec",
        "image",
        "ir",
        "program",
        "environment",
        "hir",
        "memory",
        "pool",
        "statistics",
        "tokens",
    ],
    upward: &[("draw", "raster"), ("exec", "draw"), ("image", "draw"), ("image", "exec"), ("ir", "front"), ("program", "ir")],
};
