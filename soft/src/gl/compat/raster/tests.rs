#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::gl::testing::calling::{Gl, gl};
use crate::gl::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

fn floats(name: u32) -> [f32; 4] {
    let mut values = [0.0; 4];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    values
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];

#[test]
fn pixels_are_drawn_at_the_raster_position() {
    let gl = Gl::new(compatibility());
    // The middle of a window of 16 by 16.
    gl!(glRasterPos2i(0 => i32, 0 => i32));
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION), [8.0, 8.0, 0.5, 1.0]);
    let pixels = [RED, GREEN, GREEN, RED];
    let draw = || {
        let pixels = pixels.as_ptr().cast::<c_void>();
        gl!(glDrawPixels(2 => i32, 2 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
    };
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [4]);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], draw), [0]);
    assert_eq!([gl.pixel(8, 8), gl.pixel(9, 8), gl.pixel(8, 9), gl.pixel(9, 9), gl.pixel(10, 8)], [RED, GREEN, GREEN, RED, [0; 4]]);
    gl!(glWindowPos2i(0 => i32, 0 => i32));
    gl!(glPixelZoom(2.0 => f32, 3.0 => f32));
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [24]);
    assert_eq!([gl.pixel(1, 2), gl.pixel(2, 2), gl.pixel(1, 3), gl.pixel(3, 5)], [RED, GREEN, GREEN, RED]);
    gl!(glWindowPos2i(12 => i32, 0 => i32));
    gl!(glPixelZoom(1.0 => f32, 1.0 => f32));
    gl!(glCopyPixels(8 => i32, 8 => i32, 2 => i32, 2 => i32, GL_COLOR => u32));
    assert_eq!([gl.pixel(12, 0), gl.pixel(13, 0)], [RED, GREEN]);
    gl!(glRasterPos2i(2 => i32, 0 => i32));
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], draw), [0]);
    gl.no_error();
    gl!(glDrawPixels(2 => i32, -1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void));
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_VALUE);
}

#[test]
fn bitmaps_draw_their_ones_and_move_on() {
    let gl = Gl::new(compatibility());
    gl!(glColor3f(0.0 => f32, 1.0 => f32, 0.0 => f32));
    gl!(glWindowPos2i(4 => i32, 4 => i32));
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    let mut bits = [0b1011_0000u8, 0b0000_0001];
    let name = gl!(glGenLists(1 => i32) -> u32);
    gl!(glNewList(name => u32, GL_COMPILE => u32));
    gl!(glBitmap(8 => i32, 2 => i32, 1.0 => f32, 0.0 => f32, 3.0 => f32, 2.0 => f32, bits.as_ptr() => *const u8));
    gl!(glEndList());
    bits.fill(0);
    assert_eq!(gl.count(&[GL_SAMPLES_PASSED], || gl!(glCallList(name => u32))), [4]);
    assert_eq!([gl.pixel(3, 4), gl.pixel(4, 4), gl.pixel(5, 4), gl.pixel(10, 5)], [GREEN, [0; 4], GREEN, GREEN]);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION)[..2], [7.0, 6.0]);
    gl.no_error();
    assert_eq!(bits, [0; 2]);
}
