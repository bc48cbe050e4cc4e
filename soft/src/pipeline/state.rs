//! What the GL state tells the pipeline for one draw: values only, everything validated, nothing to look up.

use crate::core::compare::Compare;
use crate::core::memory::Memory;
use crate::image::sampler::TextureView;
use crate::image::{Rectangle, Surface};
use crate::pipeline::limits::{DRAW_BUFFERS, VIEWPORTS};
use crate::pipeline::program::Program;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A primitive mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Polygon,
    LinesAdjacency,
    LineStripAdjacency,
    TrianglesAdjacency,
    TriangleStripAdjacency,
    Patches,
}

/// One draw, after its indirect parameters were read.
#[derive(Clone, Debug)]
pub struct Command {
    /// The primitives.
    pub mode: Mode,
    /// First vertex (without indices).
    pub first: u32,
    /// Vertices or indices.
    pub count: u32,
    /// Instances.
    pub instances: u32,
    /// Added to the instance number of attributes with a divisor.
    pub base_instance: u32,
    /// Added to every index.
    pub base_vertex: i32,
    /// gl_DrawID.
    pub draw_id: u32,
    /// The indices, if it draws elements.
    pub indices: Option<Indices>,
    /// GL_PATCH_VERTICES: 1 to 32.
    pub patch_vertices: u32,
}

/// Where indices come from. Reads outside the memory give 0.
#[derive(Clone, Debug)]
pub struct Indices {
    /// The index buffer, or a copy of client memory.
    pub memory: Arc<Memory>,
    /// Bytes.
    pub offset: u64,
    /// Bytes of one index: 1, 2 or 4.
    pub size: u32,
    /// The restart index, compared before the base vertex is added.
    pub restart: Option<u32>,
}

/// One generic attribute.
#[derive(Clone, Debug)]
pub enum VertexAttribute {
    /// The current value: four components, as bits; doubles as word pairs.
    Current([u32; 8]),
    Array(AttributeArray),
}

/// An attribute that is read from a buffer.
#[derive(Clone, Debug)]
pub struct AttributeArray {
    /// Client arrays were copied into one. Reads outside give 0 (and 1 for a missing w is only by `size`).
    pub memory: Arc<Memory>,
    /// Bytes of vertex 0's value; may be negative where a client array's copy starts later.
    pub offset: i64,
    /// Bytes, already resolved (0 means every vertex reads the same).
    pub stride: u32,
    /// Instances that share a value; 0: a value for each vertex.
    pub divisor: u32,
    /// How values lie in memory.
    pub format: AttributeFormat,
}

/// glVertexAttribFormat and its kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeFormat {
    /// GL_BYTE … GL_DOUBLE, GL_HALF_FLOAT, GL_FIXED, the packed 2_10_10_10 and 10F_11F_11F types.
    pub ty: u32,
    /// 1 to 4.
    pub size: u8,
    /// GL_BGRA order.
    pub bgra: bool,
    /// Integers are mapped to 0 … 1 or -1 … 1.
    pub normalized: bool,
    /// glVertexAttribIPointer: bits kept as integers.
    pub integer: bool,
    /// glVertexAttribLPointer: doubles.
    pub long: bool,
}

/// Everything that stages can read and write besides their own inputs.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Default-block words of the program.
    pub uniforms: Vec<u32>,
    /// By block index of the program; an unbound block is empty.
    pub uniform_blocks: Vec<BufferRange>,
    /// By storage block index.
    pub storage_blocks: Vec<BufferRange>,
    /// By atomic counter buffer index.
    pub atomic_buffers: Vec<BufferRange>,
    /// By texture unit; incomplete and missing textures are None and read as (0, 0, 0, 1).
    pub textures: Vec<Option<Arc<TextureView>>>,
}

/// Part of a buffer.
#[derive(Clone, Debug, Default)]
pub struct BufferRange {
    /// `None`: nothing is bound.
    pub memory: Option<Arc<Memory>>,
    /// Bytes; both already within the memory when the range was made.
    pub offset: usize,
    /// Bytes.
    pub size: usize,
}

/// A draw buffer set.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// By draw buffer: the surface fragment output n goes to.
    pub colors: Vec<Option<Surface>>,
    /// The depth buffer.
    pub depth: Option<Surface>,
    /// The stencil buffer.
    pub stencil: Option<Surface>,
    /// What all attachments have in common, pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Window surfaces are stored top row first in memory; user framebuffers bottom row first: then row 0 is y = 0.
    pub flipped: bool,
    /// Draw buffers whose format has no alpha, a bit each: destination alpha is 1 there, whatever is stored. `gl::state` has put
    /// constants where blending asks for it.
    pub without_alpha: u8,
}

/// A stencil operation, GL_KEEP to GL_DECR_WRAP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// One face's stencil state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stencil {
    /// Compares the reference with the stored value.
    pub compare: Compare,
    /// Clamped to 8 bits.
    pub reference: u8,
    /// The bits that are compared.
    pub mask: u8,
    /// The bits that are written.
    pub write_mask: u8,
    /// Where the stencil test fails.
    pub fail: StencilOp,
    /// Where the depth test fails.
    pub depth_fail: StencilOp,
    /// Where both tests pass.
    pub pass: StencilOp,
}

impl Default for Stencil {
    /// Returns a test that passes and changes nothing: the initial state.
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

/// A blend factor, GL_ZERO to GL_ONE_MINUS_SRC1_ALPHA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendFactor {
    Zero,
    One,
    SrcColor,
    OneMinusSrcColor,
    DstColor,
    OneMinusDstColor,
    SrcAlpha,
    OneMinusSrcAlpha,
    DstAlpha,
    OneMinusDstAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SrcAlphaSaturate,
    Src1Color,
    OneMinusSrc1Color,
    Src1Alpha,
    OneMinusSrc1Alpha,
}

/// A blend equation, GL_FUNC_ADD to GL_MAX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlendEquation {
    Add,
    Subtract,
    ReverseSubtract,
    Min,
    Max,
}

/// One draw buffer's blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// GL_BLEND.
    pub enabled: bool,
    /// Equation and factors of source and destination for red, green and blue.
    pub color: (BlendEquation, BlendFactor, BlendFactor),
    /// The same for alpha.
    pub alpha: (BlendEquation, BlendFactor, BlendFactor),
    /// Red, green, blue, alpha.
    pub write_mask: [bool; 4],
}

impl Default for Blend {
    /// Blending off, all components written: the initial state.
    fn default() -> Self {
        let replace = (BlendEquation::Add, BlendFactor::One, BlendFactor::Zero);
        Self { enabled: false, color: replace, alpha: replace, write_mask: [true; 4] }
    }
}

/// A polygon mode, GL_POINT to GL_FILL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonMode {
    Point,
    Line,
    Fill,
}

/// A viewport and its depth range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Left, pixels.
    pub x: f32,
    /// Bottom, pixels.
    pub y: f32,
    /// Pixels.
    pub width: f32,
    /// Pixels.
    pub height: f32,
    /// Window depth of the near plane.
    pub near: f64,
    /// Window depth of the far plane.
    pub far: f64,
}

/// Fixed state of rasterisation and per-fragment operations.
#[derive(Clone, Debug)]
pub struct RasterState {
    /// [`VIEWPORTS`] of them.
    pub viewports: Vec<Viewport>,
    /// Scissor rectangles cut to the framebuffer (the whole framebuffer where the test is off).
    pub scissors: Vec<Rectangle>,
    /// GL_RASTERIZER_DISCARD.
    pub rasterizer_discard: bool,
    /// Enabled clip distances or planes, a bit each.
    pub clip_enables: u8,
    /// User planes in clip coordinates, where the program writes no clip distances: position · plane ≥ 0 is inside. The position is
    /// ClipVertex if the record has it, otherwise Position.
    pub clip_planes: [[f32; 4]; 8],
    /// GL_DEPTH_CLAMP.
    pub depth_clamp: bool,
    /// Depth in clip space runs from 0 to w instead of -w to w.
    pub clip_zero_to_one: bool,
    /// glClipControl(GL_UPPER_LEFT).
    pub clip_upper_left: bool,
    /// Front faces are culled.
    pub cull_front: bool,
    /// Back faces are culled.
    pub cull_back: bool,
    /// glFrontFace(GL_CCW).
    pub front_counter_clockwise: bool,
    /// Of front and back faces.
    pub polygon_mode: [PolygonMode; 2],
    /// glPolygonOffset factor, units, and for which of point, line, fill.
    pub polygon_offset: (f32, f32),
    /// glPolygonOffsetClamp: the largest offset, the smallest one where it is negative; 0 for no limit.
    pub polygon_offset_clamp: f32,
    /// For points, lines and fills.
    pub polygon_offset_enabled: [bool; 3],
    /// glLineWidth.
    pub line_width: f32,
    /// glPointSize, used unless `program_point_size`.
    pub point_size: f32,
    /// GL_PROGRAM_POINT_SIZE (always on in ES).
    pub program_point_size: bool,
    /// GL_POINT_SPRITE_COORD_ORIGIN is GL_UPPER_LEFT.
    pub point_sprite_upper_left: bool,
    /// The last vertex is the provoking one.
    pub provoking_last: bool,
    /// gl_Color of fragments: two-sided lighting's choice by facing is on.
    pub two_sided: bool,
    /// Compatibility glShadeModel(GL_FLAT): front and back colours are flat.
    pub flat_colors: bool,
    /// GL_DEPTH_TEST.
    pub depth_test: bool,
    /// glDepthMask.
    pub depth_write: bool,
    /// glDepthFunc.
    pub depth_compare: Compare,
    /// GL_STENCIL_TEST.
    pub stencil_test: bool,
    /// Front, back.
    pub stencil: [Stencil; 2],
    /// By draw buffer ([`DRAW_BUFFERS`] of them).
    pub blend: Vec<Blend>,
    /// glBlendColor.
    pub blend_color: [f32; 4],
    /// GL_COLOR_LOGIC_OP's operation (GL_CLEAR = 0x1500 …), if enabled.
    pub logic_op: Option<u32>,
    /// GL_DITHER.
    pub dither: bool,
    /// GL_FRAMEBUFFER_SRGB (always on in ES).
    pub framebuffer_srgb: bool,
    /// Alpha test of the compatibility profile: compare and reference.
    pub alpha_test: Option<(Compare, f32)>,
}

impl Default for RasterState {
    /// Returns the initial state of a desktop context whose framebuffer is empty.
    fn default() -> Self {
        Self {
            viewports: vec![Viewport { x: 0.0, y: 0.0, width: 0.0, height: 0.0, near: 0.0, far: 1.0 }; VIEWPORTS],
            scissors: vec![Rectangle { x0: 0, y0: 0, x1: 0, y1: 0 }; VIEWPORTS],
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
            program_point_size: false,
            point_sprite_upper_left: true,
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
        }
    }
}

/// A buffer bound for transform feedback, with how much was already written.
#[derive(Clone, Debug)]
pub struct FeedbackBuffer {
    /// The part of the buffer that is bound.
    pub range: BufferRange,
    /// Bytes written since glBeginTransformFeedback; the pipeline moves it on.
    pub written: usize,
}

/// Active, unpaused transform feedback.
#[derive(Clone, Debug)]
pub struct Feedback {
    /// By binding.
    pub buffers: [Option<FeedbackBuffer>; 4],
}

/// All of one draw.
pub struct Draw<'a> {
    /// The linked program.
    pub program: &'a Program,
    /// 16 generic locations; 16 more for the compatibility built-ins (see `glsl::link`).
    pub attributes: &'a [VertexAttribute],
    /// What the stages read and write besides their inputs.
    pub resources: &'a Resources,
    /// Fixed state.
    pub raster: &'a RasterState,
    /// The draw buffers.
    pub targets: &'a Targets,
    /// Active, unpaused transform feedback.
    pub feedback: Option<&'a mut Feedback>,
    /// Default tessellation levels (outer, inner) where there is no control shader.
    pub default_tess_levels: ([f32; 4], [f32; 2]),
    /// Count fragments for an active occlusion query (otherwise nothing need be counted there).
    pub occlusion: bool,
    /// Set by the watchdog: every loop ends soon, the draw returns [`Interrupted`].
    pub cancel: &'a AtomicBool,
    /// Back-edge budget of one wave, in operations; u64::MAX for none.
    pub budget: u64,
}

/// Why a draw or dispatch did not finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The instruction budget ran out or `cancel` was set: the context is reset.
    Interrupted,
    OutOfMemory,
}
