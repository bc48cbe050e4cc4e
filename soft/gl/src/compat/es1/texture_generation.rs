//! glTexGenOES: texture coordinates of cube maps from the normal or the reflected view, for the three coordinates together.

use super::fixed_point;
use super::fixed_point_get;
use crate::compat::texture_environment::{get_generate, set_generate};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum};
use crate::pointer::{In, Out};
use crate::tokens::*;

/// Checks the coordinate and the name of a parameter.
fn check(coordinate: u32, name: u32) -> Result<()> {
    if coordinate == GL_TEXTURE_GEN_STR_OES && name == GL_TEXTURE_GEN_MODE {
        Ok(())
    } else {
        Err(invalid_enum(
            &"[I]f a command that requires an enumerated value is passed a symbolic constant that is not one of those specified as \
              allowable for that command, the error INVALID_ENUM results. [ES 1.1, 2.5]",
        ))
    }
}

fn set(context: &mut Context, coordinate: u32, name: u32, value: f32) -> Result<()> {
    check(coordinate, name)?;
    if !matches!(value as u32, GL_REFLECTION_MAP | GL_NORMAL_MAP) {
        return Err(invalid_enum(
            &"If <pname> is TEXTURE_GEN_MODE_OES, then either <params> points to or <param> is an integer that is one of the symbolic \
              constants REFLECTION_MAP_OES, or NORMAL_MAP_OES. [OES_texture_cube_map]",
        ));
    }
    [GL_S, GL_T, GL_R].into_iter().try_for_each(|coordinate| set_generate(context, coordinate, name, [value, 0.0, 0.0, 0.0]))
}

fn set_i(context: &mut Context, coordinate: u32, name: u32, value: i32) -> Result<()> {
    set(context, coordinate, name, value as f32)
}

fn set_x(context: &mut Context, coordinate: u32, name: u32, value: i32) -> Result<()> {
    set(context, coordinate, name, fixed_point::parameter(name, value))
}

fn get(context: &mut Context, coordinate: u32, name: u32) -> Result<Vec<f32>> {
    check(coordinate, name)?;
    get_generate(context, GL_S, name)
}

fn get_fv(context: &mut Context, coordinate: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get(context, coordinate, name)?);
    Ok(())
}

fn get_iv(context: &mut Context, coordinate: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, coordinate, name)?.iter().map(|&mode| mode as i32).collect::<Vec<_>>());
    Ok(())
}

fn get_xv(context: &mut Context, coordinate: u32, name: u32, values: Out<i32>) -> Result<()> {
    fixed_point_get::write(name, &get(context, coordinate, name)?, values);
    Ok(())
}

commands! {
    fn glTexGenfOES(coordinate: u32, name: u32, value: f32) => set;
    fn glTexGeniOES(coordinate: u32, name: u32, value: i32) => set_i;
    fn glTexGenxOES(coordinate: u32, name: u32, value: i32) => set_x;
    fn glTexGenfvOES(coordinate: u32, name: u32, values: In<f32>) => |context| set(context, coordinate, name, values.first().unwrap_or(0.0));
    fn glTexGenivOES(coordinate: u32, name: u32, values: In<i32>) => |context| set_i(context, coordinate, name, values.first().unwrap_or(0));
    fn glTexGenxvOES(coordinate: u32, name: u32, values: In<i32>) => |context| set_x(context, coordinate, name, values.first().unwrap_or(0));
    fn glGetTexGenfvOES(coordinate: u32, name: u32, values: Out<f32>) => get_fv;
    fn glGetTexGenivOES(coordinate: u32, name: u32, values: Out<i32>) => get_iv;
    fn glGetTexGenxvOES(coordinate: u32, name: u32, values: Out<i32>) => get_xv;
}
