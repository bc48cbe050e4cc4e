//! The software pipeline's state machine.

use super::Layers;

pub(crate) const SOFTWARE_GL: Layers = Layers {
    source: "soft/src",
    module: "gl",
    order: &[
        "table", "compat", "command", "dispatch", "context", "object", "state", "pointer", "absent", "log", "limits", "enums", "error",
        "config",
    ],
    upward: &[],
};

pub(crate) const SOFTWARE_GL_COMMAND: Layers = Layers {
    source: "soft/src",
    module: "gl::command",
    order: &[
        "draw",
        "vertex_array",
        "multisample",
        "get",
        "state",
        "versions",
        "transform_feedback",
        "internal_format",
        "texture",
        "sync",
        "program",
        "shader_binary",
        "named_string",
        "shader",
        "sampler",
        "renderbuffer",
        "clear",
        "blit",
        "query",
        "buffer",
        "pixels",
        "invalidate",
        "framebuffer",
        "names",
        "viewport",
        "rasterization",
        "depth_stencil",
        "blend",
        "debug",
    ],
    upward: &[],
};

pub(crate) const SOFTWARE_GL_OBJECT: Layers = Layers {
    source: "soft/src",
    module: "gl::object",
    order: &[
        "vertex_array",
        "transform_feedback",
        "share",
        "framebuffer",
        "image_unit",
        "texture",
        "sync",
        "program",
        "shader",
        "sampler",
        "renderbuffer",
        "query",
        "program_pipeline",
        "fixed_function",
        "linked",
        "sources",
        "buffer_texture",
        "buffer",
        "names",
        "image",
        "format",
    ],
    upward: &[],
};
