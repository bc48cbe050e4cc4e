//! Convolution.

use super::table::components;
use super::{Properties, Scaling};
use crate::error::{NO_MEMORY, Result};
use crate::tokens::*;
use std::sync::Arc;

/// GL_MAX_CONVOLUTION_WIDTH and GL_MAX_CONVOLUTION_HEIGHT.
pub const MAX_FILTER_SIZE: u32 = 16;

/// The images of a command, as far as it matters to convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filtered {
    /// No filter applies.
    Never,
    /// One-dimensional texture images.
    OneDimension,
    /// Two-dimensional texture images, and the pixels of glDrawPixels, glCopyPixels and glReadPixels.
    TwoDimensions,
}

impl Filtered {
    /// Returns what a command on images of so many dimensions filters.
    pub fn of_dimensions(dimensions: usize) -> Self {
        match dimensions {
            1 => Self::OneDimension,
            2 => Self::TwoDimensions,
            _ => Self::Never,
        }
    }
}

/// The modes of a filter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterModes {
    /// GL_CONVOLUTION_FILTER_SCALE and GL_CONVOLUTION_FILTER_BIAS.
    pub scaling: Scaling,
    /// GL_CONVOLUTION_BORDER_MODE.
    pub border_mode: u32,
    /// GL_CONVOLUTION_BORDER_COLOR.
    pub border_color: [f32; 4],
}

impl Default for FilterModes {
    fn default() -> Self {
        // "the border mode is REDUCE, and the border color is (0, 0, 0, 0)" [GL 4.6 compatibility, 8.4.5.9]
        Self { scaling: Scaling::default(), border_mode: GL_REDUCE, border_color: [0.0; 4] }
    }
}

/// A convolution filter. A one-dimensional one has the height 1.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The internal format and the width.
    pub properties: Properties,
    /// The height.
    pub height: u32,
    /// The texels, row by row; of a separable filter its row, and then its column.
    pub texels: Arc<[[f32; 4]]>,
    /// True if the texels are a row and a column.
    pub is_separable: bool,
}

/// Returns an empty vector with room for so many colors.
fn reserved(count: usize) -> Result<Vec<[f32; 4]>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| NO_MEMORY)?;
    Ok(all)
}

impl Filter {
    /// Returns the factors of the pixel at a place of the filter.
    fn factors(&self, n: u32, m: u32) -> [f32; 4] {
        let texel = |index: u32| self.texels.get(index as usize).copied().unwrap_or_default();
        let width = self.properties.width;
        if !self.is_separable {
            return texel(m * width + n);
        }
        let (row, column) = (texel(n), texel(width + m));
        std::array::from_fn(|component| row[component] * column[component])
    }

    /// Returns the size of an image after convolution.
    pub fn output_size(&self, modes: &FilterModes, [width, height]: [u32; 2]) -> [u32; 2] {
        // "The width and height of source images convolved with border mode REDUCE are reduced by Wf − 1 and Hf − 1, respectively. If this reduction
        // would generate a resulting image with zero or negative width and/or height, the output is simply null" [GL 4.6 compatibility, 8.4.5.7]
        let reduced = |size: u32, filter: u32| size.saturating_sub(filter.saturating_sub(1));
        match modes.border_mode {
            GL_REDUCE => match [reduced(width, self.properties.width), reduced(height, self.height)] {
                size if size.contains(&0) => [0; 2],
                size => size,
            },
            _ => [width, height],
        }
    }

    /// Convolves an image. Returns the result and its size.
    pub fn convolve(&self, modes: &FilterModes, image: &[[f32; 4]], size: [u32; 2]) -> Result<(Vec<[f32; 4]>, [u32; 2])> {
        let output = self.output_size(modes, size);
        let [width, height] = size.map(i64::from);
        let replaced = components(self.properties.base);
        // "The coordinates (Cw, Ch) define the center of the convolution filter." [GL 4.6 compatibility, 8.4.5.7]
        let center = match modes.border_mode {
            GL_REDUCE => [0; 2],
            _ => [self.properties.width / 2, self.height / 2].map(i64::from),
        };
        let source = |x: i64, y: i64| {
            let place = match modes.border_mode {
                GL_REPLICATE_BORDER => Some((x.clamp(0, (width - 1).max(0)), y.clamp(0, (height - 1).max(0)))),
                _ => ((0..width).contains(&x) && (0..height).contains(&y)).then_some((x, y)),
            };
            place.and_then(|(x, y)| image.get((y * width + x) as usize).copied()).unwrap_or(modes.border_color)
        };
        let mut convolved = reserved(output[0] as usize * output[1] as usize)?;
        for (y, x) in (0..i64::from(output[1])).flat_map(|y| (0..i64::from(output[0])).map(move |x| (y, x))) {
            let mut sum = [0.0; 4];
            for (m, n) in (0..self.height).flat_map(|m| (0..self.properties.width).map(move |n| (m, n))) {
                let (color, factors) = (source(x - center[0] + i64::from(n), y - center[1] + i64::from(m)), self.factors(n, m));
                for (component, from) in replaced.iter().enumerate() {
                    sum[component] += from.map_or(0.0, |from| color[component] * factors[from]);
                }
            }
            // "Depending on the internal format of the filter, individual color components of each source image pixel are convolved with one filter
            // component, or are passed unmodified." [GL 4.6 compatibility, 8.4.5.6]
            let passed = source(x, y);
            convolved.push(std::array::from_fn(|component| if replaced[component].is_some() { sum[component] } else { passed[component] }));
        }
        Ok((convolved, output))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn filter(base: u32, width: u32, height: u32, values: &[f32], is_separable: bool) -> Filter {
        let texels = values.iter().map(|&value| [value; 4]).collect();
        Filter { properties: Properties { base, width, ..Default::default() }, height, texels, is_separable }
    }

    /// Convolves an image of grey values; returns its red components and its size.
    fn convolved(filter: &Filter, border_mode: u32, values: &[f32], size: [u32; 2]) -> (Vec<f32>, [u32; 2]) {
        let image: Vec<[f32; 4]> = values.iter().map(|&value| [value, value, value, 1.0]).collect();
        let modes = FilterModes { border_mode, border_color: [100.0; 4], ..Default::default() };
        let (colors, size) = filter.convolve(&modes, &image, size).unwrap();
        (colors.into_iter().map(|color| color[0]).collect(), size)
    }

    #[test]
    fn border_modes_reduce_replicate_and_add_a_constant() {
        let filter = filter(GL_RGBA, 3, 1, &[1.0, 2.0, 4.0], false);
        let values = [1.0, 10.0, 100.0, 1000.0];
        assert_eq!(convolved(&filter, GL_REDUCE, &values, [4, 1]), (vec![421.0, 4210.0], [2, 1]));
        assert_eq!(convolved(&filter, GL_REPLICATE_BORDER, &values, [4, 1]), (vec![43.0, 421.0, 4210.0, 6100.0], [4, 1]));
        assert_eq!(convolved(&filter, GL_CONSTANT_BORDER, &values, [4, 1]), (vec![142.0, 421.0, 4210.0, 2500.0], [4, 1]));
        assert_eq!(convolved(&filter, GL_REDUCE, &values[..2], [2, 1]), (vec![], [0, 0]));
    }

    #[test]
    fn separable_filters_are_products() {
        let whole = filter(GL_RGBA, 2, 2, &[3.0, 6.0, 5.0, 10.0], false);
        let separable = filter(GL_RGBA, 2, 2, &[1.0, 2.0, 3.0, 5.0], true);
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(convolved(&whole, GL_REDUCE, &values, [3, 2]), convolved(&separable, GL_REDUCE, &values, [3, 2]));
        assert_eq!(convolved(&whole, GL_REDUCE, &values, [3, 2]), (vec![85.0, 109.0], [2, 1]));
    }

    #[test]
    fn components_that_the_filter_lacks_pass() {
        let image = [[1.0, 2.0, 3.0, 4.0]];
        let through = |base: u32| filter(base, 1, 1, &[10.0], false).convolve(&FilterModes::default(), &image, [1, 1]).unwrap().0;
        assert_eq!(through(GL_ALPHA), [[1.0, 2.0, 3.0, 40.0]]);
        assert_eq!(through(GL_LUMINANCE), [[10.0, 20.0, 30.0, 4.0]]);
        assert_eq!(through(GL_RGB), [[10.0, 20.0, 30.0, 4.0]]);
        // "If Wf of a one-dimensional filter is zero, then C[i] is always set to zero."
        assert_eq!(Filter::default().convolve(&FilterModes::default(), &image, [1, 1]).unwrap().0, [[0.0; 4]]);
    }
}
