//! Extensions of compressed textures, in contexts of every kind that list them.

use super::*;
use crate::object::format::GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI;

pub const TABLE: Table = &[
    ("GL_3DFX_texture_compression_FXT1", |gl| {
        // CC_ALPHA with one colour: red of 31, alpha of 16.
        let block = (0b011u128 << 125 | 16 << 109 | 31 << 74).to_le_bytes();
        assert_eq!(sampled(gl, GL_COMPRESSED_RGBA_FXT1_3DFX, &block), [255, 0, 0, 132]);
        assert_eq!(sampled(gl, GL_COMPRESSED_RGB_FXT1_3DFX, &block), [255, 0, 0, 255]);
        for format in [GL_COMPRESSED_RGB_FXT1_3DFX, GL_COMPRESSED_RGBA_FXT1_3DFX] {
            texture(gl, format, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
            assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        }
    }),
    ("GL_ANGLE_texture_compression_dxt3", |gl| green_s3tc(gl, GL_COMPRESSED_RGBA_S3TC_DXT3_ANGLE)),
    ("GL_ANGLE_texture_compression_dxt5", |gl| green_s3tc(gl, GL_COMPRESSED_RGBA_S3TC_DXT5_ANGLE)),
    ("GL_ARB_ES3_compatibility", |gl| {
        for format in [GL_COMPRESSED_RGB8_ETC2, GL_COMPRESSED_SRGB8_ETC2, GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2] {
            green_image(gl, format, &GREEN_ETC2);
        }
        let alpha = [[255, 0, 0, 0, 0, 0, 0, 0], GREEN_ETC2].concat();
        green_image(gl, GL_COMPRESSED_RGBA8_ETC2_EAC, &alpha);
        green_image(gl, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, &alpha);
        let largest = [255, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
        let signed = [127, 0xF0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
        assert_eq!(sampled(gl, GL_COMPRESSED_R11_EAC, &largest), [255, 0, 0, 255]);
        assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_R11_EAC, &signed), [255, 0, 0, 255]);
        assert_eq!(sampled(gl, GL_COMPRESSED_RG11_EAC, &[largest, largest].concat()), [255, 255, 0, 255]);
        assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_RG11_EAC, &[signed, signed].concat()), [255, 255, 0, 255]);
        let mut most = 0i64;
        glGetInteger64v(GL_MAX_ELEMENT_INDEX, &raw mut most);
        assert_eq!(most, u32::MAX.into());
        glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
        assert_eq!(gl.count(&[GL_ANY_SAMPLES_PASSED_CONSERVATIVE], draw), [1]);
        assert_eq!(
            shade(gl, "#version 300 es\nprecision highp float;\nout vec4 pixel;\nvoid main() { pixel = vec4(0.0, 1.0, 0.0, 1.0); }"),
            GREEN
        );
    }),
    ("GL_ARB_compressed_texture_pixel_storage", |gl| {
        let store = |name: u32, value: i32| glPixelStorei(name, value);
        store(GL_UNPACK_COMPRESSED_BLOCK_SIZE, 8);
        store(GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 4);
        store(GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 4);
        store(GL_UNPACK_SKIP_PIXELS, 4);
        image(GL_COMPRESSED_RGB8_ETC2, &GREEN_ETC2.repeat(2));
        assert_eq!(error(), GL_INVALID_VALUE, "one block is selected");
        let blocks = [[0; 8], GREEN_ETC2].concat();
        glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, blocks.as_ptr().cast());
        gl.no_error();
        nearly_green(sample(gl, 0.5, 0.5));
        assert_eq!(integer(gl, GL_UNPACK_COMPRESSED_BLOCK_SIZE), Some(8));
        assert_eq!(integer(gl, GL_PACK_COMPRESSED_BLOCK_DEPTH), Some(0));
    }),
    ("GL_ARB_get_texture_sub_image", |gl| {
        let name = texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[1, 2, 3, 4, 5, 6, 7, 8]);
        let mut texel = [0u8; 4];
        glGetTextureSubImage(name, 0, 1, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4, texel.as_mut_ptr().cast());
        assert_eq!(texel, [5, 6, 7, 8]);
        let name = image(GL_COMPRESSED_RED_RGTC1, &[9; 8]);
        let mut block = [0u8; 8];
        glGetCompressedTextureSubImage(name, 0, 0, 0, 0, 4, 4, 1, 8, block.as_mut_ptr().cast());
        assert_eq!(block, [9; 8]);
    }),
    ("GL_ARB_texture_compression", |gl| {
        texture(gl, GL_COMPRESSED_RGB_ARB, [1, 1], GL_RGB, GL_UNSIGNED_BYTE, &[0, 255, 0]);
        assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        let block = [0, 0xF8, 0, 0xF8, 0, 0, 0, 0];
        let name = image(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, &block);
        let mut back = [0u8; 8];
        glGetCompressedTexImageARB(GL_TEXTURE_2D, 0, back.as_mut_ptr().cast());
        assert_eq!((back, name > 0), (block, true));
        assert!(integer(gl, GL_NUM_COMPRESSED_TEXTURE_FORMATS_ARB).is_some_and(|count| count > 0));
        glHint(GL_TEXTURE_COMPRESSION_HINT_ARB, GL_NICEST);
    }),
    ("GL_ARB_texture_compression_bptc", bptc),
    ("GL_ARB_texture_compression_rgtc", rgtc),
    ("GL_ATI_texture_compression_3dc", |gl| {
        let block = [[102, 102, 0, 0, 0, 0, 0, 0], [51, 51, 0, 0, 0, 0, 0, 0]].concat();
        assert_eq!(sampled(gl, GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, &block), [102, 102, 102, 51]);
        texture(gl, GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, [1, 1], GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, &[153, 204]);
        assert_eq!(sample(gl, 0.5, 0.5), [153, 153, 153, 204]);
        let mut internal = 0;
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &raw mut internal);
        assert_eq!(internal.cast_unsigned(), GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI);
    }),
    ("GL_EXT_compressed_ETC1_RGB8_sub_texture", |gl| {
        image(GL_ETC1_RGB8_OES, &[0; 8]);
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_ETC1_RGB8_OES, 8, GREEN_ETC2.as_ptr().cast());
        gl.no_error();
        nearly_green(sample(gl, 0.5, 0.5));
    }),
    ("GL_EXT_texture_compression_bptc", bptc),
    ("GL_EXT_texture_compression_dxt1", |gl| {
        green_s3tc(gl, GL_COMPRESSED_RGB_S3TC_DXT1_EXT);
        green_s3tc(gl, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT);
    }),
    ("GL_EXT_texture_compression_latc", |gl| {
        let (full, half) = ([255, 255, 0, 0, 0, 0, 0, 0], [51, 51, 0, 0, 0, 0, 0, 0]);
        assert_eq!(sampled(gl, GL_COMPRESSED_LUMINANCE_LATC1_EXT, &half), [51, 51, 51, 255]);
        assert_eq!(sampled(gl, GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, &[full, half].concat()), [255, 255, 255, 51]);
        let signed = [127, 127, 0, 0, 0, 0, 0, 0];
        assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, &signed), [255; 4]);
        assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, &[signed, signed].concat()), [255; 4]);
    }),
    ("GL_EXT_texture_compression_rgtc", rgtc),
    ("GL_EXT_texture_compression_s3tc", |gl| {
        for format in [
            GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
            GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
            GL_COMPRESSED_RGBA_S3TC_DXT3_EXT,
            GL_COMPRESSED_RGBA_S3TC_DXT5_EXT,
        ] {
            green_s3tc(gl, format);
            texture(gl, format, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
            assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        }
    }),
    ("GL_EXT_texture_compression_s3tc_srgb", |gl| {
        for format in [
            GL_COMPRESSED_SRGB_S3TC_DXT1_EXT,
            GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT,
            GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT,
            GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT,
        ] {
            green_s3tc(gl, format);
        }
        // 16 of 31 is the byte 132, which is 0.231 of linear light.
        let red = sampled(gl, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, &[0, 0x80, 0, 0x80, 0, 0, 0, 0]);
        assert_eq!(red, [59, 0, 0, 255]);
    }),
    ("GL_KHR_texture_compression_astc_ldr", |gl| {
        for format in [GL_COMPRESSED_RGBA_ASTC_4x4_KHR, GL_COMPRESSED_RGBA_ASTC_12x12_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR] {
            green_image(gl, format, &GREEN_ASTC);
        }
        assert_eq!(sampled(gl, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, &[0; 16]), [255, 0, 255, 255]);
    }),
    ("GL_KHR_texture_compression_astc_sliced_3d", |gl| {
        let name = generate!(glGenTextures);
        glBindTexture(GL_TEXTURE_3D, name);
        let blocks = [GREEN_ASTC, GREEN_ASTC].concat();
        glCompressedTexImage3D(GL_TEXTURE_3D, 0, GL_COMPRESSED_RGBA_ASTC_4x4_KHR, 4, 4, 2, 0, 32, blocks.as_ptr().cast());
        gl.no_error();
        glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_LINEAR.cast_signed());
        let es = gl.0.lock().unwrap().is_es();
        let version = if es { "#version 300 es\nprecision highp float;\nprecision highp sampler3D;\n" } else { "#version 330\n" };
        let text = format!("{version}uniform sampler3D image;\nout vec4 pixel;\nvoid main() {{ pixel = texture(image, vec3(0.5)); }}");
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_OES_compressed_ETC1_RGB8_texture", |gl| {
        nearly_green(sampled(gl, GL_ETC1_RGB8_OES, &GREEN_ETC2));
    }),
];

/// A block of ETC1 and ETC2: the differential mode with a green of 31, to which 2 is added.
const GREEN_ETC2: [u8; 8] = [0, 0xF8, 0, 2, 0, 0, 0, 0];
/// A block of one colour of ASTC.
const GREEN_ASTC: [u8; 16] = [0xFC, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF];

/// A bound texture of one block, as GL_TEXTURE_2D.
fn image(format: u32, block: &[u8]) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_2D, name);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, 4, 4, 0, block.len() as i32, block.as_ptr().cast());
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(filter, GL_LINEAR);
    }
    name
}

/// What a shader reads in the middle of a texture of one block.
fn sampled(gl: &Gl, format: u32, block: &[u8]) -> [u8; 4] {
    image(format, block);
    gl.no_error();
    sample(gl, 0.5, 0.5)
}

/// Green, with the 2 that a block of ETC cannot leave out.
fn nearly_green(color: [u8; 4]) {
    assert!(color[0] <= 2 && color[1] >= 250 && color[2] <= 2 && color[3] == 255, "{color:?}");
}

fn green_image(gl: &Gl, format: u32, block: &[u8]) {
    nearly_green(sampled(gl, format, block));
}

/// A block of S3TC of one green, with an alpha of one where the format has alpha in eight bytes of its own.
fn green_s3tc(gl: &Gl, format: u32) {
    let color = [0xE0, 7, 0, 0, 0, 0, 0, 0];
    let eight = [
        GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
        GL_COMPRESSED_RGBA_S3TC_DXT1_EXT,
        GL_COMPRESSED_SRGB_S3TC_DXT1_EXT,
        GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT,
    ];
    let dxt3 = [GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT].contains(&format);
    let alpha = if dxt3 { [255; 8] } else { [255, 255, 0, 0, 0, 0, 0, 0] };
    let block = if eight.contains(&format) { color.to_vec() } else { [alpha, color].concat() };
    assert_eq!(sampled(gl, format, &block), GREEN, "{format:#x}");
}

fn rgtc(gl: &Gl) {
    let (full, fifth, signed) = ([255, 255, 0, 0, 0, 0, 0, 0], [51, 51, 0, 0, 0, 0, 0, 0], [127, 127, 0, 0, 0, 0, 0, 0]);
    assert_eq!(sampled(gl, GL_COMPRESSED_RED_RGTC1, &fifth), [51, 0, 0, 255]);
    assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_RED_RGTC1, &signed), [255, 0, 0, 255]);
    assert_eq!(sampled(gl, GL_COMPRESSED_RG_RGTC2, &[full, fifth].concat()), [255, 51, 0, 255]);
    assert_eq!(sampled(gl, GL_COMPRESSED_SIGNED_RG_RGTC2, &[signed, signed].concat()), [255, 255, 0, 255]);
}

fn bptc(gl: &Gl) {
    // Mode 5 with the ends (0, 127, 0) of seven bits and alphas of 255: no rotation.
    let unorm = 1u128 << 5 | 127 << 22 | 127 << 29 | 255 << 50 | 255 << 58;
    green_image(gl, GL_COMPRESSED_RGBA_BPTC_UNORM, &unorm.to_le_bytes());
    green_image(gl, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, &unorm.to_le_bytes());
    // Mode 11: the green of both ends is the largest number.
    let float = |green: u128| (0b00011 | green << 15 | green << 45).to_le_bytes();
    assert_eq!(sampled(gl, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, &float(1023)), GREEN);
    assert_eq!(sampled(gl, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, &float(511)), GREEN);
}
