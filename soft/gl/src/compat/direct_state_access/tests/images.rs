use super::{error, integer, level_parameter, texels, texture_image};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

const RGBA: i32 = GL_RGBA8.cast_signed();

#[test]
fn images_of_each_dimension() {
    let _gl = Gl::new(compatibility());
    let bytes: Vec<u8> = (0..32).collect();
    let data: *const c_void = bytes.as_ptr().cast();
    glTextureImage1DEXT(4, GL_TEXTURE_1D, 0, RGBA, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
    assert_eq!(texels::<8>(4, GL_TEXTURE_1D), bytes[..8]);
    glTextureImage3DEXT(5, GL_TEXTURE_3D, 0, RGBA, 2, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
    assert_eq!(texels::<32>(5, GL_TEXTURE_3D), bytes[..]);
    glTextureSubImage3DEXT(5, GL_TEXTURE_3D, 0, 1, 1, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, data);
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
    assert_eq!((error(), glIsTexture(5)), (GL_INVALID_VALUE, 1));
    glTextureSubImage1DEXT(6, GL_TEXTURE_1D, 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!(error(), GL_INVALID_OPERATION);
    glTextureSubImage2DEXT(6, GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!(error(), GL_INVALID_OPERATION);
    glCompressedTextureImage1DEXT(7, GL_TEXTURE_1D, 0, GL_RGBA8, 4, 0, 8, std::ptr::null());
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn compressed_images_of_a_unit() {
    let _gl = Gl::new(compatibility());
    let blocks: [u8; 16] = std::array::from_fn(|index| index as u8);
    let image = |unit: u32| {
        glCompressedMultiTexImage3DEXT(
            unit,
            GL_TEXTURE_2D_ARRAY,
            0,
            GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
            4,
            4,
            2,
            0,
            16,
            blocks.as_ptr().cast(),
        );
        error()
    };
    glBindMultiTextureEXT(GL_TEXTURE1, GL_TEXTURE_2D_ARRAY, 3);
    assert_eq!([GL_TEXTURE1, 7].map(image), [GL_NO_ERROR, GL_INVALID_OPERATION]);
    glCompressedMultiTexSubImage3DEXT(
        GL_TEXTURE1,
        GL_TEXTURE_2D_ARRAY,
        0,
        0,
        0,
        1,
        4,
        4,
        1,
        GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
        8,
        blocks.as_ptr().cast(),
    );
    let mut found = [0u8; 16];
    glGetCompressedMultiTexImageEXT(GL_TEXTURE1, GL_TEXTURE_2D_ARRAY, 0, found.as_mut_ptr().cast());
    assert_eq!((&found[..8], &found[8..], error()), (&blocks[..8], &blocks[..8], GL_NO_ERROR));
}
