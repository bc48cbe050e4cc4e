//! glCopyImageSubData: copies texels from one image to another, bit for bit.

use super::completeness::has_levels;
use super::sizes::level_count;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::format::class::{are_compatible, has_texels_of_blocks};
use crate::object::renderbuffer::Contents;
use crate::object::texture::{Level, Multisampling};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::blit::copy_bits;
use base::image::compressed::Codec;

commands! {
    fn glCopyImageSubData(
        source: u32, source_target: u32, source_level: i32, source_x: i32, source_y: i32, source_z: i32,
        into: u32, into_target: u32, into_level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32
    ) => copy_image_sub_data::<false>;
    fn glCopyImageSubDataNV(
        source: u32, source_target: u32, source_level: i32, source_x: i32, source_y: i32, source_z: i32,
        into: u32, into_target: u32, into_level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32
    ) => copy_image_sub_data::<true>;
}

/// Returns the image of a renderbuffer as a level of one layer, or `None` without storage.
pub fn of_renderbuffer(contents: Contents) -> Option<Level> {
    let (surface, format) = contents.surface.zip(contents.format)?;
    let samples = contents.samples as u32;
    Some(Level {
        width: surface.width,
        height: surface.height,
        layers: [surface].into(),
        blocks: None,
        format,
        requested: contents.requested,
        multisampling: (samples > 0).then_some(Multisampling { samples, fixed_locations: true }),
        border: None,
    })
}

/// Returns the level of a name, target and level, with all of its images as layers. A renderbuffer is a level of one layer.
fn level_of(context: &Context, name: u32, target: u32, level: i32) -> Result<Level> {
    let no_object = invalid_value(
        &"An INVALID_VALUE error is generated if either name does not correspond to a valid renderbuffer or texture object according to \
          the corresponding target parameter. [GL 4.4, 18.3.2]",
    );
    let no_level = invalid_value(
        &"An INVALID_VALUE error is generated if srcLevel and dstLevel are not valid levels for the corresponding images. [GL 4.4, 18.3.2]",
    );
    let incomplete = invalid_operation(
        &"An INVALID_OPERATION error is generated if either object is a texture and the texture is not complete [GL 4.4, 18.3.2]",
    );
    if target == GL_RENDERBUFFER {
        let contents = context.share.renderbuffer(name).map_err(|_| no_object)?.contents().clone();
        if level != 0 {
            return Err(no_level);
        }
        // No specification names the error for a renderbuffer without storage: it is that for an incomplete texture.
        return of_renderbuffer(contents).ok_or(incomplete);
    }
    let wrong_target = invalid_enum(
        &"An INVALID_ENUM error is generated if either target is not RENDERBUFFER or a valid non-proxy texture target; is TEXTURE_BUFFER \
          or one of the cubemap face selectors described in table 8.26; or if the target does not match the type of the object. \
          [GL 4.4, 18.3.2]",
    );
    let kind = super::binding::kind(context, target)?;
    // The extension of external textures adds no target.
    if matches!(kind, TextureKind::Buffer | TextureKind::External) {
        return Err(wrong_target);
    }
    let texture = context.share.texture(name).map_err(|_| no_object)?;
    if texture.kind != kind {
        return Err(wrong_target);
    }
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(kind)).ok_or(no_level)?;
    let base = texture.contents().first_level();
    let is_empty = |level: &Level| level.width == 0 || level.height == 0 || level.layers.is_empty();
    texture.level(0, base).filter(|level| !is_empty(level)).ok_or(incomplete)?;
    if matches!(kind, TextureKind::Cube | TextureKind::CubeArray) && !texture.contents().is_cube_complete() {
        return Err(incomplete);
    }
    if !has_levels(&texture) {
        return Err(incomplete);
    }
    texture.whole_level(level).ok_or(no_level)
}

/// Checks that a box lies in a level, and that its edges are edges of blocks; its layers are along z. If it `overhangs`, the last blocks of a row and
/// of a column may have texels beyond the image.
fn inside(level: &Level, [x, y, z]: [i32; 3], [width, height, depth]: [i32; 3], overhangs: bool) -> Result<()> {
    let fits = |start: i32, size: i32, whole: u32, block: u32| {
        let end = i64::from(start) + i64::from(size);
        let aligned = |edge: i64| edge.rem_euclid(block.into()) == 0;
        let most = if overhangs { whole.next_multiple_of(block) } else { whole };
        start >= 0 && size >= 0 && end <= most.into() && aligned(start.into()) && (aligned(end) || end == i64::from(whole))
    };
    let [block_width, block_height] = level.format.codec.map_or([1; 2], Codec::size);
    let layers = level.layers.len() as u32;
    if fits(x, width, level.width, block_width) && fits(y, height, level.height, block_height) && fits(z, depth, layers, 1) {
        Ok(())
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if the dimensions of either subregion exceeds the boundaries of the corresponding image \
              object, or if the image format is compressed and the dimensions of the subregion fail to meet the alignment constraints of \
              the format. … An INVALID_VALUE error is generated if srcWidth, srcHeight, or srcDepth is negative. [GL 4.4, 18.3.2]",
        ))
    }
}

/// A box of texels or blocks, which one command copies as they are.
struct Cells<'a> {
    level: &'a Level,
    /// The column and row of the first cell.
    first: [u32; 2],
}

impl<'a> Cells<'a> {
    /// Creates the cells from a texel on.
    fn new(level: &'a Level, x: i32, y: i32) -> Self {
        let [width, height] = level.format.codec.map_or([1; 2], Codec::size);
        Self { level, first: [x as u32 / width, y as u32 / height] }
    }

    /// Returns the bytes of a cell.
    fn bytes(&self) -> usize {
        self.level.format.codec.map_or(self.level.format.format.bytes(), Codec::bytes) as usize
    }

    /// Copies a row of cells of a layer.
    fn read(&self, layer: usize, row: u32, into: &mut [u8]) {
        let [x, y] = [self.first[0], self.first[1] + row];
        if let Some(blocks) = self.level.blocks.as_ref().and_then(|blocks| blocks.get(layer)) {
            blocks.read_row([x, y], into);
        } else if let Some(surface) = self.level.layers.get(layer) {
            for (column, cell) in into.chunks_exact_mut(self.bytes()).enumerate() {
                let raw = surface.raw(x + column as u32, y).map(u32::to_le_bytes);
                cell.iter_mut().zip(raw.as_flattened()).for_each(|(to, from)| *to = *from);
            }
        }
    }

    /// Replaces a row of cells of a layer.
    fn write(&self, layer: usize, row: u32, from: &[u8]) {
        let [x, y] = [self.first[0], self.first[1] + row];
        if let Some(blocks) = self.level.blocks.as_ref().and_then(|blocks| blocks.get(layer)) {
            blocks.write_row([x, y], from);
        } else if let Some(surface) = self.level.layers.get(layer) {
            for (column, cell) in from.chunks_exact(self.bytes()).enumerate() {
                let byte = |index: usize| cell.get(index).copied().unwrap_or(0);
                let raw = std::array::from_fn(|word| u32::from_le_bytes(std::array::from_fn(|index| byte(word * 4 + index))));
                surface.set_raw(x + column as u32, y, raw);
            }
        }
    }

    /// Ends the change of a layer.
    fn finish(&self, layer: usize, [columns, rows]: [u32; 2]) {
        if let Some((blocks, surface)) = self.level.blocks.as_ref().and_then(|blocks| blocks.get(layer)).zip(self.level.layers.get(layer)) {
            blocks.finish(surface, self.first, [self.first[0] + columns, self.first[1] + rows]);
        }
    }
}

/// Copies columns and rows of cells of one size, from and to the layers from these on.
fn copy_cells(from: &Cells, to: &Cells, [columns, rows]: [u32; 2], [source, into]: [usize; 2], depth: usize) {
    let mut line = vec![0; columns as usize * from.bytes()];
    for layer in 0..depth {
        for row in 0..rows {
            from.read(source + layer, row, &mut line);
            to.write(into + layer, row, &line);
        }
        to.finish(into + layer, [columns, rows]);
    }
}

/// Implements glCopyImageSubData, and glCopyImageSubDataNV, whose images have `ONE_FORMAT`.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn copy_image_sub_data<const ONE_FORMAT: bool>(
    context: &mut Context,
    source: u32,
    source_target: u32,
    source_level: i32,
    source_x: i32,
    source_y: i32,
    source_z: i32,
    into: u32,
    into_target: u32,
    into_level: i32,
    x: i32,
    y: i32,
    z: i32,
    width: i32,
    height: i32,
    depth: i32,
) -> Result<()> {
    let from = level_of(context, source, source_target, source_level)?;
    let to = level_of(context, into, into_target, into_level)?;
    if ONE_FORMAT && !std::ptr::eq(from.format, to.format) {
        return Err(invalid_operation(
            &"INVALID_OPERATION is generated if … the source and destination internal formats or number of samples do not match. \
              [NV_copy_image]",
        ));
    }
    let size = [width, height, depth];
    inside(&from, [source_x, source_y, source_z], size, false)?;
    let (blocks, texels) = (from.format.codec.map(Codec::size), to.format.codec.map(Codec::size));
    // "if only one of the source and destination textures is compressed then the number of texels touched in the compressed image will be a factor
    // of the block size larger than in the uncompressed image." [GL 4.4, 18.3.2]
    let (columns, rows) = blocks.map_or((width, height), |[block_width, block_height]| {
        ((width as u32).div_ceil(block_width) as i32, (height as u32).div_ceil(block_height) as i32)
    });
    let to_size = match (blocks, texels) {
        (Some(_), None) => [columns, rows, depth],
        (None, Some([block_width, block_height])) => {
            [columns.saturating_mul(block_width as i32), rows.saturating_mul(block_height as i32), depth]
        }
        _ => size,
    };
    inside(&to, [x, y, z], to_size, blocks.is_none())?;
    let mixed = has_texels_of_blocks(from.format, to.format) || has_texels_of_blocks(to.format, from.format);
    if !are_compatible(from.format, to.format) && !mixed {
        return Err(invalid_operation(&"An INVALID_OPERATION error is generated if the formats are not compatible. [GL 4.4, 18.3.2]"));
    }
    let samples = |level: &Level| level.multisampling.map_or(0, |multisampling| multisampling.samples);
    if samples(&from) != samples(&to) {
        return Err(invalid_operation(&"INVALID_OPERATION is generated … if the number of samples do not match. [ARB_copy_image]"));
    }
    if blocks.or(texels).is_some() {
        let (from, to) = (Cells::new(&from, source_x, source_y), Cells::new(&to, x, y));
        copy_cells(&from, &to, [columns as u32, rows as u32], [source_z as usize, z as usize], depth as usize);
        return Ok(());
    }
    // Formats of one class are stored in texels of one size. Overlapping boxes of one image have undefined results.
    let layers = from.layers.iter().skip(source_z as usize).zip(to.layers.iter().skip(z as usize)).take(depth as usize);
    for (from, to) in layers.flat_map(|(from, to)| from.each_sample().zip(to.each_sample())) {
        let [from, to] = [(from, [source_x, source_y]), (to, [x, y])].map(|(surface, at)| (surface, at.map(|at| at as usize)));
        copy_bits(from, to, [width, height].map(|size| size as usize));
    }
    Ok(())
}
