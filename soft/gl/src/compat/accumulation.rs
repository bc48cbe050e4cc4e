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
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;

    #[test]
    fn there_is_no_accumulation_buffer() {
        let gl = Gl::new(compatibility());
        let mut bits = -1;
        glGetIntegerv(GL_ACCUM_GREEN_BITS, &raw mut bits);
        assert_eq!(bits, 0);
        glClearAccum(0.5, -3.0, 3.0, 0.0);
        glPushAttrib(GL_ACCUM_BUFFER_BIT);
        glClearAccum(0.0, 0.0, 0.0, 0.0);
        glPopAttrib();
        let mut values = [9.0f32; 4];
        glGetFloatv(GL_ACCUM_CLEAR_VALUE, values.as_mut_ptr());
        assert_eq!(values, [0.5, -1.0, 1.0, 0.0]);
        glClear(GL_ACCUM_BUFFER_BIT);
        gl.no_error();
        glAccum(GL_LOAD, 1.0);
        assert_eq!(glGetError(), GL_INVALID_OPERATION);
        glAccum(GL_ALWAYS, 1.0);
        assert_eq!(glGetError(), GL_INVALID_ENUM);
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
        glGetIntegerv(GL_ACCUM_RED_BITS, &raw mut bits);
        bits
    }

    fn clear(color: [f32; 4]) {
        let [red, green, blue, alpha] = color;
        glClearColor(red, green, blue, alpha);
        glClear(GL_COLOR_BUFFER_BIT);
    }

    fn accum(operation: u32, value: f32) {
        glAccum(operation, value);
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
        glClearAccum(0.2, 0.4, 0.6, 0.8);
        glClear(GL_ACCUM_BUFFER_BIT);
        glScissor(4, 4, 2, 2);
        glEnable(GL_SCISSOR_TEST);
        glColorMask(1, 0, 1, 1);
        accum(GL_RETURN, 1.0);
        assert_eq!((gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(6, 5)), ([0; 4], [51, 0, 153, 204], [0; 4]));
        // Neither the mask of colours nor that of the scissor's outside reaches the sums.
        glClearAccum(1.0, 1.0, 1.0, 1.0);
        glClear(GL_ACCUM_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        glColorMask(1, 1, 1, 1);
        accum(GL_RETURN, 1.0);
        assert_eq!((gl.pixel(3, 4), gl.pixel(5, 5)), ([51, 102, 153, 204], [255; 4]));
        gl.no_error();
    }

    #[test]
    fn no_sums_change_in_selection_mode_and_while_rasterization_is_discarded() {
        let gl = with_accumulation();
        glClear(GL_ACCUM_BUFFER_BIT);
        let mut selection = [0u32; 16];
        glSelectBuffer(16, selection.as_mut_ptr());
        glRenderMode(GL_SELECT);
        accum(GL_ADD, 1.0);
        glRenderMode(GL_RENDER);
        glEnable(GL_RASTERIZER_DISCARD);
        accum(GL_ADD, 1.0);
        glDisable(GL_RASTERIZER_DISCARD);
        clear([1.0; 4]);
        accum(GL_RETURN, 1.0);
        assert_eq!(gl.pixel(1, 1), [0; 4]);
        gl.no_error();
    }

    #[test]
    fn lists_record_accumulation() {
        let gl = with_accumulation();
        glNewList(1, GL_COMPILE);
        glClearAccum(1.0, 0.0, 0.0, 1.0);
        glClear(GL_ACCUM_BUFFER_BIT);
        accum(GL_RETURN, 1.0);
        glEndList();
        assert_eq!(gl.pixel(1, 1), [0; 4]);
        glCallList(1);
        assert_eq!(gl.pixel(1, 1), [255, 0, 0, 255]);
        gl.no_error();
    }

    #[test]
    fn framebuffer_objects_have_no_accumulation_buffer() {
        let _gl = with_accumulation();
        let (mut framebuffer, mut renderbuffer) = (0u32, 0u32);
        glGenFramebuffers(1, &raw mut framebuffer);
        glGenRenderbuffers(1, &raw mut renderbuffer);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
        // "if the DRAW_FRAMEBUFFER and READ_FRAMEBUFFER bindings … do not refer to the same object"
        accum(GL_ADD, 1.0);
        assert_eq!((glGetError(), bits()), (GL_INVALID_OPERATION, 16));
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        accum(GL_ADD, 1.0);
        assert_eq!((glGetError(), bits()), (GL_INVALID_FRAMEBUFFER_OPERATION, 0));
        glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
        accum(GL_ADD, 1.0);
        assert_eq!(glGetError(), GL_INVALID_OPERATION);
    }
}
