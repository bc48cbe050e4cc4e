//! The reasons for which a handler ends early: a GL error, or forwarding to the driver.

use crate::gl;

/// A GL error with the value that `glGetError` returns.
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

/// The reason for which a handler did not complete a command itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The command generates this error and has no other effect.
    Error(Error),
    /// The command generates an error that the driver has already recorded, and has no other effect.
    Raised,
    /// Dispatch calls the driver's command with the application's arguments.
    Forward,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// The result of a handler.
pub type Result<T> = core::result::Result<T, Stop>;

/// Forwards the command to the driver.
pub fn forward<T>() -> Result<T> {
    Err(Stop::Forward)
}
