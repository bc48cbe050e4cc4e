//! Getters of the limits of the implementation.

use super::{extensions, strings};
use crate::command::program;
use crate::command::shader_binary;
use crate::command::texture::compressed;
use crate::config::Api;
use crate::context::Context;
use crate::error::{Result, invalid_value};
use crate::limits as fixed;
use crate::object::ati_fragment_shader;
use crate::state::evaluators;
use crate::state::matrix::COLOR_DEPTH;
use crate::state::value::Value;
use crate::tokens::*;
use compiler::assembly;
use shader::pipeline::limits::{Limits, UNIFORM_LOCATIONS};

/// Returns a limit; none for other names.
pub fn get(context: &Context, name: u32) -> Option<Value> {
    let limits = Limits::default();
    let desktop = !context.is_es();
    let stages: u32 = 6;
    let int = |value: u32| Some(Value::from(value));
    let (major, minor) = context.config.version;
    let blocks = limits.uniform_blocks;
    let per_block = limits.uniform_block_bytes / 4;
    match name {
        GL_MAJOR_VERSION => int(major.into()),
        GL_MINOR_VERSION => int(minor.into()),
        GL_NUM_EXTENSIONS => int(extensions::list(context).len() as u32),
        GL_NUM_SHADING_LANGUAGE_VERSIONS if desktop => int(strings::languages(context) as u32),
        GL_CONTEXT_FLAGS => {
            let flag = |on: bool, bit: u32| if on { bit } else { 0 };
            int(flag(context.config.forward_compatible, GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT)
                | flag(context.config.debug, GL_CONTEXT_FLAG_DEBUG_BIT)
                | flag(context.config.robust, GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT)
                | flag(context.config.no_error, GL_CONTEXT_FLAG_NO_ERROR_BIT))
        }
        GL_CONTEXT_PROFILE_MASK if desktop => int(match context.config.api {
            Api::Core => GL_CONTEXT_CORE_PROFILE_BIT,
            _ => GL_CONTEXT_COMPATIBILITY_PROFILE_BIT,
        }),
        GL_RESET_NOTIFICATION_STRATEGY => {
            int(if context.config.lose_on_reset { GL_LOSE_CONTEXT_ON_RESET } else { GL_NO_RESET_NOTIFICATION })
        }
        GL_CONTEXT_ROBUST_ACCESS => Some(Value::from(context.config.robust)),
        GL_CONTEXT_RELEASE_BEHAVIOR => int(if context.config.flush_on_release { GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH } else { GL_NONE }),

        GL_MAX_TEXTURE_SIZE | GL_MAX_RENDERBUFFER_SIZE | GL_MAX_FRAMEBUFFER_WIDTH | GL_MAX_FRAMEBUFFER_HEIGHT => {
            int(fixed::MAX_TEXTURE_SIZE)
        }
        GL_MAX_RECTANGLE_TEXTURE_SIZE if desktop => int(fixed::MAX_TEXTURE_SIZE),
        GL_MAX_3D_TEXTURE_SIZE | GL_MAX_ARRAY_TEXTURE_LAYERS => int(fixed::MAX_TEXTURE_LAYERS),
        GL_MAX_CUBE_MAP_TEXTURE_SIZE => int(fixed::MAX_TEXTURE_SIZE),
        GL_MAX_TEXTURE_BUFFER_SIZE => int(fixed::MAX_TEXTURE_BUFFER_SIZE),
        GL_MAX_FRAMEBUFFER_LAYERS => int(fixed::MAX_FRAMEBUFFER_LAYERS),
        GL_MAX_FRAMEBUFFER_SAMPLES
        | GL_MAX_SAMPLES
        | GL_MAX_INTEGER_SAMPLES
        | GL_MAX_COLOR_TEXTURE_SAMPLES
        | GL_MAX_DEPTH_TEXTURE_SAMPLES => int(fixed::MAX_SAMPLES as u32),
        GL_MAX_SAMPLE_MASK_WORDS => int(fixed::MAX_SAMPLE_MASK_WORDS as u32),
        GL_MAX_VIEWPORT_DIMS => Some(Value::Int(vec![fixed::MAX_VIEWPORT_SIZE as i64; 2])),
        GL_MAX_VIEWPORTS => int(fixed::MAX_VIEWPORTS as u32),
        GL_VIEWPORT_BOUNDS_RANGE => Some(Value::Float(vec![-32768.0, 32767.0])),
        GL_VIEWPORT_SUBPIXEL_BITS | GL_SUBPIXEL_BITS => int(8),
        GL_LAYER_PROVOKING_VERTEX | GL_VIEWPORT_INDEX_PROVOKING_VERTEX if desktop => int(GL_PROVOKING_VERTEX),
        // OpenGL ES has no glProvokingVertex: the last vertex is the provoking one.
        GL_LAYER_PROVOKING_VERTEX | GL_VIEWPORT_INDEX_PROVOKING_VERTEX => int(GL_LAST_VERTEX_CONVENTION),
        GL_MAX_DRAW_BUFFERS | GL_MAX_COLOR_ATTACHMENTS => int(fixed::MAX_DRAW_BUFFERS as u32),
        GL_MAX_SUBROUTINES if desktop => int(limits.subroutines),
        GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS if desktop => int(limits.subroutine_uniform_locations),
        GL_MAX_DUAL_SOURCE_DRAW_BUFFERS => int(1),
        GL_MAX_CLIP_DISTANCES if context.config.api == Api::Es1 => int(fixed::ES1_CLIP_PLANES),
        GL_MAX_CLIP_DISTANCES | GL_MAX_CULL_DISTANCES | GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES => int(limits.clip_distances),
        GL_ALIASED_LINE_WIDTH_RANGE | GL_SMOOTH_LINE_WIDTH_RANGE | GL_MULTISAMPLE_LINE_WIDTH_RANGE => Some(Value::Float(vec![1.0, 64.0])),
        GL_ALIASED_POINT_SIZE_RANGE | GL_POINT_SIZE_RANGE => Some(Value::Float(vec![1.0, f64::from(fixed::MAX_POINT_SIZE)])),
        GL_SMOOTH_LINE_WIDTH_GRANULARITY | GL_MULTISAMPLE_LINE_WIDTH_GRANULARITY | GL_POINT_SIZE_GRANULARITY => Some(Value::from(1.0f32)),
        GL_MAX_TEXTURE_LOD_BIAS => Some(Value::from(fixed::MAX_TEXTURE_LOD_BIAS)),
        GL_MAX_TEXTURE_MAX_ANISOTROPY => Some(Value::from(fixed::MAX_TEXTURE_MAX_ANISOTROPY)),
        GL_MAX_ELEMENTS_INDICES | GL_MAX_ELEMENTS_VERTICES => int(1 << 20),
        GL_MAX_ELEMENT_INDEX => Some(Value::from(i64::from(u32::MAX))),
        GL_MAX_SERVER_WAIT_TIMEOUT => Some(Value::from(i64::MAX)),
        GL_MIN_MAP_BUFFER_ALIGNMENT => int(fixed::MIN_MAP_BUFFER_ALIGNMENT as u32),
        GL_FRAGMENT_SHADER_DISCARDS_SAMPLES_EXT => Some(Value::from(true)),
        GL_GPU_DISJOINT_EXT if context.is_es() => int(0),

        GL_MAX_VERTEX_ATTRIBS | GL_MAX_VERTEX_ATTRIB_BINDINGS => int(limits.vertex_attribs),
        GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET => int(fixed::MAX_VERTEX_ATTRIB_RELATIVE_OFFSET),
        GL_MAX_VERTEX_ATTRIB_STRIDE => int(fixed::MAX_VERTEX_ATTRIB_STRIDE as u32),
        GL_MAX_VERTEX_UNIFORM_COMPONENTS
        | GL_MAX_FRAGMENT_UNIFORM_COMPONENTS
        | GL_MAX_GEOMETRY_UNIFORM_COMPONENTS
        | GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS
        | GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS
        | GL_MAX_COMPUTE_UNIFORM_COMPONENTS => int(limits.uniform_components),
        GL_MAX_VERTEX_UNIFORM_VECTORS | GL_MAX_FRAGMENT_UNIFORM_VECTORS => int(limits.uniform_components / 4),
        GL_MAX_UNIFORM_LOCATIONS => int(UNIFORM_LOCATIONS),
        GL_MAX_VARYING_COMPONENTS
        | GL_MAX_VERTEX_OUTPUT_COMPONENTS
        | GL_MAX_FRAGMENT_INPUT_COMPONENTS
        | GL_MAX_GEOMETRY_INPUT_COMPONENTS
        | GL_MAX_GEOMETRY_OUTPUT_COMPONENTS
        | GL_MAX_TESS_CONTROL_INPUT_COMPONENTS
        | GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS
        | GL_MAX_TESS_EVALUATION_INPUT_COMPONENTS
        | GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS => int(limits.varying_components),
        GL_MAX_VARYING_VECTORS => int(limits.varying_components / 4),
        GL_MAX_TESS_PATCH_COMPONENTS => int(limits.patch_components),
        GL_MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS => int(4096),
        GL_MAX_PATCH_VERTICES => int(limits.patch_vertices),
        GL_MAX_TESS_GEN_LEVEL => int(limits.tess_level),
        GL_MAX_GEOMETRY_OUTPUT_VERTICES => int(limits.geometry_output_vertices),
        GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS => int(limits.geometry_total_output_components),
        GL_MAX_GEOMETRY_SHADER_INVOCATIONS => int(32),
        GL_MAX_VERTEX_STREAMS => int(4),
        GL_MAX_TEXTURE_IMAGE_UNITS
        | GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS
        | GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS
        | GL_MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS
        | GL_MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS
        | GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS => int(limits.texture_units),
        GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS => int(limits.combined_texture_units),
        GL_MIN_PROGRAM_TEXEL_OFFSET | GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET => Some(Value::from(-8)),
        GL_MAX_PROGRAM_TEXEL_OFFSET | GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET => int(7),
        GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB if desktop => int(4),
        GL_MIN_FRAGMENT_INTERPOLATION_OFFSET => Some(Value::from(-0.5f32)),
        GL_MAX_FRAGMENT_INTERPOLATION_OFFSET => Some(Value::from(0.4375f32)),
        GL_FRAGMENT_INTERPOLATION_OFFSET_BITS => int(4),

        GL_MAX_VERTEX_UNIFORM_BLOCKS
        | GL_MAX_FRAGMENT_UNIFORM_BLOCKS
        | GL_MAX_GEOMETRY_UNIFORM_BLOCKS
        | GL_MAX_TESS_CONTROL_UNIFORM_BLOCKS
        | GL_MAX_TESS_EVALUATION_UNIFORM_BLOCKS
        | GL_MAX_COMPUTE_UNIFORM_BLOCKS => int(blocks),
        GL_MAX_COMBINED_UNIFORM_BLOCKS => int(blocks * stages),
        GL_MAX_UNIFORM_BUFFER_BINDINGS => int(fixed::MAX_UNIFORM_BUFFER_BINDINGS as u32),
        GL_MAX_UNIFORM_BLOCK_SIZE => int(limits.uniform_block_bytes),
        GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT | GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT => {
            int(fixed::UNIFORM_BUFFER_OFFSET_ALIGNMENT as u32)
        }
        GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT => int(fixed::TEXTURE_BUFFER_OFFSET_ALIGNMENT as u32),
        GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS
        | GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS
        | GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS
        | GL_MAX_COMBINED_TESS_CONTROL_UNIFORM_COMPONENTS
        | GL_MAX_COMBINED_TESS_EVALUATION_UNIFORM_COMPONENTS
        | GL_MAX_COMBINED_COMPUTE_UNIFORM_COMPONENTS => int(limits.uniform_components + blocks * per_block),
        GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS
        | GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS
        | GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS
        | GL_MAX_TESS_CONTROL_SHADER_STORAGE_BLOCKS
        | GL_MAX_TESS_EVALUATION_SHADER_STORAGE_BLOCKS
        | GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS => int(limits.storage_blocks),
        // As many as all stages have together: each stage has its own limit alone.
        GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS => int(limits.storage_bindings()),
        GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS => int(fixed::MAX_SHADER_STORAGE_BUFFER_BINDINGS as u32),
        GL_MAX_SHADER_STORAGE_BLOCK_SIZE => int(limits.storage_block_bytes),
        GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES => int(limits.output_resources),
        GL_MAX_VERTEX_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_GEOMETRY_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_TESS_CONTROL_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_TESS_EVALUATION_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS
        | GL_MAX_COMBINED_ATOMIC_COUNTER_BUFFERS => int(limits.atomic_buffers),
        GL_MAX_VERTEX_ATOMIC_COUNTERS
        | GL_MAX_FRAGMENT_ATOMIC_COUNTERS
        | GL_MAX_GEOMETRY_ATOMIC_COUNTERS
        | GL_MAX_TESS_CONTROL_ATOMIC_COUNTERS
        | GL_MAX_TESS_EVALUATION_ATOMIC_COUNTERS
        | GL_MAX_COMPUTE_ATOMIC_COUNTERS
        | GL_MAX_COMBINED_ATOMIC_COUNTERS => int(limits.atomic_buffer_bytes / 4),
        GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS => int(fixed::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS as u32),
        GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE => int(limits.atomic_buffer_bytes),
        GL_MAX_IMAGE_UNITS => int(limits.image_units),
        GL_MAX_VERTEX_IMAGE_UNIFORMS
        | GL_MAX_FRAGMENT_IMAGE_UNIFORMS
        | GL_MAX_GEOMETRY_IMAGE_UNIFORMS
        | GL_MAX_TESS_CONTROL_IMAGE_UNIFORMS
        | GL_MAX_TESS_EVALUATION_IMAGE_UNIFORMS
        | GL_MAX_COMPUTE_IMAGE_UNIFORMS => int(limits.image_uniforms),
        GL_MAX_COMBINED_IMAGE_UNIFORMS => int(limits.combined_image_uniforms),
        GL_MAX_IMAGE_SAMPLES if desktop => int(limits.image_samples),

        GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS => int(limits.work_group_invocations),
        GL_MAX_COMPUTE_SHARED_MEMORY_SIZE => int(limits.shared_bytes),
        GL_MAX_TRANSFORM_FEEDBACK_BUFFERS | GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS => int(limits.feedback_buffers),
        GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS => int(limits.feedback_components),
        GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS => int(limits.feedback_components),

        GL_NUM_PROGRAM_BINARY_FORMATS => int(1),
        GL_PROGRAM_BINARY_FORMATS => Some(Value::Int(vec![program::BINARY_FORMAT.into()])),
        GL_NUM_SHADER_BINARY_FORMATS => int(shader_binary::formats(context).len() as u32),
        GL_SHADER_BINARY_FORMATS => Some(Value::Int(shader_binary::formats(context).iter().map(|&format| i64::from(format)).collect())),
        GL_NUM_SPIR_V_EXTENSIONS if !context.is_es() => int(compiler::spirv::EXTENSIONS.len() as u32),
        GL_NUM_COMPRESSED_TEXTURE_FORMATS => int(compressed::listed(context).len() as u32),
        GL_COMPRESSED_TEXTURE_FORMATS => Some(Value::Int(compressed::listed(context).into_iter().map(i64::from).collect())),
        GL_SHADER_COMPILER => Some(Value::from(true)),
        GL_MAX_LABEL_LENGTH => int(fixed::MAX_LABEL_LENGTH as u32),
        GL_MAX_DEBUG_MESSAGE_LENGTH => int(fixed::MAX_DEBUG_MESSAGE_LENGTH as u32),
        GL_MAX_DEBUG_LOGGED_MESSAGES => int(fixed::MAX_DEBUG_LOGGED_MESSAGES as u32),
        GL_MAX_DEBUG_GROUP_STACK_DEPTH => int(fixed::MAX_DEBUG_GROUP_STACK_DEPTH as u32),
        GL_DEBUG_LOGGED_MESSAGES => int(context.debug.logged()),
        GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH => int(context.debug.next_length()),
        GL_DEBUG_GROUP_STACK_DEPTH => int(context.debug.depth()),
        _ if context.config.api.has_fixed_function() => compatibility(name),
        _ => None,
    }
}

/// Returns a limit of the compatibility profile; none for other names.
fn compatibility(name: u32) -> Option<Value> {
    Some(Value::from(match name {
        GL_MAX_LIGHTS | GL_MAX_TEXTURE_UNITS | GL_MAX_TEXTURE_COORDS => 8,
        GL_MAX_MODELVIEW_STACK_DEPTH | GL_MAX_PROJECTION_STACK_DEPTH => 32,
        GL_MAX_TEXTURE_STACK_DEPTH | GL_MAX_ATTRIB_STACK_DEPTH | GL_MAX_CLIENT_ATTRIB_STACK_DEPTH => 16,
        GL_MAX_COLOR_MATRIX_STACK_DEPTH => COLOR_DEPTH as i32,
        GL_MAX_PROGRAM_MATRICES_ARB => assembly::limits::MATRICES as i32,
        GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB => assembly::limits::MATRIX_DEPTH as i32,
        // "They are now specified to always return fixed values on all implementations, and are thus obsolete." [ATI_fragment_shader, Deprecated
        // Functionality]
        GL_NUM_FRAGMENT_REGISTERS_ATI => ati_fragment_shader::REGISTERS as i32,
        GL_NUM_FRAGMENT_CONSTANTS_ATI => ati_fragment_shader::CONSTANTS as i32,
        GL_NUM_PASSES_ATI => ati_fragment_shader::PASSES as i32,
        GL_NUM_INSTRUCTIONS_PER_PASS_ATI => ati_fragment_shader::PAIRS as i32,
        GL_NUM_INSTRUCTIONS_TOTAL_ATI => (ati_fragment_shader::PASSES * ati_fragment_shader::PAIRS) as i32,
        GL_NUM_INPUT_INTERPOLATOR_COMPONENTS_ATI | GL_NUM_LOOPBACK_COMPONENTS_ATI => 3,
        GL_COLOR_ALPHA_PAIRING_ATI => 1,
        GL_MAX_NAME_STACK_DEPTH | GL_MAX_LIST_NESTING => 64,
        GL_MAX_EVAL_ORDER => evaluators::MAX_ORDER as i32,
        GL_MAX_PIXEL_MAP_TABLE => 256,
        GL_AUX_BUFFERS => 0,
        GL_RGBA_MODE => 1,
        GL_INDEX_MODE => 0,
        _ => return None,
    }))
}

/// Returns a limit with an index; none for other names.
pub fn get_indexed(_context: &Context, name: u32, index: u32) -> Option<Result<Value>> {
    let limits = Limits::default();
    let table = match name {
        GL_MAX_COMPUTE_WORK_GROUP_COUNT => limits.work_group_count,
        GL_MAX_COMPUTE_WORK_GROUP_SIZE => limits.work_group_size,
        _ => return None,
    };
    Some(table.get(index as usize).map(|&value| Value::from(value)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
    )))
}
