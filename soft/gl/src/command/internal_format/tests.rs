#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::c_void;

const TARGETS: [u32; 12] = [
    GL_TEXTURE_1D,
    GL_TEXTURE_1D_ARRAY,
    GL_TEXTURE_2D,
    GL_TEXTURE_2D_ARRAY,
    GL_TEXTURE_2D_MULTISAMPLE,
    GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
    GL_TEXTURE_3D,
    GL_TEXTURE_BUFFER,
    GL_TEXTURE_CUBE_MAP,
    GL_TEXTURE_CUBE_MAP_ARRAY,
    GL_TEXTURE_RECTANGLE,
    GL_RENDERBUFFER,
];

/// Internal formats of every sort, and tokens that are none.
const FORMATS: [u32; 40] = [
    4,
    GL_RGBA,
    GL_COMPRESSED_RGB,
    GL_R8,
    GL_RGB8,
    GL_RGBA8,
    GL_SRGB8,
    GL_SRGB8_ALPHA8,
    GL_RGB565,
    GL_RGB5_A1,
    GL_RGBA4,
    GL_RGB10_A2,
    GL_RGB10_A2UI,
    GL_R11F_G11F_B10F,
    GL_RGB9_E5,
    GL_RG16_SNORM,
    GL_R16F,
    GL_RGB32F,
    GL_RGBA32F,
    GL_R32I,
    GL_R32UI,
    GL_RGBA8I,
    GL_RGB16UI,
    GL_DEPTH_COMPONENT,
    GL_DEPTH_COMPONENT16,
    GL_DEPTH_COMPONENT24,
    GL_DEPTH_COMPONENT32F,
    GL_DEPTH24_STENCIL8,
    GL_DEPTH32F_STENCIL8,
    GL_STENCIL_INDEX8,
    GL_COMPRESSED_RED_RGTC1,
    GL_COMPRESSED_RGBA_BPTC_UNORM,
    GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
    GL_COMPRESSED_RGBA_ASTC_8x5_KHR,
    GL_COMPRESSED_R11_EAC,
    GL_LUMINANCE8,
    GL_INTENSITY16,
    GL_ALPHA8UI_EXT,
    GL_ETC1_RGB8_OES,
    GL_NEAREST,
];

/// The specific compressed formats among them.
const SPECIFIC: [u32; 6] = [
    GL_COMPRESSED_RED_RGTC1,
    GL_COMPRESSED_RGBA_BPTC_UNORM,
    GL_COMPRESSED_RGB_S3TC_DXT1_EXT,
    GL_COMPRESSED_RGBA_ASTC_8x5_KHR,
    GL_COMPRESSED_R11_EAC,
    GL_ETC1_RGB8_OES,
];

fn error() -> u32 {
    glGetError()
}

fn answer(target: u32, format: u32, name: u32) -> i64 {
    let mut value = -7i64;
    glGetInternalformati64v(target, format, name, 1, &raw mut value);
    assert_eq!(error(), GL_NO_ERROR);
    value
}

fn token(target: u32, format: u32, name: u32) -> u32 {
    answer(target, format, name) as u32
}

/// Makes an object of a target and an internal format; returns true if a command accepts it.
fn makes(target: u32, format: u32) -> bool {
    let mut name = 0u32;
    let null = std::ptr::null::<c_void>();
    if target == GL_RENDERBUFFER {
        glGenRenderbuffers(1, &raw mut name);
        glBindRenderbuffer(target, name);
        glRenderbufferStorage(target, format, 8, 8);
        return error() == GL_NO_ERROR;
    }
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    let is_depth = answer(target, format, GL_DEPTH_COMPONENTS) == 1;
    let pixels = match answer(target, format, GL_TEXTURE_IMAGE_FORMAT) as u32 {
        GL_NONE if is_depth => [GL_DEPTH_COMPONENT, GL_FLOAT],
        GL_NONE => [GL_RGBA, GL_UNSIGNED_BYTE],
        pixels => [pixels, token(target, format, GL_TEXTURE_IMAGE_TYPE)],
    };
    let [layout, ty] = pixels;
    let image = format as i32;
    match target {
        GL_TEXTURE_BUFFER => glTexBuffer(target, format, 0),
        GL_TEXTURE_2D_MULTISAMPLE => {
            glTexImage2DMultisample(target, 4, format, 8, 8, 1);
        }
        GL_TEXTURE_2D_MULTISAMPLE_ARRAY => {
            glTexImage3DMultisample(target, 4, format, 8, 8, 6, 1);
        }
        GL_TEXTURE_1D => glTexImage1D(target, 0, image, 8, 0, layout, ty, null),
        GL_TEXTURE_3D | GL_TEXTURE_2D_ARRAY | GL_TEXTURE_CUBE_MAP_ARRAY => glTexImage3D(target, 0, image, 8, 8, 6, 0, layout, ty, null),
        _ => {
            let face = if target == GL_TEXTURE_CUBE_MAP { GL_TEXTURE_CUBE_MAP_NEGATIVE_Y } else { target };
            glTexImage2D(face, 0, image, 8, 8, 0, layout, ty, null);
        }
    }
    if error() == GL_NO_ERROR {
        // glTexImage replaces a specific compressed format that the target has no blocks of.
        let face = if target == GL_TEXTURE_CUBE_MAP { GL_TEXTURE_CUBE_MAP_NEGATIVE_Y } else { target };
        let mut compressed = 0;
        glGetTexLevelParameteriv(face, 0, GL_TEXTURE_COMPRESSED, &raw mut compressed);
        return !SPECIFIC.contains(&format) || compressed == 1;
    }
    // Formats that are made from blocks alone.
    match target {
        GL_TEXTURE_2D | GL_TEXTURE_CUBE_MAP => glTexStorage2D(target, 1, format, 8, 8),
        GL_TEXTURE_3D | GL_TEXTURE_2D_ARRAY | GL_TEXTURE_CUBE_MAP_ARRAY => {
            glTexStorage3D(target, 1, format, 8, 8, 6);
        }
        _ => return false,
    }
    error() == GL_NO_ERROR
}

#[test]
fn formats_are_supported_where_a_command_makes_them() {
    for context in [core(), compatibility()] {
        let gl = Gl::new(context);
        for target in TARGETS {
            for format in FORMATS {
                let legacy = matches!(format, GL_LUMINANCE8 | GL_INTENSITY16 | GL_ALPHA8UI_EXT);
                let is_core = gl.0.lock().unwrap().config.api == crate::config::Api::Core;
                let supported = answer(target, format, GL_INTERNALFORMAT_SUPPORTED) == 1;
                if supported || !(legacy && is_core) {
                    assert_eq!(supported, makes(target, format), "{target:#x} {format:#x}");
                }
            }
        }
    }
}

#[test]
fn sizes_and_types_are_those_of_an_image() {
    let _gl = Gl::new(compatibility());
    for format in FORMATS {
        let target = GL_TEXTURE_2D;
        if answer(target, format, GL_INTERNALFORMAT_SUPPORTED) == 0 {
            continue;
        }
        assert!(makes(target, format));
        for (name, of_level) in [
            (GL_INTERNALFORMAT_RED_SIZE, GL_TEXTURE_RED_SIZE),
            (GL_INTERNALFORMAT_GREEN_SIZE, GL_TEXTURE_GREEN_SIZE),
            (GL_INTERNALFORMAT_BLUE_SIZE, GL_TEXTURE_BLUE_SIZE),
            (GL_INTERNALFORMAT_ALPHA_SIZE, GL_TEXTURE_ALPHA_SIZE),
            (GL_INTERNALFORMAT_DEPTH_SIZE, GL_TEXTURE_DEPTH_SIZE),
            (GL_INTERNALFORMAT_STENCIL_SIZE, GL_TEXTURE_STENCIL_SIZE),
            (GL_INTERNALFORMAT_SHARED_SIZE, GL_TEXTURE_SHARED_SIZE),
            (GL_INTERNALFORMAT_RED_TYPE, GL_TEXTURE_RED_TYPE),
            (GL_INTERNALFORMAT_GREEN_TYPE, GL_TEXTURE_GREEN_TYPE),
            (GL_INTERNALFORMAT_BLUE_TYPE, GL_TEXTURE_BLUE_TYPE),
            (GL_INTERNALFORMAT_ALPHA_TYPE, GL_TEXTURE_ALPHA_TYPE),
            (GL_INTERNALFORMAT_DEPTH_TYPE, GL_TEXTURE_DEPTH_TYPE),
            (GL_TEXTURE_COMPRESSED, GL_TEXTURE_COMPRESSED),
        ] {
            let mut value = -7;
            glGetTexLevelParameteriv(target, 0, of_level, &raw mut value);
            assert_eq!(answer(target, format, name), i64::from(value), "{format:#x} {name:#x}");
        }
    }
    assert_eq!(answer(GL_TEXTURE_2D, GL_RGB9_E5, GL_INTERNALFORMAT_SHARED_SIZE), 5);
    assert_eq!(token(GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, GL_INTERNALFORMAT_STENCIL_TYPE), GL_UNSIGNED_INT);
    assert_eq!(token(GL_TEXTURE_2D, GL_R8, GL_INTERNALFORMAT_STENCIL_TYPE), GL_NONE);
}

#[test]
fn resources_that_no_command_makes_have_the_unsupported_answer() {
    let _gl = Gl::new(core());
    for name in (GL_INTERNALFORMAT_SUPPORTED..=GL_VIEW_COMPATIBILITY_CLASS).chain([GL_NUM_SAMPLE_COUNTS, GL_CLEAR_TEXTURE]) {
        // Two numbers in the range belong to other names.
        if !matches!(name, 0x82AB | 0x82B0) {
            assert_eq!(answer(GL_TEXTURE_3D, GL_DEPTH_COMPONENT16, name), 0, "{name:#x}");
            assert_eq!(answer(GL_RENDERBUFFER, GL_NEAREST, name), 0, "{name:#x}");
        }
    }
    let mut values = [7; 2];
    glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, 2, values.as_mut_ptr());
    assert_eq!((values, error()), ([7; 2], GL_NO_ERROR));
}

#[test]
fn wrong_arguments_are_errors() {
    for context in [core(), compatibility()] {
        let _gl = Gl::new(context);
        let get = |target: u32, name: u32, count: i32| {
            let mut value = [7i32; 4];
            glGetInternalformativ(target, GL_RGBA8, name, count, value.as_mut_ptr());
            (value[0], error())
        };
        // "An INVALID_ENUM error is generated if target is not one of the targets in table 22.2"
        assert_eq!(get(GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_MAX_WIDTH, 4), (7, GL_INVALID_ENUM));
        assert_eq!(get(GL_PROXY_TEXTURE_2D, GL_MAX_WIDTH, 4), (7, GL_INVALID_ENUM));
        // "… or if pname is not one of the parameters described above."
        assert_eq!(get(GL_TEXTURE_2D, GL_TEXTURE_WIDTH, 4), (7, GL_INVALID_ENUM));
        assert_eq!(get(GL_TEXTURE_2D, 0x82AB, 4), (7, GL_INVALID_ENUM));
        // "An INVALID_VALUE error is generated if bufSize is negative."
        assert_eq!(get(GL_TEXTURE_2D, GL_MAX_WIDTH, -1), (7, GL_INVALID_VALUE));
        assert_eq!(get(GL_TEXTURE_2D, GL_MAX_WIDTH, 0), (7, GL_NO_ERROR));
        assert_eq!(get(GL_TEXTURE_2D, GL_MAX_WIDTH, 4), (16384, GL_NO_ERROR));
    }
}

#[test]
fn opengl_es_has_sample_counts_alone() {
    for (version, target, counts) in
        [((3, 0), GL_RENDERBUFFER, [3, 0]), ((3, 1), GL_RENDERBUFFER, [3, 3]), ((3, 2), GL_TEXTURE_2D_MULTISAMPLE, [3, 3])]
    {
        let _gl = Gl::new(es(version.0, version.1));
        let get = |target: u32, format: u32, name: u32| {
            let mut value = 7i32;
            glGetInternalformativ(target, format, name, 1, &raw mut value);
            (value, error())
        };
        assert_eq!(get(target, GL_RGBA8, GL_NUM_SAMPLE_COUNTS), (counts[0], GL_NO_ERROR));
        assert_eq!(get(target, GL_R8UI, GL_NUM_SAMPLE_COUNTS), (counts[1], GL_NO_ERROR));
        assert_eq!(get(target, GL_RGBA8, GL_SAMPLES), (8, GL_NO_ERROR));
        // "An INVALID_ENUM error is generated if internalformat is not color-, depth- or stencil-renderable; if target is not RENDERBUFFER; or if
        // pname is not SAMPLES or NUM_SAMPLE_COUNTS."
        assert_eq!(get(target, GL_RGB9_E5, GL_SAMPLES), (7, GL_INVALID_ENUM));
        assert_eq!(get(GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES), (7, GL_INVALID_ENUM));
        assert_eq!(get(target, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED), (7, GL_INVALID_ENUM));
    }
}

#[test]
fn targets_without_blocks_have_no_compressed_formats() {
    let _gl = Gl::new(core());
    let supported = |target: u32, format: u32| answer(target, format, GL_INTERNALFORMAT_SUPPORTED);
    assert_eq!(supported(GL_TEXTURE_2D, GL_COMPRESSED_RED_RGTC1), 1);
    for target in [GL_TEXTURE_1D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D] {
        assert_eq!(supported(target, GL_COMPRESSED_RED_RGTC1), 0);
    }
    // A generic format leaves the choice to the driver, except for images that are rendered to.
    assert_eq!([GL_TEXTURE_1D, GL_TEXTURE_3D, GL_RENDERBUFFER].map(|target| supported(target, GL_COMPRESSED_RGB)), [1, 1, 0]);
}

#[test]
fn sizes_are_the_largest_that_a_target_has() {
    let _gl = Gl::new(core());
    let sizes = |target: u32, format: u32| {
        [GL_MAX_WIDTH, GL_MAX_HEIGHT, GL_MAX_DEPTH, GL_MAX_LAYERS, GL_MAX_COMBINED_DIMENSIONS].map(|name| answer(target, format, name))
    };
    assert_eq!(sizes(GL_TEXTURE_1D, GL_R8), [16384, 0, 0, 0, 16384]);
    assert_eq!(sizes(GL_TEXTURE_1D_ARRAY, GL_R8), [16384, 2048, 0, 2048, 1 << 25]);
    assert_eq!(sizes(GL_TEXTURE_2D, GL_RGBA32F), [16384, 16384, 0, 0, 1 << 28]);
    assert_eq!(sizes(GL_TEXTURE_CUBE_MAP, GL_R8), [16384, 16384, 0, 0, 6 << 28]);
    assert_eq!(sizes(GL_TEXTURE_CUBE_MAP_ARRAY, GL_R8), [16384, 16384, 2046, 2046, 1 << 32]);
    assert_eq!(sizes(GL_TEXTURE_3D, GL_RGBA8), [2048, 2048, 2048, 0, 1 << 30]);
    assert_eq!(sizes(GL_TEXTURE_2D_MULTISAMPLE, GL_R8), [16384, 16384, 0, 0, 1 << 31]);
    assert_eq!(sizes(GL_TEXTURE_BUFFER, GL_R8), [1 << 27, 0, 0, 0, 1 << 27]);
    let mut value = 7;
    glGetInternalformativ(GL_TEXTURE_2D_MULTISAMPLE, GL_R8, GL_MAX_COMBINED_DIMENSIONS, 1, &raw mut value);
    // "the nearest value": one more than 31 bits.
    assert_eq!(value, i32::MAX);
}

#[test]
fn operations_are_supported_by_formats_that_have_them() {
    let _gl = Gl::new(core());
    let full = |target: u32, format: u32, name: u32| match token(target, format, name) {
        GL_FULL_SUPPORT => true,
        GL_NONE => false,
        other => panic!("{other:#x}"),
    };
    for (name, yes, no) in [
        (GL_FRAMEBUFFER_RENDERABLE, (GL_TEXTURE_2D, GL_DEPTH_COMPONENT16), (GL_TEXTURE_2D, GL_RGB9_E5)),
        (GL_FRAMEBUFFER_RENDERABLE_LAYERED, (GL_TEXTURE_CUBE_MAP, GL_RGBA8), (GL_TEXTURE_2D, GL_RGBA8)),
        (GL_FRAMEBUFFER_BLEND, (GL_RENDERBUFFER, GL_RGBA32F), (GL_RENDERBUFFER, GL_RGBA32I)),
        (GL_READ_PIXELS, (GL_RENDERBUFFER, GL_STENCIL_INDEX8), (GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8)),
        (GL_MANUAL_GENERATE_MIPMAP, (GL_TEXTURE_2D, GL_DEPTH_COMPONENT16), (GL_TEXTURE_2D, GL_RGBA8UI)),
        (GL_SRGB_READ, (GL_TEXTURE_2D, GL_SRGB8), (GL_TEXTURE_2D, GL_RGB8)),
        (GL_SRGB_WRITE, (GL_RENDERBUFFER, GL_SRGB8_ALPHA8), (GL_TEXTURE_2D, GL_COMPRESSED_SRGB8_ETC2)),
        (GL_FILTER, (GL_TEXTURE_2D, GL_R8), (GL_TEXTURE_BUFFER, GL_R8)),
        (GL_COMPUTE_TEXTURE, (GL_TEXTURE_2D_MULTISAMPLE, GL_R8), (GL_RENDERBUFFER, GL_R8)),
        (GL_TEXTURE_SHADOW, (GL_TEXTURE_1D, GL_DEPTH_COMPONENT24), (GL_TEXTURE_1D, GL_RGBA8)),
        (GL_TEXTURE_GATHER, (GL_TEXTURE_RECTANGLE, GL_RG8), (GL_TEXTURE_1D, GL_RG8)),
        (GL_TEXTURE_GATHER_SHADOW, (GL_TEXTURE_CUBE_MAP, GL_DEPTH_COMPONENT16), (GL_TEXTURE_1D, GL_DEPTH_COMPONENT16)),
        (GL_SHADER_IMAGE_LOAD, (GL_TEXTURE_BUFFER, GL_R32F), (GL_TEXTURE_2D, GL_RGB8)),
        (GL_SHADER_IMAGE_ATOMIC, (GL_TEXTURE_3D, GL_R32UI), (GL_TEXTURE_3D, GL_R8UI)),
        (GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_TEST, (GL_TEXTURE_2D, GL_DEPTH_COMPONENT16), (GL_RENDERBUFFER, GL_DEPTH_COMPONENT16)),
        (GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_WRITE, (GL_TEXTURE_2D, GL_DEPTH24_STENCIL8), (GL_TEXTURE_2D, GL_DEPTH_COMPONENT16)),
        (GL_CLEAR_BUFFER, (GL_TEXTURE_BUFFER, GL_RGB32F), (GL_TEXTURE_2D, GL_RGB32F)),
        (GL_CLEAR_TEXTURE, (GL_TEXTURE_2D_MULTISAMPLE, GL_R8), (GL_TEXTURE_2D, GL_COMPRESSED_R11_EAC)),
        (GL_TEXTURE_VIEW, (GL_TEXTURE_2D, GL_RGBA8), (GL_TEXTURE_2D, GL_RGBA)),
        (GL_AUTO_GENERATE_MIPMAP, (GL_TEXTURE_2D, GL_RGBA8), (GL_TEXTURE_RECTANGLE, GL_RGBA8)),
    ] {
        let in_core = name != GL_AUTO_GENERATE_MIPMAP;
        assert_eq!((full(yes.0, yes.1, name), full(no.0, no.1, name)), (in_core, false), "{name:#x}");
    }
    drop(_gl);
    let _gl = Gl::new(compatibility());
    assert!(full(GL_TEXTURE_2D, GL_RGBA8, GL_AUTO_GENERATE_MIPMAP));
    assert!(!full(GL_TEXTURE_RECTANGLE, GL_RGBA8, GL_AUTO_GENERATE_MIPMAP));
}

#[test]
fn tokens_describe_the_format() {
    let _gl = Gl::new(compatibility());
    for (target, format, name, expected) in [
        (GL_TEXTURE_2D, GL_RGBA, GL_INTERNALFORMAT_PREFERRED, GL_RGBA8),
        (GL_TEXTURE_2D, GL_RGB8, GL_INTERNALFORMAT_PREFERRED, GL_RGB8),
        (GL_TEXTURE_2D, GL_SRGB8, GL_COLOR_ENCODING, GL_SRGB),
        (GL_TEXTURE_2D, GL_R8, GL_COLOR_ENCODING, GL_LINEAR),
        (GL_TEXTURE_2D, GL_STENCIL_INDEX8, GL_COLOR_ENCODING, GL_NONE),
        (GL_RENDERBUFFER, GL_RGB10_A2UI, GL_READ_PIXELS_FORMAT, GL_RGBA_INTEGER),
        (GL_RENDERBUFFER, GL_RGB10_A2UI, GL_READ_PIXELS_TYPE, GL_UNSIGNED_INT_2_10_10_10_REV),
        (GL_TEXTURE_2D, GL_RG16_SNORM, GL_TEXTURE_IMAGE_FORMAT, GL_RG),
        (GL_TEXTURE_2D, GL_RG16_SNORM, GL_TEXTURE_IMAGE_TYPE, GL_SHORT),
        (GL_TEXTURE_2D, GL_COMPRESSED_RGBA_ASTC_8x5_KHR, GL_TEXTURE_IMAGE_FORMAT, GL_NONE),
        (GL_TEXTURE_2D, GL_INTENSITY16, GL_GET_TEXTURE_IMAGE_FORMAT, GL_RED),
        (GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, GL_GET_TEXTURE_IMAGE_TYPE, GL_UNSIGNED_INT_24_8),
        (GL_TEXTURE_BUFFER, GL_R8, GL_GET_TEXTURE_IMAGE_TYPE, GL_NONE),
        (GL_TEXTURE_2D, GL_RGBA32F, GL_IMAGE_TEXEL_SIZE, 128),
        (GL_TEXTURE_2D, GL_RG16F, GL_IMAGE_COMPATIBILITY_CLASS, GL_IMAGE_CLASS_2_X_16),
        (GL_TEXTURE_2D, GL_R11F_G11F_B10F, GL_IMAGE_COMPATIBILITY_CLASS, GL_IMAGE_CLASS_11_11_10),
        (GL_TEXTURE_2D, GL_RGB10_A2, GL_IMAGE_COMPATIBILITY_CLASS, GL_IMAGE_CLASS_10_10_10_2),
        (GL_TEXTURE_2D, GL_R8_SNORM, GL_IMAGE_COMPATIBILITY_CLASS, GL_IMAGE_CLASS_1_X_8),
        (GL_TEXTURE_2D, GL_RGB8, GL_IMAGE_COMPATIBILITY_CLASS, GL_NONE),
        (GL_TEXTURE_2D, GL_R16F, GL_IMAGE_PIXEL_FORMAT, GL_RED),
        (GL_TEXTURE_2D, GL_R16F, GL_IMAGE_PIXEL_TYPE, GL_HALF_FLOAT),
        (GL_TEXTURE_2D, GL_R16F, GL_IMAGE_FORMAT_COMPATIBILITY_TYPE, GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE),
        (GL_TEXTURE_2D, GL_COMPRESSED_RGBA_ASTC_8x5_KHR, GL_VIEW_COMPATIBILITY_CLASS, GL_VIEW_CLASS_ASTC_8x5_RGBA),
        (GL_TEXTURE_2D, GL_COMPRESSED_R11_EAC, GL_VIEW_COMPATIBILITY_CLASS, GL_VIEW_CLASS_EAC_R11),
        (GL_TEXTURE_2D, GL_DEPTH_COMPONENT16, GL_VIEW_COMPATIBILITY_CLASS, GL_NONE),
        (GL_TEXTURE_2D, GL_COMPRESSED_RGBA_ASTC_8x5_KHR, GL_TEXTURE_COMPRESSED_BLOCK_WIDTH, 8),
        (GL_TEXTURE_2D, GL_COMPRESSED_RGBA_ASTC_8x5_KHR, GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT, 5),
        (GL_TEXTURE_2D, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_TEXTURE_COMPRESSED_BLOCK_SIZE, 8),
        // Rows have no blocks: the texels are stored as they are.
        (GL_TEXTURE_1D, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_TEXTURE_COMPRESSED, 0),
        (GL_TEXTURE_2D, GL_RGBA8, GL_MIPMAP, 1),
        (GL_TEXTURE_RECTANGLE, GL_RGBA8, GL_MIPMAP, 0),
        (GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, GL_STENCIL_RENDERABLE, 1),
        (GL_TEXTURE_2D, GL_LUMINANCE8, GL_COLOR_COMPONENTS, 1),
        (GL_TEXTURE_2D, GL_LUMINANCE8, GL_COLOR_RENDERABLE, 1),
        (GL_TEXTURE_2D, GL_SLUMINANCE8, GL_COLOR_RENDERABLE, 0),
        (GL_TEXTURE_2D, GL_RGB9_E5, GL_COLOR_RENDERABLE, 0),
        (GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 3),
        (GL_TEXTURE_2D, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 0),
    ] {
        assert_eq!(token(target, format, name), expected, "{target:#x} {format:#x} {name:#x}");
    }
}
