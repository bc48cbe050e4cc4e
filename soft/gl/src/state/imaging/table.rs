//! Color tables.

use crate::tokens::*;
use std::sync::Arc;

/// The most entries of a color table or a histogram.
pub const MAX_TABLE_WIDTH: u32 = 4096;

/// What a table has beside its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// The internal format, as requested.
    pub internal: u32,
    /// The base internal format.
    pub base: u32,
    /// The number of entries.
    pub width: u32,
    /// Bits of red, green, blue, alpha, luminance and intensity.
    pub bits: [u8; 6],
}

impl Default for Properties {
    fn default() -> Self {
        // "Each initial array is null (zero width, internal format RGBA, with zero-sized components)." [GL 4.6 compatibility, 8.4.3.5]
        Self { internal: GL_RGBA, base: GL_RGBA, width: 0, bits: [0; 6] }
    }
}

impl Properties {
    /// The properties of a proxy whose table is too large: "the proxy format, width and component resolutions are set to zero"
    /// [GL 4.6 compatibility, 8.4.3.5].
    pub const TOO_LARGE: Self = Self { internal: 0, base: 0, width: 0, bits: [0; 6] };
}

/// A color table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its properties; the width is that of `entries`.
    pub properties: Properties,
    /// The entries: the red of luminance and intensity is their value.
    pub entries: Arc<[[f32; 4]]>,
}

/// Returns the component of a table's or a filter's entries that applies to red, green, blue and alpha: "Table 8.16: Color table lookup"
/// [GL 4.6 compatibility, 8.4.5.3]. `None` if that component of a color stays.
pub fn components(base: u32) -> [Option<usize>; 4] {
    match base {
        GL_ALPHA => [None, None, None, Some(3)],
        GL_LUMINANCE => [Some(0), Some(0), Some(0), None],
        GL_LUMINANCE_ALPHA => [Some(0), Some(0), Some(0), Some(3)],
        GL_INTENSITY => [Some(0); 4],
        GL_RGB => [Some(0), Some(1), Some(2), None],
        _ => [Some(0), Some(1), Some(2), Some(3)],
    }
}

/// Returns the index of a component in a table: "clamping to [0, 1], multiplying by an integer one less than the width of the table, and rounding to
/// the nearest integer" [GL 4.6 compatibility, 8.4.5.5].
pub fn index(value: f32, width: usize) -> usize {
    // The cast turns NaN to 0.
    (value.clamp(0.0, 1.0) * width.saturating_sub(1) as f32).round() as usize
}

impl Table {
    /// Replaces the components of a color that the table has.
    pub fn look_up(&self, color: [f32; 4]) -> [f32; 4] {
        // "If a zero-width table is enabled, no lookup is performed." [GL 4.6 compatibility, 8.4.5.5]
        if self.entries.is_empty() {
            return color;
        }
        let components = components(self.properties.base);
        std::array::from_fn(|component| {
            let entry = self.entries.get(index(color[component], self.entries.len()));
            entry.zip(components[component]).map_or(color[component], |(entry, from)| entry[from])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_format_selects_what_a_table_replaces() {
        let color = [0.0, 0.4, 0.6, 2.0];
        let entries = [[10.0, 11.0, 12.0, 13.0], [20.0, 21.0, 22.0, 23.0]];
        let looked_up = |base: u32| Table { properties: Properties { base, ..Default::default() }, entries: entries.into() }.look_up(color);
        assert_eq!(looked_up(GL_RGBA), [10.0, 11.0, 22.0, 23.0]);
        assert_eq!(looked_up(GL_RGB), [10.0, 11.0, 22.0, 2.0]);
        assert_eq!(looked_up(GL_ALPHA), [0.0, 0.4, 0.6, 23.0]);
        assert_eq!(looked_up(GL_LUMINANCE), [10.0, 10.0, 20.0, 2.0]);
        assert_eq!(looked_up(GL_LUMINANCE_ALPHA), [10.0, 10.0, 20.0, 23.0]);
        assert_eq!(looked_up(GL_INTENSITY), [10.0, 10.0, 20.0, 20.0]);
        assert_eq!(Table::default().look_up(color), color);
    }
}
