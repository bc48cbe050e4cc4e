//! What ends a command early: a GL error, or the wish that the driver answer it.

use crate::gl;

/// A GL error, as `glGetError` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Error {
    /// `GL_INVALID_ENUM`
    InvalidEnum = gl::INVALID_ENUM,
    /// `GL_INVALID_VALUE`
    InvalidValue = gl::INVALID_VALUE,
    /// `GL_INVALID_OPERATION`
    InvalidOperation = gl::INVALID_OPERATION,
    /// `GL_OUT_OF_MEMORY`
    OutOfMemory = gl::OUT_OF_MEMORY,
}

/// Why a handler did not answer a command itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The command generates this error and has no other effect.
    Error(Error),
    /// The command generates an error that the driver has recorded already, and has no other effect.
    Raised,
    /// The command is the driver's: dispatch calls it with the application's arguments.
    Forward,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A handler's answer.
pub type Result<T> = core::result::Result<T, Stop>;

/// Leaves the command to the driver.
pub fn forward<T>() -> Result<T> {
    Err(Stop::Forward)
}
