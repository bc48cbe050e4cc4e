//! The state of multisampling.

/// The state that only draws to multisampled targets use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multisample {
    /// GL_MULTISAMPLE.
    pub enabled: bool,
    /// The samples that GL_SAMPLE_COVERAGE and GL_SAMPLE_MASK leave, bit n for sample n.
    pub mask: u32,
    /// GL_SAMPLE_ALPHA_TO_COVERAGE.
    pub alpha_to_coverage: bool,
    /// GL_SAMPLE_ALPHA_TO_ONE.
    pub alpha_to_one: bool,
    /// glMinSampleShading; 0 if GL_SAMPLE_SHADING is disabled.
    pub min_sample_shading: f32,
    /// True if points are circles: GL_POINT_SPRITE of the compatibility profile is disabled.
    pub round_points: bool,
}

impl Default for Multisample {
    /// Returns the initial state.
    fn default() -> Self {
        Self { enabled: true, mask: u32::MAX, alpha_to_coverage: false, alpha_to_one: false, min_sample_shading: 0.0, round_points: false }
    }
}
