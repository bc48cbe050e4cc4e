//! Enum tokens that commands are likely to accept, by the names of commands and arguments.

mod ati;
mod kinds;

use super::bytes::Bytes;
use crate::tokens::*;
use kinds::*;

mod every {
    use crate::tokens::*;
    include!(concat!(env!("OUT_DIR"), "/all_tokens.rs"));
}

/// Returns the likely values of an argument, or `None` if it is not an enum.
fn likely(command: &str, argument: &str) -> Option<&'static [u32]> {
    let about = |word: &str| command.contains(word);
    if command.ends_with("ATI") && (about("Fragment") || about("PassTexCoord") || about("SampleMap")) {
        return ati::likely(command, argument);
    }
    let is_draw = about("Draw") && !about("Buffers") && !about("Buffer");
    Some(match argument {
        "target" if about("ProgramARB") || about("ProgramString") || about("ProgramEnv") || about("ProgramLocal") || about("Programiv") => {
            &[GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB]
        }
        "target" if about("glMap1") || about("glMap2") || about("glGetMap") || about("glGetnMap") => MAPS,
        "target" if about("Framebuffer") => FRAMEBUFFERS,
        "target" if about("Renderbuffer") => &[GL_RENDERBUFFER],
        "target" if about("Query") => QUERIES,
        "target" if about("TexEnv") => &[GL_TEXTURE_ENV, GL_POINT_SPRITE, GL_TEXTURE_FILTER_CONTROL],
        "target" if about("MultiTexCoord") => &[GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE7],
        "target" if about("Tex") => TEXTURES,
        "target" if about("Clamp") => &[GL_CLAMP_READ_COLOR, GL_CLAMP_VERTEX_COLOR],
        "target" if about("TransformFeedback") => &[GL_TRANSFORM_FEEDBACK],
        "target" if about("Hint") => &[GL_GENERATE_MIPMAP_HINT, GL_FOG_HINT, GL_LINE_SMOOTH_HINT],
        "target" | "read" | "write" => BUFFERS,
        "texture" if about("Active") => &[GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE31],
        "unit" if about("MultiTex") => &[GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE7, GL_TEXTURE31, 0],
        "unit" => &[GL_TEXTURE0, GL_TEXTURE1, 0, 1, 95],
        "mode" if is_draw || command == "glBegin" => MODES,
        "mode" if about("TransformFeedback") => &[GL_POINTS, GL_LINES, GL_TRIANGLES],
        "mode" if about("Matrix") => &[GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE, GL_COLOR, GL_MATRIX0_ARB, GL_TEXTURE1, GL_TEXTURE31],
        "mode" if about("Polygon") || about("EvalMesh") => &[GL_POINT, GL_LINE, GL_FILL],
        "mode" if about("List") => &[GL_COMPILE, GL_COMPILE_AND_EXECUTE],
        "mode" if about("Shade") => &[GL_FLAT, GL_SMOOTH],
        "mode" if about("Conditional") => &[GL_QUERY_WAIT, GL_QUERY_NO_WAIT, GL_QUERY_BY_REGION_WAIT, GL_QUERY_WAIT_INVERTED],
        "mode" if about("Blend") => EQUATIONS,
        "mode" => {
            &[GL_POINTS, GL_FRONT_AND_BACK, GL_BACK, GL_COLOR_ATTACHMENT0, GL_NONE, GL_NICEST, GL_INTERLEAVED_ATTRIBS, GL_SEPARATE_ATTRIBS]
        }
        "ty" if is_draw => INDEX_TYPES,
        "ty" if about("Shader") => SHADERS,
        "ty" => TYPES,
        "format" if about("ProgramString") => &[GL_PROGRAM_FORMAT_ASCII_ARB],
        "format" | "internal" if about("CompressedTex") => COMPRESSED,
        "format" if about("Renderbuffer") => INTERNAL,
        "format" if about("Interleaved") => &[GL_V2F, GL_V3F, GL_C4UB_V2F, GL_T2F_C4F_N3F_V3F, GL_T4F_C4F_N3F_V4F],
        "format" => FORMATS,
        "internal" => INTERNAL,
        "attachment" | "attachments" | "buffer" if about("Framebuffer") && !about("Clear") => ATTACHMENTS,
        "what" => &[GL_COLOR, GL_DEPTH, GL_STENCIL, GL_DEPTH_STENCIL, GL_DEPTH_STENCIL_TO_RGBA_NV, GL_DEPTH_STENCIL_TO_BGRA_NV],
        "buffer" if about("Clear") => &[GL_COLOR, GL_DEPTH, GL_STENCIL, GL_DEPTH_STENCIL],
        "buffer" if about("glReadBuffer") || about("glDrawBuffer") => ATTACHMENTS,
        "capability" if about("VertexArrayEXT") => CAPABILITIES,
        "capability" | "array" if about("able") && !about("VertexArray") => CAPABILITIES,
        "name" | "pname" if about("TexParameter") || about("TextureParameter") || about("SamplerParameter") || about("Level") => PARAMETERS,
        "name" | "pname" if about("PixelStore") => STORE,
        "name" | "pname"
            if about("Light") || about("Material") || about("Fog") || about("TexEnv") || about("TexGen") || about("PointParameter") =>
        {
            LIGHTS
        }
        "query" => &[GL_COEFF, GL_ORDER, GL_DOMAIN],
        "name" if about("FramebufferParameter") => {
            &[GL_FRAMEBUFFER_FLIP_Y_MESA, GL_FRAMEBUFFER_DEFAULT_WIDTH, GL_FRAMEBUFFER_DEFAULT_HEIGHT]
        }
        "pname" if about("QueryObject") || about("QueryBuffer") => {
            &[GL_QUERY_RESULT, GL_QUERY_RESULT_AVAILABLE, GL_QUERY_RESULT_NO_WAIT, GL_QUERY_TARGET]
        }
        "light" => &[GL_LIGHT0, GL_LIGHT1, GL_LIGHT7],
        "coordinate" => &[GL_S, GL_T, GL_R, GL_Q],
        "value" => PARAMETER_VALUES,
        "interface" => INTERFACES,
        "compare" => COMPARES,
        "fail" | "depth_fail" | "pass" => OPERATIONS,
        "src" | "dst" | "src_alpha" | "dst_alpha" => FACTORS,
        "color" | "alpha" if about("Equation") => EQUATIONS,
        "face" => FACES,
        "plane" => &[GL_CLIP_PLANE0, GL_CLIP_PLANE0 + 5],
        "filter" => &[GL_NEAREST, GL_LINEAR],
        "usage" => &[GL_STATIC_DRAW, GL_DYNAMIC_COPY, GL_STREAM_READ],
        "condition" => &[GL_SYNC_GPU_COMMANDS_COMPLETE],
        "kind" => &[GL_RENDERBUFFER],
        "handle_type" => &[GL_HANDLE_TYPE_OPAQUE_FD_EXT],
        "name" if about("MemoryObjectParameter") => &[GL_DEDICATED_MEMORY_OBJECT_EXT, GL_PROTECTED_MEMORY_OBJECT_EXT],
        "name" if about("UnsignedByte") => &[GL_NUM_DEVICE_UUIDS_EXT, GL_DEVICE_UUID_EXT, GL_DRIVER_UUID_EXT],
        "direction" => &[GL_CW, GL_CCW],
        "operation" => &[GL_CLEAR, GL_XOR, GL_COPY, GL_SET, GL_NOR],
        _ => return None,
    })
}

/// Returns a value of an enum argument: mostly a likely one, otherwise any token or any number.
pub fn token(bytes: &mut Bytes, command: &str, argument: &str) -> Option<u32> {
    let likely = likely(command, argument)?;
    Some(match bytes.byte() {
        0..=5 => bytes.u32(),
        6..=24 => bytes.one_of(every::ALL),
        other => likely[usize::from(other) % likely.len()],
    })
}

/// Returns any token.
pub fn any(bytes: &mut Bytes) -> u32 {
    bytes.one_of(every::ALL)
}

/// Returns a bit field for glMapBufferRange, glBufferStorage or glClear.
pub fn bits(bytes: &mut Bytes) -> u32 {
    match bytes.byte() {
        0..=7 => bytes.u32(),
        8..=99 => u32::from(bytes.u16()) & 0xFF,
        other => [
            GL_MAP_READ_BIT | GL_MAP_WRITE_BIT,
            GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT,
            GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT,
            GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT,
            GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT,
            GL_ALL_ATTRIB_BITS,
            GL_COLOR_BUFFER_BIT,
            GL_READ_ONLY,
            GL_WRITE_ONLY,
            GL_READ_WRITE,
        ][usize::from(other) % 10],
    }
}
