//! The clock of shaders.

use super::registers::RegisterFile;
use crate::ir::bytecode::Op;
use base::core::lanes::Lanes;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// The time of the first reading.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The last reading of any thread.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Returns nanoseconds, greater than at each earlier call: "Time monotonically increments as the processor executes instructions."
/// [ARB_shader_clock]
fn now() -> u64 {
    let now = u64::try_from(ORIGIN.elapsed().as_nanos()).unwrap_or(u64::MAX >> 1);
    if LAST.fetch_max(now, Relaxed) < now { now } else { LAST.fetch_add(1, Relaxed).wrapping_add(1) }
}

/// Executes `Clock`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
pub(super) unsafe fn read(file: RegisterFile, op: &Op) {
    let now = now();
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &Lanes([now as u32; 64])) };
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst.wrapping_add(1), &Lanes([(now >> 32) as u32; 64])) };
}
