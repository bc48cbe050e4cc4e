//! One pixel in application memory: the positions of its components for each pixel format and type.

use super::format::Format;
use super::names::Swizzle;
use crate::tokens::*;

/// The meaning of a pixel format's components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Color,
    Integer,
    Depth,
    Stencil,
    DepthStencil,
}

/// The channel number of a luminance component, which sets red, green and blue.
pub(super) const GREY: u8 = 8;

/// The layout of a pixel format with a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelLayout {
    pub class: Class,
    /// The channel of each component: red, green, blue or alpha (0 to 3), or [`GREY`].
    pub channels: [u8; 4],
    /// The number of components.
    pub count: usize,
    /// The type token.
    pub ty: u32,
    /// Bytes of a pixel.
    pub bytes: u32,
    /// Bytes of the unit that is swapped and aligned: a component or a packed pixel.
    pub element: u32,
    /// The component layout of a packed pixel.
    pub packed: Option<Packed>,
}

/// Returns the class and the channels of a pixel format.
fn channels(format: u32) -> Option<(Class, &'static [u8])> {
    use Class::*;
    Some(match format {
        GL_RED => (Color, &[0]),
        GL_GREEN => (Color, &[1]),
        GL_BLUE => (Color, &[2]),
        GL_ALPHA => (Color, &[3]),
        GL_RG => (Color, &[0, 1]),
        GL_RGB => (Color, &[0, 1, 2]),
        GL_BGR => (Color, &[2, 1, 0]),
        GL_RGBA => (Color, &[0, 1, 2, 3]),
        GL_BGRA => (Color, &[2, 1, 0, 3]),
        GL_ABGR_EXT => (Color, &[3, 2, 1, 0]),
        GL_LUMINANCE => (Color, &[GREY]),
        GL_LUMINANCE_ALPHA => (Color, &[GREY, 3]),
        GL_ALPHA_INTEGER_EXT => (Integer, &[3]),
        GL_LUMINANCE_INTEGER_EXT => (Integer, &[GREY]),
        GL_LUMINANCE_ALPHA_INTEGER_EXT => (Integer, &[GREY, 3]),
        GL_RED_INTEGER => (Integer, &[0]),
        GL_GREEN_INTEGER => (Integer, &[1]),
        GL_BLUE_INTEGER => (Integer, &[2]),
        GL_RG_INTEGER => (Integer, &[0, 1]),
        GL_RGB_INTEGER => (Integer, &[0, 1, 2]),
        GL_BGR_INTEGER => (Integer, &[2, 1, 0]),
        GL_RGBA_INTEGER => (Integer, &[0, 1, 2, 3]),
        GL_BGRA_INTEGER => (Integer, &[2, 1, 0, 3]),
        GL_DEPTH_COMPONENT => (Depth, &[0]),
        GL_STENCIL_INDEX => (Stencil, &[0]),
        GL_DEPTH_STENCIL => (DepthStencil, &[0]),
        _ => return None,
    })
}

/// The bits of a packed pixel's components, and true if the first component is in the lowest bits.
pub(super) type Packed = ([u8; 4], bool);

/// Returns the bytes of a type's element, and the component layout of packed types.
fn element(ty: u32) -> Option<(u32, Option<Packed>)> {
    Some(match ty {
        GL_UNSIGNED_BYTE | GL_BYTE => (1, None),
        GL_UNSIGNED_SHORT | GL_SHORT | GL_HALF_FLOAT | GL_HALF_FLOAT_OES => (2, None),
        GL_UNSIGNED_INT | GL_INT | GL_FLOAT => (4, None),
        GL_UNSIGNED_BYTE_3_3_2 => (1, Some(([3, 3, 2, 0], false))),
        GL_UNSIGNED_BYTE_2_3_3_REV => (1, Some(([3, 3, 2, 0], true))),
        GL_UNSIGNED_SHORT_5_6_5 => (2, Some(([5, 6, 5, 0], false))),
        GL_UNSIGNED_SHORT_5_6_5_REV => (2, Some(([5, 6, 5, 0], true))),
        GL_UNSIGNED_SHORT_4_4_4_4 => (2, Some(([4; 4], false))),
        GL_UNSIGNED_SHORT_4_4_4_4_REV => (2, Some(([4; 4], true))),
        GL_UNSIGNED_SHORT_5_5_5_1 => (2, Some(([5, 5, 5, 1], false))),
        GL_UNSIGNED_SHORT_1_5_5_5_REV => (2, Some(([5, 5, 5, 1], true))),
        GL_UNSIGNED_INT_8_8_8_8 => (4, Some(([8; 4], false))),
        GL_UNSIGNED_INT_8_8_8_8_REV => (4, Some(([8; 4], true))),
        GL_UNSIGNED_INT_10_10_10_2 => (4, Some(([10, 10, 10, 2], false))),
        GL_UNSIGNED_INT_2_10_10_10_REV => (4, Some(([10, 10, 10, 2], true))),
        GL_UNSIGNED_INT_10F_11F_11F_REV => (4, Some(([11, 11, 10, 0], true))),
        GL_UNSIGNED_INT_5_9_9_9_REV => (4, Some(([9, 9, 9, 0], true))),
        GL_UNSIGNED_INT_24_8 => (4, Some(([24, 8, 0, 0], false))),
        GL_FLOAT_32_UNSIGNED_INT_24_8_REV => (4, Some(([32, 8, 0, 0], true))),
        _ => return None,
    })
}

impl PixelLayout {
    /// Returns true if pixels of this format can be converted.
    pub fn supports_format(format: u32) -> bool {
        channels(format).is_some()
    }

    /// Returns true if pixels of this type can be converted.
    pub fn supports_type(ty: u32) -> bool {
        element(ty).is_some()
    }

    /// Creates the layout of a format and type. Returns `None` if either is unknown or they do not go together.
    pub fn new(format: u32, ty: u32) -> Option<Self> {
        let (class, list) = channels(format)?;
        let (element, packed) = element(ty)?;
        let float =
            matches!(ty, GL_FLOAT | GL_HALF_FLOAT | GL_HALF_FLOAT_OES | GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV);
        let depth_stencil = matches!(ty, GL_UNSIGNED_INT_24_8 | GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
        let fits = match class {
            Class::DepthStencil => depth_stencil,
            _ if depth_stencil => false,
            Class::Depth | Class::Stencil => packed.is_none(),
            Class::Integer if float => false,
            // EXT_texture_type_2_10_10_10_REV: the two bits of alpha are not read.
            _ if ty == GL_UNSIGNED_INT_2_10_10_10_REV && format == GL_RGB => true,
            // A packed type must have as many components as the format. Only with four components may the format reverse the order.
            _ => packed.is_none_or(|(bits, _)| {
                bits.iter().filter(|&&bits| bits > 0).count() == list.len() && (list.len() == 4 || list.first() == Some(&0))
            }),
        };
        if !fits {
            return None;
        }
        let mut channels = [0; 4];
        channels[..list.len()].copy_from_slice(list);
        let bytes = match packed {
            Some(_) if ty == GL_FLOAT_32_UNSIGNED_INT_24_8_REV => 8,
            Some(_) => element,
            None => element * list.len() as u32,
        };
        Some(Self { class, channels, count: list.len(), ty, bytes, element, packed })
    }

    /// Returns the place of the component that sets red, green, blue or alpha (0 to 3).
    pub fn place(&self, component: u8) -> Option<usize> {
        let sets = |channel: u8| channel == component || channel == GREY && component < 3;
        self.channels.iter().take(self.count).position(|&channel| sets(channel))
    }

    /// Returns true if a component is the sum of red, green and blue when texels are read.
    pub fn has_sum(&self) -> bool {
        self.class == Class::Color && self.channels[..self.count].contains(&GREY)
    }

    /// Returns true if components are signed integers.
    pub fn is_signed(&self) -> bool {
        matches!(self.ty, GL_BYTE | GL_SHORT | GL_INT)
    }

    /// Returns the first bit of each component of packed pixels and a mask of as many bits.
    pub fn fields(&self) -> Option<[(u32, u32); 4]> {
        let (bits, reversed) = self.packed?;
        let mut before = 0;
        Some(bits.map(u32::from).map(|width| {
            let shift = if reversed { before } else { self.element * 8 - before - width };
            before += width;
            (shift & 31, ((1u64 << width) - 1) as u32)
        }))
    }

    /// Returns true if pixels are, byte for byte, the texels of a stored format whose components have their own places in a swizzle, so that neither
    /// is converted. Copies keep what a conversion and one back would change: NaNs, the least value of a signed normalized component, and the
    /// representation of a colour that has several.
    pub fn holds(&self, stored: Format, swizzle: &Swizzle) -> bool {
        const PLACES: [u8; 4] = [0, 1, 2, 3];
        let count = stored.component_bits().color.iter().filter(|&&bits| bits > 0).count();
        let in_place = self.count == count && self.channels[..count] == PLACES[..count] && swizzle[..count] == PLACES[..count];
        in_place && self.has_type_of(stored)
    }

    /// Returns true if the type is that of the components, or of all of a texel.
    fn has_type_of(&self, stored: Format) -> bool {
        use Format::*;
        let formats: &[Format] = match (self.ty, self.class == Class::Integer) {
            (GL_UNSIGNED_BYTE, false) => &[R8, Rg8, Rgba8],
            (GL_BYTE, false) => &[R8Snorm, Rg8Snorm, Rgba8Snorm],
            (GL_UNSIGNED_SHORT, false) => &[R16, Rg16, Rgba16],
            (GL_SHORT, false) => &[R16Snorm, Rg16Snorm, Rgba16Snorm],
            (GL_HALF_FLOAT | GL_HALF_FLOAT_OES, false) => &[R16f, Rg16f, Rgba16f],
            (GL_FLOAT, false) => &[R32f, Rg32f, Rgba32f],
            (GL_UNSIGNED_SHORT_5_6_5, false) => &[Rgb565],
            (GL_UNSIGNED_SHORT_4_4_4_4, false) => &[Rgba4],
            (GL_UNSIGNED_SHORT_5_5_5_1, false) => &[Rgb5A1],
            (GL_UNSIGNED_INT_2_10_10_10_REV, false) => &[Rgb10A2],
            (GL_UNSIGNED_INT_8_8_8_8_REV, false) => &[Rgba8],
            (GL_UNSIGNED_INT_10F_11F_11F_REV, false) => &[R11fG11fB10f],
            (GL_UNSIGNED_INT_5_9_9_9_REV, false) => &[Rgb9E5],
            (GL_UNSIGNED_BYTE, true) => &[R8ui, Rg8ui, Rgba8ui],
            (GL_BYTE, true) => &[R8i, Rg8i, Rgba8i],
            (GL_UNSIGNED_SHORT, true) => &[R16ui, Rg16ui, Rgba16ui],
            (GL_SHORT, true) => &[R16i, Rg16i, Rgba16i],
            (GL_UNSIGNED_INT, true) => &[R32ui, Rg32ui, Rgba32ui],
            (GL_INT, true) => &[R32i, Rg32i, Rgba32i],
            (GL_UNSIGNED_INT_2_10_10_10_REV, true) => &[Rgb10A2ui],
            (GL_UNSIGNED_INT_8_8_8_8_REV, true) => &[Rgba8ui],
            _ => &[],
        };
        formats.contains(&stored)
    }
}
