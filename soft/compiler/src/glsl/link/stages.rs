//! The combination of stages, and their required layouts.

use super::LinkOptions;
use super::log::{Log, stage_name};
use super::static_use::UsedBuiltins;
use base::hir::{BuiltinVariable, GeometryOutput, Shader, Stage};

/// Checks that shaders of OpenGL ES all have the same version, and are not mixed with desktop ones.
pub fn check_versions(objects: &[&Shader], log: &mut Log) {
    let Some((first, rest)) = objects.split_first() else { return };
    if rest.iter().any(|object| object.es != first.es) {
        log.error("shaders of OpenGL ES and of OpenGL do not link with each other");
    } else if first.es && rest.iter().any(|object| object.version != first.version) {
        log.error("shaders of different versions of the OpenGL ES shading language do not link with each other");
    }
}

/// Checks that the stages make up a program.
pub fn check_combination(stages: &[Shader], options: &LinkOptions, log: &mut Log) {
    let has = |stage: Stage| stages.iter().any(|shader| shader.stage == stage);
    if stages.is_empty() {
        // The fixed function stands in for all stages.
        if !options.fixed_function {
            log.error("no shaders are attached");
        }
        return;
    }
    if has(Stage::Compute) && stages.len() > 1 {
        log.error("a compute shader links with no other stage");
    }
    if options.separable || has(Stage::Compute) {
        return;
    }
    let es = options.es || stages.iter().any(|shader| shader.es);
    if has(Stage::TessControl) && !has(Stage::TessEvaluation) {
        log.error("a tessellation control shader needs a tessellation evaluation shader");
    }
    if es && has(Stage::TessEvaluation) && !has(Stage::TessControl) {
        log.error("a tessellation evaluation shader needs a tessellation control shader");
    }
    if !has(Stage::Vertex) {
        // The compatibility profile has a fixed function for vertices; a core program without a vertex shader links but draws undefined
        // vertices.
        let needed = if es { true } else { has(Stage::TessControl) || has(Stage::TessEvaluation) || has(Stage::Geometry) };
        if needed {
            log.error("the program has no vertex shader");
        }
    }
    // Programs of a pipeline need none: without fragments, or where transform feedback captures the vertices.
    if es && !has(Stage::Fragment) && options.programs == LinkOptions::default().programs {
        log.error("the program has no fragment shader");
    }
}

/// Checks that a stage has its required layouts, and that these are within the limits.
pub fn check_layout(shader: &Shader, options: &LinkOptions, log: &mut Log) {
    let (layout, limits) = (&shader.layout, &options.limits);
    let mut missing = |absent: bool, what: &str| {
        if absent {
            log.error(format!("no {} shader declares {what}", stage_name(shader.stage)));
        }
    };
    match shader.stage {
        Stage::Geometry => {
            missing(layout.geometry_input.is_none(), "an input primitive type");
            missing(layout.geometry_output.is_none(), "an output primitive type");
            missing(layout.max_vertices.is_none(), "max_vertices");
            if layout.max_vertices.is_some_and(|vertices| vertices > limits.geometry_output_vertices) {
                log.error(format!("max_vertices is larger than {}", limits.geometry_output_vertices));
            }
        }
        Stage::TessControl => {
            missing(layout.output_vertices.is_none(), "the number of output vertices");
            if layout.output_vertices.is_some_and(|vertices| vertices == 0 || vertices > limits.patch_vertices) {
                log.error(format!("the number of output vertices is not from 1 to {}", limits.patch_vertices));
            }
        }
        Stage::TessEvaluation => missing(layout.tess_mode.is_none(), "a primitive mode"),
        Stage::Compute => {
            missing(layout.local_size.is_none(), "a local size");
            if let Some(size) = layout.local_size {
                let invocations = size.iter().fold(1u64, |product, size| product.saturating_mul(u64::from(*size)));
                if size.contains(&0) || size.iter().zip(limits.work_group_size).any(|(size, limit)| *size > limit) {
                    log.error(format!("the local size {size:?} is not within {:?}", limits.work_group_size));
                } else if invocations > u64::from(limits.work_group_invocations) {
                    log.error(format!("a work group has {invocations} invocations; the limit is {}", limits.work_group_invocations));
                }
            }
        }
        Stage::Vertex | Stage::Fragment => {}
    }
}

/// Checks that a geometry shader emits only points to streams other than the first one, of which `streams` tells the highest plus 1.
///
/// "If an implementation supports <N> vertex streams, the individual streams are numbered 0 through <N>-1." [ARB_gpu_shader5]
///
/// "Multiple output streams are supported only if the output primitive type is declared to be points." [GLSL 4.60, 8.15]
pub fn check_streams(shader: &Shader, streams: u32, log: &mut Log) {
    if streams > 4 {
        log.error("the geometry shader emits to a stream that does not exist; streams have the numbers 0 to 3");
        return;
    }
    if streams > 1 && !shader.spirv && shader.layout.geometry_output.is_some_and(|output| output != GeometryOutput::Points) {
        log.error(format!("the geometry shader emits to stream {}, and its output primitives are not points", streams - 1));
    }
}

/// Checks the sizes of `gl_ClipDistance` and `gl_CullDistance` that a stage writes, or that a fragment shader reads. The arrays in `gl_in` and in
/// the `gl_out` of control shaders have the size of the limit each where the shader does not give one.
///
/// "It is a compile-time or link-time error for the set of shaders forming a program to have the sum of the sizes of the gl_ClipDistance and
/// gl_CullDistance arrays to be larger than gl_MaxCombinedClipAndCullDistances." [GLSL 4.60, 7.1.1]
pub fn check_distances(shader: &Shader, used: &UsedBuiltins, options: &LinkOptions, log: &mut Log) {
    let side = match shader.stage {
        Stage::TessControl => return,
        Stage::Fragment => &used.inputs,
        _ => &used.outputs,
    };
    // "It is an error for a shader to statically write both gl_ClipVertex and gl_ClipDistance." [GLSL 1.30, 7.1] Programs are known to combine
    // them in a shader that they compile, but do not link.
    if shader.stage != Stage::Fragment
        && [BuiltinVariable::ClipVertex, BuiltinVariable::ClipDistance].iter().all(|builtin| side.contains_key(builtin))
    {
        log.error(format!("the {} stage writes either gl_ClipVertex or gl_ClipDistance, not both", stage_name(shader.stage)));
    }
    let limit = options.limits.clip_distances;
    let length = |builtin| side.get(&builtin).copied().unwrap_or(0);
    let (clip, cull) = (length(BuiltinVariable::ClipDistance), length(BuiltinVariable::CullDistance));
    if clip.saturating_add(cull) > limit {
        let stage = stage_name(shader.stage);
        log.error(format!("the {stage} stage has {clip} clip distances and {cull} cull distances; the limit of both together is {limit}"));
    }
}
