use super::{error, integer, level_parameter, texels, texture_image, texture_parameter};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

fn set(texture: u32, target: u32, value: i32) -> u32 {
    gl!(glTextureParameteriEXT(texture => u32, target => u32, GL_TEXTURE_MAX_LEVEL => u32, value => i32));
    error()
}

#[test]
fn the_first_use_of_a_name_makes_a_texture() {
    let _gl = Gl::new(compatibility());
    let mut name = 0;
    gl!(glGenTextures(1 => i32, &raw mut name => *mut u32));
    assert_eq!((set(name, GL_TEXTURE_3D, 3), gl!(glIsTexture(name => u32) -> u8)), (GL_NO_ERROR, 1));
    assert_eq!(texture_parameter(name, GL_TEXTURE_3D, GL_TEXTURE_TARGET), GL_TEXTURE_3D.cast_signed());
    assert_eq!((texture_parameter(name, GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL), integer(GL_TEXTURE_BINDING_3D)), (3, 0));
    // Names that were never generated too.
    assert_eq!((texture_parameter(77, GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL), error()), (1000, GL_NO_ERROR));
    assert_eq!(gl!(glIsTexture(77 => u32) -> u8), 1);
    // "In this case, the command's state update or query's result is ignored, but the name still becomes used and the object initialization still
    // takes place."
    gl!(glTextureParameteriEXT(78 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_MAX_LEVEL => u32, -1 => i32));
    assert_eq!((error(), gl!(glIsTexture(78 => u32) -> u8)), (GL_INVALID_VALUE, 1));
}

#[test]
fn the_target_must_be_that_of_the_texture() {
    let _gl = Gl::new(compatibility());
    assert_eq!(set(5, GL_TEXTURE_2D, 1), GL_NO_ERROR);
    assert_eq!(set(5, GL_TEXTURE_3D, 1), GL_INVALID_OPERATION);
    assert_eq!(set(5, GL_COLOR_ARRAY, 1), GL_INVALID_ENUM);
    texture_image(5, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, &[]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glGenerateTextureMipmapEXT(5 => u32, GL_TEXTURE_CUBE_MAP => u32));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glGenerateTextureMipmapEXT(6 => u32, GL_TEXTURE_RECTANGLE => u32));
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
    gl!(glBindTexture(GL_TEXTURE_2D => u32, 3 => u32));
    assert_eq!(set(0, GL_TEXTURE_2D, 2), GL_NO_ERROR);
    texture_image(0, GL_TEXTURE_2D, 1, &[1, 2, 3, 4]);
    assert_eq!(texture_parameter(3, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL), 1000);
    gl!(glBindTexture(GL_TEXTURE_2D => u32, 0 => u32));
    let mut value = 0;
    gl!(glGetTexParameteriv(GL_TEXTURE_2D => u32, GL_TEXTURE_MAX_LEVEL => u32, &raw mut value => *mut i32));
    assert_eq!((value, texels(0, GL_TEXTURE_2D), error()), (2, [1, 2, 3, 4], GL_NO_ERROR));
    // "An INVALID_OPERATION error is generated if zero is bound to target."
    gl!(glTextureStorage2DEXT(0 => u32, GL_TEXTURE_2D => u32, 1 => i32, GL_RGBA8 => u32, 1 => i32, 1 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn parameters_of_every_type() {
    let _gl = Gl::new(compatibility());
    let border = [0.25f32, 0.5, 0.75, 1.0];
    gl!(glTextureParameterfvEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, border.as_ptr() => *const f32));
    let mut found = [0.0f32; 4];
    gl!(glGetTextureParameterfvEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, found.as_mut_ptr() => *mut f32));
    assert_eq!(found, border);
    let border = [1i32, -2, 3, 4];
    gl!(glTextureParameterIivEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, border.as_ptr() => *const i32));
    let mut found = [0i32; 4];
    gl!(glGetTextureParameterIuivEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_BORDER_COLOR => u32, found.as_mut_ptr() => *mut i32));
    assert_eq!(found, border);
    gl!(glTextureParameterfEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_LOD_BIAS => u32, 1.5 => f32));
    let mut bias = 0.0f32;
    gl!(glGetTextureParameterfvEXT(4 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_LOD_BIAS => u32, &raw mut bias => *mut f32));
    assert_eq!((bias, error()), (1.5, GL_NO_ERROR));
}

#[test]
fn storage_mipmaps_and_buffers() {
    let gl = Gl::new(compatibility());
    gl!(glTextureStorage2DEXT(4 => u32, GL_TEXTURE_2D => u32, 2 => i32, GL_RGBA8 => u32, 2 => i32, 2 => i32));
    assert_eq!(texture_parameter(4, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS), 2);
    gl!(glTextureStorage2DEXT(4 => u32, GL_TEXTURE_2D => u32, 2 => i32, GL_RGBA8 => u32, 2 => i32, 2 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
    let size = [4, 1].map(|depth| (depth, depth));
    gl!(glTextureStorage3DMultisampleEXT(
        5 => u32, GL_TEXTURE_2D_MULTISAMPLE_ARRAY => u32, 4 => i32, GL_RGBA8 => u32, 2 => i32, 2 => i32, size[0].0 => i32, 1 => u8
    ));
    assert_eq!(level_parameter(5, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 0, GL_TEXTURE_SAMPLES), 4);
    texture_image(6, GL_TEXTURE_2D, 2, &[[8, 0, 0, 0], [0; 4], [0; 4], [0; 4]].concat());
    gl!(glGenerateTextureMipmapEXT(6 => u32, GL_TEXTURE_2D => u32));
    assert_eq!(level_parameter(6, GL_TEXTURE_2D, 1, GL_TEXTURE_WIDTH), 1);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &[0; 128]);
    gl!(glTextureBufferEXT(7 => u32, GL_TEXTURE_BUFFER => u32, GL_R32F => u32, buffer => u32));
    assert_eq!(level_parameter(7, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 128);
    gl!(glTextureBufferRangeEXT(7 => u32, GL_TEXTURE_BUFFER => u32, GL_R32F => u32, buffer => u32, 256 => isize, 16 => isize));
    assert_eq!(level_parameter(7, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET), 256);
    gl!(glTextureBufferEXT(8 => u32, GL_TEXTURE_2D => u32, GL_R32F => u32, buffer => u32));
    assert_eq!((error(), integer(GL_TEXTURE_BINDING_BUFFER)), (GL_INVALID_ENUM, 0));
}

#[test]
fn copies_from_the_framebuffer() {
    let gl = Gl::new(compatibility());
    gl!(glClearColor(1.0 => f32, 0.0 => f32, 1.0 => f32, 1.0 => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    gl!(glCopyTextureImage2DEXT(
        4 => u32, GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA8 => u32, 0 => i32, 0 => i32, 1 => i32, 1 => i32, 0 => i32
    ));
    assert_eq!(texels(4, GL_TEXTURE_2D), [255, 0, 255, 255]);
    texture_image(5, GL_TEXTURE_2D, 2, &[0; 16]);
    gl!(glCopyTextureSubImage2DEXT(
        5 => u32, GL_TEXTURE_2D => u32, 0 => i32, 1 => i32, 1 => i32, 0 => i32, 0 => i32, 1 => i32, 1 => i32
    ));
    assert_eq!(texels::<16>(5, GL_TEXTURE_2D)[12..], [255, 0, 255, 255]);
    gl!(glCopyTextureSubImage1DEXT(6 => u32, GL_TEXTURE_1D => u32, 0 => i32, 0 => i32, 0 => i32, 0 => i32, 1 => i32));
    // The texture has no image.
    assert_eq!((error(), gl!(glIsTexture(6 => u32) -> u8)), (GL_INVALID_OPERATION, 1));
    assert_eq!(integer(GL_TEXTURE_BINDING_2D), 0);
    drop(gl);
}

#[test]
fn compressed_images_come_back() {
    let _gl = Gl::new(compatibility());
    let block: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
    let image = |texture: u32, target: u32| {
        gl!(glCompressedTextureImage2DEXT(
            texture => u32, target => u32, 0 => i32, GL_COMPRESSED_RGB_S3TC_DXT1_EXT => u32, 4 => i32, 4 => i32, 0 => i32, 8 => i32,
            block.as_ptr().cast() => *const c_void
        ));
    };
    image(4, GL_TEXTURE_2D);
    let mut found = [0u8; 8];
    gl!(glGetCompressedTextureImageEXT(4 => u32, GL_TEXTURE_2D => u32, 0 => i32, found.as_mut_ptr().cast() => *mut c_void));
    assert_eq!((found, error(), integer(GL_TEXTURE_BINDING_2D)), (block, GL_NO_ERROR, 0));
    image(4, GL_TEXTURE_CUBE_MAP_POSITIVE_X);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let other: [u8; 8] = [9; 8];
    gl!(glCompressedTextureSubImage2DEXT(
        4 => u32, GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 4 => i32, GL_COMPRESSED_RGB_S3TC_DXT1_EXT => u32, 8 => i32,
        other.as_ptr().cast() => *const c_void
    ));
    gl!(glGetCompressedTextureImageEXT(4 => u32, GL_TEXTURE_2D => u32, 0 => i32, found.as_mut_ptr().cast() => *mut c_void));
    assert_eq!((found, error()), (other, GL_NO_ERROR));
}
