//! Tokens that glmeter itself does not name, and query targets by groups.

use glmeter::gl::*;

pub const TRIANGLES: GLenum = 0x0004;
pub const TRIANGLE_STRIP: GLenum = 0x0005;
pub const COLOR_BUFFER_BIT: GLbitfield = 0x4000;
pub const RGBA: GLenum = 0x1908;
pub const RGBA8: GLenum = 0x8058;
pub const UNSIGNED_BYTE: GLenum = 0x1401;
pub const COMPILE: GLenum = 0x1300;
pub const FRAGMENT_SHADER: GLenum = 0x8B30;
pub const VERTEX_SHADER: GLenum = 0x8B31;
pub const COMPILE_STATUS: GLenum = 0x8B81;
pub const FRAMEBUFFER: GLenum = 0x8D40;
pub const RENDERBUFFER: GLenum = 0x8D41;
pub const COLOR_ATTACHMENT0: GLenum = 0x8CE0;
pub const FRAMEBUFFER_COMPLETE: GLenum = 0x8CD5;
pub const RASTERIZER_DISCARD: GLenum = 0x8C89;
pub const DYNAMIC_COPY: GLenum = 0x88EA;
pub const COPY_READ_BUFFER: GLenum = 0x8F36;
pub const DEBUG_OUTPUT: GLenum = 0x92E0;
pub const DEBUG_OUTPUT_SYNCHRONOUS: GLenum = 0x8242;
pub const DEBUG_TYPE_ERROR: GLenum = 0x824C;

/// No query target of any specification.
pub const NO_TARGET: GLenum = 0x1234;
/// A name that nothing generates.
pub const NO_NAME: GLuint = 0x0BAD_0BAD;

pub const ELEVEN: [GLenum; 11] = [
    VERTICES_SUBMITTED,
    PRIMITIVES_SUBMITTED,
    VERTEX_SHADER_INVOCATIONS,
    TESS_CONTROL_SHADER_PATCHES,
    TESS_EVALUATION_SHADER_INVOCATIONS,
    GEOMETRY_SHADER_INVOCATIONS,
    GEOMETRY_SHADER_PRIMITIVES_EMITTED,
    FRAGMENT_SHADER_INVOCATIONS,
    COMPUTE_SHADER_INVOCATIONS,
    CLIPPING_INPUT_PRIMITIVES,
    CLIPPING_OUTPUT_PRIMITIVES,
];
