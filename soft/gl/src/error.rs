//! Errors of commands, with the rules that they say were broken.

pub use glmeter_abi::error::*;

/// The error of a command that the context's interface and profile do not have. No specification names it.
pub const NO_SUCH_COMMAND: Error = invalid_operation(&"The context's interface and profile do not have the command.");
