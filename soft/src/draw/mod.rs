//! The geometry half of the pipeline: from a draw's arguments to primitives ready for clipping. Order of the stages: `fetch`
//! (attributes) and `assemble` (indices, restart, decomposition), `vertex`, `tess`, `geometry`, `feedback`; `compute` stands alone.

pub mod state;
