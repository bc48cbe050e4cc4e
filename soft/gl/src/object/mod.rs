//! Objects and their storage. Nothing here knows commands or contexts.

pub mod assembly_program;
pub mod ati_fragment_shader;
pub mod buffer;
pub mod buffer_texture;
pub mod egl_image;
pub mod fixed_function;
pub mod format;
pub mod framebuffer;
pub mod image;
pub mod image_unit;
pub mod linked;
pub mod memory_object;
pub mod names;
pub mod program;
pub mod program_pipeline;
pub mod query;
pub mod renderbuffer;
pub mod sampler;
pub mod shader;
pub mod share;
pub mod sources;
pub mod sync;
pub mod texture;
pub mod transform_feedback;
pub mod vertex_array;
