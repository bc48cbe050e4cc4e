//! State of rasterisation and of the per-fragment operations.

use crate::config::Api;
use crate::limits::{MAX_POINT_SIZE, MAX_SAMPLE_MASK_WORDS, MAX_VIEWPORTS};
use crate::tokens::*;
use base::core::sample_positions::covered_by;
use base::image::format::Kind;
use base::image::{Rectangle, Surface};
use shader::pipeline::blend::{BlendEquation, BlendFactor};
use shader::pipeline::multisample::Multisample;
use shader::pipeline::state::{RasterState, Smoothing, Stencil, Targets};
use shader::pipeline::stipple::{LineStipple, Stipple};
use std::collections::HashSet;
use std::sync::Arc;

/// State of rasterisation and of the per-fragment operations.
#[derive(Clone, Debug)]
pub struct Rasterization {
    /// The state that draws receive, except scissor rectangles and culled faces: see [`Rasterization::for_draw`].
    pub raster: RasterState,
    /// `GL_SCISSOR_TEST` of each viewport.
    pub scissor_test: [bool; MAX_VIEWPORTS],
    /// GL_SCISSOR_BOX of each viewport: left, bottom, width, height.
    pub scissor_boxes: [[i32; 4]; MAX_VIEWPORTS],
    /// GL_CULL_FACE.
    pub cull_face: bool,
    /// GL_CULL_FACE_MODE: GL_FRONT, GL_BACK or GL_FRONT_AND_BACK.
    pub cull_mode: u32,
    /// GL_COLOR_LOGIC_OP.
    pub logic_op_enabled: bool,
    /// GL_INDEX_WRITEMASK, for getters: no framebuffer has colour indices.
    pub index_mask: u32,
    /// GL_LOGIC_OP_MODE.
    pub logic_op: u32,
    /// GL_PRIMITIVE_RESTART.
    pub primitive_restart: bool,
    /// GL_PRIMITIVE_RESTART_FIXED_INDEX.
    pub primitive_restart_fixed_index: bool,
    /// GL_PRIMITIVE_RESTART_INDEX.
    pub primitive_restart_index: u32,
    /// By face: GL_STENCIL_REF, not clamped; the pipeline has it clamped.
    pub stencil_reference: [i32; 2],
    /// By face: GL_STENCIL_VALUE_MASK and GL_STENCIL_WRITEMASK.
    pub stencil_masks: [[u32; 2]; 2],
    /// EXT_stencil_two_side.
    pub two_side: TwoSide,
    /// GL_SAMPLE_COVERAGE_VALUE and GL_SAMPLE_COVERAGE_INVERT.
    pub sample_coverage: (f32, bool),
    /// GL_SAMPLE_MASK_VALUE.
    pub sample_mask: [u32; MAX_SAMPLE_MASK_WORDS],
    /// GL_MIN_SAMPLE_SHADING_VALUE.
    pub min_sample_shading: f32,
    /// GL_PRIMITIVE_BOUNDING_BOX: least and greatest clip coordinates. Culling ignores it.
    pub bounding_box: [[f32; 4]; 2],
    /// GL_LINE_STIPPLE_REPEAT and GL_LINE_STIPPLE_PATTERN.
    pub line_stipple: (u32, u16),
    /// The polygon stipple: a word for each row.
    pub polygon_stipple: Arc<[u32; 32]>,
    /// GL_POINT_FADE_THRESHOLD_SIZE.
    pub point_fade_threshold: f32,
    /// GL_POINT_DISTANCE_ATTENUATION: constant, linear and quadratic.
    pub point_attenuation: [f32; 3],
    /// GL_POINT_SIZE_MIN and GL_POINT_SIZE_MAX in pixels.
    pub point_size_range: [f32; 2],
    /// GL_CLAMP_READ_COLOR.
    pub clamp_read_color: u32,
    /// GL_CLAMP_VERTEX_COLOR.
    pub clamp_vertex_color: u32,
    /// GL_CLAMP_FRAGMENT_COLOR.
    pub clamp_fragment_color: u32,
    /// True if all colour attachments of the last draw had fixed-point components.
    pub fixed_point_targets: bool,
    /// Hint targets and their values.
    pub hints: [(u32, u32); 8],
    /// Enabled capabilities that have no field of their own.
    pub enabled: HashSet<u32>,
    /// True in the compatibility profile, where points are round unless GL_POINT_SPRITE is enabled.
    has_round_points: bool,
}

/// The stencil state of back faces that EXT_stencil_two_side has beside that of OpenGL 2.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoSide {
    /// True if GL_ACTIVE_STENCIL_FACE_EXT is GL_BACK.
    pub back_is_active: bool,
    /// The state of back faces.
    pub back: Stencil,
    /// The reference value, not clamped.
    pub reference: i32,
    /// The masks of the test and of writes, all bits.
    pub masks: [u32; 2],
}

impl Default for TwoSide {
    fn default() -> Self {
        Self { back_is_active: false, back: Stencil::default(), reference: 0, masks: [u32::MAX; 2] }
    }
}

impl Rasterization {
    /// Returns the state that the specification's tables give to new contexts of an interface.
    pub fn new(api: Api) -> Self {
        let es = api == Api::Es;
        Self {
            raster: RasterState {
                // "The point size is taken from the shader built-in gl_PointSize" [ES 3.0, 3.4]. OpenGL ES has no GL_PROGRAM_POINT_SIZE.
                program_point_size: es,
                near_far_clipping: es,
                // "If the value of FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING … is SRGB …, the R, G, and B values after blending are converted into the
                // non-linear sRGB color space" [ES 3.0, 4.1.8]. OpenGL ES has no GL_FRAMEBUFFER_SRGB. EGL gives windows in sRGB to OpenGL ES 1.1 too.
                framebuffer_srgb: matches!(api, Api::Es | Api::Es1),
                ..RasterState::default()
            },
            scissor_test: [false; MAX_VIEWPORTS],
            scissor_boxes: [[0; 4]; MAX_VIEWPORTS],
            cull_face: false,
            cull_mode: GL_BACK,
            logic_op_enabled: false,
            index_mask: u32::MAX,
            logic_op: GL_COPY,
            primitive_restart: false,
            primitive_restart_fixed_index: false,
            primitive_restart_index: 0,
            stencil_reference: [0; 2],
            stencil_masks: [[u32::MAX; 2]; 2],
            two_side: TwoSide::default(),
            sample_coverage: (1.0, false),
            sample_mask: [u32::MAX; MAX_SAMPLE_MASK_WORDS],
            min_sample_shading: 0.0,
            bounding_box: [[-1.0, -1.0, -1.0, 1.0], [1.0; 4]],
            line_stipple: (1, u16::MAX),
            polygon_stipple: Arc::new([u32::MAX; 32]),
            point_fade_threshold: 1.0,
            point_attenuation: [1.0, 0.0, 0.0],
            point_size_range: [0.0, MAX_POINT_SIZE],
            clamp_read_color: GL_FIXED_ONLY,
            clamp_vertex_color: 1,
            clamp_fragment_color: GL_FIXED_ONLY,
            fixed_point_targets: true,
            hints: [
                (GL_PERSPECTIVE_CORRECTION_HINT, GL_DONT_CARE),
                (GL_POINT_SMOOTH_HINT, GL_DONT_CARE),
                (GL_LINE_SMOOTH_HINT, GL_DONT_CARE),
                (GL_POLYGON_SMOOTH_HINT, GL_DONT_CARE),
                (GL_FOG_HINT, GL_DONT_CARE),
                (GL_GENERATE_MIPMAP_HINT, GL_DONT_CARE),
                (GL_TEXTURE_COMPRESSION_HINT, GL_DONT_CARE),
                (GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_DONT_CARE),
            ],
            enabled: HashSet::from([GL_MULTISAMPLE, GL_BLEND_ADVANCED_COHERENT_KHR]),
            has_round_points: api.has_fixed_function(),
        }
    }

    /// Returns a scissor rectangle clipped to a framebuffer; all of it if the test is disabled.
    pub fn scissor(&self, index: usize, width: u32, height: u32) -> Rectangle {
        let (width, height) = (i64::from(width), i64::from(height));
        let whole = [0, 0, width, height];
        let [x, y, w, h] = if self.scissor_test[index] { self.scissor_boxes[index].map(i64::from) } else { whole };
        let cut = |value: i64, limit: i64| value.clamp(0, limit) as i32;
        Rectangle { x0: cut(x, width), y0: cut(y, height), x1: cut(x + w, width), y1: cut(y + h, height) }
    }

    /// Returns the state of multisampling for a draw to targets of that many samples.
    fn multisample(&self, samples: u32) -> Multisample {
        let enabled = |capability: u32| self.enabled.contains(&capability);
        let mut mask = u32::MAX;
        // "if SAMPLE_COVERAGE is enabled, the fragment coverage is ANDed with another temporary coverage. … as a function of the value of
        // SAMPLE_COVERAGE_VALUE. … If SAMPLE_COVERAGE_INVERT is TRUE, the temporary coverage is inverted (all bit values are inverted) before it
        // is ANDed with the fragment coverage." [GL 4.4, 17.3.3]
        if enabled(GL_SAMPLE_COVERAGE) {
            let (value, invert) = self.sample_coverage;
            mask &= covered_by(value, samples) ^ if invert { u32::MAX } else { 0 };
        }
        // "if SAMPLE_MASK is enabled, the fragment coverage is ANDed with the coverage value SAMPLE_MASK_VALUE." [GL 4.4, 17.3.3]
        if enabled(GL_SAMPLE_MASK) {
            mask &= self.sample_mask.first().copied().unwrap_or(u32::MAX);
        }
        Multisample {
            enabled: enabled(GL_MULTISAMPLE),
            mask,
            alpha_to_coverage: enabled(GL_SAMPLE_ALPHA_TO_COVERAGE),
            alpha_to_one: enabled(GL_SAMPLE_ALPHA_TO_ONE),
            min_sample_shading: if enabled(GL_SAMPLE_SHADING) { self.min_sample_shading } else { 0.0 },
            round_points: self.has_round_points && !enabled(GL_POINT_SPRITE),
        }
    }

    /// Returns true if a value of glClampColor enables clamping.
    fn clamps(&self, clamp: u32) -> bool {
        clamp == 1 || clamp == GL_FIXED_ONLY && self.fixed_point_targets
    }

    /// Returns true if fragment colour clamping is enabled, for the targets of the last draw.
    pub fn clamps_fragments(&self) -> bool {
        self.has_round_points && self.clamps(self.clamp_fragment_color)
    }

    /// Returns true if vertex colour clamping is enabled, for the targets of the last draw.
    pub fn clamps_vertices(&self) -> bool {
        self.has_round_points && self.clamps(self.clamp_vertex_color)
    }

    /// Returns the state for a draw into these targets.
    pub fn for_draw(&self, targets: &Targets) -> RasterState {
        let mut raster = self.raster.clone();
        raster.scissors = (0..MAX_VIEWPORTS).map(|index| self.scissor(index, targets.width, targets.height)).collect();
        raster.cull_front = self.cull_face && self.cull_mode != GL_BACK;
        raster.cull_back = self.cull_face && self.cull_mode != GL_FRONT;
        raster.logic_op = self.logic_op_enabled.then_some(self.logic_op);
        // "[I]f draw buffer zero references a buffer with an integer format, this step is skipped." [GL 4.6 compatibility, 17.3.2]
        if targets.colors.first().is_some_and(|color| color.as_ref().is_some_and(|surface| surface.format.is_integer())) {
            raster.alpha_test = None;
        }
        if targets.samples > 1 {
            raster.multisample = self.multisample(targets.samples);
        }
        raster.clamp_vertex_colors = self.clamps_vertices();
        // Unsigned normalized formats clamp in any case.
        let unclamped = |surface: &Surface| matches!(surface.format.kind(), Kind::Float | Kind::SignedNormalized);
        raster.clamp_fragment_colors = self.clamps_fragments() && targets.colors.iter().flatten().any(unclamped);
        let enabled = |capability: u32| self.enabled.contains(&capability);
        if enabled(GL_STENCIL_TEST_TWO_SIDE_EXT) {
            raster.stencil[1] = self.two_side.back;
        }
        if self.has_round_points {
            let (factor, pattern) = self.line_stipple;
            let line = LineStipple { factor, pattern, connected: true };
            raster.stipple = Stipple {
                polygon: enabled(GL_POLYGON_STIPPLE).then(|| self.polygon_stipple.clone()),
                line: enabled(GL_LINE_STIPPLE).then_some(line),
            };
        }
        raster.smoothing = Smoothing {
            points: self.has_round_points && enabled(GL_POINT_SMOOTH) && !enabled(GL_POINT_SPRITE),
            lines: enabled(GL_LINE_SMOOTH),
            polygons: enabled(GL_POLYGON_SMOOTH),
        };
        // "In color index mode, or if draw buffer zero references a buffer with an integer format, this step is skipped." [GL 4.6 compatibility, 17.3.2]
        if targets.colors.first().is_some_and(|color| color.as_ref().is_some_and(|surface| surface.format.is_integer())) {
            raster.alpha_test = None;
        }
        if targets.unused != [0; 4] {
            for (index, blend) in raster.blend.iter_mut().enumerate() {
                for (written, buffers) in blend.write_mask.iter_mut().zip(targets.unused) {
                    *written &= buffers >> index & 1 == 0;
                }
            }
        }
        for (_, blend) in raster.blend.iter_mut().enumerate().filter(|(index, _)| targets.without_alpha >> index & 1 != 0) {
            // The stored alpha has no meaning there: it counts as 1.
            let known = |factor| match factor {
                BlendFactor::DstAlpha => BlendFactor::One,
                BlendFactor::OneMinusDstAlpha | BlendFactor::SrcAlphaSaturate => BlendFactor::Zero,
                other => other,
            };
            blend.color = (blend.color.0, known(blend.color.1), known(blend.color.2));
            if let BlendEquation::Advanced { opaque, .. } = &mut blend.color.0 {
                *opaque = true;
            }
        }
        raster
    }
}
