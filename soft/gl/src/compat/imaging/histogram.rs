//! The histogram.

use super::color_table::table_width;
use super::memory::{self, Answer};
use crate::context::Context;
use crate::context::recording::perform;
use crate::dispatch::commands;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum, table_too_large};
use crate::pointer::Out;
use crate::state::imaging::{MAX_TABLE_WIDTH, Properties};
use crate::state::value::{self, Value};
use crate::tokens::*;

commands! {
    #[records_itself] fn glHistogram(target: u32, width: i32, internal: u32, sink: u8) => define;
    fn glResetHistogram(target: u32) => reset;
    #[not_in_lists] fn glGetHistogram(target: u32, reset: u8, format: u32, ty: u32, values: Out<u8>)
        => |context| counters_to(context, target, reset != 0, format, ty, None, values);
    #[not_in_lists] fn glGetnHistogram(target: u32, reset: u8, format: u32, ty: u32, size: i32, values: Out<u8>)
        => |context| counters_to(context, target, reset != 0, format, ty, Some(size), values);
    #[not_in_lists] fn glGetHistogramParameterfv(target: u32, name: u32, values: Out<f32>) => get_parameter;
    #[not_in_lists] fn glGetHistogramParameteriv(target: u32, name: u32, values: Out<i32>) => get_parameter;
    alias glGetnHistogramARB = glGetnHistogram;
}

/// Bits of each counter.
const COUNTER_BITS: u8 = 32;

/// Returns the properties of a histogram, whose counters have the components of the internal format.
fn properties(width: i32, internal: u32) -> Result<Properties> {
    let width = table_width(width)?;
    // "internalformat accepts the same values as the corresponding argument of ColorTable, with the exception of the values 1, 2, 3, and 4."
    // [GL 4.6 compatibility, 8.4.3.12]
    if matches!(internal, 1..=4) {
        return Err(UNKNOWN_TOKEN);
    }
    let properties = memory::properties(internal, width)?;
    Ok(Properties { bits: properties.bits.map(|bits| if bits > 0 { COUNTER_BITS } else { 0 }), ..properties })
}

fn define(context: &mut Context, target: u32, width: i32, internal: u32, sink: u8) -> Result<()> {
    // "TexImage3D, TexImage2D, TexImage1D, Histogram, and ColorTable are executed immediately when called with the corresponding proxy arguments"
    // [GL 4.4, 21.4.1]
    if target == GL_PROXY_HISTOGRAM {
        let properties = properties(width, internal)?;
        // "If the histogram array is too large, no error is generated, but the proxy format, width, and component resolutions are set to zero."
        // [GL 4.6 compatibility, 8.4.3.14]
        let proxy = if properties.width > MAX_TABLE_WIDTH { Properties::TOO_LARGE } else { properties };
        context.compat.pixel_transfer.imaging.with_statistics(|statistics| statistics.histogram.proxy = proxy);
        return Ok(());
    }
    perform(context, move |context| {
        check(target)?;
        let properties = properties(width, internal)?;
        if properties.width > MAX_TABLE_WIDTH {
            return Err(table_too_large(
                &"A TABLE_TOO_LARGE error is generated if the specified histogram table is too large for the implementation. \
                  [GL 4.6 compatibility, 8.4.3.12]",
            ));
        }
        context.compat.pixel_transfer.imaging.with_statistics(|statistics| {
            let histogram = &mut statistics.histogram;
            (histogram.properties, histogram.sink) = (properties, sink != 0);
            histogram.counters = vec![[0; 4]; properties.width as usize];
        });
        Ok(())
    })
}

/// Checks a target that is the histogram.
fn check(target: u32) -> Result<()> {
    if target == GL_HISTOGRAM {
        Ok(())
    } else {
        Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not HISTOGRAM. [GL 4.6 compatibility, 8.4.3.13]"))
    }
}

fn reset(context: &mut Context, target: u32) -> Result<()> {
    check(target)?;
    context.compat.pixel_transfer.imaging.with_statistics(|statistics| statistics.histogram.reset());
    Ok(())
}

/// Returns the counters to memory of at most `limit` bytes.
fn counters_to(context: &Context, target: u32, reset: bool, format: u32, ty: u32, limit: Option<i32>, values: Out<u8>) -> Result<()> {
    check(target)?;
    memory::check_query(format, ty)?;
    context.compat.pixel_transfer.imaging.with_statistics(|statistics| {
        let histogram = &mut statistics.histogram;
        let Properties { base, width, .. } = histogram.properties;
        let answer = Answer { texels: &histogram.counters, size: [width, 1], base, counters: true, pixels: [format, ty] };
        answer.write(context, limit, values)?;
        if reset {
            histogram.reset();
        }
        Ok(())
    })
}

/// Implements glGetHistogramParameter.
fn get_parameter<T: value::Answer>(context: &mut Context, target: u32, name: u32, values: Out<T>) -> Result<()> {
    let known = context.compat.pixel_transfer.imaging.with_statistics(|statistics| match target {
        GL_HISTOGRAM => Some((statistics.histogram.properties, Some(statistics.histogram.sink))),
        GL_PROXY_HISTOGRAM => Some((statistics.histogram.proxy, None)),
        _ => None,
    });
    let (properties, sink) = known.ok_or(invalid_enum(
        &"target must be HISTOGRAM or PROXY_HISTOGRAM. … pname may be HISTOGRAM_SINK only for target HISTOGRAM. \
          [GL 4.6 compatibility, 8.4.3.13]",
    ))?;
    let value = match (name, sink) {
        (GL_HISTOGRAM_FORMAT, _) => Value::from(properties.internal),
        (GL_HISTOGRAM_WIDTH, _) => Value::from(properties.width),
        (GL_HISTOGRAM_RED_SIZE..=GL_HISTOGRAM_LUMINANCE_SIZE, _) => {
            let bits = properties.bits.get((name - GL_HISTOGRAM_RED_SIZE) as usize);
            Value::from(bits.map_or(0, |&bits| u32::from(bits)))
        }
        (GL_HISTOGRAM_SINK, Some(sink)) => Value::from(sink),
        _ => return Err(UNKNOWN_TOKEN),
    };
    values.write(&value.answer::<T>());
    Ok(())
}
