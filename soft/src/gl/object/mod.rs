//! Objects and their storage.

pub mod format;
pub mod names;
