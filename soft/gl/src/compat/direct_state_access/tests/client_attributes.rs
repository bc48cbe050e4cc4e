use super::{error, integer};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

/// Changes the state of both groups.
fn change(gl: &Gl) -> u32 {
    gl!(glPixelStorei(GL_UNPACK_ROW_LENGTH => u32, 7 => i32));
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    let buffer = gl.buffer(GL_PIXEL_PACK_BUFFER, &[0; 4]);
    gl!(glBindBuffer(GL_ARRAY_BUFFER => u32, buffer => u32));
    gl!(glVertexPointer(2 => i32, GL_SHORT => u32, 4 => i32, std::ptr::null() => *const c_void));
    gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
    gl!(glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX => u32));
    gl!(glPrimitiveRestartIndex(9 => u32));
    gl!(glClientActiveTexture(GL_TEXTURE2 => u32));
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
    gl!(glClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT => u32));
    assert_eq!((pixel_state(), array_state()), ([0, 4, 0], [2, 1, buffer, FIRST + 2, 1, 9, bound]));
    change(&gl);
    gl!(glClientAttribDefaultEXT(GL_CLIENT_VERTEX_ARRAY_BIT => u32));
    assert_eq!((pixel_state()[..2].to_vec(), array_state(), error()), (vec![7, 1], [4, 0, 0, FIRST, 0, 0, 0], GL_NO_ERROR));
}

#[test]
fn a_saved_state_comes_back() {
    let gl = Gl::new(compatibility());
    let buffer = change(&gl).cast_signed();
    let (pixels, arrays) = (pixel_state(), array_state());
    gl!(glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS => u32));
    assert_eq!((pixel_state(), array_state(), integer(GL_CLIENT_ATTRIB_STACK_DEPTH)), ([0, 4, 0], [4, 0, 0, FIRST, 0, 0, 0], 1));
    gl!(glPopClientAttrib());
    assert_eq!((pixel_state(), array_state(), error()), (pixels, arrays, GL_NO_ERROR));
    assert_eq!((pixels, arrays[..6].to_vec()), ([7, 1, buffer], vec![2, 1, buffer, FIRST + 2, 1, 9]));
}

#[test]
fn deleted_buffers_and_arrays_do_not_come_back() {
    let gl = Gl::new(compatibility());
    let buffer = change(&gl);
    let array = integer(GL_VERTEX_ARRAY_BINDING).cast_unsigned();
    gl!(glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS => u32));
    gl!(glDeleteBuffers(1 => i32, &raw const buffer => *const u32));
    gl!(glDeleteVertexArrays(1 => i32, &raw const array => *const u32));
    gl!(glPopClientAttrib());
    assert_eq!([GL_PIXEL_PACK_BUFFER_BINDING, GL_ARRAY_BUFFER_BINDING, GL_VERTEX_ARRAY_BINDING].map(integer), [0; 3]);
    assert_eq!((pixel_state()[0], error()), (7, GL_NO_ERROR));
}

#[test]
fn a_full_stack_changes_nothing() {
    let gl = Gl::new(compatibility());
    change(&gl);
    (0..16).for_each(|_| gl!(glPushClientAttrib(0 => u32)));
    gl!(glPushClientAttribDefaultEXT(GL_CLIENT_ALL_ATTRIB_BITS => u32));
    assert_eq!((error(), pixel_state()[0]), (GL_STACK_OVERFLOW, 7));
}
