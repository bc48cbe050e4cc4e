//! OpenGL's C types and the tokens that glmeter's modules use.
//!
//! The extensions' own tokens are in `spec/`, one file per specification.

#![allow(missing_docs, reason = "the specifications define each type and token")]

pub use core::ffi::{c_char, c_void};
pub use glmeter_abi::gl::*;

pub const FALSE: GLboolean = 0;
pub const TRUE: GLboolean = 1;

pub const NO_ERROR: GLenum = 0;
pub const INVALID_ENUM: GLenum = 0x0500;
pub const INVALID_VALUE: GLenum = 0x0501;
pub const INVALID_OPERATION: GLenum = 0x0502;
pub const OUT_OF_MEMORY: GLenum = 0x0505;
pub const CONTEXT_LOST: GLenum = 0x0507;

pub const MAX_TEXTURE_SIZE: GLenum = 0x0D33;
pub const RESET_NOTIFICATION_STRATEGY: GLenum = 0x8256;
pub const LOSE_CONTEXT_ON_RESET: GLint = 0x8252;

pub const VENDOR: GLenum = 0x1F00;
pub const RENDERER: GLenum = 0x1F01;
pub const VERSION: GLenum = 0x1F02;
pub const EXTENSIONS: GLenum = 0x1F03;
pub const NUM_EXTENSIONS: GLenum = 0x821D;
pub const CONTEXT_FLAGS: GLenum = 0x821E;
pub const CONTEXT_FLAG_NO_ERROR_BIT: GLint = 0x8;
pub const CONTEXT_PROFILE_MASK: GLenum = 0x9126;
pub const CONTEXT_COMPATIBILITY_PROFILE_BIT: GLint = 0x2;
pub const LIST_INDEX: GLenum = 0x0B33;
pub const VIEWPORT: GLenum = 0x0BA2;
pub const MAX_VERTEX_STREAMS: GLenum = 0x8E71;
pub const BUFFER_SIZE: GLenum = 0x8764;

pub const QUERY_COUNTER_BITS: GLenum = 0x8864;
pub const CURRENT_QUERY: GLenum = 0x8865;
pub const QUERY_RESULT: GLenum = 0x8866;
pub const QUERY_RESULT_AVAILABLE: GLenum = 0x8867;
pub const QUERY_RESULT_NO_WAIT: GLenum = 0x9194;
pub const QUERY_TARGET: GLenum = 0x82EA;
pub const QUERY_BUFFER: GLenum = 0x9192;
pub const QUERY_BUFFER_BINDING: GLenum = 0x9193;
pub const QUERY_WAIT: GLenum = 0x8E13;
pub const QUERY_NO_WAIT: GLenum = 0x8E14;
pub const QUERY_BY_REGION_WAIT: GLenum = 0x8E15;
pub const QUERY_BY_REGION_NO_WAIT: GLenum = 0x8E16;
pub const QUERY_WAIT_INVERTED: GLenum = 0x8E17;
pub const QUERY_NO_WAIT_INVERTED: GLenum = 0x8E18;
pub const QUERY_BY_REGION_WAIT_INVERTED: GLenum = 0x8E19;
pub const QUERY_BY_REGION_NO_WAIT_INVERTED: GLenum = 0x8E1A;

pub const SAMPLES_PASSED: GLenum = 0x8914;
pub const ANY_SAMPLES_PASSED: GLenum = 0x8C2F;
pub const ANY_SAMPLES_PASSED_CONSERVATIVE: GLenum = 0x8D6A;
pub const PRIMITIVES_GENERATED: GLenum = 0x8C87;
pub const TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: GLenum = 0x8C88;
pub const TRANSFORM_FEEDBACK_OVERFLOW: GLenum = 0x82EC;
pub const TRANSFORM_FEEDBACK_STREAM_OVERFLOW: GLenum = 0x82ED;
pub const TIME_ELAPSED: GLenum = 0x88BF;
pub const TIMESTAMP: GLenum = 0x8E28;
pub const GPU_DISJOINT_EXT: GLenum = 0x8FBB;

pub const PERFQUERY_DONOT_FLUSH_INTEL: GLuint = 0x83F9;
pub const PERFQUERY_FLUSH_INTEL: GLuint = 0x83FA;
pub const PERFQUERY_WAIT_INTEL: GLuint = 0x83FB;
pub const PERFQUERY_COUNTER_EVENT_INTEL: GLenum = 0x94F0;
pub const PERFQUERY_COUNTER_DURATION_RAW_INTEL: GLenum = 0x94F2;
pub const PERFQUERY_COUNTER_RAW_INTEL: GLenum = 0x94F4;
pub const PERFQUERY_COUNTER_TIMESTAMP_INTEL: GLenum = 0x94F5;
pub const PERFQUERY_COUNTER_DATA_UINT64_INTEL: GLenum = 0x94F9;
pub const PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL: GLenum = 0x94FD;
pub const PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL: GLenum = 0x94FE;
pub const PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL: GLenum = 0x94FF;
pub const PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL: GLenum = 0x9500;

pub const VERTICES_SUBMITTED: GLenum = 0x82EE;
pub const PRIMITIVES_SUBMITTED: GLenum = 0x82EF;
pub const VERTEX_SHADER_INVOCATIONS: GLenum = 0x82F0;
pub const TESS_CONTROL_SHADER_PATCHES: GLenum = 0x82F1;
pub const TESS_EVALUATION_SHADER_INVOCATIONS: GLenum = 0x82F2;
pub const GEOMETRY_SHADER_INVOCATIONS: GLenum = 0x887F;
pub const GEOMETRY_SHADER_PRIMITIVES_EMITTED: GLenum = 0x82F3;
pub const FRAGMENT_SHADER_INVOCATIONS: GLenum = 0x82F4;
pub const COMPUTE_SHADER_INVOCATIONS: GLenum = 0x82F5;
pub const CLIPPING_INPUT_PRIMITIVES: GLenum = 0x82F6;
pub const CLIPPING_OUTPUT_PRIMITIVES: GLenum = 0x82F7;

pub const POINTS: GLenum = 0x0;
pub const LINES: GLenum = 0x1;
pub const LINE_LOOP: GLenum = 0x2;
pub const LINE_STRIP: GLenum = 0x3;
pub const TRIANGLES: GLenum = 0x4;
pub const TRIANGLE_STRIP: GLenum = 0x5;
pub const TRIANGLE_FAN: GLenum = 0x6;
pub const QUADS: GLenum = 0x7;
pub const QUAD_STRIP: GLenum = 0x8;
pub const POLYGON: GLenum = 0x9;
pub const LINES_ADJACENCY: GLenum = 0xA;
pub const LINE_STRIP_ADJACENCY: GLenum = 0xB;
pub const TRIANGLES_ADJACENCY: GLenum = 0xC;
pub const TRIANGLE_STRIP_ADJACENCY: GLenum = 0xD;
pub const PATCHES: GLenum = 0xE;
pub const UNSIGNED_BYTE: GLenum = 0x1401;
pub const UNSIGNED_SHORT: GLenum = 0x1403;
pub const UNSIGNED_INT: GLenum = 0x1405;
pub const BYTE: GLenum = 0x1400;
pub const SHORT: GLenum = 0x1402;
pub const INT: GLenum = 0x1404;
pub const FLOAT: GLenum = 0x1406;
pub const _2_BYTES: GLenum = 0x1407;
pub const _3_BYTES: GLenum = 0x1408;
pub const _4_BYTES: GLenum = 0x1409;
pub const LIST_BASE: GLenum = 0x0B32;
pub const LIST_MODE: GLenum = 0x0B30;
pub const COMPILE: GLenum = 0x1300;
pub const COMPILE_AND_EXECUTE: GLenum = 0x1301;
pub const PATCH_VERTICES: GLenum = 0x8E72;
pub const PRIMITIVE_RESTART: GLenum = 0x8F9D;
pub const PRIMITIVE_RESTART_INDEX: GLenum = 0x8F9E;
pub const PRIMITIVE_RESTART_FIXED_INDEX: GLenum = 0x8D69;
pub const PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED: GLenum = 0x8221;
pub const ELEMENT_ARRAY_BUFFER: GLenum = 0x8893;
pub const ELEMENT_ARRAY_BUFFER_BINDING: GLenum = 0x8895;
pub const DRAW_INDIRECT_BUFFER: GLenum = 0x8F3F;
pub const DRAW_INDIRECT_BUFFER_BINDING: GLenum = 0x8F43;
pub const DISPATCH_INDIRECT_BUFFER: GLenum = 0x90EE;
pub const DISPATCH_INDIRECT_BUFFER_BINDING: GLenum = 0x90EF;
pub const PARAMETER_BUFFER: GLenum = 0x80EE;
pub const PARAMETER_BUFFER_BINDING: GLenum = 0x80EF;
pub const BUFFER_MAPPED: GLenum = 0x88BC;
pub const BUFFER_ACCESS_FLAGS: GLenum = 0x911F;
pub const MAP_READ_BIT: GLbitfield = 0x1;
pub const MAP_PERSISTENT_BIT: GLint = 0x40;
pub const BUFFER_UPDATE_BARRIER_BIT: GLbitfield = 0x200;
pub const CURRENT_PROGRAM: GLenum = 0x8B8D;
pub const PROGRAM_PIPELINE_BINDING: GLenum = 0x825A;
pub const COMPUTE_SHADER: GLenum = 0x91B9;
pub const COMPUTE_WORK_GROUP_SIZE: GLenum = 0x8267;
pub const MAX_COMPUTE_WORK_GROUP_COUNT: GLenum = 0x91BE;
pub const LINK_STATUS: GLenum = 0x8B82;
pub const SYNC_GPU_COMMANDS_COMPLETE: GLenum = 0x9117;
pub const ALREADY_SIGNALED: GLenum = 0x911A;
pub const TIMEOUT_EXPIRED: GLenum = 0x911B;
pub const CONDITION_SATISFIED: GLenum = 0x911C;

pub const GEOMETRY_SHADER: GLenum = 0x8DD9;
pub const TESS_CONTROL_SHADER: GLenum = 0x8E88;
pub const TESS_CONTROL_OUTPUT_VERTICES: GLenum = 0x8E75;
pub const GEOMETRY_VERTICES_OUT: GLenum = 0x8916;
pub const ATTACHED_SHADERS: GLenum = 0x8B85;
pub const SHADER_TYPE: GLenum = 0x8B4F;
