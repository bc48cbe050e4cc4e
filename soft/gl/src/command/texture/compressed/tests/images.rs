//! glCompressedTexImage, glCompressedTexSubImage and the commands that read blocks back.

use super::*;
use crate::command::texture::compressed::is_offered;
use crate::testing::fixtures::{compatibility, core, es};

#[test]
fn blocks_come_back_as_they_are_and_texels_decoded() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    let data = [red(1), red(2), red(3), red(4)].concat();
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [5, 6], 32, data.as_ptr()), GL_NO_ERROR);
    assert_eq!(blocks(GL_TEXTURE_2D, 32), data);
    let rows = texels(GL_TEXTURE_2D, GL_RED, 30);
    assert_eq!((&rows[..5], &rows[20..25]), (&[1, 1, 1, 1, 2][..], &[3, 3, 3, 3, 4][..]));
    let parameters = [GL_TEXTURE_COMPRESSED, GL_TEXTURE_COMPRESSED_IMAGE_SIZE, GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE];
    assert_eq!(parameters.map(|name| level_parameter(GL_TEXTURE_2D, name)), [1, 32, 8, 0]);
    assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_INTERNAL_FORMAT).cast_unsigned(), GL_COMPRESSED_RED_RGTC1);
    assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_RED_TYPE).cast_unsigned(), GL_UNSIGNED_NORMALIZED);
    gl.no_error();
}

#[test]
fn a_part_is_replaced_and_the_rest_stays() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    let data = [red(1), red(2), red(3), red(4)].concat();
    image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [5, 6], 32, data.as_ptr());
    texels(GL_TEXTURE_2D, GL_RED, 30);
    assert_eq!(sub_image_2d(GL_COMPRESSED_RED_RGTC1, [4, 4], [1, 2], &red(9)), GL_NO_ERROR);
    assert_eq!(blocks(GL_TEXTURE_2D, 32), [red(1), red(2), red(3), red(9)].concat());
    assert_eq!(texels(GL_TEXTURE_2D, GL_RED, 30)[20..], [3, 3, 3, 3, 9, 3, 3, 3, 3, 9]);
    gl.no_error();
}

#[test]
fn blocks_come_from_buffers_and_go_to_buffers() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    gl.buffer(GL_PIXEL_UNPACK_BUFFER, &[0, u32::from_le_bytes([7, 7, 0, 0]), 0]);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [4, 4], 8, std::ptr::without_provenance(4)), GL_NO_ERROR);
    // "data+imageSize is greater than the size of the pixel buffer" [GL 4.4, 8.7]
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [4, 4], 8, std::ptr::without_provenance(5)), GL_INVALID_OPERATION);
    gl.buffer(GL_PIXEL_PACK_BUFFER, &[0; 3]);
    glGetCompressedTexImage(GL_TEXTURE_2D, 0, std::ptr::without_provenance_mut(4));
    assert_eq!(gl.words(GL_PIXEL_PACK_BUFFER, 3), [0, 0x0707, 0]);
    // "img + n is greater than the size of the buffer" [GL 4.4, 8.11]
    glGetCompressedTexImage(GL_TEXTURE_2D, 0, std::ptr::without_provenance_mut(8));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn pixel_storage_selects_blocks() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    let data: Vec<u8> = (0..9).flat_map(red).collect();
    let sizes = [GL_UNPACK_COMPRESSED_BLOCK_SIZE, GL_UNPACK_COMPRESSED_BLOCK_WIDTH, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT];
    store(&[(sizes[0], 8), (sizes[1], 4), (sizes[2], 4)]);
    store(&[(GL_UNPACK_ROW_LENGTH, 12), (GL_UNPACK_SKIP_PIXELS, 4), (GL_UNPACK_SKIP_ROWS, 4)]);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [8, 8], 32, data.as_ptr()), GL_NO_ERROR);
    assert_eq!(blocks(GL_TEXTURE_2D, 32), [red(4), red(5), red(7), red(8)].concat());
    store(&[(GL_UNPACK_SKIP_PIXELS, 2)]);
    assert_eq!(image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [8, 8], 32, data.as_ptr()), GL_INVALID_OPERATION);
    let mut value = 0;
    glGetIntegerv(sizes[0], &raw mut value);
    assert_eq!(value, 8);
    // Reading back: the blocks of an image of three columns.
    store(&[(GL_PACK_COMPRESSED_BLOCK_SIZE, 8), (GL_PACK_COMPRESSED_BLOCK_WIDTH, 4), (GL_PACK_COMPRESSED_BLOCK_HEIGHT, 4)]);
    store(&[(GL_PACK_ROW_LENGTH, 12)]);
    let back = blocks(GL_TEXTURE_2D, 40);
    assert_eq!((&back[8..16], &back[16..24], &back[24..32]), (&red(5)[..], &[0xEE; 8][..], &red(7)[..]));
    gl.no_error();
}

#[test]
fn arrays_cubes_and_volumes_have_blocks_in_each_layer() {
    let gl = Gl::new(core());
    let data: Vec<u8> = (0..12).flat_map(red).collect();
    for (target, layers) in [(GL_TEXTURE_2D_ARRAY, 3), (GL_TEXTURE_CUBE_MAP_ARRAY, 12)] {
        texture(target);
        assert_eq!(image_3d(target, GL_COMPRESSED_RED_RGTC1, [4, 4, layers], &data[..layers as usize * 8]), GL_NO_ERROR);
        assert_eq!(texels(target, GL_RED, 16 * layers as usize)[32..48], [2; 16]);
        assert_eq!(level_parameter(target, GL_TEXTURE_COMPRESSED_IMAGE_SIZE), 8 * layers);
        glCompressedTexSubImage3D(target, 0, 0, 0, 1, 4, 4, 1, GL_COMPRESSED_RED_RGTC1, 8, red(77).as_ptr().cast());
        assert_eq!(texels(target, GL_RED, 16 * layers as usize)[15..33], [&[0][..], &[77; 16], &[2]].concat());
    }
    let cube = texture(GL_TEXTURE_CUBE_MAP);
    for face in 0..6 {
        let data = red(face as u8 + 1);
        let target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face;
        assert_eq!(image_2d(target, 0, GL_COMPRESSED_RED_RGTC1, [4, 4], 8, data.as_ptr()), GL_NO_ERROR);
    }
    assert_eq!(blocks(GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 8), red(2));
    let mut all = [0u8; 48];
    glGetCompressedTextureImage(cube, 0, 48, all.as_mut_ptr().cast());
    assert_eq!(all.to_vec(), (1..7).flat_map(red).collect::<Vec<u8>>());
    let mut two = [0u8; 16];
    glGetCompressedTextureSubImage(cube, 0, 0, 0, 2, 4, 4, 2, 16, two.as_mut_ptr().cast());
    assert_eq!(two.to_vec(), [red(3), red(4)].concat());
    glCompressedTextureSubImage3D(cube, 0, 0, 0, 5, 4, 4, 1, GL_COMPRESSED_RED_RGTC1, 8, red(60).as_ptr().cast());
    assert_eq!(texels(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, GL_RED, 16), [60; 16]);
    texture(GL_TEXTURE_3D);
    assert_eq!(image_3d(GL_TEXTURE_3D, GL_COMPRESSED_RGBA_BPTC_UNORM, [4, 4, 2], &[0x40; 32]), GL_NO_ERROR);
    assert_eq!(image_3d(GL_TEXTURE_3D, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, [4, 4, 2], &[0; 32]), GL_NO_ERROR);
    assert_eq!(texels(GL_TEXTURE_3D, GL_RGBA, 128)[..8], [255, 0, 255, 255, 255, 0, 255, 255], "illegal blocks");
    gl.no_error();
}

#[test]
fn every_format_of_a_context_makes_an_image_and_storage() {
    for context in [core(), compatibility(), es(2, 0), es(3, 0), es(3, 2)] {
        let gl = Gl::new(context);
        let formats: Vec<_> = {
            let context = gl.0.lock().unwrap();
            let all = crate::object::format::all_compressed().iter();
            all.map(|format| (format.token, format.codec.unwrap(), is_offered(&context, format))).collect()
        };
        for (token, codec, offered) in formats {
            texture(GL_TEXTURE_2D);
            let size = codec.image_bytes(13, 9, 1).unwrap() as i32;
            let data = vec![0x5A; size as usize];
            let expected = if offered { GL_NO_ERROR } else { GL_INVALID_ENUM };
            assert_eq!(image_2d(GL_TEXTURE_2D, 0, token, [13, 9], size, data.as_ptr()), expected, "{token:#x}");
            if offered {
                assert_eq!(sub_image_2d(token, [0, 0], [13, 9], &data), GL_NO_ERROR, "{token:#x}");
            }
            texture(GL_TEXTURE_2D);
            glTexStorage2D(GL_TEXTURE_2D, 4, token, 13, 9);
            assert_eq!(error(), expected, "{token:#x}");
        }
    }
}

#[test]
fn the_formats_are_listed() {
    let listed = |context| {
        let _gl = Gl::new(context);
        let (mut count, mut formats) = (0, [0u32; 64]);
        glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &raw mut count);
        glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, formats.as_mut_ptr().cast());
        formats[..count as usize].to_vec()
    };
    let desktop = listed(core());
    assert_eq!(desktop.len(), 18 + 3 + 2);
    assert!(desktop.contains(&GL_COMPRESSED_RGBA_FXT1_3DFX) && !listed(es(3, 2)).contains(&GL_COMPRESSED_RGBA_FXT1_3DFX));
    assert!(desktop.contains(&GL_COMPRESSED_SIGNED_RED_RGTC1) && !desktop.contains(&GL_COMPRESSED_SRGB_S3TC_DXT1_EXT));
    let es3 = listed(es(3, 0));
    for format in [GL_COMPRESSED_R11_EAC, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_ETC1_RGB8_OES] {
        assert!(es3.contains(&format), "{format:#x}");
    }
    assert!(!listed(es(2, 0)).contains(&GL_COMPRESSED_R11_EAC));
}

#[test]
fn display_lists_keep_the_blocks() {
    let gl = Gl::new(compatibility());
    texture(GL_TEXTURE_2D);
    let mut data = red(5);
    glNewList(1, GL_COMPILE);
    image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [4, 4], 8, data.as_ptr());
    glEndList();
    data.fill(0);
    assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_WIDTH), 0);
    glCallList(1);
    assert_eq!(blocks(GL_TEXTURE_2D, 8), red(5));
    gl.no_error();
}

#[test]
fn proxies_know_compressed_formats() {
    let gl = Gl::new(core());
    assert_eq!(image_2d(GL_PROXY_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, [5, 5], 32, std::ptr::null()), GL_NO_ERROR);
    assert_eq!(level_parameter(GL_PROXY_TEXTURE_2D, GL_TEXTURE_COMPRESSED), 1);
    // "value is TEXTURE_COMPRESSED_IMAGE_SIZE and target is a proxy target" [GL 4.4, 8.11]
    level_parameter(GL_PROXY_TEXTURE_2D, GL_TEXTURE_COMPRESSED_IMAGE_SIZE);
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl.no_error();
}
