//! Blocks as texels: glCopyImageSubData and glTextureView.

use super::*;
use crate::testing::fixtures::core;

/// Copies between two textures of GL_TEXTURE_2D.
fn copy((source, source_at): (u32, [i32; 2]), (into, at): (u32, [i32; 2]), [width, height]: [i32; 2]) -> u32 {
    glCopyImageSubData(source, GL_TEXTURE_2D, 0, source_at[0], source_at[1], 0, into, GL_TEXTURE_2D, 0, at[0], at[1], 0, width, height, 1);
    error()
}

/// Makes the bound texture complete with one level.
fn one_level() {
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
}

/// A texture of 10 × 10 texels of RGTC1, whose blocks hold 1 to 9.
fn blocks_1_to_9() -> u32 {
    let name = texture(GL_TEXTURE_2D);
    let data: Vec<u8> = (1..10).flat_map(red).collect();
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [10, 10], 72, data.as_ptr()), GL_NO_ERROR);
    one_level();
    name
}

/// A texture of words of GL_RG32UI.
fn words(size: [i32; 2], data: &[u32]) -> u32 {
    let name = texture(GL_TEXTURE_2D);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32UI as i32, size[0], size[1], 0, GL_RG_INTEGER, GL_UNSIGNED_INT, data.as_ptr().cast());
    assert_eq!(error(), GL_NO_ERROR);
    one_level();
    name
}

#[test]
fn blocks_are_copied() {
    let _gl = Gl::new(core());
    let from = blocks_1_to_9();
    let into = blocks_1_to_9();
    texels(GL_TEXTURE_2D, GL_RED, 100);
    assert_eq!(copy((from, [0, 4]), (into, [4, 0]), [4, 4]), GL_NO_ERROR);
    assert_eq!(copy((from, [8, 8]), (into, [8, 0]), [2, 2]), GL_INVALID_VALUE, "a part of a block of the destination");
    assert_eq!(blocks(GL_TEXTURE_2D, 72)[8..24], [red(4), red(3)].concat());
    assert_eq!(texels(GL_TEXTURE_2D, GL_RED, 100)[3..9], [1, 4, 4, 4, 4, 3]);
    // "the dimensions of the subregion fail to meet the alignment constraints of the format" [GL 4.4, 18.3.2]
    assert_eq!(copy((from, [2, 0]), (into, [0, 0]), [4, 4]), GL_INVALID_VALUE);
    assert_eq!(copy((from, [0, 0]), (into, [0, 0]), [2, 4]), GL_INVALID_VALUE);
    assert_eq!(copy((from, [8, 8]), (into, [8, 8]), [4, 4]), GL_INVALID_VALUE, "outside of the image");
}

#[test]
fn a_block_is_a_texel_of_its_size() {
    let _gl = Gl::new(core());
    let compressed = blocks_1_to_9();
    let plain = words([3, 3], &[0; 18]);
    // "When copying from a compressed internal format to an uncompressed internal format, a block of compressed data becomes a single texel of
    // uncompressed data." [GL 4.4, 18.3.2]
    assert_eq!(copy((compressed, [4, 4]), (plain, [0, 1]), [6, 6]), GL_NO_ERROR);
    let mut back = [0u32; 18];
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, back.as_mut_ptr().cast());
    assert_eq!(back[6..], [0x0505, 0, 0x0606, 0, 0, 0, 0x0808, 0, 0x0909, 0, 0, 0]);
    // "each texel of uncompressed data becomes a single block of compressed data." [GL 4.4, 18.3.2]
    let plain = words([2, 1], &[0x2020, 0, 0x3030, 0]);
    assert_eq!(copy((plain, [0, 0]), (compressed, [4, 8]), [2, 1]), GL_NO_ERROR);
    glBindTexture(GL_TEXTURE_2D, compressed);
    assert_eq!(blocks(GL_TEXTURE_2D, 72)[56..], [red(0x20), red(0x30)].concat());
    assert_eq!(texels(GL_TEXTURE_2D, GL_RED, 100)[94..], [0x20, 0x20, 0x20, 0x20, 0x30, 0x30]);
    // "An INVALID_OPERATION error is generated if the texel size of the uncompressed image is not equal to the block size of the compressed image."
    // [GL 4.4, 18.3.2]
    let wide = texture(GL_TEXTURE_2D);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, 4, 4);
    assert_eq!(copy((compressed, [0, 0]), (wide, [0, 0]), [4, 4]), GL_INVALID_OPERATION);
    assert_eq!(copy((plain, [0, 0]), (compressed, [8, 8]), [2, 1]), GL_INVALID_VALUE, "outside of the image");
}

#[test]
fn views_share_the_blocks() {
    let gl = Gl::new(core());
    let name = texture(GL_TEXTURE_2D);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_COMPRESSED_RED_RGTC1, 4, 4);
    let mut view = 0;
    glGenTextures(1, &raw mut view);
    let make = |view: u32, format: u32| {
        glTextureView(view, GL_TEXTURE_2D, name, format, 0, 1, 0, 1);
        error()
    };
    assert_eq!(make(view, GL_COMPRESSED_RG_RGTC2), GL_INVALID_OPERATION);
    assert_eq!(make(view, GL_COMPRESSED_SIGNED_RED_RGTC1), GL_NO_ERROR);
    assert_eq!(sub_image_2d(GL_COMPRESSED_RED_RGTC1, [0, 0], [4, 4], &red(127)), GL_NO_ERROR);
    let value = || {
        let mut value = [0f32; 16];
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, value.as_mut_ptr().cast());
        value[15]
    };
    assert_eq!(value(), 127.0 / 255.0);
    glBindTexture(GL_TEXTURE_2D, view);
    assert_eq!(value(), 1.0);
    assert_eq!(sub_image_2d(GL_COMPRESSED_SIGNED_RED_RGTC1, [0, 0], [4, 4], &red(129)), GL_NO_ERROR);
    assert_eq!(value(), -1.0);
    glBindTexture(GL_TEXTURE_2D, name);
    assert_eq!(value(), 129.0 / 255.0);
    gl.no_error();
}
