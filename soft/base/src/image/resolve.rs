//! Conversion of multisampled surfaces to surfaces of one sample.

use super::format::Format;
use super::{Rectangle, Surface};
use crate::core::memory::OutOfMemory;

/// Returns a surface of one sample for each texel of a rectangle: of colours that are not integers their mean, otherwise sample 0. Texels
/// outside the rectangle have no meaning. A surface of one sample is returned as it is.
pub fn resolve(surface: &Surface, area: Rectangle) -> Result<Surface, OutOfMemory> {
    let first = Surface { more_samples: None, ..surface.clone() };
    if surface.samples() <= 1 || !surface.format.is_color() || surface.format.is_integer() {
        return Ok(first);
    }
    let resolved = Surface::new(surface.format, surface.width, surface.height)?;
    let within = |value: i32, size: u32| i64::from(value).clamp(0, i64::from(size)) as u32;
    let (columns, rows) = ((within(area.x0, surface.width), within(area.x1, surface.width)), (area.y0, area.y1));
    for y in within(rows.0, surface.height)..within(rows.1, surface.height) {
        for x in columns.0..columns.1 {
            if surface.format == Format::Rgba8 {
                let first = y as usize * surface.row_words;
                resolved.memory.set_word(first + x as usize, mean_of_bytes(surface, first + x as usize));
            } else {
                resolved.set_texel(x, y, mean(surface, x, y));
            }
        }
    }
    Ok(resolved)
}

/// Returns the mean of the samples' bytes in a word.
fn mean_of_bytes(surface: &Surface, word: usize) -> u32 {
    let count = surface.samples();
    // Two bytes each in the halves of two words.
    let (mut even, mut odd) = (0, 0);
    for sample in surface.each_sample() {
        let texel = sample.memory.word(word);
        even += texel & 0x00FF_00FF;
        odd += texel >> 8 & 0x00FF_00FF;
    }
    let rounded = |sums: u32, shift: u32| ((sums >> shift & 0xFFFF) + count / 2) / count;
    rounded(even, 0) | rounded(odd, 0) << 8 | rounded(even, 16) << 16 | rounded(odd, 16) << 24
}

/// Returns the mean of the samples of a texel.
fn mean(surface: &Surface, x: u32, y: u32) -> [u32; 4] {
    let mut sum = [0.0; 4];
    for sample in surface.each_sample() {
        let texel = sample.texel(x, y).map(f32::from_bits);
        (0..4).for_each(|component| sum[component] += texel[component]);
    }
    sum.map(|component: f32| (component / surface.samples() as f32).to_bits())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    const ALL: Rectangle = Rectangle { x0: -9, y0: 0, x1: 9, y1: 9 };

    fn surface(format: Format, texels: &[[u32; 4]]) -> Surface {
        let samples = texels.iter().map(|&raw| {
            let sample = Surface::new(format, 2, 2).unwrap();
            sample.set_raw(1, 1, raw);
            sample
        });
        Surface::from_samples(samples).unwrap()
    }

    fn resolved(format: Format, texels: &[u32]) -> [u32; 4] {
        let texels: Vec<_> = texels.iter().map(|&word| [word, 0, 0, 0]).collect();
        resolve(&surface(format, &texels), ALL).unwrap().raw(1, 1)
    }

    #[test]
    fn colours_are_averaged() {
        assert_eq!(resolved(Format::Rgba8, &[0xFF00_1003, 0xFF01_2001, 0x0002_3000, 0x0003_4000])[0], 0x8002_2801);
        let floats = [0.25, 1.0, -3.0, 7.75].map(f32::to_bits);
        assert_eq!(resolved(Format::R32f, &floats)[0], 1.5_f32.to_bits());
        assert_eq!(resolved(Format::Rgb565, &[0xF800, 0x0000])[0], 0x8000);
    }

    #[test]
    fn integers_depths_and_stencils_are_those_of_one_sample() {
        assert_eq!(resolved(Format::R32ui, &[7, 9])[0], 7);
        assert_eq!(resolved(Format::Depth24Stencil8, &[0x0100_0005, 0x0300_0007])[0], 0x0100_0005);
    }

    #[test]
    fn a_surface_of_one_sample_stays() {
        let one = surface(Format::Rgba8, &[[5, 0, 0, 0]]);
        assert!(std::sync::Arc::ptr_eq(&resolve(&one, ALL).unwrap().memory, &one.memory));
    }
}
