//! glGet in all its forms: returns one value, converted to the type of the command.

mod bindings;
#[cfg(test)]
mod extension_tests;
pub mod extensions;
mod fixed;
mod limits;
mod programs;
mod strings;
#[cfg(test)]
mod tests;
mod units;
pub mod uuids;

use crate::state::value::{Answer, Value};

use crate::command::framebuffer;
use crate::command::versions::known;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum};
use crate::pointer::Out;
use crate::tokens::*;

/// Returns a state variable.
pub fn value(context: &mut Context, name: u32) -> Result<Value> {
    let value = unclamped_value(context, name)?;
    // "If fragment color clamping is enabled, querying of the texture border color, texture environment color, fog color, alpha test reference
    // value, blend color, and RGBA clear color will clamp the corresponding state values to [0, 1] before returning them."
    // [GL 4.4 compatibility, 18.1.1]
    let color = matches!(name, GL_FOG_COLOR | GL_ALPHA_TEST_REF | GL_BLEND_COLOR | GL_COLOR_CLEAR_VALUE);
    match value {
        Value::Normalized(values) if color && framebuffer::clamps_fragments(context) => {
            Ok(Value::Normalized(values.into_iter().map(|value| value.clamp(0.0, 1.0)).collect()))
        }
        value => Ok(value),
    }
}

fn unclamped_value(context: &mut Context, name: u32) -> Result<Value> {
    if !known(context, name) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if pname is not state queriable with these commands. [GL 4.4, 22.1]",
        ));
    }
    if let Some(value) = limits::get(context, name) {
        return Ok(value);
    }
    if matches!(name, GL_IMPLEMENTATION_COLOR_READ_FORMAT | GL_IMPLEMENTATION_COLOR_READ_TYPE) {
        // An incomplete framebuffer, or one without a read buffer, has neither.
        framebuffer::read_format(context)?;
    }
    if let Some(value) = programs::get(context, name)
        .or_else(|| fixed::get(context, name))
        .or_else(|| bindings::get(context, name))
        .or_else(|| uuids::get(name))
    {
        return Ok(value);
    }
    if let Some(value) = context.profile.get(context, name)? {
        return Ok(value);
    }
    super::state::is_set(context, name).map(Value::from)
}

/// Returns a state variable with an index.
pub fn indexed_value(context: &mut Context, name: u32, index: u32) -> Result<Value> {
    if let Some(value) = units::get(context, name, index) {
        return value;
    }
    let found = limits::get_indexed(context, name, index)
        .or_else(|| bindings::get_indexed(context, name, index))
        .or_else(|| uuids::get_indexed(name, index));
    found.unwrap_or_else(|| fixed::get_indexed(context, name, index))
}

/// Implements glGetIntegerv.
pub fn integer(context: &mut Context, name: u32, values: Out<i32>) -> Result<()> {
    get(context, name, values)
}

fn get<T: Answer>(context: &mut Context, name: u32, values: Out<T>) -> Result<()> {
    values.write(&value(context, name)?.answer::<T>());
    Ok(())
}

fn get_indexed<T: Answer>(context: &mut Context, name: u32, index: u32, values: Out<T>) -> Result<()> {
    values.write(&indexed_value(context, name, index)?.answer::<T>());
    Ok(())
}

commands! {
    fn glGetBooleanv(name: u32, values: Out<u8>) => get;
    fn glGetIntegerv(name: u32, values: Out<i32>) => integer;
    fn glGetInteger64v(name: u32, values: Out<i64>) => get;
    fn glGetFloatv(name: u32, values: Out<f32>) => get;
    fn glGetDoublev(name: u32, values: Out<f64>) => get;
    fn glGetBooleani_v(name: u32, index: u32, values: Out<u8>) => get_indexed;
    fn glGetIntegeri_v(name: u32, index: u32, values: Out<i32>) => get_indexed;
    fn glGetInteger64i_v(name: u32, index: u32, values: Out<i64>) => get_indexed;
    fn glGetFloati_v(name: u32, index: u32, values: Out<f32>) => get_indexed;
    fn glGetDoublei_v(name: u32, index: u32, values: Out<f64>) => get_indexed;
    fn glGetString(name: u32) -> usize => strings::get_string;
    fn glGetStringi(name: u32, index: u32) -> usize => strings::get_string_indexed;
    alias glGetInteger64vEXT = glGetInteger64v;
    alias glGetInteger64vAPPLE = glGetInteger64v;
}
