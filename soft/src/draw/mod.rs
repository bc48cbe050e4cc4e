//! The geometry half of the pipeline: from a draw's arguments to primitives ready for clipping. Order of the stages: `fetch`
//! (attributes) and `assemble` (indices, restart, decomposition), `vertex`, `tess`, `geometry`, `feedback`; `compute` stands alone.

pub mod state;

use crate::pool::Pool;
use crate::program::Program;
use crate::statistics::Statistics;
use state::{Command, Draw, Failure, Resources};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Reused memory and machines of one context.
pub struct Pipeline {
    pub pool: Arc<Pool>,
}

impl Pipeline {
    /// A pipeline that shares its work over a pool.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool }
    }
}

/// Runs one draw command to its end and adds what it counted.
pub fn draw(_pipeline: &mut Pipeline, _draw: &mut Draw, _command: &Command, _statistics: &mut Statistics) -> Result<(), Failure> {
    Ok(())
}

/// Runs a dispatch to its end and adds what it counted.
pub fn dispatch(
    _pipeline: &mut Pipeline,
    _program: &Program,
    _resources: &Resources,
    _groups: [u32; 3],
    _cancel: &AtomicBool,
    _budget: u64,
    _statistics: &mut Statistics,
) -> Result<(), Failure> {
    Ok(())
}
