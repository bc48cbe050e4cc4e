//! Color tables.

use super::memory::{self, Answer};
use crate::command::pixels::recording::with_memory;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value, table_too_large};
use crate::pointer::{In, Out};
use crate::state::imaging::{MAX_TABLE_WIDTH, Properties, Table};
use crate::state::value::{self, Value};
use crate::tokens::*;

commands! {
    #[records_itself] fn glColorTable(target: u32, internal: u32, width: i32, format: u32, ty: u32, data: In<u8>) => define;
    #[records_itself] fn glColorSubTable(target: u32, start: i32, count: i32, format: u32, ty: u32, data: In<u8>) => replace;
    fn glCopyColorTable(target: u32, internal: u32, x: i32, y: i32, width: i32) => copy;
    fn glCopyColorSubTable(target: u32, start: i32, x: i32, y: i32, count: i32) => copy_part;
    fn glColorTableParameterfv(target: u32, name: u32, values: In<f32>) [4] => |context| set_parameter(context, target, name, values.copy(4));
    fn glColorTableParameteriv(target: u32, name: u32, values: In<i32>) [4]
        => |context| set_parameter(context, target, name, values.copy(4).into_iter().map(|value| value as f32).collect());
    #[not_in_lists] fn glGetColorTable(target: u32, format: u32, ty: u32, into: Out<u8>)
        => |context| entries_to(context, target, format, ty, None, into);
    #[not_in_lists] fn glGetnColorTable(target: u32, format: u32, ty: u32, size: i32, into: Out<u8>)
        => |context| entries_to(context, target, format, ty, Some(size), into);
    #[not_in_lists] fn glGetColorTableParameterfv(target: u32, name: u32, values: Out<f32>) => get_parameter;
    #[not_in_lists] fn glGetColorTableParameteriv(target: u32, name: u32, values: Out<i32>) => get_parameter;
    alias glGetnColorTableARB = glGetnColorTable;
}

/// Returns the number of a regular color table.
fn regular(target: u32) -> Result<usize> {
    [GL_COLOR_TABLE, GL_POST_CONVOLUTION_COLOR_TABLE, GL_POST_COLOR_MATRIX_COLOR_TABLE].iter().position(|&known| known == target).ok_or(
        invalid_enum(
            &"An INVALID_ENUM error is generated if target is not a regular color table name from table 8.4. \
              [GL 4.6 compatibility, 8.4.3.2]",
        ),
    )
}

/// Returns the number of the color table that a proxy stands for.
fn proxy(target: u32) -> Option<usize> {
    [GL_PROXY_COLOR_TABLE, GL_PROXY_POST_CONVOLUTION_COLOR_TABLE, GL_PROXY_POST_COLOR_MATRIX_COLOR_TABLE]
        .iter()
        .position(|&known| known == target)
}

/// Returns a width that tables can have, but for their limit.
pub fn table_width(width: i32) -> Result<u32> {
    u32::try_from(width).ok().filter(|width| *width == 0 || width.is_power_of_two()).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if width is not zero or a non-negative power of two. [GL 4.6 compatibility, 8.4.3.2]",
    ))
}

/// Returns the number and the properties of a table that a command defines.
fn checked(target: u32, internal: u32, width: i32) -> Result<(usize, Properties)> {
    let number = regular(target)?;
    let properties = memory::properties(internal, table_width(width)?)?;
    if properties.width > MAX_TABLE_WIDTH {
        Err(table_too_large(
            &"A TABLE_TOO_LARGE error is generated if the specified color lookup table is too large for the implementation. \
              [GL 4.6 compatibility, 8.4.3.2]",
        ))
    } else {
        Ok((number, properties))
    }
}

/// Scales, biases and clamps the colors of entries.
fn entries(context: &Context, number: usize, colors: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    let scaling = context.compat.pixel_transfer.modes.imaging.tables[number];
    // "If fragment color clamping is enabled or internalformat is fixed-point, components are clamped to [0, 1]." [GL 4.6 compatibility, 8.4.3.2] The
    // formats of tables are fixed-point.
    colors.into_iter().map(|color| scaling.apply(color).map(|component| component.clamp(0.0, 1.0))).collect()
}

/// Defines a table.
fn set(context: &mut Context, number: usize, properties: Properties, colors: Vec<[f32; 4]>) {
    let entries = entries(context, number, colors).into();
    context.compat.pixel_transfer.imaging.tables[number] = Table { properties, entries };
}

fn define(context: &mut Context, target: u32, internal: u32, width: i32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    // "TexImage3D, TexImage2D, TexImage1D, Histogram, and ColorTable are executed immediately when called with the corresponding proxy arguments"
    // [GL 4.4, 21.4.1]
    if let Some(number) = proxy(target) {
        let properties = memory::properties(internal, table_width(width)?)?;
        memory::check(format, ty)?;
        let fits = properties.width <= MAX_TABLE_WIDTH;
        context.compat.pixel_transfer.imaging.proxies[number] = if fits { properties } else { Properties::TOO_LARGE };
        return Ok(());
    }
    let checked = move || {
        let (number, properties) = checked(target, internal, width)?;
        memory::check(format, ty).map(|()| (number, properties))
    };
    // A display list records wrong arguments, and raises their errors when it is called.
    let needed = checked().map_or(Ok(0), |(_, properties)| memory::needed(context, [properties.width, 1], format, ty))?;
    with_memory(context, needed, ty, data, move |context, data| {
        let (number, properties) = checked()?;
        let colors = memory::read(context, [properties.width, 1], format, ty, data)?;
        set(context, number, properties, colors);
        Ok(())
    })
}

fn copy(context: &mut Context, target: u32, internal: u32, x: i32, y: i32, width: i32) -> Result<()> {
    let (number, properties) = checked(target, internal, width)?;
    let colors = memory::copy(context, [x, y], [properties.width, 1])?;
    set(context, number, properties, colors);
    Ok(())
}

/// Returns the number of a table, and a part of it.
fn part(context: &Context, target: u32, start: i32, count: i32) -> Result<(usize, usize, u32)> {
    let number = regular(target)?;
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if start or count is negative, or if start + count is greater than the width of the color \
          table specified by target. [GL 4.6 compatibility, 8.4.3.3]",
    );
    let (Ok(start), Ok(count)) = (u32::try_from(start), u32::try_from(count)) else { return Err(outside) };
    let width = context.compat.pixel_transfer.imaging.tables[number].properties.width;
    if start + count > width { Err(outside) } else { Ok((number, start as usize, count)) }
}

/// Replaces entries of a table.
fn set_part(context: &mut Context, number: usize, start: usize, colors: Vec<[f32; 4]>) {
    let new = entries(context, number, colors);
    let table = &mut context.compat.pixel_transfer.imaging.tables[number];
    let mut all = table.entries.to_vec();
    all.iter_mut().skip(start).zip(new).for_each(|(entry, new)| *entry = new);
    table.entries = all.into();
}

fn replace(context: &mut Context, target: u32, start: i32, count: i32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let known = memory::check(format, ty).is_ok().then(|| u32::try_from(count).ok()).flatten();
    let needed = known.map_or(Ok(0), |count| memory::needed(context, [count, 1], format, ty))?;
    with_memory(context, needed, ty, data, move |context, data| {
        let (number, start, count) = part(context, target, start, count)?;
        memory::check(format, ty)?;
        let colors = memory::read(context, [count, 1], format, ty, data)?;
        set_part(context, number, start, colors);
        Ok(())
    })
}

fn copy_part(context: &mut Context, target: u32, start: i32, x: i32, y: i32, count: i32) -> Result<()> {
    let (number, start, count) = part(context, target, start, count)?;
    let colors = memory::copy(context, [x, y], [count, 1])?;
    set_part(context, number, start, colors);
    Ok(())
}

/// Sets GL_COLOR_TABLE_SCALE or GL_COLOR_TABLE_BIAS.
fn set_parameter(context: &mut Context, target: u32, name: u32, values: Vec<f32>) -> Result<()> {
    let number = regular(target)?;
    let scaling = &mut context.compat.pixel_transfer.modes.imaging.tables[number];
    let parameter = match name {
        GL_COLOR_TABLE_SCALE => &mut scaling.scale,
        GL_COLOR_TABLE_BIAS => &mut scaling.bias,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not COLOR_TABLE_SCALE or COLOR_TABLE_BIAS. \
                  [GL 4.6 compatibility, 8.4.3.2]",
            ));
        }
    };
    if let Ok(values) = values.try_into() {
        *parameter = values;
    }
    Ok(())
}

/// Returns the entries of a table to memory of at most `limit` bytes.
fn entries_to(context: &Context, target: u32, format: u32, ty: u32, limit: Option<i32>, into: Out<u8>) -> Result<()> {
    let table = &context.compat.pixel_transfer.imaging.tables[regular(target)?];
    memory::check_query(format, ty)?;
    let Properties { base, width, .. } = table.properties;
    let answer = Answer { texels: &memory::bits(&table.entries), size: [width, 1], base, counters: false, pixels: [format, ty] };
    answer.write(context, limit, into)
}

/// Implements glGetColorTableParameter.
fn get_parameter<T: value::Answer>(context: &mut Context, target: u32, name: u32, values: Out<T>) -> Result<()> {
    let transfer = &context.compat.pixel_transfer;
    let (properties, scaling) = match proxy(target) {
        Some(number) => (transfer.imaging.proxies[number], None),
        None => {
            let number = regular(target)?;
            (transfer.imaging.tables[number].properties, Some(transfer.modes.imaging.tables[number]))
        }
    };
    let floats = |values: [f32; 4]| Value::Float(values.map(f64::from).to_vec());
    let value = match (name, scaling) {
        // "Proxy tables do not include image data, nor do they include scale and bias parameters." [GL 4.6 compatibility, 8.4.3.5]
        (GL_COLOR_TABLE_SCALE, Some(scaling)) => floats(scaling.scale),
        (GL_COLOR_TABLE_BIAS, Some(scaling)) => floats(scaling.bias),
        (GL_COLOR_TABLE_FORMAT, _) => Value::from(properties.internal),
        (GL_COLOR_TABLE_WIDTH, _) => Value::from(properties.width),
        (GL_COLOR_TABLE_RED_SIZE..=GL_COLOR_TABLE_INTENSITY_SIZE, _) => {
            let bits = properties.bits.get((name - GL_COLOR_TABLE_RED_SIZE) as usize);
            Value::from(bits.map_or(0, |&bits| u32::from(bits)))
        }
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not one of the valid parameter names described above. \
                  [GL 4.6 compatibility, 8.4.3.4]",
            ));
        }
    };
    values.write(&value.answer::<T>());
    Ok(())
}
