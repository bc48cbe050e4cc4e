//! A linked program: `glsl::link` makes it, the GL state reflects on it and the pipeline runs it. It is immutable; uniform values and block
//! bindings belong to the program object in `gl`.

use crate::ir::Verified;
use base::hir::{GeometryInput, GeometryOutput, Interpolation, Semantic, Stage, TessMode, TessSpacing, Type};
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
    /// The compute stage; a program with it has no other stage.
    pub compute: Option<(Executable, Compute)>,
    /// The initial words of the default uniform block: initialisers, otherwise 0.
    pub uniform_words: Vec<u32>,
    /// Active uniforms of the default block. An array of a basic type is one entry, a structure one for each member: `light[1].position`.
    pub uniforms: Vec<Uniform>,
    /// The locations that inactive uniforms of the default block declare: the first, and their number.
    pub inactive_locations: Vec<(u32, u32)>,
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
    /// Active inputs of the first stage.
    pub inputs: Vec<InterfaceVariable>,
    /// Active outputs of the last stage.
    pub outputs: Vec<InterfaceVariable>,
    /// Transform feedback varyings in capture order.
    pub feedback: Vec<FeedbackVarying>,
    /// Bytes of one vertex in each transform feedback buffer.
    pub feedback_strides: [u32; 4],
    /// The vertex record that the last vertex-processing stage writes and that clipping and rasterisation read.
    pub last_vertex_layout: RecordLayout,
    /// The attribute locations that the vertex stage reads; bit n is location n.
    pub attribute_mask: u32,
    /// The names by which linking knows the uniforms and blocks of SPIR-V modules, whose own names are empty.
    pub hidden_names: Option<HiddenNames>,
    /// The subroutines of each stage that has any.
    pub subroutines: Vec<StageSubroutines>,
}

/// The names by which linking knows resources that have no names of their own, in the order of the program's lists.
#[derive(Clone, Debug, Default)]
pub struct HiddenNames {
    /// Of [`Program::uniforms`].
    pub uniforms: Vec<String>,
    /// Of [`Program::uniform_blocks`].
    pub uniform_blocks: Vec<String>,
    /// Of [`Program::storage_blocks`].
    pub storage_blocks: Vec<String>,
}

impl Program {
    /// Returns the names by which linking knows the uniforms.
    pub fn linked_uniform_names(&self) -> impl Iterator<Item = &str> {
        let hidden = self.hidden_names.as_ref().map(|names| &names.uniforms);
        self.uniforms.iter().enumerate().map(move |(at, own)| hidden.and_then(|names| names.get(at)).unwrap_or(&own.name).as_str())
    }

    /// Returns the names by which linking knows the uniform blocks, or the storage blocks.
    pub fn linked_block_names(&self, uniform: bool) -> impl Iterator<Item = &str> {
        let blocks = if uniform { &self.uniform_blocks } else { &self.storage_blocks };
        let hidden = self.hidden_names.as_ref().map(|names| if uniform { &names.uniform_blocks } else { &names.storage_blocks });
        blocks.iter().enumerate().map(move |(at, own)| hidden.and_then(|names| names.get(at)).unwrap_or(&own.name).as_str())
    }
}

/// The subroutines and subroutine uniforms of a stage.
#[derive(Clone, Debug)]
pub struct StageSubroutines {
    /// The stage.
    pub stage: Stage,
    /// The names of the active subroutines by index, empty for unused indices.
    pub functions: Vec<String>,
    /// The active subroutine uniforms.
    pub uniforms: Vec<SubroutineUniform>,
    /// GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS.
    pub locations: u32,
}

impl StageSubroutines {
    /// Returns the subroutine uniform at a location, and the element.
    pub fn at(&self, location: u32) -> Option<(&SubroutineUniform, u32)> {
        self.uniforms.iter().find_map(|uniform| {
            let element = location.checked_sub(uniform.location)?;
            (element < uniform.elements).then_some((uniform, element))
        })
    }
}

/// An active subroutine uniform.
#[derive(Clone, Debug)]
pub struct SubroutineUniform {
    /// The name in the form that reflection returns: arrays end in `[0]`.
    pub name: String,
    /// The number of elements; 1 if not an array.
    pub elements: u32,
    /// True if declared as an array.
    pub array: bool,
    /// The location of element 0.
    pub location: u32,
    /// The word of the default uniform block with the subroutine index of element 0.
    pub word: u32,
    /// The indices of the subroutines that are associated with its type.
    pub compatible: Vec<u32>,
}

/// The code of one stage.
#[derive(Clone, Debug, Default)]
pub struct Executable {
    /// The bytecode.
    pub code: Arc<Verified>,
    /// The layout of its output records (vertex, tessellation and geometry stages).
    pub output: RecordLayout,
    /// The highest stream that a geometry stage emits to, plus 1; otherwise 1.
    pub streams: u32,
}

/// The layout of a vertex record: slot n is words 4n to 4n + 3. Slot 0 is always the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordLayout {
    /// The meaning of each slot.
    pub slots: Vec<Semantic>,
    /// The number of clip and cull distances that are written.
    pub clip_distances: u8,
    /// The number of cull distances that are written.
    pub cull_distances: u8,
    /// The interpolation of each slot, as the fragment stage declares it. Set only in the layout of the last stage.
    pub interpolation: Vec<Interpolation>,
}

impl RecordLayout {
    /// Returns the number of words of one record.
    pub fn stride(&self) -> usize {
        self.slots.len() * 4
    }

    /// Returns the first word of the slot with a meaning.
    pub fn word_of(&self, semantic: Semantic) -> Option<usize> {
        self.slots.iter().position(|&slot| slot == semantic).map(|slot| slot * 4)
    }
}

/// The declarations of a tessellation control stage.
#[derive(Clone, Copy, Debug)]
pub struct TessControl {
    /// `layout(vertices = )`.
    pub output_vertices: u32,
    /// Words of the patch record: gl_TessLevelOuter is words 0 to 3, gl_TessLevelInner 4 and 5 (6 and 7 are unused), patch variables
    /// follow.
    pub patch_stride: u32,
}

/// The declarations of a tessellation evaluation stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TessEvaluation {
    /// The domain.
    pub mode: TessMode,
    /// The edge spacing.
    pub spacing: TessSpacing,
    /// True for `layout(cw)`.
    pub clockwise: bool,
    /// True for `layout(point_mode)`.
    pub point_mode: bool,
}

/// The declarations of a geometry stage.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// The input primitive.
    pub input: GeometryInput,
    /// The output primitive.
    pub output: GeometryOutput,
    /// `layout(max_vertices = )`.
    pub max_vertices: u32,
    /// `layout(invocations = )`.
    pub invocations: u32,
}

/// The declarations of a fragment stage.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    /// True for `layout(early_fragment_tests)`.
    pub early_fragment_tests: bool,
    /// True for `layout(post_depth_coverage)`: gl_SampleMaskIn is the coverage after the early tests.
    pub post_depth_coverage: bool,
    /// The advanced equations of `layout(blend_support_…) out`, as a set of [`AdvancedEquation::bit`](super::blend::AdvancedEquation::bit).
    pub blend_support: u16,
    /// True for `layout(origin_upper_left)` of gl_FragCoord.
    pub origin_upper_left: bool,
    /// True for `layout(pixel_center_integer)` of gl_FragCoord.
    pub pixel_center_integer: bool,
    /// True for gl_Color and gl_SecondaryColor if redeclared with an interpolation qualifier: glShadeModel has no effect on them.
    pub colors_interpolated: [bool; 2],
}

/// The declarations of a compute stage.
#[derive(Clone, Copy, Debug)]
pub struct Compute {
    /// `layout(local_size_x, local_size_y, local_size_z)`.
    pub local_size: [u32; 3],
}

/// An active uniform, in the default block or a member of a uniform or storage block.
#[derive(Clone, Debug)]
pub struct Uniform {
    /// The name in the form that reflection returns: arrays end in `[0]`.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// The number of elements: 1 if not an array, 0 for the unsized last member of a storage block.
    pub elements: u32,
    /// True if declared as an array.
    pub array: bool,
    /// Default block: the location of element 0, after which the other elements follow; -1 in blocks and for atomic counters.
    pub location: i32,
    /// Default block: the first word of element 0.
    pub word: u32,
    /// Default block: the words from one element to the next.
    pub words_per_element: u32,
    /// Blocks: the position in the block.
    pub block: Option<BlockMember>,
    /// True for built-in state (`gl_ModelViewMatrix`), which the GL state sets, not the application.
    pub state: bool,
    /// The stages that reference it; bit n is the nth [`Stage`].
    pub stages: u8,
}

/// The position of a uniform in its block. Strides are 0 for types without one.
#[derive(Clone, Copy, Debug)]
pub struct BlockMember {
    /// The interface that the block belongs to.
    pub kind: BlockKind,
    /// The index of the block in the list of that interface.
    pub index: u32,
    /// Bytes from the start of the block.
    pub offset: u32,
    /// Bytes from one element to the next.
    pub array_stride: u32,
    /// Bytes from one column (or row) to the next.
    pub matrix_stride: u32,
    /// True if rows, not columns, are contiguous.
    pub row_major: bool,
    /// GL_TOP_LEVEL_ARRAY_SIZE.
    pub top_level_array_size: u32,
    /// GL_TOP_LEVEL_ARRAY_STRIDE.
    pub top_level_array_stride: u32,
}

/// The interface of a block or an atomic counter buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the kinds of storage in GLSL")]
pub enum BlockKind {
    Uniform,
    Storage,
    AtomicCounter,
}

/// An active uniform or storage block; an array of blocks has one entry for each element, named `block[1]`.
#[derive(Clone, Debug)]
pub struct Block {
    /// The name, with the index of an array of blocks.
    pub name: String,
    /// The index of the first block of its array, whose index its members have; its own if not an array.
    pub first: u32,
    /// The binding that the shader declares, otherwise 0.
    pub binding: u32,
    /// The bytes that a buffer must have; an unsized array counts as one element.
    pub size: u32,
    /// Stages that reference it, as in [`Uniform::stages`].
    pub stages: u8,
}

/// An active atomic counter buffer.
#[derive(Clone, Debug)]
pub struct AtomicBuffer {
    /// `layout(binding = )`.
    pub binding: u32,
    /// The bytes that a buffer must have.
    pub size: u32,
    /// Stages that reference it, as in [`Uniform::stages`].
    pub stages: u8,
}

/// An active vertex attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name in the form that reflection returns.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// The number of elements; 1 if not an array.
    pub elements: u32,
    /// True if declared as an array.
    pub array: bool,
    /// The location; -1 for built-in attributes.
    pub location: i32,
    /// `layout(component)`, or 0.
    pub component: u32,
}

/// An active output of the fragment stage.
#[derive(Clone, Debug)]
pub struct FragmentOutput {
    /// The name in the form that reflection returns.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// The number of elements; 1 if not an array.
    pub elements: u32,
    /// True if declared as an array.
    pub array: bool,
    /// The location, which is the number of the draw buffer.
    pub location: i32,
    /// The index: 1 for the second source colour of dual-source blending.
    pub index: u32,
}

/// An active input of the first stage or output of the last one.
#[derive(Clone, Debug)]
pub struct InterfaceVariable {
    /// The name in the form that reflection returns: arrays end in `[0]`, members of blocks begin with the name of the block.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// The number of elements; 1 if not an array.
    pub elements: u32,
    /// True if declared as an array.
    pub array: bool,
    /// The location: of vertex inputs and fragment outputs, otherwise the one that the shader declares; -1 for none.
    pub location: i32,
    /// `layout(component)`, or 0.
    pub component: u32,
    /// The index for dual-source blending of a fragment output, otherwise -1.
    pub index: i32,
    /// True for `patch` variables.
    pub patch: bool,
    /// The stage that it belongs to, as in [`Uniform::stages`].
    pub stages: u8,
}

/// A captured varying, or a gap: `gl_SkipComponents`, or `gl_NextBuffer`, which has no elements.
#[derive(Clone, Debug)]
pub struct FeedbackVarying {
    /// The name passed to glTransformFeedbackVaryings.
    pub name: String,
    /// The element type of an array.
    pub ty: Type,
    /// The number of elements; 1 if not an array.
    pub elements: u32,
    /// The feedback buffer.
    pub buffer: u32,
    /// Bytes from the start of the vertex's data in the buffer.
    pub offset: u32,
    /// The vertex stream that it is captured from.
    pub stream: u32,
    /// The words of the last vertex-processing stage's record to copy, in order; empty for gaps.
    pub words: Vec<u32>,
}
