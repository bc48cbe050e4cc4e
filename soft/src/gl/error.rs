//! GL errors.

/// A GL error code, e.g. `GL_INVALID_ENUM`; the command changes nothing and returns zero.
pub type Error = u32;

/// The result of a handler.
pub type Result<T> = std::result::Result<T, Error>;
