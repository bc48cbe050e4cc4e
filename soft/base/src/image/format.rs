//! Texel formats: the layout of a texel in memory and the meaning of its components.

/// A texel format. Words are little-endian; components are named from the lowest bits or bytes up. Formats of 8 and 16 bits share words
/// with neighbouring texels; larger texels begin at a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the internal formats in GL")]
pub enum Format {
    R8,
    Rg8,
    Rgba8,
    Srgb8Alpha8,
    /// Red with the transfer function of sRGB.
    Sr8,
    /// Red and green with the transfer function of sRGB.
    Srg8,
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
    R16Snorm,
    Rg16Snorm,
    Rgba16Snorm,
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
    /// Returns the bytes of one texel.
    #[inline]
    pub fn bytes(self) -> u32 {
        use Format::*;
        match self {
            R8 | Sr8 | R8Snorm | R8ui | R8i | Stencil8 => 1,
            Rg8 | Srg8 | Rg8Snorm | Rgb565 | Rgba4 | Rgb5A1 | R16 | R16Snorm | R16f | Rg8ui | Rg8i | R16ui | R16i | Depth16 => 2,
            Rgba8 | Srgb8Alpha8 | Rgba8Snorm | Rgb10A2 | Rgb10A2ui | R11fG11fB10f | Rgb9E5 | Rg16 | Rg16Snorm | Rg16f | R32f | Rgba8ui
            | Rgba8i | Rg16ui | Rg16i | R32ui | R32i | Depth24Stencil8 | Depth32f => 4,
            Rgba16 | Rgba16Snorm | Rgba16f | Rg32f | Rgba16ui | Rgba16i | Rg32ui | Rg32i | Depth32fStencil8 => 8,
            Rgba32f | Rgba32ui | Rgba32i => 16,
        }
    }
}

/// The meaning of a format's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the kinds of components in GL")]
pub enum Kind {
    Float,
    /// Unsigned integers that represent 0 to 1.
    Normalized,
    /// Signed integers that represent -1 to 1.
    SignedNormalized,
    Int,
    Uint,
    Depth,
    Stencil,
    DepthStencil,
}

/// The bits of each component as glGet returns them; 0 for components that the format lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComponentBits {
    /// Red, green, blue, alpha.
    pub color: [u8; 4],
    /// The bits of depth.
    pub depth: u8,
    /// The bits of stencil.
    pub stencil: u8,
    /// The common exponent of `Rgb9E5`.
    pub shared: u8,
}

impl Format {
    /// Returns the meaning of the components.
    #[inline]
    pub fn kind(self) -> Kind {
        use Format::*;
        match self {
            R8 | Rg8 | Rgba8 | Srgb8Alpha8 | Sr8 | Srg8 | Rgb565 | Rgba4 | Rgb5A1 | Rgb10A2 | R16 | Rg16 | Rgba16 => Kind::Normalized,
            R8Snorm | Rg8Snorm | Rgba8Snorm | R16Snorm | Rg16Snorm | Rgba16Snorm => Kind::SignedNormalized,
            R11fG11fB10f | Rgb9E5 | R16f | Rg16f | Rgba16f | R32f | Rg32f | Rgba32f => Kind::Float,
            Rgb10A2ui | R8ui | Rg8ui | Rgba8ui | R16ui | Rg16ui | Rgba16ui | R32ui | Rg32ui | Rgba32ui => Kind::Uint,
            R8i | Rg8i | Rgba8i | R16i | Rg16i | Rgba16i | R32i | Rg32i | Rgba32i => Kind::Int,
            Depth16 | Depth32f => Kind::Depth,
            Depth24Stencil8 | Depth32fStencil8 => Kind::DepthStencil,
            Stencil8 => Kind::Stencil,
        }
    }

    /// Returns the format of the same bits without the transfer function of sRGB.
    pub fn without_srgb(self) -> Self {
        match self {
            Self::Srgb8Alpha8 => Self::Rgba8,
            Self::Sr8 => Self::R8,
            Self::Srg8 => Self::Rg8,
            other => other,
        }
    }

    /// Returns true if texels are integers, which shaders read with integer samplers.
    #[inline]
    pub fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Int | Kind::Uint)
    }

    /// Returns true if texels have a depth.
    pub fn has_depth(self) -> bool {
        matches!(self.kind(), Kind::Depth | Kind::DepthStencil)
    }

    /// Returns true if texels have a stencil value.
    pub fn has_stencil(self) -> bool {
        matches!(self.kind(), Kind::Stencil | Kind::DepthStencil)
    }

    /// Returns true if texels have neither depth nor stencil.
    pub fn is_color(self) -> bool {
        !self.has_depth() && !self.has_stencil()
    }

    /// Returns the bits of each component.
    pub fn component_bits(self) -> ComponentBits {
        use Format::*;
        let color = |color| ComponentBits { color, ..ComponentBits::default() };
        match self {
            R8 | Sr8 | R8Snorm | R8ui | R8i => color([8, 0, 0, 0]),
            Rg8 | Srg8 | Rg8Snorm | Rg8ui | Rg8i => color([8, 8, 0, 0]),
            Rgba8 | Srgb8Alpha8 | Rgba8Snorm | Rgba8ui | Rgba8i => color([8; 4]),
            Rgb565 => color([5, 6, 5, 0]),
            Rgba4 => color([4; 4]),
            Rgb5A1 => color([5, 5, 5, 1]),
            Rgb10A2 | Rgb10A2ui => color([10, 10, 10, 2]),
            R11fG11fB10f => color([11, 11, 10, 0]),
            Rgb9E5 => ComponentBits { shared: 5, ..color([9, 9, 9, 0]) },
            R16 | R16Snorm | R16f | R16ui | R16i => color([16, 0, 0, 0]),
            Rg16 | Rg16Snorm | Rg16f | Rg16ui | Rg16i => color([16, 16, 0, 0]),
            Rgba16 | Rgba16Snorm | Rgba16f | Rgba16ui | Rgba16i => color([16; 4]),
            R32f | R32ui | R32i => color([32, 0, 0, 0]),
            Rg32f | Rg32ui | Rg32i => color([32, 32, 0, 0]),
            Rgba32f | Rgba32ui | Rgba32i => color([32; 4]),
            Depth16 => ComponentBits { depth: 16, ..ComponentBits::default() },
            Depth24Stencil8 => ComponentBits { depth: 24, stencil: 8, ..ComponentBits::default() },
            Depth32f => ComponentBits { depth: 32, ..ComponentBits::default() },
            Depth32fStencil8 => ComponentBits { depth: 32, stencil: 8, ..ComponentBits::default() },
            Stencil8 => ComponentBits { stencil: 8, ..ComponentBits::default() },
        }
    }
}

impl Format {
    /// Returns the first bit of each color component within a texel, and how many bits it has.
    pub(super) fn fields(self) -> [(u32, u32); 4] {
        match self {
            Self::Rgb565 => [(11, 5), (5, 6), (0, 5), (0, 0)],
            Self::Rgba4 => [(12, 4), (8, 4), (4, 4), (0, 4)],
            Self::Rgb5A1 => [(11, 5), (6, 5), (1, 5), (0, 1)],
            // Components follow each other from the lowest bits up.
            _ => {
                let bits = self.component_bits().color.map(u32::from);
                [(0, bits[0]), (bits[0], bits[1]), (bits[0] + bits[1], bits[2]), (bits[0] + bits[1] + bits[2], bits[3])]
            }
        }
    }
}

impl Format {
    /// All formats except combined depth and stencil.
    pub const SINGLE: [Self; 49] = {
        use Format::*;
        [
            R8,
            Rg8,
            Rgba8,
            Srgb8Alpha8,
            Sr8,
            Srg8,
            R8Snorm,
            Rg8Snorm,
            Rgba8Snorm,
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
            R16Snorm,
            Rg16Snorm,
            Rgba16Snorm,
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
            Depth32f,
            Stencil8,
        ]
    };
}
