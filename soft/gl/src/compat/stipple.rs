//! glLineStipple and glPolygonStipple.

use crate::command::pixels::groups::MemoryPixels;
use crate::command::pixels::memory::{with_pack, with_unpack};
use crate::command::pixels::recording::with_memory;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::{In, Out};
use crate::state::pixel_store::Store;
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glLineStipple(factor: i32, pattern: u16) => line_stipple;
    #[records_itself] fn glPolygonStipple(pattern: In<u8>) => polygon_stipple;
    #[not_in_lists] fn glGetPolygonStipple(pattern: Out<u8>) => |context| get(context, None, pattern);
    #[not_in_lists] fn glGetnPolygonStipple(size: i32, pattern: Out<u8>) => |context| get(context, Some(size), pattern);
    alias glGetnPolygonStippleARB = glGetnPolygonStipple;
}

fn line_stipple(context: &mut Context, factor: i32, pattern: u16) -> Result<()> {
    // "factor is clamped to the range [1, 256]." [GL 4.6 compatibility, 14.5.2.1]
    context.state.line_stipple = (factor.clamp(1, 256).cast_unsigned(), pattern);
    Ok(())
}

/// Returns a polygon stipple in memory: "it is as if the height and width passed to that command were both equal to 32, the type were BITMAP, and the
/// format were COLOR_INDEX." [GL 4.6 compatibility, 14.6.2]
fn pixels(store: &Store) -> MemoryPixels {
    MemoryPixels::new([32, 32], GL_COLOR_INDEX, GL_BITMAP, store)
}

fn polygon_stipple(context: &mut Context, pattern: In<u8>) -> Result<()> {
    let needed = pixels(&context.pixels.unpack).needed()?;
    with_memory(context, needed, GL_UNSIGNED_BYTE, pattern, |context, pattern| {
        let pixels = pixels(&context.pixels.unpack);
        let rows = with_unpack(context.buffers.pixel_unpack.clone(), pattern, pixels.needed()?, GL_UNSIGNED_BYTE, |bytes| {
            let is_set = pixels.bits(bytes);
            std::array::from_fn(|row| (0..32).fold(0, |word, column| word | u32::from(is_set(column, row as u32)) << column))
        })?;
        if let Some(rows) = rows {
            context.state.polygon_stipple = Arc::new(rows);
        }
        Ok(())
    })
}

/// Returns the polygon stipple to the application. `limit` is the size in bytes of its memory.
fn get(context: &Context, limit: Option<i32>, pattern: Out<u8>) -> Result<()> {
    let pixels = pixels(&context.pixels.pack);
    let rows = &context.state.polygon_stipple;
    with_pack(context.buffers.pixel_pack.clone(), pattern, pixels.needed()?, GL_UNSIGNED_BYTE, limit, |bytes| {
        pixels.set_bits(bytes, |x, y| rows[(y & 31) as usize] >> (x & 31) & 1 != 0);
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;

    /// Returns the columns of a row that are not black, one bit each.
    fn row(gl: &Gl, y: usize) -> u16 {
        (0..16).fold(0, |bits, x| bits | u16::from(gl.pixel(x, y) != [0; 4]) << x)
    }

    /// Draws lines between points in pixels of the window.
    fn lines(mode: u32, points: &[(f32, f32)]) {
        glBegin(mode);
        for &(x, y) in points {
            glVertex2f((x + 0.5) / 8.0 - 1.0, (y + 0.5) / 8.0 - 1.0);
        }
        glEnd();
    }

    #[test]
    fn lines_have_the_pattern_from_their_start() {
        let gl = Gl::new(compatibility());
        glEnable(GL_LINE_STIPPLE);
        glLineStipple(1, 0b1011);
        lines(GL_LINES, &[(2.0, 1.0), (12.0, 1.0), (12.0, 3.0), (2.0, 3.0)]);
        assert_eq!((row(&gl, 1), row(&gl, 3)), (0b1011 << 2, 0b1101 << 9));
        glLineStipple(2, 0b101);
        lines(GL_LINES, &[(2.0, 5.0), (12.0, 5.0)]);
        assert_eq!(row(&gl, 5), 0b11_0011 << 2);
        // The second line of the strip continues the first.
        glLineStipple(1, 0b10_0000_1001);
        lines(GL_LINE_STRIP, &[(0.0, 7.0), (8.0, 7.0), (15.0, 7.0)]);
        assert_eq!(row(&gl, 7), 0b10_0000_1001);
        glLineWidth(3.0);
        glLineStipple(1, 0b1);
        lines(GL_LINES, &[(4.0, 12.0), (10.0, 12.0)]);
        assert_eq!([11, 12, 13].map(|y| row(&gl, y)), [1 << 4; 3]);
        let (mut factor, mut pattern) = (0, 0);
        glLineStipple(999, 0xABCD);
        glGetIntegerv(GL_LINE_STIPPLE_REPEAT, &raw mut factor);
        glGetIntegerv(GL_LINE_STIPPLE_PATTERN, &raw mut pattern);
        assert_eq!((factor, pattern), (256, 0xABCD));
        gl.no_error();
    }

    #[test]
    fn polygons_have_the_pattern_of_the_window() {
        let gl = Gl::new(compatibility());
        let mut pattern = [0u8; 128];
        pattern[4 * 3] = 0b1010_0000;
        pattern[4 * 3 + 1] = 0b0000_0001;
        let name = glGenLists(1);
        glNewList(name, GL_COMPILE);
        glPolygonStipple(pattern.as_ptr());
        glEndList();
        let sent = pattern;
        pattern.fill(0);
        glCallList(name);
        glGetPolygonStipple(pattern.as_mut_ptr());
        assert_eq!(pattern, sent);
        glRectf(-1.0, -1.0, 1.0, 1.0);
        assert_eq!([2, 3, 4].map(|y| row(&gl, y)), [u16::MAX; 3], "the stipple is disabled");
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_POLYGON_STIPPLE);
        glPushAttrib(GL_POLYGON_STIPPLE_BIT);
        glPolygonStipple([0u8; 128].as_ptr());
        glPopAttrib();
        let draw = || glRectf(-1.0, -1.0, 1.0, 1.0);
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [3]);
        assert_eq!([2, 3, 4].map(|y| row(&gl, y)), [0, 1 | 1 << 2 | 1 << 15, 0]);
        gl.no_error();
        glGetnPolygonStipple(127, pattern.as_mut_ptr());
        assert_eq!(glGetError(), GL_INVALID_OPERATION);
    }
}
