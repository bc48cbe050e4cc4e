//! The reasons for which a handler ends early: a GL error, or forwarding to the driver.

use crate::gl;
pub use glmeter_abi::error::{
    Error, NEGATIVE_COUNT, NO_MEMORY, UNKNOWN_TOKEN, invalid_enum, invalid_operation, invalid_value, out_of_memory,
};

/// The reason for which a handler did not complete a command itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The command generates this error and has no other effect.
    Error(Packed),
    /// The command generates an error that the driver has already recorded, and has no other effect.
    Raised,
    /// Dispatch calls the driver's command with the application's arguments.
    Forward,
}

/// An [`Error`] of a handler. Its code has few values, so that [`Stop`] and results use others instead of tags: they have the size of two words, and are
/// returned in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    code: Code,
    rule: &'static &'static str,
}

/// The codes of the errors that this module exports functions for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Code {
    InvalidEnum = gl::INVALID_ENUM,
    InvalidValue = gl::INVALID_VALUE,
    InvalidOperation = gl::INVALID_OPERATION,
    OutOfMemory = gl::OUT_OF_MEMORY,
}

impl From<Error> for Stop {
    #[inline]
    fn from(error: Error) -> Self {
        let code = match error.code {
            gl::INVALID_ENUM => Code::InvalidEnum,
            gl::INVALID_VALUE => Code::InvalidValue,
            gl::INVALID_OPERATION => Code::InvalidOperation,
            _ => Code::OutOfMemory,
        };
        Self::Error(Packed { code, rule: error.rule })
    }
}

impl From<Packed> for Error {
    fn from(error: Packed) -> Self {
        Self { code: error.code as u32, rule: error.rule }
    }
}

/// The result of a handler.
pub type Result<T> = core::result::Result<T, Stop>;

/// Forwards the command to the driver.
pub fn forward<T>() -> Result<T> {
    Err(Stop::Forward)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two words are returned in registers.
    #[test]
    fn results_are_as_large_as_two_words() {
        assert_eq!([size_of::<Result<()>>(), size_of::<Result<u32>>(), size_of::<Result<usize>>()], [2 * size_of::<usize>(); 3]);
    }
}
