//! Internal formats as commands name them: their storage and their properties.

pub mod class;
mod compressed;
mod pixels;
mod table;

pub use compressed::GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI;

use crate::error::{NO_MEMORY, Result};
use crate::object::memory_object::Storage;
use crate::tokens::*;
use base::image::Surface;
use base::image::compressed::Codec;
use base::image::format::Format;
use base::image::names;
use std::sync::atomic::Ordering::Relaxed;

/// A sized internal format.
#[derive(Debug, PartialEq, Eq)]
pub struct InternalFormat {
    /// The token of the internal format.
    pub token: u32,
    /// The format of the storage. Formats of three components and narrow ones are stored in wider ones. Compressed texels are decoded to it.
    pub format: Format,
    /// The base internal format: GL_RGBA, GL_LUMINANCE, GL_DEPTH_COMPONENT …
    pub base: u32,
    /// Bits of red, green, blue, alpha, depth, stencil, luminance, intensity.
    pub bits: [u8; 8],
    /// GL_UNSIGNED_NORMALIZED, GL_SIGNED_NORMALIZED, GL_FLOAT, GL_INT, GL_UNSIGNED_INT; GL_UNSIGNED_INT for stencil.
    pub component_type: u32,
    /// The format of the blocks of a compressed format.
    pub codec: Option<Codec>,
    /// A mask of the constants below.
    flags: u8,
}

/// Colour-renderable in OpenGL.
const RENDER: u8 = 1;
/// Colour-renderable in OpenGL ES (with EXT_color_buffer_float).
const RENDER_ES: u8 = 2;
/// Linear filters apply (in OpenGL ES with OES_texture_float_linear and OES_texture_half_float_linear).
const FILTER: u8 = 4;
/// GL_SRGB rather than GL_LINEAR.
const SRGB: u8 = 8;

impl InternalFormat {
    /// Returns true if the format is colour-renderable.
    pub fn color_renderable(&self, es: bool) -> bool {
        self.flags & if es { RENDER_ES } else { RENDER } != 0
    }

    /// Returns true if linear filters apply; not to integers.
    pub fn filterable(&self) -> bool {
        self.flags & FILTER != 0
    }

    /// Returns true for GL_SRGB, false for GL_LINEAR.
    pub fn is_srgb(&self) -> bool {
        self.flags & SRGB != 0
    }

    /// Returns true for colour formats of signed or unsigned integers.
    pub fn is_integer(&self) -> bool {
        self.is_color() && matches!(self.component_type, GL_INT | GL_UNSIGNED_INT)
    }

    /// Returns true for formats without depth and stencil.
    pub fn is_color(&self) -> bool {
        !self.has_depth() && !self.has_stencil()
    }

    /// Returns true if the format has depth.
    pub fn has_depth(&self) -> bool {
        self.bits[4] != 0
    }

    /// Returns true if the format has stencil.
    pub fn has_stencil(&self) -> bool {
        self.bits[5] != 0
    }

    /// Returns true if the format has alpha. Reads of other render targets give 1.
    pub fn has_alpha(&self) -> bool {
        self.bits[3] != 0
    }

    /// Returns true if only the compatibility profile and OpenGL ES have the format: alpha, luminance, intensity.
    pub fn is_legacy(&self) -> bool {
        matches!(self.base, GL_ALPHA | GL_LUMINANCE | GL_LUMINANCE_ALPHA | GL_INTENSITY)
    }

    /// Returns which components of the storage the format has no use for: draws, clears and copies leave zeros there.
    pub fn unused(&self) -> [bool; 4] {
        match self.base {
            GL_ALPHA => [true, true, true, false],
            GL_LUMINANCE_ALPHA => [false, true, true, false],
            _ => [false; 4],
        }
    }

    /// Returns the swizzle that returns stored components to programs: luminance and intensity come back in red alone, as "Table 8.30: Texture,
    /// table, and filter return values" [GL 4.4 compatibility, 8.11] has them.
    pub fn returned(&self) -> [u8; 4] {
        match self.base {
            GL_LUMINANCE | GL_INTENSITY => [0, 4, 4, 5],
            GL_LUMINANCE_ALPHA => [0, 4, 4, self.swizzle()[3]],
            _ => self.swizzle(),
        }
    }

    /// Returns the source of red, green, blue and alpha: 0 to 3 for a component of the stored texel, 4 for zero, 5 for one.
    pub fn swizzle(&self) -> [u8; 4] {
        match self.base {
            GL_RED | GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL | GL_STENCIL_INDEX => names::RED,
            GL_RG => names::RG,
            GL_RGB => names::RGB,
            // Renderable formats have the alpha of a draw's colour where colours have it.
            GL_ALPHA => [4, 4, 4, 3],
            GL_LUMINANCE => names::LUMINANCE,
            GL_LUMINANCE_ALPHA if self.codec.is_some() => names::LUMINANCE_ALPHA,
            GL_LUMINANCE_ALPHA => [0, 0, 0, 3],
            GL_INTENSITY => names::INTENSITY,
            _ => names::RGBA,
        }
    }
}

/// Returns a sized or a specific compressed internal format; none for other tokens.
pub fn sized(token: u32) -> Option<&'static InternalFormat> {
    // Names of extensions have the values of the core names, except these.
    let token = match token {
        GL_DEPTH_COMPONENT32_OES => GL_DEPTH_COMPONENT32,
        other => other,
    };
    table::TABLE.iter().chain(compressed::TABLE).find(|entry| entry.token == token)
}

/// Returns a sized or a specific compressed internal format, without those that OpenGL ES lacks if `es` is true.
pub fn sized_in(token: u32, es: bool) -> Option<&'static InternalFormat> {
    // OpenGL ES has depths of 32 bits in GL_OES_depth32 alone, which the driver does not list: it stores 24 bits.
    sized(token).filter(|format| !es || format.token != GL_DEPTH_COMPONENT32)
}

/// Returns true for compressed internal formats that name no encoding.
pub fn is_generic(token: u32) -> bool {
    matches!(
        token,
        GL_COMPRESSED_RED
            | GL_COMPRESSED_RG
            | GL_COMPRESSED_RGB
            | GL_COMPRESSED_RGBA
            | GL_COMPRESSED_SRGB
            | GL_COMPRESSED_SRGB_ALPHA
            | GL_COMPRESSED_ALPHA
            | GL_COMPRESSED_LUMINANCE
            | GL_COMPRESSED_LUMINANCE_ALPHA
            | GL_COMPRESSED_INTENSITY
            | GL_COMPRESSED_SLUMINANCE
            | GL_COMPRESSED_SLUMINANCE_ALPHA
    )
}

/// Returns the internal format of a request: sized formats unchanged; for unsized ones and numbers of components (compatibility), the format that
/// suits the type of the pixels best. None for other tokens.
pub fn choose(requested: u32, ty: u32, es: bool) -> Option<&'static InternalFormat> {
    let token = match requested {
        1 | GL_LUMINANCE | GL_COMPRESSED_LUMINANCE => by_type(ty, es, GL_LUMINANCE8, GL_LUMINANCE16F_ARB, GL_LUMINANCE32F_ARB),
        2 | GL_LUMINANCE_ALPHA | GL_COMPRESSED_LUMINANCE_ALPHA => {
            by_type(ty, es, GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA16F_ARB, GL_LUMINANCE_ALPHA32F_ARB)
        }
        GL_ALPHA | GL_COMPRESSED_ALPHA => by_type(ty, es, GL_ALPHA8, GL_ALPHA16F_ARB, GL_ALPHA32F_ARB),
        GL_INTENSITY | GL_COMPRESSED_INTENSITY => GL_INTENSITY8,
        3 | GL_RGB | GL_COMPRESSED_RGB if es && ty == GL_UNSIGNED_SHORT_5_6_5 => GL_RGB565,
        3 | GL_RGB | GL_COMPRESSED_RGB if es && ty == GL_UNSIGNED_INT_2_10_10_10_REV => GL_RGB10,
        3 | GL_RGB | GL_COMPRESSED_RGB => by_type(ty, es, GL_RGB8, GL_RGB16F, GL_RGB32F),
        4 | GL_RGBA | GL_COMPRESSED_RGBA | GL_BGRA if es && ty == GL_UNSIGNED_SHORT_4_4_4_4 => GL_RGBA4,
        4 | GL_RGBA | GL_COMPRESSED_RGBA | GL_BGRA if es && ty == GL_UNSIGNED_SHORT_5_5_5_1 => GL_RGB5_A1,
        4 | GL_RGBA | GL_COMPRESSED_RGBA if es && ty == GL_UNSIGNED_INT_2_10_10_10_REV => GL_RGB10_A2,
        4 | GL_RGBA | GL_COMPRESSED_RGBA => by_type(ty, es, GL_RGBA8, GL_RGBA16F, GL_RGBA32F),
        GL_BGRA => GL_BGRA8_EXT,
        GL_RED | GL_COMPRESSED_RED => by_type(ty, es, GL_R8, GL_R16F, GL_R32F),
        GL_RG | GL_COMPRESSED_RG => by_type(ty, es, GL_RG8, GL_RG16F, GL_RG32F),
        // EXT_texture_snorm.
        GL_RED_SNORM if !es => GL_R8_SNORM,
        GL_RG_SNORM if !es => GL_RG8_SNORM,
        GL_RGB_SNORM if !es => GL_RGB8_SNORM,
        GL_RGBA_SNORM if !es => GL_RGBA8_SNORM,
        GL_ALPHA_SNORM if !es => GL_ALPHA8_SNORM,
        GL_LUMINANCE_SNORM if !es => GL_LUMINANCE8_SNORM,
        GL_LUMINANCE_ALPHA_SNORM if !es => GL_LUMINANCE8_ALPHA8_SNORM,
        GL_INTENSITY_SNORM if !es => GL_INTENSITY8_SNORM,
        GL_SRGB | GL_COMPRESSED_SRGB => GL_SRGB8,
        GL_SRGB_ALPHA | GL_COMPRESSED_SRGB_ALPHA => GL_SRGB8_ALPHA8,
        GL_SLUMINANCE | GL_COMPRESSED_SLUMINANCE => GL_SLUMINANCE8,
        GL_SLUMINANCE_ALPHA | GL_COMPRESSED_SLUMINANCE_ALPHA => GL_SLUMINANCE8_ALPHA8,
        GL_DEPTH_COMPONENT if ty == GL_UNSIGNED_SHORT => GL_DEPTH_COMPONENT16,
        GL_DEPTH_COMPONENT => GL_DEPTH_COMPONENT24,
        GL_DEPTH_STENCIL if ty == GL_FLOAT_32_UNSIGNED_INT_24_8_REV => GL_DEPTH32F_STENCIL8,
        GL_DEPTH_STENCIL => GL_DEPTH24_STENCIL8,
        GL_STENCIL_INDEX => GL_STENCIL_INDEX8,
        other => other,
    };
    sized_in(token, es)
}

/// Selects the format of an unsized format by the type of the pixels: OES_texture_float, in OpenGL ES only.
fn by_type(ty: u32, es: bool, bytes: u32, half: u32, float: u32) -> u32 {
    match ty {
        GL_FLOAT if es => float,
        GL_HALF_FLOAT | GL_HALF_FLOAT_OES if es => half,
        _ => bytes,
    }
}

/// Returns every uncompressed sized internal format.
#[cfg(test)]
pub fn all_sized() -> impl Iterator<Item = &'static InternalFormat> {
    table::TABLE.iter()
}

/// Returns every specific compressed internal format.
pub fn all_compressed() -> &'static [InternalFormat] {
    compressed::TABLE
}

/// Creates a zeroed surface. Alpha is 1 if the storage has it and the format has not.
pub fn new_surface(format: &InternalFormat, width: u32, height: u32) -> Result<Surface> {
    surface_in(format, width, height, &mut Storage::Allocated)
}

/// Creates a surface as [`new_surface`] does, in a storage. The texels of imported memory stay as they are: [`fill_alpha`] follows.
pub fn surface_in(format: &InternalFormat, width: u32, height: u32, storage: &mut Storage) -> Result<Surface> {
    let (_, bytes) = Surface::layout(format.format, width, height).map_err(|_| NO_MEMORY)?;
    let memory = storage.allocate(bytes)?;
    let surface = Surface::in_memory(format.format, width, height, memory).map_err(|_| NO_MEMORY)?;
    if !storage.is_imported() {
        fill_alpha(format, &surface);
    }
    Ok(surface)
}

/// Creates a surface of that many samples, as [`new_surface`] does; 0 or 1 are not multisampled.
pub fn new_multisampled(format: &InternalFormat, width: u32, height: u32, samples: u32) -> Result<Surface> {
    multisampled_in(format, width, height, samples, &mut Storage::Allocated)
}

/// Creates a surface of that many samples in a storage, as [`surface_in`] does.
pub fn multisampled_in(format: &InternalFormat, width: u32, height: u32, samples: u32, storage: &mut Storage) -> Result<Surface> {
    let surfaces: Result<Vec<Surface>> = (0..samples.max(1)).map(|_| surface_in(format, width, height, storage)).collect();
    Surface::from_samples(surfaces?).ok_or(NO_MEMORY)
}

/// Sets alpha to one in storage with four components if the format has no alpha. In shared memory the other components stay as they are.
pub fn fill_alpha(format: &InternalFormat, surface: &Surface) {
    use Format::*;
    if format.base != GL_RGB {
        return;
    }
    let texel: &[u32] = match surface.format {
        Rgba8 | Srgb8Alpha8 => &[0xFF00_0000],
        Rgba8Snorm => &[0x7F00_0000],
        Rgba16Snorm => &[0, 0x7FFF_0000],
        Rgba16 => &[0, 0xFFFF_0000],
        Rgba16f => &[0, 0x3C00_0000],
        Rgba32f => &[0, 0, 0, 0x3F80_0000],
        Rgba8ui | Rgba8i => &[0x0100_0000],
        Rgba16ui | Rgba16i => &[0, 0x0001_0000],
        Rgba32ui | Rgba32i => &[0, 0, 0, 1],
        _ => return,
    };
    if surface.memory.is_shared() {
        // The bits of alpha, in the last word.
        let (mask, alpha) = match *texel {
            [alpha] => (0xFF00_0000, alpha),
            [_, alpha] => (0xFFFF_0000, alpha),
            _ => (u32::MAX, texel.last().copied().unwrap_or(0)),
        };
        let last = surface.memory.words().iter().skip(texel.len() - 1).step_by(texel.len());
        for word in last.filter(|word| word.load(Relaxed) & mask != alpha) {
            word.fetch_and(!mask, Relaxed);
            word.fetch_or(alpha, Relaxed);
        }
        return;
    }
    let pattern = std::array::from_fn(|word| texel.get(word % texel.len()).copied().unwrap_or(0));
    if !surface.memory.fill_later(pattern) {
        surface.memory.fill_words(0, surface.memory.words().len(), pattern);
    }
}

/// Returns the internal format of a window's surface: that of its storage, without alpha if it has no alpha bits.
pub fn of_window(format: Format, alpha: bool) -> Option<&'static InternalFormat> {
    let base = if alpha { GL_RGBA } else { GL_RGB };
    let fits = |entry: &&InternalFormat| entry.format == format && !entry.is_color();
    let color = |entry: &&InternalFormat| entry.format == format && entry.base == base;
    let same = |entry: &&InternalFormat| entry.format == format;
    let combined = |entry: &&InternalFormat| entry.format == format && entry.base == GL_DEPTH_STENCIL;
    let table = table::TABLE;
    table.iter().find(combined).or(table.iter().find(color)).or(table.iter().find(fits)).or(table.iter().find(same))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (index, entry) in table::TABLE.iter().enumerate() {
            assert!(table::TABLE[index + 1..].iter().all(|other| other.token != entry.token), "{:#x}", entry.token);
        }
    }

    #[test]
    fn unsized_formats_take_a_size() {
        assert_eq!(choose(GL_RGBA, GL_UNSIGNED_BYTE, false).map(|entry| entry.token), Some(GL_RGBA8));
        assert_eq!(choose(GL_RGBA, GL_FLOAT, true).map(|entry| entry.token), Some(GL_RGBA32F));
        assert_eq!(choose(GL_RGB, GL_UNSIGNED_SHORT_5_6_5, true).map(|entry| entry.token), Some(GL_RGB565));
        assert_eq!(choose(0x1234_5678, GL_FLOAT, false), None);
    }

    #[test]
    fn es_lacks_depths_of_32_bits() {
        for token in [GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT32_OES] {
            assert_eq!((sized_in(token, true), choose(token, GL_UNSIGNED_INT, true)), (None, None));
            assert!(sized_in(token, false).is_some());
        }
        assert!(sized_in(GL_DEPTH_COMPONENT32F, true).is_some() && choose(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true).is_some());
    }

    #[test]
    fn components_that_are_not_stored_are_constants() {
        assert_eq!(sized(GL_RGB8).map(InternalFormat::swizzle), Some([0, 1, 2, 5]));
        assert_eq!(sized(GL_ALPHA8).map(InternalFormat::swizzle), Some([4, 4, 4, 3]));
        assert_eq!(sized(GL_LUMINANCE8_ALPHA8).map(InternalFormat::swizzle), Some([0, 0, 0, 3]));
    }
}
