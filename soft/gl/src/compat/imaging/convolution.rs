//! Convolution filters.

use super::memory::{self, Answer};
use crate::command::pixels::recording::{with_memories, with_memory};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum, invalid_value};
use crate::pointer::{In, Out};
use crate::state::imaging::{Filter, MAX_FILTER_SIZE, Properties};
use crate::state::value::{self, Value};
use crate::tokens::*;

commands! {
    #[records_itself] fn glConvolutionFilter1D(target: u32, internal: u32, width: i32, format: u32, ty: u32, data: In<u8>)
        => |context| define(context, Definition { of: GL_CONVOLUTION_1D, target, internal, size: [width, 1] }, format, ty, data);
    #[records_itself] fn glConvolutionFilter2D(target: u32, internal: u32, width: i32, height: i32, format: u32, ty: u32, data: In<u8>)
        => |context| define(context, Definition { of: GL_CONVOLUTION_2D, target, internal, size: [width, height] }, format, ty, data);
    #[records_itself] fn glSeparableFilter2D(
        target: u32, internal: u32, width: i32, height: i32, format: u32, ty: u32, row: In<u8>, column: In<u8>
    ) => define_separable;
    fn glCopyConvolutionFilter1D(target: u32, internal: u32, x: i32, y: i32, width: i32)
        => |context| copy(context, Definition { of: GL_CONVOLUTION_1D, target, internal, size: [width, 1] }, [x, y]);
    fn glCopyConvolutionFilter2D(target: u32, internal: u32, x: i32, y: i32, width: i32, height: i32)
        => |context| copy(context, Definition { of: GL_CONVOLUTION_2D, target, internal, size: [width, height] }, [x, y]);
    fn glConvolutionParameterf(target: u32, name: u32, value: f32) => |context| set_border_mode(context, target, name, value as u32);
    fn glConvolutionParameteri(target: u32, name: u32, value: i32) => |context| set_border_mode(context, target, name, value as u32);
    fn glConvolutionParameterfv(target: u32, name: u32, values: In<f32>) [count(name)] => parameter_floats;
    fn glConvolutionParameteriv(target: u32, name: u32, values: In<i32>) [count(name)] => parameter_integers;
    #[not_in_lists] fn glGetConvolutionFilter(target: u32, format: u32, ty: u32, image: Out<u8>)
        => |context| image_to(context, target, format, ty, None, image);
    #[not_in_lists] fn glGetnConvolutionFilter(target: u32, format: u32, ty: u32, size: i32, image: Out<u8>)
        => |context| image_to(context, target, format, ty, Some(size), image);
    #[not_in_lists] fn glGetSeparableFilter(target: u32, format: u32, ty: u32, row: Out<u8>, column: Out<u8>, span: Out<u8>) => get_separable;
    #[not_in_lists] fn glGetnSeparableFilter(
        target: u32, format: u32, ty: u32, row_size: i32, row: Out<u8>, column_size: i32, column: Out<u8>, span: Out<u8>
    ) => get_separable_limited;
    #[not_in_lists] fn glGetConvolutionParameterfv(target: u32, name: u32, values: Out<f32>) => get_parameter;
    #[not_in_lists] fn glGetConvolutionParameteriv(target: u32, name: u32, values: Out<i32>) => get_parameter;
    alias glGetnConvolutionFilterARB = glGetnConvolutionFilter;
    alias glGetnSeparableFilterARB = glGetnSeparableFilter;
}

/// The filters, in the order in which the state has them.
const FILTERS: [u32; 3] = [GL_CONVOLUTION_1D, GL_CONVOLUTION_2D, GL_SEPARABLE_2D];

/// Returns the number of a filter.
fn number(target: u32) -> Result<usize> {
    FILTERS.iter().position(|&known| known == target).ok_or(UNKNOWN_TOKEN)
}

/// The arguments that define a filter.
#[derive(Clone, Copy)]
struct Definition {
    /// The target that the command takes.
    of: u32,
    /// The target that the program passed.
    target: u32,
    internal: u32,
    size: [i32; 2],
}

impl Definition {
    /// Checks the arguments. Returns the number of the filter, its properties and its height.
    fn checked(&self) -> Result<(usize, Properties, u32)> {
        let number = number(self.target).and_then(|number| {
            if self.target == self.of {
                Ok(number)
            } else {
                Err(invalid_enum(&"target must be CONVOLUTION_2D. [GL 4.6 compatibility, 8.4.3.6]"))
            }
        })?;
        let in_range = |size: i32| {
            u32::try_from(size).ok().filter(|size| *size <= MAX_FILTER_SIZE).ok_or(invalid_value(
                &"An INVALID_VALUE error is generated if width or height is negative, or greater than the maximum supported width or \
                  height [GL 4.6 compatibility, 8.4.3.6]",
            ))
        };
        let [width, height] = [in_range(self.size[0])?, in_range(self.size[1])?];
        Ok((number, memory::properties(self.internal, width)?, height))
    }

    /// Defines the filter by the colors of its images, which follow each other.
    fn set(&self, context: &mut Context, colors: Vec<[f32; 4]>) -> Result<()> {
        let (number, properties, height) = self.checked()?;
        let transfer = &mut context.compat.pixel_transfer;
        // "No clamping takes place at any time during this process." [GL 4.6 compatibility, 8.4.3.6]
        let scaling = transfer.modes.imaging.filters[number].scaling;
        let texels = colors.into_iter().map(|color| scaling.apply(color)).collect();
        transfer.imaging.filters[number] = Filter { properties, height, texels, is_separable: self.of == GL_SEPARABLE_2D };
        Ok(())
    }
}

/// Defines a filter of one image.
fn define(context: &mut Context, definition: Definition, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let checked = move || {
        let (_, properties, height) = definition.checked()?;
        memory::check(format, ty).map(|()| [properties.width, height])
    };
    // A display list records wrong arguments, and raises their errors when it is called.
    let needed = checked().map_or(Ok(0), |size| memory::needed(context, size, format, ty))?;
    with_memory(context, needed, ty, data, move |context, data| {
        let colors = memory::read(context, checked()?, format, ty, data)?;
        definition.set(context, colors)
    })
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn define_separable(
    context: &mut Context,
    target: u32,
    internal: u32,
    width: i32,
    height: i32,
    format: u32,
    ty: u32,
    row: In<u8>,
    column: In<u8>,
) -> Result<()> {
    let definition = Definition { of: GL_SEPARABLE_2D, target, internal, size: [width, height] };
    let checked = move || {
        let (_, properties, height) = definition.checked()?;
        memory::check(format, ty).map(|()| [properties.width, height])
    };
    let [row_needed, column_needed] = match checked() {
        Ok(size) => [memory::needed(context, [size[0], 1], format, ty)?, memory::needed(context, [size[1], 1], format, ty)?],
        Err(_) => [0; 2],
    };
    with_memories(context, [(row_needed, row), (column_needed, column)], ty, move |context, [row, column]| {
        let [width, height] = checked()?;
        let mut colors = memory::read(context, [width, 1], format, ty, row)?;
        colors.extend(memory::read(context, [height, 1], format, ty, column)?);
        definition.set(context, colors)
    })
}

/// Defines a filter by pixels of the read framebuffer.
fn copy(context: &mut Context, definition: Definition, from: [i32; 2]) -> Result<()> {
    let (_, properties, height) = definition.checked()?;
    let colors = memory::copy(context, from, [properties.width, height])?;
    definition.set(context, colors)
}

/// Returns the number of values that a parameter has.
fn count(name: u32) -> usize {
    if matches!(name, GL_CONVOLUTION_BORDER_COLOR | GL_CONVOLUTION_FILTER_SCALE | GL_CONVOLUTION_FILTER_BIAS) { 4 } else { 1 }
}

/// Sets the border mode, which is the only parameter of one value.
fn set_border_mode(context: &mut Context, target: u32, name: u32, mode: u32) -> Result<()> {
    let number = number(target)?;
    // "pname is CONVOLUTION_BORDER_MODE, and param is one of REDUCE, CONSTANT_BORDER or REPLICATE_BORDER." [GL 4.6 compatibility, 8.4.5.6]
    if name != GL_CONVOLUTION_BORDER_MODE || !matches!(mode, GL_REDUCE | GL_CONSTANT_BORDER | GL_REPLICATE_BORDER) {
        return Err(UNKNOWN_TOKEN);
    }
    context.compat.pixel_transfer.modes.imaging.filters[number].border_mode = mode;
    Ok(())
}

/// Sets a parameter of four values.
fn set_four(context: &mut Context, target: u32, name: u32, values: Vec<f32>) -> Result<()> {
    let modes = &mut context.compat.pixel_transfer.modes.imaging.filters[number(target)?];
    let parameter = match name {
        GL_CONVOLUTION_BORDER_COLOR => &mut modes.border_color,
        GL_CONVOLUTION_FILTER_SCALE => &mut modes.scaling.scale,
        GL_CONVOLUTION_FILTER_BIAS => &mut modes.scaling.bias,
        _ => return Err(UNKNOWN_TOKEN),
    };
    if let Ok(values) = values.try_into() {
        *parameter = values;
    }
    Ok(())
}

fn parameter_floats(context: &mut Context, target: u32, name: u32, values: In<f32>) -> Result<()> {
    if count(name) == 1 {
        return set_border_mode(context, target, name, values.first().unwrap_or(0.0) as u32);
    }
    set_four(context, target, name, values.copy(4))
}

fn parameter_integers(context: &mut Context, target: u32, name: u32, values: In<i32>) -> Result<()> {
    if count(name) == 1 {
        return set_border_mode(context, target, name, values.first().unwrap_or(0) as u32);
    }
    // "Integer color components are interpreted linearly such that the largest positive integer maps to 1.0, and the smallest negative integer maps to
    // -1.0." [GL 4.6 compatibility, 8.4.5.8]
    let is_color = name == GL_CONVOLUTION_BORDER_COLOR;
    let float = |value: i32| if is_color { ((2.0 * f64::from(value) + 1.0) / f64::from(u32::MAX)) as f32 } else { value as f32 };
    set_four(context, target, name, values.copy(4).into_iter().map(float).collect())
}

/// Returns the texels of an image of a filter to memory of at most `limit` bytes.
fn texels_to(
    context: &Context,
    filter: &Filter,
    texels: &[[f32; 4]],
    size: [u32; 2],
    pixels: [u32; 2],
    limit: Option<i32>,
    into: Out<u8>,
) -> Result<()> {
    let answer = Answer { texels: &memory::bits(texels), size, base: filter.properties.base, counters: false, pixels };
    answer.write(context, limit, into)
}

/// Implements glGetConvolutionFilter and glGetnConvolutionFilter.
fn image_to(context: &Context, target: u32, format: u32, ty: u32, limit: Option<i32>, image: Out<u8>) -> Result<()> {
    let filter = &context.compat.pixel_transfer.imaging.filters[number(target).ok().filter(|&number| number < 2).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if target is not CONVOLUTION_1D or CONVOLUTION_2D. [GL 4.6 compatibility, 8.4.3.8]",
    ))?];
    memory::check_query(format, ty)?;
    texels_to(context, filter, &filter.texels, [filter.properties.width, filter.height], [format, ty], limit, image)
}

/// Implements glGetSeparableFilter and glGetnSeparableFilter.
fn images_to(context: &Context, target: u32, pixels: [u32; 2], row: (Option<i32>, Out<u8>), column: (Option<i32>, Out<u8>)) -> Result<()> {
    if target != GL_SEPARABLE_2D {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not SEPARABLE_2D. [GL 4.6 compatibility, 8.4.3.8]"));
    }
    let filter = &context.compat.pixel_transfer.imaging.filters[2];
    memory::check_query(pixels[0], pixels[1])?;
    let (rows, columns) = filter.texels.split_at(filter.texels.len().min(filter.properties.width as usize));
    let [row_size, column_size] = [rows, columns].map(|texels| [texels.len() as u32, 1]);
    // An error of either image's memory leaves both as they are.
    memory::check_memory(context, row_size, pixels, row.0, row.1)?;
    texels_to(context, filter, columns, column_size, pixels, column.0, column.1)?;
    texels_to(context, filter, rows, row_size, pixels, row.0, row.1)
}

fn get_separable(context: &mut Context, target: u32, format: u32, ty: u32, row: Out<u8>, column: Out<u8>, _: Out<u8>) -> Result<()> {
    images_to(context, target, [format, ty], (None, row), (None, column))
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn get_separable_limited(
    context: &mut Context,
    target: u32,
    format: u32,
    ty: u32,
    row_size: i32,
    row: Out<u8>,
    column_size: i32,
    column: Out<u8>,
    _: Out<u8>,
) -> Result<()> {
    images_to(context, target, [format, ty], (Some(row_size), row), (Some(column_size), column))
}

/// Implements glGetConvolutionParameter.
fn get_parameter<T: value::Answer>(context: &mut Context, target: u32, name: u32, values: Out<T>) -> Result<()> {
    let number = number(target)?;
    let transfer = &context.compat.pixel_transfer;
    let (filter, modes) = (&transfer.imaging.filters[number], &transfer.modes.imaging.filters[number]);
    let value = match name {
        GL_CONVOLUTION_BORDER_COLOR => Value::Normalized(modes.border_color.map(f64::from).to_vec()),
        GL_CONVOLUTION_BORDER_MODE => Value::from(modes.border_mode),
        GL_CONVOLUTION_FILTER_SCALE => Value::Float(modes.scaling.scale.map(f64::from).to_vec()),
        GL_CONVOLUTION_FILTER_BIAS => Value::Float(modes.scaling.bias.map(f64::from).to_vec()),
        GL_CONVOLUTION_FORMAT => Value::from(filter.properties.internal),
        GL_CONVOLUTION_WIDTH => Value::from(filter.properties.width),
        GL_CONVOLUTION_HEIGHT => Value::from(filter.height),
        GL_MAX_CONVOLUTION_HEIGHT if target == GL_CONVOLUTION_1D => Value::from(1),
        GL_MAX_CONVOLUTION_WIDTH | GL_MAX_CONVOLUTION_HEIGHT => Value::from(MAX_FILTER_SIZE),
        _ => return Err(UNKNOWN_TOKEN),
    };
    values.write(&value.answer::<T>());
    Ok(())
}
