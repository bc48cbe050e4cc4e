//! The internal formats of tables and filters, and their contents as pixels in memory or in the read framebuffer.

use crate::command::framebuffer;
use crate::command::pixels::formats::{self, components, is_integer, type_bytes};
use crate::command::pixels::groups::{Groups, MemoryPixels};
use crate::command::pixels::memory::{with_pack, with_unpack};
use crate::command::pixels::read;
use crate::command::pixels::transfer::Pixels;
use crate::context::Context;
use crate::error::{NO_MEMORY, Result, UNKNOWN_TOKEN, invalid_enum, invalid_framebuffer_operation, invalid_operation};
use crate::object::format;
use crate::pointer::{In, Out};
use crate::state::imaging::Properties;
use crate::state::pixel_transfer::PixelTransfer;
use crate::tokens::*;
use base::image::format::Format;
use base::image::{Rectangle, Surface};

/// Returns the properties of a table of so many entries with an internal format.
pub fn properties(internal: u32, width: u32) -> Result<Properties> {
    let has_base = |base: u32| matches!(base, GL_ALPHA | GL_LUMINANCE | GL_LUMINANCE_ALPHA | GL_INTENSITY | GL_RGB | GL_RGBA);
    let unsupported = invalid_enum(
        &"internalformat must be one of the formats in table 8.18 or tables 8.19- 8.21, with the exception of the RED, RG, \
          DEPTH_COMPONENT, and DEPTH_STENCIL base and sized internal formats in those tables, all sized internal formats with non-fixed \
          internal data types …, and sized internal format RGB9_E5. [GL 4.6 compatibility, 8.4.3.2]",
    );
    let format = format::choose(internal, 0, false).ok_or(unsupported)?;
    let is_fixed = matches!(format.component_type, GL_UNSIGNED_NORMALIZED | GL_SIGNED_NORMALIZED);
    if !has_base(format.base) || !is_fixed || format.codec.is_some() || format::is_generic(internal) || internal == GL_BGRA {
        return Err(unsupported);
    }
    let [red, green, blue, alpha, _, _, luminance, intensity] = format.bits;
    Ok(Properties { internal, base: format.base, width, bits: [red, green, blue, alpha, luminance, intensity] })
}

/// Checks the format and the type of the pixels that define a table or a filter.
pub fn check(format: u32, ty: u32) -> Result<()> {
    // "The formats COLOR_INDEX, DEPTH_COMPONENT, DEPTH_STENCIL, and STENCIL_INDEX and the type BITMAP are not allowed."
    // [GL 4.6 compatibility, 8.4.3.2]
    if matches!(format, GL_COLOR_INDEX | GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL | GL_STENCIL_INDEX) || ty == GL_BITMAP {
        return Err(UNKNOWN_TOKEN);
    }
    if is_integer(format) && components(format).is_some() && type_bytes(ty).is_some() {
        return Err(invalid_operation(
            &"width, format, type, and data specify an image in memory with the same meaning and allowed values as the corresponding \
              arguments to DrawPixels [GL 4.6 compatibility, 8.4.3.2] An INVALID_OPERATION error is generated if format contains integer \
              components, as shown in table 8.8. [GL 4.6 compatibility, 18.1]",
        ));
    }
    formats::check(format, ty)
}

/// Returns the bytes of an image in memory.
pub fn needed(context: &Context, size: [u32; 2], format: u32, ty: u32) -> Result<usize> {
    MemoryPixels::new(size, format, ty, &context.pixels.unpack).needed()
}

/// Returns the colors of an image in memory or in the pixel unpack buffer, without pixel transfer; zeros if the program passes no image.
pub fn read(context: &Context, size: [u32; 2], format: u32, ty: u32, pixels: In<u8>) -> Result<Vec<[f32; 4]>> {
    let memory = MemoryPixels::new(size, format, ty, &context.pixels.unpack);
    let plain = PixelTransfer::default();
    let groups = with_unpack(context.buffers.pixel_unpack.clone(), pixels, memory.needed()?, ty, |bytes| memory.groups(bytes, &plain))?;
    Ok(match groups.transpose()? {
        Some(Groups::Colors(colors)) => colors,
        _ => vec![[0.0; 4]; size[0] as usize * size[1] as usize],
    })
}

/// Returns the colors of an area of the read framebuffer, without pixel transfer.
pub fn copy(context: &Context, [x, y]: [i32; 2], [width, height]: [u32; 2]) -> Result<Vec<[f32; 4]>> {
    if framebuffer::status(context, context.framebuffers.read, true) != GL_FRAMEBUFFER_COMPLETE {
        return Err(invalid_framebuffer_operation(
            &"An INVALID_FRAMEBUFFER_OPERATION error is generated if the object bound to READ_FRAMEBUFFER_BINDING is not framebuffer \
              complete [GL 4.6 compatibility, 8.4.3.3]",
        ));
    }
    framebuffer::check_single_sampled(context)?;
    let area = Rectangle { x0: x, y0: y, x1: x.saturating_add_unsigned(width), y1: y.saturating_add_unsigned(height) };
    let image = framebuffer::resolved(context, read::source(context, GL_RGBA, GL_FLOAT)?, area)?;
    let plain = PixelTransfer::default();
    match Groups::read_colors(&image.surface, image.format.swizzle(), area, &plain)? {
        Groups::Colors(colors) => Ok(colors),
        _ => Ok(Vec::new()),
    }
}

/// Checks the format and the type of the pixels that a query of a table or a filter returns.
pub fn check_query(format: u32, ty: u32) -> Result<()> {
    let has_format =
        matches!(format, GL_RED | GL_GREEN | GL_BLUE | GL_ALPHA | GL_RGB | GL_RGBA | GL_BGR | GL_BGRA | GL_LUMINANCE | GL_LUMINANCE_ALPHA);
    // The reference page of glGetColorTable has GL_FLOAT too, which table 8.6 omits.
    let has_type = matches!(
        ty,
        GL_UNSIGNED_BYTE
            | GL_BYTE
            | GL_UNSIGNED_SHORT
            | GL_SHORT
            | GL_UNSIGNED_INT
            | GL_INT
            | GL_FLOAT
            | GL_UNSIGNED_BYTE_3_3_2
            | GL_UNSIGNED_BYTE_2_3_3_REV
            | GL_UNSIGNED_SHORT_5_6_5
            | GL_UNSIGNED_SHORT_5_6_5_REV
            | GL_UNSIGNED_SHORT_4_4_4_4
            | GL_UNSIGNED_SHORT_4_4_4_4_REV
            | GL_UNSIGNED_SHORT_5_5_5_1
            | GL_UNSIGNED_SHORT_1_5_5_5_REV
            | GL_UNSIGNED_INT_8_8_8_8
            | GL_UNSIGNED_INT_8_8_8_8_REV
            | GL_UNSIGNED_INT_10_10_10_2
            | GL_UNSIGNED_INT_2_10_10_10_REV
    );
    if !has_format {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if format is not one of the pixel formats from table 8.5. [GL 4.6 compatibility, 8.4.3.4]",
        ));
    }
    if !has_type {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if type is not a data type from table 8.6. [GL 4.6 compatibility, 8.4.3.4]",
        ));
    }
    formats::check(format, ty)
}

/// What a query returns.
pub struct Answer<'a> {
    /// The texels: floats, or counters as bits.
    pub texels: &'a [[u32; 4]],
    /// Width and height.
    pub size: [u32; 2],
    /// The base internal format.
    pub base: u32,
    /// True for counters, which become components without scaling: "component values are simply clamped to the range of the target data type"
    /// [GL 4.6 compatibility, 8.4.3.13].
    pub counters: bool,
    /// Format and type of the pixels.
    pub pixels: [u32; 2],
}

/// Returns the format whose pixels are integers.
fn of_integers(format: u32) -> u32 {
    match format {
        GL_RED => GL_RED_INTEGER,
        GL_GREEN => GL_GREEN_INTEGER,
        GL_BLUE => GL_BLUE_INTEGER,
        GL_ALPHA => GL_ALPHA_INTEGER_EXT,
        GL_RGB => GL_RGB_INTEGER,
        GL_BGR => GL_BGR_INTEGER,
        GL_BGRA => GL_BGRA_INTEGER,
        GL_LUMINANCE => GL_LUMINANCE_INTEGER_EXT,
        GL_LUMINANCE_ALPHA => GL_LUMINANCE_ALPHA_INTEGER_EXT,
        _ => GL_RGBA_INTEGER,
    }
}

impl Answer<'_> {
    /// Returns the component of a texel that red, green, blue and alpha come from: "Table 8.26: Texture, table, and filter return values".
    fn swizzle(&self) -> [u8; 4] {
        let [red, green, blue, alpha] = match self.base {
            GL_ALPHA => [4, 4, 4, 3],
            GL_LUMINANCE | GL_INTENSITY => [0, 4, 4, 5],
            GL_LUMINANCE_ALPHA => [0, 4, 4, 3],
            GL_RGB => [0, 1, 2, 5],
            _ => [0, 1, 2, 3],
        };
        // Queries return red as luminance, as glGetTexImage does: glReadPixels alone adds the colors.
        let is_grey = matches!(self.pixels[0], GL_LUMINANCE | GL_LUMINANCE_ALPHA);
        if is_grey { [red, 4, 4, alpha] } else { [red, green, blue, alpha] }
    }

    /// Writes the pixels to memory of at most `limit` bytes, or to the pixel pack buffer.
    pub fn write(&self, context: &Context, limit: Option<i32>, into: Out<u8>) -> Result<()> {
        let ([width, height], [format, ty]) = (self.size, self.pixels);
        let is_integer = self.counters && ty != GL_FLOAT;
        let (texels, format) = if is_integer { (Format::Rgba32ui, of_integers(format)) } else { (Format::Rgba32f, format) };
        let surface = Surface::new(texels, width, height).map_err(|_| NO_MEMORY)?;
        let converted = |word: u32| if self.counters && !is_integer { (word as f32).to_bits() } else { word };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        places.zip(self.texels).for_each(|((x, y), texel)| surface.set_texel(x, y, texel.map(converted)));
        let rectangle = Pixels { x: 0, y: 0, width, height, format, ty, store: context.pixels.pack };
        let mut outcome = Ok(());
        with_pack(context.buffers.pixel_pack.clone(), into, rectangle.needed()?, ty, limit, |bytes| {
            outcome = rectangle.pack(&surface, self.swizzle(), false, bytes.into());
        })?;
        outcome
    }
}

/// Checks the memory that a query of an image of that size writes to.
pub fn check_memory(context: &Context, [width, height]: [u32; 2], [format, ty]: [u32; 2], limit: Option<i32>, into: Out<u8>) -> Result<()> {
    let rectangle = Pixels { x: 0, y: 0, width, height, format, ty, store: context.pixels.pack };
    with_pack(context.buffers.pixel_pack.clone(), into, rectangle.needed()?, ty, limit, |_| {})
}

/// Returns the bits of colors.
pub fn bits(colors: &[[f32; 4]]) -> Vec<[u32; 4]> {
    colors.iter().map(|color| color.map(f32::to_bits)).collect()
}
