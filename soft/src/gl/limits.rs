//! The implementation's limits that the state machine enforces and that glGet answers. What shaders can see is in [`crate::pipeline::limits::Limits`].

pub const MAX_TEXTURE_SIZE: u32 = 16384;
pub const MAX_RENDERBUFFER_SIZE: u32 = 16384;
/// Mip levels of the largest texture: log2(16384) + 1.
pub const MAX_TEXTURE_LEVELS: usize = 15;
pub const MAX_TEXTURE_LOD_BIAS: f32 = 16.0;
pub const MAX_COMBINED_TEXTURE_UNITS: usize = 96;
/// Units with fixed-function state and gl_TexCoord.
pub const MAX_TEXTURE_COORDS: usize = 8;
pub const MAX_COLOR_ATTACHMENTS: usize = 8;
pub const MAX_DRAW_BUFFERS: usize = 8;
/// Requests for 0 or 1 samples are single-sampled; there is no multisampling.
pub const MAX_SAMPLES: i32 = 1;
pub const MAX_FRAMEBUFFER_SIZE: u32 = 16384;
pub const MAX_VERTEX_ATTRIBS: usize = 16;
pub const MAX_VERTEX_ATTRIB_BINDINGS: usize = 16;
pub const MAX_VERTEX_ATTRIB_STRIDE: i32 = 2048;
pub const MAX_VERTEX_ATTRIB_RELATIVE_OFFSET: u32 = 2047;
pub const MAX_UNIFORM_BUFFER_BINDINGS: usize = 84;
pub const MAX_SHADER_STORAGE_BUFFER_BINDINGS: usize = 96;
pub const MAX_ATOMIC_COUNTER_BUFFER_BINDINGS: usize = 48;
pub const MAX_TRANSFORM_FEEDBACK_BUFFERS: usize = 4;
pub const UNIFORM_BUFFER_OFFSET_ALIGNMENT: isize = 4;
pub const SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: isize = 4;
/// glMapBufferRange's addresses, offset taken off, are multiples of it.
pub const MIN_MAP_BUFFER_ALIGNMENT: usize = 64;
pub const MAX_BUFFER_BYTES: usize = 1 << 31;
/// Bytes of a debug label with its terminating zero.
pub const MAX_LABEL_LENGTH: usize = 256;
/// Bytes of a debug message with its terminating zero.
pub const MAX_DEBUG_MESSAGE_LENGTH: usize = 1024;
pub const MAX_DEBUG_LOGGED_MESSAGES: usize = 64;
/// The default group counts as one.
pub const MAX_DEBUG_GROUP_STACK_DEPTH: usize = 64;
