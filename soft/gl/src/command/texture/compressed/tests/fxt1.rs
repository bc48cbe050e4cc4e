//! Images of 3DFX_texture_compression_FXT1, whose blocks have 8 × 4 texels.

use super::*;
use crate::testing::fixtures::{compatibility, core, es};

const RGB: u32 = GL_COMPRESSED_RGB_FXT1_3DFX;
const RGBA: u32 = GL_COMPRESSED_RGBA_FXT1_3DFX;

/// A block of CC_CHROMA of one colour, of five bits each for red, green and blue.
fn block([red, green, blue]: [u128; 3]) -> [u8; 16] {
    (0b010 << 125 | red << 74 | green << 69 | blue << 64).to_le_bytes()
}

/// Returns the RGBA texel at a place of level 0, whose width is given.
fn texel([width, height]: [usize; 2], [x, y]: [usize; 2]) -> [u8; 4] {
    let all = texels(GL_TEXTURE_2D, GL_RGBA, width * height * 4);
    all.as_chunks::<4>().0[y * width + x]
}

#[test]
fn a_block_has_eight_columns_and_four_rows() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    let colors = [[31, 0, 0], [0, 31, 0], [0, 0, 31], [31, 31, 31]];
    let data = colors.map(block).concat();
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, RGBA, [9, 5], 48, data.as_ptr()), GL_INVALID_VALUE);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, RGBA, [9, 5], 64, data.as_ptr()), GL_NO_ERROR);
    let at = |place| texel([9, 5], place);
    assert_eq!([at([0, 0]), at([7, 3]), at([8, 3])], [[255, 0, 0, 255], [255, 0, 0, 255], [0, 255, 0, 255]]);
    assert_eq!([at([0, 4]), at([7, 4]), at([8, 4])], [[0, 0, 255, 255], [0, 0, 255, 255], [255; 4]]);
    assert_eq!(blocks(GL_TEXTURE_2D, 64), data);
    for (name, value) in [(GL_TEXTURE_COMPRESSED_IMAGE_SIZE, 64), (GL_TEXTURE_INTERNAL_FORMAT, RGBA as i32), (GL_TEXTURE_COMPRESSED, 1)] {
        assert_eq!(level_parameter(GL_TEXTURE_2D, name), value);
    }
    gl.no_error();
}

#[test]
fn parts_begin_and_end_at_blocks() {
    let _gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, RGB, [20, 10], 144, vec![0u8; 144].as_ptr()), GL_NO_ERROR);
    let green = block([0, 31, 0]);
    // The offsets are multiples of 8 and 4, and the part ends at a block or at the edge.
    for (at, size) in [([4, 0], [8, 4]), ([0, 2], [8, 4]), ([0, 0], [4, 4]), ([8, 4], [4, 4]), ([0, 4], [8, 2])] {
        assert_eq!(sub_image_2d(RGB, at, size, &green), GL_INVALID_OPERATION, "{at:?} {size:?}");
    }
    for (at, size) in [([8, 4], [8, 4]), ([16, 8], [4, 2])] {
        assert_eq!(sub_image_2d(RGB, at, size, &green), GL_NO_ERROR, "{at:?} {size:?}");
    }
    let at = |place| texel([20, 10], place);
    assert_eq!([at([7, 4]), at([8, 4]), at([15, 7]), at([16, 7])], [[0, 0, 0, 255], [0, 255, 0, 255], [0, 255, 0, 255], [0, 0, 0, 255]]);
    assert_eq!([at([16, 8]), at([19, 9])], [[0, 255, 0, 255]; 2]);
    assert_eq!(sub_image_2d(RGBA, [0, 0], [8, 4], &green), GL_INVALID_OPERATION);
}

#[test]
fn texels_are_compressed() {
    let gl = Gl::new(compatibility());
    texture(GL_TEXTURE_2D);
    // Ten columns: red, then transparent ones; the upload of a part that is no block's changes the blocks of its texels.
    let pixels: Vec<u8> = (0..10 * 6).flat_map(|index| if index % 10 < 6 { [255, 0, 0, 255] } else { [0; 4] }).collect();
    let upload = |internal: u32| {
        glTexImage2D(GL_TEXTURE_2D, 0, internal as i32, 10, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_ptr().cast());
    };
    upload(RGBA);
    assert_eq!(texels(GL_TEXTURE_2D, GL_RGBA, 240), pixels);
    assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_COMPRESSED_IMAGE_SIZE), 64);
    let part = |x: i32, y: i32| {
        glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, [[0u8, 255, 0, 255]; 4].as_ptr().cast());
        error()
    };
    assert_eq!((part(4, 4), part(8, 4)), (GL_INVALID_OPERATION, GL_NO_ERROR));
    assert_eq!([texel([10, 6], [8, 4]), texel([10, 6], [7, 4]), texel([10, 6], [8, 3])], [[0, 255, 0, 255], [0; 4], [0; 4]]);
    upload(RGB);
    assert_eq!(texel([10, 6], [9, 0]), [0, 0, 0, 255]);
    glGenerateMipmap(GL_TEXTURE_2D);
    gl.no_error();
}

#[test]
fn images_have_two_dimensions_and_no_borders() {
    let gl = Gl::new(compatibility());
    let data = block([0; 3]);
    glCompressedTexImage1D(GL_TEXTURE_1D, 0, RGB, 8, 0, 16, data.as_ptr().cast());
    assert_eq!(error(), GL_INVALID_ENUM);
    assert_eq!(image_3d(GL_TEXTURE_3D, RGBA, [8, 4, 1], &data), GL_INVALID_ENUM);
    // Layers of arrays are images of two dimensions.
    assert_eq!(image_3d(GL_TEXTURE_2D_ARRAY, RGBA, [8, 4, 1], &data), GL_NO_ERROR);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, RGB, 8, 4, 1, 16, data.as_ptr().cast());
    assert_eq!(error(), GL_INVALID_OPERATION);
    for face in 0..6 {
        assert_eq!(image_2d(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, RGB, [4, 4], 16, data.as_ptr()), GL_NO_ERROR);
    }
    gl.no_error();
}

#[test]
fn opengl_es_does_not_have_them() {
    let _gl = Gl::new(es(3, 2));
    let data = block([0; 3]);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, RGBA, [8, 4], 16, data.as_ptr()), GL_INVALID_ENUM);
    glTexImage2D(GL_TEXTURE_2D, 0, RGBA as i32, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!(error(), GL_INVALID_VALUE);
    glTexStorage2D(GL_TEXTURE_2D, 1, RGBA, 8, 4);
    assert_eq!(error(), GL_INVALID_ENUM);
}
