#![allow(clippy::unwrap_used, reason = "tests")]

use super::bound;
use crate::context::Context;
use crate::testing::fixtures::{bind_framebuffer, code_of, outs, read_pixel};
use crate::testing::windows::{core, es, with_window};
use crate::tokens::*;

fn window() -> Context {
    with_window(core(), 4, 4, true)
}

fn color(context: &Context, x: u32, y: u32) -> u32 {
    context.draw_surface.as_ref().unwrap().lock().unwrap().color.raw(x, y)[0]
}

/// Reads one pixel of the bound framebuffer as RGBA bytes.
fn pixel(context: &mut Context, x: i32, y: i32) -> [u8; 4] {
    let mut pixel = [0xEE; 4];
    read_pixel(context, x, y, outs(&mut pixel)).unwrap();
    pixel
}

#[test]
fn blits_scale_and_mirror() {
    let mut context = window();
    let surface = context.draw_surface.as_ref().unwrap().lock().unwrap().color.clone();
    (0..4).for_each(|x| surface.set_raw(x, 0, [x + 1, 0, 0, 0]));
    // One surface of a framebuffer object beside the window.
    bind_framebuffer(&mut context, GL_RGBA8, 8, 8);
    context.framebuffers.read = 0;
    bound(&mut context, 0, 0, 4, 1, 8, 0, 0, 2, GL_COLOR_BUFFER_BIT, GL_NEAREST).unwrap();
    context.framebuffers.read = context.framebuffers.draw;
    let row: Vec<u8> = (0..8).map(|x| pixel(&mut context, x, 1)[0]).collect();
    assert_eq!(row, [4, 4, 3, 3, 2, 2, 1, 1]);
    context.framebuffers.read = 0;
    bound(&mut context, 1, 0, 9, 1, 5, 5, 13, 6, GL_COLOR_BUFFER_BIT, GL_NEAREST).unwrap();
    context.framebuffers.read = context.framebuffers.draw;
    let row: Vec<u8> = (4..8).map(|x| pixel(&mut context, x, 5)[0]).collect();
    assert_eq!(row, [0, 2, 3, 4], "cut to both surfaces");
}

#[test]
fn blit_errors() {
    let mut context = window();
    let blit = |context: &mut Context, mask, filter| bound(context, 0, 0, 1, 1, 2, 2, 3, 3, mask, filter);
    assert_eq!(code_of(blit(&mut context, 1, GL_NEAREST)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(blit(&mut context, GL_COLOR_BUFFER_BIT, GL_RGBA)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(blit(&mut context, GL_DEPTH_BUFFER_BIT, GL_LINEAR)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(blit(&mut core(), GL_COLOR_BUFFER_BIT, GL_NEAREST)), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
    assert_eq!(code_of(blit(&mut with_window(es(), 4, 4, true), GL_COLOR_BUFFER_BIT, GL_NEAREST)), Err(GL_INVALID_OPERATION));
    for mask in [GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT] {
        assert_eq!(code_of(blit(&mut with_window(es(), 4, 4, true), mask, GL_NEAREST)), Err(GL_INVALID_OPERATION), "identical buffers");
        assert_eq!(blit(&mut context, mask, GL_NEAREST), Ok(()));
    }
    bind_framebuffer(&mut context, GL_RGBA8UI, 4, 4);
    context.framebuffers.read = 0;
    assert_eq!(code_of(blit(&mut context, GL_COLOR_BUFFER_BIT, GL_NEAREST)), Err(GL_INVALID_OPERATION));
}

#[test]
fn conditional_rendering_discards_blits() {
    let mut context = window();
    let surface = context.draw_surface.as_ref().unwrap().lock().unwrap().color.clone();
    surface.set_raw(0, 0, [0x55, 0, 0, 0]);
    let blit = |context: &mut Context, mask| bound(context, 0, 0, 1, 1, 2, 2, 3, 3, mask, GL_NEAREST);
    context.queries.conditional = Some(crate::object::query::Conditional { name: 1, discard: true });
    let before = color(&context, 2, 2);
    assert_eq!(blit(&mut context, GL_COLOR_BUFFER_BIT), Ok(()));
    assert_eq!(color(&context, 2, 2), before);
    assert_eq!(code_of(blit(&mut context, 1)), Err(GL_INVALID_VALUE));
    context.queries.conditional = None;
    blit(&mut context, GL_COLOR_BUFFER_BIT).unwrap();
    assert_eq!(color(&context, 2, 2) & 0xFF, 0x55);
}
