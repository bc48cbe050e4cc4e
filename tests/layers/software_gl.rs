//! The software pipeline's state machine.

use super::Layers;

pub(crate) const SOFTWARE_GL: Layers = Layers {
    source: "soft/src",
    module: "gl",
    order: &["table", "dispatch", "compat", "command", "context", "pointer", "object", "absent", "limits", "enums"],
    upward: &[
        ("compat", "dispatch"),
        ("command", "dispatch"),
        ("command", "compat"),
        ("context", "compat"),
        ("context", "command"),
        ("pointer", "dispatch"),
        ("object", "dispatch"),
        ("absent", "dispatch"),
    ],
};

pub(crate) const SOFTWARE_GL_COMMAND: Layers = Layers {
    source: "soft/src",
    module: "gl::command",
    order: &[
        "draw",
        "vertex_array",
        "transform_feedback",
        "pixels",
        "buffer",
        "blit",
        "texture",
        "get",
        "state",
        "clear",
        "query",
        "shader",
        "program",
        "invalidate",
        "framebuffer",
        "fragment_state",
        "debug",
        "sync",
        "sampler",
        "renderbuffer",
    ],
    upward: &[
        ("buffer", "pixels"),
        ("blit", "pixels"),
        ("texture", "pixels"),
        ("get", "buffer"),
        ("state", "get"),
        ("clear", "texture"),
        ("query", "buffer"),
        ("program", "shader"),
        ("framebuffer", "texture"),
        ("fragment_state", "state"),
        ("debug", "program"),
    ],
};

pub(crate) const SOFTWARE_GL_OBJECT: Layers = Layers { source: "soft/src", module: "gl::object", order: &["names", "format"], upward: &[] };
