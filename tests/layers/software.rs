//! The software pipeline.

use super::Layers;

/// The crates of the pipeline but the state machine, each with the order of its modules. Cargo holds the order of the crates.
pub(crate) const CRATES: &[Layers] = &[
    Layers { source: "soft/src", module: "", order: &["egl", "glx", "osmesa", "winsys", "shader_text"], upward: &[] },
    Layers { source: "soft/draw/src", module: "", order: &["geometry", "raster"], upward: &[] },
    Layers { source: "soft/compiler/src", module: "", order: &["glsl", "spirv", "assembly"], upward: &[] },
    Layers { source: "soft/shader/src", module: "", order: &["exec", "pipeline", "ir"], upward: &[] },
    Layers { source: "soft/base/src", module: "", order: &["image", "hir", "core", "environment"], upward: &[] },
];

/// The folders of the pipeline, each with its own order.
pub(crate) const FOLDERS: &[Layers] = &[
    folder("soft/src", "osmesa", &["context", "memory"]),
    folder(
        "soft/src",
        "winsys",
        &["wayland", "drawable", "images", "shared_memory", "region", "video_frames", "x11", "xlib", "xcb", "library", "stubs", "buffers"],
    ),
    folder("soft/src", "winsys::wayland", &["window", "buffer", "client"]),
    folder(
        "soft/draw/src",
        "geometry",
        &["output", "tess", "geometry_shader", "vertex", "compute", "assemble", "workers", "fetch", "stage", "feedback"],
    ),
    folder(
        "soft/draw/src",
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
        "soft/shader/src",
        "exec",
        &["run", "textures", "images", "records", "buffers", "operations", "derivatives", "clock", "registers", "control", "context"],
    ),
    folder("soft/compiler/src", "glsl", &["dump", "link", "semantics", "parse", "preprocess", "builtins", "constant", "include", "log"]),
    folder("soft/compiler/src", "assembly", &["translate", "resources", "parser", "limits", "program", "lexer"]),
    folder(
        "soft/shader/src",
        "pipeline",
        &["indices", "state", "stipple", "pixel_rectangle", "collected", "multisample", "program", "limits", "blend"],
    ),
    folder(
        "soft/shader/src",
        "ir",
        &[
            "text",
            "lower",
            "evaluate",
            "optimise",
            "registers",
            "segments",
            "liveness",
            "verify",
            "linear",
            "bytecode",
            "operations",
            "value",
        ],
    ),
    folder(
        "soft/base/src",
        "image",
        &[
            "accumulation",
            "blit",
            "border",
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
    folder(
        "soft/base/src",
        "core",
        &[
            "statistics",
            "pool",
            "thread",
            "mapping",
            "memory",
            "math",
            "compare",
            "cpu",
            "vector",
            "lanes",
            "scalar",
            "sample_positions",
            "thread_value",
            "fork",
            "reserve",
        ],
    ),
];

const fn folder(source: &'static str, module: &'static str, order: &'static [&'static str]) -> Layers {
    Layers { source, module, order, upward: &[] }
}
