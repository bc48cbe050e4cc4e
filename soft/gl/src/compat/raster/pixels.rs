//! glDrawPixels and glCopyPixels. Colors and depths become fragments; stencil indices, alone or with depths, go to the buffers at once.

use super::fragments::{draw, feed_back, snapped};
use super::stencil;
use crate::command::framebuffer;
use crate::command::pixels::formats::{components, is_integer, type_bytes};
use crate::command::pixels::groups::{Groups, MemoryPixels, inside};
use crate::command::pixels::memory::with_unpack;
use crate::command::pixels::recording::with_memory;
use crate::command::pixels::{formats, read};
use crate::command::query;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_framebuffer_operation, invalid_operation, invalid_value};
use crate::pointer::In;
use crate::state::imaging::Filtered;
use crate::tokens::*;
use base::image::Rectangle;
use shader::pipeline::pixel_rectangle::{PixelRectangle, RectangleValues};
use std::sync::Arc;

commands! {
    #[records_itself] fn glDrawPixels(width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>) => draw_pixels;
    fn glCopyPixels(x: i32, y: i32, width: i32, height: i32, what: u32) => copy_pixels;
}

/// Returns a size that is not negative.
fn size(width: i32, height: i32) -> Result<[u32; 2]> {
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => Ok([width, height]),
        _ => Err(invalid_value(&"An INVALID_VALUE error is generated if width or height is negative. [GL 4.6 compatibility, 18.1]")),
    }
}

/// Checks that pixels of a format and a type can be drawn.
fn check_format(format: u32, ty: u32) -> Result<()> {
    if is_integer(format) && components(format).is_some() && type_bytes(ty).is_some() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if format contains integer components, as shown in table 8.8. \
              [GL 4.6 compatibility, 18.1]",
        ));
    }
    formats::check_with_indices(format, ty)
}

/// Checks that the draw framebuffer is complete and has the buffers that groups of a format are written to.
fn check_buffers(context: &Context, format: u32) -> Result<()> {
    let targets = framebuffer::targets(context)?;
    let no_buffer = invalid_operation(
        &"An INVALID_OPERATION error is generated if the format argument is STENCIL_INDEX and there is no stencil buffer, or if format is \
          DEPTH_STENCIL and there is not both a depth buffer and a stencil buffer. [GL 4.6 compatibility, 18.1.4]",
    );
    match format {
        GL_STENCIL_INDEX if targets.stencil.is_none() => Err(no_buffer),
        GL_DEPTH_STENCIL if targets.stencil.is_none() || targets.depth.is_none() => Err(no_buffer),
        _ => Ok(()),
    }
}

/// Draws groups at the raster position, which `offset` groups precede.
fn draw_groups(context: &mut Context, groups: Groups, [width, height]: [u32; 2], offset: [i32; 2]) -> Result<()> {
    let (position, zoom) = (context.compat.raster.position, context.compat.raster.zoom);
    if !context.compat.raster.valid || width == 0 || height == 0 || zoom.contains(&0.0) {
        return Ok(());
    }
    let corner: [f32; 2] = std::array::from_fn(|axis| snapped(position[axis]) + zoom[axis] * offset[axis] as f32);
    let rectangle = |values: RectangleValues| PixelRectangle { corner, zoom, width, height, values };
    let pixels = match groups {
        Groups::Colors(colors) => rectangle(RectangleValues::Colors(colors)),
        Groups::Depths(depths) => rectangle(RectangleValues::Depths(depths)),
        Groups::Stencils(stencils) => {
            let pairs = stencils.into_iter().map(|stencil| (None, stencil)).collect();
            return stencil::write(context, &stencil::Pairs { corner, zoom, width, height, pairs });
        }
        Groups::DepthStencils(pairs) => {
            let pairs = pairs.into_iter().map(|(depth, stencil)| (Some(depth), stencil)).collect();
            return stencil::write(context, &stencil::Pairs { corner, zoom, width, height, pairs });
        }
    };
    let end = [corner[0] + zoom[0] * width as f32, corner[1] + zoom[1] * height as f32];
    draw(context, &[[corner[0], corner[1], end[0], end[1]]], Some(Arc::new(pixels)))
}

fn draw_pixels(context: &mut Context, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>) -> Result<()> {
    let checked = move || size(width, height).and_then(|size| check_format(format, ty).map(|()| size));
    let element = if ty == GL_BITMAP { GL_UNSIGNED_BYTE } else { ty };
    // A display list records wrong arguments, and raises their errors when it is called.
    let needed = checked().map_or(Ok(0), |size| MemoryPixels::new(size, format, ty, &context.pixels.unpack).needed())?;
    with_memory(context, needed, element, pixels, move |context, pixels| {
        let size = checked()?;
        check_buffers(context, format)?;
        let memory = MemoryPixels::new(size, format, ty, &context.pixels.unpack);
        if feed_back(context, GL_DRAW_PIXEL_TOKEN) {
            return Ok(());
        }
        let transfer = &context.compat.pixel_transfer;
        let groups = with_unpack(context.buffers.pixel_unpack.clone(), pixels, memory.needed()?, element, |bytes| {
            memory.groups(bytes, transfer)?.process(transfer, Filtered::TwoDimensions, size)
        })?;
        match groups.transpose()? {
            Some((groups, size)) => draw_groups(context, groups, size, [0, 0]),
            None => Ok(()),
        }
    })
}

fn copy_pixels(context: &mut Context, x: i32, y: i32, width: i32, height: i32, what: u32) -> Result<()> {
    let [width, height] = size(width, height)?;
    // "type must be one of COLOR, STENCIL, DEPTH, or DEPTH_STENCIL" [GL 4.6 compatibility, 18.3.1]
    let format = match what {
        GL_COLOR => GL_RGBA,
        GL_DEPTH => GL_DEPTH_COMPONENT,
        GL_STENCIL => GL_STENCIL_INDEX,
        // "If the <type> is any of DEPTH_STENCIL_NV, DEPTH_STENCIL_TO_RGBA_NV, or DEPTH_STENCIL_TO_BGRA_NV, it is as if the <format> were
        // DEPTH_STENCIL_NV." [NV_copy_depth_to_color]
        GL_DEPTH_STENCIL | GL_DEPTH_STENCIL_TO_RGBA_NV | GL_DEPTH_STENCIL_TO_BGRA_NV => GL_DEPTH_STENCIL,
        _ => {
            return Err(invalid_enum(
                &"If a command that requires an enumerated value is passed a symbolic constant that is never allowable for that command, \
                  an INVALID_ENUM error is generated. [GL 4.4, 2.3.1]",
            ));
        }
    };
    if framebuffer::status(context, context.framebuffers.read, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(invalid_framebuffer_operation(
            &"An INVALID_FRAMEBUFFER_OPERATION error is generated if the object bound to READ_FRAMEBUFFER_BINDING (see section 9) is not \
              framebuffer complete [GL 4.6 compatibility, 18.3.1]",
        ));
    }
    framebuffer::check_single_sampled(context)?;
    // The buffers that both framebuffers have: "Table 18.4: Effective ReadPixels format for DEPTH_STENCIL CopyPixels operation".
    let effective = match (what, framebuffer::read_depth(context), framebuffer::read_stencil(context)) {
        (GL_DEPTH_STENCIL, None, Some(_)) => GL_STENCIL_INDEX,
        (GL_DEPTH_STENCIL, Some(_), None) => GL_DEPTH_COMPONENT,
        _ => format,
    };
    let to_colors = matches!(what, GL_DEPTH_STENCIL_TO_RGBA_NV | GL_DEPTH_STENCIL_TO_BGRA_NV);
    check_buffers(context, if to_colors { GL_RGBA } else { effective })?;
    // "The error INVALID_OPERATION is generated if CopyPixels is called where type is DEPTH_STENCIL_TO_RGBA_NV or DEPTH_STENCIL_TO_BGRA_NV and
    // there is not both a depth buffer and a stencil buffer." [NV_copy_depth_to_color]
    let image = read::source(context, effective, GL_FLOAT)?;
    if query::rendering_discarded(context) || feed_back(context, GL_COPY_PIXEL_TOKEN) {
        return Ok(());
    }
    let area = Rectangle { x0: x, y0: y, x1: x.saturating_add_unsigned(width), y1: y.saturating_add_unsigned(height) };
    let transfer = &context.compat.pixel_transfer;
    let is_filtered = transfer.filtered_size(effective, Filtered::TwoDimensions, [width, height]).is_some();
    // A filter reads pixels beside those that the framebuffer has.
    let area = if is_filtered { area } else { inside(&image.surface, area) };
    let image = framebuffer::resolved(context, image, area)?;
    let (surface, swizzle) = (&image.surface, image.format.swizzle());
    let groups = match is_filtered {
        true => Groups::read_colors(surface, swizzle, area, transfer)?,
        false => Groups::read(surface, swizzle, area, effective, transfer)?,
    };
    let size = [(area.x1 - area.x0) as u32, (area.y1 - area.y0) as u32];
    let (groups, size) = match to_colors {
        true => (groups.packed_colors(what == GL_DEPTH_STENCIL_TO_BGRA_NV)?, size),
        false => groups.process(transfer, Filtered::TwoDimensions, size)?,
    };
    draw_groups(context, groups, size, [area.x0.saturating_sub(x), area.y0.saturating_sub(y)])
}
