//! The frame as a file.

use super::scene::{RGBA, SIZE, UNSIGNED_BYTE, check};
use crate::functions::Gl;
use std::path::Path;

/// Writes what is drawn as a PPM picture (P6: a line of text, and three bytes a pixel from the top down).
pub(super) fn write(gl: &Gl, file: &Path) -> Result<(), String> {
    let (width, height) = (SIZE.0 as usize, SIZE.1 as usize);
    let mut pixels = vec![[0_u8; 4]; width * height];
    // SAFETY: there is room for so many pixels; rows of four bytes a pixel need no padding.
    unsafe { gl.glReadPixels(0, 0, SIZE.0, SIZE.1, RGBA, UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
    check(gl)?;
    let mut picture = format!("P6\n{width} {height}\n255\n").into_bytes();
    for row in pixels.chunks_exact(width).rev() {
        picture.extend(row.iter().flat_map(|[red, green, blue, _]| [red, green, blue]));
    }
    std::fs::write(file, picture).map_err(|error| format!("{}: {error}", file.display()))
}
