//! A batch of primitives: the input of the rasteriser.

use crate::pipeline::program::RecordLayout;

/// The kind of a batch's primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    Point,
    Line,
    Triangle,
}

/// Primitives after the last vertex-processing stage, in order. Records are `stride` words each; primitives hold record numbers.
pub struct Batch<'a> {
    /// The kind of all its primitives.
    pub kind: PrimitiveKind,
    /// What the records hold.
    pub layout: &'a RecordLayout,
    /// The records of all vertices.
    pub records: &'a [u32],
    /// Words of a record.
    pub stride: usize,
    /// Vertex records of each primitive, already in the order that keeps facing (odd strip triangles are swapped). Points use [0],
    /// lines [0] and [1].
    pub primitives: &'a [[u32; 3]],
    /// Which of the three is the provoking vertex, a primitive each; empty: by `RasterState::provoking_last` the first or last.
    pub provoking: &'a [u8],
    /// gl_PrimitiveID a primitive; empty: `first_primitive_id` + its number.
    pub primitive_ids: &'a [u32],
    /// gl_PrimitiveID of the first primitive.
    pub first_primitive_id: u32,
    /// Edges to draw in line and point polygon mode: bit n is the edge from vertex n to n + 1; empty: all. (Quads and polygons.)
    pub edge_flags: &'a [u8],
}
