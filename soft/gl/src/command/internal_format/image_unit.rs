//! The properties of image unit formats, which the columns of a table give.

use crate::object::format::InternalFormat;
use crate::tokens::*;

/// Returns true if atomic operations of every kind apply to texels of a format.
pub(super) fn has_atomics(format: &InternalFormat) -> bool {
    matches!(format.token, GL_R32I | GL_R32UI)
}

/// Returns the class of an image unit format: "Table 8.34: Texel sizes, compatibility classes, and pixel format/type combinations for each image
/// format." [GL 4.4, 8.26]
pub(super) fn class(format: &InternalFormat) -> u32 {
    let count = format.bits.iter().filter(|&&bits| bits > 0).count();
    match (format.bits[0], count) {
        (11, _) => GL_IMAGE_CLASS_11_11_10,
        (10, _) => GL_IMAGE_CLASS_10_10_10_2,
        (32, 4) => GL_IMAGE_CLASS_4_X_32,
        (32, 2) => GL_IMAGE_CLASS_2_X_32,
        (32, _) => GL_IMAGE_CLASS_1_X_32,
        (16, 4) => GL_IMAGE_CLASS_4_X_16,
        (16, 2) => GL_IMAGE_CLASS_2_X_16,
        (16, _) => GL_IMAGE_CLASS_1_X_16,
        (_, 4) => GL_IMAGE_CLASS_4_X_8,
        (_, 2) => GL_IMAGE_CLASS_2_X_8,
        _ => GL_IMAGE_CLASS_1_X_8,
    }
}
