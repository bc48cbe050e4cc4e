//! The commands on compressed images.

pub mod get;
mod images;
mod layout;
mod palette;
mod support;
#[cfg(test)]
mod tests;

pub(super) use support::check_part;
pub use support::{check_kind, is_offered, is_supported, listed};

use super::targets::is_proxy;
use super::targets::{Destination, bound_images, named_images};
use crate::command::pixels::recording::with_memory;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation};
use crate::pointer::{In, Out};
use crate::tokens::*;
use base::hir::TextureKind;
use layout::Layout;

commands! {
    #[records_itself] fn glCompressedTexImage1D(target: u32, level: i32, internal: u32, width: i32, border: i32, size: i32, data: In<u8>) => image_1d;
    #[records_itself] fn glCompressedTexImage2D(target: u32, level: i32, internal: u32, width: i32, height: i32, border: i32, size: i32, data: In<u8>)
        => image_2d;
    #[records_itself] fn glCompressedTexImage3D(
        target: u32, level: i32, internal: u32, width: i32, height: i32, depth: i32, border: i32, size: i32, data: In<u8>
    ) => image_3d;
    #[records_itself] fn glCompressedTexSubImage1D(target: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>) => sub_image_1d;
    #[records_itself] fn glCompressedTexSubImage2D(
        target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => sub_image_2d;
    #[records_itself] fn glCompressedTexSubImage3D(
        target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => sub_image_3d;
    #[records_itself] fn glCompressedTextureSubImage1D(texture: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>)
        => named_sub_image_1d;
    #[records_itself] fn glCompressedTextureSubImage2D(
        texture: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => named_sub_image_2d;
    #[records_itself] fn glCompressedTextureSubImage3D(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => named_sub_image_3d;
    fn glGetCompressedTexImage(target: u32, level: i32, pixels: Out<u8>) => get::image;
    fn glGetnCompressedTexImage(target: u32, level: i32, size: i32, pixels: Out<u8>) => get::image_limited;
    fn glGetCompressedTextureImage(texture: u32, level: i32, size: i32, pixels: Out<u8>) => get::named_image;
    fn glGetCompressedTextureSubImage(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, size: i32, pixels: Out<u8>
    ) => get::named_part;
    alias glCompressedTexImage3DOES = glCompressedTexImage3D;
    alias glCompressedTexSubImage3DOES = glCompressedTexSubImage3D;
    alias glGetnCompressedTexImageARB = glGetnCompressedTexImage;
}

/// Returns the bytes that a command reads, for a display list; 0 if the command raises an error.
pub fn recorded(context: &Context, format: u32, sizes: &[i32], size: i32) -> Result<usize> {
    let format = support::specific(context, format).ok().and_then(|format| format.codec);
    let Some((codec, sizes_of)) = format.zip(super::sizes::size(sizes)) else { return Ok(0) };
    match Layout::new(codec, &context.pixels.unpack, sizes.len(), sizes_of) {
        Ok(layout) if layout.check(size).is_ok() => layout.needed(),
        _ => Ok(0),
    }
}

/// Declares `fn name(context, target, arguments …, size, data)`, which makes an image of recorded blocks.
macro_rules! images {
    ($($(#[$doc:meta])* $name:ident($($argument:ident),*);)*) => { $(
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
        pub fn $name(
            context: &mut Context, target: u32, level: i32, internal: u32, $($argument: i32,)* border: i32, size: i32, data: In<u8>
        ) -> Result<()> {
            let sizes = [$($argument),*];
            if is_proxy(target) {
                return images::image(context, target, level, internal, &sizes, border, size, data);
            }
            let needed = recorded(context, internal, &sizes, size)?;
            with_memory(context, needed, GL_UNSIGNED_BYTE, data, move |context, data| {
                images::image(context, target, level, internal, &sizes, border, size, data)
            })
        }
    )* };
}

images! {
    /// Implements glCompressedTexImage1D.
    image_1d(width);
    /// Implements glCompressedTexImage2D.
    image_2d(width, height);
    /// Implements glCompressedTexImage3D.
    image_3d(width, height, depth);
}

/// Returns the images of the bound texture that a command of that many dimensions changes.
fn bound_destination(context: &Context, target: u32, count: usize) -> Result<Destination> {
    let destination = bound_images(context, target, count)?;
    if destination.texture.kind == TextureKind::Rect {
        Err(invalid_enum(&"An INVALID_ENUM error is generated if target is TEXTURE_RECTANGLE or PROXY_TEXTURE_RECTANGLE, [GL 4.4, 8.7]"))
    } else {
        Ok(destination)
    }
}

/// Returns the images of a texture by name that a command of that many dimensions changes.
fn named_destination(context: &Context, texture: u32, count: usize) -> Result<Destination> {
    let destination = named_images(context, texture, count)?;
    if destination.texture.kind == TextureKind::Rect {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by CompressedTextureSubImage*D if the effective <target> is TEXTURE_RECTANGLE. \
              [ARB_direct_state_access]",
        ))
    } else {
        Ok(destination)
    }
}

/// Declares `fn name(context, target or texture, level, offsets …, sizes …, format, size, data)`, which replaces recorded blocks.
macro_rules! sub_images {
    ($($(#[$doc:meta])* $name:ident($($at:ident),*; $($argument:ident),*) of $destination:ident;)*) => { $(
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
        pub fn $name(
            context: &mut Context, of: u32, level: i32, $($at: i32,)* $($argument: i32,)* format: u32, size: i32, data: In<u8>
        ) -> Result<()> {
            let (at, sizes) = ([$($at),*], [$($argument),*]);
            let needed = recorded(context, format, &sizes, size)?;
            with_memory(context, needed, GL_UNSIGNED_BYTE, data, move |context, data| {
                let destination = $destination(context, of, sizes.len())?;
                images::sub_image(context, &destination, level, &at, &sizes, format, size, data)
            })
        }
    )* };
}

sub_images! {
    /// Implements glCompressedTexSubImage1D.
    sub_image_1d(x; width) of bound_destination;
    /// Implements glCompressedTexSubImage2D.
    sub_image_2d(x, y; width, height) of bound_destination;
    /// Implements glCompressedTexSubImage3D.
    sub_image_3d(x, y, z; width, height, depth) of bound_destination;
    /// Implements glCompressedTextureSubImage1D.
    named_sub_image_1d(x; width) of named_destination;
    /// Implements glCompressedTextureSubImage2D.
    named_sub_image_2d(x, y; width, height) of named_destination;
    /// Implements glCompressedTextureSubImage3D.
    named_sub_image_3d(x, y, z; width, height, depth) of named_destination;
}
