//! Copies from the framebuffer to images of a named texture, and of the texture bound to a target of a named unit.

use super::declare::commands_within;
use super::scope::{on_texture, on_unit};
use crate::command::texture::from_framebuffer;

commands_within! {
    fn glCopyTextureImage1DEXT(texture: u32, target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, border: i32)
        => on_texture(texture, target): from_framebuffer::copy_image_1d(target, level, internal, x, y, width, border);
    fn glCopyMultiTexImage1DEXT(unit: u32, target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, border: i32)
        => on_unit(unit): from_framebuffer::copy_image_1d(target, level, internal, x, y, width, border);
    fn glCopyTextureImage2DEXT(texture: u32, target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, height: i32, border: i32)
        => on_texture(texture, target): from_framebuffer::copy_image_2d(target, level, internal, x, y, width, height, border);
    fn glCopyMultiTexImage2DEXT(unit: u32, target: u32, level: i32, internal: u32, x: i32, y: i32, width: i32, height: i32, border: i32)
        => on_unit(unit): from_framebuffer::copy_image_2d(target, level, internal, x, y, width, height, border);
    fn glCopyTextureSubImage1DEXT(texture: u32, target: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32)
        => on_texture(texture, target): from_framebuffer::copy_sub_image_1d(target, level, to_x, x, y, width);
    fn glCopyMultiTexSubImage1DEXT(unit: u32, target: u32, level: i32, to_x: i32, x: i32, y: i32, width: i32)
        => on_unit(unit): from_framebuffer::copy_sub_image_1d(target, level, to_x, x, y, width);
    fn glCopyTextureSubImage2DEXT(texture: u32, target: u32, level: i32, to_x: i32, to_y: i32, x: i32, y: i32, width: i32, height: i32)
        => on_texture(texture, target): from_framebuffer::copy_sub_image_2d(target, level, to_x, to_y, x, y, width, height);
    fn glCopyMultiTexSubImage2DEXT(unit: u32, target: u32, level: i32, to_x: i32, to_y: i32, x: i32, y: i32, width: i32, height: i32)
        => on_unit(unit): from_framebuffer::copy_sub_image_2d(target, level, to_x, to_y, x, y, width, height);
    fn glCopyTextureSubImage3DEXT(texture: u32, target: u32, level: i32, to_x: i32, to_y: i32, to_z: i32, x: i32, y: i32, width: i32, height: i32)
        => on_texture(texture, target): from_framebuffer::copy_sub_image_3d(target, level, to_x, to_y, to_z, x, y, width, height);
    fn glCopyMultiTexSubImage3DEXT(unit: u32, target: u32, level: i32, to_x: i32, to_y: i32, to_z: i32, x: i32, y: i32, width: i32, height: i32)
        => on_unit(unit): from_framebuffer::copy_sub_image_3d(target, level, to_x, to_y, to_z, x, y, width, height);
}
