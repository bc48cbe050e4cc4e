//! The interface through which commands of every profile reach the compatibility profile.

use crate::context::Context;
use crate::error::Result;
use crate::object::linked::Linked;
use crate::state::value::Value;
use std::sync::Arc;

/// The compatibility profile, as commands of every profile see it. Its methods check the API of the context themselves.
pub trait Profile: Sync {
    /// Enables or disables a capability that only the compatibility profile has; GL_INVALID_ENUM for others.
    fn set_capability(&self, context: &mut Context, capability: u32, value: bool) -> Result<()>;

    /// Returns whether such a capability is enabled; GL_INVALID_ENUM for others.
    fn is_capability_set(&self, context: &mut Context, capability: u32) -> Result<bool>;

    /// Returns a state variable of the compatibility profile; none for other names.
    fn get(&self, context: &Context, name: u32) -> Result<Option<Value>>;

    /// Completes an application's program with programs in assembly languages and with the fixed function's stages.
    fn program_for_draw(&self, context: &mut Context, program: Option<Arc<Linked>>) -> Result<Option<Arc<Linked>>>;
}
