//! The built-in constants `gl_Max…`.

use super::table::Condition;
use super::{BuiltinDeclaration, Language};
use base::core::sample_positions::MAX_SAMPLES;
use base::hir::{Qualifiers, Scalar, Storage, Type};
use shader::pipeline::limits::Limits;
use std::sync::LazyLock;

/// A constant: the name, the condition under which it exists (in the notation of [`super::prototypes`]), and its value.
type Constant = (&'static str, &'static str, fn(&Limits) -> i64);

const TESSELLATION: &str = "d400 e320 GL_ARB_tessellation_shader GL_EXT_tessellation_shader GL_OES_tessellation_shader";
const GEOMETRY: &str = "d150 e320 GL_EXT_geometry_shader GL_OES_geometry_shader";
const IMAGES: &str = "d420 e310 GL_ARB_shader_image_load_store";
const ATOMICS: &str = "d420 e310 GL_ARB_shader_atomic_counters";
const COMPUTE: &str = "d430 e310 GL_ARB_compute_shader";
const FIXED: &str = "d110-130 c110";
const CULL: &str = "d450 GL_ARB_cull_distance GL_EXT_clip_cull_distance";

/// The number of lights, clip planes and texture coordinate sets of the fixed function.
pub const FIXED_FUNCTION_UNITS: u32 = 8;

/// The draw buffers of blending with a second colour.
pub const DUAL_SOURCE_DRAW_BUFFERS: u32 = 1;

fn counters(limits: &Limits) -> i64 {
    i64::from(limits.atomic_buffer_bytes / 4)
}

const CONSTANTS: &[Constant] = &[
    ("gl_MaxVertexAttribs", "d110 e100", |limits| limits.vertex_attribs.into()),
    ("gl_MaxVertexTextureImageUnits", "d110 e100", |limits| limits.texture_units.into()),
    ("gl_MaxCombinedTextureImageUnits", "d110 e100", |limits| limits.combined_texture_units.into()),
    ("gl_MaxTextureImageUnits", "d110 e100", |limits| limits.texture_units.into()),
    ("gl_MaxDrawBuffers", "d110 e100", |limits| limits.draw_buffers.into()),
    ("gl_MaxVertexUniformComponents", "d110", |limits| limits.uniform_components.into()),
    ("gl_MaxFragmentUniformComponents", "d110", |limits| limits.uniform_components.into()),
    ("gl_MaxVaryingFloats", "d110", |limits| limits.varying_components.into()),
    ("gl_MaxVaryingComponents", "d130", |limits| limits.varying_components.into()),
    ("gl_MaxVertexUniformVectors", "d410 e100", |limits| (limits.uniform_components / 4).into()),
    ("gl_MaxFragmentUniformVectors", "d410 e100", |limits| (limits.uniform_components / 4).into()),
    ("gl_MaxVaryingVectors", "d410 e100-100 e310", |limits| (limits.varying_components / 4).into()),
    ("gl_MaxVertexOutputVectors", "e300", |limits| (limits.varying_components / 4).into()),
    ("gl_MaxFragmentInputVectors", "e300", |limits| (limits.varying_components / 4).into()),
    ("gl_MinProgramTexelOffset", "d130 e300", |_| -8),
    ("gl_MaxProgramTexelOffset", "d130 e300", |_| 7),
    ("gl_MaxClipDistances", "d130 GL_EXT_clip_cull_distance", |limits| limits.clip_distances.into()),
    ("gl_MaxCullDistances", CULL, |limits| limits.clip_distances.into()),
    ("gl_MaxCombinedClipAndCullDistances", CULL, |limits| limits.clip_distances.into()),
    ("gl_MaxSamples", "d450 e320 GL_OES_sample_variables GL_ARB_ES3_1_compatibility", |_| MAX_SAMPLES as i64),
    ("gl_MaxViewports", "d410 GL_ARB_viewport_array", |_| 16),
    ("gl_MaxLights", FIXED, |_| FIXED_FUNCTION_UNITS.into()),
    ("gl_MaxClipPlanes", FIXED, |_| FIXED_FUNCTION_UNITS.into()),
    ("gl_MaxTextureUnits", FIXED, |_| FIXED_FUNCTION_UNITS.into()),
    ("gl_MaxTextureCoords", FIXED, |_| FIXED_FUNCTION_UNITS.into()),
    ("gl_MaxVertexOutputComponents", "d150", |limits| limits.varying_components.into()),
    ("gl_MaxFragmentInputComponents", "d150", |limits| limits.varying_components.into()),
    ("gl_MaxGeometryInputComponents", GEOMETRY, |limits| limits.varying_components.into()),
    ("gl_MaxGeometryOutputComponents", GEOMETRY, |limits| limits.varying_components.into()),
    ("gl_MaxGeometryVaryingComponents", "d150", |limits| limits.varying_components.into()),
    ("gl_MaxGeometryTextureImageUnits", GEOMETRY, |limits| limits.texture_units.into()),
    ("gl_MaxGeometryOutputVertices", GEOMETRY, |limits| limits.geometry_output_vertices.into()),
    ("gl_MaxGeometryTotalOutputComponents", GEOMETRY, |limits| limits.geometry_total_output_components.into()),
    ("gl_MaxGeometryUniformComponents", GEOMETRY, |limits| limits.uniform_components.into()),
    ("gl_MaxTessControlInputComponents", TESSELLATION, |limits| limits.varying_components.into()),
    ("gl_MaxTessControlOutputComponents", TESSELLATION, |limits| limits.varying_components.into()),
    ("gl_MaxTessControlTextureImageUnits", TESSELLATION, |limits| limits.texture_units.into()),
    ("gl_MaxTessControlUniformComponents", TESSELLATION, |limits| limits.uniform_components.into()),
    ("gl_MaxTessControlTotalOutputComponents", TESSELLATION, |limits| limits.geometry_total_output_components.into()),
    ("gl_MaxTessEvaluationInputComponents", TESSELLATION, |limits| limits.varying_components.into()),
    ("gl_MaxTessEvaluationOutputComponents", TESSELLATION, |limits| limits.varying_components.into()),
    ("gl_MaxTessEvaluationTextureImageUnits", TESSELLATION, |limits| limits.texture_units.into()),
    ("gl_MaxTessEvaluationUniformComponents", TESSELLATION, |limits| limits.uniform_components.into()),
    ("gl_MaxTessPatchComponents", TESSELLATION, |limits| limits.patch_components.into()),
    ("gl_MaxPatchVertices", TESSELLATION, |limits| limits.patch_vertices.into()),
    ("gl_MaxTessGenLevel", TESSELLATION, |limits| limits.tess_level.into()),
    ("gl_MaxImageUnits", IMAGES, |limits| limits.image_units.into()),
    ("gl_MaxCombinedImageUnitsAndFragmentOutputs", "d420 GL_ARB_shader_image_load_store", |limits| limits.output_resources.into()),
    ("gl_MaxCombinedShaderOutputResources", COMPUTE, |limits| limits.output_resources.into()),
    ("gl_MaxImageSamples", "d420 GL_ARB_shader_image_load_store", |limits| limits.image_samples.into()),
    ("gl_MaxVertexImageUniforms", IMAGES, |limits| limits.image_uniforms.into()),
    (
        "gl_MaxTessControlImageUniforms",
        "d420 e320 GL_ARB_shader_image_load_store GL_EXT_tessellation_shader GL_OES_tessellation_shader",
        |limits| limits.image_uniforms.into(),
    ),
    (
        "gl_MaxTessEvaluationImageUniforms",
        "d420 e320 GL_ARB_shader_image_load_store GL_EXT_tessellation_shader GL_OES_tessellation_shader",
        |limits| limits.image_uniforms.into(),
    ),
    ("gl_MaxGeometryImageUniforms", "d420 e320 GL_ARB_shader_image_load_store GL_EXT_geometry_shader GL_OES_geometry_shader", |limits| {
        limits.image_uniforms.into()
    }),
    ("gl_MaxFragmentImageUniforms", IMAGES, |limits| limits.image_uniforms.into()),
    ("gl_MaxCombinedImageUniforms", IMAGES, |limits| limits.combined_image_uniforms.into()),
    ("gl_MaxVertexAtomicCounters", ATOMICS, counters),
    (
        "gl_MaxTessControlAtomicCounters",
        "d420 e320 GL_ARB_shader_atomic_counters GL_EXT_tessellation_shader GL_OES_tessellation_shader",
        counters,
    ),
    (
        "gl_MaxTessEvaluationAtomicCounters",
        "d420 e320 GL_ARB_shader_atomic_counters GL_EXT_tessellation_shader GL_OES_tessellation_shader",
        counters,
    ),
    ("gl_MaxGeometryAtomicCounters", "d420 e320 GL_ARB_shader_atomic_counters GL_EXT_geometry_shader GL_OES_geometry_shader", counters),
    ("gl_MaxFragmentAtomicCounters", ATOMICS, counters),
    ("gl_MaxCombinedAtomicCounters", ATOMICS, counters),
    ("gl_MaxAtomicCounterBindings", ATOMICS, |limits| limits.atomic_bindings().into()),
    ("gl_MaxVertexAtomicCounterBuffers", "d430 e310", |limits| limits.atomic_buffers.into()),
    ("gl_MaxTessControlAtomicCounterBuffers", "d430 e320 GL_EXT_tessellation_shader GL_OES_tessellation_shader", |limits| {
        limits.atomic_buffers.into()
    }),
    ("gl_MaxTessEvaluationAtomicCounterBuffers", "d430 e320 GL_EXT_tessellation_shader GL_OES_tessellation_shader", |limits| {
        limits.atomic_buffers.into()
    }),
    ("gl_MaxGeometryAtomicCounterBuffers", "d430 e320 GL_EXT_geometry_shader GL_OES_geometry_shader", |limits| {
        limits.atomic_buffers.into()
    }),
    ("gl_MaxFragmentAtomicCounterBuffers", "d430 e310", |limits| limits.atomic_buffers.into()),
    ("gl_MaxCombinedAtomicCounterBuffers", "d430 e310", |limits| limits.atomic_buffers.into()),
    ("gl_MaxAtomicCounterBufferSize", "d430 e310", |limits| limits.atomic_buffer_bytes.into()),
    ("gl_MaxComputeUniformComponents", COMPUTE, |limits| limits.uniform_components.into()),
    ("gl_MaxComputeTextureImageUnits", COMPUTE, |limits| limits.texture_units.into()),
    ("gl_MaxComputeImageUniforms", COMPUTE, |limits| limits.image_uniforms.into()),
    ("gl_MaxComputeAtomicCounters", COMPUTE, counters),
    ("gl_MaxComputeAtomicCounterBuffers", COMPUTE, |limits| limits.atomic_buffers.into()),
    ("gl_MaxDualSourceDrawBuffersEXT", "GL_EXT_blend_func_extended", |_| DUAL_SOURCE_DRAW_BUFFERS.into()),
    ("gl_MaxTransformFeedbackBuffers", "d440 GL_ARB_enhanced_layouts", |limits| limits.feedback_buffers.into()),
    ("gl_MaxTransformFeedbackInterleavedComponents", "d440 GL_ARB_enhanced_layouts", |limits| limits.feedback_components.into()),
];

/// The conditions of the constants, and that of the constants of compute shaders, parsed once.
static CONDITIONS: LazyLock<(Vec<Condition>, Condition)> =
    LazyLock::new(|| (CONSTANTS.iter().map(|(_, condition, _)| Condition::read(condition)).collect(), Condition::read(COMPUTE)));

/// Returns the built-in constants of a language.
pub fn constants(language: &Language) -> Vec<BuiltinDeclaration> {
    let declare = |name: &'static str, ty: Type, words: Vec<u32>| BuiltinDeclaration {
        name,
        ty,
        storage: Storage::Private,
        qualifiers: Qualifiers { constant: true, ..Qualifiers::default() },
        constant: Some(words),
        writable: false,
    };
    let (conditions, compute) = &*CONDITIONS;
    let constants = CONSTANTS.iter().zip(conditions).filter(|(_, condition)| condition.holds(language));
    let int = |(name, _, value): &Constant| declare(name, Type::Scalar(Scalar::Int), vec![value(&language.limits) as u32]);
    let mut all: Vec<BuiltinDeclaration> = constants.map(|(constant, _)| int(constant)).collect();
    if compute.holds(language) {
        let ivec3 = Type::Vector(Scalar::Int, 3);
        all.push(declare("gl_MaxComputeWorkGroupCount", ivec3.clone(), language.limits.work_group_count.to_vec()));
        all.push(declare("gl_MaxComputeWorkGroupSize", ivec3, language.limits.work_group_size.to_vec()));
    }
    all
}
