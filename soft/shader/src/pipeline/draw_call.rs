//! The parameters of a draw call, and the sources of its indices and vertex attributes.

use base::core::memory::Memory;
use std::sync::Arc;

/// A primitive mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the modes in GL")]
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

/// The parameters of one draw, read from the indirect buffer if there is one.
#[derive(Clone, Debug)]
pub struct DrawCall {
    /// The primitive mode.
    pub mode: Mode,
    /// The first vertex, for draws without indices.
    pub first: u32,
    /// The number of vertices or indices.
    pub count: u32,
    /// The number of instances.
    pub instances: u32,
    /// Added to the instance number for attributes with a divisor.
    pub base_instance: u32,
    /// Added to every index.
    pub base_vertex: i32,
    /// gl_DrawID.
    pub draw_id: u32,
    /// The index source, for indexed draws.
    pub indices: Option<Indices>,
    /// GL_PATCH_VERTICES: 1 to 32.
    pub patch_vertices: u32,
}

/// The source of indices. Reads out of bounds return 0.
#[derive(Clone, Debug)]
pub struct Indices {
    /// The index buffer, or a copy of client memory.
    pub memory: Arc<Memory>,
    /// The offset of the first index in bytes.
    pub offset: u64,
    /// The bytes of one index: 1, 2 or 4.
    pub size: u32,
    /// The restart index, compared before the base vertex is added.
    pub restart: Option<u32>,
}

/// The source of one vertex attribute.
#[derive(Clone, Debug)]
pub enum VertexAttribute {
    /// The current value: four components as bits; doubles are pairs of words, low word first.
    Current([u32; 8]),
    /// Values from a buffer.
    Array(AttributeArray),
}

/// An attribute that is read from a buffer.
#[derive(Clone, Debug)]
pub struct AttributeArray {
    /// The buffer, or a copy of a client array. Reads out of bounds return 0.
    pub memory: Arc<Memory>,
    /// The byte offset of vertex 0's value. Negative if the copy of a client array begins at a later vertex.
    pub offset: i64,
    /// The effective stride in bytes; with 0 every vertex reads the same value.
    pub stride: u32,
    /// The number of instances that share a value; 0 for one value for each vertex.
    pub divisor: u32,
    /// The format of the values in memory.
    pub format: AttributeFormat,
}

/// The format of an attribute, as set by glVertexAttribFormat and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttributeFormat {
    /// The component type: GL_BYTE … GL_DOUBLE, GL_HALF_FLOAT, GL_FIXED, or a packed 2_10_10_10 or 10F_11F_11F type.
    pub ty: u32,
    /// The number of components, 1 to 4.
    pub size: u8,
    /// True for components in GL_BGRA order.
    pub bgra: bool,
    /// True if integers are mapped to [0, 1] or [-1, 1].
    pub normalized: bool,
    /// True for glVertexAttribIPointer: values stay integers.
    pub integer: bool,
    /// True for glVertexAttribLPointer: values are doubles.
    pub long: bool,
}
