//! A measurement: everything that can be told of the work between two points, whatever the application measures meanwhile.

use crate::gl::GLuint;
use crate::target::Target;

/// How many counts a measurement has.
pub const COUNTS: usize = 20;

/// What each count is: a query target and the vertex stream, in the order of Mesa's "Pipeline Statistics Registers".
pub const COUNTED: [(Target, GLuint); COUNTS] = [
    (Target::VERTICES_SUBMITTED, 0),
    (Target::PRIMITIVES_SUBMITTED, 0),
    (Target::VERTEX_SHADER_INVOCATIONS, 0),
    (Target::PRIMITIVES_GENERATED, 0),
    (Target::PRIMITIVES_GENERATED, 1),
    (Target::PRIMITIVES_GENERATED, 2),
    (Target::PRIMITIVES_GENERATED, 3),
    (Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 0),
    (Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 1),
    (Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 2),
    (Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, 3),
    (Target::TESS_CONTROL_SHADER_PATCHES, 0),
    (Target::TESS_EVALUATION_SHADER_INVOCATIONS, 0),
    (Target::GEOMETRY_SHADER_INVOCATIONS, 0),
    (Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED, 0),
    (Target::CLIPPING_INPUT_PRIMITIVES, 0),
    (Target::CLIPPING_OUTPUT_PRIMITIVES, 0),
    (Target::FRAGMENT_SHADER_INVOCATIONS, 0),
    (Target::SAMPLES_PASSED, 0),
    (Target::COMPUTE_SHADER_INVOCATIONS, 0),
];

/// The values of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// The GL time at which all work before the begin was done, nanoseconds; 0 in a context without any clock.
    pub begin: u64,
    /// The GL time at which all work before the end was done, nanoseconds; 0 in a context without any clock.
    pub end: u64,
    /// The counts of [`COUNTED`]; 0 for what the context cannot count.
    pub counts: [u64; COUNTS],
}

/// Running totals of what draws and dispatches submitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    /// Vertices, without those of incomplete primitives; of adjacency primitives all.
    pub vertices: u64,
    /// Primitives.
    pub primitives: u64,
    /// Invocations of compute shaders: work groups times their size.
    pub compute_invocations: u64,
    /// Invocations of geometry shaders whose primitives no tessellation made.
    pub geometry_invocations: u64,
    /// Patches that a tessellation control shader processes.
    pub tess_control_patches: u64,
}

/// The stages of a draw's program that take what it submits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Invocations of the geometry shader for each primitive; none without such a shader.
    pub geometry: Option<u32>,
    /// The program has a tessellation control shader.
    pub tess_control: bool,
}
