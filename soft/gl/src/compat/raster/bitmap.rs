//! glBitmap.

use super::fragments::{Rectangle, draw, feed_back, snapped};
use crate::command::framebuffer;
use crate::command::pixels::groups::MemoryPixels;
use crate::command::pixels::memory::with_unpack;
use crate::context::Context;
use crate::context::recording::perform;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_value};
use crate::pointer::In;
use crate::tokens::*;

commands! {
    #[records_itself] fn glBitmap(width: i32, height: i32, x_origin: f32, y_origin: f32, x_move: f32, y_move: f32, bits: In<u8>) => bitmap;
}

/// Limits the bits of a bitmap; glBitmap with more raises GL_OUT_OF_MEMORY.
const MAX_BITS: u64 = 1 << 26;

/// Runs of ones in a bitmap: row, first column, column after the last one.
type Runs = Vec<(u32, u32, u32)>;

/// Reads a bitmap.
fn runs(context: &Context, width: u32, height: u32, bits: In<u8>) -> Result<Runs> {
    let pixels = MemoryPixels::new([width, height], GL_COLOR_INDEX, GL_BITMAP, &context.pixels.unpack);
    let mut runs = Runs::new();
    let find = |bytes: &[u8]| -> Result<()> {
        let is_set = pixels.bits(bytes);
        for row in 0..height {
            let mut column = 0;
            while column < width {
                let first = column;
                while column < width && is_set(column, row) {
                    column += 1;
                }
                if column > first {
                    runs.try_reserve(1).map_err(|_| NO_MEMORY)?;
                    runs.push((row, first, column));
                }
                column += 1;
            }
        }
        Ok(())
    };
    with_unpack(context.buffers.pixel_unpack.clone(), bits, pixels.needed()?, GL_UNSIGNED_BYTE, find)?.unwrap_or(Ok(()))?;
    Ok(runs)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn bitmap(
    context: &mut Context,
    width: i32,
    height: i32,
    x_origin: f32,
    y_origin: f32,
    x_move: f32,
    y_move: f32,
    bits: In<u8>,
) -> Result<()> {
    let negative = invalid_value(&"An INVALID_VALUE error is generated if w or h is negative. [GL 4.4, 14.8]");
    let (width, height) = (u32::try_from(width).map_err(|_| negative)?, u32::try_from(height).map_err(|_| negative)?);
    if u64::from(width) * u64::from(height) > MAX_BITS {
        return Err(NO_MEMORY);
    }
    let runs = if width > 0 && height > 0 { runs(context, width, height, bits)? } else { Runs::new() };
    perform(context, move |context| {
        // The framebuffer is complete.
        drop(framebuffer::targets(context)?);
        let position = context.compat.raster.position;
        if !context.compat.raster.valid {
            return Ok(());
        }
        let (left, bottom) = (snapped(position[0] - x_origin).floor(), snapped(position[1] - y_origin).floor());
        let rectangles: Vec<Rectangle> = runs
            .iter()
            .map(|&(row, first, end)| [left + first as f32, bottom + row as f32, left + end as f32, bottom + (row + 1) as f32])
            .collect();
        if !feed_back(context, GL_BITMAP_TOKEN) {
            draw(context, &rectangles, None)?;
        }
        context.compat.raster.position[0] += x_move;
        context.compat.raster.position[1] += y_move;
        Ok(())
    })
}
