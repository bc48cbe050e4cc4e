//! Enum tokens that commands are likely to accept, by the names of commands and arguments.

use super::bytes::Bytes;
use crate::tokens::*;

mod every {
    use crate::tokens::*;
    include!(concat!(env!("OUT_DIR"), "/all_tokens.rs"));
}

const BUFFERS: &[u32] = &[
    GL_ARRAY_BUFFER,
    GL_ELEMENT_ARRAY_BUFFER,
    GL_PIXEL_PACK_BUFFER,
    GL_PIXEL_UNPACK_BUFFER,
    GL_COPY_READ_BUFFER,
    GL_COPY_WRITE_BUFFER,
    GL_DRAW_INDIRECT_BUFFER,
    GL_DISPATCH_INDIRECT_BUFFER,
    GL_QUERY_BUFFER,
    GL_TEXTURE_BUFFER,
    GL_UNIFORM_BUFFER,
    GL_SHADER_STORAGE_BUFFER,
    GL_ATOMIC_COUNTER_BUFFER,
    GL_TRANSFORM_FEEDBACK_BUFFER,
    GL_PARAMETER_BUFFER,
    GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD,
];
const MAPS: &[u32] = &[
    GL_MAP1_VERTEX_3,
    GL_MAP1_VERTEX_4,
    GL_MAP1_COLOR_4,
    GL_MAP1_TEXTURE_COORD_2,
    GL_MAP2_VERTEX_3,
    GL_MAP2_VERTEX_4,
    GL_MAP2_NORMAL,
    GL_MAP2_INDEX,
];
const TEXTURES: &[u32] = &[
    GL_TEXTURE_2D,
    GL_TEXTURE_2D,
    GL_TEXTURE_1D,
    GL_TEXTURE_RECTANGLE,
    GL_TEXTURE_3D,
    GL_TEXTURE_CUBE_MAP,
    GL_TEXTURE_2D_ARRAY,
    GL_TEXTURE_BUFFER,
    GL_TEXTURE_2D_MULTISAMPLE,
    GL_PROXY_TEXTURE_2D,
    GL_PROXY_TEXTURE_1D,
    GL_PROXY_TEXTURE_RECTANGLE,
];
const FRAMEBUFFERS: &[u32] = &[GL_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER];
const QUERIES: &[u32] = &[
    GL_SAMPLES_PASSED,
    GL_ANY_SAMPLES_PASSED,
    GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
    GL_PRIMITIVES_GENERATED,
    GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
    GL_TRANSFORM_FEEDBACK_OVERFLOW,
    GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW,
    GL_TIME_ELAPSED,
    GL_TIMESTAMP,
    GL_VERTICES_SUBMITTED,
    GL_PRIMITIVES_SUBMITTED,
    GL_VERTEX_SHADER_INVOCATIONS,
    GL_FRAGMENT_SHADER_INVOCATIONS,
    GL_CLIPPING_OUTPUT_PRIMITIVES,
    GL_COMPUTE_SHADER_INVOCATIONS,
];
const ATTACHMENTS: &[u32] = &[
    GL_COLOR_ATTACHMENT0,
    GL_COLOR_ATTACHMENT1,
    GL_COLOR_ATTACHMENT7,
    GL_DEPTH_ATTACHMENT,
    GL_STENCIL_ATTACHMENT,
    GL_DEPTH_STENCIL_ATTACHMENT,
    GL_COLOR,
    GL_DEPTH,
    GL_STENCIL,
    GL_BACK,
    GL_FRONT,
    GL_NONE,
];
const TYPES: &[u32] = &[
    GL_UNSIGNED_BYTE,
    GL_BYTE,
    GL_UNSIGNED_SHORT,
    GL_SHORT,
    GL_UNSIGNED_INT,
    GL_INT,
    GL_FLOAT,
    GL_HALF_FLOAT,
    GL_DOUBLE,
    GL_FIXED,
    GL_BITMAP,
    GL_UNSIGNED_INT_2_10_10_10_REV,
    GL_INT_2_10_10_10_REV,
    GL_UNSIGNED_INT_10F_11F_11F_REV,
    GL_UNSIGNED_SHORT_5_6_5,
    GL_UNSIGNED_SHORT_4_4_4_4,
    GL_UNSIGNED_SHORT_5_5_5_1,
    GL_UNSIGNED_INT_24_8,
    GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
    GL_UNSIGNED_INT_5_9_9_9_REV,
    GL_UNSIGNED_INT_8_8_8_8_REV,
    GL_UNSIGNED_BYTE_3_3_2,
    0x1407,
    0x1409,
];
const INDEX_TYPES: &[u32] = &[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT];
const FORMATS: &[u32] = &[
    GL_RGBA,
    GL_RGB,
    GL_RED,
    GL_RG,
    GL_BGRA,
    GL_BGR,
    GL_ALPHA,
    GL_LUMINANCE,
    GL_LUMINANCE_ALPHA,
    GL_RGBA_INTEGER,
    GL_RED_INTEGER,
    GL_RG_INTEGER,
    GL_DEPTH_COMPONENT,
    GL_DEPTH_STENCIL,
    GL_STENCIL_INDEX,
    GL_COLOR_INDEX,
    GL_GREEN,
    GL_BLUE,
];
const INTERNAL: &[u32] = &[
    GL_RGBA8,
    GL_RGBA,
    GL_RGB,
    GL_R8,
    GL_RG8,
    GL_RGB565,
    GL_RGBA4,
    GL_RGB5_A1,
    GL_RGB10_A2,
    GL_RGB10_A2UI,
    GL_R11F_G11F_B10F,
    GL_RGB9_E5,
    GL_SRGB8_ALPHA8,
    GL_RGBA8_SNORM,
    GL_RGBA16,
    GL_RGBA16F,
    GL_RGBA32F,
    GL_R32F,
    GL_RG32F,
    GL_R32UI,
    GL_R8I,
    GL_RGBA32UI,
    GL_RGBA16I,
    GL_RG16UI,
    GL_RGB32F,
    GL_DEPTH_COMPONENT16,
    GL_DEPTH_COMPONENT24,
    GL_DEPTH_COMPONENT32F,
    GL_DEPTH24_STENCIL8,
    GL_DEPTH32F_STENCIL8,
    GL_STENCIL_INDEX8,
    GL_ALPHA,
    GL_LUMINANCE,
    GL_LUMINANCE_ALPHA,
    GL_INTENSITY,
    GL_DEPTH_COMPONENT,
    1,
    2,
    3,
    4,
];
const COMPRESSED: &[u32] = &[
    GL_COMPRESSED_RED_RGTC1,
    GL_COMPRESSED_SIGNED_RG_RGTC2,
    GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT,
    crate::gl::object::format::GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI,
    GL_COMPRESSED_RGBA_BPTC_UNORM,
    GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT,
    GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
    GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT,
    GL_COMPRESSED_RGB_FXT1_3DFX,
    GL_COMPRESSED_RGBA_FXT1_3DFX,
    GL_ETC1_RGB8_OES,
    GL_COMPRESSED_RGBA8_ETC2_EAC,
    GL_COMPRESSED_RGBA_ASTC_8x5_KHR,
    GL_COMPRESSED_RGBA,
];
const CAPABILITIES: &[u32] = &[
    GL_VERTEX_PROGRAM_ARB,
    GL_FRAGMENT_PROGRAM_ARB,
    GL_FRAGMENT_SHADER_ATI,
    GL_BLEND,
    GL_CULL_FACE,
    GL_DEPTH_TEST,
    GL_STENCIL_TEST,
    GL_SCISSOR_TEST,
    GL_DEPTH_CLAMP,
    GL_RASTERIZER_DISCARD,
    GL_PRIMITIVE_RESTART,
    GL_PRIMITIVE_RESTART_FIXED_INDEX,
    GL_PROGRAM_POINT_SIZE,
    GL_POLYGON_OFFSET_FILL,
    GL_POLYGON_OFFSET_LINE,
    GL_COLOR_LOGIC_OP,
    GL_FRAMEBUFFER_SRGB,
    GL_CLIP_DISTANCE0,
    GL_CLIP_DISTANCE7,
    GL_DITHER,
    GL_MULTISAMPLE,
    GL_SAMPLE_MASK,
    GL_LIGHTING,
    GL_LIGHT0,
    GL_LIGHT7,
    GL_FOG,
    GL_NORMALIZE,
    GL_COLOR_MATERIAL,
    GL_COLOR_SUM,
    GL_ALPHA_TEST,
    GL_AUTO_NORMAL,
    GL_MAP1_VERTEX_3,
    GL_MAP1_COLOR_4,
    GL_MAP2_VERTEX_3,
    GL_MAP2_VERTEX_4,
    GL_MAP2_TEXTURE_COORD_4,
    GL_TEXTURE_1D,
    GL_TEXTURE_2D,
    GL_TEXTURE_GEN_S,
    GL_TEXTURE_GEN_Q,
    GL_POINT_SPRITE,
    GL_VERTEX_ARRAY,
    GL_NORMAL_ARRAY,
    GL_COLOR_ARRAY,
    GL_TEXTURE_COORD_ARRAY,
    GL_FOG_COORD_ARRAY,
    GL_LINE_SMOOTH,
    GL_TEXTURE_CUBE_MAP_SEAMLESS,
];
const PARAMETERS: &[u32] = &[
    GL_TEXTURE_MIN_FILTER,
    GL_TEXTURE_MAG_FILTER,
    GL_TEXTURE_WRAP_S,
    GL_TEXTURE_WRAP_T,
    GL_TEXTURE_WRAP_R,
    GL_TEXTURE_BASE_LEVEL,
    GL_TEXTURE_MAX_LEVEL,
    GL_TEXTURE_MIN_LOD,
    GL_TEXTURE_MAX_LOD,
    GL_TEXTURE_LOD_BIAS,
    GL_TEXTURE_COMPARE_MODE,
    GL_TEXTURE_COMPARE_FUNC,
    GL_TEXTURE_SWIZZLE_R,
    GL_TEXTURE_SWIZZLE_RGBA,
    GL_TEXTURE_BORDER_COLOR,
    GL_TEXTURE_MAX_ANISOTROPY,
    GL_TEXTURE_REDUCTION_MODE_ARB,
    GL_DEPTH_STENCIL_TEXTURE_MODE,
    GL_GENERATE_MIPMAP,
    GL_TEXTURE_WIDTH,
    GL_TEXTURE_INTERNAL_FORMAT,
];
const PARAMETER_VALUES: &[u32] = &[
    GL_NEAREST,
    GL_LINEAR,
    GL_NEAREST_MIPMAP_NEAREST,
    GL_LINEAR_MIPMAP_NEAREST,
    GL_NEAREST_MIPMAP_LINEAR,
    GL_LINEAR_MIPMAP_LINEAR,
    GL_REPEAT,
    GL_MIRRORED_REPEAT,
    GL_CLAMP_TO_EDGE,
    GL_CLAMP_TO_BORDER,
    GL_CLAMP,
    GL_MIRROR_CLAMP_TO_EDGE,
    GL_MIRROR_CLAMP_EXT,
    GL_MIRROR_CLAMP_TO_BORDER_EXT,
    GL_MAX,
    GL_MIN,
    GL_COMPARE_REF_TO_TEXTURE,
    GL_LEQUAL,
    GL_RED,
    GL_ONE,
    GL_ZERO,
    GL_OBJECT_LINEAR,
    GL_EYE_LINEAR,
    GL_SPHERE_MAP,
    GL_REFLECTION_MAP,
    GL_NORMAL_MAP,
    GL_MODULATE,
    GL_DECAL,
    GL_COMBINE,
    GL_ADD,
    GL_INTERPOLATE,
    GL_DOT3_RGB,
    GL_PREVIOUS,
    GL_TEXTURE0,
    GL_SRC_ALPHA,
    GL_EXP2,
    GL_EXP,
    0,
    1,
    2,
    3,
    1000,
    u32::MAX,
];
const STORE: &[u32] = &[
    GL_PACK_ALIGNMENT,
    GL_UNPACK_ALIGNMENT,
    GL_PACK_ROW_LENGTH,
    GL_UNPACK_ROW_LENGTH,
    GL_PACK_SKIP_PIXELS,
    GL_UNPACK_SKIP_PIXELS,
    GL_PACK_SKIP_ROWS,
    GL_UNPACK_SKIP_ROWS,
    GL_PACK_SWAP_BYTES,
    GL_PACK_INVERT_MESA,
    GL_PACK_REVERSE_ROW_ORDER_ANGLE,
    GL_UNPACK_SWAP_BYTES,
    GL_UNPACK_LSB_FIRST,
    GL_UNPACK_IMAGE_HEIGHT,
    GL_UNPACK_SKIP_IMAGES,
    GL_PACK_IMAGE_HEIGHT,
];
const FACTORS: &[u32] = &[
    GL_ZERO,
    GL_ONE,
    GL_SRC_COLOR,
    GL_ONE_MINUS_SRC_COLOR,
    GL_DST_COLOR,
    GL_ONE_MINUS_DST_COLOR,
    GL_SRC_ALPHA,
    GL_ONE_MINUS_DST_ALPHA,
    GL_CONSTANT_COLOR,
    GL_ONE_MINUS_CONSTANT_ALPHA,
    GL_SRC_ALPHA_SATURATE,
    GL_SRC1_COLOR,
    GL_ONE_MINUS_SRC1_ALPHA,
];
const LIGHTS: &[u32] = &[
    GL_AMBIENT,
    GL_DIFFUSE,
    GL_SPECULAR,
    GL_POSITION,
    GL_SPOT_DIRECTION,
    GL_SPOT_EXPONENT,
    GL_SPOT_CUTOFF,
    GL_CONSTANT_ATTENUATION,
    GL_SHININESS,
    GL_EMISSION,
    GL_AMBIENT_AND_DIFFUSE,
    GL_LIGHT_MODEL_AMBIENT,
    GL_LIGHT_MODEL_TWO_SIDE,
    GL_LIGHT_MODEL_COLOR_CONTROL,
    GL_FOG_MODE,
    GL_FOG_COLOR,
    GL_FOG_DENSITY,
    GL_FOG_START,
    GL_FOG_COORD_SRC,
    GL_TEXTURE_ENV_MODE,
    GL_TEXTURE_ENV_COLOR,
    GL_TEXTURE_GEN_MODE,
    GL_OBJECT_PLANE,
    GL_EYE_PLANE,
    GL_COMBINE_RGB,
    GL_COMBINE_ALPHA,
    GL_SRC0_RGB,
    GL_OPERAND1_ALPHA,
    GL_RGB_SCALE,
    GL_COORD_REPLACE,
    GL_POINT_SIZE_MIN,
    GL_POINT_SPRITE_COORD_ORIGIN,
    GL_TEXTURE_LOD_BIAS,
];
const SHADERS: &[u32] =
    &[GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_GEOMETRY_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_COMPUTE_SHADER];
const INTERFACES: &[u32] = &[
    GL_UNIFORM,
    GL_UNIFORM_BLOCK,
    GL_PROGRAM_INPUT,
    GL_PROGRAM_OUTPUT,
    GL_BUFFER_VARIABLE,
    GL_SHADER_STORAGE_BLOCK,
    GL_ATOMIC_COUNTER_BUFFER,
    GL_TRANSFORM_FEEDBACK_VARYING,
    GL_TRANSFORM_FEEDBACK_BUFFER,
    GL_VERTEX_SUBROUTINE,
];
const MODES: &[u32] = &[4, 4, 4, 4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 4];
const COMPARES: &[u32] = &[GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS];
const OPERATIONS: &[u32] = &[GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP];
const EQUATIONS: &[u32] = &[
    GL_FUNC_ADD,
    GL_FUNC_SUBTRACT,
    GL_FUNC_REVERSE_SUBTRACT,
    GL_MIN,
    GL_MAX,
    GL_MULTIPLY_KHR,
    GL_SOFTLIGHT_KHR,
    GL_COLORBURN_KHR,
    GL_HSL_HUE_KHR,
];
const FACES: &[u32] = &[GL_FRONT, GL_BACK, GL_FRONT_AND_BACK];

const ATI_OPERATIONS: [&[u32]; 3] = [
    &[GL_MOV_ATI],
    &[GL_ADD_ATI, GL_MUL_ATI, GL_SUB_ATI, GL_DOT3_ATI, GL_DOT4_ATI],
    &[GL_MAD_ATI, GL_LERP_ATI, GL_CND_ATI, GL_CND0_ATI, GL_DOT2_ADD_ATI],
];
const ATI_SOURCES: &[u32] = &[
    GL_REG_0_ATI,
    GL_REG_1_ATI,
    GL_REG_5_ATI,
    GL_CON_0_ATI,
    GL_CON_7_ATI,
    GL_ZERO,
    GL_ONE,
    GL_PRIMARY_COLOR,
    GL_SECONDARY_INTERPOLATOR_ATI,
];

/// Returns the likely values of an argument of the commands of GL_ATI_fragment_shader.
fn likely_ati(command: &str, argument: &str) -> Option<&'static [u32]> {
    Some(match argument {
        "op" if command.contains("Op1") => ATI_OPERATIONS[0],
        "op" if command.contains("Op2") => ATI_OPERATIONS[1],
        "op" => ATI_OPERATIONS[2],
        "register" => &[GL_REG_0_ATI, GL_REG_1_ATI, GL_REG_5_ATI],
        "coordinates" => &[GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE7, GL_REG_0_ATI, GL_REG_5_ATI],
        "swizzle" => &[GL_SWIZZLE_STR_ATI, GL_SWIZZLE_STQ_ATI, GL_SWIZZLE_STR_DR_ATI, GL_SWIZZLE_STQ_DQ_ATI],
        "mask" => &[GL_NONE, GL_RED_BIT_ATI, GL_GREEN_BIT_ATI | GL_BLUE_BIT_ATI],
        "modifier" => &[GL_NONE, GL_HALF_BIT_ATI, GL_EIGHTH_BIT_ATI | GL_SATURATE_BIT_ATI],
        "constant" => &[GL_CON_0_ATI, GL_CON_7_ATI],
        _ if argument.starts_with("source") => ATI_SOURCES,
        _ if argument.starts_with("replication") => &[GL_NONE, GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
        _ if argument.starts_with("modifier") => &[GL_NONE, GL_COMP_BIT_ATI | GL_BIAS_BIT_ATI, GL_NEGATE_BIT_ATI],
        _ => return None,
    })
}

/// Returns the likely values of an argument, or `None` if it is not an enum.
fn likely(command: &str, argument: &str) -> Option<&'static [u32]> {
    let about = |word: &str| command.contains(word);
    if command.ends_with("ATI") && (about("Fragment") || about("PassTexCoord") || about("SampleMap")) {
        return likely_ati(command, argument);
    }
    let is_draw = about("Draw") && !about("Buffers") && !about("Buffer");
    Some(match argument {
        "target"
            if about("ProgramARB") || about("ProgramString") || about("ProgramEnv") || about("ProgramLocal") || about("ProgramivARB") =>
        {
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
        "unit" => &[GL_TEXTURE0, GL_TEXTURE1, 0, 1, 95],
        "mode" if is_draw || command == "glBegin" => MODES,
        "mode" if about("TransformFeedback") => &[GL_POINTS, GL_LINES, GL_TRIANGLES],
        "mode" if about("Matrix") => &[GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE, GL_COLOR, GL_MATRIX0_ARB],
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
