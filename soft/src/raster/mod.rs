//! The fragment half of the pipeline: clip, cull, set up, bin into 64×64 tiles, run fragment shaders in waves of packed quads, test, blend.

use crate::draw::state::{Draw, Failure};
use crate::program::RecordLayout;
use crate::statistics::Statistics;

/// What kind a primitive of a batch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimitiveKind {
    Point,
    Line,
    Triangle,
}

/// Primitives after the last vertex-processing stage, in order. Records are `stride` words each; primitives hold record numbers.
pub struct Batch<'a> {
    pub kind: PrimitiveKind,
    pub layout: &'a RecordLayout,
    pub records: &'a [u32],
    pub stride: usize,
    /// Vertex records of each primitive, already in the order that keeps facing (odd strip triangles are swapped). Points use [0],
    /// lines [0] and [1].
    pub primitives: &'a [[u32; 3]],
    /// Which of the three is the provoking vertex, a primitive each; empty: by `RasterState::provoking_last` the first or last.
    pub provoking: &'a [u8],
    /// gl_PrimitiveID a primitive; empty: `first_primitive_id` + its number.
    pub primitive_ids: &'a [u32],
    pub first_primitive_id: u32,
    /// Edges to draw in line and point polygon mode: bit n is the edge from vertex n to n + 1; empty: all. (Quads and polygons.)
    pub edge_flags: &'a [u8],
}

/// The rasteriser's memory.
#[derive(Default)]
pub struct Raster {
    /// What came in, for tests.
    pub taken: Vec<(PrimitiveKind, Vec<u32>)>,
}

/// Stands in until the rasteriser is there.
pub fn rasterise(
    raster: &mut Raster,
    _pool: &crate::pool::Pool,
    _draw: &Draw,
    batch: &Batch,
    statistics: &mut Statistics,
) -> Result<(), Failure> {
    statistics.clipping_input_primitives += batch.primitives.len() as u64;
    raster.taken.push((batch.kind, batch.primitives.iter().flatten().copied().collect()));
    Ok(())
}
