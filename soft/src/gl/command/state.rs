//! Fixed state: what glEnable switches, and the values of rasterisation and of the per-fragment operations.

use crate::core::compare::Compare;
use crate::gl::context::{Api, Context};
use crate::gl::dispatch::{Result, commands};
use crate::gl::pointer::Out;
use crate::image::Rectangle;
use crate::pipeline::state::{Blend, BlendEquation, BlendFactor, PolygonMode, RasterState, Stencil, StencilOp, Targets, Viewport};
use crate::tokens::*;
use std::collections::HashSet;

/// How many viewports and scissor rectangles there are.
pub const VIEWPORTS: usize = 16;
/// How many draw buffers have blend state of their own.
pub const DRAW_BUFFERS: usize = 8;

/// Fixed state of one context.
#[derive(Clone, Debug)]
pub struct State {
    /// What a draw is given, but for the scissor rectangles and the faces that are culled: see [`State::for_draw`].
    pub raster: RasterState,
    /// `GL_SCISSOR_TEST` of each viewport.
    pub scissor_test: [bool; VIEWPORTS],
    /// Left, bottom, width, height.
    pub scissor_boxes: [[i32; 4]; VIEWPORTS],
    pub cull_face: bool,
    /// GL_FRONT, GL_BACK, GL_FRONT_AND_BACK.
    pub cull_mode: u32,
    pub logic_op_enabled: bool,
    pub logic_op: u32,
    pub primitive_restart: bool,
    pub primitive_restart_fixed_index: bool,
    pub primitive_restart_index: u32,
    /// Stencil references as given; the pipeline has them clamped.
    pub stencil_reference: [i32; 2],
    pub stencil_masks: [[u32; 2]; 2],
    pub sample_coverage: (f32, bool),
    pub min_sample_shading: f32,
    /// glPrimitiveBoundingBox: the corners of least and of greatest clip coordinates. Nothing here culls by it.
    pub bounding_box: [[f32; 4]; 2],
    pub point_fade_threshold: f32,
    /// GL_POINT_DISTANCE_ATTENUATION: constant, linear and quadratic.
    pub point_attenuation: [f32; 3],
    /// GL_POINT_SIZE_MIN and GL_POINT_SIZE_MAX, pixels.
    pub point_size_range: [f32; 2],
    pub clamp_read_color: u32,
    pub hints: [(u32, u32); 8],
    /// Capabilities without a field of their own that are enabled.
    pub enabled: HashSet<u32>,
}

/// The largest size of a point, pixels.
pub const LARGEST_POINT: f32 = 256.0;

impl State {
    /// Returns the state that the specification's tables give to new contexts of an interface.
    pub fn new(api: Api) -> Self {
        let es = api == Api::Es;
        let blend = Blend {
            enabled: false,
            color: (BlendEquation::Add, BlendFactor::One, BlendFactor::Zero),
            alpha: (BlendEquation::Add, BlendFactor::One, BlendFactor::Zero),
            write_mask: [true; 4],
        };
        let stencil = Stencil {
            compare: Compare::Always,
            reference: 0,
            mask: 0xFF,
            write_mask: 0xFF,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            pass: StencilOp::Keep,
        };
        let nowhere = Rectangle { x0: 0, y0: 0, x1: 0, y1: 0 };
        Self {
            raster: RasterState {
                viewports: vec![Viewport { x: 0.0, y: 0.0, width: 0.0, height: 0.0, near: 0.0, far: 1.0 }; VIEWPORTS],
                scissors: vec![nowhere; VIEWPORTS],
                rasterizer_discard: false,
                clip_enables: 0,
                clip_planes: [[0.0; 4]; 8],
                depth_clamp: false,
                clip_zero_to_one: false,
                clip_upper_left: false,
                cull_front: false,
                cull_back: false,
                front_counter_clockwise: true,
                polygon_mode: [PolygonMode::Fill; 2],
                polygon_offset: (0.0, 0.0),
                polygon_offset_clamp: 0.0,
                polygon_offset_enabled: [false; 3],
                line_width: 1.0,
                point_size: 1.0,
                // [ES 2.0] 3.3: "The point size is taken from the shader builtin gl_PointSize". The capability is the desktop's alone.
                program_point_size: es,
                point_sprite_upper_left: true,
                provoking_last: true,
                two_sided: false,
                flat_colors: false,
                depth_test: false,
                depth_write: true,
                depth_compare: Compare::Less,
                stencil_test: false,
                stencil: [stencil; 2],
                blend: vec![blend; DRAW_BUFFERS],
                blend_color: [0.0; 4],
                logic_op: None,
                dither: true,
                // [ES 3.0] 4.1.8: "If the value of FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING … is SRGB, the R, G, and B values after blending are
                // converted into the non-linear sRGB color space". The capability is the desktop's alone.
                framebuffer_srgb: es,
                alpha_test: None,
            },
            scissor_test: [false; VIEWPORTS],
            scissor_boxes: [[0; 4]; VIEWPORTS],
            cull_face: false,
            cull_mode: GL_BACK,
            logic_op_enabled: false,
            logic_op: GL_COPY,
            primitive_restart: false,
            primitive_restart_fixed_index: false,
            primitive_restart_index: 0,
            stencil_reference: [0; 2],
            stencil_masks: [[u32::MAX; 2]; 2],
            sample_coverage: (1.0, false),
            min_sample_shading: 0.0,
            bounding_box: [[-1.0, -1.0, -1.0, 1.0], [1.0; 4]],
            point_fade_threshold: 1.0,
            point_attenuation: [1.0, 0.0, 0.0],
            point_size_range: [0.0, LARGEST_POINT],
            clamp_read_color: GL_FIXED_ONLY,
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
            enabled: HashSet::from([GL_MULTISAMPLE]),
        }
    }

    /// A scissor rectangle cut to a framebuffer: all of it where the test is off.
    pub fn scissor(&self, index: usize, width: u32, height: u32) -> Rectangle {
        let (width, height) = (i64::from(width), i64::from(height));
        let whole = [0, 0, width, height];
        let [x, y, w, h] = if self.scissor_test[index] { self.scissor_boxes[index].map(i64::from) } else { whole };
        let cut = |value: i64, limit: i64| value.clamp(0, limit) as i32;
        Rectangle { x0: cut(x, width), y0: cut(y, height), x1: cut(x + w, width), y1: cut(y + h, height) }
    }

    /// The state as a draw into these targets needs it.
    pub fn for_draw(&self, targets: &Targets) -> RasterState {
        let mut raster = self.raster.clone();
        raster.scissors = (0..VIEWPORTS).map(|index| self.scissor(index, targets.width, targets.height)).collect();
        raster.cull_front = self.cull_face && self.cull_mode != GL_BACK;
        raster.cull_back = self.cull_face && self.cull_mode != GL_FRONT;
        raster.logic_op = self.logic_op_enabled.then_some(self.logic_op);
        for (_, blend) in raster.blend.iter_mut().enumerate().filter(|(index, _)| targets.without_alpha >> index & 1 != 0) {
            // What is stored as alpha means nothing there: it counts as 1.
            let known = |factor| match factor {
                BlendFactor::DstAlpha => BlendFactor::One,
                BlendFactor::OneMinusDstAlpha | BlendFactor::SrcAlphaSaturate => BlendFactor::Zero,
                other => other,
            };
            blend.color = (blend.color.0, known(blend.color.1), known(blend.color.2));
        }
        raster
    }
}

/// Capabilities that are kept in [`State::enabled`] alone, by interface: (token, desktop compatibility, core, ES).
const PLAIN: &[(u32, bool, bool, bool)] = &[
    (GL_MULTISAMPLE, true, true, true),
    (GL_SAMPLE_ALPHA_TO_COVERAGE, true, true, true),
    (GL_SAMPLE_ALPHA_TO_ONE, true, true, true),
    (GL_SAMPLE_COVERAGE, true, true, true),
    (GL_SAMPLE_MASK, true, true, true),
    (GL_SAMPLE_SHADING, true, true, true),
    (GL_LINE_SMOOTH, true, true, false),
    (GL_POLYGON_SMOOTH, true, true, false),
    (GL_TEXTURE_CUBE_MAP_SEAMLESS, true, true, false),
    (GL_DEBUG_OUTPUT, true, true, true),
    (GL_DEBUG_OUTPUT_SYNCHRONOUS, true, true, true),
    (GL_POINT_SMOOTH, true, false, false),
    (GL_POINT_SPRITE, true, false, false),
    (GL_LINE_STIPPLE, true, false, false),
    (GL_POLYGON_STIPPLE, true, false, false),
    (GL_VERTEX_PROGRAM_TWO_SIDE, true, false, false),
];

/// What a capability switches.
fn switch(context: &mut Context, capability: u32) -> Option<&mut bool> {
    if !super::get::known(context, capability) {
        return None;
    }
    let desktop = context.config.api != Api::Es;
    let state = &mut context.state;
    Some(match capability {
        GL_CULL_FACE => &mut state.cull_face,
        GL_DEPTH_TEST => &mut state.raster.depth_test,
        GL_STENCIL_TEST => &mut state.raster.stencil_test,
        GL_DITHER => &mut state.raster.dither,
        GL_POLYGON_OFFSET_FILL => &mut state.raster.polygon_offset_enabled[2],
        GL_RASTERIZER_DISCARD => &mut state.raster.rasterizer_discard,
        GL_PRIMITIVE_RESTART_FIXED_INDEX => &mut state.primitive_restart_fixed_index,
        GL_PRIMITIVE_RESTART if desktop => &mut state.primitive_restart,
        GL_POLYGON_OFFSET_LINE if desktop => &mut state.raster.polygon_offset_enabled[1],
        GL_POLYGON_OFFSET_POINT if desktop => &mut state.raster.polygon_offset_enabled[0],
        // EXT_depth_clamp has it in OpenGL ES.
        GL_DEPTH_CLAMP => &mut state.raster.depth_clamp,
        GL_COLOR_LOGIC_OP if desktop => &mut state.logic_op_enabled,
        GL_FRAMEBUFFER_SRGB if desktop => &mut state.raster.framebuffer_srgb,
        GL_PROGRAM_POINT_SIZE if desktop => &mut state.raster.program_point_size,
        _ => return None,
    })
}

fn is_plain(context: &Context, capability: u32) -> bool {
    PLAIN.iter().any(|&(token, compatibility, core, es)| {
        token == capability
            && match context.config.api {
                Api::Compatibility => compatibility,
                Api::Core => core,
                Api::Es => es,
            }
    })
}

fn set(context: &mut Context, capability: u32, value: bool) -> Result<()> {
    if let Some(place) = switch(context, capability) {
        *place = value;
        return Ok(());
    }
    match capability {
        GL_SCISSOR_TEST => context.state.scissor_test = [value; VIEWPORTS],
        GL_BLEND => context.state.raster.blend.iter_mut().for_each(|blend| blend.enabled = value),
        GL_CLIP_DISTANCE0..=GL_CLIP_DISTANCE7 => {
            let bit = 1 << (capability - GL_CLIP_DISTANCE0);
            let enables = &mut context.state.raster.clip_enables;
            *enables = if value { *enables | bit } else { *enables & !bit };
        }
        _ if is_plain(context, capability) => {
            if value {
                context.state.enabled.insert(capability);
            } else {
                context.state.enabled.remove(&capability);
            }
        }
        _ => return crate::gl::compat::set_capability(context, capability, value),
    }
    Ok(())
}

/// Whether a capability is enabled; INVALID_ENUM if it is none.
pub fn is_set(context: &mut Context, capability: u32) -> Result<bool> {
    if let Some(place) = switch(context, capability) {
        return Ok(*place);
    }
    Ok(match capability {
        GL_SCISSOR_TEST => context.state.scissor_test[0],
        GL_BLEND => context.state.raster.blend[0].enabled,
        GL_CLIP_DISTANCE0..=GL_CLIP_DISTANCE7 => context.state.raster.clip_enables >> (capability - GL_CLIP_DISTANCE0) & 1 != 0,
        _ if is_plain(context, capability) => context.state.enabled.contains(&capability),
        _ => return crate::gl::compat::is_capability_set(context, capability),
    })
}

fn enable(context: &mut Context, capability: u32) -> Result<()> {
    set(context, capability, true)
}

fn disable(context: &mut Context, capability: u32) -> Result<()> {
    set(context, capability, false)
}

fn is_enabled(context: &mut Context, capability: u32) -> Result<u8> {
    is_set(context, capability).map(u8::from)
}

/// "An INVALID_VALUE error is generated if index is outside the range"; INVALID_ENUM for a capability without indices.
fn indexed(context: &mut Context, capability: u32, index: u32) -> Result<&mut bool> {
    let index = index as usize;
    match capability {
        GL_BLEND => context.state.raster.blend.get_mut(index).map(|blend| &mut blend.enabled).ok_or(GL_INVALID_VALUE),
        GL_SCISSOR_TEST => context.state.scissor_test.get_mut(index).ok_or(GL_INVALID_VALUE),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn enable_indexed(context: &mut Context, capability: u32, index: u32) -> Result<()> {
    *indexed(context, capability, index)? = true;
    Ok(())
}

fn disable_indexed(context: &mut Context, capability: u32, index: u32) -> Result<()> {
    *indexed(context, capability, index)? = false;
    Ok(())
}

fn is_enabled_indexed(context: &mut Context, capability: u32, index: u32) -> Result<u8> {
    indexed(context, capability, index).map(|place| u8::from(*place))
}

fn get_error(context: &mut Context) -> Result<u32> {
    Ok(std::mem::take(&mut context.error))
}

fn nothing(_: &mut Context) -> Result<()> {
    Ok(())
}

fn get_graphics_reset_status(context: &mut Context) -> Result<u32> {
    // The status is returned once; NO_ERROR after it says that the reset is complete. Without the strategy it is always NO_ERROR.
    if !context.is_lost() || std::mem::replace(&mut context.reset_told, true) {
        return Ok(0);
    }
    Ok(if context.guilty { GL_GUILTY_CONTEXT_RESET } else { GL_INNOCENT_CONTEXT_RESET })
}

fn hint(context: &mut Context, target: u32, mode: u32) -> Result<()> {
    if !matches!(mode, GL_FASTEST | GL_NICEST | GL_DONT_CARE) {
        return Err(GL_INVALID_ENUM);
    }
    let place = context.state.hints.iter_mut().find(|hint| hint.0 == target).ok_or(GL_INVALID_ENUM)?;
    place.1 = mode;
    Ok(())
}

fn primitive_restart_index(context: &mut Context, index: u32) -> Result<()> {
    context.state.primitive_restart_index = index;
    Ok(())
}

fn provoking_vertex(context: &mut Context, mode: u32) -> Result<()> {
    context.state.raster.provoking_last = match mode {
        GL_LAST_VERTEX_CONVENTION => true,
        GL_FIRST_VERTEX_CONVENTION => false,
        _ => return Err(GL_INVALID_ENUM),
    };
    Ok(())
}

fn sample_coverage(context: &mut Context, value: f32, invert: u8) -> Result<()> {
    context.state.sample_coverage = (value.clamp(0.0, 1.0), invert != 0);
    Ok(())
}

fn min_sample_shading(context: &mut Context, value: f32) -> Result<()> {
    context.state.min_sample_shading = value.clamp(0.0, 1.0);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn primitive_bounding_box(
    context: &mut Context,
    min_x: f32,
    min_y: f32,
    min_z: f32,
    min_w: f32,
    max_x: f32,
    max_y: f32,
    max_z: f32,
    max_w: f32,
) -> Result<()> {
    context.state.bounding_box = [[min_x, min_y, min_z, min_w], [max_x, max_y, max_z, max_w]];
    Ok(())
}

fn clamp_color(context: &mut Context, target: u32, clamp: u32) -> Result<()> {
    if !matches!(clamp, 0 | 1 | GL_FIXED_ONLY) {
        return Err(GL_INVALID_ENUM);
    }
    match (target, context.config.api) {
        (GL_CLAMP_READ_COLOR, _) => context.state.clamp_read_color = clamp,
        (GL_CLAMP_VERTEX_COLOR | GL_CLAMP_FRAGMENT_COLOR, Api::Compatibility) => {}
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn get_multisample(_: &mut Context, name: u32, index: u32, values: Out<f32>) -> Result<()> {
    if name != GL_SAMPLE_POSITION {
        return Err(GL_INVALID_ENUM);
    }
    if index > 0 {
        return Err(GL_INVALID_VALUE);
    }
    values.write(&[0.5, 0.5]);
    Ok(())
}

commands! {
    fn glEnable(capability: u32) => enable;
    fn glDisable(capability: u32) => disable;
    fn glIsEnabled(capability: u32) -> u8 => is_enabled;
    fn glEnablei(capability: u32, index: u32) => enable_indexed;
    fn glDisablei(capability: u32, index: u32) => disable_indexed;
    fn glIsEnabledi(capability: u32, index: u32) -> u8 => is_enabled_indexed;
    fn glGetError() -> u32 => get_error;
    fn glFlush() => nothing;
    fn glFinish() => nothing;
    fn glTextureBarrier() => nothing;
    fn glBlendBarrier() => nothing;
    fn glGetGraphicsResetStatus() -> u32 => get_graphics_reset_status;
    fn glHint(target: u32, mode: u32) => hint;
    fn glPrimitiveRestartIndex(index: u32) => primitive_restart_index;
    fn glProvokingVertex(mode: u32) => provoking_vertex;
    fn glSampleCoverage(value: f32, invert: u8) => sample_coverage;
    fn glMinSampleShading(value: f32) => min_sample_shading;
    fn glPrimitiveBoundingBox(
        min_x: f32, min_y: f32, min_z: f32, min_w: f32, max_x: f32, max_y: f32, max_z: f32, max_w: f32
    ) => primitive_bounding_box;
    fn glClampColor(target: u32, clamp: u32) => clamp_color;
    fn glGetMultisamplefv(name: u32, index: u32, values: Out<f32>) => get_multisample;
    alias glPrimitiveBoundingBoxARB = glPrimitiveBoundingBox;
    alias glPrimitiveBoundingBoxEXT = glPrimitiveBoundingBox;
    alias glPrimitiveBoundingBoxOES = glPrimitiveBoundingBox;
    alias glTextureBarrierNV = glTextureBarrier;
    alias glEnableIndexedEXT = glEnablei;
    alias glDisableIndexedEXT = glDisablei;
    alias glIsEnabledIndexedEXT = glIsEnabledi;
    alias glEnableiEXT = glEnablei;
    alias glDisableiEXT = glDisablei;
    alias glIsEnablediEXT = glIsEnabledi;
    alias glIsEnablediOES = glIsEnabledi;
    alias glEnableiOES = glEnablei;
    alias glDisableiOES = glDisablei;
    alias glGetGraphicsResetStatusARB = glGetGraphicsResetStatus;
    alias glGetGraphicsResetStatusEXT = glGetGraphicsResetStatus;
    alias glGetGraphicsResetStatusKHR = glGetGraphicsResetStatus;
    alias glPrimitiveRestartIndexNV = glPrimitiveRestartIndex;
    alias glProvokingVertexEXT = glProvokingVertex;
    alias glSampleCoverageARB = glSampleCoverage;
    alias glMinSampleShadingARB = glMinSampleShading;
    alias glMinSampleShadingOES = glMinSampleShading;
    alias glClampColorARB = glClampColor;
}
