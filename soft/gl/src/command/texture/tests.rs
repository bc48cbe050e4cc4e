#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::command::sampler::parameters::ParameterValue;
use crate::context::Context;
use crate::object::sampler::Sampler;
use crate::pointer::In;
use crate::testing::fixtures::{bind_framebuffer, code_of, offset, out, outs, slice};
use crate::testing::windows::{compatibility, core, es, with_window};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::sampler::{Filter, Wrap};
use std::sync::Arc;

const NULL: In<u8> = In::null();

fn bound(mut context: Context, target: u32) -> Context {
    let mut name = 0;
    binding::generate(&mut context, 1, out(&mut name)).unwrap();
    binding::bind(&mut context, target, name).unwrap();
    context
}

fn image(context: &mut Context, level: i32, internal: u32, size: i32, format: u32, ty: u32, pixels: In<u8>) -> crate::error::Result<()> {
    images::image_2d(context, GL_TEXTURE_2D, level, internal as i32, size, size, 0, format, ty, pixels)
}

fn rgba(context: &mut Context, level: i32, size: i32) {
    image(context, level, GL_RGBA8, size, GL_RGBA, GL_UNSIGNED_BYTE, NULL).unwrap();
}

fn texels(context: &mut Context, format: u32, count: usize) -> Vec<u8> {
    let mut texels = vec![0xEE; count];
    get::image(context, GL_TEXTURE_2D, 0, format, GL_UNSIGNED_BYTE, outs(&mut texels)).unwrap();
    texels
}

#[test]
fn a_texture_keeps_its_kind() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    assert_eq!(code_of(binding::bind(&mut context, GL_TEXTURE_RECTANGLE, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(binding::bind(&mut context, GL_RGBA, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(binding::bind(&mut context, GL_TEXTURE_2D, 9)), Err(GL_INVALID_OPERATION));
    assert_eq!(binding::bind(&mut compatibility(), GL_TEXTURE_2D, 9), Ok(()));
    assert_eq!(code_of(binding::bind(&mut es(), GL_TEXTURE_RECTANGLE, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(binding::activate(&mut context, GL_TEXTURE0 + 96)), Err(GL_INVALID_ENUM));
    let name = 1;
    binding::delete(&mut context, 1, slice(&[name])).unwrap();
    assert_eq!(context.textures.bound(0, TextureKind::D2).name, 0);
}

#[test]
fn image_errors() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let mut make = |target, level, internal: u32, width, height, border, format, ty| {
        images::image_2d(&mut context, target, level, internal as i32, width, height, border, format, ty, NULL)
    };
    let byte = GL_UNSIGNED_BYTE;
    assert_eq!(code_of(make(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(make(GL_TEXTURE_2D, -1, GL_RGBA8, 4, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 15, GL_RGBA8, 1, 1, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, -1, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 16385, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 14, GL_RGBA8, 2, 1, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 1, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, 4, 4, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 4, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA8, byte)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_RGBA)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA_INTEGER, byte)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_DEPTH_COMPONENT, byte)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(make(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_RGBA, byte)), Err(GL_INVALID_OPERATION));
    assert_eq!(make(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, 4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), Ok(()));
    assert_eq!(make(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 0, GL_RGBA, byte), Ok(()));
}

#[test]
fn es_has_a_table_of_combinations() {
    let mut context = bound(es(), GL_TEXTURE_2D);
    let mut make = |internal, format, ty| image(&mut context, 0, internal, 2, format, ty, NULL);
    assert_eq!(make(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(make(GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5), Ok(()));
    assert_eq!(code_of(make(GL_RGB, GL_RGBA, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(make(GL_RGBA8, GL_RGBA, GL_FLOAT)), Err(GL_INVALID_OPERATION));
    assert_eq!(make(GL_R16F, GL_RED, GL_FLOAT), Ok(()));
    assert_eq!(make(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(code_of(make(GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT)), Err(GL_INVALID_OPERATION));
    assert_eq!(make(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT), Ok(()));
    assert_eq!(make(GL_BGRA, GL_BGRA, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(make(GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE), Ok(()));
}

#[test]
fn texels_go_in_and_come_back() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let pixels: Vec<u8> = (0..16).collect();
    image(&mut context, 0, GL_RGBA8, 2, GL_RGBA, GL_UNSIGNED_BYTE, slice(&pixels)).unwrap();
    assert_eq!(texels(&mut context, GL_RGBA, 16), pixels);
    let one = [0xAA, 0xBB, 0xCC, 0xDD];
    sub_image::sub_image_2d(&mut context, GL_TEXTURE_2D, 0, 1, 1, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, slice(&one)).unwrap();
    assert_eq!(texels(&mut context, GL_RGBA, 16)[8..], [8, 9, 10, 11, 0xCC, 0xBB, 0xAA, 0xDD]);
    let mut part = |level, x, width| {
        sub_image::sub_image_2d(&mut context, GL_TEXTURE_2D, level, x, 0, width, 1, GL_RGBA, GL_UNSIGNED_BYTE, slice(&pixels))
    };
    assert_eq!(code_of(part(0, 1, 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(0, -1, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(0, 0, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(1, 0, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(part(-1, 0, 1)), Err(GL_INVALID_VALUE));
}

#[test]
fn base_formats_keep_their_components() {
    let mut context = bound(compatibility(), GL_TEXTURE_2D);
    let pixels = [10, 20, 30, 40];
    for (internal, returned) in [
        (GL_RGB, [10, 20, 30, 255]),
        (GL_ALPHA, [0, 0, 0, 40]),
        (GL_LUMINANCE, [10, 0, 0, 255]),
        (GL_LUMINANCE_ALPHA, [10, 0, 0, 40]),
        (GL_INTENSITY, [10, 0, 0, 255]),
    ] {
        image(&mut context, 0, internal, 1, GL_RGBA, GL_UNSIGNED_BYTE, slice(&pixels)).unwrap();
        assert_eq!(texels(&mut context, GL_RGBA, 4), returned, "{internal:#x}");
    }
}

#[test]
fn pixel_buffers_are_sources_and_destinations() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let mut name = 0;
    crate::command::buffer::binding::generate(&mut context, 1, out(&mut name)).unwrap();
    crate::command::buffer::binding::bind(&mut context, GL_PIXEL_UNPACK_BUFFER, name).unwrap();
    let data: Vec<u8> = (0..20).collect();
    crate::testing::fixtures::fill_buffer(&mut context, GL_PIXEL_UNPACK_BUFFER, &data);
    image(&mut context, 0, GL_RGBA8, 2, GL_RGBA, GL_UNSIGNED_BYTE, offset(4)).unwrap();
    assert_eq!(texels(&mut context, GL_RGBA, 16), data[4..]);
    let beyond = image(&mut context, 0, GL_RGBA8, 2, GL_RGBA, GL_UNSIGNED_BYTE, offset(5));
    assert_eq!(code_of(beyond), Err(GL_INVALID_OPERATION));
    let uneven = image(&mut context, 0, GL_RGBA16, 1, GL_RGBA, GL_UNSIGNED_SHORT, offset(1));
    assert_eq!(code_of(uneven), Err(GL_INVALID_OPERATION));
}

#[test]
fn storage_is_made_once() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let store = |context: &mut Context, levels, internal, size| storage::storage_2d(context, GL_TEXTURE_2D, levels, internal, size, size);
    assert_eq!(code_of(store(&mut context, 1, GL_RGBA, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(store(&mut context, 0, GL_RGBA8, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(&mut context, 1, GL_RGBA8, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(&mut context, 4, GL_RGBA8, 4)), Err(GL_INVALID_OPERATION));
    assert_eq!(store(&mut context, 3, GL_RGBA8, 4), Ok(()));
    assert_eq!(code_of(store(&mut context, 3, GL_RGBA8, 4)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(image(&mut context, 0, GL_RGBA8, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL)), Err(GL_INVALID_OPERATION));
    let view = view(&context, 0, TextureKind::D2).unwrap();
    assert_eq!(view.levels.iter().map(|level| level[0].width).collect::<Vec<_>>(), [4, 2, 1]);
    binding::bind(&mut context, GL_TEXTURE_2D, 0).unwrap();
    assert_eq!(code_of(store(&mut context, 1, GL_RGBA8, 4)), Err(GL_INVALID_OPERATION));
}

#[test]
fn incomplete_textures_have_no_view() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    assert!(view(&context, 0, TextureKind::D2).is_none());
    rgba(&mut context, 0, 4);
    assert!(view(&context, 0, TextureKind::D2).is_none(), "the initial filter wants mip maps");
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR as i32).unwrap();
    assert_eq!(view(&context, 0, TextureKind::D2).map(|view| view.levels.len()), Some(1));
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST as i32).unwrap();
    rgba(&mut context, 1, 2);
    assert!(view(&context, 0, TextureKind::D2).is_none());
    rgba(&mut context, 2, 1);
    assert_eq!(view(&context, 0, TextureKind::D2).map(|view| view.levels.len()), Some(3));
    rgba(&mut context, 1, 3);
    assert!(view(&context, 0, TextureKind::D2).is_none(), "a level of the wrong size");
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0).unwrap();
    assert_eq!(view(&context, 0, TextureKind::D2).map(|view| view.levels.len()), Some(1));
}

#[test]
fn integers_are_not_filtered() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    image(&mut context, 0, GL_R8UI, 2, GL_RED_INTEGER, GL_UNSIGNED_BYTE, NULL).unwrap();
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32).unwrap();
    assert!(view(&context, 0, TextureKind::D2).is_none());
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST as i32).unwrap();
    assert!(view(&context, 0, TextureKind::D2).is_some());
}

#[test]
fn views_have_the_parameters_of_texture_or_sampler() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    image(&mut context, 0, GL_RG8, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL).unwrap();
    let swizzle = [GL_ALPHA, GL_RED, GL_BLUE, GL_ONE].map(|token| token as i32);
    parameters::set_integers(&mut context, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, slice(&swizzle)).unwrap();
    parameters::set_integer(&mut context, GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER as i32).unwrap();
    let found = view(&context, 0, TextureKind::D2).unwrap();
    assert_eq!((found.swizzle, found.wrap[1], found.mip_filter), ([5, 0, 4, 5], Wrap::ClampToBorder, Some(Filter::Linear)));
    let sampler = Arc::new(Sampler::new(1));
    sampler.parameters().set(&context, false, GL_TEXTURE_MIN_FILTER, ParameterValue::Integer(GL_NEAREST as i32)).unwrap();
    context.textures.units[0].sampler = Some(sampler);
    let found = view(&context, 0, TextureKind::D2).unwrap();
    assert_eq!((found.wrap[1], found.min_filter, found.mip_filter), (Wrap::Repeat, Filter::Nearest, None));
}

#[test]
fn parameter_errors() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let mut set = |target, name, value| parameters::set_integer(&mut context, target, name, value);
    let token = |token: u32| token as i32;
    assert_eq!(code_of(set(GL_TEXTURE_BUFFER, GL_TEXTURE_MIN_FILTER, token(GL_LINEAR))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, token(GL_REPEAT))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, token(GL_CLAMP))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, token(GL_RGBA))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_2D, GL_RGBA, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, token(GL_REPEAT))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, token(GL_LINEAR_MIPMAP_LINEAR))), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(set(GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(set(GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, token(GL_REPEAT)), Ok(()));
}

#[test]
fn mip_maps_are_generated_when_asked() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let pixels: Vec<u8> = [[0, 0, 0, 0], [100, 0, 0, 0], [100, 0, 0, 0], [200, 0, 0, 0]].concat();
    image(&mut context, 0, GL_RGBA8, 2, GL_RGBA, GL_UNSIGNED_BYTE, slice(&pixels)).unwrap();
    mipmaps::generate(&mut context, GL_TEXTURE_2D).unwrap();
    assert_eq!(view(&context, 0, TextureKind::D2).map(|view| view.levels[1][0].memory.word(0)), Some(100));
    assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_RECTANGLE)), Err(GL_INVALID_ENUM));
    let mut context = bound(es(), GL_TEXTURE_2D);
    image(&mut context, 0, GL_R8UI, 2, GL_RED_INTEGER, GL_UNSIGNED_BYTE, NULL).unwrap();
    assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_2D)), Err(GL_INVALID_OPERATION));
}

#[test]
fn proxies_say_what_would_fit() {
    let mut context = core();
    let mut ask = |size| {
        images::image_2d(&mut context, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8 as i32, size, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL).unwrap();
        let mut width = -1;
        get::level_integer(&mut context, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, out(&mut width)).unwrap();
        width
    };
    assert_eq!((ask(64), ask(20000)), (64, 0));
}

#[test]
fn level_parameters() {
    let mut context = bound(compatibility(), GL_TEXTURE_2D);
    image(&mut context, 0, GL_LUMINANCE8_ALPHA8, 8, GL_RGBA, GL_UNSIGNED_BYTE, NULL).unwrap();
    let mut ask = |level, name| {
        let mut value = -1;
        get::level_integer(&mut context, GL_TEXTURE_2D, level, name, out(&mut value)).map(|()| value as u32)
    };
    assert_eq!(ask(0, GL_TEXTURE_WIDTH), Ok(8));
    assert_eq!(ask(0, GL_TEXTURE_INTERNAL_FORMAT), Ok(GL_LUMINANCE8_ALPHA8));
    assert_eq!((ask(0, GL_TEXTURE_LUMINANCE_SIZE), ask(0, GL_TEXTURE_RED_SIZE)), (Ok(8), Ok(0)));
    assert_eq!(ask(0, GL_TEXTURE_ALPHA_TYPE), Ok(GL_UNSIGNED_NORMALIZED));
    assert_eq!(ask(1, GL_TEXTURE_WIDTH), Ok(0));
    assert_eq!(code_of(ask(-1, GL_TEXTURE_WIDTH)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(ask(0, GL_RGBA)), Err(GL_INVALID_ENUM));
}

#[test]
fn images_are_copied_from_the_read_framebuffer() {
    let mut context = with_window(bound(core(), GL_TEXTURE_2D), 4, 4, false);
    let surface = context.read_surface.as_ref().unwrap().lock().unwrap().color.clone();
    surface.set_raw(1, 2, [0x0003_0201, 0, 0, 0]);
    from_framebuffer::copy_image_2d(&mut context, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 2, 1, 1, 0).unwrap();
    assert_eq!(texels(&mut context, GL_RGBA, 4), [1, 2, 3, 255], "the window has no alpha");
    let mut copy = |internal| from_framebuffer::copy_image_2d(&mut context, GL_TEXTURE_2D, 0, internal, 0, 0, 1, 1, 0);
    assert_eq!(code_of(copy(GL_RGBA8UI)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(copy(GL_TEXTURE_2D)), Err(GL_INVALID_ENUM));
    assert_eq!(copy(GL_DEPTH_COMPONENT24), Ok(()));
    let nothing = from_framebuffer::copy_image_2d(&mut bound(core(), GL_TEXTURE_2D), GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 1, 1, 0);
    assert_eq!(code_of(nothing), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
}

#[test]
fn named_textures_without_images_have_their_errors() {
    let mut context = core();
    let (mut flat, mut volume) = (0, 0);
    for (target, name) in [(GL_TEXTURE_2D, &mut flat), (GL_TEXTURE_3D, &mut volume)] {
        super::binding::create(&mut context, target, 1, out(name)).unwrap();
    }
    let storage = |context: &mut Context, name, depth| super::storage::named_storage_3d(context, name, 1, GL_RGBA8, 1, 1, depth);
    assert_eq!(code_of(storage(&mut context, volume, 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(storage(&mut context, flat, 1)), Err(GL_INVALID_OPERATION));
}

#[test]
fn commands_reject_targets_that_they_do_not_name() {
    let mut context = core();
    let part = |context: &mut Context, target| sub_image::sub_image_2d(context, target, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_MULTISAMPLE] {
        assert_eq!(code_of(part(&mut context, target)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    let row = sub_image::sub_image_1d(&mut context, GL_TEXTURE_3D, 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(code_of(row), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_2D_MULTISAMPLE)), Err(GL_INVALID_ENUM));
    for target in [GL_PROXY_TEXTURE_CUBE_MAP, GL_PROXY_TEXTURE_1D_ARRAY] {
        assert_eq!(
            code_of(from_framebuffer::copy_image_2d(&mut context, target, 0, GL_RGBA8, 0, 0, 1, 1, 0)),
            Err(GL_INVALID_ENUM),
            "{target:#x}"
        );
    }
    assert_eq!(code_of(storage::storage_2d(&mut context, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, GL_RGBA8, 1, 1)), Err(GL_INVALID_ENUM));
    let target = GL_PROXY_TEXTURE_CUBE_MAP;
    let proxy = images::image_2d(&mut es(), target, 0, GL_RGBA8 as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(code_of(proxy), Err(GL_INVALID_ENUM));
}

#[test]
fn clears_stay_inside_the_image() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    rgba(&mut context, 0, 4);
    let mut clear = |x, z, width| clears::clear_part(&mut context, 1, 0, x, 0, z, width, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(clear(0, 0, 4), Ok(()));
    assert_eq!(code_of(clear(3, 0, 2)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(-1, 0, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(0, 1, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(0, 0, -1)), Err(GL_INVALID_VALUE));
}

#[test]
fn depth_and_stencil_go_into_their_own_formats() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    let clear = |context: &mut Context, format, ty| clears::clear(context, 1, 0, format, ty, NULL);
    image(&mut context, 0, GL_DEPTH_COMPONENT24, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL).unwrap();
    let both = get::image(&mut context, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, outs(&mut [0; 4]));
    assert_eq!(code_of(both), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(&mut context, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)), Err(GL_INVALID_OPERATION));
    assert_eq!(clear(&mut context, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT), Ok(()));
    let mut make = |format, ty| image(&mut context, 0, GL_DEPTH24_STENCIL8, 1, format, ty, NULL);
    assert_eq!(make(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), Ok(()));
    assert_eq!(code_of(make(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(make(GL_DEPTH_STENCIL, GL_UNSIGNED_SHORT_5_6_5)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(clear(&mut context, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(clear(&mut context, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    let mut context = bound(es(), GL_TEXTURE_2D);
    let unlisted = image(&mut context, 0, GL_DEPTH_STENCIL, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(code_of(unlisted), Err(GL_INVALID_OPERATION));
}

#[test]
fn every_proxy_has_level_parameters() {
    let ask = |context: &mut Context, target| {
        let mut width = -1;
        get::level_integer(context, target, 0, GL_TEXTURE_WIDTH, out(&mut width)).map(|()| width)
    };
    for target in [
        GL_PROXY_TEXTURE_3D,
        GL_PROXY_TEXTURE_1D_ARRAY,
        GL_PROXY_TEXTURE_2D_ARRAY,
        GL_PROXY_TEXTURE_CUBE_MAP,
        GL_PROXY_TEXTURE_CUBE_MAP_ARRAY,
        GL_PROXY_TEXTURE_2D_MULTISAMPLE,
        GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY,
    ] {
        assert_eq!(ask(&mut core(), target), Ok(0), "{target:#x}");
    }
    assert_eq!(code_of(ask(&mut es(), GL_PROXY_TEXTURE_3D)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(storage::storage_2d(&mut core(), GL_PROXY_TEXTURE_2D, 4, GL_RGBA8, 4, 4)), Err(GL_INVALID_OPERATION));
}

#[test]
fn invalidation_checks_its_region() {
    let mut context = bound(core(), GL_TEXTURE_2D);
    rgba(&mut context, 0, 4);
    let mut part = |level, z, width, depth| clears::invalidate_part(&mut context, 1, level, 0, 0, z, width, 1, depth);
    assert_eq!(part(0, 0, 4, 1), Ok(()));
    assert_eq!(code_of(part(0, 1, 1, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(0, 0, 1, 2)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(0, 0, 1, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(1, 0, -1, 1)), Err(GL_INVALID_VALUE));
    let mut context = bound(core(), GL_TEXTURE_2D_MULTISAMPLE);
    assert_eq!(code_of(clears::invalidate_part(&mut context, 1, 1, 0, 0, 0, 0, 0, 0)), Err(GL_INVALID_VALUE));
}

#[test]
fn es_copies_keep_size_and_encoding() {
    let mut context = with_window(bound(es(), GL_TEXTURE_2D), 4, 4, true);
    let copy = |context: &mut Context, internal| from_framebuffer::copy_image_2d(context, GL_TEXTURE_2D, 0, internal, 0, 0, 1, 1, 0);
    assert_eq!([GL_RGBA, GL_LUMINANCE, GL_RGBA8, GL_R8].map(|internal| copy(&mut context, internal)), [Ok(()); 4]);
    assert_eq!(code_of(copy(&mut context, GL_RGB565)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(copy(&mut context, GL_SRGB8_ALPHA8)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(copy(&mut context, GL_DEPTH_COMPONENT24)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(copy(&mut context, GL_RGB9_E5)), Err(GL_INVALID_OPERATION));
    bind_framebuffer(&mut context, GL_SRGB8_ALPHA8, 4, 4);
    assert_eq!(copy(&mut context, GL_SRGB8_ALPHA8), Ok(()));
    assert_eq!(code_of(copy(&mut context, GL_RGBA8)), Err(GL_INVALID_OPERATION));
    for (from, fits, others) in [
        (GL_RGBA16F, GL_RGBA16F, [GL_RGBA, GL_RGB]),
        (GL_RGBA8, GL_RGBA, [GL_RGBA8_SNORM, GL_R8_SNORM]),
        (GL_RGB10_A2, GL_RGB10_A2, [GL_RGBA, GL_LUMINANCE]),
    ] {
        bind_framebuffer(&mut context, from, 4, 4);
        assert_eq!(copy(&mut context, fits), Ok(()), "{from:#x}");
        assert_eq!(others.map(|other| code_of(copy(&mut context, other))), [Err(GL_INVALID_OPERATION); 2], "{from:#x}");
    }
}

#[test]
fn named_commands_reject_what_the_kind_lacks() {
    let mut context = bound(core(), GL_TEXTURE_1D);
    images::image_1d(&mut context, GL_TEXTURE_1D, 0, GL_RGBA8 as i32, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL).unwrap();
    let mut part =
        |height, size| get::named_part(&mut context, 1, 0, 0, 0, 0, 1, height, 1, GL_RGBA, GL_UNSIGNED_BYTE, size, outs(&mut [0; 4]));
    assert_eq!(part(1, 4), Ok(()));
    assert_eq!(code_of(part(0, 4)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(1, -1)), Err(GL_INVALID_VALUE));
    let (mut buffer, mut value) = (0, 0);
    binding::create(&mut context, GL_TEXTURE_BUFFER, 1, out(&mut buffer)).unwrap();
    let set = parameters::named_integer(&mut context, buffer, GL_TEXTURE_MIN_FILTER, GL_LINEAR as i32);
    assert_eq!(code_of(set), Err(GL_INVALID_OPERATION));
    let get = parameters::get_named_integers(&mut context, buffer, GL_TEXTURE_MIN_FILTER, out(&mut value));
    assert_eq!(code_of(get), Err(GL_INVALID_OPERATION));
}
