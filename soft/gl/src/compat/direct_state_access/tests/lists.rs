//! "The commands … are not compiled into the display list but are executed immediately: … PushClientAttribDefaultEXT, ClientAttribDefaultEXT, …
//! CheckNamedFramebufferStatusEXT, NamedRenderbufferStorageEXT, NamedFramebufferTexture1DEXT, …" [EXT_direct_state_access, 5.4]

use super::{error, integer, level_parameter, matrix, texels, texture_image, texture_parameter};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

/// Compiles commands into list 1.
fn compile(work: impl FnOnce()) {
    glNewList(1, GL_COMPILE);
    work();
    glEndList();
    assert_eq!(error(), GL_NO_ERROR);
}

fn call() -> u32 {
    glCallList(1);
    error()
}

#[test]
fn arrays_are_read_at_compilation() {
    let _gl = Gl::new(compatibility());
    let (mut values, mut color, mut pixels) = ([2.0f32; 16], [1.0f32; 4], [1u8, 2, 3, 4]);
    compile(|| {
        glMatrixLoadfEXT(GL_PROJECTION, values.as_ptr());
        glMultiTexEnvfvEXT(GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color.as_ptr());
        glTextureParameterfvEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color.as_ptr());
        texture_image(4, GL_TEXTURE_2D, 1, &pixels);
        glBindMultiTextureEXT(GL_TEXTURE1, GL_TEXTURE_2D, 4);
    });
    (values, color, pixels) = ([0.0; 16], [0.0; 4], [0; 4]);
    assert_eq!((glIsTexture(4), values[0], color[0], pixels[0]), (0, 0.0, 0.0, 0));
    glActiveTexture(GL_TEXTURE5);
    assert_eq!((call(), integer(GL_ACTIVE_TEXTURE)), (GL_NO_ERROR, GL_TEXTURE5.cast_signed()));
    assert_eq!((matrix(GL_PROJECTION_MATRIX), texels(4, GL_TEXTURE_2D)), ([2.0; 16], [1, 2, 3, 4]));
    let (mut env, mut border) = ([0.0f32; 4], [0.0f32; 4]);
    glGetMultiTexEnvfvEXT(GL_TEXTURE1, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, env.as_mut_ptr());
    glGetTextureParameterfvEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border.as_mut_ptr());
    assert_eq!((env, border, integer(GL_TEXTURE_BINDING_2D)), ([1.0; 4], [1.0; 4], 0));
    assert_eq!(texture_parameter(4, GL_TEXTURE_2D, GL_TEXTURE_TARGET), GL_TEXTURE_2D.cast_signed());
}

#[test]
fn compressed_images_are_recorded() {
    let _gl = Gl::new(compatibility());
    let mut block = [7u8; 8];
    compile(|| {
        glCompressedTextureImage2DEXT(4, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, block.as_ptr().cast());
    });
    block = [0; 8];
    assert_eq!((call(), block[0]), (GL_NO_ERROR, 0));
    let mut found = [0u8; 8];
    glGetCompressedTextureImageEXT(4, GL_TEXTURE_2D, 0, found.as_mut_ptr().cast());
    assert_eq!(found, [7; 8]);
}

#[test]
fn errors_are_those_of_the_call() {
    let _gl = Gl::new(compatibility());
    compile(|| {
        glMultiTexParameteriEXT(0, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 5);
    });
    assert_eq!(call(), GL_INVALID_OPERATION);
}

#[test]
fn other_commands_execute_at_once() {
    let _gl = Gl::new(compatibility());
    let mut array = 0;
    glGenVertexArrays(1, &raw mut array);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    compile(|| {
        glClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT);
        glNamedRenderbufferStorageEXT(5, GL_RGBA8, 8, 4);
        glNamedFramebufferRenderbufferEXT(9, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 5);
        glNamedBufferDataEXT(6, 4, std::ptr::null(), GL_STATIC_DRAW);
        glNamedCopyBufferSubDataEXT(6, 6, 0, 2, 2);
        glEnableVertexArrayAttribEXT(array, 0);
        glGenerateTextureMipmapEXT(7, GL_TEXTURE_2D);
        texture_image(0, GL_PROXY_TEXTURE_2D, 8, &[]);
    });
    assert_eq!((integer(GL_PACK_ALIGNMENT), glIsRenderbuffer(5), glIsFramebuffer(9)), (4, 1, 1));
    assert_eq!((glIsBuffer(6), glIsTexture(7)), (1, 1));
    assert_eq!(glIsVertexArray(array), 1);
    assert_eq!(level_parameter(0, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 8);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    assert_eq!((call(), integer(GL_PACK_ALIGNMENT)), (GL_NO_ERROR, 1));
}
