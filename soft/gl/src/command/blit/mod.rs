//! glBlitFramebuffer and glBlitNamedFramebuffer.

use crate::command::framebuffer::{self, Images};
use crate::command::pixels::transfer::set_alpha;
use crate::command::query;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_framebuffer_operation, invalid_operation, invalid_value};
use crate::object::format::InternalFormat;
use crate::object::image::Image;
use crate::tokens::*;
use base::image::Rectangle;
use base::image::Surface;
use base::image::blit::{Aspect, Corners, OrientedSurface, blit};
use base::image::clear::clear_color;
use base::image::format::Format;
use base::image::resolve::resolve;
use base::image::sampler::Filter;
use std::sync::Arc;

commands! {
    #[not_in_lists] fn glBlitFramebuffer(x0: i32, y0: i32, x1: i32, y1: i32, to_x0: i32, to_y0: i32, to_x1: i32, to_y1: i32, mask: u32, filter: u32)
        => bound;
    fn glBlitNamedFramebuffer(
        read: u32, draw: u32, x0: i32, y0: i32, x1: i32, y1: i32, to_x0: i32, to_y0: i32, to_x1: i32, to_y1: i32, mask: u32, filter: u32
    ) => named;
    alias glBlitFramebufferANGLE = glBlitFramebuffer;
    alias glBlitFramebufferNV = glBlitFramebuffer;
}

/// Implements glBlitFramebuffer.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn bound(
    context: &mut Context,
    x0: i32,
    y0: i32,
    x1: i32,
    y1: i32,
    to_x0: i32,
    to_y0: i32,
    to_x1: i32,
    to_y1: i32,
    mask: u32,
    filter: u32,
) -> Result<()> {
    let (from, to) = (Corners { x0, y0, x1, y1 }, Corners { x0: to_x0, y0: to_y0, x1: to_x1, y1: to_y1 });
    blit_framebuffers(context, from, to, mask, filter)
}

/// Implements glBlitNamedFramebuffer: binds the framebuffers during the blit.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn named(
    context: &mut Context,
    read: u32,
    draw: u32,
    x0: i32,
    y0: i32,
    x1: i32,
    y1: i32,
    to_x0: i32,
    to_y0: i32,
    to_x1: i32,
    to_y1: i32,
    mask: u32,
    filter: u32,
) -> Result<()> {
    let (read, draw) = (framebuffer::named(context, read)?, framebuffer::named(context, draw)?);
    let (from, to) = (Corners { x0, y0, x1, y1 }, Corners { x0: to_x0, y0: to_y0, x1: to_x1, y1: to_y1 });
    let before = (context.framebuffers.read, context.framebuffers.draw);
    (context.framebuffers.read, context.framebuffers.draw) = (read, draw);
    let outcome = blit_framebuffers(context, from, to, mask, filter);
    (context.framebuffers.read, context.framebuffers.draw) = before;
    outcome
}

/// Returns a format's class: signed integers, unsigned integers and all others are copied only within their class.
fn class(format: &InternalFormat) -> u32 {
    if format.is_integer() { format.component_type } else { GL_FLOAT }
}

/// Returns corners with their rows counted from the other end.
fn mirrored(corners: Corners, height: u32) -> Corners {
    let height = i32::try_from(height).unwrap_or(i32::MAX);
    Corners { y0: height.saturating_sub(corners.y0), y1: height.saturating_sub(corners.y1), ..corners }
}

fn blit_framebuffers(context: &Context, from: Corners, to: Corners, mask: u32, filter: u32) -> Result<()> {
    if mask & !(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) != 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if mask contains any bits other than COLOR_BUFFER_BIT, DEPTH_BUFFER_BIT, or \
              STENCIL_BUFFER_BIT. [GL 4.4, 18.3.1]",
        ));
    }
    // GL_EXT_framebuffer_multisample_blit_scaled adds filters that resolve and scale at once.
    let scaled = !context.is_es() && matches!(filter, GL_SCALED_RESOLVE_FASTEST_EXT | GL_SCALED_RESOLVE_NICEST_EXT);
    let linear = match filter {
        GL_NEAREST => false,
        GL_LINEAR => true,
        _ if scaled => true,
        _ => return Err(invalid_enum(&"An INVALID_ENUM error is generated if filter is not LINEAR or NEAREST. [GL 4.4, 18.3.1]")),
    };
    if linear && mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) != 0 {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if mask includes DEPTH_BUFFER_BIT or STENCIL_BUFFER_BIT, and filter is not NEAREST. \
              [GL 4.4, 18.3.1]",
        ));
    }
    if framebuffer::status(context, context.framebuffers.read, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(invalid_framebuffer_operation(
            &"An INVALID_FRAMEBUFFER_OPERATION error is generated if the objects bound to DRAW_FRAMEBUFFER_BINDING and \
              READ_FRAMEBUFFER_BINDING are not framebuffer complete [GL 4.4, 18.3.1]",
        ));
    }
    let images = framebuffer::images(context, context.framebuffers.draw)?;
    let wants = |bit: u32| mask & bit != 0;
    let color = framebuffer::read_color(context).filter(|_| wants(GL_COLOR_BUFFER_BIT));
    let depth = framebuffer::read_depth(context).filter(|_| wants(GL_DEPTH_BUFFER_BIT));
    let stencil = framebuffer::read_stencil(context).filter(|_| wants(GL_STENCIL_BUFFER_BIT));
    check_samples(context, &images, color.as_ref(), from, to, scaled)?;
    check(context, &images, color.as_ref(), depth.as_ref(), stencil.as_ref(), linear)?;
    // "all rendering commands described in section 2.4 are discarded and have no effect when issued between BeginConditionalRender and the
    // corresponding EndConditionalRender." [GL 4.4, 10.10]
    if query::rendering_discarded(context) {
        return Ok(());
    }
    let scissor = images.stored(context.state.scissor(0, images.width, images.height));
    let from = framebuffer::flipped_height(context).map_or(from, |height| mirrored(from, height));
    let to = if images.flipped { mirrored(to, images.height) } else { to };
    let filter = if linear { Filter::Linear } else { Filter::Nearest };
    if let Some(source) = color {
        let without_alpha = !source.format.has_alpha();
        for destination in images.colors.iter().flatten() {
            let source = read_view(context, &source);
            let target = write_view(context, destination);
            copy_samples(&source, &target, from, to, scissor, Aspect::Color, filter)?;
            let unused = destination.format.unused();
            if destination.format.has_alpha() && without_alpha || unused != [false; 4] {
                let area = target_area(&source, from, to, scissor);
                for sample in destination.surface.each_sample() {
                    clear_color(sample, area, [0; 4], unused);
                    if without_alpha {
                        set_alpha(sample, area);
                    }
                }
            }
        }
    }
    if let (Some(source), Some(stencils), Some(destination), Some(others)) = (&depth, &stencil, &images.depth, &images.stencil)
        && source.surface.format == destination.surface.format
        && are_one(source, stencils)
        && are_one(destination, others)
    {
        // The texels hold both.
        return copy_samples(&source.surface, &destination.surface, from, to, scissor, Aspect::Color, Filter::Nearest);
    }
    if let (Some(source), Some(destination)) = (depth, &images.depth) {
        copy_samples(&source.surface, &destination.surface, from, to, scissor, Aspect::Depth, Filter::Nearest)?;
    }
    if let (Some(source), Some(destination)) = (stencil, &images.stencil) {
        copy_samples(&source.surface, &destination.surface, from, to, scissor, Aspect::Stencil, Filter::Nearest)?;
    }
    Ok(())
}

/// Returns true if two images have the same texels.
fn are_one(one: &Image, other: &Image) -> bool {
    Arc::ptr_eq(&one.surface.memory, &other.surface.memory)
}

/// Checks the samples of both framebuffers, and the rectangles of multisampled ones.
fn check_samples(context: &Context, images: &Images, color: Option<&Image>, from: Corners, to: Corners, scaled: bool) -> Result<()> {
    let read = framebuffer::samples(context, context.framebuffers.read, true);
    if context.is_es() && images.samples > 0 {
        return Err(invalid_operation(
            &"If SAMPLE_BUFFERS for the draw framebuffer is greater than zero, an INVALID_OPERATION error is generated. [ES 3.0, 4.3.3]",
        ));
    }
    if context.is_es() && read > 0 {
        let differs = |destination: &Image| color.is_some_and(|source| !std::ptr::eq(source.format, destination.format));
        if from != to || images.colors.iter().flatten().any(differs) {
            return Err(invalid_operation(
                &"If SAMPLE_BUFFERS for the read framebuffer is one, no copy is performed and an INVALID_OPERATION error is generated if \
                  the formats of the read and draw framebuffers are not identical or if the source and destination rectangles are not \
                  defined with the same (X0, Y 0) and (X1, Y 1) bounds. [ES 3.0, 4.3.3]",
            ));
        }
    }
    let length = |start: i32, end: i32| (i64::from(end) - i64::from(start)).abs();
    let size = |corners: Corners| (length(corners.x0, corners.x1), length(corners.y0, corners.y1));
    if (read > 0 || images.samples > 0) && size(from) != size(to) && !scaled {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if either of the read or draw framebuffers is multisampled, and the dimensions of \
              the source and destination rectangles provided to BlitFramebuffer are not identical. [GL 4.4, 18.3.1]",
        ));
    }
    if scaled && (read == 0 || images.samples > 0) {
        return Err(invalid_operation(
            &"if the filter provided to BlitFramebuffer is SCALED_RESOLVE_FASTEST_EXT or SCALED_RESOLVE_NICEST_EXT, and if SAMPLE_BUFFERS \
              for the read framebuffer is zero or SAMPLE_BUFFERS for the draw framebuffer is greater than zero then no copy is performed \
              and an INVALID_OPERATION error is generated. [EXT_framebuffer_multisample_blit_scaled]",
        ));
    }
    if read > 0 && images.samples > 0 && read != images.samples {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if both the read and draw framebuffers are multisampled, and their respective values \
              of SAMPLES are not identical. [GL 4.4, 18.3.1]",
        ))
    } else {
        Ok(())
    }
}

/// Copies a rectangle of all samples. Several samples are resolved to one; one is replicated to several.
fn copy_samples(
    from: &Surface,
    into: &Surface,
    source: Corners,
    target: Corners,
    scissor: Rectangle,
    aspect: Aspect,
    filter: Filter,
) -> Result<()> {
    if from.samples() == into.samples() {
        for (from, into) in from.each_sample().zip(into.each_sample()) {
            copy(from, into, source, target, scissor, aspect, filter);
        }
        return Ok(());
    }
    let (x, y) = ((source.x0.min(source.x1), source.x0.max(source.x1)), (source.y0.min(source.y1), source.y0.max(source.y1)));
    let area = Rectangle { x0: x.0, y0: y.0, x1: x.1, y1: y.1 };
    let from = resolve(from, area).map_err(|_| NO_MEMORY)?;
    for into in into.each_sample() {
        copy(&from, into, source, target, scissor, aspect, filter);
    }
    Ok(())
}

/// Checks that the images can be copied to each other.
fn check(
    context: &Context,
    images: &Images,
    color: Option<&Image>,
    depth: Option<&Image>,
    stencil: Option<&Image>,
    linear: bool,
) -> Result<()> {
    if let Some(source) = color {
        for destination in images.colors.iter().flatten() {
            let same = context.is_es() && Arc::ptr_eq(&source.surface.memory, &destination.surface.memory);
            if class(source.format) != class(destination.format) || same {
                return Err(invalid_operation(
                    &"If the source and destination buffers are identical, an INVALID_OPERATION error is generated. [ES 3.0, 4.3.3] An \
                      INVALID_OPERATION error is generated if format conversions are not supported, which occurs under any of the \
                      following conditions: … The read buffer contains unsigned integer values and any draw buffer does not contain \
                      unsigned integer values. [GL 4.4, 18.3.1]",
                ));
            }
        }
        if linear && source.format.is_integer() {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if filter is LINEAR and read buffer contains integer data. [GL 4.4, 18.3.1]",
            ));
        }
    }
    for (source, destination) in [(depth, &images.depth), (stencil, &images.stencil)] {
        let same = |one: &Image, other: &Image| Arc::ptr_eq(&one.surface.memory, &other.surface.memory);
        if context.is_es() && source.zip(destination.as_ref()).is_some_and(|(source, destination)| same(source, destination)) {
            return Err(invalid_operation(
                &"If the source and destination buffers are identical, an INVALID_OPERATION error is generated. [ES 3.0, 4.3.3]",
            ));
        }
        if let (Some(source), Some(destination)) = (source, destination)
            && depths_differ(source.surface.format, destination.surface.format)
        {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if mask includes DEPTH_BUFFER_BIT or STENCIL_BUFFER_BIT, and the source and \
                  destination depth and stencil buffer formats do not match. [GL 4.4, 18.3.1]",
            ));
        }
    }
    Ok(())
}

/// Returns true if the depths of two formats that both have depth are stored otherwise. Stencil values are alike in all formats, and as drivers
/// do, one that only one side has does not count.
fn depths_differ(one: Format, other: Format) -> bool {
    let stored = |format: Format| match format {
        Format::Depth32fStencil8 => Format::Depth32f,
        format => format,
    };
    one.has_depth() && other.has_depth() && stored(one) != stored(other)
}

/// Returns true if sRGB is decoded and encoded: GL_FRAMEBUFFER_SRGB is enabled.
fn converts(context: &Context) -> bool {
    context.state.raster.framebuffer_srgb
}

fn plain(surface: &Surface) -> Surface {
    let format = if surface.format == Format::Srgb8Alpha8 { Format::Rgba8 } else { surface.format };
    surface.with_format(format)
}

fn read_view(context: &Context, image: &Image) -> Surface {
    if converts(context) { image.surface.clone() } else { plain(&image.surface) }
}

fn write_view(context: &Context, image: &Image) -> Surface {
    if converts(context) { image.surface.clone() } else { plain(&image.surface) }
}

fn copy(from: &Surface, into: &Surface, source: Corners, target: Corners, scissor: Rectangle, aspect: Aspect, filter: Filter) {
    let (source_side, target_side) = (OrientedSurface { surface: from, flipped: false }, OrientedSurface { surface: into, flipped: false });
    blit(source_side, target_side, source, target, scissor, aspect, filter);
}

/// Returns the part of a blit's target that it writes: within the scissor rectangle and where pixels come from inside the source.
fn target_area(source: &Surface, from: Corners, to: Corners, scissor: Rectangle) -> Rectangle {
    let (x0, x1) = covered((from.x0, from.x1), (to.x0, to.x1), (scissor.x0, scissor.x1), source.width);
    let (y0, y1) = covered((from.y0, from.y1), (to.y0, to.y1), (scissor.y0, scissor.y1), source.height);
    Rectangle { x0, y0, x1, y1 }
}

/// Returns one dimension of [`target_area`].
fn covered(from: (i32, i32), to: (i32, i32), scissor: (i32, i32), size: u32) -> (i32, i32) {
    let (mut low, mut high) = (to.0.min(to.1).max(scissor.0), to.0.max(to.1).min(scissor.1));
    let scale = (f64::from(from.1) - f64::from(from.0)) / (f64::from(to.1) - f64::from(to.0));
    let inside = |at: i32| {
        let source = (f64::from(at) + 0.5 - f64::from(to.0)) * scale + f64::from(from.0);
        source >= 0.0 && source < f64::from(size)
    };
    while low < high && !inside(low) {
        low += 1;
    }
    while low < high && !inside(high - 1) {
        high -= 1;
    }
    (low, high.max(low))
}

#[cfg(test)]
mod tests;
