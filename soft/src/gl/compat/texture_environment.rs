//! glTexEnv and glTexGen: what the fixed function does with each unit's texture.

use crate::gl::context::Context;
use crate::gl::context::recording::perform;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::pointer::{In, Out};
use crate::gl::state::matrix;
use crate::gl::state::texture_environment::Unit;
use crate::tokens::*;

fn unit(context: &mut Context) -> Result<&mut Unit> {
    let active = context.textures.active;
    context.compat.environment.units.get_mut(active).ok_or(GL_INVALID_OPERATION)
}

fn one_of(value: u32, allowed: &[u32]) -> Result<u32> {
    if allowed.contains(&value) { Ok(value) } else { Err(GL_INVALID_ENUM) }
}

const FUNCTIONS: [u32; 8] = [GL_REPLACE, GL_MODULATE, GL_ADD, GL_ADD_SIGNED, GL_INTERPOLATE, GL_SUBTRACT, GL_DOT3_RGB, GL_DOT3_RGBA];

fn set(context: &mut Context, target: u32, name: u32, v: [f32; 4]) -> Result<()> {
    let unit = unit(context)?;
    let value = v[0] as u32;
    match (target, name) {
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE) => {
            unit.mode = one_of(value, &[GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD, GL_COMBINE])?;
        }
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR) => unit.color = v.map(|value| value.clamp(0.0, 1.0)),
        (GL_TEXTURE_ENV, GL_COMBINE_RGB) => unit.combine.function[0] = one_of(value, &FUNCTIONS)?,
        (GL_TEXTURE_ENV, GL_COMBINE_ALPHA) => unit.combine.function[1] = one_of(value, &FUNCTIONS[..6])?,
        (GL_TEXTURE_ENV, GL_SRC0_RGB..=GL_SRC2_RGB | GL_SRC0_ALPHA..=GL_SRC2_ALPHA) => {
            let (which, base) = if name <= GL_SRC2_RGB { (0, GL_SRC0_RGB) } else { (1, GL_SRC0_ALPHA) };
            let source = match value {
                GL_TEXTURE0..=GL_TEXTURE7 => value,
                _ => one_of(value, &[GL_TEXTURE, GL_CONSTANT, GL_PRIMARY_COLOR, GL_PREVIOUS])?,
            };
            unit.combine.sources[which][(name - base) as usize] = source;
        }
        (GL_TEXTURE_ENV, GL_OPERAND0_RGB..=GL_OPERAND2_RGB) => {
            let allowed = [GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA];
            unit.combine.operands[0][(name - GL_OPERAND0_RGB) as usize] = one_of(value, &allowed)?;
        }
        (GL_TEXTURE_ENV, GL_OPERAND0_ALPHA..=GL_OPERAND2_ALPHA) => {
            unit.combine.operands[1][(name - GL_OPERAND0_ALPHA) as usize] = one_of(value, &[GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA])?;
        }
        (GL_TEXTURE_ENV, GL_RGB_SCALE | GL_ALPHA_SCALE) => {
            if ![1.0, 2.0, 4.0].contains(&v[0]) {
                return Err(GL_INVALID_VALUE);
            }
            unit.combine.scale[usize::from(name == GL_ALPHA_SCALE)] = value;
        }
        (GL_POINT_SPRITE, GL_COORD_REPLACE) => unit.coord_replace = v[0] != 0.0,
        (GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS) => unit.lod_bias = v[0],
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn four<T: Copy>(values: In<T>, name: u32, convert: fn(T) -> f32) -> [f32; 4] {
    let count = if matches!(name, GL_TEXTURE_ENV_COLOR | GL_OBJECT_PLANE | GL_EYE_PLANE) { 4 } else { 1 };
    let mut all = [0.0; 4];
    all.iter_mut().zip(values.copy(count)).for_each(|(place, value)| *place = convert(value));
    all
}

fn env_f(context: &mut Context, target: u32, name: u32, value: f32) -> Result<()> {
    set(context, target, name, [value, 0.0, 0.0, 0.0])
}

fn env_i(context: &mut Context, target: u32, name: u32, value: i32) -> Result<()> {
    env_f(context, target, name, value as f32)
}

fn env_fv(context: &mut Context, target: u32, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, name, |value| value);
    perform(context, move |context| set(context, target, name, v))
}

fn env_iv(context: &mut Context, target: u32, name: u32, values: In<i32>) -> Result<()> {
    let v = if name == GL_TEXTURE_ENV_COLOR {
        four(values, name, |value| (f64::from(value) / f64::from(i32::MAX)) as f32)
    } else {
        four(values, name, |value| value as f32)
    };
    perform(context, move |context| set(context, target, name, v))
}

fn set_generate(context: &mut Context, coordinate: u32, name: u32, v: [f32; 4]) -> Result<()> {
    let modelview = matrix::inverse(&matrix::top(&context.compat.matrices.modelview));
    let index = coordinate.wrapping_sub(GL_S) as usize;
    let place = unit(context)?.generate.get_mut(index).ok_or(GL_INVALID_ENUM)?;
    match name {
        GL_TEXTURE_GEN_MODE => {
            let modes = [GL_OBJECT_LINEAR, GL_EYE_LINEAR, GL_SPHERE_MAP, GL_REFLECTION_MAP, GL_NORMAL_MAP];
            place.0 = one_of(v[0] as u32, &modes)?;
        }
        GL_OBJECT_PLANE => place.1 = v,
        GL_EYE_PLANE => place.2 = std::array::from_fn(|column| (0..4).map(|row| v[row] * modelview[column * 4 + row]).sum()),
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn gen_i(context: &mut Context, coordinate: u32, name: u32, value: i32) -> Result<()> {
    set_generate(context, coordinate, name, [value as f32, 0.0, 0.0, 0.0])
}

fn gen_f(context: &mut Context, coordinate: u32, name: u32, value: f32) -> Result<()> {
    set_generate(context, coordinate, name, [value, 0.0, 0.0, 0.0])
}

fn gen_d(context: &mut Context, coordinate: u32, name: u32, value: f64) -> Result<()> {
    gen_f(context, coordinate, name, value as f32)
}

fn gen_fv(context: &mut Context, coordinate: u32, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, name, |value| value);
    perform(context, move |context| set_generate(context, coordinate, name, v))
}

fn gen_dv(context: &mut Context, coordinate: u32, name: u32, values: In<f64>) -> Result<()> {
    let v = four(values, name, |value| value as f32);
    perform(context, move |context| set_generate(context, coordinate, name, v))
}

fn gen_iv(context: &mut Context, coordinate: u32, name: u32, values: In<i32>) -> Result<()> {
    let v = four(values, name, |value| value as f32);
    perform(context, move |context| set_generate(context, coordinate, name, v))
}

/// What glGetTexEnv returns: one value, or the colour.
fn get_env(context: &mut Context, target: u32, name: u32) -> Result<Vec<f32>> {
    let unit = unit(context)?;
    let combine = &unit.combine;
    let one = |token: u32| vec![token as f32];
    Ok(match (target, name) {
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE) => one(unit.mode),
        (GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR) => unit.color.to_vec(),
        (GL_TEXTURE_ENV, GL_COMBINE_RGB) => one(combine.function[0]),
        (GL_TEXTURE_ENV, GL_COMBINE_ALPHA) => one(combine.function[1]),
        (GL_TEXTURE_ENV, GL_SRC0_RGB..=GL_SRC2_RGB) => one(combine.sources[0][(name - GL_SRC0_RGB) as usize]),
        (GL_TEXTURE_ENV, GL_SRC0_ALPHA..=GL_SRC2_ALPHA) => one(combine.sources[1][(name - GL_SRC0_ALPHA) as usize]),
        (GL_TEXTURE_ENV, GL_OPERAND0_RGB..=GL_OPERAND2_RGB) => one(combine.operands[0][(name - GL_OPERAND0_RGB) as usize]),
        (GL_TEXTURE_ENV, GL_OPERAND0_ALPHA..=GL_OPERAND2_ALPHA) => one(combine.operands[1][(name - GL_OPERAND0_ALPHA) as usize]),
        (GL_TEXTURE_ENV, GL_RGB_SCALE) => one(combine.scale[0]),
        (GL_TEXTURE_ENV, GL_ALPHA_SCALE) => one(combine.scale[1]),
        (GL_POINT_SPRITE, GL_COORD_REPLACE) => one(unit.coord_replace.into()),
        (GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS) => vec![unit.lod_bias],
        _ => return Err(GL_INVALID_ENUM),
    })
}

fn get_env_fv(context: &mut Context, target: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get_env(context, target, name)?);
    Ok(())
}

fn get_env_iv(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    let found = get_env(context, target, name)?;
    let color = name == GL_TEXTURE_ENV_COLOR;
    let integer = |&value: &f32| if color { (f64::from(value) * f64::from(i32::MAX)) as i32 } else { value.round() as i32 };
    values.write(&found.iter().map(integer).collect::<Vec<_>>());
    Ok(())
}

/// What glGetTexGen returns: the mode, or a plane. Eye planes come as they are kept, "in eye coordinates".
fn get_generate(context: &mut Context, coordinate: u32, name: u32) -> Result<Vec<f32>> {
    let index = coordinate.wrapping_sub(GL_S) as usize;
    let (mode, object, eye) = *unit(context)?.generate.get(index).ok_or(GL_INVALID_ENUM)?;
    Ok(match name {
        GL_TEXTURE_GEN_MODE => vec![mode as f32],
        GL_OBJECT_PLANE => object.to_vec(),
        GL_EYE_PLANE => eye.to_vec(),
        _ => return Err(GL_INVALID_ENUM),
    })
}

fn get_gen_fv(context: &mut Context, coordinate: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get_generate(context, coordinate, name)?);
    Ok(())
}

fn get_gen_dv(context: &mut Context, coordinate: u32, name: u32, values: Out<f64>) -> Result<()> {
    values.write(&get_generate(context, coordinate, name)?.iter().map(|&value| f64::from(value)).collect::<Vec<_>>());
    Ok(())
}

fn get_gen_iv(context: &mut Context, coordinate: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get_generate(context, coordinate, name)?.iter().map(|value| value.round() as i32).collect::<Vec<_>>());
    Ok(())
}

commands! {
    fn glTexEnvf(target: u32, name: u32, value: f32) => env_f;
    fn glTexEnvi(target: u32, name: u32, value: i32) => env_i;
    fn glTexEnvfv(target: u32, name: u32, values: In<f32>) => env_fv;
    fn glTexEnviv(target: u32, name: u32, values: In<i32>) => env_iv;
    fn glTexGeni(coordinate: u32, name: u32, value: i32) => gen_i;
    fn glTexGenf(coordinate: u32, name: u32, value: f32) => gen_f;
    fn glTexGend(coordinate: u32, name: u32, value: f64) => gen_d;
    fn glTexGenfv(coordinate: u32, name: u32, values: In<f32>) => gen_fv;
    fn glTexGendv(coordinate: u32, name: u32, values: In<f64>) => gen_dv;
    fn glTexGeniv(coordinate: u32, name: u32, values: In<i32>) => gen_iv;
    fn glGetTexEnvfv(target: u32, name: u32, values: Out<f32>) => get_env_fv;
    fn glGetTexEnviv(target: u32, name: u32, values: Out<i32>) => get_env_iv;
    fn glGetTexGenfv(coordinate: u32, name: u32, values: Out<f32>) => get_gen_fv;
    fn glGetTexGendv(coordinate: u32, name: u32, values: Out<f64>) => get_gen_dv;
    fn glGetTexGeniv(coordinate: u32, name: u32, values: Out<i32>) => get_gen_iv;
}
