//! Query targets: which ones a context has, the slot of active queries of each, and the counter that each reads.

use crate::context::Context;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::tokens::*;

/// The slot that the three occlusion targets share.
pub const OCCLUSION_SLOT: usize = 0;
/// GL_MAX_VERTEX_STREAMS.
const STREAMS: u32 = 4;

/// Returns true if the context has a target; GL_TIMESTAMP is one.
pub fn supported(context: &Context, target: u32) -> bool {
    let version = context.config.version;
    let (es, desktop) = (context.is_es(), !context.is_es());
    match target {
        GL_SAMPLES_PASSED => desktop,
        GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE | GL_TIME_ELAPSED | GL_TIMESTAMP => true,
        GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => desktop || version >= (3, 0),
        GL_PRIMITIVES_GENERATED => desktop || version >= (3, 1),
        GL_TRANSFORM_FEEDBACK_OVERFLOW
        | GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW
        | GL_VERTICES_SUBMITTED
        | GL_PRIMITIVES_SUBMITTED
        | GL_VERTEX_SHADER_INVOCATIONS
        | GL_FRAGMENT_SHADER_INVOCATIONS
        | GL_CLIPPING_INPUT_PRIMITIVES
        | GL_CLIPPING_OUTPUT_PRIMITIVES => desktop,
        GL_GEOMETRY_SHADER_INVOCATIONS | GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED => !es && version >= (3, 2),
        GL_TESS_CONTROL_SHADER_PATCHES | GL_TESS_EVALUATION_SHADER_INVOCATIONS => !es && version >= (4, 0),
        GL_COMPUTE_SHADER_INVOCATIONS => !es && version >= (4, 3),
        _ => false,
    }
}

/// Returns true if results of the target are boolean.
pub fn boolean(target: u32) -> bool {
    matches!(
        target,
        GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE | GL_TRANSFORM_FEEDBACK_OVERFLOW | GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW
    )
}

/// Returns true if the target has one query for each vertex stream.
fn indexed(target: u32) -> bool {
    matches!(target, GL_PRIMITIVES_GENERATED | GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN | GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW)
}

/// Checks a target and its index.
pub fn check(context: &Context, target: u32, index: u32) -> Result<()> {
    if !supported(context, target) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if <target> is not one of the query object targets described in section 4.2. \
              [ARB_pipeline_statistics_query]",
        ));
    }
    let limit = if indexed(target) { STREAMS } else { 1 };
    if index >= limit {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if target is SAMPLES_PASSED, ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE, or \
              TIME_ELAPSED, and index is not zero. … An INVALID_VALUE error is generated if target is PRIMITIVES_GENERATED or \
              TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, and index is not in the range zero to the value of MAX_VERTEX_STREAMS minus one. \
              [GL 4.4, 4.2]",
        ))
    } else {
        Ok(())
    }
}

/// Returns the slot of a checked target; none for GL_TIMESTAMP, which has no active queries.
pub fn slot(target: u32, index: u32) -> Option<usize> {
    let index = (index % STREAMS) as usize;
    Some(match target {
        GL_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE => OCCLUSION_SLOT,
        GL_TIME_ELAPSED => 1,
        GL_TRANSFORM_FEEDBACK_OVERFLOW => 2,
        GL_PRIMITIVES_GENERATED => 3 + index,
        GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => 7 + index,
        GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW => 11 + index,
        GL_VERTICES_SUBMITTED => 15,
        GL_PRIMITIVES_SUBMITTED => 16,
        GL_VERTEX_SHADER_INVOCATIONS => 17,
        GL_TESS_CONTROL_SHADER_PATCHES => 18,
        GL_TESS_EVALUATION_SHADER_INVOCATIONS => 19,
        GL_GEOMETRY_SHADER_INVOCATIONS => 20,
        GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED => 21,
        GL_FRAGMENT_SHADER_INVOCATIONS => 22,
        GL_COMPUTE_SHADER_INVOCATIONS => 23,
        GL_CLIPPING_INPUT_PRIMITIVES => 24,
        GL_CLIPPING_OUTPUT_PRIMITIVES => 25,
        _ => return None,
    })
}

/// Reads the target's counter.
pub fn measure(context: &mut Context, target: u32, index: u32) -> u64 {
    if matches!(target, GL_TIME_ELAPSED | GL_TIMESTAMP) {
        return super::timestamp(context);
    }
    let statistics = &context.statistics;
    let stream = (index % STREAMS) as usize;
    match target {
        GL_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE => statistics.samples_passed,
        GL_PRIMITIVES_GENERATED => statistics.primitives_generated[stream],
        GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => statistics.transform_feedback_primitives_written[stream],
        GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW => context.feedback.overflowed[stream],
        GL_TRANSFORM_FEEDBACK_OVERFLOW => context.feedback.overflowed.iter().fold(0, |sum: u64, &stream| sum.wrapping_add(stream)),
        GL_VERTICES_SUBMITTED => statistics.vertices_submitted,
        GL_PRIMITIVES_SUBMITTED => statistics.primitives_submitted,
        GL_VERTEX_SHADER_INVOCATIONS => statistics.vertex_shader_invocations,
        GL_TESS_CONTROL_SHADER_PATCHES => statistics.tess_control_shader_patches,
        GL_TESS_EVALUATION_SHADER_INVOCATIONS => statistics.tess_evaluation_shader_invocations,
        GL_GEOMETRY_SHADER_INVOCATIONS => statistics.geometry_shader_invocations,
        GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED => statistics.geometry_shader_primitives_emitted,
        GL_FRAGMENT_SHADER_INVOCATIONS => statistics.fragment_shader_invocations,
        GL_COMPUTE_SHADER_INVOCATIONS => statistics.compute_shader_invocations,
        GL_CLIPPING_INPUT_PRIMITIVES => statistics.clipping_input_primitives,
        GL_CLIPPING_OUTPUT_PRIMITIVES => statistics.clipping_output_primitives,
        _ => 0,
    }
}
