//! glCopyImageSubData: copies texels from one image to another, bit for bit.

use super::get::level_count;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::object::format::class::are_compatible;
use crate::gl::object::texture::{Level, Multisampling};
use crate::hir::TextureKind;
use crate::tokens::*;

commands! {
    fn glCopyImageSubData(
        source: u32, source_target: u32, source_level: i32, source_x: i32, source_y: i32, source_z: i32,
        into: u32, into_target: u32, into_level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32
    ) => copy_image_sub_data;
    alias glCopyImageSubDataNV = glCopyImageSubData;
    alias glCopyImageSubDataEXT = glCopyImageSubData;
    alias glCopyImageSubDataOES = glCopyImageSubData;
}

/// Returns the level of a name, target and level, with all of its images as layers. A renderbuffer is a level of one layer.
fn level_of(context: &Context, name: u32, target: u32, level: i32) -> Result<Level> {
    if target == GL_RENDERBUFFER {
        // "An INVALID_VALUE error is generated if either name does not correspond to a valid renderbuffer or texture object according to the
        // corresponding target parameter." [GL 4.4, 18.3.2]
        let contents = context.share.renderbuffer(name).map_err(|_| GL_INVALID_VALUE)?.contents().clone();
        // "An INVALID_VALUE error is generated if srcLevel and dstLevel are not valid levels for the corresponding images." [GL 4.4, 18.3.2]
        if level != 0 {
            return Err(GL_INVALID_VALUE);
        }
        // No specification names the error for a renderbuffer without storage: as for an incomplete texture, the driver raises
        // "INVALID_OPERATION".
        let (surface, format) = contents.surface.zip(contents.format).ok_or(GL_INVALID_OPERATION)?;
        let (width, height) = (surface.width, surface.height);
        let samples = contents.samples as u32;
        let multisampling = (samples > 0).then_some(Multisampling { samples, fixed_locations: true });
        return Ok(Level { width, height, layers: [surface].into(), format, requested: contents.requested, multisampling });
    }
    // "An INVALID_ENUM error is generated if either target is not RENDERBUFFER or a valid non-proxy texture target; is TEXTURE_BUFFER or one of
    // the cubemap face selectors described in table 8.26; or if the target does not match the type of the object." [GL 4.4, 18.3.2]
    let kind = super::binding::kind(context, target)?;
    if kind == TextureKind::Buffer {
        return Err(GL_INVALID_ENUM);
    }
    // "An INVALID_VALUE error is generated if either name does not correspond to a valid renderbuffer or texture object according to the
    // corresponding target parameter." [GL 4.4, 18.3.2]
    let texture = context.share.texture(name).map_err(|_| GL_INVALID_VALUE)?;
    if texture.kind != kind {
        return Err(GL_INVALID_ENUM);
    }
    // "An INVALID_VALUE error is generated if srcLevel and dstLevel are not valid levels for the corresponding images." [GL 4.4, 18.3.2]
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(kind)).ok_or(GL_INVALID_VALUE)?;
    // "An INVALID_OPERATION error is generated if either object is a texture and the texture is not complete" [GL 4.4, 18.3.2]
    let base = texture.contents().first_level();
    let is_empty = |level: &Level| level.width == 0 || level.height == 0 || level.layers.is_empty();
    texture.level(0, base).filter(|level| !is_empty(level)).ok_or(GL_INVALID_OPERATION)?;
    if matches!(kind, TextureKind::Cube | TextureKind::CubeArray) && !texture.contents().is_cube_complete() {
        return Err(GL_INVALID_OPERATION);
    }
    texture.whole_level(level).ok_or(GL_INVALID_VALUE)
}

/// Checks that a box lies in a level; its layers are along z.
fn inside(level: &Level, [x, y, z]: [i32; 3], [width, height, depth]: [i32; 3]) -> Result<()> {
    // "An INVALID_VALUE error is generated if the dimensions of either subregion exceeds the boundaries of the corresponding image object"
    // [GL 4.4, 18.3.2]
    // "An INVALID_VALUE error is generated if srcWidth, srcHeight, or srcDepth is negative." [GL 4.4, 18.3.2]
    let fits = |start: i32, size: i32, whole: u32| start >= 0 && size >= 0 && i64::from(start) + i64::from(size) <= i64::from(whole);
    if fits(x, width, level.width) && fits(y, height, level.height) && fits(z, depth, level.layers.len() as u32) {
        Ok(())
    } else {
        Err(GL_INVALID_VALUE)
    }
}

/// Implements glCopyImageSubData.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn copy_image_sub_data(
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
    let size = [width, height, depth];
    inside(&from, [source_x, source_y, source_z], size)?;
    inside(&to, [x, y, z], size)?;
    // "An INVALID_OPERATION error is generated if the formats are not compatible." [GL 4.4, 18.3.2]
    if !are_compatible(from.format, to.format) {
        return Err(GL_INVALID_OPERATION);
    }
    // "INVALID_OPERATION is generated … if the number of samples do not match." [ARB_copy_image]
    let samples = |level: &Level| level.multisampling.map_or(0, |multisampling| multisampling.samples);
    if samples(&from) != samples(&to) {
        return Err(GL_INVALID_OPERATION);
    }
    // Formats of one class are stored in texels of one size. Overlapping boxes of one image have undefined results.
    let layers = from.layers.iter().skip(source_z as usize).zip(to.layers.iter().skip(z as usize)).take(depth as usize);
    for (from, to) in layers.flat_map(|(from, to)| from.each_sample().zip(to.each_sample())) {
        for row in 0..height as u32 {
            for column in 0..width as u32 {
                let raw = from.raw(source_x as u32 + column, source_y as u32 + row);
                to.set_raw(x as u32 + column, y as u32 + row, raw);
            }
        }
    }
    Ok(())
}
