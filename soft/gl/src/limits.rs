//! Limits of the implementation that the state machine enforces and glGet returns. Those that shaders can read are in [`Limits`], from which others
//! follow.

use base::core::sample_positions;
use shader::pipeline::limits::{self, Limits};

/// The limits that shaders can read.
const SEEN: Limits = Limits::IMPLEMENTATION;

/// `GL_MAX_TEXTURE_SIZE`.
pub const MAX_TEXTURE_SIZE: u32 = 16384;
/// `GL_MAX_RENDERBUFFER_SIZE`.
pub const MAX_RENDERBUFFER_SIZE: u32 = 16384;
/// Mip levels of the largest texture: log2(16384) + 1.
pub const MAX_TEXTURE_LEVELS: usize = 15;
/// `GL_MAX_3D_TEXTURE_SIZE` and `GL_MAX_ARRAY_TEXTURE_LAYERS`.
pub const MAX_TEXTURE_LAYERS: u32 = 2048;
/// `GL_MAX_TEXTURE_BUFFER_SIZE`: texels of a buffer texture.
pub const MAX_TEXTURE_BUFFER_SIZE: u32 = 1 << 27;
/// `GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT`: the bytes of the largest texel.
pub const TEXTURE_BUFFER_OFFSET_ALIGNMENT: isize = 16;
/// Size of the largest texture level in bytes: that of the largest 2D texture. More raises GL_OUT_OF_MEMORY.
pub const MAX_LEVEL_BYTES: u64 = 1 << 32;
/// `GL_MAX_TEXTURE_LOD_BIAS`.
pub const MAX_TEXTURE_LOD_BIAS: f32 = 16.0;
/// `GL_MAX_TEXTURE_MAX_ANISOTROPY`.
pub const MAX_TEXTURE_MAX_ANISOTROPY: f32 = 16.0;
/// `GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS`.
pub const MAX_COMBINED_TEXTURE_UNITS: usize = SEEN.combined_texture_units as usize;
/// `GL_MAX_IMAGE_UNITS`.
pub const MAX_IMAGE_UNITS: usize = SEEN.image_units as usize;
/// Units with fixed-function state and gl_TexCoord.
pub const MAX_TEXTURE_COORDS: usize = 8;
/// `GL_MAX_COLOR_ATTACHMENTS`.
pub const MAX_COLOR_ATTACHMENTS: usize = limits::DRAW_BUFFERS;
/// `GL_MAX_DRAW_BUFFERS`.
pub const MAX_DRAW_BUFFERS: usize = limits::DRAW_BUFFERS;
/// `GL_MAX_SAMPLES`, for images of every format.
pub const MAX_SAMPLES: i32 = sample_positions::MAX_SAMPLES as i32;
/// `GL_MAX_SAMPLE_MASK_WORDS`.
pub const MAX_SAMPLE_MASK_WORDS: usize = 1;
/// `GL_MAX_FRAMEBUFFER_WIDTH` and `GL_MAX_FRAMEBUFFER_HEIGHT`.
pub const MAX_FRAMEBUFFER_SIZE: u32 = 16384;
/// `GL_MAX_FRAMEBUFFER_LAYERS`.
pub const MAX_FRAMEBUFFER_LAYERS: u32 = 2048;
/// `GL_MAX_VERTEX_ATTRIBS`.
pub const MAX_VERTEX_ATTRIBS: usize = SEEN.vertex_attribs as usize;
/// `GL_MAX_VERTEX_ATTRIB_BINDINGS`.
pub const MAX_VERTEX_ATTRIB_BINDINGS: usize = MAX_VERTEX_ATTRIBS;
/// `GL_MAX_VERTEX_ATTRIB_STRIDE`.
pub const MAX_VERTEX_ATTRIB_STRIDE: i32 = 2048;
/// `GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET`.
pub const MAX_VERTEX_ATTRIB_RELATIVE_OFFSET: u32 = 2047;
/// `GL_MAX_UNIFORM_BUFFER_BINDINGS`.
pub const MAX_UNIFORM_BUFFER_BINDINGS: usize = SEEN.uniform_bindings() as usize;
/// `GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS`.
pub const MAX_SHADER_STORAGE_BUFFER_BINDINGS: usize = SEEN.storage_bindings() as usize;
/// `GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS`.
pub const MAX_ATOMIC_COUNTER_BUFFER_BINDINGS: usize = SEEN.atomic_bindings() as usize;
/// `GL_MAX_TRANSFORM_FEEDBACK_BUFFERS`.
pub const MAX_TRANSFORM_FEEDBACK_BUFFERS: usize = SEEN.feedback_buffers as usize;
/// `GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT`.
pub const UNIFORM_BUFFER_OFFSET_ALIGNMENT: isize = 4;
/// `GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT`.
pub const SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: isize = 4;
/// `GL_MIN_MAP_BUFFER_ALIGNMENT`: addresses of glMapBufferRange minus the offset are multiples of it.
pub const MIN_MAP_BUFFER_ALIGNMENT: usize = 64;
/// Size of the largest data store in bytes; more raises GL_OUT_OF_MEMORY.
pub const MAX_BUFFER_BYTES: usize = 1 << 31;
/// `GL_MAX_LABEL_LENGTH`: bytes with the terminating zero.
pub const MAX_LABEL_LENGTH: usize = 256;
/// `GL_MAX_DEBUG_MESSAGE_LENGTH`: bytes with the terminating zero.
pub const MAX_DEBUG_MESSAGE_LENGTH: usize = 1024;
/// `GL_MAX_DEBUG_LOGGED_MESSAGES`.
pub const MAX_DEBUG_LOGGED_MESSAGES: usize = 64;
/// `GL_MAX_DEBUG_GROUP_STACK_DEPTH`; the default group counts as one.
pub const MAX_DEBUG_GROUP_STACK_DEPTH: usize = 64;
/// `GL_MAX_CLIP_PLANES` of OpenGL ES 1.1, which has tokens for as many.
pub const ES1_CLIP_PLANES: u32 = 6;
/// `GL_MAX_VIEWPORTS`: viewports and scissor rectangles.
pub const MAX_VIEWPORTS: usize = limits::VIEWPORTS;
/// `GL_MAX_VIEWPORT_DIMS`: width and height in pixels.
pub const MAX_VIEWPORT_SIZE: f32 = 16384.0;
/// The largest size of a point in pixels.
pub const MAX_POINT_SIZE: f32 = 256.0;
