//! glTexImage: the commands that make images from pixels.

use super::compressed;
use super::parts::Part;
use super::sizes::{check_level, is_supported, layered};
use super::targets::{ImageTarget, made_image};
use crate::command::pixels::formats::{check_es1, check_image, check_image_tokens};
use crate::command::pixels::memory::with_input;
use crate::command::pixels::transfer::{Upload, image_size};
use crate::config::Api;
use crate::context::Context;
use crate::error::{Error, Result, invalid_enum, invalid_operation, invalid_value, out_of_memory};
use crate::es::Version;
use crate::object::format::{self, InternalFormat};
use crate::object::texture::border::axes;
use crate::object::texture::{Level, ProxyLevel};
use crate::pointer::In;
use base::hir::TextureKind;
use base::image::compressed::Codec;

/// The error of an internal format that the context does not have.
const UNKNOWN_FORMAT: Error =
    invalid_value(&"An INVALID_VALUE error is generated if internalformat is not one of the above values. [GL 4.4, 8.5]");

/// Checks the width of a border, and returns the sizes of the image inside it.
pub(super) fn without_border(context: &Context, target: ImageTarget, sizes: &[i32], border: i32) -> Result<[i32; 3]> {
    let kind = target.kind();
    let widest = if context.config.api == Api::Compatibility && kind != TextureKind::Rect { 1 } else { 0 };
    if !(0..=widest).contains(&border) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if border is negative or greater than bt. … if target is TEXTURE_RECTANGLE and border is \
              non-zero. … the border value to TexImage* must always be zero, or an INVALID_VALUE error is generated \
              [GL 4.6 compatibility, 8.5.3; GL 4.4 core, D.2.2]",
        ));
    }
    // Layers have no border.
    let bordered = match kind {
        TextureKind::D1Array => 1,
        TextureKind::D2Array | TextureKind::CubeArray => 2,
        _ => 3,
    };
    let mut inside = [0; 3];
    for (dimension, (inside, &size)) in inside.iter_mut().zip(sizes).enumerate() {
        *inside = if dimension < bordered { size.saturating_sub(2 * border) } else { size };
    }
    Ok(inside)
}

/// Checks that textures of a kind can have a format.
pub(super) fn check_kind(kind: TextureKind, format: &InternalFormat) -> Result<()> {
    if kind == TextureKind::D3 && !format.is_color() {
        Err(invalid_operation(
            &"Textures with a base internal format of DEPTH_COMPONENT, DEPTH_STENCIL, or STENCIL_INDEX are supported by texture image \
              specification commands only if target is TEXTURE_1D, TEXTURE_2D, … An INVALID_OPERATION error is generated if these formats \
              are used in conjunction with any other target. [GL 4.4, 8.5]",
        ))
    } else {
        Ok(())
    }
}

/// Returns the format that the driver stores an internal format in, for a texture of a kind.
pub(super) fn internal_format(context: &Context, kind: TextureKind, requested: u32, ty: u32) -> Result<&'static InternalFormat> {
    // Only the compatibility profile accepts numbers of components and luminance.
    let es = context.is_es();
    let old = matches!(requested, 1..=4) && context.config.api != Api::Compatibility;
    let foreign = context.config.api == Api::Es && !Version::of(context.config.version).has_token(requested);
    let chosen = format::choose(requested, ty, es).filter(|_| !old && !foreign);
    let format = chosen.filter(|format| accepts(context, format)).ok_or(UNKNOWN_FORMAT)?;
    // "If internalformat is given as or mapped to a specific compressed internal format, but the GL can not support images compressed in the chosen
    // internal format for any reason (e.g., the compression format might not support 3D textures or borders), internalformat is replaced by the
    // corresponding base internal format" [GL 4.4, 8.5]. The conformance suite and other drivers raise an error for targets that never have images
    // of the format, as for pixels that are compressed already.
    if format.codec.is_some_and(|codec| !compressed::is_supported(kind, codec)) {
        return Err(invalid_enum(&"Textures of the target have no images of the compressed internal format."));
    }
    if format.is_legacy() && context.config.api == Api::Core { Err(UNKNOWN_FORMAT) } else { Ok(format) }
}

/// Returns the format that the driver stores an internal format in, whose image has a border: "If internalformat is given as or mapped to a specific
/// compressed internal format, but the GL can not support images compressed in the chosen internal format for any reason (e.g., the compression format
/// might not support 3D textures or borders), internalformat is replaced by the corresponding base internal format" [GL 4.4, 8.5].
pub(super) fn bordered_format(format: &'static InternalFormat, border: i32) -> Result<&'static InternalFormat> {
    // The table of formats has every base format.
    if border > 0 && format.codec.is_some() { format::choose(format.base, 0, false).ok_or(UNKNOWN_FORMAT) } else { Ok(format) }
}

/// Returns true if texels can become an image of a format: "the ASTC format specifiers … will not be accepted by the TexImage*D functions"
/// [KHR_texture_compression_astc_hdr].
fn accepts(context: &Context, format: &InternalFormat) -> bool {
    compressed::is_offered(context, format) && format.codec.is_none_or(Codec::has_encoder)
}

/// Makes one level of the texture bound to a target from pixels, or records it for a proxy target. There are as many sizes as dimensions.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn image(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    sizes: &[i32],
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    let (target, kind, face) = made_image(context, target, sizes.len())?;
    let requested = internal as u32;
    if context.config.api == Api::Es1 {
        check_es1(requested, format, ty)?;
    }
    // The driver checks the tokens before it checks the internal format.
    check_image_tokens(context, format, ty)?;
    // "In cases where errors can result from the specification of invalid image dimensions, it is these resulting dimensions that are tested, not the
    // dimensions of the source image." [GL 4.6 compatibility, 8.4.5.7]
    let image = image_size(&context.compat.pixel_transfer, sizes, format);
    let inside = without_border(context, target, &image[..sizes.len()], border)?;
    let inside = &inside[..sizes.len()];
    let (level, size) = check_level(target, level, inside)?;
    let chosen = bordered_format(internal_format(context, kind, requested, ty)?, border)?;
    check_image(context, requested, chosen, format, ty)?;
    check_kind(kind, chosen)?;
    if matches!(target, ImageTarget::Proxy(_)) {
        let axes = if border > 0 { axes(kind) } else { 0 };
        let whole = std::array::from_fn(|axis| if axis < axes { size[axis] + 2 } else { size[axis] });
        let fits = is_supported(kind, level, chosen, size);
        let border = if fits { border as u32 } else { 0 };
        let proxy = ProxyLevel { border, ..ProxyLevel::new(fits, whole, chosen, requested) };
        context.textures.proxies.insert((kind, level), proxy);
        return Ok(());
    }
    let texture = context.textures.bound(context.textures.active, kind).clone();
    if texture.contents().immutable_levels > 0 {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by any of the following commands with the same texture, even if it does not affect \
              the dimensions or format: … TexImage* [GL 4.4, 8.19]",
        ));
    }
    let upload = Upload::new(sizes, format, ty, &context.pixels.unpack)
        .with_rows_as_layers(kind == TextureKind::D1Array)
        .with_transfer(&context.compat.pixel_transfer);
    if !is_supported(kind, level, chosen, size) {
        return Err(out_of_memory(
            &"An OUT_OF_MEMORY error is generated if the GL is unable to create a texture image of the requested size. [GL 4.4, 8.8]",
        ));
    }
    let new = Level::new(chosen, requested, layered(kind, size))?;
    let new = if border > 0 { new.with_border(axes(kind))? } else { new };
    with_input(context.buffers.pixel_unpack.clone(), pixels, upload.needed()?, ty, |bytes| {
        // The pixels have all components of a colour, but of depth and stencil maybe one, and none of a border.
        if border == 0 && new.format.format.is_color() {
            new.discard();
        }
        Part::whole(&new).upload(&upload, bytes)
    })?
    .unwrap_or(Ok(()))?;
    texture.contents().faces[face][level] = Some(new);
    super::mipmaps::after_face_change(&texture, face, level);
    Ok(())
}

/// Implements glTexImage1D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn image_1d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    width: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    image(context, target, level, internal, &[width], border, format, ty, pixels)
}

/// Implements glTexImage2D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn image_2d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    width: i32,
    height: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    image(context, target, level, internal, &[width, height], border, format, ty, pixels)
}

/// Implements glTexImage3D.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn image_3d(
    context: &mut Context,
    target: u32,
    level: i32,
    internal: i32,
    width: i32,
    height: i32,
    depth: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: In<u8>,
) -> Result<()> {
    image(context, target, level, internal, &[width, height, depth], border, format, ty, pixels)
}
