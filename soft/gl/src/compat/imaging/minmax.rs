//! Minmax.

use super::memory::{self, Answer};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum};
use crate::pointer::Out;
use crate::state::value::{self, Value};
use crate::tokens::*;

commands! {
    fn glMinmax(target: u32, internal: u32, sink: u8) => define;
    fn glResetMinmax(target: u32) => reset;
    #[not_in_lists] fn glGetMinmax(target: u32, reset: u8, format: u32, ty: u32, values: Out<u8>)
        => |context| extremes_to(context, target, reset != 0, format, ty, None, values);
    #[not_in_lists] fn glGetnMinmax(target: u32, reset: u8, format: u32, ty: u32, size: i32, values: Out<u8>)
        => |context| extremes_to(context, target, reset != 0, format, ty, Some(size), values);
    #[not_in_lists] fn glGetMinmaxParameterfv(target: u32, name: u32, values: Out<f32>) => get_parameter;
    #[not_in_lists] fn glGetMinmaxParameteriv(target: u32, name: u32, values: Out<i32>) => get_parameter;
    alias glGetnMinmaxARB = glGetnMinmax;
}

/// Checks the target.
fn check(target: u32) -> Result<()> {
    if target == GL_MINMAX {
        Ok(())
    } else {
        Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not MINMAX. [GL 4.6 compatibility, 8.4.3.16]"))
    }
}

fn define(context: &mut Context, target: u32, internal: u32, sink: u8) -> Result<()> {
    check(target)?;
    let properties = memory::properties(internal, 2)?;
    // "internalformat accepts the same values as the corresponding argument of ColorTable, with the exception of the values 1, 2, 3, and 4, as well as
    // the INTENSITY base and sized internal formats." [GL 4.6 compatibility, 8.4.3.15]
    if matches!(internal, 1..=4) || properties.base == GL_INTENSITY {
        return Err(UNKNOWN_TOKEN);
    }
    context.compat.pixel_transfer.imaging.with_statistics(|statistics| {
        let minmax = &mut statistics.minmax;
        (minmax.internal, minmax.base, minmax.sink) = (properties.internal, properties.base, sink != 0);
        minmax.reset();
    });
    Ok(())
}

fn reset(context: &mut Context, target: u32) -> Result<()> {
    check(target)?;
    context.compat.pixel_transfer.imaging.with_statistics(|statistics| statistics.minmax.reset());
    Ok(())
}

/// Returns the extremes to memory of at most `limit` bytes.
fn extremes_to(context: &Context, target: u32, reset: bool, format: u32, ty: u32, limit: Option<i32>, values: Out<u8>) -> Result<()> {
    check(target)?;
    memory::check_query(format, ty)?;
    context.compat.pixel_transfer.imaging.with_statistics(|statistics| {
        let minmax = &mut statistics.minmax;
        let texels = memory::bits(&minmax.extremes);
        Answer { texels: &texels, size: [2, 1], base: minmax.base, counters: false, pixels: [format, ty] }.write(context, limit, values)?;
        if reset {
            minmax.reset();
        }
        Ok(())
    })
}

/// Implements glGetMinmaxParameter.
fn get_parameter<T: value::Answer>(context: &mut Context, target: u32, name: u32, values: Out<T>) -> Result<()> {
    check(target)?;
    let value = context.compat.pixel_transfer.imaging.with_statistics(|statistics| match name {
        GL_MINMAX_FORMAT => Some(Value::from(statistics.minmax.internal)),
        GL_MINMAX_SINK => Some(Value::from(statistics.minmax.sink)),
        _ => None,
    });
    values.write(&value.ok_or(UNKNOWN_TOKEN)?.answer::<T>());
    Ok(())
}
