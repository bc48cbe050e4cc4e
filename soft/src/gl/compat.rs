//! The compatibility profile: what only it has.

use super::context::Context;
use super::entry::Result;
use crate::program::Program;
use crate::tokens::GL_INVALID_ENUM;
use std::sync::Arc;

/// glEnable of a capability that only the compatibility profile has.
pub fn set_capability(_context: &mut Context, _capability: u32, _value: bool) -> Result<()> {
    Err(GL_INVALID_ENUM)
}

/// glIsEnabled of it.
pub fn is_capability_set(_context: &mut Context, _capability: u32) -> Result<bool> {
    Err(GL_INVALID_ENUM)
}

/// What draws where no program is in use: the fixed function.
pub fn program_for_draw(_context: &mut Context) -> Option<Arc<Program>> {
    None
}
