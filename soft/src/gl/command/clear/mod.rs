//! glClear and glClearBuffer.

use crate::gl::command::framebuffer::{self, Images};
use crate::gl::command::query;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::texture::Level;
use crate::gl::pointer::In;
use crate::image::Rectangle;
use crate::image::clear::{clear_color, clear_depth_stencil};
use crate::image::format::Format;
use crate::tokens::*;

commands! {
    fn glClear(mask: u32) => clear;
    fn glClearColor(red: f32, green: f32, blue: f32, alpha: f32) => color;
    fn glClearColorIiEXT(red: i32, green: i32, blue: i32, alpha: i32) => color_integers;
    fn glClearColorIuiEXT(red: i32, green: i32, blue: i32, alpha: i32) => color_integers;
    fn glClearDepth(value: f64) => depth;
    fn glClearDepthf(value: f32) => depth_float;
    fn glClearStencil(value: i32) => stencil;
    fn glClearBufferfv(buffer: u32, index: i32, values: In<f32>) => buffer_floats [if buffer == GL_COLOR { 4 } else { 1 }];
    fn glClearBufferiv(buffer: u32, index: i32, values: In<i32>) => buffer_integers [if buffer == GL_COLOR { 4 } else { 1 }];
    fn glClearBufferuiv(buffer: u32, index: i32, values: In<u32>) => buffer_unsigned [if buffer == GL_COLOR { 4 } else { 1 }];
    fn glClearBufferfi(buffer: u32, index: i32, depth: f32, stencil: i32) => buffer_both;
    fn glClearNamedFramebufferfv(framebuffer: u32, buffer: u32, index: i32, values: In<f32>) => named_floats;
    fn glClearNamedFramebufferiv(framebuffer: u32, buffer: u32, index: i32, values: In<i32>) => named_integers;
    fn glClearNamedFramebufferuiv(framebuffer: u32, buffer: u32, index: i32, values: In<u32>) => named_unsigned;
    fn glClearNamedFramebufferfi(framebuffer: u32, buffer: u32, index: i32, depth: f32, stencil: i32) => named_both;
    alias glClearDepthfOES = glClearDepthf;
}

fn color(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    context.clears.color = [red, green, blue, alpha];
    Ok(())
}

fn color_integers(context: &mut Context, red: i32, green: i32, blue: i32, alpha: i32) -> Result<()> {
    context.clears.color = [red, green, blue, alpha].map(|value| f32::from_bits(value as u32));
    Ok(())
}

/// Not a number is nothing that a depth buffer could hold: it clears to 0.
fn depth(context: &mut Context, depth: f64) -> Result<()> {
    context.clears.depth = if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) };
    Ok(())
}

fn depth_float(context: &mut Context, value: f32) -> Result<()> {
    depth(context, value.into())
}

fn stencil(context: &mut Context, value: i32) -> Result<()> {
    context.clears.stencil = value;
    Ok(())
}

/// The images of a framebuffer and what of them may be cleared; None where rasterisation is discarded: then clears are too.
fn open(context: &Context, framebuffer: u32) -> Result<Option<(Images, Rectangle)>> {
    // "… Clear and ClearBuffer* … have no effect" while conditional rendering discards.
    if query::rendering_discarded(context) {
        return Ok(None);
    }
    let images = framebuffer::images(context, framebuffer)?;
    let area = context.state.scissor(0, images.width, images.height);
    Ok((!context.state.raster.rasterizer_discard).then_some((images, area)))
}

/// Clears one colour image within the write mask of its draw buffer. `color` is bits: floats, or integers for integer formats.
fn clear_image(context: &Context, image: &Level, index: usize, area: Rectangle, mut color: [u32; 4]) {
    let mut mask = context.state.raster.blend.get(index).map_or([true; 4], |blend| blend.write_mask);
    let mut surface = image.surface.clone();
    if !image.format.has_alpha() {
        // Stored alpha stays one: then a clear of all components is one of whole words.
        color[3] = if image.format.is_integer() { 1 } else { 1.0_f32.to_bits() };
        mask[3] = mask[0] && mask[1] && mask[2];
    }
    if surface.format == Format::Srgb8Alpha8 && !context.state.raster.framebuffer_srgb {
        surface.format = Format::Rgba8;
    }
    clear_color(&surface, area, color, mask);
}

fn clear_depth_and_stencil(context: &Context, images: &Images, area: Rectangle, depth: Option<f32>, stencil: Option<i32>) {
    let raster = &context.state.raster;
    let depth = depth.filter(|_| raster.depth_write).map(|depth| if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) });
    let stencil = stencil.map(|value| (value as u8, raster.stencil[0].write_mask)).filter(|&(_, mask)| mask != 0);
    let depth_image = images.depth.as_ref().filter(|_| depth.is_some());
    let stencil_image = images.stencil.as_ref().filter(|_| stencil.is_some());
    match (depth_image, stencil_image) {
        // One surface of both is filled once.
        (Some(one), Some(two)) if std::sync::Arc::ptr_eq(&one.surface.memory, &two.surface.memory) => {
            clear_depth_stencil(&one.surface, area, depth, stencil);
        }
        _ => {
            if let Some(image) = depth_image {
                // The stencil bits of a format without stencil are unused: writing whole words is faster.
                let hidden = (!image.format.has_stencil()).then_some((0, 0xFF));
                clear_depth_stencil(&image.surface, area, depth, hidden);
            }
            if let Some(image) = stencil_image {
                clear_depth_stencil(&image.surface, area, None, stencil);
            }
        }
    }
}

/// Implements glClear.
pub fn clear(context: &mut Context, mask: u32) -> Result<()> {
    let mut known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    if context.config.api == Api::Compatibility {
        // There is no accumulation buffer: clearing it is nothing.
        known |= GL_ACCUM_BUFFER_BIT;
    }
    if mask & !known != 0 {
        return Err(GL_INVALID_VALUE);
    }
    let Some((images, area)) = open(context, context.framebuffers.draw)? else { return Ok(()) };
    if mask & GL_COLOR_BUFFER_BIT != 0 {
        let color = context.clears.color.map(f32::to_bits);
        for (index, image) in images.colors.iter().enumerate() {
            if let Some(image) = image {
                clear_image(context, image, index, area, color);
            }
        }
    }
    let depth = (mask & GL_DEPTH_BUFFER_BIT != 0).then_some(context.clears.depth as f32);
    let stencil = (mask & GL_STENCIL_BUFFER_BIT != 0).then_some(context.clears.stencil);
    clear_depth_and_stencil(context, &images, area, depth, stencil);
    Ok(())
}

/// Values of glClearBuffer.
#[derive(Clone, Copy)]
enum Values {
    Floats(In<f32>),
    Integers(In<i32>),
    Unsigned(In<u32>),
    Both(f32, i32),
}

impl Values {
    /// A colour's bits, if the values are of the image's kind; others are undefined by the specification and do nothing.
    fn color(self, image: &Level) -> Option<[u32; 4]> {
        let ty = if image.format.is_integer() { image.format.component_type } else { GL_FLOAT };
        match self {
            Values::Floats(values) if ty == GL_FLOAT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0.0).to_bits())),
            Values::Integers(values) if ty == GL_INT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0) as u32)),
            Values::Unsigned(values) if ty == GL_UNSIGNED_INT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0))),
            _ => None,
        }
    }
}

fn clear_buffer(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, values: Values) -> Result<()> {
    let takes = match buffer {
        GL_COLOR => !matches!(values, Values::Both(..)),
        GL_DEPTH => matches!(values, Values::Floats(_)),
        GL_STENCIL => matches!(values, Values::Integers(_)),
        GL_DEPTH_STENCIL => matches!(values, Values::Both(..)),
        _ => false,
    };
    if !takes {
        return Err(GL_INVALID_ENUM);
    }
    let count = if buffer == GL_COLOR { limits::MAX_DRAW_BUFFERS } else { 1 };
    let index = usize::try_from(index).ok().filter(|&index| index < count).ok_or(GL_INVALID_VALUE)?;
    let Some((images, area)) = open(context, framebuffer)? else { return Ok(()) };
    if buffer == GL_COLOR {
        if let Some(image) = &images.colors[index]
            && let Some(color) = values.color(image)
        {
            clear_image(context, image, index, area, color);
        }
        return Ok(());
    }
    let (depth, stencil) = match values {
        Values::Floats(values) => (values.first(), None),
        Values::Integers(values) => (None, values.first()),
        Values::Both(depth, stencil) => (Some(depth), Some(stencil)),
        Values::Unsigned(_) => (None, None),
    };
    clear_depth_and_stencil(context, &images, area, depth, stencil);
    Ok(())
}

/// Implements glClearBufferfv.
pub(super) fn buffer_floats(context: &mut Context, buffer: u32, index: i32, values: In<f32>) -> Result<()> {
    clear_buffer(context, context.framebuffers.draw, buffer, index, Values::Floats(values))
}

fn buffer_integers(context: &mut Context, buffer: u32, index: i32, values: In<i32>) -> Result<()> {
    clear_buffer(context, context.framebuffers.draw, buffer, index, Values::Integers(values))
}

fn buffer_unsigned(context: &mut Context, buffer: u32, index: i32, values: In<u32>) -> Result<()> {
    clear_buffer(context, context.framebuffers.draw, buffer, index, Values::Unsigned(values))
}

/// Implements glClearBufferfi.
pub(super) fn buffer_both(context: &mut Context, buffer: u32, index: i32, depth: f32, stencil: i32) -> Result<()> {
    clear_buffer(context, context.framebuffers.draw, buffer, index, Values::Both(depth, stencil))
}

fn named_floats(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, values: In<f32>) -> Result<()> {
    clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Floats(values))
}

fn named_integers(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, values: In<i32>) -> Result<()> {
    clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Integers(values))
}

fn named_unsigned(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, values: In<u32>) -> Result<()> {
    clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Unsigned(values))
}

fn named_both(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, depth: f32, stencil: i32) -> Result<()> {
    clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Both(depth, stencil))
}

#[cfg(test)]
mod tests;
