//! glClearIndex and glIndexMask: state for getters, because no framebuffer has colour indices.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;

fn clear_index(context: &mut Context, index: f32) -> Result<()> {
    context.clears.index = index;
    Ok(())
}

fn index_mask(context: &mut Context, mask: u32) -> Result<()> {
    context.state.index_mask = mask;
    Ok(())
}

commands! {
    fn glClearIndex(index: f32) => clear_index;
    fn glIndexMask(mask: u32) => index_mask;
}

#[cfg(test)]
mod tests {
    use crate::testing::calling::{Gl, gl};
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;
    use std::ffi::c_void;

    fn get(name: u32) -> i32 {
        let mut value = -1;
        gl!(glGetIntegerv(name => u32, &raw mut value => *mut i32));
        value
    }

    #[test]
    fn color_indices_are_state() {
        let gl = Gl::new(compatibility());
        let state = || [GL_CURRENT_INDEX, GL_INDEX_CLEAR_VALUE, GL_INDEX_WRITEMASK].map(get);
        assert_eq!(state(), [1, 0, -1]);
        gl!(glPushAttrib(GL_CURRENT_BIT | GL_COLOR_BUFFER_BIT => u32));
        gl!(glIndexs(3 => i16));
        gl!(glClearIndex(4.0 => f32));
        gl!(glIndexMask(5 => u32));
        assert_eq!(state(), [3, 4, 5]);
        gl!(glRasterPos2i(0 => i32, 0 => i32));
        assert_eq!(get(GL_CURRENT_RASTER_INDEX), 3);
        gl!(glPopAttrib());
        assert_eq!(state(), [1, 0, -1]);
        gl.no_error();
    }

    #[test]
    fn an_array_of_color_indices_has_its_parameters() {
        let gl = Gl::new(compatibility());
        gl!(glBindVertexArray(0 => u32));
        let indices = [[7i16, 8], [9, 10]];
        gl!(glIndexPointer(GL_SHORT => u32, 4 => i32, indices.as_ptr().cast::<c_void>() => *const c_void));
        assert_eq!([GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE].map(get), [GL_SHORT as i32, 4]);
        gl!(glArrayElement(1 => i32));
        assert_eq!(get(GL_CURRENT_INDEX), 1);
        gl!(glEnableClientState(GL_INDEX_ARRAY => u32));
        assert_eq!(gl!(glIsEnabled(GL_INDEX_ARRAY => u32) -> u8), 1);
        gl!(glArrayElement(1 => i32));
        assert_eq!(get(GL_CURRENT_INDEX), 9);
        gl.no_error();
        gl!(glIndexPointer(GL_BYTE => u32, 0 => i32, indices.as_ptr().cast::<c_void>() => *const c_void));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
    }
}
