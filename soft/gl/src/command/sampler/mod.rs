//! Sampler objects, and the sampling parameters that textures have too.

pub mod parameters;

use crate::command::names as object_names;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::names::lock;
use crate::object::sampler::Sampler;
use crate::pointer::{In, Out, not_negative};
use crate::tokens::*;
use parameters::{Components, ParameterValue, StateValue};
use std::sync::Arc;

commands! {
    fn glGenSamplers(count: i32, names: Out<u32>) => generate;
    fn glCreateSamplers(count: i32, names: Out<u32>) => create;
    fn glDeleteSamplers(count: i32, names: In<u32>) => delete;
    fn glIsSampler(name: u32) -> u8 => is_sampler;
    fn glBindSampler(unit: u32, name: u32) => bind;
    fn glBindSamplers(first: u32, count: i32, names: In<u32>) => bind_several;
    fn glSamplerParameteri(sampler: u32, name: u32, value: i32) => set_integer;
    fn glSamplerParameterf(sampler: u32, name: u32, value: f32) => set_float;
    fn glSamplerParameteriv(sampler: u32, name: u32, values: In<i32>) [if name == GL_TEXTURE_BORDER_COLOR { 4 } else { 1 }] => set_integers;
    fn glSamplerParameterfv(sampler: u32, name: u32, values: In<f32>) [if name == GL_TEXTURE_BORDER_COLOR { 4 } else { 1 }]
        => |context| set(context, sampler, name, ParameterValue::Floats(Components(values)));
    fn glSamplerParameterIiv(sampler: u32, name: u32, values: In<i32>) [if name == GL_TEXTURE_BORDER_COLOR { 4 } else { 1 }] => set_pure;
    fn glSamplerParameterIuiv(sampler: u32, name: u32, values: In<i32>) [if name == GL_TEXTURE_BORDER_COLOR { 4 } else { 1 }] => set_pure;
    fn glGetSamplerParameteriv(sampler: u32, name: u32, values: Out<i32>) => get_integers;
    fn glGetSamplerParameterfv(sampler: u32, name: u32, values: Out<f32>) => get_floats;
    fn glGetSamplerParameterIiv(sampler: u32, name: u32, values: Out<i32>) => get_pure;
    fn glGetSamplerParameterIuiv(sampler: u32, name: u32, values: Out<i32>) => get_pure;
}

fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    create(context, count, names)
}

/// Implements glGenSamplers and glCreateSamplers: generated names are objects at once, because binding adds nothing to a sampler.
fn create(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::create(&mut lock(&context.share.samplers), count, names, |name| Ok(Arc::new(Sampler::new(name))))
}

fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    for name in object_names::listed(count, names)? {
        let Some(sampler) = lock(&context.share.samplers).remove(name) else { continue };
        for unit in &mut context.textures.units {
            if unit.sampler.as_ref().is_some_and(|bound| Arc::ptr_eq(bound, &sampler)) {
                unit.sampler = None;
            }
        }
    }
    Ok(())
}

fn is_sampler(context: &mut Context, name: u32) -> Result<u8> {
    Ok(lock(&context.share.samplers).get(name).is_some().into())
}

fn bind(context: &mut Context, unit: u32, name: u32) -> Result<()> {
    if unit as usize >= context.textures.units.len() {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if unit is greater than or equal to the value of MAX_COMBINED_TEXTURE_IMAGE_UNITS. \
              [GL 4.4, 8.2]",
        ));
    }
    let sampler = if name == 0 { None } else { Some(context.share.sampler(name)?) };
    context.textures.units[unit as usize].sampler = sampler;
    Ok(())
}

fn bind_several(context: &mut Context, first: u32, count: i32, names: In<u32>) -> Result<()> {
    let count = not_negative(count)?;
    if (first as usize).checked_add(count).is_none_or(|end| end > context.textures.units.len()) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if first + count is greater than the number of texture image units supported by the \
              implementation. [GL 4.4, 8.2]",
        ));
    }
    for index in 0..count {
        let name = names.at(index).unwrap_or(0);
        match if name == 0 { Ok(None) } else { context.share.sampler(name).map(Some) } {
            Ok(sampler) => context.textures.units[first as usize + index].sampler = sampler,
            Err(error) => context.raise("glBindSamplers", error),
        }
    }
    Ok(())
}

/// Sets a parameter of a sampler.
fn set(context: &Context, sampler: u32, name: u32, value: ParameterValue) -> Result<()> {
    let sampler = context.share.sampler(sampler)?;
    let known = sampler.parameters().set(context, false, name, value)?;
    if known {
        Ok(())
    } else {
        Err(invalid_enum(
            &"An INVALID_ENUM error is generated if pname is not one of the sampler state names in table 23.23. [GL 4.4, 8.2]",
        ))
    }
}

fn set_float(context: &mut Context, sampler: u32, name: u32, value: f32) -> Result<()> {
    set(context, sampler, name, ParameterValue::Float(value))
}

fn set_integer(context: &mut Context, sampler: u32, name: u32, value: i32) -> Result<()> {
    set(context, sampler, name, ParameterValue::Integer(value))
}

fn set_integers(context: &mut Context, sampler: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, sampler, name, ParameterValue::Integers(Components(values)))
}

fn set_pure(context: &mut Context, sampler: u32, name: u32, values: In<i32>) -> Result<()> {
    set(context, sampler, name, ParameterValue::Pure(Components(values)))
}

/// Returns a parameter of a sampler.
fn get(context: &Context, sampler: u32, name: u32) -> Result<StateValue> {
    let sampler = context.share.sampler(sampler)?;
    sampler.parameters().get(context.config.api, name).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if pname is not one of the sampler state names in table 23.23. [GL 4.4, 8.3]",
    ))
}

fn get_integers(context: &mut Context, sampler: u32, name: u32, values: Out<i32>) -> Result<()> {
    let value = get(context, sampler, name)?;
    values.write(&value.shown(context).integers());
    Ok(())
}

fn get_floats(context: &mut Context, sampler: u32, name: u32, values: Out<f32>) -> Result<()> {
    let value = get(context, sampler, name)?;
    values.write(&value.shown(context).floats());
    Ok(())
}

fn get_pure(context: &mut Context, sampler: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&get(context, sampler, name)?.pure());
    Ok(())
}

#[cfg(test)]
mod tests;
