//! Pixel rectangles: the groups of glDrawPixels and glCopyPixels that become fragments.

/// A pixel rectangle. Its fragments take the color or the depth of their group, and everything else from the vertices.
#[derive(Clone, Debug)]
pub struct PixelRectangle {
    /// The window coordinates of the corner of the first group.
    pub corner: [f32; 2],
    /// The pixels from one group to the next: glPixelZoom. Either may be negative.
    pub zoom: [f32; 2],
    /// The number of groups in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The values, row by row.
    pub values: RectangleValues,
}

/// The values of the groups of a pixel rectangle.
#[derive(Clone, Debug)]
pub enum RectangleValues {
    /// Red, green, blue and alpha, which replace the primary color.
    Colors(Vec<[f32; 4]>),
    /// Depths in [0, 1].
    Depths(Vec<f32>),
}

/// Returns the number of the group, of `count` in a row or a column, whose fragment the pixel at a window coordinate is.
pub fn group(at: u32, corner: f32, zoom: f32, count: u32) -> u32 {
    let offset = (f64::from(at) + 0.5 - f64::from(corner)) / f64::from(zoom);
    // "A fragment representing group (n, m) is produced for each framebuffer pixel inside, or on the bottom or left boundary, of this rectangle."
    // [GL 4.6 compatibility, 18.1.2] With a negative zoom the left boundary is at the end of the group.
    let number = if zoom < 0.0 { offset.ceil() - 1.0 } else { offset.floor() };
    (number as u32).min(count.saturating_sub(1))
}

impl PixelRectangle {
    /// Returns the index of the group whose fragment a pixel of the window is.
    pub fn group_of(&self, x: u32, y: u32) -> usize {
        let [column, row] = [group(x, self.corner[0], self.zoom[0], self.width), group(y, self.corner[1], self.zoom[1], self.height)];
        row as usize * self.width as usize + column as usize
    }
}

#[cfg(test)]
mod tests {
    use super::group;

    #[test]
    fn pixels_find_their_groups() {
        assert_eq!([4, 5, 6, 9].map(|at| group(at, 4.0, 1.0, 3)), [0, 1, 2, 2]);
        assert_eq!([4, 5, 6, 7].map(|at| group(at, 4.0, 2.0, 2)), [0, 0, 1, 1]);
        assert_eq!([3, 2, 1, 0].map(|at| group(at, 4.0, -2.0, 2)), [0, 0, 1, 1]);
        assert_eq!([3, 2].map(|at| group(at, 4.5, -1.0, 2)), [0, 1], "pixels on the left boundary of their groups");
    }
}
