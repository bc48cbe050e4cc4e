//! The limits of programs, which are also the native ones: the interpreter runs every program that loads.

use super::program::Target;
use shader::pipeline::limits::{DRAW_BUFFERS, Limits};

/// GL_MAX_PROGRAM_INSTRUCTIONS_ARB, of all and of each kind, and GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB: "If an implementation has no limit on texture
/// indirections, the limit will be equal to the limit on texture instructions." [ARB_fragment_program, 3.11.3.6]
pub const INSTRUCTIONS: usize = 16384;
/// GL_MAX_PROGRAM_TEMPORARIES_ARB.
pub const TEMPORARIES: usize = 256;
/// GL_MAX_PROGRAM_PARAMETERS_ARB.
pub const PARAMETERS: usize = 1024;
/// GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB.
pub const LOCAL_PARAMETERS: usize = 1024;
/// GL_MAX_PROGRAM_ENV_PARAMETERS_ARB.
pub const ENVIRONMENT_PARAMETERS: usize = 256;
/// GL_MAX_PROGRAM_MATRICES_ARB.
pub const MATRICES: usize = 8;
/// GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB.
pub const MATRIX_DEPTH: usize = 4;
/// GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB of vertex programs.
pub const ADDRESSES: usize = 1;
/// GL_MAX_LIGHTS and GL_MAX_CLIP_PLANES.
pub const LIGHTS: u32 = 8;
/// GL_MAX_TEXTURE_COORDS and GL_MAX_TEXTURE_UNITS.
pub const COORDINATES: u32 = 8;
/// GL_MAX_TEXTURE_IMAGE_UNITS.
pub const IMAGE_UNITS: u32 = Limits::IMPLEMENTATION.texture_units;
/// GL_MAX_VERTEX_ATTRIBS.
pub const GENERIC_ATTRIBUTES: u32 = Limits::IMPLEMENTATION.vertex_attribs;
/// GL_MAX_DRAW_BUFFERS.
pub const COLORS: u32 = DRAW_BUFFERS as u32;
/// The largest number of bytes of a text.
pub const TEXT: usize = 1 << 24;
/// The largest number of elements of all arrays, which may bind the same parameters again and again.
pub const ELEMENTS: usize = 1 << 20;

/// Returns GL_MAX_PROGRAM_ATTRIBS_ARB: a vertex program binds one attribute of each row of its table of pairs, a fragment program all there are.
pub fn attributes(target: Target) -> usize {
    match target {
        Target::Vertex => GENERIC_ATTRIBUTES as usize,
        Target::Fragment => 4 + COORDINATES as usize,
    }
}

/// Returns GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB.
pub fn addresses(target: Target) -> usize {
    if target == Target::Vertex { ADDRESSES } else { 0 }
}
