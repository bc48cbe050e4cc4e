//! Images of OES_compressed_paletted_texture. The driver stores their texels without a palette.

use crate::command::pixels::memory::{bytes, with_unpack};
use crate::command::pixels::transfer::Upload;
use crate::command::texture::parts::Part;
use crate::command::texture::sizes::{check_level, is_supported, layered, size as checked_size};
use crate::command::texture::targets::ImageTarget;
use crate::context::Context;
use crate::error::{NEGATIVE_COUNT, Result, invalid_value, out_of_memory};
use crate::object::format::{self, InternalFormat};
use crate::object::texture::Level;
use crate::pointer::In;
use crate::state::pixel_store::Store;
use crate::tokens::*;
use std::ops::RangeInclusive;

/// The internal formats.
pub(super) const TOKENS: RangeInclusive<u32> = GL_PALETTE4_RGB8_OES..=GL_PALETTE8_RGB5_A1_OES;

/// The layout of an internal format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Palette {
    /// The bits of a texel: 4 or 8.
    bits: usize,
    /// The format of an entry of the palette.
    format: u32,
    /// The type of an entry.
    ty: u32,
    /// The bytes of an entry.
    entry: usize,
}

impl Palette {
    /// Returns the layout of one of [`TOKENS`].
    fn of(token: u32) -> Self {
        // "Table 3.11: Palette entry pixel formats." [ES 1.1, 3.7.4] The formats with eight bits have the same order as those with four.
        let (format, ty, entry) = match (token - GL_PALETTE4_RGB8_OES) % 5 {
            0 => (GL_RGB, GL_UNSIGNED_BYTE, 3),
            1 => (GL_RGBA, GL_UNSIGNED_BYTE, 4),
            2 => (GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2),
            3 => (GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2),
            _ => (GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2),
        };
        Self { bits: if token < GL_PALETTE8_RGB8_OES { 4 } else { 8 }, format, ty, entry }
    }

    /// Returns the bytes of the palette.
    fn bytes(self) -> usize {
        self.entry << self.bits
    }

    /// Returns the bytes of the texels of a level.
    fn level_bytes(self, texels: usize) -> usize {
        (texels * self.bits).div_ceil(8)
    }

    /// Returns the texels of a level as the entries that they name. `indices` begins with the first texel.
    fn entries(self, palette: &[u8], indices: &[u8], texels: usize) -> Result<Vec<u8>> {
        let mut entries = bytes(texels * self.entry)?;
        for (texel, entry) in entries.chunks_exact_mut(self.entry).enumerate() {
            // "Table 3.12: Texel data formats for compressed paletted textures": the first of two texels is in the upper bits.
            let byte = indices.get(texel * self.bits / 8).copied().unwrap_or(0);
            let index = match (self.bits, texel % 2) {
                (4, 0) => byte >> 4,
                (4, _) => byte & 15,
                _ => byte,
            };
            let from = usize::from(index) * self.entry;
            entry.copy_from_slice(&palette[from..from + self.entry]);
        }
        Ok(entries)
    }
}

/// Makes `1 - level` levels of the texture bound to a target from a palette and the texels of each.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn image(
    context: &mut Context,
    target: ImageTarget,
    level: i32,
    internal: u32,
    sizes: &[i32],
    border: i32,
    image_size: i32,
    data: In<u8>,
) -> Result<()> {
    let (kind, face) = match target {
        ImageTarget::Face(face) => (target.kind(), face),
        _ => (target.kind(), 0),
    };
    if level > 0 || border != 0 {
        return Err(invalid_value(
            &"If a compressed paletted texture is specified with a positive level argument to TexImage2D, an INVALID_VALUE error is \
              generated. [ES 1.1, 3.7.4] the border argument … is not zero, then the error INVALID_VALUE is generated. [ES 1.1, 3.7.1]",
        ));
    }
    // "the number of mipmap levels stored is given by |level| + 1" [ES 1.1, 3.7.4]
    check_level(target, level.saturating_neg(), &[1, 1])?;
    let [width, height, _] = checked_size(sizes).ok_or(NEGATIVE_COUNT)?;
    check_level(target, 0, sizes)?;
    let palette = Palette::of(internal);
    let size_of = |level: u32| [width, height].map(|size| if size == 0 { 0 } else { (size >> level).max(1) });
    let texels_of = |level: u32| size_of(level).iter().map(|&size| size as usize).product::<usize>();
    let levels = 0..=level.unsigned_abs();
    let needed = palette.bytes() + levels.clone().map(|level| palette.level_bytes(texels_of(level))).sum::<usize>();
    if usize::try_from(image_size) != Ok(needed) {
        return Err(invalid_value(
            &"If the imageSize parameter is not consistent with the format, dimensions, and contents of the compressed image, an \
              INVALID_VALUE error results. [ES 1.1, 3.7.3]",
        ));
    }
    // Palettes have formats that the table of formats has.
    let stored: &InternalFormat = format::choose(palette.format, palette.ty, true)
        .ok_or(invalid_value(&"The driver has no format for the colors of the palette."))?;
    let texture = context.textures.bound(context.textures.active, kind).clone();
    let mut made = Vec::new();
    for level in levels {
        let [width, height] = size_of(level);
        if !is_supported(kind, level as usize, stored, [width, height, 1]) {
            return Err(out_of_memory(
                &"An OUT_OF_MEMORY error is generated if the GL is unable to create a texture image of the requested size. [GL 4.4, 8.8]",
            ));
        }
        made.push(Level::new(stored, internal, layered(kind, [width, height, 1]))?);
    }
    let store = Store { alignment: 1, ..Store::default() };
    let fill = |bytes: &[u8]| -> Result<()> {
        let (entries, mut indices) = bytes.split_at(palette.bytes());
        for level in &made {
            let texels = level.width as usize * level.height as usize;
            let texels = palette.entries(entries, indices, texels)?;
            let upload = Upload::new(&[level.width as i32, level.height as i32], palette.format, palette.ty, &store);
            Part::whole(level).upload(&upload, texels[..].into())?;
            indices = &indices[palette.level_bytes(level.width as usize * level.height as usize)..];
        }
        Ok(())
    };
    with_unpack(context.buffers.pixel_unpack.clone(), data, needed, GL_UNSIGNED_BYTE, fill)?.unwrap_or(Ok(()))?;
    // "Automatic mipmap generation is not performed when the zero level array is stored in a compressed internal format." [ES 1.1, 3.7.7]
    for (place, level) in texture.contents().faces[face].iter_mut().zip(made) {
        *place = Some(level);
    }
    Ok(())
}
