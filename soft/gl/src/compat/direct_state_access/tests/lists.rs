//! "The commands … are not compiled into the display list but are executed immediately: … PushClientAttribDefaultEXT, ClientAttribDefaultEXT, …
//! CheckNamedFramebufferStatusEXT, NamedRenderbufferStorageEXT, NamedFramebufferTexture1DEXT, …" [EXT_direct_state_access, 5.4]

use super::{error, integer, level_parameter, matrix, texels, texture_image, texture_parameter};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

/// Compiles commands into list 1.
fn compile(work: impl FnOnce()) {
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    work();
    gl!(glEndList());
    assert_eq!(error(), GL_NO_ERROR);
}

fn call() -> u32 {
    gl!(glCallList(1 => u32));
    error()
}

#[test]
fn arrays_are_read_at_compilation() {
    let _gl = Gl::new(compatibility());
    let (mut values, mut color, mut pixels) = ([2.0f32; 16], [1.0f32; 4], [1u8, 2, 3, 4]);
    compile(|| {
        gl!(glMatrixLoadfEXT(GL_PROJECTION => u32, values.as_ptr() => *const f32));
        gl!(glMultiTexEnvfvEXT(GL_TEXTURE1 => u32, GL_TEXTURE_ENV => u32, GL_TEXTURE_ENV_COLOR => u32, color.as_ptr() => *const f32));
        gl!(glTextureParameterfvEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, color.as_ptr() => *const f32));
        texture_image(4, GL_TEXTURE_2D, 1, &pixels);
        gl!(glBindMultiTextureEXT(GL_TEXTURE1 => u32, GL_TEXTURE_2D => u32, 4 => u32));
    });
    (values, color, pixels) = ([0.0; 16], [0.0; 4], [0; 4]);
    assert_eq!((gl!(glIsTexture(4 => u32) -> u8), values[0], color[0], pixels[0]), (0, 0.0, 0.0, 0));
    gl!(glActiveTexture(GL_TEXTURE5 => u32));
    assert_eq!((call(), integer(GL_ACTIVE_TEXTURE)), (GL_NO_ERROR, GL_TEXTURE5.cast_signed()));
    assert_eq!((matrix(GL_PROJECTION_MATRIX), texels(4, GL_TEXTURE_2D)), ([2.0; 16], [1, 2, 3, 4]));
    let (mut env, mut border) = ([0.0f32; 4], [0.0f32; 4]);
    gl!(glGetMultiTexEnvfvEXT(GL_TEXTURE1 => u32, GL_TEXTURE_ENV => u32, GL_TEXTURE_ENV_COLOR => u32, env.as_mut_ptr() => *mut f32));
    gl!(glGetTextureParameterfvEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, border.as_mut_ptr() => *mut f32));
    assert_eq!((env, border, integer(GL_TEXTURE_BINDING_2D)), ([1.0; 4], [1.0; 4], 0));
    assert_eq!(texture_parameter(4, GL_TEXTURE_2D, GL_TEXTURE_TARGET), GL_TEXTURE_2D.cast_signed());
}

#[test]
fn compressed_images_are_recorded() {
    let _gl = Gl::new(compatibility());
    let mut block = [7u8; 8];
    compile(|| {
        gl!(glCompressedTextureImage2DEXT(
            4 => u32, GL_TEXTURE_2D => u32, 0 => i32, GL_COMPRESSED_RGB_S3TC_DXT1_EXT => u32, 4 => i32, 4 => i32, 0 => i32, 8 => i32,
            block.as_ptr().cast() => *const c_void
        ));
    });
    block = [0; 8];
    assert_eq!((call(), block[0]), (GL_NO_ERROR, 0));
    let mut found = [0u8; 8];
    gl!(glGetCompressedTextureImageEXT(4 => u32, GL_TEXTURE_2D => u32, 0 => i32, found.as_mut_ptr().cast() => *mut c_void));
    assert_eq!(found, [7; 8]);
}

#[test]
fn errors_are_those_of_the_call() {
    let _gl = Gl::new(compatibility());
    compile(|| {
        gl!(glMultiTexParameteriEXT(0 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_MAX_LEVEL => u32, 5 => i32));
    });
    assert_eq!(call(), GL_INVALID_OPERATION);
}

#[test]
fn other_commands_execute_at_once() {
    let _gl = Gl::new(compatibility());
    let mut array = 0;
    gl!(glGenVertexArrays(1 => i32, &raw mut array => *mut u32));
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    compile(|| {
        gl!(glClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT => u32));
        gl!(glNamedRenderbufferStorageEXT(5 => u32, GL_RGBA8 => u32, 8 => i32, 4 => i32));
        gl!(glNamedFramebufferRenderbufferEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_RENDERBUFFER => u32, 5 => u32));
        gl!(glNamedBufferDataEXT(6 => u32, 4 => isize, std::ptr::null() => *const c_void, GL_STATIC_DRAW => u32));
        gl!(glNamedCopyBufferSubDataEXT(6 => u32, 6 => u32, 0 => isize, 2 => isize, 2 => isize));
        gl!(glEnableVertexArrayAttribEXT(array => u32, 0 => u32));
        gl!(glGenerateTextureMipmapEXT(7 => u32, GL_TEXTURE_2D => u32));
        texture_image(0, GL_PROXY_TEXTURE_2D, 8, &[]);
    });
    assert_eq!((integer(GL_PACK_ALIGNMENT), gl!(glIsRenderbuffer(5 => u32) -> u8), gl!(glIsFramebuffer(9 => u32) -> u8)), (4, 1, 1));
    assert_eq!((gl!(glIsBuffer(6 => u32) -> u8), gl!(glIsTexture(7 => u32) -> u8)), (1, 1));
    assert_eq!(gl!(glIsVertexArray(array => u32) -> u8), 1);
    assert_eq!(level_parameter(0, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 8);
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    assert_eq!((call(), integer(GL_PACK_ALIGNMENT)), (GL_NO_ERROR, 1));
}
