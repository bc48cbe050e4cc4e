//! Measurements: all counts and times of the work between two points, independent of the application's own queries.

use crate::gl::GLuint;
use crate::target::Target;

/// The number of counts in a measurement.
pub const COUNTS: usize = 20;

/// The query target and the vertex stream of each count, in the order of Mesa's "Pipeline Statistics Registers".
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
    /// The GL time at which all work before the begin was done, nanoseconds; 0 in a context without a clock.
    pub begin: u64,
    /// The GL time at which all work before the end was done, nanoseconds; 0 in a context without a clock.
    pub end: u64,
    /// The counts of [`COUNTED`]; 0 for a target that the context cannot count.
    pub counts: [u64; COUNTS],
}

impl Measurement {
    /// Returns the values of this measurement and a later one together.
    pub fn and(&self, later: &Self) -> Self {
        let counts = core::array::from_fn(|count| self.counts[count].wrapping_add(later.counts[count]));
        Self { begin: self.begin, end: later.end, counts }
    }
}

/// Running totals of submitted vertices, primitives and invocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Submitted {
    /// Vertices, including adjacent ones, without those of incomplete primitives.
    pub vertices: u64,
    /// Primitives.
    pub primitives: u64,
    /// Compute shader invocations: work groups times their size.
    pub compute_invocations: u64,
    /// Geometry shader invocations of draws without tessellation.
    pub geometry_invocations: u64,
    /// Patches that a tessellation control shader processes.
    pub tess_control_patches: u64,
}

/// The stages of a draw's program that determine its counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// Geometry shader invocations for each primitive; `None` without such a shader.
    pub geometry: Option<u32>,
    /// The program has a tessellation control shader.
    pub tess_control: bool,
}
