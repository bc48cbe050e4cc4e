//! glCopyImageSubData: copies texels from one image to another, bit for bit.

use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::format::InternalFormat;
use crate::gl::object::image::Image;
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    fn glCopyImageSubData(
        source: u32, source_target: u32, source_level: i32, source_x: i32, source_y: i32, source_z: i32,
        into: u32, into_target: u32, into_level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32
    ) => copy_image_sub_data;
    alias glCopyImageSubDataNV = glCopyImageSubData;
    alias glCopyImageSubDataEXT = glCopyImageSubData;
    alias glCopyImageSubDataOES = glCopyImageSubData;
}

/// Returns the image of a name, target and level.
fn image(context: &Context, name: u32, target: u32, level: i32) -> Result<Image> {
    if target == GL_RENDERBUFFER {
        // "An INVALID_VALUE error is generated if either name does not correspond to a valid renderbuffer or texture object according to the
        // corresponding target parameter." [GL 4.4, 18.3.2]
        let contents = context.share.renderbuffer(name).map_err(|_| GL_INVALID_VALUE)?.contents().clone();
        // "An INVALID_VALUE error is generated if srcLevel and dstLevel are not valid levels for the corresponding images." [GL 4.4, 18.3.2]
        if level != 0 {
            return Err(GL_INVALID_VALUE);
        }
        // No specification names the error for a renderbuffer without storage: as for an incomplete texture, the driver raises
        // "INVALID_OPERATION".
        let (surface, format) = contents.surface.zip(contents.format).ok_or(GL_INVALID_OPERATION)?;
        return Ok(Image { surface, format });
    }
    // "An INVALID_ENUM error is generated if either target is not RENDERBUFFER or a valid non-proxy texture target; is TEXTURE_BUFFER or one of
    // the cubemap face selectors described in table 8.26; or if the target does not match the type of the object." [GL 4.4, 18.3.2]
    let kind = super::binding::kind(context, target)?;
    if kind == TextureKind::Buffer {
        return Err(GL_INVALID_ENUM);
    }
    // "An INVALID_VALUE error is generated if either name does not correspond to a valid renderbuffer or texture object according to the
    // corresponding target parameter." [GL 4.4, 18.3.2]
    let texture = context.share.texture(name).map_err(|_| GL_INVALID_VALUE)?;
    if texture.kind != kind {
        return Err(GL_INVALID_ENUM);
    }
    let levels = if kind == TextureKind::Rect { 1 } else { limits::MAX_TEXTURE_LEVELS };
    // "An INVALID_VALUE error is generated if srcLevel and dstLevel are not valid levels for the corresponding images." [GL 4.4, 18.3.2]
    let level = usize::try_from(level).ok().filter(|&level| level < levels).ok_or(GL_INVALID_VALUE)?;
    let base = texture.contents().base_level as usize;
    // "An INVALID_OPERATION error is generated if either object is a texture and the texture is not complete" [GL 4.4, 18.3.2]
    texture.image(base, 0).ok_or(GL_INVALID_OPERATION)?;
    texture.image(level, 0).ok_or(GL_INVALID_VALUE)
}

/// Returns the bits of a colour texel, which identify a format's compatibility class; `None` for formats without a class.
fn class(format: &InternalFormat) -> Option<u32> {
    let bits = match format.token {
        // The table for texture views lists them in no class: each is compatible with itself alone.
        GL_RGB565 | GL_RGBA4 | GL_RGB5_A1 | GL_R3_G3_B2 | GL_RGBA2 | GL_RGBA12 | GL_BGRA8_EXT => return None,
        GL_RGB9_E5 => 32,
        _ if !format.is_color() || !matches!(format.base, GL_RED | GL_RG | GL_RGB | GL_RGBA) => return None,
        _ => format.bits.iter().map(|&bits| u32::from(bits)).sum(),
    };
    matches!(bits, 8 | 16 | 24 | 32 | 48 | 64 | 96 | 128).then_some(bits)
}

/// Checks that a box lies in an image of one layer.
fn inside(image: &Image, [x, y, z]: [i32; 3], [width, height, depth]: [i32; 3]) -> Result<()> {
    // "An INVALID_VALUE error is generated if the dimensions of either subregion exceeds the boundaries of the corresponding image object"
    // [GL 4.4, 18.3.2]
    // "An INVALID_VALUE error is generated if srcWidth, srcHeight, or srcDepth is negative." [GL 4.4, 18.3.2]
    let fits = |start: i32, size: i32, whole: u32| start >= 0 && size >= 0 && i64::from(start) + i64::from(size) <= i64::from(whole);
    if fits(x, width, image.surface.width) && fits(y, height, image.surface.height) && fits(z, depth, 1) {
        Ok(())
    } else {
        Err(GL_INVALID_VALUE)
    }
}

/// Implements glCopyImageSubData.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn copy_image_sub_data(
    context: &mut Context,
    source: u32,
    source_target: u32,
    source_level: i32,
    source_x: i32,
    source_y: i32,
    source_z: i32,
    into: u32,
    into_target: u32,
    into_level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
) -> Result<()> {
    let from = image(context, source, source_target, source_level)?;
    let to = image(context, into, into_target, into_level)?;
    let size = [width, height, depth];
    inside(&from, [source_x, source_y, source_z], size)?;
    inside(&to, [x, y, z], size)?;
    // "An INVALID_OPERATION error is generated if the formats are not compatible." [GL 4.4, 18.3.2]
    let classes = (class(from.format), class(to.format));
    if from.format != to.format && (classes.0.is_none() || classes.0 != classes.1) {
        return Err(GL_INVALID_OPERATION);
    }
    if depth == 0 {
        return Ok(());
    }
    // Formats of one class are stored in texels of one size. Overlapping boxes of one image have undefined results.
    for row in 0..height as u32 {
        for column in 0..width as u32 {
            let raw = from.surface.raw(source_x as u32 + column, source_y as u32 + row);
            to.surface.set_raw(x as u32 + column, y as u32 + row, raw);
        }
    }
    Ok(())
}
