//! Processors of whose libraries glmeter reads no relocations.

/// The type of no relocation.
pub(crate) const GLOB_DAT: u64 = u64::MAX;
/// The type of no relocation.
pub(crate) const JUMP_SLOT: u64 = u64::MAX;
