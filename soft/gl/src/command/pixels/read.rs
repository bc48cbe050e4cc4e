//! glReadPixels.

use super::formats;
use super::groups::{self, Groups};
use super::memory::with_output;
use super::transfer::Pixels;
use crate::command::framebuffer;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NEGATIVE_COUNT, NO_MEMORY, Result, invalid_enum, invalid_framebuffer_operation, invalid_operation};
use crate::object::format::InternalFormat;
use crate::object::image::Image;
use crate::pointer::Out;
use crate::state::imaging::Filtered;
use crate::tokens::*;
use base::image::format::Format;
use base::image::names::{self, Swizzle};
use base::image::{Rectangle, Surface};

commands! {
    fn glReadPixels(x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: Out<u8>) => read;
    fn glReadnPixels(x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) => read_limited;
}

/// Checks that OpenGL ES can read colours in this format: one for each kind of framebuffer and one that the implementation chooses.
fn check_es(context: &Context, format: u32, ty: u32, internal: &InternalFormat) -> Result<()> {
    let fixed = match (internal.is_integer(), internal.component_type) {
        (true, GL_INT) => (format, ty) == (GL_RGBA_INTEGER, GL_INT),
        (true, _) => (format, ty) == (GL_RGBA_INTEGER, GL_UNSIGNED_INT),
        (false, GL_FLOAT) => (format, ty) == (GL_RGBA, GL_FLOAT),
        // "For 8bit signed normalized fixed-point rendering surfaces, the combination format RGBA and type BYTE is accepted. For a 16bit signed
        // normalized fixed point buffer, the combination RGBA and SHORT is accepted." [EXT_render_snorm]
        (false, GL_SIGNED_NORMALIZED) => (format, ty) == (GL_RGBA, if internal.bits[0] == 16 { GL_SHORT } else { GL_BYTE }),
        // "For 16bit unsigned normalized fixed-point rendering surfaces, the combination format RGBA and type UNSIGNED_SHORT is accepted in addition
        // to the combination format RGBA and type UNSIGNED_BYTE." [EXT_texture_norm16]
        (false, GL_UNSIGNED_NORMALIZED) if internal.bits[0] == 16 => {
            matches!((format, ty), (GL_RGBA, GL_UNSIGNED_BYTE | GL_UNSIGNED_SHORT))
        }
        // "Additionally, when the internal format of the rendering surface is RGB10_A2, a third combination of format RGBA and type
        // UNSIGNED_INT_2_10_10_10_REV is accepted." [ES 3.0, 4.3.2]
        _ if internal.token == GL_RGB10_A2 => matches!((format, ty), (GL_RGBA, GL_UNSIGNED_BYTE | GL_UNSIGNED_INT_2_10_10_10_REV)),
        _ => (format, ty) == (GL_RGBA, GL_UNSIGNED_BYTE),
    };
    // GL_EXT_read_format_bgra adds these.
    let bgra_types = [GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_4_4_4_4_REV, GL_UNSIGNED_SHORT_1_5_5_5_REV];
    let bgra = !internal.is_integer() && format == GL_BGRA && bgra_types.contains(&ty);
    let chosen = framebuffer::read_format(context).is_ok_and(|chosen| chosen == (format, ty));
    // OpenGL ES 2.0 reads every colour buffer as bytes.
    let old = context.config.version < (3, 0) && (format, ty) == (GL_RGBA, GL_UNSIGNED_BYTE);
    if fixed || bgra || chosen || old {
        Ok(())
    } else {
        Err(invalid_operation(
            &"ReadPixels generates an INVALID_OPERATION error if the combination of format and type is unsupported. [ES 3.0, 4.3.2]",
        ))
    }
}

/// Checks that OpenGL ES can read depths with a type.
fn check_es_depth(ty: u32, internal: &InternalFormat) -> Result<()> {
    let differs = invalid_operation(
        &"If the <type> is FLOAT and the depth buffer is not a float buffer, an INVALID_OPERATION error occurs. If the <type> is \
          UNSIGNED_SHORT or UNSIGNED_INT_24_8_OES and the depth buffer is a float buffer, an INVALID_OPERATION error occurs. \
          [NV_read_depth_stencil]",
    );
    let float = internal.component_type == GL_FLOAT;
    match ty {
        GL_FLOAT | GL_FLOAT_32_UNSIGNED_INT_24_8_REV if !float => Err(differs),
        GL_UNSIGNED_SHORT | GL_UNSIGNED_INT | GL_UNSIGNED_INT_24_8 if float => Err(differs),
        GL_FLOAT | GL_FLOAT_32_UNSIGNED_INT_24_8_REV | GL_UNSIGNED_SHORT | GL_UNSIGNED_INT | GL_UNSIGNED_INT_24_8 => Ok(()),
        _ => Err(invalid_enum(
            &"If the <type> is not UNSIGNED_SHORT, FLOAT, or UNSIGNED_INT_24_8_OES then the error INVALID_ENUM occurs. \
              [NV_read_depth_stencil]",
        )),
    }
}

/// Returns the image that pixels of a format are read from.
pub fn source(context: &Context, format: u32, ty: u32) -> Result<Image> {
    let no_buffer = invalid_operation(
        &"An INVALID_OPERATION error is generated if format is DEPTH_COMPONENT and there is no depth buffer; if format is STENCIL_INDEX \
          and there is no stencil buffer; or if format is DEPTH_STENCIL and either there is no depth buffer, or there is no stencil \
          buffer. [GL 4.4, 18.2.3]",
    );
    let depth = || {
        let image = framebuffer::read_depth(context).ok_or(no_buffer)?;
        if context.is_es() { check_es_depth(ty, image.format).map(|()| image) } else { Ok(image) }
    };
    match format {
        GL_DEPTH_COMPONENT => depth(),
        GL_STENCIL_INDEX => framebuffer::read_stencil(context).ok_or(no_buffer),
        GL_DEPTH_STENCIL => {
            framebuffer::read_stencil(context).ok_or(no_buffer)?;
            depth()
        }
        _ => {
            let image = framebuffer::read_color(context).ok_or(invalid_operation(
                &"An INVALID_OPERATION error is generated if format selects a color buffer while the read buffer is NONE, or if the GL is \
                  using a framebuffer object (the value of READ_FRAMEBUFFER_BINDING is non-zero) and the read buffer selects an attachment \
                  that has no image attached. [GL 4.4, 18.2.3]",
            ))?;
            if context.is_es() {
                check_es(context, format, ty, image.format)?;
            }
            formats::check_conversion(format, image.format)?;
            Ok(image)
        }
    }
}

/// Returns true if colours that are read as pixels of a format are clamped to 0 to 1. OpenGL ES has no such clamping.
fn clamps(context: &Context, format: u32, internal: &InternalFormat) -> bool {
    // "If clamp is TRUE, read color clamping is enabled; if clamp is FALSE, read color clamping is disabled. If clamp is FIXED_ONLY, read color
    // clamping is enabled if the selected read color buffer has fixed-point components." [GL 4.4, 18.2.8]
    // Unsigned fixed-point components are never outside of 0 to 1, but their sum is: "L = R + G + B" [GL 4.6, 18.2.7].
    let sums = matches!(format, GL_LUMINANCE | GL_LUMINANCE_ALPHA);
    match (context.state.clamp_read_color, internal.component_type) {
        _ if context.is_es() => false,
        (_, GL_UNSIGNED_NORMALIZED) if !sums => false,
        (GL_FIXED_ONLY, component_type) => matches!(component_type, GL_SIGNED_NORMALIZED | GL_UNSIGNED_NORMALIZED),
        (clamp, _) => clamp != 0,
    }
}

/// The texels that pixels come from.
struct Texels {
    /// The texels.
    surface: Surface,
    /// The component of each texel that red, green, blue and alpha come from.
    swizzle: Swizzle,
    /// The first texel.
    corner: [i32; 2],
    /// The texels of a row and the rows.
    size: [u32; 2],
}

/// Returns the texels of an area of an image, of that size, after pixel transfer; `None` if the histogram or minmax consumes them.
fn transferred(context: &Context, image: &Image, area: Rectangle, size: [u32; 2], format: u32) -> Result<Option<Texels>> {
    let (transfer, swizzle) = (&context.compat.pixel_transfer, image.format.returned());
    let corner = [area.x0, area.y0];
    if image.format.is_integer() || !transfer.changes(format) {
        return Ok(Some(Texels { surface: image.surface.clone(), swizzle, corner, size }));
    }
    if transfer.filtered_size(format, Filtered::TwoDimensions, size).is_none() {
        let surface = groups::transferred(&image.surface, swizzle, area, format, transfer, true)?;
        return Ok(surface.map(|surface| Texels { surface, swizzle: names::RGBA, corner, size }));
    }
    let colors = Groups::read_colors(&image.surface, swizzle, area, transfer)?;
    let (colors, size) = colors.process(transfer, Filtered::TwoDimensions, size)?;
    let surface = Surface::new(Format::Rgba32f, size[0], size[1]).map_err(|_| NO_MEMORY)?;
    colors.store(&surface, names::RGBA, [0; 2], size)?;
    Ok(Some(Texels { surface, swizzle: names::RGBA, corner: [0; 2], size }))
}

/// Reads a rectangle of the read framebuffer into memory of at most `limit` bytes.
fn read_pixels(
    context: &mut Context,
    [x, y, width, height]: [i32; 4],
    format: u32,
    ty: u32,
    limit: Option<i32>,
    pixels: Out<u8>,
) -> Result<()> {
    let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else { return Err(NEGATIVE_COUNT) };
    // "When the <type> is UNSIGNED_INT_24_8_OES the values read into the 8 stencil bits are undefined." [NV_read_depth_stencil]
    let packed = context.is_es() && (format, ty) == (GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8);
    let layout = if packed { GL_DEPTH_STENCIL } else { format };
    if context.is_es() && formats::is_integer(layout) && ty == GL_FLOAT {
        return Err(invalid_operation(
            &"if format is an integer format and type is FLOAT, HALF_FLOAT, or UNSIGNED_INT_10F_11F_11F_REV, the error INVALID_OPERATION \
              occurs. [ES 3.0, 4.3.2]",
        ));
    }
    if context.config.api == Api::Compatibility && format == GL_COLOR_INDEX {
        return formats::check_with_indices(format, ty).and(Err(invalid_operation(
            &"If format is COLOR_INDEX and the GL is in RGBA mode then an INVALID_OPERATION error is generated. \
              [GL 4.6 compatibility, 18.2.3]",
        )));
    }
    formats::check(layout, ty)?;
    if framebuffer::status(context, context.framebuffers.read, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(invalid_framebuffer_operation(
            &"An INVALID_FRAMEBUFFER_OPERATION error is generated if the object bound to READ_FRAMEBUFFER_BINDING is not framebuffer \
              complete [GL 4.4, 18.2.3]",
        ));
    }
    framebuffer::check_single_sampled(context)?;
    let right_top = [x.saturating_add_unsigned(width), y.saturating_add_unsigned(height)];
    let area = Rectangle { x0: x, y0: y, x1: right_top[0], y1: right_top[1] };
    let image = framebuffer::resolved(context, source(context, format, ty)?, area)?;
    let rectangle = |[x, y]: [i32; 2], [width, height]: [u32; 2]| {
        let store = context.pixels.pack;
        Pixels { x, y, width, height, format: layout, ty, store }
    };
    let whole = [width, height];
    let filtered = context.compat.pixel_transfer.filtered_size(format, Filtered::TwoDimensions, whole);
    let needed = rectangle([x, y], filtered.filter(|_| !image.format.is_integer()).unwrap_or(whole)).needed()?;
    let clamp = clamps(context, layout, image.format);
    let mut outcome = Ok(());
    with_output(context.buffers.pixel_pack.clone(), pixels, needed, ty, limit, |bytes| {
        outcome = transferred(context, &image, area, whole, format).and_then(|texels| match texels {
            Some(Texels { surface, swizzle, corner, size }) => rectangle(corner, size).pack(&surface, swizzle, clamp, bytes),
            None => Ok(()),
        });
    })?;
    outcome
}

/// Implements glReadPixels.
#[allow(clippy::too_many_arguments, reason = "the command's parameters")]
pub fn read(context: &mut Context, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: Out<u8>) -> Result<()> {
    read_pixels(context, [x, y, width, height], format, ty, None, pixels)
}

/// Implements glReadnPixels.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn read_limited(
    context: &mut Context,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    size: i32,
    pixels: Out<u8>,
) -> Result<()> {
    read_pixels(context, [x, y, width, height], format, ty, Some(size), pixels)
}
