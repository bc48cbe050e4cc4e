//! Commands that make or change images of a named texture, and of the texture bound to a target of a named unit, from memory. A display list records
//! the pixels and blocks as they are at compilation.

use super::scope::{on_texture, on_unit};
use crate::command::pixels::recording::{with_memory, with_pixels};
use crate::command::texture::targets::is_proxy;
use crate::command::texture::{compressed, images, sub_image};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;
use crate::tokens::*;

/// What the first argument of a command names.
#[derive(Clone, Copy)]
enum Place {
    /// A texture.
    Texture(u32),
    /// A texture unit, by token.
    Unit(u32),
}

impl Place {
    /// Calls `work` while the texture is bound to a target, or the unit is active.
    fn within(self, context: &mut Context, target: u32, work: impl FnOnce(&mut Context) -> Result<()>) -> Result<()> {
        match self {
            Self::Texture(texture) => on_texture(context, texture, target, work),
            Self::Unit(unit) => on_unit(context, unit, work),
        }
    }
}

/// Calls the handler of a command on a target with recorded pixels.
#[allow(clippy::too_many_arguments, reason = "the arguments of the commands")]
fn upload(
    context: &mut Context,
    place: Place,
    target: u32,
    sizes: &[i32],
    format: u32,
    ty: u32,
    pixels: In<u8>,
    work: impl Fn(&mut Context, In<u8>) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    let work = move |context: &mut Context, pixels: In<u8>| place.within(context, target, |context| work(context, pixels));
    // "TexImage3D, TexImage2D, TexImage1D, Histogram, and ColorTable are executed immediately when called with the corresponding proxy arguments"
    // [GL 4.4, 21.4.1]
    if is_proxy(target) { work(context, pixels) } else { with_pixels(context, sizes, format, ty, pixels, work) }
}

/// Calls the handler of a command on a target with recorded blocks of a compressed format.
#[allow(clippy::too_many_arguments, reason = "the arguments of the commands")]
fn upload_blocks(
    context: &mut Context,
    place: Place,
    target: u32,
    sizes: &[i32],
    format: u32,
    size: i32,
    data: In<u8>,
    work: impl Fn(&mut Context, In<u8>) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    let work = move |context: &mut Context, data: In<u8>| place.within(context, target, |context| work(context, data));
    if is_proxy(target) {
        return work(context, data);
    }
    let needed = compressed::recorded(context, format, sizes, size)?;
    with_memory(context, needed, GL_UNSIGNED_BYTE, data, work)
}

/// Declares for each handler of a command on a target two others, which call it on a named texture and on a named unit. The three have the same
/// arguments after the target; `of` lists the sizes among them.
macro_rules! uploads {
    ($upload:ident: $(
        $texture:ident, $unit:ident($($argument:ident: $ty:ty),*), $format:ident, ($last:ident: $last_ty:ty) of ($($size:ident),*) => $work:path;
    )*) => { $(
        uploads!($upload: $texture, Texture, ($($argument: $ty),*), $format, ($last: $last_ty), ($($size),*), $work);
        uploads!($upload: $unit, Unit, ($($argument: $ty),*), $format, ($last: $last_ty), ($($size),*), $work);
    )* };
    (
        $upload:ident: $name:ident, $place:ident, ($($argument:ident: $ty:ty),*), $format:ident, ($last:ident: $last_ty:ty), ($($size:ident),*),
        $work:path
    ) => {
        #[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
        fn $name(context: &mut Context, of: u32, target: u32, $($argument: $ty,)* $last: $last_ty, data: In<u8>) -> Result<()> {
            $upload(context, Place::$place(of), target, &[$($size),*], $format, $last, data, move |context, data| {
                $work(context, target, $($argument,)* $last, data)
            })
        }
    };
}

uploads! {
    upload:
    texture_image_1d, unit_image_1d(level: i32, internal: i32, width: i32, border: i32, format: u32),
        format, (ty: u32) of (width) => images::image_1d;
    texture_image_2d, unit_image_2d(level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32),
        format, (ty: u32) of (width, height) => images::image_2d;
    texture_image_3d, unit_image_3d(level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32, format: u32),
        format, (ty: u32) of (width, height, depth) => images::image_3d;
    texture_sub_image_1d, unit_sub_image_1d(level: i32, x: i32, width: i32, format: u32), format, (ty: u32) of (width)
        => sub_image::sub_image_1d;
    texture_sub_image_2d, unit_sub_image_2d(level: i32, x: i32, y: i32, width: i32, height: i32, format: u32), format, (ty: u32) of (width, height)
        => sub_image::sub_image_2d;
    texture_sub_image_3d, unit_sub_image_3d(level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32),
        format, (ty: u32) of (width, height, depth) => sub_image::sub_image_3d;
}

uploads! {
    upload_blocks:
    compressed_texture_image_1d, compressed_unit_image_1d(level: i32, internal: u32, width: i32, border: i32), internal, (size: i32) of (width)
        => compressed::image_1d;
    compressed_texture_image_2d, compressed_unit_image_2d(level: i32, internal: u32, width: i32, height: i32, border: i32),
        internal, (size: i32) of (width, height) => compressed::image_2d;
    compressed_texture_image_3d, compressed_unit_image_3d(level: i32, internal: u32, width: i32, height: i32, depth: i32, border: i32),
        internal, (size: i32) of (width, height, depth) => compressed::image_3d;
    compressed_texture_sub_image_1d, compressed_unit_sub_image_1d(level: i32, x: i32, width: i32, format: u32), format, (size: i32) of (width)
        => compressed::sub_image_1d;
    compressed_texture_sub_image_2d, compressed_unit_sub_image_2d(level: i32, x: i32, y: i32, width: i32, height: i32, format: u32),
        format, (size: i32) of (width, height) => compressed::sub_image_2d;
    compressed_texture_sub_image_3d, compressed_unit_sub_image_3d(
        level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32
    ), format, (size: i32) of (width, height, depth) => compressed::sub_image_3d;
}

commands! {
    #[records_itself] fn glTextureImage1DEXT(
        texture: u32, target: u32, level: i32, internal: i32, width: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => texture_image_1d;
    #[records_itself] fn glTextureImage2DEXT(
        texture: u32, target: u32, level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => texture_image_2d;
    #[records_itself] fn glTextureImage3DEXT(
        texture: u32, target: u32, level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => texture_image_3d;
    #[records_itself] fn glTextureSubImage1DEXT(texture: u32, target: u32, level: i32, x: i32, width: i32, format: u32, ty: u32, pixels: In<u8>)
        => texture_sub_image_1d;
    #[records_itself] fn glTextureSubImage2DEXT(
        texture: u32, target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>
    ) => texture_sub_image_2d;
    #[records_itself] fn glTextureSubImage3DEXT(
        texture: u32, target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: In<u8>
    ) => texture_sub_image_3d;
    #[records_itself] fn glCompressedTextureImage1DEXT(
        texture: u32, target: u32, level: i32, internal: u32, width: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_texture_image_1d;
    #[records_itself] fn glCompressedTextureImage2DEXT(
        texture: u32, target: u32, level: i32, internal: u32, width: i32, height: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_texture_image_2d;
    #[records_itself] fn glCompressedTextureImage3DEXT(
        texture: u32, target: u32, level: i32, internal: u32, width: i32, height: i32, depth: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_texture_image_3d;
    #[records_itself] fn glCompressedTextureSubImage1DEXT(
        texture: u32, target: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_texture_sub_image_1d;
    #[records_itself] fn glCompressedTextureSubImage2DEXT(
        texture: u32, target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_texture_sub_image_2d;
    #[records_itself] fn glCompressedTextureSubImage3DEXT(
        texture: u32, target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_texture_sub_image_3d;
    #[records_itself] fn glMultiTexImage1DEXT(
        unit: u32, target: u32, level: i32, internal: i32, width: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => unit_image_1d;
    #[records_itself] fn glMultiTexImage2DEXT(
        unit: u32, target: u32, level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => unit_image_2d;
    #[records_itself] fn glMultiTexImage3DEXT(
        unit: u32, target: u32, level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => unit_image_3d;
    #[records_itself] fn glMultiTexSubImage1DEXT(unit: u32, target: u32, level: i32, x: i32, width: i32, format: u32, ty: u32, pixels: In<u8>)
        => unit_sub_image_1d;
    #[records_itself] fn glMultiTexSubImage2DEXT(
        unit: u32, target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>
    ) => unit_sub_image_2d;
    #[records_itself] fn glMultiTexSubImage3DEXT(
        unit: u32, target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: In<u8>
    ) => unit_sub_image_3d;
    #[records_itself] fn glCompressedMultiTexImage1DEXT(
        unit: u32, target: u32, level: i32, internal: u32, width: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_unit_image_1d;
    #[records_itself] fn glCompressedMultiTexImage2DEXT(
        unit: u32, target: u32, level: i32, internal: u32, width: i32, height: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_unit_image_2d;
    #[records_itself] fn glCompressedMultiTexImage3DEXT(
        unit: u32, target: u32, level: i32, internal: u32, width: i32, height: i32, depth: i32, border: i32, size: i32, data: In<u8>
    ) => compressed_unit_image_3d;
    #[records_itself] fn glCompressedMultiTexSubImage1DEXT(
        unit: u32, target: u32, level: i32, x: i32, width: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_unit_sub_image_1d;
    #[records_itself] fn glCompressedMultiTexSubImage2DEXT(
        unit: u32, target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_unit_sub_image_2d;
    #[records_itself] fn glCompressedMultiTexSubImage3DEXT(
        unit: u32, target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, size: i32, data: In<u8>
    ) => compressed_unit_sub_image_3d;
}
