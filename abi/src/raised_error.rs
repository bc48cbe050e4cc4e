//! The function by which the shim asks the software pipeline which command generated an error, and which rule it broke.

use core::ffi::CStr;

/// The name by which the pipeline's GetProcAddress functions know the function.
pub const NAME: &CStr = c"glmeter_raised_error";

/// The answer: where an error comes from.
#[repr(C)]
#[derive(Debug)]
pub struct RaisedError {
    /// What glGetError returned; 0 if the pipeline knows of no error.
    pub code: u32,
    command: *const u8,
    command_length: usize,
    rule: *const u8,
    rule_length: usize,
}

impl RaisedError {
    /// Returns an answer without an error, for the pipeline to fill.
    pub const fn none() -> Self {
        Self { code: 0, command: core::ptr::null(), command_length: 0, rule: core::ptr::null(), rule_length: 0 }
    }

    /// Returns the answer for an error of a command, which broke this rule.
    pub const fn new(code: u32, command: &'static str, rule: &'static str) -> Self {
        Self { code, command: command.as_ptr(), command_length: command.len(), rule: rule.as_ptr(), rule_length: rule.len() }
    }

    /// Returns the command and the rule; `None` without an error.
    ///
    /// # Safety
    /// The answer must be [`Self::none`], or one that the pipeline filled, whose texts live as long as its library; that is never unloaded.
    pub unsafe fn command_and_rule(&self) -> Option<[&'static str; 2]> {
        if self.code == 0 || self.command.is_null() || self.rule.is_null() {
            return None;
        }
        // SAFETY: both are the parts of a `&'static str` of the pipeline, as the caller promises.
        let text = |pointer, length| unsafe { core::str::from_utf8_unchecked(core::slice::from_raw_parts(pointer, length)) };
        Some([text(self.command, self.command_length), text(self.rule, self.rule_length)])
    }
}

/// Writes the error that glGetError returned last in the current context, if no command generated one since. Changes nothing if there is none.
///
/// # Safety
/// `answer` must be valid for writes.
pub type GetRaisedError = unsafe extern "C" fn(answer: *mut RaisedError);
