#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::{buffer_integers, buffer_unsigned};
use crate::context::Context;
use crate::testing::fixtures::{code_of, outs, slice};
use crate::testing::windows::{core, with_window};
use crate::tokens::*;

fn window() -> Context {
    with_window(core(), 4, 4, true)
}

fn color(context: &Context, x: u32, y: u32) -> u32 {
    context.draw_surface.as_ref().unwrap().lock().unwrap().color.raw(x, y)[0]
}

fn depth_stencil(context: &Context, x: u32, y: u32) -> u32 {
    context.draw_surface.as_ref().unwrap().lock().unwrap().depth_stencil.as_ref().unwrap().raw(x, y)[0]
}

#[test]
fn clear_errors() {
    assert_eq!(code_of(crate::command::clear::clear(&mut window(), 0x8000_0000)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(crate::command::clear::clear(&mut window(), GL_ACCUM_BUFFER_BIT)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(crate::command::clear::clear(&mut core(), GL_COLOR_BUFFER_BIT)), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
    assert_eq!(crate::command::clear::clear(&mut window(), 0), Ok(()));
}

#[test]
fn clears_keep_to_masks_and_scissor() {
    let mut context = window();
    context.clears.color = [1.0, 1.0, 1.0, 1.0];
    (context.clears.depth, context.clears.stencil) = (1.0, 0x1FF);
    context.state.scissor_test[0] = true;
    context.state.scissor_boxes[0] = [1, 1, 2, 100];
    context.state.raster.blend[0].write_mask = [true, false, true, false];
    context.state.raster.stencil[0].write_mask = 0x0F;
    crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT).unwrap();
    assert_eq!(
        [color(&context, 1, 1), color(&context, 2, 3), color(&context, 0, 1), color(&context, 1, 0)],
        [0x00FF_00FF, 0x00FF_00FF, 0, 0]
    );
    assert_eq!([depth_stencil(&context, 1, 1), depth_stencil(&context, 3, 3)], [0x0FFF_FFFF, 0]);
    context.state.raster.depth_write = false;
    (context.clears.depth, context.clears.stencil) = (0.0, 0xF0);
    crate::command::clear::clear(&mut context, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT).unwrap();
    assert_eq!(depth_stencil(&context, 1, 1), 0x00FF_FFFF);
}

#[test]
fn discarded_rasterisation_discards_clears() {
    let mut context = window();
    context.clears.color = [1.0; 4];
    context.state.raster.rasterizer_discard = true;
    crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT).unwrap();
    assert_eq!(color(&context, 0, 0), 0);
}

#[test]
fn windows_without_alpha_keep_it_at_one() {
    let mut context = with_window(core(), 2, 2, false);
    crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT).unwrap();
    assert_eq!(color(&context, 0, 0), 0xFF00_0000);
}

#[test]
fn single_buffers_are_cleared_with_their_own_values() {
    let mut context = window();
    let values = [0.0, 1.0, 0.0, 2.0];
    crate::command::clear::buffer_floats(&mut context, GL_COLOR, 0, slice(&values)).unwrap();
    assert_eq!(color(&context, 3, 3), 0xFF00_FF00);
    crate::command::clear::buffer_both(&mut context, GL_DEPTH_STENCIL, 0, 0.0, 0x55).unwrap();
    assert_eq!(depth_stencil(&context, 3, 3), 0x5500_0000);
    let mut floats = |buffer, index| crate::command::clear::buffer_floats(&mut context, buffer, index, slice(&values));
    assert_eq!(code_of(floats(GL_STENCIL, 0)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(floats(GL_COLOR, 8)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(floats(GL_COLOR, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(floats(GL_DEPTH, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(crate::command::clear::buffer_both(&mut context, GL_DEPTH, 0, 0.0, 0)), Err(GL_INVALID_ENUM));
}

#[test]
fn integers_of_the_other_sign_are_clamped() {
    let cleared = |format, values: [i32; 4], unsigned: bool| {
        let mut context = core();
        crate::testing::fixtures::bind_framebuffer(&mut context, format, 1, 1);
        let words = values.map(|value| value as u32);
        if unsigned {
            buffer_unsigned(&mut context, GL_COLOR, 0, slice(&words)).unwrap();
        } else {
            buffer_integers(&mut context, GL_COLOR, 0, slice(&values)).unwrap();
        }
        let mut pixel = [0u8; 16];
        let ty = if format == GL_RGBA8UI { GL_UNSIGNED_INT } else { GL_INT };
        crate::command::pixels::read::read(&mut context, 0, 0, 1, 1, GL_RGBA_INTEGER, ty, outs(&mut pixel)).unwrap();
        [0, 4, 8, 12].map(|at| i32::from_le_bytes(pixel[at..at + 4].try_into().unwrap()))
    };
    assert_eq!(cleared(GL_RGBA8UI, [1, -2, 3, 300], false), [1, 0, 3, 255]);
    assert_eq!(cleared(GL_RGBA8I, [1, -2, 3, 300], true), [1, 127, 3, 127]);
    assert_eq!(cleared(GL_RGBA8I, [1, -2, 3, 300], false), [1, -2, 3, 127]);
}
