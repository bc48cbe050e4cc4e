//! The function by which the shim makes commands complete that wait.

use crate::dispatch::complete_all;
use core::ffi::c_void;
use glmeter_abi::waiting_commands::{CompleteAll, NAME};

/// Returns the function if `name` is its name.
pub fn function(name: &str) -> Option<*const c_void> {
    const FUNCTION: CompleteAll = complete;
    (name.as_bytes() == NAME.to_bytes()).then_some(FUNCTION as *const c_void)
}

/// Completes the draws and the fills that wait in the current context.
///
/// # Safety
/// As [`CompleteAll`] says.
unsafe extern "C" fn complete() {
    complete_all();
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::core;
    use crate::tokens::*;

    #[test]
    fn a_draw_that_waits_is_complete_afterwards() {
        assert!(function("glmeter_raised_error").is_none() && crate::proc_address("glmeter_complete_all").is_some());
        // SAFETY: there are no preconditions. No context is current.
        unsafe { complete() };
        let gl = Gl::new(core());
        let vertex =
            c"#version 330\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
        let fragment = c"#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }";
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
        let vertices = || gl.0.lock().unwrap().statistics.vertex_shader_invocations;
        glDrawArrays(GL_TRIANGLES, 0, 3);
        assert_eq!(vertices(), 0, "it waits");
        // SAFETY: as above.
        unsafe { complete() };
        assert_eq!(vertices(), 3);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        gl.no_error();
        assert_eq!(vertices(), 3, "glGetError does not need it");
        glFlush();
        assert_eq!(vertices(), 6);
    }
}
