use super::{error, integer, level_parameter, texels, texture_image};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

const RGBA: i32 = GL_RGBA8.cast_signed();

#[test]
fn images_of_each_dimension() {
    let _gl = Gl::new(compatibility());
    let bytes: Vec<u8> = (0..32).collect();
    let data: *const c_void = bytes.as_ptr().cast();
    gl!(glTextureImage1DEXT(
        4 => u32, GL_TEXTURE_1D => u32, 0 => i32, RGBA => i32, 2 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, data => *const c_void
    ));
    assert_eq!(texels::<8>(4, GL_TEXTURE_1D), bytes[..8]);
    gl!(glTextureImage3DEXT(
        5 => u32, GL_TEXTURE_3D => u32, 0 => i32, RGBA => i32, 2 => i32, 2 => i32, 2 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        data => *const c_void
    ));
    assert_eq!(texels::<32>(5, GL_TEXTURE_3D), bytes[..]);
    gl!(glTextureSubImage3DEXT(
        5 => u32, GL_TEXTURE_3D => u32, 0 => i32, 1 => i32, 1 => i32, 1 => i32, 1 => i32, 1 => i32, 1 => i32, GL_RGBA => u32,
        GL_UNSIGNED_BYTE => u32, data => *const c_void
    ));
    assert_eq!(texels::<32>(5, GL_TEXTURE_3D)[28..], [0, 1, 2, 3]);
    texture_image(6, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 1, &[1, 2, 3, 4]);
    assert_eq!(texels(6, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z), [1, 2, 3, 4]);
    assert_eq!((level_parameter(6, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_TEXTURE_WIDTH), error()), (0, GL_NO_ERROR));
    assert_eq!([GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_3D, GL_TEXTURE_BINDING_CUBE_MAP].map(integer), [0; 3]);
}

#[test]
fn errors_are_those_of_the_commands_on_targets() {
    let _gl = Gl::new(compatibility());
    texture_image(4, GL_TEXTURE_CUBE_MAP, 1, &[]);
    assert_eq!(error(), GL_INVALID_ENUM);
    texture_image(5, GL_TEXTURE_2D, -1, &[]);
    assert_eq!((error(), gl!(glIsTexture(5 => u32) -> u8)), (GL_INVALID_VALUE, 1));
    gl!(glTextureSubImage1DEXT(
        6 => u32, GL_TEXTURE_1D => u32, 0 => i32, 0 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void
    ));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glTextureSubImage2DEXT(
        6 => u32, GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
        std::ptr::null() => *const c_void
    ));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glCompressedTextureImage1DEXT(
        7 => u32, GL_TEXTURE_1D => u32, 0 => i32, GL_RGBA8 => u32, 4 => i32, 0 => i32, 8 => i32, std::ptr::null() => *const c_void
    ));
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn compressed_images_of_a_unit() {
    let _gl = Gl::new(compatibility());
    let blocks: [u8; 16] = std::array::from_fn(|index| index as u8);
    let image = |unit: u32| {
        gl!(glCompressedMultiTexImage3DEXT(
            unit => u32, GL_TEXTURE_2D_ARRAY => u32, 0 => i32, GL_COMPRESSED_RGB_S3TC_DXT1_EXT => u32, 4 => i32, 4 => i32, 2 => i32, 0 => i32,
            16 => i32, blocks.as_ptr().cast() => *const c_void
        ));
        error()
    };
    gl!(glBindMultiTextureEXT(GL_TEXTURE1 => u32, GL_TEXTURE_2D_ARRAY => u32, 3 => u32));
    assert_eq!([GL_TEXTURE1, 7].map(image), [GL_NO_ERROR, GL_INVALID_OPERATION]);
    gl!(glCompressedMultiTexSubImage3DEXT(
        GL_TEXTURE1 => u32, GL_TEXTURE_2D_ARRAY => u32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, 4 => i32, 4 => i32, 1 => i32,
        GL_COMPRESSED_RGB_S3TC_DXT1_EXT => u32, 8 => i32, blocks.as_ptr().cast() => *const c_void
    ));
    let mut found = [0u8; 16];
    gl!(glGetCompressedMultiTexImageEXT(GL_TEXTURE1 => u32, GL_TEXTURE_2D_ARRAY => u32, 0 => i32, found.as_mut_ptr().cast() => *mut c_void));
    assert_eq!((&found[..8], &found[8..], error()), (&blocks[..8], &blocks[..8], GL_NO_ERROR));
}
