//! The pixels that suit an internal format best.

use super::InternalFormat;
use crate::tokens::*;

impl InternalFormat {
    /// Returns the format and type of pixels that hold texels without loss, in the order of the stored components.
    pub fn pixels(&self) -> (u32, u32) {
        let format = match (self.base, self.is_integer()) {
            _ if self.token == GL_BGRA8_EXT => GL_BGRA,
            // Intensity is returned in red, and set from it.
            (GL_RED | GL_INTENSITY, true) => GL_RED_INTEGER,
            (GL_INTENSITY, false) => GL_RED,
            (GL_RG, true) => GL_RG_INTEGER,
            (GL_RGB, true) => GL_RGB_INTEGER,
            (GL_RGBA, true) => GL_RGBA_INTEGER,
            (GL_ALPHA, true) => GL_ALPHA_INTEGER_EXT,
            (GL_LUMINANCE, true) => GL_LUMINANCE_INTEGER_EXT,
            (GL_LUMINANCE_ALPHA, true) => GL_LUMINANCE_ALPHA_INTEGER_EXT,
            (base, _) => base,
        };
        let ty = match self.token {
            GL_RGB565 => GL_UNSIGNED_SHORT_5_6_5,
            GL_RGBA4 => GL_UNSIGNED_SHORT_4_4_4_4,
            GL_RGB5_A1 => GL_UNSIGNED_SHORT_5_5_5_1,
            GL_RGB10_A2 | GL_RGB10_A2UI => GL_UNSIGNED_INT_2_10_10_10_REV,
            GL_R11F_G11F_B10F => GL_UNSIGNED_INT_10F_11F_11F_REV,
            GL_RGB9_E5 => GL_UNSIGNED_INT_5_9_9_9_REV,
            GL_DEPTH24_STENCIL8 => GL_UNSIGNED_INT_24_8,
            GL_DEPTH32F_STENCIL8 => GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
            _ => match (self.component_type, self.bits.iter().copied().max().unwrap_or(0)) {
                (GL_FLOAT, 0..=16) => GL_HALF_FLOAT,
                (GL_FLOAT, _) => GL_FLOAT,
                (GL_INT | GL_SIGNED_NORMALIZED, 0..=8) => GL_BYTE,
                (GL_INT | GL_SIGNED_NORMALIZED, 9..=16) => GL_SHORT,
                (GL_INT | GL_SIGNED_NORMALIZED, _) => GL_INT,
                (_, 0..=8) => GL_UNSIGNED_BYTE,
                (_, 9..=16) => GL_UNSIGNED_SHORT,
                _ => GL_UNSIGNED_INT,
            },
        };
        (format, ty)
    }
}
