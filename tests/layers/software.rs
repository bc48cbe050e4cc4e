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
        "spirv",
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

/// The folders of the pipeline, each with its own order.
pub(crate) const FOLDERS: &[Layers] = &[
    folder("geometry", &["output", "tess", "geometry_shader", "vertex", "compute", "assemble", "workers", "fetch", "stage", "feedback"]),
    folder(
        "raster",
        &[
            "multisample",
            "tile",
            "fragment",
            "stored",
            "setup",
            "plan",
            "samples",
            "output",
            "smooth",
            "stipple",
            "per_fragment",
            "interpolate",
            "pixel_rectangle",
            "quads",
            "planes",
            "coverage",
            "binning",
            "collect",
            "clip",
            "window",
            "primitive",
            "tile_cache",
            "pixel_set",
            "batch",
        ],
    ),
    folder(
        "exec",
        &[
            "run",
            "textures",
            "images",
            "records",
            "buffers",
            "floats",
            "integers",
            "doubles",
            "longs",
            "clock",
            "registers",
            "control",
            "context",
        ],
    ),
    folder("glsl", &["link", "semantics", "parse", "preprocess", "builtins", "constant", "include", "log"]),
    folder("pipeline", &["state", "stipple", "pixel_rectangle", "collected", "multisample", "program", "limits", "blend"]),
    folder("ir", &["lower", "optimise", "registers", "verify", "linear", "bytecode"]),
    folder(
        "image",
        &[
            "blit",
            "transfer",
            "pixel",
            "clear",
            "mip",
            "resolve",
            "lookup",
            "load_store",
            "compressed",
            "texel",
            "names",
            "unit_formats",
            "sampler",
            "format",
        ],
    ),
    folder("core", &["statistics", "pool", "memory", "math", "compare", "cpu", "vector", "lanes", "sample_positions"]),
];

const fn folder(module: &'static str, order: &'static [&'static str]) -> Layers {
    Layers { source: "soft/src", module, order, upward: &[] }
}
