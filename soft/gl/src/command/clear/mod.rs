//! glClear and glClearBuffer.

use crate::command::framebuffer::{self, Images};
use crate::command::query;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::limits;
use crate::object::image::Image;
use crate::pointer::In;
use crate::tokens::*;
use base::image::Rectangle;
use base::image::clear::clear_color;
use base::image::format::Format;
use base::image::later::{clear_color_later, clear_depth_stencil_later};

commands! {
    fn glClear(mask: u32) => clear;
    fn glClearColor(red: f32, green: f32, blue: f32, alpha: f32) => color;
    fn glClearColorIiEXT(red: i32, green: i32, blue: i32, alpha: i32) => color_integers;
    fn glClearColorIuiEXT(red: i32, green: i32, blue: i32, alpha: i32) => color_integers;
    fn glClearDepth(value: f64) => depth;
    fn glClearDepthf(value: f32) => depth_float;
    fn glClearStencil(value: i32) => stencil;
    fn glClearBufferfv(buffer: u32, index: i32, values: In<f32>) [if buffer == GL_COLOR { 4 } else { 1 }] => buffer_floats;
    fn glClearBufferiv(buffer: u32, index: i32, values: In<i32>) [if buffer == GL_COLOR { 4 } else { 1 }] => buffer_integers;
    fn glClearBufferuiv(buffer: u32, index: i32, values: In<u32>) [if buffer == GL_COLOR { 4 } else { 1 }] => buffer_unsigned;
    fn glClearBufferfi(buffer: u32, index: i32, depth: f32, stencil: i32) => buffer_both;
    fn glClearNamedFramebufferfv(framebuffer: u32, buffer: u32, index: i32, values: In<f32>) [if buffer == GL_COLOR { 4 } else { 1 }]
        => |context| clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Floats(values));
    fn glClearNamedFramebufferiv(framebuffer: u32, buffer: u32, index: i32, values: In<i32>) [if buffer == GL_COLOR { 4 } else { 1 }]
        => |context| clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Integers(values));
    fn glClearNamedFramebufferuiv(framebuffer: u32, buffer: u32, index: i32, values: In<u32>) [if buffer == GL_COLOR { 4 } else { 1 }]
        => |context| clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Unsigned(values));
    fn glClearNamedFramebufferfi(framebuffer: u32, buffer: u32, index: i32, depth: f32, stencil: i32)
        => |context| clear_buffer(context, framebuffer::named(context, framebuffer)?, buffer, index, Values::Both(depth, stencil));
}

/// Implements glClearColor.
pub fn color(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    context.clears.color = [red, green, blue, alpha];
    Ok(())
}

fn color_integers(context: &mut Context, red: i32, green: i32, blue: i32, alpha: i32) -> Result<()> {
    context.clears.color = [red, green, blue, alpha].map(|value| f32::from_bits(value as u32));
    Ok(())
}

/// Implements glClearDepth. A depth buffer holds no NaN, so NaN clears to 0.
fn depth(context: &mut Context, depth: f64) -> Result<()> {
    context.clears.depth = if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) };
    Ok(())
}

/// Implements glClearDepthf.
pub fn depth_float(context: &mut Context, value: f32) -> Result<()> {
    depth(context, value.into())
}

fn stencil(context: &mut Context, value: i32) -> Result<()> {
    context.clears.stencil = value;
    Ok(())
}

/// Returns the images of a framebuffer and the area to clear; `None` if rasterization is discarded, which discards clears too.
fn open(context: &Context, framebuffer: u32) -> Result<Option<(Images, Rectangle)>> {
    // "all rendering commands described in section 2.4 are discarded and have no effect when issued between BeginConditionalRender and the
    // corresponding EndConditionalRender." [GL 4.4, 10.10]
    if query::rendering_discarded(context) {
        return Ok(None);
    }
    let images = framebuffer::images(context, framebuffer)?;
    // "In selection mode, framebuffer updates as described in chapter 9 are not performed." [GL 4.6 compatibility, 21.2] Feedback has the same rule.
    if context.compat.render_mode.mode != GL_RENDER {
        return Ok(None);
    }
    let area = images.stored(context.state.scissor(0, images.width, images.height));
    Ok((!context.state.raster.rasterizer_discard).then_some((images, area)))
}

/// Clears one colour image within the write mask of its draw buffer. `color` holds bits: floats, or integers for integer formats.
fn clear_image(context: &mut Context, image: &Image, index: usize, area: Rectangle, mut color: [u32; 4]) {
    let mut mask = context.state.raster.blend.get(index).map_or([true; 4], |blend| blend.write_mask);
    let mut format = image.surface.format;
    if !image.format.has_alpha() {
        // Stored alpha stays 1, so that a clear of all components writes whole words.
        color[3] = if image.format.is_integer() { 1 } else { 1.0_f32.to_bits() };
        mask[3] = mask[0] && mask[1] && mask[2];
    }
    for component in (0..4).filter(|&component| image.format.unused()[component]) {
        (color[component], mask[component]) = (0, true);
    }
    if format == Format::Srgb8Alpha8 && !context.state.raster.framebuffer_srgb {
        format = Format::Rgba8;
    }
    for sample in image.surface.each_sample() {
        clear_color_later(&sample.with_format(format), area, color, mask);
        context.fills.add(&sample.memory);
    }
}

fn clear_depth_and_stencil(context: &mut Context, images: &Images, area: Rectangle, depth: Option<f32>, stencil: Option<i32>) {
    let raster = &context.state.raster;
    let depth = depth.filter(|_| raster.depth_write).map(|depth| if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) });
    let stencil = stencil.map(|value| (value as u8, raster.stencil[0].write_mask)).filter(|&(_, mask)| mask != 0);
    let mut clear = |image: &Image, depth, stencil| {
        for sample in image.surface.each_sample() {
            clear_depth_stencil_later(sample, area, depth, stencil);
            context.fills.add(&sample.memory);
        }
    };
    let depth_image = images.depth.as_ref().filter(|_| depth.is_some());
    let stencil_image = images.stencil.as_ref().filter(|_| stencil.is_some());
    match (depth_image, stencil_image) {
        // A surface that holds both is filled once.
        (Some(one), Some(two)) if std::sync::Arc::ptr_eq(&one.surface.memory, &two.surface.memory) => {
            clear(one, depth, stencil);
        }
        _ => {
            if let Some(image) = depth_image {
                // The stencil bits of a format without stencil are unused: writing whole words is faster.
                let hidden = (!image.format.has_stencil()).then_some((0, 0xFF));
                clear(image, depth, hidden);
            }
            if let Some(image) = stencil_image {
                clear(image, None, stencil);
            }
        }
    }
}

/// Implements glClear.
pub fn clear(context: &mut Context, mask: u32) -> Result<()> {
    let mut known = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    if context.config.api == Api::Compatibility {
        known |= GL_ACCUM_BUFFER_BIT;
    }
    if mask & !known != 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if buf contains any bits other than ACCUM_BUFFER_BIT, COLOR_BUFFER_BIT, \
              DEPTH_BUFFER_BIT, or STENCIL_BUFFER_BIT. [GL 4.4, 17.4.3]",
        ));
    }
    let Some((images, area)) = open(context, context.framebuffers.draw)? else { return Ok(()) };
    let color = (mask & GL_COLOR_BUFFER_BIT != 0).then_some(context.clears.color.map(f32::to_bits));
    let depth = (mask & GL_DEPTH_BUFFER_BIT != 0).then_some(context.clears.depth as f32);
    let stencil = (mask & GL_STENCIL_BUFFER_BIT != 0).then_some(context.clears.stencil);
    // "If a buffer is not present, then a Clear directed at that buffer has no effect." [GL 4.6 compatibility, 17.4.3]
    if mask & GL_ACCUM_BUFFER_BIT != 0
        && let Some(sums) = framebuffer::accumulation(context)?
    {
        clear_color(&sums, area, context.clears.accumulation.map(f32::to_bits), [true; 4]);
    }
    images.each_layer(|images| {
        if let Some(color) = color {
            for (index, image) in images.colors.iter().enumerate() {
                if let Some(image) = image {
                    clear_image(context, image, index, area, color);
                }
            }
        }
        clear_depth_and_stencil(context, images, area, depth, stencil);
    });
    Ok(())
}

/// The values of glClearBuffer.
#[derive(Clone, Copy)]
enum Values {
    /// Of glClearBufferfv.
    Floats(In<f32>),
    /// Of glClearBufferiv.
    Integers(In<i32>),
    /// Of glClearBufferuiv.
    Unsigned(In<u32>),
    /// Depth and stencil of glClearBufferfi.
    Both(f32, i32),
}

impl Values {
    /// Returns a colour's bits if the values are of the image's type; `None` otherwise, which the specification leaves undefined. Between signed
    /// and unsigned integers there is a conversion: values that the image's type cannot represent are clamped.
    fn color(self, image: &Image) -> Option<[u32; 4]> {
        let ty = if image.format.is_integer() { image.format.component_type } else { GL_FLOAT };
        match self {
            Values::Floats(values) if ty == GL_FLOAT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0.0).to_bits())),
            Values::Integers(values) if ty == GL_INT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0) as u32)),
            Values::Unsigned(values) if ty == GL_UNSIGNED_INT => Some(std::array::from_fn(|index| values.at(index).unwrap_or(0))),
            Values::Integers(values) if ty == GL_UNSIGNED_INT => {
                Some(std::array::from_fn(|index| values.at(index).unwrap_or(0).max(0) as u32))
            }
            Values::Unsigned(values) if ty == GL_INT => {
                Some(std::array::from_fn(|index| values.at(index).unwrap_or(0).min(i32::MAX as u32)))
            }
            _ => None,
        }
    }
}

/// Clears one buffer of a framebuffer to values.
fn clear_buffer(context: &mut Context, framebuffer: u32, buffer: u32, index: i32, values: Values) -> Result<()> {
    let takes = match buffer {
        GL_COLOR => !matches!(values, Values::Both(..)),
        GL_DEPTH => matches!(values, Values::Floats(_)),
        GL_STENCIL => matches!(values, Values::Integers(_)),
        GL_DEPTH_STENCIL => matches!(values, Values::Both(..)),
        _ => false,
    };
    if !takes {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated by ClearBuffer{if ui}v if buffer is not COLOR, DEPTH, or STENCIL. An INVALID_ENUM error \
              is generated by ClearBufferfi if buffer is not DEPTH_STENCIL. [GL 4.4, 17.4.3.1] GL_INVALID_ENUM is generated by \
              glClearBufferiv and glClearNamedFramebufferiv buffer is not GL_COLOR or GL_STENCIL. [reference page glClearBuffer]",
        ));
    }
    let count = if buffer == GL_COLOR { limits::MAX_DRAW_BUFFERS } else { 1 };
    let index = usize::try_from(index).ok().filter(|&index| index < count).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if buffer is COLOR and drawbuffer is negative, or greater than the value of MAX_DRAW_BUFFERS \
          minus one; or if buffer is DEPTH, STENCIL, or DEPTH_STENCIL and drawbuffer is not zero. [GL 4.4, 17.4.3.1]",
    ))?;
    let Some((images, area)) = open(context, framebuffer)? else { return Ok(()) };
    if buffer == GL_COLOR {
        // GL_LEFT and GL_FRONT_AND_BACK as draw buffer 0 name two images; draw buffer 1 is then GL_NONE.
        let is_two = framebuffer == 0 && context.framebuffers.get(0).draw_buffers[1] == GL_NONE && images.colors[1].is_some();
        let numbers = match index {
            0 if is_two => 0..2,
            1 if is_two => 0..0,
            _ => index..index + 1,
        };
        images.each_layer(|images| {
            for image in images.colors[numbers.clone()].iter().flatten() {
                if let Some(color) = values.color(image) {
                    clear_image(context, image, index, area, color);
                }
            }
        });
        return Ok(());
    }
    let (depth, stencil) = match values {
        Values::Floats(values) => (values.first(), None),
        Values::Integers(values) => (None, values.first()),
        Values::Both(depth, stencil) => (Some(depth), Some(stencil)),
        Values::Unsigned(_) => (None, None),
    };
    images.each_layer(|images| clear_depth_and_stencil(context, images, area, depth, stencil));
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

#[cfg(test)]
mod tests;
#[cfg(test)]
mod waiting_tests;
