//! glGetCompressedTexImage and its relatives: the blocks of images as they are.

use super::layout::Layout;
use crate::command::pixels::memory::with_pack;
use crate::command::texture::get::{bound_with_texels, check_cube, named_with_texels};
use crate::command::texture::sizes::level_count;
use crate::context::Context;
use crate::error::{NEGATIVE_COUNT, Result, invalid_operation, invalid_value};
use crate::object::texture::{Level, Texture};
use crate::pointer::Out;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::compressed::Codec;

/// The blocks that a command returns.
struct Selection {
    /// The level, with the faces of a cube map as layers.
    level: Level,
    codec: Codec,
    /// x, y and the first layer.
    at: [u32; 3],
    /// Width and height in texels, and the number of layers.
    size: [u32; 3],
}

/// Returns a level of a texture, or of one face of a cube map, that is compressed.
fn compressed_level(texture: &Texture, face: Option<usize>, level: i32) -> Result<(Level, Codec)> {
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(texture.kind)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if lod is negative, or greater than the maximum allowable level. [GL 4.4, 8.11]",
    ))?;
    let level = match face {
        Some(face) => texture.level(face, level),
        None => texture.whole_level(level),
    };
    level.and_then(|level| Some((level.clone(), level.format.codec?))).ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if the texture image is stored with an uncompressed internal format. [GL 4.4, 8.11]",
    ))
}

impl Selection {
    /// Selects all blocks of a level.
    fn whole((level, codec): (Level, Codec)) -> Self {
        let size = [level.width, level.height, level.layers.len() as u32];
        Self { level, codec, at: [0; 3], size }
    }

    /// Writes rows of blocks to memory.
    fn pack(&self, layout: &Layout, bytes: &mut [u8]) {
        let [width, height] = self.codec.size();
        let block = self.codec.bytes() as usize;
        let [columns, rows] = self.codec.blocks(self.size[0], self.size[1]);
        let mut line = vec![0; columns as usize * block];
        let layers = self.level.blocks.iter().flat_map(|blocks| blocks.iter()).skip(self.at[2] as usize).take(self.size[2] as usize);
        for (image, blocks) in layers.enumerate() {
            for row in 0..rows {
                blocks.read_row([self.at[0] / width, self.at[1] / height + row], &mut line);
                layout.scatter(&line, [row as usize, image], block, bytes);
            }
        }
    }

    /// Returns the blocks to the application. `limit` is the size in bytes of its memory.
    fn get(&self, context: &Context, kind: TextureKind, limit: Option<i32>, pixels: Out<u8>) -> Result<()> {
        let volume = matches!(kind, TextureKind::D3 | TextureKind::D2Array | TextureKind::CubeArray | TextureKind::Cube);
        let layout = Layout::new(self.codec, &context.pixels.pack, if volume { 3 } else { 2 }, self.size)?;
        let buffer = context.buffers.pixel_pack.clone();
        with_pack(buffer, pixels, layout.needed()?, GL_UNSIGNED_BYTE, limit, |bytes| self.pack(&layout, bytes))
    }
}

fn bound_image(context: &Context, target: u32, level: i32, limit: Option<i32>, pixels: Out<u8>) -> Result<()> {
    let (texture, face) = bound_with_texels(context, target)?;
    let selection = Selection::whole(compressed_level(&texture, Some(face.unwrap_or(0)), level)?);
    let kind = if face.is_some() { TextureKind::D2 } else { texture.kind };
    selection.get(context, kind, limit, pixels)
}

/// Implements glGetCompressedTexImage.
pub fn image(context: &mut Context, target: u32, level: i32, pixels: Out<u8>) -> Result<()> {
    bound_image(context, target, level, None, pixels)
}

/// Implements glGetnCompressedTexImage.
pub(super) fn image_limited(context: &mut Context, target: u32, level: i32, size: i32, pixels: Out<u8>) -> Result<()> {
    bound_image(context, target, level, Some(size), pixels)
}

/// Implements glGetCompressedTextureImage.
pub(super) fn named_image(context: &mut Context, texture: u32, level: i32, size: i32, pixels: Out<u8>) -> Result<()> {
    let texture = named_with_texels(context, texture)?;
    let face = (texture.kind != TextureKind::Cube).then_some(0);
    let level = compressed_level(&texture, face, level)?;
    check_cube(&texture)?;
    Selection::whole(level).get(context, texture.kind, Some(size), pixels)
}

/// Implements glGetCompressedTextureSubImage.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn named_part(
    context: &mut Context,
    texture: u32,
    level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
    size: i32,
    pixels: Out<u8>,
) -> Result<()> {
    let texture = named_with_texels(context, texture)?;
    if texture.kind == TextureKind::D2 && (z, depth) != (0, 1) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if the effective <target> is TEXTURE_1D, TEXTURE_1D_ARRAY, TEXTURE_2D, or \
              TEXTURE_RECTANGLE and either <zoffset> is not zero, or <depth> is not one. [ARB_get_texture_sub_image]",
        ));
    }
    let face = (texture.kind != TextureKind::Cube).then_some(0);
    let (level, codec) = compressed_level(&texture, face, level)?;
    check_cube(&texture)?;
    let whole = [level.width, level.height, level.layers.len() as u32];
    let (mut at, mut count) = ([0; 3], [0; 3]);
    for (index, (start, length)) in [(x, width), (y, height), (z, depth)].into_iter().enumerate() {
        at[index] = u32::try_from(start).map_err(|_| {
            invalid_value(
                &"An INVALID_VALUE error is generated if <xoffset>, <yoffset> or <zoffset> are negative. [ARB_get_texture_sub_image]",
            )
        })?;
        count[index] = u32::try_from(length).map_err(|_| NEGATIVE_COUNT)?;
        if at[index] + count[index] > whole[index] {
            return Err(invalid_value(
                &"An INVALID_VALUE error is generated by if <xoffset> + <width> is greater than the texture level's width or if <yoffset> \
                  + <height> is greater than the texture level's height or if <zoffset> + <depth> is greater than the texture level's \
                  depth. [ARB_get_texture_sub_image]",
            ));
        }
    }
    let blocks = codec.size();
    for (index, block) in blocks.into_iter().enumerate() {
        let is_whole = at[index] == 0 && count[index] == whole[index];
        let is_aligned = at[index].is_multiple_of(block) && count[index].is_multiple_of(block);
        if !(is_whole || is_aligned) {
            return Err(invalid_value(
                &"An INVALID_VALUE error is generated if <xoffset>, <yoffset> or <zoffset> is not a multiple of the compressed block \
                  width, height or depth. … An INVALID_VALUE error is generated if <width>, <height> or <depth> is not a multiple of the \
                  compressed block width, height or depth respectively, unless the offset is zero and the size equals the texture image \
                  size. [ARB_get_texture_sub_image]",
            ));
        }
    }
    Selection { level, codec, at, size: count }.get(context, texture.kind, Some(size), pixels)
}
