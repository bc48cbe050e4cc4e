//! glPixelTransfer and glPixelMap: what they do to groups of pixels.

use crate::error::Result;
use crate::state::imaging::{self, Filtered, Imaging};
use crate::tokens::*;

/// GL_MAX_PIXEL_MAP_TABLE.
pub const MAX_PIXEL_MAP_TABLE: usize = 256;
/// The number of pixel maps, GL_PIXEL_MAP_I_TO_I to GL_PIXEL_MAP_A_TO_A.
pub const MAPS: usize = 10;

/// Pixel transfer modes, which glPushAttrib saves.
#[derive(Clone, Debug, PartialEq)]
pub struct Modes {
    /// GL_MAP_COLOR.
    pub map_color: bool,
    /// GL_MAP_STENCIL.
    pub map_stencil: bool,
    /// GL_INDEX_SHIFT.
    pub index_shift: i32,
    /// GL_INDEX_OFFSET.
    pub index_offset: i32,
    /// GL_RED_SCALE to GL_ALPHA_SCALE.
    pub scale: [f32; 4],
    /// GL_RED_BIAS to GL_ALPHA_BIAS.
    pub bias: [f32; 4],
    /// GL_DEPTH_SCALE.
    pub depth_scale: f32,
    /// GL_DEPTH_BIAS.
    pub depth_bias: f32,
    /// The modes of the imaging subset.
    pub imaging: imaging::Modes,
}

impl Default for Modes {
    fn default() -> Self {
        Self {
            map_color: false,
            map_stencil: false,
            index_shift: 0,
            index_offset: 0,
            scale: [1.0; 4],
            bias: [0.0; 4],
            depth_scale: 1.0,
            depth_bias: 0.0,
            imaging: imaging::Modes::default(),
        }
    }
}

/// Pixel transfer modes, pixel maps and the tables of the imaging subset.
#[derive(Clone, Debug)]
pub struct PixelTransfer {
    /// The modes.
    pub modes: Modes,
    /// The pixel maps, in the order of their tokens.
    pub maps: [Vec<f32>; MAPS],
    /// The tables and filters of the imaging subset, and the color matrix.
    pub imaging: Imaging,
}

impl Default for PixelTransfer {
    fn default() -> Self {
        Self { modes: Modes::default(), maps: std::array::from_fn(|_| vec![0.0]), imaging: Imaging::default() }
    }
}

/// Returns the value of a map for an index. The sizes of such maps are powers of two.
fn at_index(map: &[f32], index: f64) -> f32 {
    // "The index is first rounded to the nearest integer; the result is ANDed with 2^n − 1, and the resulting value used as an address into the
    // table." [GL 4.6 compatibility, 8.4.5.3]
    let mask = (map.len() as i64 - 1).max(0);
    map.get(((index.round() as i64) & mask) as usize).copied().unwrap_or(0.0)
}

/// Returns the value of a map for a color component.
fn at_component(map: &[f32], value: f32) -> f32 {
    let last = map.len().saturating_sub(1);
    map.get((value.clamp(0.0, 1.0) * last as f32).round() as usize).copied().unwrap_or(0.0)
}

/// Returns true for the formats whose groups are colors when the imaging subset processes them.
fn has_colors(format: u32) -> bool {
    !matches!(format, GL_DEPTH_COMPONENT | GL_STENCIL_INDEX | GL_DEPTH_STENCIL)
}

impl PixelTransfer {
    /// Returns the number of a map of glPixelMap; `None` for other tokens.
    pub fn number(map: u32) -> Option<usize> {
        (GL_PIXEL_MAP_I_TO_I..=GL_PIXEL_MAP_A_TO_A).contains(&map).then(|| (map - GL_PIXEL_MAP_I_TO_I) as usize)
    }

    /// Returns true if the scale and the bias of each component or the maps change colors.
    fn changes_colors(&self) -> bool {
        self.modes.map_color || self.modes.scale != [1.0; 4] || self.modes.bias != [0.0; 4]
    }

    /// Returns true if depths change.
    pub fn changes_depths(&self) -> bool {
        (self.modes.depth_scale, self.modes.depth_bias) != (1.0, 0.0)
    }

    /// Returns true if stencil indices change.
    pub fn changes_stencils(&self) -> bool {
        self.modes.map_stencil || (self.modes.index_shift, self.modes.index_offset) != (0, 0)
    }

    /// Returns true if pixels of a format change, or if the imaging subset counts them. Colors of integers never change.
    pub fn changes(&self, format: u32) -> bool {
        self.changes_without_imaging(format) || has_colors(format) && self.imaging.is_active(&self.modes.imaging)
    }

    /// Returns true if pixels of a format change without the operations of the imaging subset. Colors of integers never do.
    pub fn changes_without_imaging(&self, format: u32) -> bool {
        match format {
            GL_DEPTH_COMPONENT => self.changes_depths(),
            GL_STENCIL_INDEX => self.changes_stencils(),
            GL_DEPTH_STENCIL => self.changes_depths() || self.changes_stencils(),
            GL_COLOR_INDEX => true,
            _ => self.changes_colors(),
        }
    }

    /// Returns the size of an image of a format after convolution; `None` if no filter applies. Colors of integers are never filtered.
    pub fn filtered_size(&self, format: u32, filtered: Filtered, size: [u32; 2]) -> Option<[u32; 2]> {
        if has_colors(format) { self.imaging.filtered_size(&self.modes.imaging, filtered, size) } else { None }
    }

    /// Applies the operations of the imaging subset to the colors of an image, which were scaled, biased and mapped. Returns them and the size of
    /// the image; none if the histogram or minmax consumes them.
    pub fn process(&self, filtered: Filtered, colors: Vec<[f32; 4]>, size: [u32; 2]) -> Result<(Vec<[f32; 4]>, [u32; 2])> {
        if self.imaging.is_active(&self.modes.imaging) {
            self.imaging.process(&self.modes.imaging, filtered, colors, size)
        } else {
            Ok((colors, size))
        }
    }

    /// Scales, biases and maps a color.
    pub fn color(&self, rgba: [f32; 4]) -> [f32; 4] {
        let Modes { scale, bias, map_color, .. } = &self.modes;
        // "Each component is multiplied by an appropriate signed scale factor … Then the result is added to the appropriate signed bias"
        // [GL 4.6 compatibility, 8.4.5]
        let scaled: [f32; 4] = std::array::from_fn(|component| rgba[component] * scale[component] + bias[component]);
        if !map_color {
            return scaled;
        }
        // "First, each component is clamped to the range [0, 1]. … Each element is multiplied by an integer one less than the size of the
        // corresponding table, and, for each element, an address is found by rounding this value to the nearest integer."
        // [GL 4.6 compatibility, 8.4.5.2]
        std::array::from_fn(|component| at_component(&self.maps[6 + component], scaled[component]))
    }

    /// Scales and biases a depth; the result is clamped to [0, 1].
    pub fn depth(&self, depth: f32) -> f32 {
        let scaled = depth * self.modes.depth_scale + self.modes.depth_bias;
        if scaled.is_nan() { 0.0 } else { scaled.clamp(0.0, 1.0) }
    }

    /// Shifts an index and adds the offset.
    fn shifted(&self, index: f64) -> f64 {
        // "The fixed-point index is then shifted by |INDEX_SHIFT| bits, left if INDEX_SHIFT > 0 and right otherwise. … Then, the signed integer
        // offset INDEX_OFFSET is added to the index." [GL 4.6 compatibility, 8.4.5.1]
        index * f64::from(self.modes.index_shift.clamp(-1000, 1000)).exp2() + f64::from(self.modes.index_offset)
    }

    /// Shifts, offsets and maps a stencil index.
    pub fn stencil(&self, index: f64) -> u8 {
        let index = self.shifted(index);
        // "If MAP_STENCIL is enabled, then the index is looked up in the PIXEL_MAP_S_TO_S table … The integer index is ANDed with 2^n − 1"
        // [GL 4.6 compatibility, 8.4.5.4]
        let index = index.floor();
        let index = if self.modes.map_stencil { f64::from(at_index(&self.maps[1], index)) } else { index };
        index as i64 as u8
    }

    /// Converts a color index to a color.
    pub fn indexed_color(&self, index: f64) -> [f32; 4] {
        let index = self.shifted(index);
        std::array::from_fn(|component| at_index(&self.maps[2 + component], index))
    }
}
