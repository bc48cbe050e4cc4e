//! glClearAccum and glAccum.

use crate::command::framebuffer::{self, Images};
use crate::command::query;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, UNKNOWN_TOKEN, invalid_operation};
use crate::object::image::Image;
use crate::tokens::*;
use base::image::resolve::resolve;
use base::image::{Rectangle, Surface, accumulation};
use std::sync::Arc;

commands! {
    fn glClearAccum(red: f32, green: f32, blue: f32, alpha: f32) => clear_accum;
    fn glAccum(operation: u32, value: f32) => accum;
}

fn clear_accum(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    // "These values are clamped to the range [−1, 1] when they are specified." [GL 4.6 compatibility, 17.4.3]
    context.clears.accumulation = [red, green, blue, alpha].map(|value| value.clamp(-1.0, 1.0));
    Ok(())
}

/// Returns an image's texels as the accumulation buffer takes and gives them: without GL_FRAMEBUFFER_SRGB, those of sRGB are not decoded.
fn encoded(context: &Context, image: &Image) -> Surface {
    if context.state.raster.framebuffer_srgb {
        image.surface.clone()
    } else {
        image.surface.with_format(image.surface.format.without_srgb())
    }
}

/// Checks that both framebuffers are the same, with the same window.
fn check_framebuffers(context: &Context) -> Result<()> {
    let same_window = match (&context.draw_surface, &context.read_surface) {
        (Some(draw), Some(read)) => Arc::ptr_eq(draw, read),
        _ => false,
    };
    if context.framebuffers.draw == context.framebuffers.read && same_window {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated … if the DRAW_FRAMEBUFFER and READ_FRAMEBUFFER bindings (see section 9.4.2) do not \
              refer to the same object [GL 4.6 compatibility, 17.4.5]",
        ))
    }
}

/// Writes the sums, multiplied by a factor, to the colour buffers that draws write to.
fn write_colors(context: &mut Context, images: &Images, area: Rectangle, sums: &Surface, factor: f32) {
    // "If fragment color clamping is enabled, the results are then clamped to the range [0, 1]." [GL 4.6 compatibility, 17.4.5]
    let clamp = framebuffer::clamps_fragments(context);
    for (index, image) in images.colors.iter().enumerate() {
        let Some(image) = image else { continue };
        // "Color masking (section 17.4.2) is also applied." [GL 4.6 compatibility, 17.4.5]
        let mut mask = context.state.raster.blend.get(index).map_or([true; 4], |blend| blend.write_mask);
        mask[3] &= image.format.has_alpha();
        for sample in encoded(context, image).each_sample() {
            accumulation::store(&context.pool, area, sums, factor, clamp, sample, mask);
        }
    }
}

fn accum(context: &mut Context, operation: u32, value: f32) -> Result<()> {
    if !matches!(operation, GL_ACCUM | GL_LOAD | GL_RETURN | GL_MULT | GL_ADD) {
        return Err(UNKNOWN_TOKEN);
    }
    let images = framebuffer::images(context, context.framebuffers.draw)?;
    let no_buffer =
        invalid_operation(&"An INVALID_OPERATION error is generated if there is no accumulation buffer [GL 4.6 compatibility, 17.4.5]");
    if framebuffer::accumulation_bits(context) == 0 {
        return Err(no_buffer);
    }
    check_framebuffers(context)?;
    // "When enabled, RASTERIZER_DISCARD also causes the Accum, Bitmap, CopyPixels, DrawPixels, Clear, and ClearBuffer* commands to be ignored."
    // [GL 4.6 compatibility, 14.1]
    // "In selection mode, framebuffer updates as described in chapter 9 are not performed." [GL 4.6 compatibility, 21.2] Feedback has the same rule.
    if query::rendering_discarded(context) || context.state.raster.rasterizer_discard || context.compat.render_mode.mode != GL_RENDER {
        return Ok(());
    }
    let Some(sums) = framebuffer::accumulation(context)? else { return Err(no_buffer) };
    // "When the scissor test is enabled (section 14.9.2), then only those pixels within the current scissor box are updated by any Accum operation;
    // otherwise, all pixels in the window are updated." [GL 4.6 compatibility, 17.4.5]
    let area = context.state.scissor(0, images.width, images.height);
    match operation {
        GL_RETURN => write_colors(context, &images, area, &sums, value),
        GL_MULT => accumulation::scale(&context.pool, area, &sums, value, 0.0),
        GL_ADD => accumulation::scale(&context.pool, area, &sums, 1.0, value),
        _ => {
            // Without a read buffer there are no colours to add.
            let Some(image) = framebuffer::read_color(context) else { return Ok(()) };
            let opaque = !image.format.has_alpha();
            let color = resolve(&encoded(context, &image), area).map_err(|_| NO_MEMORY)?;
            accumulation::accumulate(&context.pool, area, &color, opaque, &sums, value, operation == GL_LOAD);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::context::Accumulation;
    use crate::testing::calling::{Gl, gl};
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;

    #[test]
    fn there_is_no_accumulation_buffer() {
        let gl = Gl::new(compatibility());
        let mut bits = -1;
        gl!(glGetIntegerv(GL_ACCUM_GREEN_BITS => u32, &raw mut bits => *mut i32));
        assert_eq!(bits, 0);
        gl!(glClearAccum(0.5 => f32, -3.0 => f32, 3.0 => f32, 0.0 => f32));
        gl!(glPushAttrib(GL_ACCUM_BUFFER_BIT => u32));
        gl!(glClearAccum(0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
        gl!(glPopAttrib());
        let mut values = [9.0f32; 4];
        gl!(glGetFloatv(GL_ACCUM_CLEAR_VALUE => u32, values.as_mut_ptr() => *mut f32));
        assert_eq!(values, [0.5, -1.0, 1.0, 0.0]);
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        gl.no_error();
        gl!(glAccum(GL_LOAD => u32, 1.0 => f32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
        gl!(glAccum(GL_ALWAYS => u32, 1.0 => f32));
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_ENUM);
    }

    /// A context whose window has an accumulation buffer.
    fn with_accumulation() -> Gl {
        let gl = Gl::new(compatibility());
        let window = gl.0.lock().unwrap().draw_surface.clone().unwrap();
        window.lock().unwrap().accumulation = Accumulation::new(16);
        gl
    }

    fn bits() -> i32 {
        let mut bits = -1;
        gl!(glGetIntegerv(GL_ACCUM_RED_BITS => u32, &raw mut bits => *mut i32));
        bits
    }

    fn clear(color: [f32; 4]) {
        let [red, green, blue, alpha] = color;
        gl!(glClearColor(red => f32, green => f32, blue => f32, alpha => f32));
        gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
    }

    fn accum(operation: u32, value: f32) {
        gl!(glAccum(operation => u32, value => f32));
    }

    #[test]
    fn colours_are_loaded_added_scaled_and_returned() {
        let gl = with_accumulation();
        assert_eq!(bits(), 16);
        clear([1.0, 0.4, 0.0, 1.0]);
        accum(GL_LOAD, 0.5);
        clear([0.0, 0.4, 0.8, 1.0]);
        accum(GL_ACCUM, 0.5);
        clear([0.0; 4]);
        accum(GL_RETURN, 1.0);
        assert_eq!(gl.pixel(3, 15), [128, 102, 102, 255]);
        accum(GL_MULT, 0.5);
        accum(GL_ADD, 0.25);
        accum(GL_RETURN, 1.0);
        assert_eq!(gl.pixel(3, 15), [128, 115, 115, 191]);
        // Only what is returned is clamped.
        accum(GL_ADD, -1.0);
        accum(GL_RETURN, -1.0);
        assert_eq!(gl.pixel(0, 0), [128, 140, 140, 64]);
        accum(GL_RETURN, 1.0);
        assert_eq!(gl.pixel(0, 0), [0; 4]);
        gl.no_error();
    }

    #[test]
    fn clears_scissors_and_masks_apply() {
        let gl = with_accumulation();
        gl!(glClearAccum(0.2 => f32, 0.4 => f32, 0.6 => f32, 0.8 => f32));
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        gl!(glScissor(4 => i32, 4 => i32, 2 => i32, 2 => i32));
        gl!(glEnable(GL_SCISSOR_TEST => u32));
        gl!(glColorMask(1 => u8, 0 => u8, 1 => u8, 1 => u8));
        accum(GL_RETURN, 1.0);
        assert_eq!((gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(6, 5)), ([0; 4], [51, 0, 153, 204], [0; 4]));
        // Neither the mask of colours nor that of the scissor's outside reaches the sums.
        gl!(glClearAccum(1.0 => f32, 1.0 => f32, 1.0 => f32, 1.0 => f32));
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        gl!(glDisable(GL_SCISSOR_TEST => u32));
        gl!(glColorMask(1 => u8, 1 => u8, 1 => u8, 1 => u8));
        accum(GL_RETURN, 1.0);
        assert_eq!((gl.pixel(3, 4), gl.pixel(5, 5)), ([51, 102, 153, 204], [255; 4]));
        gl.no_error();
    }

    #[test]
    fn no_sums_change_in_selection_mode_and_while_rasterization_is_discarded() {
        let gl = with_accumulation();
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        let mut selection = [0u32; 16];
        gl!(glSelectBuffer(16 => i32, selection.as_mut_ptr() => *mut u32));
        gl!(glRenderMode(GL_SELECT => u32) -> i32);
        accum(GL_ADD, 1.0);
        gl!(glRenderMode(GL_RENDER => u32) -> i32);
        gl!(glEnable(GL_RASTERIZER_DISCARD => u32));
        accum(GL_ADD, 1.0);
        gl!(glDisable(GL_RASTERIZER_DISCARD => u32));
        clear([1.0; 4]);
        accum(GL_RETURN, 1.0);
        assert_eq!(gl.pixel(1, 1), [0; 4]);
        gl.no_error();
    }

    #[test]
    fn lists_record_accumulation() {
        let gl = with_accumulation();
        gl!(glNewList(1 => u32, GL_COMPILE => u32));
        gl!(glClearAccum(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
        gl!(glClear(GL_ACCUM_BUFFER_BIT => u32));
        accum(GL_RETURN, 1.0);
        gl!(glEndList());
        assert_eq!(gl.pixel(1, 1), [0; 4]);
        gl!(glCallList(1 => u32));
        assert_eq!(gl.pixel(1, 1), [255, 0, 0, 255]);
        gl.no_error();
    }

    #[test]
    fn framebuffer_objects_have_no_accumulation_buffer() {
        let _gl = with_accumulation();
        let (mut framebuffer, mut renderbuffer) = (0u32, 0u32);
        gl!(glGenFramebuffers(1 => i32, &raw mut framebuffer => *mut u32));
        gl!(glGenRenderbuffers(1 => i32, &raw mut renderbuffer => *mut u32));
        gl!(glBindFramebuffer(GL_READ_FRAMEBUFFER => u32, framebuffer => u32));
        // "if the DRAW_FRAMEBUFFER and READ_FRAMEBUFFER bindings … do not refer to the same object"
        accum(GL_ADD, 1.0);
        assert_eq!((gl!(glGetError() -> u32), bits()), (GL_INVALID_OPERATION, 16));
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
        accum(GL_ADD, 1.0);
        assert_eq!((gl!(glGetError() -> u32), bits()), (GL_INVALID_FRAMEBUFFER_OPERATION, 0));
        gl!(glBindRenderbuffer(GL_RENDERBUFFER => u32, renderbuffer => u32));
        gl!(glRenderbufferStorage(GL_RENDERBUFFER => u32, GL_RGBA8 => u32, 4 => i32, 4 => i32));
        gl!(glFramebufferRenderbuffer(
            GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_RENDERBUFFER => u32, renderbuffer => u32
        ));
        accum(GL_ADD, 1.0);
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
    }
}
