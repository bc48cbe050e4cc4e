//! The state that the GL passes to the pipeline for one draw: validated values only, with no names left to look up.

use crate::pipeline::blend::Blend;
use crate::pipeline::collected::Collect;
use crate::pipeline::draw_call::VertexAttribute;
use crate::pipeline::limits::{DRAW_BUFFERS, VIEWPORTS};
use crate::pipeline::multisample::Multisample;
use crate::pipeline::pixel_rectangle::PixelRectangle;
use crate::pipeline::program::Program;
use crate::pipeline::stipple::Stipple;
use base::core::compare::Compare;
use base::core::memory::Memory;
use base::image::format::Kind;
use base::image::load_store::ImageView;
use base::image::sampler::TextureView;
use base::image::{Rectangle, Surface};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The resources that all stages can read and write.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// The words of the program's default uniform block.
    pub uniforms: Vec<u32>,
    /// Uniform buffers by block index of the program; unbound blocks are empty.
    pub uniform_blocks: Vec<BufferRange>,
    /// Storage buffers by storage block index.
    pub storage_blocks: Vec<BufferRange>,
    /// Atomic counter buffers by index.
    pub atomic_buffers: Vec<BufferRange>,
    /// Textures by unit; incomplete and missing textures are `None` and read as (0, 0, 0, 1).
    pub textures: Vec<Option<Arc<TextureView>>>,
    /// Images by image unit; `None` where accesses are invalid: loads return 0, stores are dropped.
    pub images: Vec<Option<Arc<ImageView>>>,
    /// The pixel rectangle whose fragments are drawn; `None` for all other draws.
    pub pixel_rectangle: Option<Arc<PixelRectangle>>,
}

/// A range of a buffer.
#[derive(Clone, Debug, Default)]
pub struct BufferRange {
    /// The buffer, or `None` if none is bound.
    pub memory: Option<Arc<Memory>>,
    /// The offset in bytes. When the range was made, its end was within the memory.
    pub offset: usize,
    /// The size in bytes.
    pub size: usize,
}

/// The render targets of a draw; of a layered framebuffer the images of layer 0.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// Colour attachments by draw buffer.
    pub colors: Vec<Option<Surface>>,
    /// The depth buffer.
    pub depth: Option<Surface>,
    /// The stencil buffer.
    pub stencil: Option<Surface>,
    /// All layers of a layered framebuffer; `None` for any other, on which gl_Layer has no effect.
    pub layers: Option<Layers>,
    /// The width common to all attachments, in pixels.
    pub width: u32,
    /// The height common to all attachments, in pixels.
    pub height: u32,
    /// The samples of each pixel; 0 or 1 if the targets are not multisampled.
    pub samples: u32,
    /// True for window surfaces, which store the top row first; user framebuffers store the row y = 0 first.
    pub flipped: bool,
    /// Draw buffers whose format has no alpha, bit n for draw buffer n: their destination alpha is 1, whatever memory holds. `gl::state`
    /// has replaced blend factors accordingly.
    pub without_alpha: u8,
    /// Draw buffers whose format leaves components of the storage unused, by component: they stay zero. `gl::state` has replaced write masks
    /// accordingly.
    pub unused: [u8; 4],
}

impl Targets {
    /// Returns true if all colour attachments have fixed-point components.
    pub fn are_fixed_point(&self) -> bool {
        let mut kinds = self.colors.iter().flatten().map(|surface| surface.format.kind());
        kinds.all(|kind| matches!(kind, Kind::Normalized | Kind::SignedNormalized))
    }

    /// Returns the image of a draw buffer in a layer; layer 0 is the only one of a framebuffer that is not layered.
    pub fn color(&self, number: usize, layer: u16) -> Option<&Surface> {
        match &self.layers {
            Some(layers) => layers.colors.get(number)?.as_ref()?.get(usize::from(layer)),
            None => self.colors.get(number)?.as_ref(),
        }
    }

    /// Returns the depth buffer of a layer.
    pub fn depth(&self, layer: u16) -> Option<&Surface> {
        match &self.layers {
            Some(layers) => layers.depth.as_ref()?.get(usize::from(layer)),
            None => self.depth.as_ref(),
        }
    }

    /// Returns the stencil buffer of a layer.
    pub fn stencil(&self, layer: u16) -> Option<&Surface> {
        match &self.layers {
            Some(layers) => layers.stencil.as_ref()?.get(usize::from(layer)),
            None => self.stencil.as_ref(),
        }
    }
}

/// The attachments of a layered framebuffer, each with the images of all its layers.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// The number of layers that primitives can select: that of the attachment with the fewest. At most 65,535.
    pub count: u16,
    /// Colour attachments by draw buffer.
    pub colors: Vec<Option<Arc<[Surface]>>>,
    /// The depth buffers.
    pub depth: Option<Arc<[Surface]>>,
    /// The stencil buffers.
    pub stencil: Option<Arc<[Surface]>>,
}

/// A stencil operation, GL_KEEP to GL_DECR_WRAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the operations in GL")]
pub enum StencilOp {
    Keep,
    Zero,
    Replace,
    Increment,
    Decrement,
    Invert,
    IncrementWrap,
    DecrementWrap,
}

/// The stencil state of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stencil {
    /// The comparison of the reference with the stored value.
    pub compare: Compare,
    /// The reference value, clamped to 8 bits.
    pub reference: u8,
    /// The bits that the test compares.
    pub mask: u8,
    /// The bits that operations write.
    pub write_mask: u8,
    /// The operation if the stencil test fails.
    pub fail: StencilOp,
    /// The operation if the stencil test passes and the depth test fails.
    pub depth_fail: StencilOp,
    /// The operation if both tests pass.
    pub pass: StencilOp,
}

impl Default for Stencil {
    /// Returns the initial state: the test passes and changes nothing.
    fn default() -> Self {
        Self {
            compare: Compare::Always,
            reference: 0,
            mask: 0xFF,
            write_mask: 0xFF,
            fail: StencilOp::Keep,
            depth_fail: StencilOp::Keep,
            pass: StencilOp::Keep,
        }
    }
}

/// A polygon mode, GL_POINT to GL_FILL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the modes in GL")]
pub enum PolygonMode {
    Point,
    Line,
    Fill,
}

/// A viewport and its depth range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left edge in pixels.
    pub x: f32,
    /// The bottom edge in pixels.
    pub y: f32,
    /// The width in pixels.
    pub width: f32,
    /// The height in pixels.
    pub height: f32,
    /// The window depth of the near plane.
    pub near: f64,
    /// The window depth of the far plane.
    pub far: f64,
}

/// The fixed-function state of rasterisation and per-fragment operations.
#[derive(Clone, Debug)]
pub struct RasterState {
    /// The viewports ([`VIEWPORTS`] of them).
    pub viewports: Vec<Viewport>,
    /// The scissor rectangles intersected with the framebuffer; the whole framebuffer if the test is disabled.
    pub scissors: Vec<Rectangle>,
    /// GL_RASTERIZER_DISCARD.
    pub rasterizer_discard: bool,
    /// The enabled clip distances or planes; bit n is number n.
    pub clip_enables: u8,
    /// User clip planes in clip coordinates, for programs that write no clip distances: a vertex is inside if position · plane ≥ 0. The
    /// position is ClipVertex if the record has it, otherwise Position.
    pub clip_planes: [[f32; 4]; 8],
    /// GL_DEPTH_CLAMP.
    pub depth_clamp: bool,
    /// True if points and lines are clipped at the near and far planes alone, and otherwise by the viewport, as in OpenGL ES.
    pub near_far_clipping: bool,
    /// True if depth in clip space runs from 0 to w instead of -w to w (glClipControl).
    pub clip_zero_to_one: bool,
    /// True for glClipControl(GL_UPPER_LEFT).
    pub clip_upper_left: bool,
    /// True if front faces are culled.
    pub cull_front: bool,
    /// True if back faces are culled.
    pub cull_back: bool,
    /// True for glFrontFace(GL_CCW).
    pub front_counter_clockwise: bool,
    /// The polygon modes of front and back faces.
    pub polygon_mode: [PolygonMode; 2],
    /// The factor and units of glPolygonOffset.
    pub polygon_offset: (f32, f32),
    /// glPolygonOffsetClamp: the upper bound of the offset, or the lower bound if negative; 0 for none.
    pub polygon_offset_clamp: f32,
    /// GL_POLYGON_OFFSET_POINT, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_FILL.
    pub polygon_offset_enabled: [bool; 3],
    /// glLineWidth.
    pub line_width: f32,
    /// The size set by glPointSize, used unless `program_point_size`.
    pub point_size: f32,
    /// GL_PROGRAM_POINT_SIZE (always enabled in OpenGL ES).
    pub program_point_size: bool,
    /// GL_POINT_SPRITE_COORD_ORIGIN is GL_UPPER_LEFT.
    pub point_sprite_upper_left: bool,
    /// True if the colours of vertices are clamped to [0, 1] before they are interpolated.
    pub clamp_vertex_colors: bool,
    /// True if the colours of fragments are clamped to [0, 1], whatever the format of the draw buffer.
    pub clamp_fragment_colors: bool,
    /// The texture coordinates of fragments, one bit each, that are those of the point sprite where a point is drawn.
    pub coord_replace: u8,
    /// True if the last vertex of a primitive is the provoking one.
    pub provoking_last: bool,
    /// True if gl_Color of fragments is the front or back colour by facing; false if always the front colour.
    pub two_sided: bool,
    /// glShadeModel(GL_FLAT): front and back colours are flat.
    pub flat_colors: bool,
    /// GL_DEPTH_TEST.
    pub depth_test: bool,
    /// True if depth is written (glDepthMask).
    pub depth_write: bool,
    /// glDepthFunc.
    pub depth_compare: Compare,
    /// GL_STENCIL_TEST.
    pub stencil_test: bool,
    /// The stencil state of front and back faces.
    pub stencil: [Stencil; 2],
    /// The blend state by draw buffer ([`DRAW_BUFFERS`] of them).
    pub blend: Vec<Blend>,
    /// glBlendColor.
    pub blend_color: [f32; 4],
    /// The logic operation (GL_CLEAR = 0x1500 …), if GL_COLOR_LOGIC_OP is enabled.
    pub logic_op: Option<u32>,
    /// GL_DITHER.
    pub dither: bool,
    /// GL_FRAMEBUFFER_SRGB (always enabled in OpenGL ES).
    pub framebuffer_srgb: bool,
    /// The comparison and reference of the compatibility profile's alpha test, if enabled.
    pub alpha_test: Option<(Compare, f32)>,
    /// The state of multisampled targets.
    pub multisample: Multisample,
    /// The primitives with antialiasing.
    pub smoothing: Smoothing,
    /// The stipple of lines and polygons.
    pub stipple: Stipple,
    /// How primitives are collected for selection and feedback; `None` if they are rasterised.
    pub collect: Option<Collect>,
}

/// The primitives with antialiasing, which multisampling replaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Smoothing {
    /// GL_POINT_SMOOTH, unless points are sprites.
    pub points: bool,
    /// GL_LINE_SMOOTH.
    pub lines: bool,
    /// GL_POLYGON_SMOOTH.
    pub polygons: bool,
}

impl Default for RasterState {
    /// Returns the initial state of a desktop context with an empty framebuffer.
    fn default() -> Self {
        Self {
            viewports: vec![Viewport { x: 0.0, y: 0.0, width: 0.0, height: 0.0, near: 0.0, far: 1.0 }; VIEWPORTS],
            scissors: vec![Rectangle { x0: 0, y0: 0, x1: 0, y1: 0 }; VIEWPORTS],
            rasterizer_discard: false,
            clip_enables: 0,
            clip_planes: [[0.0; 4]; 8],
            depth_clamp: false,
            near_far_clipping: false,
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
            program_point_size: false,
            point_sprite_upper_left: true,
            clamp_vertex_colors: false,
            clamp_fragment_colors: false,
            coord_replace: 0,
            provoking_last: true,
            two_sided: false,
            flat_colors: false,
            depth_test: false,
            depth_write: true,
            depth_compare: Compare::Less,
            stencil_test: false,
            stencil: [Stencil::default(); 2],
            blend: vec![Blend::default(); DRAW_BUFFERS],
            blend_color: [0.0; 4],
            logic_op: None,
            dither: true,
            framebuffer_srgb: false,
            alpha_test: None,
            multisample: Multisample::default(),
            smoothing: Smoothing::default(),
            stipple: Stipple::default(),
            collect: None,
        }
    }
}

/// A buffer bound for transform feedback.
#[derive(Clone, Debug)]
pub struct FeedbackBuffer {
    /// The bound range of the buffer.
    pub range: BufferRange,
    /// The bytes written since glBeginTransformFeedback; the pipeline advances it.
    pub written: usize,
}

/// Transform feedback that is active and not paused.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// The buffers by binding.
    pub buffers: [Option<FeedbackBuffer>; 4],
}

/// Everything that the pipeline needs for one draw.
pub struct Draw<'a> {
    /// The linked program.
    pub program: &'a Program,
    /// The attributes by location, see [`fixed_attribute`](base::hir::fixed_attribute).
    pub attributes: &'a [VertexAttribute],
    /// The resources that the stages read and write.
    pub resources: &'a Resources,
    /// The fixed-function state.
    pub raster: &'a RasterState,
    /// The render targets.
    pub targets: &'a Targets,
    /// Transform feedback, if active and not paused.
    pub feedback: Option<&'a mut Feedback>,
    /// The default outer and inner tessellation levels, for programs without a control shader.
    pub default_tess_levels: ([f32; 4], [f32; 2]),
    /// True if an occlusion query is active, so that passed samples must be counted.
    pub occlusion: bool,
    /// Set by the watchdog to end the draw: running loops end soon and the draw returns [`Failure::Interrupted`].
    pub cancel: &'a AtomicBool,
    /// The operations that one wave may execute in loops; `u64::MAX` for no limit.
    pub budget: u64,
}

impl Draw<'_> {
    /// Returns true if rasterisation is multisampled.
    pub fn is_multisampled(&self) -> bool {
        self.targets.samples > 1 && self.raster.multisample.enabled
    }

    /// Returns true if GL_SAMPLE_ALPHA_TO_COVERAGE and GL_SAMPLE_ALPHA_TO_ONE have an effect where they are enabled.
    pub fn alpha_operations(&self) -> bool {
        // "If drawbuffer zero references a buffer with an integer format, the SAMPLE_ALPHA_TO_COVERAGE and SAMPLE_ALPHA_TO_ONE operations are
        // skipped." [GL 4.4, 17.3.3]
        let first = self.targets.colors.first().and_then(Option::as_ref);
        self.is_multisampled() && first.is_none_or(|surface| !surface.format.is_integer())
    }
}

/// The reason why a draw or dispatch did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The operation budget was exceeded or `cancel` was set: the context is reset.
    Interrupted,
    /// Memory ran out.
    OutOfMemory,
}
