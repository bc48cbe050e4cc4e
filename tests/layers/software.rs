//! The software pipeline.

use super::Layers;

pub(crate) const SOFTWARE: Layers = Layers {
    source: "soft/src",
    module: "",
    order: &[
        "egl",
        "fuzzing",
        "gl",
        "geometry",
        "raster",
        "exec",
        "glsl",
        "pipeline",
        "ir",
        "image",
        "hir",
        "core",
        "environment",
        "tokens",
    ],
    upward: &[],
};
