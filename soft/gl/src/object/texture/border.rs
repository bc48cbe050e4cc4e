//! The border texels of levels, which only the compatibility profile has.

use super::Level;
use crate::error::Result;
use crate::object::format;
use base::hir::TextureKind;
use base::image::Surface;
use base::image::border;
use std::ops::Range;
use std::sync::Arc;

/// The border of a level. Its images have one more texel at each end of the dimensions with a border, and their texels inside have no meaning: the
/// layers of the level have these.
#[derive(Clone)]
pub struct Border {
    /// The images; of a 3D texture, the first and the last slice are border texels.
    pub layers: Arc<[Surface]>,
    /// How many of width, height and depth have a border.
    pub axes: usize,
}

/// Returns how many of width, height and depth of a texture's images have a border: layers have none.
pub fn axes(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 | TextureKind::D1Array => 1,
        TextureKind::D3 => 3,
        _ => 2,
    }
}

impl Level {
    /// Returns the texels that the border adds to width, height and depth.
    fn widths(&self) -> [u32; 3] {
        let axes = self.border.as_ref().map_or(0, |border| border.axes);
        std::array::from_fn(|axis| if axis < axes { 1 } else { 0 })
    }

    /// Returns GL_TEXTURE_BORDER: the width of the border.
    pub fn border_width(&self) -> u32 {
        u32::from(self.border.is_some())
    }

    /// Returns the level with a border of zeros in the first `axes` dimensions.
    pub fn with_border(self, axes: usize) -> Result<Self> {
        let more = |axis: usize| if axis < axes { 2 } else { 0 };
        let (width, height) = (self.width + more(0), self.height + more(1));
        let layers: Result<Arc<[Surface]>> =
            (0..self.layers.len() as u32 + more(2)).map(|_| format::new_surface(self.format, width, height)).collect();
        Ok(Self { border: Some(Border { layers: layers?, axes }), ..self })
    }

    /// Returns a level of the images of the border, to which commands write; [`Self::take_inside`] follows. `None` without a border.
    pub fn enlarged(&self) -> Option<Self> {
        let border = self.border.as_ref()?;
        let [column, row, _] = self.widths();
        let (width, height) = (self.width + 2 * column, self.height + 2 * row);
        Some(Self { width, height, layers: border.layers.clone(), border: None, ..self.clone() })
    }

    /// Copies the texels inside of a part of the [enlarged](Self::enlarged) level to the layers.
    pub fn take_inside(&self, slices: Range<usize>, corner: [u32; 2], size: [u32; 2]) {
        let Some(border) = &self.border else { return };
        let [column, row, slice] = self.widths();
        let (first, last) = ([column, row], [column + self.width, row + self.height]);
        let start: [u32; 2] = std::array::from_fn(|axis| corner[axis].max(first[axis]));
        let end: [u32; 2] = std::array::from_fn(|axis| corner[axis].saturating_add(size[axis]).min(last[axis]));
        let size = std::array::from_fn(|axis| end[axis].saturating_sub(start[axis]));
        for (number, from) in border.layers.iter().enumerate().filter(|(number, _)| slices.contains(number)) {
            let to = number.checked_sub(slice as usize).and_then(|number| self.layers.get(number));
            if let Some(to) = to {
                border::copy(from, start, to, [start[0].saturating_sub(column), start[1].saturating_sub(row)], size);
            }
        }
    }

    /// Returns a level with the border texels and those inside of them; a level without a border as it is.
    pub fn with_border_texels(self) -> Result<Self> {
        let Some(border) = &self.border else { return Ok(self) };
        let [column, row, slice] = self.widths();
        let surface = |(number, from): (usize, &Surface)| {
            let to = format::new_surface(self.format, from.width, from.height)?;
            border::copy(from, [0; 2], &to, [0; 2], [from.width, from.height]);
            if let Some(inside) = number.checked_sub(slice as usize).and_then(|number| self.layers.get(number)) {
                border::copy(inside, [0; 2], &to, [column, row], [inside.width, inside.height]);
            }
            Ok(to)
        };
        let layers: Result<Arc<[Surface]>> = border.layers.iter().enumerate().map(surface).collect();
        let (width, height) = (self.width + 2 * column, self.height + 2 * row);
        Ok(Self { width, height, layers: layers?, border: None, ..self })
    }

    /// Gives the level the border of a level above `below`: reduced border texels.
    pub fn with_border_of(self, below: &Self) -> Result<Self> {
        let Some(border) = &below.border else { return Ok(self) };
        let level = self.with_border(border.axes)?;
        if let Some(own) = &level.border {
            border::reduce(&border.layers, &own.layers, own.axes);
        }
        Ok(level)
    }
}
