use super::{error, integer, level_parameter, texels, texture_image, texture_parameter};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

fn set(texture: u32, target: u32, value: i32) -> u32 {
    glTextureParameteriEXT(texture, target, GL_TEXTURE_MAX_LEVEL, value);
    error()
}

#[test]
fn the_first_use_of_a_name_makes_a_texture() {
    let _gl = Gl::new(compatibility());
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    assert_eq!((set(name, GL_TEXTURE_3D, 3), glIsTexture(name)), (GL_NO_ERROR, 1));
    assert_eq!(texture_parameter(name, GL_TEXTURE_3D, GL_TEXTURE_TARGET), GL_TEXTURE_3D.cast_signed());
    assert_eq!((texture_parameter(name, GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL), integer(GL_TEXTURE_BINDING_3D)), (3, 0));
    // Names that were never generated too.
    assert_eq!((texture_parameter(77, GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL), error()), (1000, GL_NO_ERROR));
    assert_eq!(glIsTexture(77), 1);
    // "In this case, the command's state update or query's result is ignored, but the name still becomes used and the object initialization still
    // takes place."
    glTextureParameteriEXT(78, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1);
    assert_eq!((error(), glIsTexture(78)), (GL_INVALID_VALUE, 1));
}

#[test]
fn the_target_must_be_that_of_the_texture() {
    let _gl = Gl::new(compatibility());
    assert_eq!(set(5, GL_TEXTURE_2D, 1), GL_NO_ERROR);
    assert_eq!(set(5, GL_TEXTURE_3D, 1), GL_INVALID_OPERATION);
    assert_eq!(set(5, GL_COLOR_ARRAY, 1), GL_INVALID_ENUM);
    texture_image(5, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, &[]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glGenerateTextureMipmapEXT(5, GL_TEXTURE_CUBE_MAP);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glGenerateTextureMipmapEXT(6, GL_TEXTURE_RECTANGLE);
    assert_eq!(error(), GL_INVALID_ENUM);
    // "TEXTURE_PROXY_* target tokens generate errors if used with a non-zero texture parameter"
    assert_eq!(level_parameter(5, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), -7);
    assert_eq!(error(), GL_INVALID_OPERATION);
    texture_image(5, GL_PROXY_TEXTURE_2D, 1, &[]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    texture_image(0, GL_PROXY_TEXTURE_2D, 8, &[]);
    assert_eq!((level_parameter(0, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), error()), (8, GL_NO_ERROR));
}

#[test]
fn zero_is_the_default_texture() {
    let _gl = Gl::new(compatibility());
    glBindTexture(GL_TEXTURE_2D, 3);
    assert_eq!(set(0, GL_TEXTURE_2D, 2), GL_NO_ERROR);
    texture_image(0, GL_TEXTURE_2D, 1, &[1, 2, 3, 4]);
    assert_eq!(texture_parameter(3, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL), 1000);
    glBindTexture(GL_TEXTURE_2D, 0);
    let mut value = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, &raw mut value);
    assert_eq!((value, texels(0, GL_TEXTURE_2D), error()), (2, [1, 2, 3, 4], GL_NO_ERROR));
    // "An INVALID_OPERATION error is generated if zero is bound to target."
    glTextureStorage2DEXT(0, GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn parameters_of_every_type() {
    let _gl = Gl::new(compatibility());
    let border = [0.25f32, 0.5, 0.75, 1.0];
    glTextureParameterfvEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border.as_ptr());
    let mut found = [0.0f32; 4];
    glGetTextureParameterfvEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, found.as_mut_ptr());
    assert_eq!(found, border);
    let border = [1i32, -2, 3, 4];
    glTextureParameterIivEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border.as_ptr());
    let mut found = [0i32; 4];
    glGetTextureParameterIuivEXT(4, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, found.as_mut_ptr().cast());
    assert_eq!(found, border);
    glTextureParameterfEXT(4, GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, 1.5);
    let mut bias = 0.0f32;
    glGetTextureParameterfvEXT(4, GL_TEXTURE_2D, GL_TEXTURE_LOD_BIAS, &raw mut bias);
    assert_eq!((bias, error()), (1.5, GL_NO_ERROR));
}

#[test]
fn storage_mipmaps_and_buffers() {
    let gl = Gl::new(compatibility());
    glTextureStorage2DEXT(4, GL_TEXTURE_2D, 2, GL_RGBA8, 2, 2);
    assert_eq!(texture_parameter(4, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS), 2);
    glTextureStorage2DEXT(4, GL_TEXTURE_2D, 2, GL_RGBA8, 2, 2);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let size = [4, 1].map(|depth| (depth, depth));
    glTextureStorage3DMultisampleEXT(5, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA8, 2, 2, size[0].0, 1);
    assert_eq!(level_parameter(5, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 0, GL_TEXTURE_SAMPLES), 4);
    texture_image(6, GL_TEXTURE_2D, 2, &[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]].concat());
    glGenerateTextureMipmapEXT(6, GL_TEXTURE_2D);
    assert_eq!(level_parameter(6, GL_TEXTURE_2D, 1, GL_TEXTURE_WIDTH), 1);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0; 128]);
    glTextureBufferEXT(7, GL_TEXTURE_BUFFER, GL_R32F, buffer);
    assert_eq!(level_parameter(7, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 128);
    glTextureBufferRangeEXT(7, GL_TEXTURE_BUFFER, GL_R32F, buffer, 256, 16);
    assert_eq!(level_parameter(7, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET), 256);
    glTextureBufferEXT(8, GL_TEXTURE_2D, GL_R32F, buffer);
    assert_eq!((error(), integer(GL_TEXTURE_BINDING_BUFFER)), (GL_INVALID_ENUM, 0));
}

#[test]
fn copies_from_the_framebuffer() {
    let gl = Gl::new(compatibility());
    glClearColor(1.0, 0.0, 1.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glCopyTextureImage2DEXT(4, GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 1, 1, 0);
    assert_eq!(texels(4, GL_TEXTURE_2D), [255, 0, 255, 255]);
    texture_image(5, GL_TEXTURE_2D, 2, &[0; 16]);
    glCopyTextureSubImage2DEXT(5, GL_TEXTURE_2D, 0, 1, 1, 0, 0, 1, 1);
    assert_eq!(texels::<16>(5, GL_TEXTURE_2D)[12..], [255, 0, 255, 255]);
    glCopyTextureSubImage1DEXT(6, GL_TEXTURE_1D, 0, 0, 0, 0, 1);
    // The texture has no image.
    assert_eq!((error(), glIsTexture(6)), (GL_INVALID_OPERATION, 1));
    assert_eq!(integer(GL_TEXTURE_BINDING_2D), 0);
    drop(gl);
}

#[test]
fn compressed_images_come_back() {
    let _gl = Gl::new(compatibility());
    let block: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
    let image = |texture: u32, target: u32| {
        glCompressedTextureImage2DEXT(texture, target, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, block.as_ptr().cast());
    };
    image(4, GL_TEXTURE_2D);
    let mut found = [0u8; 8];
    glGetCompressedTextureImageEXT(4, GL_TEXTURE_2D, 0, found.as_mut_ptr().cast());
    assert_eq!((found, error(), integer(GL_TEXTURE_BINDING_2D)), (block, GL_NO_ERROR, 0));
    image(4, GL_TEXTURE_CUBE_MAP_POSITIVE_X);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let other: [u8; 8] = [9; 8];
    glCompressedTextureSubImage2DEXT(4, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, other.as_ptr().cast());
    glGetCompressedTextureImageEXT(4, GL_TEXTURE_2D, 0, found.as_mut_ptr().cast());
    assert_eq!((found, error()), (other, GL_NO_ERROR));
}
