//! The commands that change images to pixels of the application's memory: a display list records the pixels as they are at compilation.

use super::images;
use super::targets::is_proxy;
use crate::command::pixels::recording::with_pixels;
use crate::command::texture::sub_image;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;

commands! {
    #[records_itself] fn glTexImage1D(target: u32, level: i32, internal: i32, width: i32, border: i32, format: u32, ty: u32, pixels: In<u8>) => image_1d;
    #[records_itself] fn glTexImage2D(target: u32, level: i32, internal: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: In<u8>)
        => image_2d;
    #[records_itself] fn glTexImage3D(
        target: u32, level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: In<u8>
    ) => image_3d;
    #[records_itself] fn glTexSubImage1D(target: u32, level: i32, x: i32, width: i32, format: u32, ty: u32, pixels: In<u8>) => sub_image_1d;
    #[records_itself] fn glTexSubImage2D(target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>)
        => sub_image_2d;
    #[records_itself] fn glTexSubImage3D(
        target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: In<u8>
    ) => sub_image_3d;
    #[records_itself] fn glTextureSubImage1D(texture: u32, level: i32, x: i32, width: i32, format: u32, ty: u32, pixels: In<u8>) => named_sub_image_1d;
    #[records_itself] fn glTextureSubImage2D(texture: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>)
        => named_sub_image_2d;
    #[records_itself] fn glTextureSubImage3D(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: In<u8>
    ) => named_sub_image_3d;
    alias glTexImage3DOES = glTexImage3D;
    alias glTexSubImage3DOES = glTexSubImage3D;
}

/// Declares `fn name(context, target, arguments …, format, ty, pixels)`, which calls a function of the same arguments with recorded pixels.
macro_rules! uploads {
    ($($name:ident($($argument:ident: $ty:ty),*) of ($($size:expr),*), proxies $proxies:literal => $work:path;)*) => { $(
        #[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
        fn $name(context: &mut Context, target: u32, $($argument: $ty,)* format: u32, ty: u32, pixels: In<u8>) -> Result<()> {
            // "TexImage3D, TexImage2D, TexImage1D, Histogram, and ColorTable are executed immediately when called with the corresponding proxy
            // arguments" [GL 4.4, 21.4.1]
            if $proxies && is_proxy(target) {
                return $work(context, target, $($argument,)* format, ty, pixels);
            }
            with_pixels(context, &[$($size),*], format, ty, pixels, move |context, pixels| {
                $work(context, target, $($argument,)* format, ty, pixels)
            })
        }
    )* };
}

uploads! {
    image_1d(level: i32, internal: i32, width: i32, border: i32) of (width), proxies true => images::image_1d;
    image_2d(level: i32, internal: i32, width: i32, height: i32, border: i32) of (width, height), proxies true => images::image_2d;
    image_3d(level: i32, internal: i32, width: i32, height: i32, depth: i32, border: i32) of (width, height, depth), proxies true
        => images::image_3d;
    sub_image_1d(level: i32, x: i32, width: i32) of (width), proxies false => sub_image::sub_image_1d;
    sub_image_2d(level: i32, x: i32, y: i32, width: i32, height: i32) of (width, height), proxies false => sub_image::sub_image_2d;
    sub_image_3d(level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32) of (width, height, depth), proxies false
        => sub_image::sub_image_3d;
    named_sub_image_1d(level: i32, x: i32, width: i32) of (width), proxies false => sub_image::named_sub_image_1d;
    named_sub_image_2d(level: i32, x: i32, y: i32, width: i32, height: i32) of (width, height), proxies false => sub_image::named_sub_image_2d;
    named_sub_image_3d(level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32) of (width, height, depth), proxies false
        => sub_image::named_sub_image_3d;
}
