//! Internal formats: how a texel lies in memory and what its components mean.

/// How texels are stored. Little-endian words; component order as named from the lowest bits or bytes up. Formats of 8 and 16 bits a
/// texel share words with their neighbours; larger ones start at words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    R8,
    Rg8,
    Rgba8,
    Srgb8Alpha8,
    R8Snorm,
    Rg8Snorm,
    Rgba8Snorm,
    /// Red in the high 5 bits, as GL_UNSIGNED_SHORT_5_6_5.
    Rgb565,
    Rgba4,
    Rgb5A1,
    Rgb10A2,
    Rgb10A2ui,
    R11fG11fB10f,
    Rgb9E5,
    R16,
    Rg16,
    Rgba16,
    R16f,
    Rg16f,
    Rgba16f,
    R32f,
    Rg32f,
    Rgba32f,
    R8ui,
    R8i,
    Rg8ui,
    Rg8i,
    Rgba8ui,
    Rgba8i,
    R16ui,
    R16i,
    Rg16ui,
    Rg16i,
    Rgba16ui,
    Rgba16i,
    R32ui,
    R32i,
    Rg32ui,
    Rg32i,
    Rgba32ui,
    Rgba32i,
    Depth16,
    /// Depth in the low 24 bits, stencil in the high 8.
    Depth24Stencil8,
    Depth32f,
    /// Two words: the float, then the stencil in the low 8 bits.
    Depth32fStencil8,
    Stencil8,
}

impl Format {
    /// Bytes of one texel.
    pub fn bytes(self) -> u32 {
        use Format::*;
        match self {
            R8 | R8Snorm | R8ui | R8i | Stencil8 => 1,
            Rg8 | Rg8Snorm | Rgb565 | Rgba4 | Rgb5A1 | R16 | R16f | Rg8ui | Rg8i | R16ui | R16i | Depth16 => 2,
            Rgba8 | Srgb8Alpha8 | Rgba8Snorm | Rgb10A2 | Rgb10A2ui | R11fG11fB10f | Rgb9E5 | Rg16 | Rg16f | R32f | Rgba8ui | Rgba8i
            | Rg16ui | Rg16i | R32ui | R32i | Depth24Stencil8 | Depth32f => 4,
            Rgba16 | Rgba16f | Rg32f | Rgba16ui | Rgba16i | Rg32ui | Rg32i | Depth32fStencil8 => 8,
            Rgba32f | Rgba32ui | Rgba32i => 16,
        }
    }
}
