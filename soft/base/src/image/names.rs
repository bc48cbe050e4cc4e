//! The components that base internal formats have, in terms of stored ones.

/// For each of red, green, blue and alpha of a base format, the stored component that it reads (0 to 3), or the constant 0 (4) or 1 (5).
pub type Swizzle = [u8; 4];

/// Base internal format GL_RGBA.
pub const RGBA: Swizzle = [0, 1, 2, 3];
/// GL_RGB.
pub const RGB: Swizzle = [0, 1, 2, 5];
/// GL_RG.
pub const RG: Swizzle = [0, 1, 4, 5];
/// GL_RED.
pub const RED: Swizzle = [0, 4, 4, 5];
/// GL_LUMINANCE.
pub const LUMINANCE: Swizzle = [0, 0, 0, 5];
/// GL_LUMINANCE_ALPHA.
pub const LUMINANCE_ALPHA: Swizzle = [0, 0, 0, 1];
/// GL_ALPHA.
pub const ALPHA: Swizzle = [4, 4, 4, 0];
/// GL_INTENSITY.
pub const INTENSITY: Swizzle = [0, 0, 0, 0];

/// Returns the component that each stored component takes; 4 for none.
pub(super) fn inverse(base: Swizzle) -> Swizzle {
    std::array::from_fn(|stored| base.iter().position(|&component| component as usize == stored).unwrap_or(4) as u8)
}
