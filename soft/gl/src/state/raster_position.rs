//! The current raster position and glPixelZoom.

use crate::limits::MAX_TEXTURE_COORDS;

/// GL_CURRENT_RASTER_POSITION and what belongs to it, and glPixelZoom.
#[derive(Clone, Debug)]
pub struct RasterPosition {
    /// GL_CURRENT_RASTER_POSITION: window coordinates, and the clip coordinate w.
    pub position: [f32; 4],
    /// GL_CURRENT_RASTER_POSITION_VALID.
    pub valid: bool,
    /// GL_CURRENT_RASTER_DISTANCE.
    pub distance: f32,
    /// GL_CURRENT_RASTER_COLOR.
    pub color: [f32; 4],
    /// GL_CURRENT_RASTER_INDEX.
    pub index: f32,
    /// GL_CURRENT_RASTER_SECONDARY_COLOR.
    pub secondary_color: [f32; 4],
    /// GL_CURRENT_RASTER_TEXTURE_COORDS by unit.
    pub texture_coordinates: [[f32; 4]; MAX_TEXTURE_COORDS],
    /// GL_ZOOM_X and GL_ZOOM_Y.
    pub zoom: [f32; 2],
}

impl Default for RasterPosition {
    fn default() -> Self {
        Self {
            position: [0.0, 0.0, 0.0, 1.0],
            valid: true,
            distance: 0.0,
            color: [1.0; 4],
            index: 1.0,
            secondary_color: [0.0, 0.0, 0.0, 1.0],
            texture_coordinates: [[0.0, 0.0, 0.0, 1.0]; MAX_TEXTURE_COORDS],
            zoom: [1.0; 2],
        }
    }
}
