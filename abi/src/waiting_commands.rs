//! The function by which the shim makes the software pipeline complete the commands that wait: draws, to be executed
//! together, and the fills of clears.

use core::ffi::CStr;

/// The name by which the pipeline's GetProcAddress functions know the function.
pub const NAME: &CStr = c"glmeter_complete_all";

/// Completes the draws and the fills that wait in the current context, so that the time of the last one ends now.
///
/// # Safety
/// There are no preconditions: the type is that of C functions.
pub type CompleteAll = unsafe extern "C" fn();
