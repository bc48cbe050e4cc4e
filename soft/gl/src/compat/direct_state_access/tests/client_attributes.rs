use super::{error, integer};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// Changes the state of both groups.
fn change(gl: &Gl) -> u32 {
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 7);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    let buffer = gl.buffer(GL_PIXEL_PACK_BUFFER, &[0; 4]);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexPointer(2, GL_SHORT, 4, std::ptr::null());
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    glPrimitiveRestartIndex(9);
    glClientActiveTexture(GL_TEXTURE2);
    buffer
}

fn pixel_state() -> [i32; 3] {
    [GL_UNPACK_ROW_LENGTH, GL_PACK_ALIGNMENT, GL_PIXEL_PACK_BUFFER_BINDING].map(integer)
}

fn array_state() -> [i32; 7] {
    let names = [
        GL_VERTEX_ARRAY_SIZE,
        GL_VERTEX_ARRAY,
        GL_ARRAY_BUFFER_BINDING,
        GL_CLIENT_ACTIVE_TEXTURE,
        GL_PRIMITIVE_RESTART_FIXED_INDEX,
        GL_PRIMITIVE_RESTART_INDEX,
        GL_VERTEX_ARRAY_BINDING,
    ];
    names.map(integer)
}

const FIRST: i32 = GL_TEXTURE0.cast_signed();

#[test]
fn defaults_of_the_groups_in_a_mask() {
    let gl = Gl::new(compatibility());
    let buffer = change(&gl).cast_signed();
    let bound = integer(GL_VERTEX_ARRAY_BINDING);
    glClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT);
    assert_eq!((pixel_state(), array_state()), ([0, 4, 0], [2, 1, buffer, FIRST + 2, 1, 9, bound]));
    change(&gl);
    glClientAttribDefaultEXT(GL_CLIENT_VERTEX_ARRAY_BIT);
    assert_eq!((pixel_state()[..2].to_vec(), array_state(), error()), (vec![7, 1], [4, 0, 0, FIRST, 0, 0, 0], GL_NO_ERROR));
}

#[test]
fn a_saved_state_comes_back() {
    let gl = Gl::new(compatibility());
    let buffer = change(&gl).cast_signed();
    let (pixels, arrays) = (pixel_state(), array_state());
    glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS);
    assert_eq!((pixel_state(), array_state(), integer(GL_CLIENT_ATTRIB_STACK_DEPTH)), ([0, 4, 0], [4, 0, 0, FIRST, 0, 0, 0], 1));
    glPopClientAttrib();
    assert_eq!((pixel_state(), array_state(), error()), (pixels, arrays, GL_NO_ERROR));
    assert_eq!((pixels, arrays[..6].to_vec()), ([7, 1, buffer], vec![2, 1, buffer, FIRST + 2, 1, 9]));
}

#[test]
fn deleted_buffers_and_arrays_do_not_come_back() {
    let gl = Gl::new(compatibility());
    let buffer = change(&gl);
    let array = integer(GL_VERTEX_ARRAY_BINDING).cast_unsigned();
    glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS);
    glDeleteBuffers(1, &raw const buffer);
    glDeleteVertexArrays(1, &raw const array);
    glPopClientAttrib();
    assert_eq!([GL_PIXEL_PACK_BUFFER_BINDING, GL_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_BINDING].map(integer), [0; 3]);
    assert_eq!((pixel_state()[0], error()), (7, GL_NO_ERROR));
}

#[test]
fn a_full_stack_changes_nothing() {
    let gl = Gl::new(compatibility());
    change(&gl);
    (0..16).for_each(|_| glPushClientAttrib(0));
    glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS);
    assert_eq!((error(), pixel_state()[0]), (GL_STACK_OVERFLOW, 7));
}
