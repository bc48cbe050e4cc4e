#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod flipped;
mod layers;
mod luminance;
mod windows;

use super::*;
use crate::command::texture::binding;
use crate::command::{invalidate, renderbuffer};
use crate::config::Api;
use crate::context::Context;
use crate::pointer::In;
use crate::testing::fixtures::{bind_framebuffer, code_of, out, slice};
use crate::testing::windows::{compatibility, context, core, es, with_window};
use crate::tokens::*;

/// Binds a new framebuffer.
fn bound_object(mut context: Context) -> Context {
    let mut name = 0;
    objects::generate(&mut context, 1, out(&mut name)).unwrap();
    objects::bind(&mut context, GL_FRAMEBUFFER, name).unwrap();
    context
}

/// A new renderbuffer with storage.
fn renderbuffer(context: &mut Context, format: u32, width: i32, height: i32) -> u32 {
    let mut name = 0;
    renderbuffer::generate(context, 1, out(&mut name)).unwrap();
    renderbuffer::bind(context, GL_RENDERBUFFER, name).unwrap();
    renderbuffer::storage(context, GL_RENDERBUFFER, format, width, height).unwrap();
    name
}

fn attach(context: &mut Context, point: u32, renderbuffer: u32) {
    attachments::bound_renderbuffer(context, GL_FRAMEBUFFER, point, GL_RENDERBUFFER, renderbuffer).unwrap();
}

fn object_status(context: &Context) -> u32 {
    status(context, context.framebuffers.draw, false)
}

#[test]
fn without_a_surface_the_default_framebuffer_is_undefined() {
    let context = core();
    assert_eq!(status(&context, 0, false), GL_FRAMEBUFFER_UNDEFINED);
    assert_eq!(code_of(targets(&context).map(|_| ())), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
    let context = with_window(context, 6, 5, true);
    let targets = targets(&context).unwrap();
    assert_eq!((targets.width, targets.height, targets.without_alpha), (6, 5, 0));
    assert!(targets.colors[0].is_some() && targets.colors[1].is_none() && targets.depth.is_some() && targets.stencil.is_some());
}

#[test]
fn completeness() {
    let mut context = bound_object(core());
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    let color = renderbuffer(&mut context, GL_RGB8, 8, 6);
    attach(&mut context, GL_COLOR_ATTACHMENT0, color);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
    let depth = renderbuffer(&mut context, GL_DEPTH24_STENCIL8, 5, 7);
    attach(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, depth);
    let found = targets(&context).unwrap();
    assert_eq!((found.width, found.height, found.without_alpha), (5, 6, 1), "what all have in common");
    attach(&mut context, GL_COLOR_ATTACHMENT1, depth);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    let empty = renderbuffer(&mut context, GL_RGBA8, 0, 0);
    attach(&mut context, GL_COLOR_ATTACHMENT1, empty);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    renderbuffer::delete(&mut context, 1, slice(&[empty])).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE, "deleting detaches");
}

#[test]
fn a_renderbuffer_begins_with_the_format_of_its_api() {
    for (mut context, format) in [(core(), GL_RGBA), (context(Api::Es, (2, 0)), GL_RGBA4), (es(), GL_RGBA4)] {
        let (mut name, mut value) = (0, 0);
        renderbuffer::generate(&mut context, 1, out(&mut name)).unwrap();
        renderbuffer::bind(&mut context, GL_RENDERBUFFER, name).unwrap();
        renderbuffer::parameter(&mut context, GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, out(&mut value)).unwrap();
        assert_eq!(value.cast_unsigned(), format);
    }
}

#[test]
fn es_has_stricter_rules() {
    let mut old = bound_object(context(Api::Es, (2, 0)));
    let (color, depth) = (renderbuffer(&mut old, GL_RGB565, 8, 8), renderbuffer(&mut old, GL_DEPTH_COMPONENT16, 4, 8));
    attach(&mut old, GL_COLOR_ATTACHMENT0, color);
    attach(&mut old, GL_DEPTH_ATTACHMENT, depth);
    assert_eq!(object_status(&old), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_EXT);
    let mut new = bound_object(es());
    let (depth, stencil) = (renderbuffer(&mut new, GL_DEPTH_COMPONENT16, 4, 4), renderbuffer(&mut new, GL_STENCIL_INDEX8, 4, 4));
    attach(&mut new, GL_DEPTH_ATTACHMENT, depth);
    attach(&mut new, GL_STENCIL_ATTACHMENT, stencil);
    assert_eq!(object_status(&new), GL_FRAMEBUFFER_UNSUPPORTED);
    assert_eq!(code_of(renderbuffer::storage(&mut new, GL_RENDERBUFFER, GL_RGBA, 4, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(renderbuffer::storage(&mut compatibility_with_renderbuffer(), GL_RENDERBUFFER, GL_RGBA, 4, 4), Ok(()));
}

fn compatibility_with_renderbuffer() -> Context {
    let mut context = compatibility();
    renderbuffer::bind(&mut context, GL_RENDERBUFFER, 1).unwrap();
    context
}

#[test]
fn framebuffers_without_attachments_have_a_size() {
    let mut context = bound_object(core());
    let set = |context: &mut Context, name, value| attachments::set_parameter(context, GL_FRAMEBUFFER, name, value);
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_WIDTH, 30).unwrap();
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 20).unwrap();
    assert_eq!(targets(&context).map(|targets| (targets.width, targets.height)), Ok((30, 20)));
    assert_eq!(code_of(set(&mut context, GL_FRAMEBUFFER_DEFAULT_WIDTH, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(set(&mut context, GL_RGBA, 1)), Err(GL_INVALID_ENUM));
    objects::bind(&mut context, GL_FRAMEBUFFER, 0).unwrap();
    assert_eq!(code_of(set(&mut context, GL_FRAMEBUFFER_DEFAULT_WIDTH, 1)), Err(GL_INVALID_OPERATION));
}

#[test]
fn attachment_errors() {
    let mut context = bound_object(core());
    let name = renderbuffer(&mut context, GL_RGBA8, 4, 4);
    let mut attach = |target, point, kind, name| attachments::bound_renderbuffer(&mut context, target, point, kind, name);
    assert_eq!(code_of(attach(GL_RENDERBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 8, GL_RENDERBUFFER, name)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach(GL_FRAMEBUFFER, GL_BACK, GL_RENDERBUFFER, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 99)), Err(GL_INVALID_OPERATION));
    let mut attach =
        |face, texture, level| attachments::texture_2d(&mut context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, face, texture, level);
    assert_eq!(code_of(attach(GL_TEXTURE_2D, 99, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(attach(GL_TEXTURE_2D, 0, 77), Ok(()));
    objects::bind(&mut context, GL_FRAMEBUFFER, 0).unwrap();
    let default = attachments::bound_renderbuffer(&mut context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
    assert_eq!(code_of(default), Err(GL_INVALID_OPERATION));
}

#[test]
fn draw_buffers_choose_attachments() {
    let mut context = bound_object(core());
    let color = renderbuffer(&mut context, GL_RGBA8, 4, 4);
    attach(&mut context, GL_COLOR_ATTACHMENT2, color);
    let draw = |context: &mut Context, list: &[u32]| buffers::draw_buffers(context, list.len() as i32, slice(list));
    draw(&mut context, &[GL_NONE, GL_COLOR_ATTACHMENT2]).unwrap();
    let found = targets(&context).unwrap();
    assert_eq!(found.colors.iter().map(Option::is_some).collect::<Vec<_>>()[..3], [false, true, false]);
    assert_eq!(code_of(draw(&mut context, &[GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT2])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw(&mut context, &[GL_BACK_LEFT])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(draw(&mut context, &[GL_FRONT])), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(draw(&mut context, &[GL_RGBA])), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(draw(&mut context, &[GL_COLOR_ATTACHMENT8])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(buffers::draw_buffers(&mut context, 9, In::null())), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(buffers::read_buffer(&mut context, GL_BACK)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(buffers::read_buffer(&mut context, GL_FRONT_AND_BACK)), Err(GL_INVALID_OPERATION));
    assert_eq!(buffers::read_buffer(&mut context, GL_COLOR_ATTACHMENT2), Ok(()));
    assert_eq!(read_color(&context).map(|image| image.surface.width), Some(4));
}

#[test]
fn es_draw_buffers_stand_in_their_places() {
    let mut context = bound_object(es());
    let draw = |context: &mut Context, list: &[u32]| buffers::draw_buffers(context, list.len() as i32, slice(list));
    assert_eq!(code_of(draw(&mut context, &[GL_COLOR_ATTACHMENT1])), Err(GL_INVALID_OPERATION));
    assert_eq!(draw(&mut context, &[GL_NONE, GL_COLOR_ATTACHMENT1]), Ok(()));
    assert_eq!(code_of(draw(&mut context, &[GL_BACK])), Err(GL_INVALID_OPERATION));
    objects::bind(&mut context, GL_FRAMEBUFFER, 0).unwrap();
    assert_eq!(draw(&mut context, &[GL_BACK]), Ok(()));
    assert_eq!(code_of(draw(&mut context, &[GL_NONE, GL_NONE])), Err(GL_INVALID_OPERATION));
}

#[test]
fn attachments_can_be_asked() {
    let mut context = bound_object(core());
    let depth = renderbuffer(&mut context, GL_DEPTH24_STENCIL8, 4, 4);
    attach(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, depth);
    let ask = |context: &mut Context, point, name| {
        let mut value = -1;
        get::bound_attachment(context, GL_FRAMEBUFFER, point, name, out(&mut value)).map(|()| value as u32)
    };
    assert_eq!(ask(&mut context, GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), Ok(GL_RENDERBUFFER));
    assert_eq!(ask(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), Ok(depth));
    assert_eq!(ask(&mut context, GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), Ok(24));
    let combined = ask(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
    assert_eq!(code_of(combined), Err(GL_INVALID_OPERATION));
    assert_eq!(ask(&mut context, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), Ok(GL_NONE));
    assert_eq!(code_of(ask(&mut context, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(ask(&mut context, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)), Err(GL_INVALID_ENUM));
    let mut context = with_window(core(), 2, 2, false);
    assert_eq!(ask(&mut context, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE), Ok(GL_FRAMEBUFFER_DEFAULT));
    assert_eq!(ask(&mut context, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE), Ok(0));
    assert_eq!(ask(&mut context, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE), Ok(8));
    assert_eq!(ask(&mut context, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE), Ok(24));
    assert_eq!(code_of(ask(&mut context, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE)), Err(GL_INVALID_OPERATION));
}

#[test]
fn renderbuffer_errors() {
    let mut context = core();
    assert_eq!(code_of(renderbuffer::storage(&mut context, GL_RENDERBUFFER, GL_RGBA8, 4, 4)), Err(GL_INVALID_OPERATION));
    renderbuffer(&mut context, GL_RGBA8, 4, 4);
    let mut store = |target, format, width| renderbuffer::storage(&mut context, target, format, width, 4);
    assert_eq!(code_of(store(GL_TEXTURE_2D, GL_RGBA8, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(store(GL_RENDERBUFFER, GL_COMPRESSED_RED_RGTC1, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(store(GL_RENDERBUFFER, GL_RGB9_E5, 4), Ok(()), "EXT_texture_shared_exponent");
    assert_eq!(code_of(store(GL_RENDERBUFFER, GL_RGBA8, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(store(GL_RENDERBUFFER, GL_RGBA8, 16385)), Err(GL_INVALID_VALUE));
    let samples = |samples| renderbuffer::storage_multisample(&mut context, GL_RENDERBUFFER, samples, GL_RGBA8, 4, 4);
    assert_eq!([-1, 1, 8, 9].map(samples).map(code_of), [Err(GL_INVALID_VALUE), Ok(()), Ok(()), Err(GL_INVALID_OPERATION)]);
}

#[test]
fn samples_of_renderbuffers() {
    let mut context = core();
    renderbuffer(&mut context, GL_RGBA8, 4, 4);
    // "the resulting value for RENDERBUFFER_SAMPLES is guaranteed to be greater than or equal to samples and no more than the next larger sample
    // count supported by the implementation" [GL 4.4, 9.2.4]
    for (requested, wanted) in [(0, 0), (1, 2), (2, 2), (3, 4), (5, 8), (8, 8)] {
        renderbuffer::storage_multisample(&mut context, GL_RENDERBUFFER, requested, GL_RGBA8, 4, 4).unwrap();
        let mut samples = -1;
        renderbuffer::parameter(&mut context, GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, out(&mut samples)).unwrap();
        assert_eq!(samples, wanted, "{requested}");
    }
    let integers = |version| {
        let mut context = self::context(Api::Es, version);
        renderbuffer(&mut context, GL_RGBA8UI, 4, 4);
        renderbuffer::storage_multisample(&mut context, GL_RENDERBUFFER, 1, GL_RGBA8UI, 4, 4)
    };
    assert_eq!((code_of(integers((3, 0))), code_of(integers((3, 1)))), (Err(GL_INVALID_OPERATION), Ok(())));
}

#[test]
fn attached_textures_suit_the_command() {
    let mut context = bound_object(core());
    let (mut flat, mut volume, mut layers) = (0, 0, 0);
    for (target, name) in [(GL_TEXTURE_2D, &mut flat), (GL_TEXTURE_3D, &mut volume), (GL_TEXTURE_2D_ARRAY, &mut layers)] {
        binding::create(&mut context, target, 1, out(name)).unwrap();
    }
    let (target, point) = (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0);
    assert_eq!(code_of(attachments::texture_1d(&mut context, target, point, GL_TEXTURE_2D, flat, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attachments::texture_3d(&mut context, target, point, GL_TEXTURE_2D, flat, 0, 0)), Err(GL_INVALID_OPERATION));
    let mut attach = |face, name| attachments::texture_2d(&mut context, target, point, face, name, 0);
    assert_eq!(code_of(attach(GL_TEXTURE_2D_ARRAY, layers)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach(GL_TEXTURE_CUBE_MAP, flat)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach(GL_RGBA, flat)), Err(GL_INVALID_ENUM));
    let mut layer = |name, layer| attachments::texture_layer(&mut context, target, point, name, 0, layer);
    assert_eq!(code_of(layer(99, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!([2047, 2048].map(|index| code_of(layer(volume, index))), [Ok(()), Err(GL_INVALID_VALUE)]);
    assert_eq!(code_of(layer(layers, 2048)), Err(GL_INVALID_VALUE));
}

#[test]
fn named_framebuffers_have_their_own_read_format() {
    let mut context = with_window(es(), 2, 2, true);
    bind_framebuffer(&mut context, GL_R8, 2, 2);
    let name = context.framebuffers.read;
    objects::bind(&mut context, GL_FRAMEBUFFER, 0).unwrap();
    let mut format = 0;
    attachments::get_named_parameter(&mut context, name, GL_IMPLEMENTATION_COLOR_READ_FORMAT, out(&mut format)).unwrap();
    assert_eq!(format as u32, GL_RED);
}

#[test]
fn buffers_of_other_interfaces_are_no_buffers() {
    let mut window = with_window(es(), 2, 2, true);
    assert_eq!(buffers::read_buffer(&mut window, GL_BACK), Ok(()));
    assert_eq!(code_of(buffers::read_buffer(&mut window, GL_BACK_LEFT)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(buffers::draw_buffers(&mut with_window(core(), 2, 2, true), 1, slice(&[GL_RIGHT]))), Err(GL_INVALID_ENUM));
    let ask = |context: &mut Context, buffer| {
        get::bound_attachment(context, GL_FRAMEBUFFER, buffer, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, out(&mut 0))
    };
    assert_eq!(ask(&mut window, GL_BACK), Ok(()));
    assert_eq!(code_of(ask(&mut window, GL_FRONT)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(ask(&mut core(), GL_AUX0)), Err(GL_INVALID_ENUM));
    let invalidate = |mut context: Context, buffer| invalidate::invalidate(&mut context, GL_FRAMEBUFFER, 1, slice(&[buffer]));
    assert_eq!(invalidate(compatibility(), GL_AUX0), Ok(()));
    assert_eq!(code_of(invalidate(core(), GL_ACCUM)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(invalidate(es(), GL_BACK_LEFT)), Err(GL_INVALID_ENUM));
}
