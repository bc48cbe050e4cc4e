//! Texels that become blocks: glTexImage, glTexSubImage, glCopyTexImage and glGenerateMipmap.

use super::*;
use crate::testing::fixtures::{compatibility, core, es};
use base::image::compressed::Codec;

/// Calls glTexImage2D for a texture of GL_TEXTURE_2D with bytes of a format.
fn upload(internal: u32, [width, height]: [i32; 2], format: u32, data: &[u8]) -> u32 {
    store(&[(GL_UNPACK_ALIGNMENT, 1)]);
    glTexImage2D(GL_TEXTURE_2D, 0, internal.cast_signed(), width, height, 0, format, GL_UNSIGNED_BYTE, data.as_ptr().cast());
    error()
}

/// Calls glTexSubImage2D with bytes of red.
fn upload_part([x, y]: [i32; 2], [width, height]: [i32; 2], format: u32, data: &[u8]) -> u32 {
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, format, GL_UNSIGNED_BYTE, data.as_ptr().cast());
    error()
}

#[test]
fn every_compressible_format_takes_texels() {
    let gl = Gl::new(compatibility());
    let texel = [255, 0, 255, 255];
    for format in crate::object::format::all_compressed() {
        texture(GL_TEXTURE_2D);
        let codec = format.codec.unwrap();
        let expected = if codec.has_encoder() { GL_NO_ERROR } else { GL_INVALID_VALUE };
        assert_eq!(upload(format.token, [6, 6], GL_RGBA, &texel.repeat(36)), expected, "{:#x}", format.token);
        if codec.has_encoder() {
            assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_INTERNAL_FORMAT).cast_unsigned(), format.token);
            assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_COMPRESSED), 1);
            let red = texels(GL_TEXTURE_2D, GL_RGBA, 144)[140];
            assert!(red >= 245, "{:#x} {red}", format.token);
            // The codes of FXT1 come before its colours, and those of one colour are zeros.
            let first = if matches!(codec, Codec::Fxt1 { .. }) { 8 } else { 0 };
            assert_ne!(blocks(GL_TEXTURE_2D, 64)[first..first + 8], [0; 8], "{:#x}", format.token);
        }
        gl.no_error();
    }
}

/// Calls the glTexImage command of a target without pixels, and returns its error.
fn made(target: u32, internal: u32) -> u32 {
    let (internal, nothing) = (internal.cast_signed(), std::ptr::null());
    match target {
        GL_TEXTURE_1D | GL_PROXY_TEXTURE_1D => glTexImage1D(target, 0, internal, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nothing),
        GL_TEXTURE_3D | GL_PROXY_TEXTURE_3D | GL_TEXTURE_2D_ARRAY | GL_TEXTURE_CUBE_MAP_ARRAY => {
            glTexImage3D(target, 0, internal, 4, 4, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, nothing)
        }
        _ => glTexImage2D(target, 0, internal, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nothing),
    }
    error()
}

/// The targets that have no images of most compressed formats, by their proxies.
const WITHOUT_BLOCKS: [(u32, u32); 4] = [
    (GL_TEXTURE_1D, GL_PROXY_TEXTURE_1D),
    (GL_TEXTURE_1D_ARRAY, GL_PROXY_TEXTURE_1D_ARRAY),
    (GL_TEXTURE_RECTANGLE, GL_PROXY_TEXTURE_RECTANGLE),
    (GL_TEXTURE_3D, GL_PROXY_TEXTURE_3D),
];

#[test]
fn targets_without_blocks_refuse_specific_formats() {
    let _gl = Gl::new(compatibility());
    let mut tried = 0;
    for format in crate::object::format::all_compressed() {
        let codec = format.codec.filter(|codec| codec.has_encoder() && *codec != Codec::Etc1);
        let Some(codec) = codec else { continue };
        let is_volume = matches!(codec, Codec::BptcUnorm | Codec::BptcFloat { .. });
        for (target, proxy) in WITHOUT_BLOCKS {
            let wanted = if target == GL_TEXTURE_3D && is_volume { GL_NO_ERROR } else { GL_INVALID_ENUM };
            texture(target);
            assert_eq!([made(target, format.token), made(proxy, format.token)], [wanted; 2], "{:#x} {target:#x}", format.token);
            assert_eq!(level_parameter(target, GL_TEXTURE_WIDTH) > 0, wanted == GL_NO_ERROR);
            tried += 1;
        }
        for target in [GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY] {
            texture(target);
            assert_eq!(made(target, format.token), GL_NO_ERROR, "{:#x} {target:#x}", format.token);
        }
        texture(GL_TEXTURE_1D);
        glCopyTexImage1D(GL_TEXTURE_1D, 0, format.token, 0, 0, 4, 0);
        assert_eq!(error(), GL_INVALID_ENUM, "{:#x}", format.token);
    }
    assert!(tried > 80, "{tried}");
}

/// The generic compressed internal formats.
const GENERIC: [u32; 12] = [
    GL_COMPRESSED_RED,
    GL_COMPRESSED_RG,
    GL_COMPRESSED_RGB,
    GL_COMPRESSED_RGBA,
    GL_COMPRESSED_SRGB,
    GL_COMPRESSED_SRGB_ALPHA,
    GL_COMPRESSED_ALPHA,
    GL_COMPRESSED_LUMINANCE,
    GL_COMPRESSED_LUMINANCE_ALPHA,
    GL_COMPRESSED_INTENSITY,
    GL_COMPRESSED_SLUMINANCE,
    GL_COMPRESSED_SLUMINANCE_ALPHA,
];

#[test]
fn generic_formats_are_stored_without_compression_and_not_cleared() {
    let _gl = Gl::new(compatibility());
    for (target, internal) in WITHOUT_BLOCKS.into_iter().flat_map(|(target, _)| GENERIC.map(|internal| (target, internal))) {
        texture(target);
        assert_eq!((made(target, internal), level_parameter(target, GL_TEXTURE_COMPRESSED)), (GL_NO_ERROR, 0), "{internal:#x} {target:#x}");
    }
    for internal in GENERIC {
        let name = texture(GL_TEXTURE_2D);
        assert_eq!(upload(internal, [1, 1], GL_RGB, &[1, 2, 3]), GL_NO_ERROR);
        assert_eq!(level_parameter(GL_TEXTURE_2D, GL_TEXTURE_COMPRESSED), 0);
        let before = texels(GL_TEXTURE_2D, GL_RGBA, 4);
        glClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
        assert_eq!(error(), GL_INVALID_OPERATION, "{internal:#x}");
        glClearTexSubImage(name, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
        assert_eq!((error(), texels(GL_TEXTURE_2D, GL_RGBA, 4)), (GL_INVALID_OPERATION, before), "{internal:#x}");
    }
}

#[test]
fn parts_begin_and_end_at_blocks() {
    let _gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    upload(GL_COMPRESSED_RED_RGTC1, [10, 10], GL_RED, &[20; 100]);
    let part = |at, size: [i32; 2]| upload_part(at, size, GL_RED, &[200; 100][..(size[0] * size[1]) as usize]);
    assert_eq!(part([4, 4], [4, 4]), GL_NO_ERROR);
    let rows = texels(GL_TEXTURE_2D, GL_RED, 100);
    assert_eq!(rows[40..50], [20, 20, 20, 20, 200, 200, 200, 200, 20, 20]);
    // "• width is not a multiple of four, width + xoffset is not equal to the value of TEXTURE_WIDTH, and either xoffset or yoffset is non-zero."
    // [GL 4.4, 8.6]
    assert_eq!((part([4, 0], [2, 4]), part([8, 0], [2, 4]), part([0, 0], [2, 2])), (GL_INVALID_OPERATION, GL_NO_ERROR, GL_NO_ERROR));
    // "• height is not a multiple of four, height + yoffset is not equal to the value of TEXTURE_HEIGHT, and …" [GL 4.4, 8.6]
    assert_eq!((part([0, 4], [4, 2]), part([0, 8], [4, 2])), (GL_INVALID_OPERATION, GL_NO_ERROR));
    // "• xoffset or yoffset is not a multiple of four." [GL 4.4, 8.6]
    assert_eq!(part([2, 0], [4, 4]), GL_INVALID_OPERATION);
    assert_eq!(texels(GL_TEXTURE_2D, GL_RED, 100)[0], 200);
    // Blocks that the driver does not make.
    texture(GL_TEXTURE_2D);
    image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, [4, 4], 16, [0; 16].as_ptr());
    assert_eq!(upload_part([0, 0], [4, 4], GL_RGBA, &[1; 64]), GL_INVALID_OPERATION);
}

#[test]
fn opengl_es_takes_texels_for_s3tc_alone() {
    let _gl = Gl::new(es(3, 0));
    texture(GL_TEXTURE_2D);
    assert_eq!(upload(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, [8, 8], GL_RGBA, &[255; 256]), GL_NO_ERROR);
    // "<format> values other than RBA or RGBA will result in the INVALID_OPERATION error." [EXT_texture_compression_s3tc]
    assert_eq!(upload(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, [8, 8], GL_RED, &[255; 256]), GL_INVALID_OPERATION);
    assert_eq!(upload_part([0, 0], [2, 2], GL_RGBA, &[0; 16]), GL_INVALID_OPERATION);
    assert_eq!(upload_part([4, 4], [4, 4], GL_RGBA, &[0; 64]), GL_NO_ERROR);
    // "An INVALID_VALUE error is generated if internalformat is not one of the above values." [GL 4.4, 8.5]
    assert_eq!(upload(GL_COMPRESSED_RGB8_ETC2, [4, 4], GL_RGB, &[0; 48]), GL_INVALID_VALUE);
    // "INVALID_OPERATION is generated by CopyTexSubImage2D / CopyTexSubImage3D if the texture image <level> bound to <target> has internal format
    // COMPRESSED_RGB_S3TC_DXT1_EXT …" [EXT_texture_compression_s3tc]
    let copy = || {
        glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 8, 8);
        error()
    };
    assert_eq!(copy(), GL_INVALID_OPERATION);
    // "sized internal format that is both color-renderable and texture-filterable" [ES 3.0, 3.8.10]
    glGenerateMipmap(GL_TEXTURE_2D);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 0, 0, 4, 4, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
}

#[test]
fn the_framebuffer_is_compressed() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    glClearColor(1.0, 0.0, 0.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 0, 0, 8, 8, 0);
    gl.no_error();
    assert_eq!(texels(GL_TEXTURE_2D, GL_RGB, 192)[189..], [255, 0, 0]);
    glClearColor(0.0, 0.0, 1.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 0, 0, 4, 4);
    gl.no_error();
    let rows = texels(GL_TEXTURE_2D, GL_RGB, 192);
    assert_eq!((&rows[..3], &rows[189..]), (&[255, 0, 0][..], &[0, 0, 255][..]));
}

#[test]
fn mipmaps_are_compressed() {
    let gl = Gl::new(core());
    texture(GL_TEXTURE_2D);
    upload(GL_COMPRESSED_RED_RGTC1, [8, 8], GL_RED, &[100; 64]);
    glGenerateMipmap(GL_TEXTURE_2D);
    gl.no_error();
    let mut blocks = [0u8; 8];
    for level in 1..4 {
        glGetCompressedTexImage(GL_TEXTURE_2D, level, blocks.as_mut_ptr().cast());
        assert_eq!((error(), blocks[0]), (GL_NO_ERROR, 100));
    }
    texture(GL_TEXTURE_2D);
    image_2d(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, [4, 4], 16, [0; 16].as_ptr());
    glGenerateMipmap(GL_TEXTURE_2D);
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn mipmaps_of_storage_come_from_texels_before_they_are_blocks() {
    let gl = Gl::new(core());
    const SIZE: usize = 32;
    // Each half of the base level has one value of green, each half of the other direction one value of blue.
    let pixel = |at: usize| [0, if at % SIZE < SIZE / 2 { 0 } else { 255 }, if at / SIZE < SIZE / 2 { 0 } else { 255 }, 255];
    let pixels: Vec<[u8; 4]> = (0..SIZE * SIZE).map(pixel).collect();
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexStorage2D(GL_TEXTURE_2D, 6, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, SIZE as i32, SIZE as i32);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE as i32, SIZE as i32, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_ptr().cast::<c_void>());
    glGenerateMipmap(GL_TEXTURE_2D);
    let mut last = [0u8; 4];
    glGetTexImage(GL_TEXTURE_2D, 5, GL_RGBA, GL_UNSIGNED_BYTE, last.as_mut_ptr().cast::<c_void>());
    assert!(last[0] == 0 && last[1].abs_diff(128) < 6 && last[2].abs_diff(128) < 6, "{last:?}");
    gl.no_error();
}

#[test]
fn opengl_es_makes_rgtc_from_pixels_of_its_components() {
    let _gl = Gl::new(es(3, 2));
    let made = |internal: u32, format: u32, ty: u32| {
        glTexImage2D(GL_TEXTURE_2D, 0, internal as i32, 4, 4, 0, format, ty, std::ptr::null());
        glGetError()
    };
    for (internal, format, ty) in [
        (GL_COMPRESSED_RED_RGTC1, GL_RED, GL_UNSIGNED_BYTE),
        (GL_COMPRESSED_SIGNED_RED_RGTC1, GL_RED, GL_BYTE),
        (GL_COMPRESSED_RG_RGTC2, GL_RG, GL_UNSIGNED_BYTE),
        (GL_COMPRESSED_SIGNED_RG_RGTC2, GL_RG, GL_BYTE),
    ] {
        assert_eq!(made(internal, format, ty), GL_NO_ERROR);
        assert_eq!(made(internal, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_OPERATION);
    }
}
