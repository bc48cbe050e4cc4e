//! The function that tells the shim which command generated an error, and which rule it broke.

use crate::dispatch::with_current;
use core::ffi::c_void;
use glmeter_abi::raised_error::{GetRaisedError, NAME, RaisedError};

/// Returns the function if `name` is its name.
pub fn function(name: &str) -> Option<*const c_void> {
    const FUNCTION: GetRaisedError = raised_error;
    (name.as_bytes() == NAME.to_bytes()).then_some(FUNCTION as *const c_void)
}

/// Writes the error that glGetError returned last.
///
/// # Safety
/// As [`GetRaisedError`] says.
unsafe extern "C" fn raised_error(answer: *mut RaisedError) {
    // An error that glGetError has not returned yet is not the one that is asked for.
    let taken = with_current(|context| context.raised.filter(|_| context.error == 0)).flatten();
    if let Some((command, error)) = taken {
        // SAFETY: the caller guarantees memory that can be written.
        unsafe { answer.write(RaisedError::new(error.code, command, error.rule)) };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::config::Api;
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::context;
    use crate::tokens::*;

    /// Asks as the shim does. Returns the code, the command and the rule.
    fn ask() -> Option<(u32, [&'static str; 2])> {
        let mut answer = RaisedError::none();
        // SAFETY: the answer is a local variable.
        unsafe { raised_error(&raw mut answer) };
        // SAFETY: the answer is as it was made, or as the function filled it.
        Some((answer.code, unsafe { answer.command_and_rule() }?))
    }

    #[test]
    fn the_error_that_was_read_last_has_its_command_and_its_rule() {
        assert_eq!(ask(), None, "no context is current");
        let gl = Gl::new(context(Api::Core, (4, 5)));
        assert_eq!(ask(), None);
        glEnable(0xFFFF);
        glViewport(0, 0, -1, -1);
        assert_eq!(ask(), None, "no error was read");
        assert_eq!(glGetError(), GL_INVALID_ENUM);
        let unknown = Some((GL_INVALID_ENUM, ["glEnable", *crate::error::UNKNOWN_TOKEN.rule]));
        assert_eq!(ask(), unknown, "the first of the two, which the context keeps");
        gl.no_error();
        assert_eq!(ask(), unknown, "no other error was read since");
        glViewport(0, 0, -1, -1);
        assert_eq!(glGetError(), GL_INVALID_VALUE);
        let (code, [command, rule]) = ask().unwrap();
        assert_eq!((code, command), (GL_INVALID_VALUE, "glViewport"));
        assert!(rule.contains("[GL "), "{rule}");
    }

    #[test]
    fn it_has_its_own_name_alone() {
        assert!(function("glmeter_raised_error").is_some() && crate::proc_address("glmeter_raised_error").is_some());
        assert!(function("glEnable").is_none());
    }
}
