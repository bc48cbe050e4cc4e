//! The formats of image units: their tokens, and their layout qualifiers in shaders.

use super::format::Format;
use crate::tokens::*;
use Embedded::{Core, Extension};

/// A format that image units can have.
#[derive(Debug)]
pub struct UnitFormat {
    /// Its token.
    pub token: u32,
    /// Its format layout qualifier.
    pub qualifier: &'static str,
    /// The format of the texels.
    pub format: Format,
    /// What OpenGL ES needs for it.
    pub es: Embedded,
}

/// What OpenGL ES 3.1 needs for a format of image units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// Nothing: the format is in the core specification.
    Core,
    /// NV_image_formats, which every version from 3.1 on has.
    Extension,
}

/// Makes an entry of the table.
const fn row(token: u32, qualifier: &'static str, format: Format, es: Embedded) -> UnitFormat {
    UnitFormat { token, qualifier, format, es }
}

/// "Table 8.33: Supported image unit formats, with equivalent format layout qualifiers." [GL 4.4, 8.26]
pub static UNIT_FORMATS: &[UnitFormat] = &[
    row(GL_RGBA32F, "rgba32f", Format::Rgba32f, Core),
    row(GL_RGBA16F, "rgba16f", Format::Rgba16f, Core),
    row(GL_RG32F, "rg32f", Format::Rg32f, Extension),
    row(GL_RG16F, "rg16f", Format::Rg16f, Extension),
    row(GL_R11F_G11F_B10F, "r11f_g11f_b10f", Format::R11fG11fB10f, Extension),
    row(GL_R32F, "r32f", Format::R32f, Core),
    row(GL_R16F, "r16f", Format::R16f, Extension),
    row(GL_RGBA32UI, "rgba32ui", Format::Rgba32ui, Core),
    row(GL_RGBA16UI, "rgba16ui", Format::Rgba16ui, Core),
    row(GL_RGB10_A2UI, "rgb10_a2ui", Format::Rgb10A2ui, Extension),
    row(GL_RGBA8UI, "rgba8ui", Format::Rgba8ui, Core),
    row(GL_RG32UI, "rg32ui", Format::Rg32ui, Extension),
    row(GL_RG16UI, "rg16ui", Format::Rg16ui, Extension),
    row(GL_RG8UI, "rg8ui", Format::Rg8ui, Extension),
    row(GL_R32UI, "r32ui", Format::R32ui, Core),
    row(GL_R16UI, "r16ui", Format::R16ui, Extension),
    row(GL_R8UI, "r8ui", Format::R8ui, Extension),
    row(GL_RGBA32I, "rgba32i", Format::Rgba32i, Core),
    row(GL_RGBA16I, "rgba16i", Format::Rgba16i, Core),
    row(GL_RGBA8I, "rgba8i", Format::Rgba8i, Core),
    row(GL_RG32I, "rg32i", Format::Rg32i, Extension),
    row(GL_RG16I, "rg16i", Format::Rg16i, Extension),
    row(GL_RG8I, "rg8i", Format::Rg8i, Extension),
    row(GL_R32I, "r32i", Format::R32i, Core),
    row(GL_R16I, "r16i", Format::R16i, Extension),
    row(GL_R8I, "r8i", Format::R8i, Extension),
    row(GL_RGBA16, "rgba16", Format::Rgba16, Extension),
    row(GL_RGB10_A2, "rgb10_a2", Format::Rgb10A2, Extension),
    row(GL_RGBA8, "rgba8", Format::Rgba8, Core),
    row(GL_RG16, "rg16", Format::Rg16, Extension),
    row(GL_RG8, "rg8", Format::Rg8, Extension),
    row(GL_R16, "r16", Format::R16, Extension),
    row(GL_R8, "r8", Format::R8, Extension),
    row(GL_RGBA16_SNORM, "rgba16_snorm", Format::Rgba16Snorm, Extension),
    row(GL_RGBA8_SNORM, "rgba8_snorm", Format::Rgba8Snorm, Core),
    row(GL_RG16_SNORM, "rg16_snorm", Format::Rg16Snorm, Extension),
    row(GL_RG8_SNORM, "rg8_snorm", Format::Rg8Snorm, Extension),
    row(GL_R16_SNORM, "r16_snorm", Format::R16Snorm, Extension),
    row(GL_R8_SNORM, "r8_snorm", Format::R8Snorm, Extension),
];

/// Returns the format of a token; `None` for other tokens.
pub fn of_token(token: u32) -> Option<&'static UnitFormat> {
    UNIT_FORMATS.iter().find(|row| row.token == token)
}

/// Returns the format of a layout qualifier; `None` for other names.
pub fn of_qualifier(name: &str) -> Option<&'static UnitFormat> {
    UNIT_FORMATS.iter().find(|row| row.qualifier == name)
}
