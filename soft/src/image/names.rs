//! The texel formats that store the internal formats of the APIs.

use super::format::Format;
use crate::tokens::*;

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

/// Returns the texel format that stores an internal format, and the swizzle of its base format. For unsized formats the type of the pixels
/// decides (0 if unknown). Returns `None` for anything else.
pub fn from_gl(internal: u32, ty: u32) -> Option<(Format, Swizzle)> {
    use Format::*;
    let float = ty == GL_FLOAT;
    let half = matches!(ty, GL_HALF_FLOAT | GL_HALF_FLOAT_OES);
    // The formats for each type: bytes, half floats, floats.
    let by_type = |byte: Format, half_format: Format, float_format: Format| match (float, half) {
        (true, _) => float_format,
        (_, true) => half_format,
        _ => byte,
    };
    Some(match internal {
        1 | GL_LUMINANCE => (by_type(R8, R16f, R32f), LUMINANCE),
        2 | GL_LUMINANCE_ALPHA => (by_type(Rg8, Rg16f, Rg32f), LUMINANCE_ALPHA),
        GL_ALPHA => (by_type(R8, R16f, R32f), ALPHA),
        GL_INTENSITY => (by_type(R8, R16f, R32f), INTENSITY),
        3 | GL_RGB => match ty {
            GL_UNSIGNED_SHORT_5_6_5 | GL_UNSIGNED_SHORT_5_6_5_REV => (Rgb565, RGB),
            GL_UNSIGNED_INT_2_10_10_10_REV => (Rgb10A2, RGB),
            GL_UNSIGNED_INT_10F_11F_11F_REV => (R11fG11fB10f, RGB),
            GL_UNSIGNED_INT_5_9_9_9_REV => (Rgb9E5, RGB),
            _ => (by_type(Rgba8, Rgba16f, Rgba32f), RGB),
        },
        4 | GL_RGBA | GL_BGRA => match ty {
            GL_UNSIGNED_SHORT_4_4_4_4 | GL_UNSIGNED_SHORT_4_4_4_4_REV => (Rgba4, RGBA),
            GL_UNSIGNED_SHORT_5_5_5_1 | GL_UNSIGNED_SHORT_1_5_5_5_REV => (Rgb5A1, RGBA),
            GL_UNSIGNED_INT_2_10_10_10_REV | GL_UNSIGNED_INT_10_10_10_2 => (Rgb10A2, RGBA),
            _ => (by_type(Rgba8, Rgba16f, Rgba32f), RGBA),
        },
        GL_RED => (by_type(R8, R16f, R32f), RED),
        GL_RG => (by_type(Rg8, Rg16f, Rg32f), RG),
        GL_SRGB | GL_SRGB8 => (Srgb8Alpha8, RGB),
        GL_SRGB_ALPHA | GL_SRGB8_ALPHA8 => (Srgb8Alpha8, RGBA),
        GL_SLUMINANCE | GL_SLUMINANCE8 => (Srgb8Alpha8, LUMINANCE),
        GL_SLUMINANCE_ALPHA | GL_SLUMINANCE8_ALPHA8 => (Srgb8Alpha8, [0, 0, 0, 3]),
        GL_R8 | GL_COMPRESSED_RED => (R8, RED),
        GL_RG8 | GL_COMPRESSED_RG => (Rg8, RG),
        GL_R3_G3_B2 | GL_RGB4 | GL_RGB5 | GL_RGB565 => (Rgb565, RGB),
        GL_RGB8 | GL_COMPRESSED_RGB => (Rgba8, RGB),
        GL_RGBA8 | GL_BGRA8_EXT | GL_COMPRESSED_RGBA => (Rgba8, RGBA),
        GL_RGB10 => (Rgb10A2, RGB),
        GL_RGB12 | GL_RGB16 => (Rgba16, RGB),
        GL_RGBA2 | GL_RGBA4 => (Rgba4, RGBA),
        GL_RGB5_A1 => (Rgb5A1, RGBA),
        GL_RGB10_A2 => (Rgb10A2, RGBA),
        GL_RGB10_A2UI => (Rgb10A2ui, RGBA),
        GL_RGBA12 | GL_RGBA16 => (Rgba16, RGBA),
        GL_R16 => (R16, RED),
        GL_RG16 => (Rg16, RG),
        GL_R16_SNORM => (R16Snorm, RED),
        GL_RG16_SNORM => (Rg16Snorm, RG),
        GL_RGB16_SNORM => (Rgba16Snorm, RGB),
        GL_RGBA16_SNORM => (Rgba16Snorm, RGBA),
        GL_R8_SNORM => (R8Snorm, RED),
        GL_RG8_SNORM => (Rg8Snorm, RG),
        GL_RGB8_SNORM => (Rgba8Snorm, RGB),
        GL_RGBA8_SNORM => (Rgba8Snorm, RGBA),
        GL_R11F_G11F_B10F => (R11fG11fB10f, RGB),
        GL_RGB9_E5 => (Rgb9E5, RGB),
        GL_R16F => (R16f, RED),
        GL_RG16F => (Rg16f, RG),
        GL_RGB16F => (Rgba16f, RGB),
        GL_RGBA16F => (Rgba16f, RGBA),
        GL_R32F => (R32f, RED),
        GL_RG32F => (Rg32f, RG),
        GL_RGB32F => (Rgba32f, RGB),
        GL_RGBA32F => (Rgba32f, RGBA),
        GL_R8UI => (R8ui, RED),
        GL_R8I => (R8i, RED),
        GL_RG8UI => (Rg8ui, RG),
        GL_RG8I => (Rg8i, RG),
        GL_RGB8UI => (Rgba8ui, RGB),
        GL_RGB8I => (Rgba8i, RGB),
        GL_RGBA8UI => (Rgba8ui, RGBA),
        GL_RGBA8I => (Rgba8i, RGBA),
        GL_R16UI => (R16ui, RED),
        GL_R16I => (R16i, RED),
        GL_RG16UI => (Rg16ui, RG),
        GL_RG16I => (Rg16i, RG),
        GL_RGB16UI => (Rgba16ui, RGB),
        GL_RGB16I => (Rgba16i, RGB),
        GL_RGBA16UI => (Rgba16ui, RGBA),
        GL_RGBA16I => (Rgba16i, RGBA),
        GL_R32UI => (R32ui, RED),
        GL_R32I => (R32i, RED),
        GL_RG32UI => (Rg32ui, RG),
        GL_RG32I => (Rg32i, RG),
        GL_RGB32UI => (Rgba32ui, RGB),
        GL_RGB32I => (Rgba32i, RGB),
        GL_RGBA32UI => (Rgba32ui, RGBA),
        GL_RGBA32I => (Rgba32i, RGBA),
        GL_LUMINANCE4 | GL_LUMINANCE8 => (R8, LUMINANCE),
        GL_LUMINANCE12 | GL_LUMINANCE16 => (R16, LUMINANCE),
        GL_LUMINANCE16F_ARB => (R16f, LUMINANCE),
        GL_LUMINANCE32F_ARB => (R32f, LUMINANCE),
        GL_LUMINANCE4_ALPHA4 | GL_LUMINANCE6_ALPHA2 | GL_LUMINANCE8_ALPHA8 => (Rg8, LUMINANCE_ALPHA),
        GL_LUMINANCE12_ALPHA4 | GL_LUMINANCE12_ALPHA12 | GL_LUMINANCE16_ALPHA16 => (Rg16, LUMINANCE_ALPHA),
        GL_LUMINANCE_ALPHA16F_ARB => (Rg16f, LUMINANCE_ALPHA),
        GL_LUMINANCE_ALPHA32F_ARB => (Rg32f, LUMINANCE_ALPHA),
        GL_ALPHA4 | GL_ALPHA8 => (R8, ALPHA),
        GL_ALPHA12 | GL_ALPHA16 => (R16, ALPHA),
        GL_ALPHA16F_ARB => (R16f, ALPHA),
        GL_ALPHA32F_ARB => (R32f, ALPHA),
        GL_INTENSITY4 | GL_INTENSITY8 => (R8, INTENSITY),
        GL_INTENSITY12 | GL_INTENSITY16 => (R16, INTENSITY),
        GL_INTENSITY16F_ARB => (R16f, INTENSITY),
        GL_INTENSITY32F_ARB => (R32f, INTENSITY),
        GL_DEPTH_COMPONENT => match ty {
            GL_UNSIGNED_SHORT => (Depth16, RED),
            GL_FLOAT => (Depth32f, RED),
            _ => (Depth24Stencil8, RED),
        },
        GL_DEPTH_COMPONENT16 => (Depth16, RED),
        GL_DEPTH_COMPONENT24 | GL_DEPTH_COMPONENT32 => (Depth24Stencil8, RED),
        GL_DEPTH_COMPONENT32F => (Depth32f, RED),
        GL_DEPTH_STENCIL if ty == GL_FLOAT_32_UNSIGNED_INT_24_8_REV => (Depth32fStencil8, RED),
        GL_DEPTH_STENCIL | GL_DEPTH24_STENCIL8 => (Depth24Stencil8, RED),
        GL_DEPTH32F_STENCIL8 => (Depth32fStencil8, RED),
        GL_STENCIL_INDEX | GL_STENCIL_INDEX1 | GL_STENCIL_INDEX4 | GL_STENCIL_INDEX8 => (Stencil8, RED),
        _ => return None,
    })
}
