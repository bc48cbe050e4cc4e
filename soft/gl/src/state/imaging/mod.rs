//! The imaging subset: what color tables, convolution, the color matrix, the histogram and minmax do to the colors of an image.

mod filter;
mod statistics;
mod table;

pub use filter::{Filter, FilterModes, Filtered, MAX_FILTER_SIZE};
pub use statistics::Statistics;
pub use table::{MAX_TABLE_WIDTH, Properties, Table};

use crate::error::Result;
use crate::state::matrix::{IDENTITY, Matrix};
use crate::tokens::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Factors and terms of red, green, blue and alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaling {
    /// The factors.
    pub scale: [f32; 4],
    /// The terms.
    pub bias: [f32; 4],
}

impl Default for Scaling {
    fn default() -> Self {
        Self { scale: [1.0; 4], bias: [0.0; 4] }
    }
}

impl Scaling {
    /// Scales and biases a color.
    pub fn apply(&self, color: [f32; 4]) -> [f32; 4] {
        std::array::from_fn(|component| color[component] * self.scale[component] + self.bias[component])
    }
}

/// The capabilities of the imaging subset, in the order of the bits of [`Modes::enabled`].
const CAPABILITIES: [u32; 8] = [
    GL_COLOR_TABLE,
    GL_POST_CONVOLUTION_COLOR_TABLE,
    GL_POST_COLOR_MATRIX_COLOR_TABLE,
    GL_CONVOLUTION_1D,
    GL_CONVOLUTION_2D,
    GL_SEPARABLE_2D,
    GL_HISTOGRAM,
    GL_MINMAX,
];

/// Returns true for capabilities of the imaging subset.
pub fn is_capability(capability: u32) -> bool {
    CAPABILITIES.contains(&capability)
}

/// The modes that glPushAttrib saves with GL_PIXEL_MODE_BIT.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modes {
    /// The enabled capabilities.
    enabled: u8,
    /// GL_COLOR_TABLE_SCALE and GL_COLOR_TABLE_BIAS of each color table.
    pub tables: [Scaling; 3],
    /// The modes of the convolution filters.
    pub filters: [FilterModes; 3],
    /// GL_POST_CONVOLUTION_RED_SCALE and following.
    pub post_convolution: Scaling,
    /// GL_POST_COLOR_MATRIX_RED_SCALE and following.
    pub post_color_matrix: Scaling,
}

impl Modes {
    /// Enables or disables a capability.
    pub fn enable(&mut self, capability: u32, value: bool) {
        for (bit, _) in CAPABILITIES.iter().enumerate().filter(|(_, known)| **known == capability) {
            self.enabled = self.enabled & !(1 << bit) | u8::from(value) << bit;
        }
    }

    /// Returns true if a capability is enabled.
    pub fn is_enabled(&self, capability: u32) -> bool {
        CAPABILITIES.iter().enumerate().any(|(bit, &known)| known == capability && self.enabled >> bit & 1 != 0)
    }

    /// Enables what other modes enable, and disables the rest.
    pub fn enable_as(&mut self, other: &Self) {
        self.enabled = other.enabled;
    }
}

/// Color tables, filters, the color matrix and the tables of statistics, which glPushAttrib does not save.
#[derive(Clone, Debug)]
pub struct Imaging {
    /// GL_COLOR_TABLE, GL_POST_CONVOLUTION_COLOR_TABLE and GL_POST_COLOR_MATRIX_COLOR_TABLE.
    pub tables: [Table; 3],
    /// The proxies of the color tables.
    pub proxies: [Properties; 3],
    /// GL_CONVOLUTION_1D, GL_CONVOLUTION_2D and GL_SEPARABLE_2D.
    pub filters: [Filter; 3],
    /// The top of the stack of color matrices.
    pub color_matrix: Matrix,
    /// The histogram and minmax, which transfers of pixels change. They are never contended: the context is current in one thread at most.
    statistics: Arc<Mutex<Statistics>>,
}

impl Default for Imaging {
    fn default() -> Self {
        Self {
            tables: Default::default(),
            proxies: Default::default(),
            filters: Default::default(),
            color_matrix: IDENTITY,
            statistics: Default::default(),
        }
    }
}

/// Multiplies a matrix by a color.
fn transform(matrix: &Matrix, color: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|row| (0..4).map(|column| matrix[column * 4 + row] * color[column]).sum())
}

impl Imaging {
    /// Calls a function with the histogram and minmax.
    pub fn with_statistics<R>(&self, work: impl FnOnce(&mut Statistics) -> R) -> R {
        work(&mut self.statistics.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns true if any operation changes or counts colors.
    pub fn is_active(&self, modes: &Modes) -> bool {
        modes.enabled != 0 || self.color_matrix != IDENTITY || modes.post_color_matrix != Scaling::default()
    }

    /// Returns the filter that applies to images of a command, with its modes.
    fn filter<'a>(&'a self, modes: &'a Modes, filtered: Filtered) -> Option<(&'a Filter, &'a FilterModes)> {
        // "If SEPARABLE_2D is enabled, and CONVOLUTION_2D is disabled, the separable two-dimensional convolution filter is instead applied these
        // images." [GL 4.6 compatibility, 8.4.5.6]
        let number = match filtered {
            Filtered::OneDimension if modes.is_enabled(GL_CONVOLUTION_1D) => 0,
            Filtered::TwoDimensions if modes.is_enabled(GL_CONVOLUTION_2D) => 1,
            Filtered::TwoDimensions if modes.is_enabled(GL_SEPARABLE_2D) => 2,
            _ => return None,
        };
        Some((&self.filters[number], &modes.filters[number]))
    }

    /// Returns the size of an image after convolution; `None` if no filter applies.
    pub fn filtered_size(&self, modes: &Modes, filtered: Filtered, size: [u32; 2]) -> Option<[u32; 2]> {
        self.filter(modes, filtered).map(|(filter, modes)| filter.output_size(modes, size))
    }

    /// Processes the colors of an image. Returns them and the size of the image; none if the histogram or minmax consumes them.
    pub fn process(
        &self,
        modes: &Modes,
        filtered: Filtered,
        mut colors: Vec<[f32; 4]>,
        mut size: [u32; 2],
    ) -> Result<(Vec<[f32; 4]>, [u32; 2])> {
        let look_up = |colors: &mut [[f32; 4]], number: usize, capability: u32| {
            if modes.is_enabled(capability) {
                colors.iter_mut().for_each(|color| *color = self.tables[number].look_up(*color));
            }
        };
        look_up(&mut colors, 0, GL_COLOR_TABLE);
        if let Some((filter, filter_modes)) = self.filter(modes, filtered) {
            (colors, size) = filter.convolve(filter_modes, &colors, size)?;
            colors.iter_mut().for_each(|color| *color = modes.post_convolution.apply(*color));
        }
        look_up(&mut colors, 1, GL_POST_CONVOLUTION_COLOR_TABLE);
        if self.color_matrix != IDENTITY {
            colors.iter_mut().for_each(|color| *color = transform(&self.color_matrix, *color));
        }
        if modes.post_color_matrix != Scaling::default() {
            colors.iter_mut().for_each(|color| *color = modes.post_color_matrix.apply(*color));
        }
        look_up(&mut colors, 2, GL_POST_COLOR_MATRIX_COLOR_TABLE);
        let (histogram, minmax) = (modes.is_enabled(GL_HISTOGRAM), modes.is_enabled(GL_MINMAX));
        let is_consumed = (histogram || minmax)
            && self.with_statistics(|statistics| {
                if histogram {
                    statistics.histogram.count(&colors);
                    if statistics.histogram.sink {
                        // "Because histogram precedes minmax, no minmax operation is performed." [GL 4.6 compatibility, 8.4.5.13]
                        return true;
                    }
                }
                if minmax {
                    statistics.minmax.compare(&colors);
                }
                minmax && statistics.minmax.sink
            });
        Ok(if is_consumed { (Vec::new(), [0; 2]) } else { (colors, size) })
    }
}
