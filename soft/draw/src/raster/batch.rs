//! A batch of primitives, the input of the rasteriser.

use shader::pipeline::program::RecordLayout;

/// The kind of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the primitives")]
pub enum PrimitiveKind {
    Point,
    Line,
    Triangle,
}

/// Primitives after the last vertex-processing stage, in order. Records are `stride` words each; primitives hold record numbers.
pub struct Batch<'a> {
    /// The kind of all its primitives.
    pub kind: PrimitiveKind,
    /// The layout of the records.
    pub layout: &'a RecordLayout,
    /// The records of all vertices.
    pub records: &'a [u32],
    /// Words of one record.
    pub stride: usize,
    /// The vertex records of each primitive, in an order that preserves the facing (odd triangles of strips are swapped). Points use
    /// element 0, lines elements 0 and 1.
    pub primitives: &'a [[u32; 3]],
    /// For each primitive, which of the three vertices provokes. If empty, `RasterState::provoking_last` selects the first or the last.
    pub provoking: &'a [u8],
    /// gl_PrimitiveID of each primitive; if empty, `first_primitive_id` plus its number.
    pub primitive_ids: &'a [u32],
    /// gl_PrimitiveID of the first primitive.
    pub first_primitive_id: u32,
    /// The edges to draw in line and point polygon mode: bit n is the edge from vertex n to n + 1. If empty, all edges are drawn. (For
    /// quads and polygons.)
    pub edge_flags: &'a [u8],
}
