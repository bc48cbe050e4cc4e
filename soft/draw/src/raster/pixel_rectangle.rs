//! Fragments of pixel rectangles: their color or depth is that of their group instead of the vertices'.

use super::quads::Pixels;
use base::core::lanes::Floats;
use shader::exec::Wave;
use shader::pipeline::pixel_rectangle::{PixelRectangle, RectangleValues};

/// The part of a draw's plan for the fragments of a pixel rectangle.
pub struct RectangleFragments<'a> {
    /// The rectangle.
    pub rectangle: &'a PixelRectangle,
    /// The registers of the primary color, with the component.
    pub colors: Vec<(u16, u8)>,
}

impl RectangleFragments<'_> {
    /// Returns true if the groups are depths, which the tests need.
    pub fn has_depths(&self) -> bool {
        matches!(self.rectangle.values, RectangleValues::Depths(_))
    }
}

/// Replaces the depths of the lanes by those of their groups.
pub fn fill_depths(fragments: Option<&RectangleFragments>, pixels: &Pixels, z: &mut Floats) {
    let Some(fragments) = fragments else { return };
    let RectangleValues::Depths(depths) = &fragments.rectangle.values else { return };
    for (lane, z) in z.iter_mut().enumerate() {
        *z = depths.get(fragments.rectangle.group_of(pixels.x[lane], pixels.y[lane])).copied().unwrap_or(0.0);
    }
}

/// Fills the registers of the primary color with those of the lanes' groups.
pub fn fill_colors(fragments: Option<&RectangleFragments>, pixels: &Pixels, wave: &mut Wave) {
    let Some(fragments) = fragments else { return };
    let RectangleValues::Colors(colors) = &fragments.rectangle.values else { return };
    if fragments.colors.is_empty() {
        return;
    }
    let groups: [usize; 64] = std::array::from_fn(|lane| fragments.rectangle.group_of(pixels.x[lane], pixels.y[lane]));
    for &(register, component) in &fragments.colors {
        for (value, &group) in wave.register_mut(register).0.iter_mut().zip(&groups) {
            *value = colors.get(group).map_or(0, |color| color[usize::from(component & 3)].to_bits());
        }
    }
}
