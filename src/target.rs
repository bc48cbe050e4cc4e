//! Query targets: their tokens, their slots of active queries, and their properties in the specifications.

use crate::gl::{self, GLenum, GLuint};

/// A query target that glmeter knows. Commands with any other target go to the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target(u8);

/// The properties of one target.
struct Row {
    token: GLenum,
    /// The token's name, without the prefix `GL_`.
    name: &'static str,
    /// The first of its slots of active queries.
    slot: u8,
    /// The target takes an index and has one slot for each vertex stream.
    indexed: bool,
    /// The least number of counter bits other than 0: "the number of bits … will be at least" [CQ-55].
    minimum_bits: i32,
}

/// The number of vertex streams with slots; `GL_MAX_VERTEX_STREAMS` is at most 4 in every implementation.
pub const STREAMS: u8 = 4;
/// The number of slots of active queries in a context.
pub const SLOTS: usize = 26;

/// Returns a row.
const fn row(token: GLenum, name: &'static str, slot: u8, indexed: bool, minimum_bits: i32) -> Row {
    Row { token, name, slot, indexed, minimum_bits }
}

/// The number of targets.
pub const TARGETS: usize = 20;

/// The properties of each target, by its number.
const ROWS: [Row; TARGETS] = [
    // The three occlusion targets share one slot: "the required state … is shared" [CQ-29].
    row(gl::SAMPLES_PASSED, "SAMPLES_PASSED", 0, false, 32),
    row(gl::ANY_SAMPLES_PASSED, "ANY_SAMPLES_PASSED", 0, false, 1),
    row(gl::ANY_SAMPLES_PASSED_CONSERVATIVE, "ANY_SAMPLES_PASSED_CONSERVATIVE", 0, false, 1),
    row(gl::PRIMITIVES_GENERATED, "PRIMITIVES_GENERATED", 1, true, 32),
    row(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN", 5, true, 32),
    row(gl::TRANSFORM_FEEDBACK_OVERFLOW, "TRANSFORM_FEEDBACK_OVERFLOW", 9, false, 1),
    row(gl::TRANSFORM_FEEDBACK_STREAM_OVERFLOW, "TRANSFORM_FEEDBACK_STREAM_OVERFLOW", 10, true, 1),
    row(gl::TIME_ELAPSED, "TIME_ELAPSED", 14, false, 30),
    // TIMESTAMP is never active: it has no slot of its own [TQ-12].
    row(gl::TIMESTAMP, "TIMESTAMP", u8::MAX, false, 30),
    row(gl::VERTICES_SUBMITTED, "VERTICES_SUBMITTED", 15, false, 32),
    row(gl::PRIMITIVES_SUBMITTED, "PRIMITIVES_SUBMITTED", 16, false, 32),
    row(gl::VERTEX_SHADER_INVOCATIONS, "VERTEX_SHADER_INVOCATIONS", 17, false, 32),
    row(gl::TESS_CONTROL_SHADER_PATCHES, "TESS_CONTROL_SHADER_PATCHES", 18, false, 32),
    row(gl::TESS_EVALUATION_SHADER_INVOCATIONS, "TESS_EVALUATION_SHADER_INVOCATIONS", 19, false, 32),
    row(gl::GEOMETRY_SHADER_INVOCATIONS, "GEOMETRY_SHADER_INVOCATIONS", 20, false, 32),
    row(gl::GEOMETRY_SHADER_PRIMITIVES_EMITTED, "GEOMETRY_SHADER_PRIMITIVES_EMITTED", 21, false, 32),
    row(gl::FRAGMENT_SHADER_INVOCATIONS, "FRAGMENT_SHADER_INVOCATIONS", 22, false, 32),
    row(gl::COMPUTE_SHADER_INVOCATIONS, "COMPUTE_SHADER_INVOCATIONS", 23, false, 32),
    row(gl::CLIPPING_INPUT_PRIMITIVES, "CLIPPING_INPUT_PRIMITIVES", 24, false, 32),
    row(gl::CLIPPING_OUTPUT_PRIMITIVES, "CLIPPING_OUTPUT_PRIMITIVES", 25, false, 32),
];

#[allow(missing_docs, reason = "the specifications define each target")]
impl Target {
    pub const SAMPLES_PASSED: Self = Self(0);
    pub const ANY_SAMPLES_PASSED: Self = Self(1);
    pub const ANY_SAMPLES_PASSED_CONSERVATIVE: Self = Self(2);
    pub const PRIMITIVES_GENERATED: Self = Self(3);
    pub const TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN: Self = Self(4);
    pub const TRANSFORM_FEEDBACK_OVERFLOW: Self = Self(5);
    pub const TRANSFORM_FEEDBACK_STREAM_OVERFLOW: Self = Self(6);
    pub const TIME_ELAPSED: Self = Self(7);
    pub const TIMESTAMP: Self = Self(8);
    pub const VERTICES_SUBMITTED: Self = Self(9);
    pub const PRIMITIVES_SUBMITTED: Self = Self(10);
    pub const VERTEX_SHADER_INVOCATIONS: Self = Self(11);
    pub const TESS_CONTROL_SHADER_PATCHES: Self = Self(12);
    pub const TESS_EVALUATION_SHADER_INVOCATIONS: Self = Self(13);
    pub const GEOMETRY_SHADER_INVOCATIONS: Self = Self(14);
    pub const GEOMETRY_SHADER_PRIMITIVES_EMITTED: Self = Self(15);
    pub const FRAGMENT_SHADER_INVOCATIONS: Self = Self(16);
    pub const COMPUTE_SHADER_INVOCATIONS: Self = Self(17);
    pub const CLIPPING_INPUT_PRIMITIVES: Self = Self(18);
    pub const CLIPPING_OUTPUT_PRIMITIVES: Self = Self(19);
}

impl Target {
    /// Returns every target.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS.len() as u8).map(Self)
    }

    /// Returns the target of a token.
    #[inline]
    pub fn from_token(token: GLenum) -> Option<Self> {
        let number = match token {
            gl::SAMPLES_PASSED => 0,
            gl::ANY_SAMPLES_PASSED => 1,
            gl::ANY_SAMPLES_PASSED_CONSERVATIVE => 2,
            gl::PRIMITIVES_GENERATED => 3,
            gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => 4,
            gl::TRANSFORM_FEEDBACK_OVERFLOW => 5,
            gl::TRANSFORM_FEEDBACK_STREAM_OVERFLOW => 6,
            gl::TIME_ELAPSED => 7,
            gl::TIMESTAMP => 8,
            // GEOMETRY_SHADER_INVOCATIONS is not in sequence with the ten others [PS-01].
            gl::GEOMETRY_SHADER_INVOCATIONS => 14,
            gl::VERTICES_SUBMITTED..=gl::TESS_EVALUATION_SHADER_INVOCATIONS => token - gl::VERTICES_SUBMITTED + 9,
            gl::GEOMETRY_SHADER_PRIMITIVES_EMITTED..=gl::CLIPPING_OUTPUT_PRIMITIVES => token - gl::GEOMETRY_SHADER_PRIMITIVES_EMITTED + 15,
            _ => return None,
        };
        Some(Self(number as u8))
    }

    /// Returns the target's properties.
    fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }

    /// Returns the index of the target among all targets.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the token.
    #[inline]
    pub fn token(self) -> GLenum {
        self.row().token
    }

    /// Returns the token's name, without the prefix `GL_`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns true if the target takes an index.
    pub fn is_indexed(self) -> bool {
        self.row().indexed
    }

    /// Returns the slot of active queries for this target and index; `None` for `TIMESTAMP`.
    #[inline]
    pub fn slot(self, index: GLuint) -> Option<usize> {
        let slot = usize::from(self.row().slot) + if self.row().indexed { index as usize } else { 0 };
        (slot < SLOTS).then_some(slot)
    }

    /// Returns the least number of bits of a counter of this target, if there is a counter [CQ-55].
    pub fn minimum_bits(self) -> i32 {
        self.row().minimum_bits
    }

    /// Returns true if the target is one of the eleven pipeline statistics.
    pub fn is_statistic(self) -> bool {
        self.0 >= Self::VERTICES_SUBMITTED.0
    }

    /// Returns true if the target is one of the three occlusion targets, which share a slot.
    pub fn is_occlusion(self) -> bool {
        self.0 <= Self::ANY_SAMPLES_PASSED_CONSERVATIVE.0
    }

    /// Returns true if the target belongs to glmeter's extensions (a timer or a statistic).
    pub fn is_ours(self) -> bool {
        self.0 >= Self::TIME_ELAPSED.0
    }

    /// Returns true if conditional rendering accepts the target: "the type must be … occlusion or overflow" [CQ-85 PS-11].
    pub fn is_condition(self) -> bool {
        self.is_occlusion() || matches!(self, Self::TRANSFORM_FEEDBACK_OVERFLOW | Self::TRANSFORM_FEEDBACK_STREAM_OVERFLOW)
    }
}

/// A set of targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetSet(u32);

impl TargetSet {
    /// Adds a target.
    pub fn insert(&mut self, target: Target) {
        self.0 |= 1 << target.0;
    }

    /// Removes a target.
    pub fn remove(&mut self, target: Target) {
        self.0 &= !(1 << target.0);
    }

    /// Returns the union with another set.
    pub fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if the target is in the set.
    #[inline]
    pub fn contains(self, target: Target) -> bool {
        self.0 & (1 << target.0) != 0
    }
}
