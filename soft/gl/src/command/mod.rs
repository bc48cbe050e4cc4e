//! Commands of every profile: each validates its arguments, then acts on objects and state.

pub mod blend;
pub mod blit;
pub mod buffer;
pub mod clear;
pub mod debug;
pub mod depth_stencil;
pub mod draw;
pub mod egl_image;
pub mod framebuffer;
pub mod get;
pub mod internal_format;
pub mod invalidate;
pub mod memory_object;
pub mod multisample;
pub mod named_string;
pub mod names;
#[cfg(test)]
mod picture_tests;
pub mod pixels;
pub mod program;
pub mod query;
pub mod rasterization;
pub mod renderbuffer;
pub mod sampler;
pub mod shader;
pub mod shader_binary;
#[cfg(test)]
mod spirv_tests;
pub mod state;
pub mod sync;
pub mod texture;
pub mod transform_feedback;
pub mod versions;
pub mod vertex_array;
pub mod viewport;

#[cfg(test)]
mod tests;
