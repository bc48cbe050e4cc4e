#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::context::Context;
use crate::testing::fixtures::outs;
use crate::testing::fixtures::{bind_framebuffer, code_of};
use crate::testing::windows::{core, es, with_window};
use crate::tokens::*;

fn read(context: &mut Context, [x, y, width, height]: [i32; 4], format: u32, ty: u32, count: usize) -> crate::error::Result<Vec<u8>> {
    let mut bytes = vec![0xEE; count];
    read::read(context, x, y, width, height, format, ty, outs(&mut bytes)).map(|()| bytes)
}

fn window(alpha: bool) -> Context {
    let context = with_window(core(), 3, 2, alpha);
    let surface = context.read_surface.as_ref().unwrap().lock().unwrap().color.clone();
    (0..6).for_each(|index| surface.set_raw(index % 3, index / 3, [0x0403_0201 + index * 16, 0, 0, 0]));
    context
}

#[test]
fn store_errors() {
    let mut context = core();
    assert_eq!(code_of(store::set(&mut context, GL_PACK_ALIGNMENT, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store::set(&mut context, GL_UNPACK_ROW_LENGTH, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store::set(&mut context, GL_RGBA, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(store::set(&mut es(), GL_PACK_SWAP_BYTES, 1)), Err(GL_INVALID_ENUM));
    store::set(&mut context, GL_PACK_ALIGNMENT, 8).unwrap();
    assert_eq!((context.pixels.pack.alignment, context.pixels.unpack.alignment), (8, 4));
}

#[test]
fn pixels_are_read_with_the_pixel_store() {
    let mut context = window(true);
    store::set(&mut context, GL_PACK_ROW_LENGTH, 2).unwrap();
    store::set(&mut context, GL_PACK_SKIP_PIXELS, 1).unwrap();
    let bytes = read(&mut context, [2, 0, 1, 2], GL_RGBA, GL_UNSIGNED_BYTE, 16).unwrap();
    assert_eq!(bytes, [0xEE, 0xEE, 0xEE, 0xEE, 0x21, 2, 3, 4, 0xEE, 0xEE, 0xEE, 0xEE, 0x51, 2, 3, 4]);
}

#[test]
fn missing_alpha_reads_as_one() {
    assert_eq!(read(&mut window(false), [0, 0, 1, 1], GL_RGBA, GL_UNSIGNED_BYTE, 4), Ok(vec![1, 2, 3, 255]));
}

#[test]
fn pixels_outside_leave_memory_alone() {
    let mut context = window(true);
    let bytes = read(&mut context, [-1, 1, 2, 2], GL_RGBA, GL_UNSIGNED_BYTE, 16).unwrap();
    assert_eq!(bytes[..8], [0xEE, 0xEE, 0xEE, 0xEE, 0x31, 2, 3, 4]);
    assert_eq!(bytes[8..], [0xEE; 8]);
}

#[test]
fn read_errors() {
    let mut context = window(true);
    let mut read_one = |width, format, ty| read(&mut context, [0, 0, width, 1], format, ty, 64).map(|_| ());
    assert_eq!(code_of(read_one(-1, GL_RGBA, GL_UNSIGNED_BYTE)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(read_one(1, GL_RGBA8, GL_UNSIGNED_BYTE)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(read_one(1, GL_RGBA, GL_RGBA)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(read_one(1, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(read_one(1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(read_one(1, GL_DEPTH_STENCIL, GL_UNSIGNED_SHORT_5_6_5)), Err(GL_INVALID_ENUM));
    assert_eq!(read_one(1, GL_DEPTH_COMPONENT, GL_FLOAT), Ok(()));
    let undefined = read(&mut core(), [0, 0, 1, 1], GL_RGBA, GL_UNSIGNED_BYTE, 4);
    assert_eq!(code_of(undefined), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
    bind_framebuffer(&mut context, GL_RGBA8, 4, 4);
    assert_eq!(code_of(read(&mut context, [0, 0, 1, 1], GL_DEPTH_COMPONENT, GL_FLOAT, 4)), Err(GL_INVALID_OPERATION));
}

#[test]
fn es_reads_few_formats() {
    let mut context = with_window(es(), 2, 2, true);
    let mut read_one = |format, ty| read(&mut context, [0, 0, 1, 1], format, ty, 16).map(|_| ());
    assert_eq!(read_one(GL_RGBA, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(read_one(GL_BGRA, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(code_of(read_one(GL_RGBA, GL_FLOAT)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(read_one(GL_RG, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    bind_framebuffer(&mut context, GL_RGBA32UI, 2, 2);
    assert_eq!(read(&mut context, [0, 0, 1, 1], GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16), Ok(vec![0; 16]));
    assert_eq!(code_of(read(&mut context, [0, 0, 1, 1], GL_RGBA, GL_UNSIGNED_BYTE, 16)), Err(GL_INVALID_OPERATION));
    bind_framebuffer(&mut context, GL_RGB10_A2, 2, 2);
    let mut packed = |format| read(&mut context, [0, 0, 1, 1], format, GL_UNSIGNED_INT_2_10_10_10_REV, 4).map(|_| ());
    assert_eq!((code_of(packed(GL_RGBA)), code_of(packed(GL_BGRA))), (Ok(()), Err(GL_INVALID_OPERATION)));
}

#[test]
fn colours_of_signed_buffers_are_clamped_when_they_are_read() {
    let read = |mut context: Context, ty, clamp: Option<u32>| {
        bind_framebuffer(&mut context, GL_RGBA8_SNORM, 1, 1);
        let values = [-0.5, 0.5, -1.0, 1.0];
        crate::command::clear::buffer_floats(&mut context, GL_COLOR, 0, crate::testing::fixtures::slice(&values)).unwrap();
        context.state.clamp_read_color = clamp.unwrap_or(context.state.clamp_read_color);
        read(&mut context, [0, 0, 1, 1], GL_RGBA, ty, 16).unwrap()
    };
    let bytes = |context, clamp| read(context, GL_BYTE, clamp)[..4].to_vec();
    assert_eq!(bytes(core(), None), [0, 64, 0, 127]);
    assert_eq!(bytes(core(), Some(1)), [0, 64, 0, 127]);
    assert_eq!(bytes(core(), Some(0)), [192, 64, 129, 127]);
    assert_eq!(bytes(es(), None), [192, 64, 129, 127], "OpenGL ES never clamps");
    let reds = |context| f32::from_le_bytes(read(context, GL_FLOAT, None)[..4].try_into().unwrap());
    assert_eq!(reds(core()), 0.0);
}

/// "If the <type> is not UNSIGNED_SHORT, FLOAT, or UNSIGNED_INT_24_8_OES then the error INVALID_ENUM occurs. If the <type> is FLOAT and the depth
/// buffer is not a float buffer, an INVALID_OPERATION error occurs. If the <type> is UNSIGNED_SHORT or UNSIGNED_INT_24_8_OES and the depth buffer is a
/// float buffer, an INVALID_OPERATION error occurs." [NV_read_depth_stencil]
#[test]
fn es_reads_depths_in_their_own_types() {
    let read = |internal: u32, format, ty| {
        let mut context = es();
        bind_framebuffer(&mut context, GL_RGBA8, 1, 1);
        let name = context.framebuffers.draw;
        let color = context.framebuffers.objects.get(name).unwrap().colors[0].clone();
        bind_framebuffer(&mut context, internal, 1, 1);
        let name = context.framebuffers.draw;
        let object = context.framebuffers.objects.get_mut(name).unwrap();
        (object.depth, object.colors[0]) = (object.colors[0].clone(), color);
        crate::command::clear::buffer_floats(&mut context, GL_DEPTH, 0, crate::testing::fixtures::slice(&[0.5])).unwrap();
        read(&mut context, [0, 0, 1, 1], format, ty, 8).map(|bytes| u32::from_le_bytes(bytes[..4].try_into().unwrap()))
    };
    assert_eq!(read(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8).map(|word| word >> 8), Ok(0x80_007F));
    assert_eq!(read(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8).map(|word| word >> 8), Ok(0x80_0000));
    assert_eq!(read(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT), Ok(0.5f32.to_bits()));
    for (internal, ty, error) in [
        (GL_DEPTH_COMPONENT16, GL_FLOAT, GL_INVALID_OPERATION),
        (GL_DEPTH_COMPONENT32F, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION),
        (GL_DEPTH_COMPONENT32F, GL_UNSIGNED_INT_24_8, GL_INVALID_OPERATION),
        (GL_DEPTH_COMPONENT16, GL_BYTE, GL_INVALID_ENUM),
        (GL_DEPTH_COMPONENT32F, GL_HALF_FLOAT, GL_INVALID_ENUM),
    ] {
        assert_eq!(code_of(read(internal, GL_DEPTH_COMPONENT, ty)), Err(error), "{internal:#x} {ty:#x}");
    }
}

#[test]
fn es_has_a_half_float_type_for_unsized_formats() {
    let context = es();
    let made = |requested, ty| {
        let internal = crate::object::format::choose(requested, ty, true).unwrap();
        formats::check_image(&context, requested, internal, requested, ty)
    };
    for requested in [GL_RGBA, GL_RGB, GL_LUMINANCE, GL_ALPHA] {
        assert_eq!([GL_FLOAT, GL_HALF_FLOAT_OES].map(|ty| made(requested, ty)), [Ok(()); 2]);
        assert_eq!(code_of(made(requested, GL_HALF_FLOAT)), Err(GL_INVALID_OPERATION));
    }
}

#[test]
fn a_limit_is_kept() {
    let mut context = window(true);
    let mut bytes = [0xEE; 8];
    let read = |context: &mut Context, size, bytes: &mut [u8; 8]| {
        read::read_limited(context, 0, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, size, outs(bytes))
    };
    assert_eq!(code_of(read(&mut context, 7, &mut bytes)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(read(&mut context, -1, &mut bytes)), Err(GL_INVALID_VALUE));
    assert_eq!(bytes, [0xEE; 8]);
    assert_eq!(read(&mut context, 8, &mut bytes), Ok(()));
    assert_eq!(bytes[4..], [0x11, 2, 3, 4]);
}

#[test]
fn es_lists_the_pixels_of_bptc_images() {
    let context = es();
    let made = |internal: u32, format: u32, ty: u32| {
        let internal = crate::object::format::sized(internal).unwrap();
        formats::check_image(&context, internal.token, internal, format, ty)
    };
    for internal in [GL_COMPRESSED_RGBA_BPTC_UNORM, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM] {
        assert_eq!(made(internal, GL_RGBA, GL_UNSIGNED_BYTE), Ok(()));
        assert_eq!(code_of(made(internal, GL_RGBA, GL_FLOAT)), Err(GL_INVALID_OPERATION));
        assert_eq!(code_of(made(internal, GL_RGB, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    }
    for internal in [GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT] {
        assert_eq!(made(internal, GL_RGB, GL_FLOAT), Ok(()));
        assert_eq!(code_of(made(internal, GL_RGBA, GL_FLOAT)), Err(GL_INVALID_OPERATION));
        assert_eq!(code_of(made(internal, GL_RGB, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    }
}

/// "An INVALID_VALUE error is generated if internalformat is not one of the above values." [GL 4.4, 8.5]
#[test]
fn es_takes_no_texels_for_etc2_images() {
    let context = es();
    for (internal, format) in [(GL_COMPRESSED_RGB8_ETC2, GL_RGB), (GL_COMPRESSED_RGBA8_ETC2_EAC, GL_RGBA), (GL_COMPRESSED_R11_EAC, GL_RED)]
    {
        let stored = crate::object::format::sized(internal).unwrap();
        assert_eq!(code_of(formats::check_image(&context, internal, stored, format, GL_UNSIGNED_BYTE)), Err(GL_INVALID_VALUE));
    }
}

/// "only RGB and RGBA formats are supported during texture image processing and for these internalformat values <format> values other than RBA or
/// RGBA will result in the INVALID_OPERATION error." [EXT_texture_compression_s3tc]
#[test]
fn es_takes_every_type_of_colours_for_s3tc_images() {
    let context = es();
    let made = |format: u32, ty: u32| {
        let internal = crate::object::format::sized(GL_COMPRESSED_RGB_S3TC_DXT1_EXT).unwrap();
        formats::check_image(&context, internal.token, internal, format, ty)
    };
    for ty in [GL_UNSIGNED_BYTE, GL_FLOAT, GL_HALF_FLOAT_OES, GL_HALF_FLOAT] {
        assert_eq!([GL_RGB, GL_RGBA].map(|format| made(format, ty)), [Ok(()); 2], "{ty:#x}");
        assert_eq!([GL_RED, GL_LUMINANCE].map(|format| code_of(made(format, ty))), [Err(GL_INVALID_OPERATION); 2], "{ty:#x}");
    }
    assert_eq!([GL_RGB, GL_RGBA].map(|format| code_of(made(format, GL_UNSIGNED_SHORT_5_6_5))), [Ok(()), Err(GL_INVALID_OPERATION)]);
    assert_eq!(code_of(made(GL_RGBA, GL_UNSIGNED_INT)), Err(GL_INVALID_OPERATION));
}
