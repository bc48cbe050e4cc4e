//! glClearAccum and glAccum. No window has an accumulation buffer.

use crate::gl::command::framebuffer;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::tokens::*;

commands! {
    fn glClearAccum(red: f32, green: f32, blue: f32, alpha: f32) => clear_accum;
    fn glAccum(operation: u32, value: f32) => accum;
}

fn clear_accum(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    // "These values are clamped to the range [−1, 1] when they are specified." [GL 4.6 compatibility, 17.4.3]
    context.clears.accumulation = [red, green, blue, alpha].map(|value| value.clamp(-1.0, 1.0));
    Ok(())
}

fn accum(context: &mut Context, operation: u32, _: f32) -> Result<()> {
    // "If a command … is passed a symbolic constant that is not one of those specified …, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
    if !matches!(operation, GL_ACCUM | GL_LOAD | GL_RETURN | GL_MULT | GL_ADD) {
        return Err(GL_INVALID_ENUM);
    }
    drop(framebuffer::targets(context)?);
    // "An INVALID_OPERATION error is generated if there is no accumulation buffer" [GL 4.6 compatibility, 17.4.5]
    Err(GL_INVALID_OPERATION)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::gl::testing::calling::{Gl, gl};
    use crate::gl::testing::fixtures::compatibility;
    use crate::tokens::*;

    #[test]
    fn there_is_no_accumulation_buffer() {
        let gl = Gl::new(compatibility());
        let mut bits = -1;
        gl!(glGetIntegerv(GL_ACCUM_GREEN_BITS => u32, &raw mut bits => *mut i32));
        assert_eq!(bits, 0);
        gl!(glClearAccum(0.5 => f32, -3.0 => f32, 3.0 => f32, 0.0 => f32));
        gl!(glPushAttrib(GL_ACCUM_BUFFER_BIT => u32));
        gl!(glClearAccum(0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
        gl!(glPopAttrib());
        let mut values = [9.0f32; 4];
        gl!(glGetFloatv(GL_ACCUM_CLEAR_VALUE => u32, values.as_mut_ptr() => *mut f32));
        assert_eq!(values, [0.5, -1.0, 1.0, 0.0]);
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        gl.no_error();
        gl!(glAccum(GL_LOAD => u32, 1.0 => f32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
        gl!(glAccum(GL_ALWAYS => u32, 1.0 => f32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
    }
}
