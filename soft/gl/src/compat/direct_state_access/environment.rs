//! Texture environments, texture coordinate generation and bindings of a named texture unit.

use super::declare::commands_within;
use super::scope::{on_coordinates, on_unit, only_compatibility};
use crate::command::texture::binding;
use crate::compat::client_arrays;
use crate::compat::texture_environment::{self as environment, count_of};
use crate::context::Context;
use crate::error::{Result, invalid_enum};
use crate::pointer::{In, Out};
use crate::tokens::*;

/// Calls `work` while the unit of a token is active, for a command that has no error of its own for other tokens.
fn on_active<R>(context: &mut Context, unit: u32, work: impl FnOnce(&mut Context) -> Result<R>) -> Result<R> {
    only_compatibility(context)?;
    context
        .with_active_texture(unit.wrapping_sub(GL_TEXTURE0) as usize, work)
        .unwrap_or(Err(invalid_enum(&"An INVALID_ENUM error is generated if an invalid texture is specified. [GL 4.4, 8]")))
}

commands_within! {
    fn glBindMultiTextureEXT(unit: u32, target: u32, texture: u32) => on_active(unit): binding::bind(target, texture);
    fn glMultiTexCoordPointerEXT(unit: u32, size: i32, ty: u32, stride: i32, pointer: In<u8>)
        => on_coordinates(unit): client_arrays::texture_coordinates(size, ty, stride, pointer);
    fn glMultiTexEnvfEXT(unit: u32, target: u32, name: u32, value: f32) => on_unit(unit): environment::env_f(target, name, value);
    fn glMultiTexEnvfvEXT(unit: u32, target: u32, name: u32, values: In<f32>) [count_of(name)]
        => on_unit(unit): environment::env_fv(target, name, values);
    fn glMultiTexEnviEXT(unit: u32, target: u32, name: u32, value: i32) => on_unit(unit): environment::env_i(target, name, value);
    fn glMultiTexEnvivEXT(unit: u32, target: u32, name: u32, values: In<i32>) [count_of(name)]
        => on_unit(unit): environment::env_iv(target, name, values);
    fn glMultiTexGendEXT(unit: u32, coordinate: u32, name: u32, value: f64) => on_unit(unit): environment::gen_d(coordinate, name, value);
    fn glMultiTexGendvEXT(unit: u32, coordinate: u32, name: u32, values: In<f64>) [count_of(name)]
        => on_unit(unit): environment::gen_dv(coordinate, name, values);
    fn glMultiTexGenfEXT(unit: u32, coordinate: u32, name: u32, value: f32) => on_unit(unit): environment::gen_f(coordinate, name, value);
    fn glMultiTexGenfvEXT(unit: u32, coordinate: u32, name: u32, values: In<f32>) [count_of(name)]
        => on_unit(unit): environment::gen_fv(coordinate, name, values);
    fn glMultiTexGeniEXT(unit: u32, coordinate: u32, name: u32, value: i32) => on_unit(unit): environment::gen_i(coordinate, name, value);
    fn glMultiTexGenivEXT(unit: u32, coordinate: u32, name: u32, values: In<i32>) [count_of(name)]
        => on_unit(unit): environment::gen_iv(coordinate, name, values);
    fn glGetMultiTexEnvfvEXT(unit: u32, target: u32, name: u32, values: Out<f32>)
        => on_unit(unit): environment::get_env_fv(target, name, values);
    fn glGetMultiTexEnvivEXT(unit: u32, target: u32, name: u32, values: Out<i32>)
        => on_unit(unit): environment::get_env_iv(target, name, values);
    fn glGetMultiTexGendvEXT(unit: u32, coordinate: u32, name: u32, values: Out<f64>)
        => on_unit(unit): environment::get_gen_dv(coordinate, name, values);
    fn glGetMultiTexGenfvEXT(unit: u32, coordinate: u32, name: u32, values: Out<f32>)
        => on_unit(unit): environment::get_gen_fv(coordinate, name, values);
    fn glGetMultiTexGenivEXT(unit: u32, coordinate: u32, name: u32, values: Out<i32>)
        => on_unit(unit): environment::get_gen_iv(coordinate, name, values);
}
