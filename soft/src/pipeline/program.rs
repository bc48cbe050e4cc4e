//! A linked program: what `glsl::link` makes, what the GL state reflects on and the pipeline runs. Immutable; uniform values and
//! block bindings belong to the program object in `gl`.

use crate::hir::{GeometryInput, GeometryOutput, Interpolation, Semantic, TessMode, TessSpacing, Type};
use crate::ir::Verified;
use std::sync::Arc;

/// A program that linked.
#[derive(Debug, Default)]
pub struct Program {
    /// The vertex stage.
    pub vertex: Option<Executable>,
    /// The tessellation control stage.
    pub tess_control: Option<(Executable, TessControl)>,
    /// The tessellation evaluation stage.
    pub tess_evaluation: Option<(Executable, TessEvaluation)>,
    /// The geometry stage.
    pub geometry: Option<(Executable, Geometry)>,
    /// The fragment stage.
    pub fragment: Option<(Executable, Fragment)>,
    /// The compute stage; then there is no other.
    pub compute: Option<(Executable, Compute)>,
    /// Words of the default uniform block with their initial values (initialisers, else 0).
    pub uniform_words: Vec<u32>,
    /// Active default-block uniforms, arrays of basic types as one entry, structures by member: `light[1].position`.
    pub uniforms: Vec<Uniform>,
    /// Active uniform blocks.
    pub uniform_blocks: Vec<Block>,
    /// Active shader storage blocks.
    pub storage_blocks: Vec<Block>,
    /// Active atomic counter buffers.
    pub atomic_buffers: Vec<AtomicBuffer>,
    /// Active vertex attributes.
    pub attributes: Vec<Attribute>,
    /// Active outputs of the fragment stage.
    pub fragment_outputs: Vec<FragmentOutput>,
    /// Transform feedback, in the order of its varyings.
    pub feedback: Vec<FeedbackVarying>,
    /// Bytes that one vertex takes in each feedback buffer.
    pub feedback_strides: [u32; 4],
    /// What the vertex-processing stages' last one writes: records that clipping and rasterisation read.
    pub last_vertex_layout: RecordLayout,
    /// The attributes the vertex stage reads, a bit a location.
    pub attribute_mask: u32,
}

/// One stage's code.
#[derive(Clone, Debug, Default)]
pub struct Executable {
    /// The bytecode.
    pub code: Arc<Verified>,
    /// What its output records hold (vertex, tessellation and geometry stages).
    pub output: RecordLayout,
    /// The largest feedback stream + 1 it emits on (geometry stages; else 1).
    pub streams: u32,
}

/// The slots of a vertex record: slot n is words 4n .. 4n + 4. Position is always slot 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordLayout {
    /// What each slot holds.
    pub slots: Vec<Semantic>,
    /// How many clip and cull distances are written.
    pub clip_distances: u8,
    /// How many cull distances are written.
    pub cull_distances: u8,
    /// For each slot how it reaches the fragments (the fragment stage's word counts; set for the last stage's layout).
    pub interpolation: Vec<Interpolation>,
}

impl RecordLayout {
    /// Returns words of one record.
    pub fn stride(&self) -> usize {
        self.slots.len() * 4
    }

    /// First word of a semantic's slot.
    pub fn word_of(&self, semantic: Semantic) -> Option<usize> {
        self.slots.iter().position(|&slot| slot == semantic).map(|slot| slot * 4)
    }
}

/// What a tessellation control stage declares.
#[derive(Clone, Copy, Debug)]
pub struct TessControl {
    /// layout(vertices).
    pub output_vertices: u32,
    /// Words in the patch record: gl_TessLevelOuter is words 0..4, gl_TessLevelInner 4..6 (6, 7 unused), patch variables follow.
    pub patch_stride: u32,
}

/// What a tessellation evaluation stage declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TessEvaluation {
    /// The domain.
    pub mode: TessMode,
    /// How edges are divided.
    pub spacing: TessSpacing,
    /// layout(cw).
    pub clockwise: bool,
    /// layout(point_mode).
    pub point_mode: bool,
}

/// What a geometry stage declares.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// The primitives that it takes.
    pub input: GeometryInput,
    /// The primitives that it emits.
    pub output: GeometryOutput,
    /// layout(max_vertices).
    pub max_vertices: u32,
    /// layout(invocations).
    pub invocations: u32,
}

/// What a fragment stage declares.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// layout(early_fragment_tests).
    pub early_fragment_tests: bool,
    /// layout(origin_upper_left) of gl_FragCoord.
    pub origin_upper_left: bool,
    /// layout(pixel_center_integer) of gl_FragCoord.
    pub pixel_center_integer: bool,
}

/// What a compute stage declares.
#[derive(Clone, Copy, Debug)]
pub struct Compute {
    /// layout(local_size_x, local_size_y, local_size_z).
    pub local_size: [u32; 3],
}

/// An active uniform, in the default block or a member of a uniform or storage block.
#[derive(Clone, Debug)]
pub struct Uniform {
    /// As the specifications spell it: arrays end in `[0]`.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// Elements; 1 and `array: false` for what is no array. 0: the unsized last member of a storage block.
    pub elements: u32,
    /// It is declared as an array.
    pub array: bool,
    /// Default block: glGetUniformLocation of element 0, the others follow; -1 in blocks and for atomic counters.
    pub location: i32,
    /// Default block: first word; element n starts `words_per_element` further.
    pub word: u32,
    /// Default block: words from one element to the next.
    pub words_per_element: u32,
    /// Blocks: index in its list, byte offset, strides in bytes (0 where they do not apply).
    pub block: Option<BlockMember>,
    /// Built-in state (`gl_ModelViewMatrix`), set by the GL state and not by the application.
    pub state: bool,
    /// Stages that reference it: bit n is `Stage` n in pipeline order.
    pub stages: u8,
}

/// Where a uniform lies in its block.
#[derive(Clone, Copy, Debug)]
pub struct BlockMember {
    /// The interface of its block.
    pub kind: BlockKind,
    /// Its block's index in the list of that interface.
    pub index: u32,
    /// Bytes from the start of the block.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub array_stride: u32,
    /// Bytes from one column (or row) to the next.
    pub matrix_stride: u32,
    /// Rows, not columns, follow each other.
    pub row_major: bool,
    /// GL_TOP_LEVEL_ARRAY_SIZE.
    pub top_level_array_size: u32,
    /// GL_TOP_LEVEL_ARRAY_STRIDE.
    pub top_level_array_stride: u32,
}

/// The kind of interface that a block or an atomic counter buffer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Uniform,
    Storage,
    AtomicCounter,
}

/// An active uniform or storage block; an array of blocks has one entry an element, named `block[1]`.
#[derive(Clone, Debug)]
pub struct Block {
    /// The name, with the index of an array of blocks.
    pub name: String,
    /// The binding from the shader's layout, else 0.
    pub binding: u32,
    /// Bytes that a buffer must have for it (an unsized array counts one element).
    pub size: u32,
    /// Stages that reference it, as in [`Uniform::stages`].
    pub stages: u8,
}

/// An active atomic counter buffer.
#[derive(Clone, Debug)]
pub struct AtomicBuffer {
    /// layout(binding).
    pub binding: u32,
    /// Bytes.
    pub size: u32,
    /// Stages that reference it, as in [`Uniform::stages`].
    pub stages: u8,
}

/// An active vertex attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// As the specifications spell it.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// Elements; 1 for what is no array.
    pub elements: u32,
    /// It is declared as an array.
    pub array: bool,
    /// -1 for built-ins.
    pub location: i32,
}

/// An active output of the fragment stage.
#[derive(Clone, Debug)]
pub struct FragmentOutput {
    /// As the specifications spell it.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// Elements; 1 for what is no array.
    pub elements: u32,
    /// It is declared as an array.
    pub array: bool,
    /// The location: which draw buffer it goes to.
    pub location: i32,
    /// The index: 1 for the second colour of dual-source blending.
    pub index: u32,
}

/// One captured varying, or a gap (`gl_SkipComponents`, `gl_NextBuffer` is already in `buffer`).
#[derive(Clone, Debug)]
pub struct FeedbackVarying {
    /// As glTransformFeedbackVaryings was given it.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// Elements; 1 for what is no array.
    pub elements: u32,
    /// The feedback buffer.
    pub buffer: u32,
    /// Bytes from the start of the vertex in the buffer.
    pub offset: u32,
    /// The stream that it is captured from.
    pub stream: u32,
    /// The words of the last vertex stage's record that are copied, in order; empty for gaps.
    pub words: Vec<u32>,
}
