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
        "geometry",
        "glsl",
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
    upward: &[("geometry", "raster"), ("exec", "geometry"), ("image", "geometry"), ("image", "exec"), ("ir", "glsl"), ("program", "ir")],
};
