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
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;
    use std::ffi::c_void;

    fn get(name: u32) -> i32 {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        value
    }

    #[test]
    fn color_indices_are_state() {
        let gl = Gl::new(compatibility());
        let state = || [GL_CURRENT_INDEX, GL_INDEX_CLEAR_VALUE, GL_INDEX_WRITEMASK].map(get);
        assert_eq!(state(), [1, 0, -1]);
        glPushAttrib(GL_CURRENT_BIT | GL_COLOR_BUFFER_BIT);
        glIndexs(3);
        glClearIndex(4.0);
        glIndexMask(5);
        assert_eq!(state(), [3, 4, 5]);
        glRasterPos2i(0, 0);
        assert_eq!(get(GL_CURRENT_RASTER_INDEX), 3);
        glPopAttrib();
        assert_eq!(state(), [1, 0, -1]);
        gl.no_error();
    }

    #[test]
    fn an_array_of_color_indices_has_its_parameters() {
        let gl = Gl::new(compatibility());
        glBindVertexArray(0);
        let indices = [[7i16, 8], [9, 10]];
        glIndexPointer(GL_SHORT, 4, indices.as_ptr().cast::<c_void>());
        assert_eq!([GL_INDEX_ARRAY_TYPE, GL_INDEX_ARRAY_STRIDE].map(get), [GL_SHORT as i32, 4]);
        glArrayElement(1);
        assert_eq!(get(GL_CURRENT_INDEX), 1);
        glEnableClientState(GL_INDEX_ARRAY);
        assert_eq!(glIsEnabled(GL_INDEX_ARRAY), 1);
        glArrayElement(1);
        assert_eq!(get(GL_CURRENT_INDEX), 9);
        gl.no_error();
        glIndexPointer(GL_BYTE, 0, indices.as_ptr().cast::<c_void>());
        assert_eq!(glGetError(), GL_INVALID_ENUM);
    }
}
