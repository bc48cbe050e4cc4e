//! The histogram and minmax.

use super::Properties;
use super::table::index;
use crate::tokens::*;

/// Returns which of red, green, blue and alpha a table of a base format has; luminance counts as red.
fn counted(base: u32) -> [bool; 4] {
    match base {
        GL_ALPHA => [false, false, false, true],
        GL_LUMINANCE => [true, false, false, false],
        GL_LUMINANCE_ALPHA => [true, false, false, true],
        GL_RGB => [true, true, true, false],
        GL_RGBA => [true; 4],
        _ => [false; 4],
    }
}

/// The histogram.
#[derive(Debug, Default)]
pub struct Histogram {
    /// The format of the table, and its width.
    pub properties: Properties,
    /// The properties of the proxy.
    pub proxy: Properties,
    /// GL_HISTOGRAM_SINK.
    pub sink: bool,
    /// The counters of red or luminance, green, blue and alpha.
    pub counters: Vec<[u32; 4]>,
}

impl Histogram {
    /// Counts the components of colors.
    pub fn count(&mut self, colors: &[[f32; 4]]) {
        let (counted, width) = (counted(self.properties.base), self.counters.len());
        for color in colors {
            for component in (0..4).filter(|&component| counted[component]) {
                if let Some(counters) = self.counters.get_mut(index(color[component], width)) {
                    counters[component] = counters[component].saturating_add(1);
                }
            }
        }
    }

    /// Sets all counters to zero.
    pub fn reset(&mut self) {
        self.counters.fill([0; 4]);
    }
}

/// Minmax.
#[derive(Debug)]
pub struct Minmax {
    /// The internal format, as requested.
    pub internal: u32,
    /// The base internal format.
    pub base: u32,
    /// GL_MINMAX_SINK.
    pub sink: bool,
    /// The least and the largest red or luminance, green, blue and alpha.
    pub extremes: [[f32; 4]; 2],
}

/// "The initial state is a minimum table entry set to the maximum representable value and a maximum table entry set to the minimum representable value."
/// [GL 4.6 compatibility, 8.4.3.15]
const NONE: [[f32; 4]; 2] = [[f32::MAX; 4], [f32::MIN; 4]];

impl Default for Minmax {
    fn default() -> Self {
        Self { internal: GL_RGBA, base: GL_RGBA, sink: false, extremes: NONE }
    }
}

impl Minmax {
    /// Compares the components of colors with the extremes.
    pub fn compare(&mut self, colors: &[[f32; 4]]) {
        let counted = counted(self.base);
        let [least, largest] = &mut self.extremes;
        for color in colors {
            for component in (0..4).filter(|&component| counted[component]) {
                least[component] = least[component].min(color[component]);
                largest[component] = largest[component].max(color[component]);
            }
        }
    }

    /// Sets the extremes to those of no color.
    pub fn reset(&mut self) {
        self.extremes = NONE;
    }
}

/// The histogram and minmax.
#[derive(Debug, Default)]
pub struct Statistics {
    /// The histogram.
    pub histogram: Histogram,
    /// Minmax.
    pub minmax: Minmax,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_selects_what_is_counted_and_compared() {
        let colors = [[0.0, 0.5, 1.0, 2.0], [0.3, 0.5, -1.0, 0.0]];
        let properties = Properties { base: GL_LUMINANCE_ALPHA, width: 4, ..Default::default() };
        let mut histogram = Histogram { properties, counters: vec![[0; 4]; 4], ..Default::default() };
        histogram.count(&colors);
        assert_eq!(histogram.counters, [[1, 0, 0, 1], [1, 0, 0, 0], [0; 4], [0, 0, 0, 1]]);
        histogram.reset();
        assert_eq!(histogram.counters, [[0; 4]; 4]);
        let mut minmax = Minmax { base: GL_RGB, ..Default::default() };
        minmax.compare(&colors);
        assert_eq!(minmax.extremes, [[0.0, 0.5, -1.0, f32::MAX], [0.3, 0.5, 1.0, f32::MIN]]);
        minmax.reset();
        assert_eq!(minmax.extremes, NONE);
    }
}
