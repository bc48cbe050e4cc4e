//! Parameters, levels, storage and getters of a named texture, and of the texture bound to a target of a named unit.

use super::declare::commands_within;
use super::scope::{on_texture, on_unit};
use crate::command::texture::parameters::{self, values_of};
use crate::command::texture::{buffer_texture, compressed, get, mipmaps, multisampled, storage};
use crate::pointer::{In, Out};

commands_within! {
    fn glTextureParameteriEXT(texture: u32, target: u32, name: u32, value: i32)
        => on_texture(texture, target): parameters::set_integer(target, name, value);
    fn glMultiTexParameteriEXT(unit: u32, target: u32, name: u32, value: i32) => on_unit(unit): parameters::set_integer(target, name, value);
    fn glTextureParameterfEXT(texture: u32, target: u32, name: u32, value: f32)
        => on_texture(texture, target): parameters::set_float(target, name, value);
    fn glMultiTexParameterfEXT(unit: u32, target: u32, name: u32, value: f32) => on_unit(unit): parameters::set_float(target, name, value);
    fn glTextureParameterivEXT(texture: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_texture(texture, target): parameters::set_integers(target, name, values);
    fn glMultiTexParameterivEXT(unit: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_unit(unit): parameters::set_integers(target, name, values);
    fn glTextureParameterfvEXT(texture: u32, target: u32, name: u32, values: In<f32>) [values_of(name)]
        => on_texture(texture, target): parameters::set_floats(target, name, values);
    fn glMultiTexParameterfvEXT(unit: u32, target: u32, name: u32, values: In<f32>) [values_of(name)]
        => on_unit(unit): parameters::set_floats(target, name, values);
    fn glTextureParameterIivEXT(texture: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_texture(texture, target): parameters::set_pure(target, name, values);
    fn glMultiTexParameterIivEXT(unit: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_unit(unit): parameters::set_pure(target, name, values);
    fn glTextureParameterIuivEXT(texture: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_texture(texture, target): parameters::set_pure(target, name, values);
    fn glMultiTexParameterIuivEXT(unit: u32, target: u32, name: u32, values: In<i32>) [values_of(name)]
        => on_unit(unit): parameters::set_pure(target, name, values);
    fn glGetTextureParameterivEXT(texture: u32, target: u32, name: u32, values: Out<i32>)
        => on_texture(texture, target): parameters::get_integers(target, name, values);
    fn glGetMultiTexParameterivEXT(unit: u32, target: u32, name: u32, values: Out<i32>)
        => on_unit(unit): parameters::get_integers(target, name, values);
    fn glGetTextureParameterfvEXT(texture: u32, target: u32, name: u32, values: Out<f32>)
        => on_texture(texture, target): parameters::get_floats(target, name, values);
    fn glGetMultiTexParameterfvEXT(unit: u32, target: u32, name: u32, values: Out<f32>)
        => on_unit(unit): parameters::get_floats(target, name, values);
    fn glGetTextureParameterIivEXT(texture: u32, target: u32, name: u32, values: Out<i32>)
        => on_texture(texture, target): parameters::get_pure(target, name, values);
    fn glGetMultiTexParameterIivEXT(unit: u32, target: u32, name: u32, values: Out<i32>) => on_unit(unit): parameters::get_pure(target, name, values);
    fn glGetTextureParameterIuivEXT(texture: u32, target: u32, name: u32, values: Out<i32>)
        => on_texture(texture, target): parameters::get_pure(target, name, values);
    fn glGetMultiTexParameterIuivEXT(unit: u32, target: u32, name: u32, values: Out<i32>)
        => on_unit(unit): parameters::get_pure(target, name, values);
    fn glGetTextureLevelParameterivEXT(texture: u32, target: u32, level: i32, name: u32, value: Out<i32>)
        => on_texture(texture, target): get::level_integer(target, level, name, value);
    fn glGetMultiTexLevelParameterivEXT(unit: u32, target: u32, level: i32, name: u32, value: Out<i32>)
        => on_unit(unit): get::level_integer(target, level, name, value);
    fn glGetTextureLevelParameterfvEXT(texture: u32, target: u32, level: i32, name: u32, value: Out<f32>)
        => on_texture(texture, target): get::level_float(target, level, name, value);
    fn glGetMultiTexLevelParameterfvEXT(unit: u32, target: u32, level: i32, name: u32, value: Out<f32>)
        => on_unit(unit): get::level_float(target, level, name, value);
    fn glGetTextureImageEXT(texture: u32, target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>)
        => on_texture(texture, target): get::image(target, level, format, ty, pixels);
    fn glGetMultiTexImageEXT(unit: u32, target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>)
        => on_unit(unit): get::image(target, level, format, ty, pixels);
    fn glGetCompressedTextureImageEXT(texture: u32, target: u32, level: i32, pixels: Out<u8>)
        => on_texture(texture, target): compressed::get::image(target, level, pixels);
    fn glGetCompressedMultiTexImageEXT(unit: u32, target: u32, level: i32, pixels: Out<u8>)
        => on_unit(unit): compressed::get::image(target, level, pixels);
    #[not_in_lists] fn glGenerateTextureMipmapEXT(texture: u32, target: u32) => on_texture(texture, target): mipmaps::generate(target);
    #[not_in_lists] fn glGenerateMultiTexMipmapEXT(unit: u32, target: u32) => on_unit(unit): mipmaps::generate(target);
    #[not_in_lists] fn glTextureBufferEXT(texture: u32, target: u32, internal: u32, buffer: u32)
        => on_texture(texture, target): buffer_texture::attach(target, internal, buffer);
    #[not_in_lists] fn glMultiTexBufferEXT(unit: u32, target: u32, internal: u32, buffer: u32)
        => on_unit(unit): buffer_texture::attach(target, internal, buffer);
    #[not_in_lists] fn glTextureBufferRangeEXT(texture: u32, target: u32, internal: u32, buffer: u32, offset: isize, size: isize)
        => on_texture(texture, target): buffer_texture::attach_range(target, internal, buffer, offset, size);
    #[not_in_lists] fn glTextureStorage1DEXT(texture: u32, target: u32, levels: i32, internal: u32, width: i32)
        => on_texture(texture, target): storage::storage_1d(target, levels, internal, width);
    #[not_in_lists] fn glTextureStorage2DEXT(texture: u32, target: u32, levels: i32, internal: u32, width: i32, height: i32)
        => on_texture(texture, target): storage::storage_2d(target, levels, internal, width, height);
    #[not_in_lists] fn glTextureStorage3DEXT(texture: u32, target: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32)
        => on_texture(texture, target): storage::storage_3d(target, levels, internal, width, height, depth);
    #[not_in_lists] fn glTextureStorage2DMultisampleEXT(texture: u32, target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8)
        => on_texture(texture, target): multisampled::storage_2d(target, samples, internal, width, height, fixed);
    #[not_in_lists] fn glTextureStorage3DMultisampleEXT(
        texture: u32, target: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8
    ) => on_texture(texture, target): multisampled::storage_3d(target, samples, internal, width, height, depth, fixed);
}
