//! Writes the scene to a PNG file.

use super::frame::Frame;
use super::scene::{Scene, check};
use super::{HEIGHT, WIDTH};
use crate::functions::Gl;
use crate::pictures;
use glmeter_report::check::Colours;
use std::fs::File;
use std::path::Path;

/// Draws the scene at twice the width and height and writes it as a PNG file. Each pixel of the file averages four, which smooths
/// edges. The scene's geometry and the averages are the same on every machine; any difference comes from the driver.
pub(super) fn write(gl: &Gl, scene: &Scene, file: &Path) -> Result<(), String> {
    let frame = Frame::new(gl, 2 * WIDTH, 2 * HEIGHT)?;
    scene.draw(&frame);
    let pixels = frame.read(gl);
    check(gl)?;
    let (width, height) = (WIDTH as usize, HEIGHT as usize);
    let mut bytes = Vec::with_capacity(3 * width * height);
    for (row, column) in (0..height).rev().flat_map(|row| (0..width).map(move |column| (row, column))) {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| pixels[(2 * row + up) * 2 * width + 2 * column + right]);
        bytes.extend((0..3).map(|colour| (four.iter().map(|pixel| u16::from(pixel[colour])).sum::<u16>().div_ceil(4)) as u8));
    }
    let failed = |error: png::EncodingError| format!("{}: {error}", file.display());
    let output = File::create(file).map_err(|error| failed(error.into()))?;
    pictures::write(&output, &Colours { width: WIDTH as u32, height: HEIGHT as u32, bytes }).map_err(failed)
}
