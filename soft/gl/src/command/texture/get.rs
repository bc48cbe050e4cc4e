//! Texture queries: glGetTexImage and glGetTexLevelParameter.

use super::binding::kind;
use super::buffer_texture;
use super::parameters::bound;
use super::sizes::level_count;
use crate::command::pixels::formats::{UNFIT, check, check_readback};
use crate::command::pixels::groups;
use crate::command::pixels::memory::with_output;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::format::{self, InternalFormat};
use crate::object::texture::{Level, Multisampling, ProxyLevel, Texture};
use crate::pointer::Out;
use crate::state::pixel_transfer::PixelTransfer;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::transfer::{self, Output, PixelStore};
use base::image::{Rectangle, names};
use std::sync::Arc;

commands! {
    fn glGetTexImage(target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>) => image;
    fn glGetnTexImage(target: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) => image_limited;
    fn glGetTextureImage(texture: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) => named_image;
    fn glGetTextureSubImage(
        texture: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>
    ) => named_part;
    fn glGetTexLevelParameteriv(target: u32, level: i32, name: u32, value: Out<i32>) => level_integer;
    fn glGetTexLevelParameterfv(target: u32, level: i32, name: u32, value: Out<f32>) => level_float;
    fn glGetTextureLevelParameteriv(texture: u32, level: i32, name: u32, value: Out<i32>) => named_level_integer;
    fn glGetTextureLevelParameterfv(texture: u32, level: i32, name: u32, value: Out<f32>) => named_level_float;
    alias glGetnTexImageARB = glGetnTexImage;
}

/// Returns the swizzle that returns stored components as pixels of a format: luminance and intensity come back in red alone.
fn returned(format: &InternalFormat, pixels: u32) -> [u8; 4] {
    let [red, green, blue, alpha] = format.returned();
    // "These groups are then packed and placed in client or pixel buffer object memory. … No pixel transfer operations are performed on this
    // image" [GL 4.6, 8.11.4]: glReadPixels alone computes luminance as the sum of red, green and blue.
    if matches!(pixels, GL_LUMINANCE | GL_LUMINANCE_ALPHA) { [red, 4, 4, alpha] } else { [red, green, blue, alpha] }
}

/// The images that a command reads.
struct Selection<'a> {
    texture: &'a Texture,
    /// One face of a cube map; none for all of its faces, and for other kinds.
    face: Option<usize>,
    level: i32,
    /// x, y and z of the first texel, then the size; none for all of the level.
    region: Option<[i32; 6]>,
}

/// The slices of a level that a command returns, laid out in memory.
struct Packing {
    /// The level, with the faces of a cube map as layers.
    level: Level,
    /// x, y, width and height of the rectangle of each layer.
    rectangle: [i32; 4],
    /// The first layer and the number of layers.
    layers: [u32; 2],
    format: u32,
    ty: u32,
    store: PixelStore,
    /// True if each row in memory is a layer.
    rows_are_layers: bool,
    /// Bytes from one layer to the next.
    step: u64,
    /// Bytes of all layers.
    needed: u64,
    /// Pixel transfer, if it changes the pixels.
    transfer: Option<Box<PixelTransfer>>,
}

impl Packing {
    /// Writes the layers to memory.
    fn pack(&self, mut memory: Output) -> Result<()> {
        let [x, y, width, height] = self.rectangle;
        let [first, count] = self.layers.map(|number| number as usize);
        for (index, surface) in self.level.layers.iter().skip(first).take(count).enumerate() {
            // Rows that are layers are reversed as rows, and layers are not.
            let place = if self.store.reverse_rows && self.rows_are_layers { count.saturating_sub(index + 1) } else { index };
            let bytes = memory.rest(place.saturating_mul(self.step as usize));
            let (swizzle, width, height) = (returned(self.level.format, self.format), width as u32, height as u32);
            if let Some(state) = &self.transfer {
                let area = Rectangle { x0: x, y0: y, x1: x.saturating_add_unsigned(width), y1: y.saturating_add_unsigned(height) };
                // "No pixel transfer operations are performed on this image" [GL 4.6 compatibility, 8.11.4]: Mesa scales, biases and maps the pixels
                // nevertheless.
                let Some(surface) = groups::transferred(surface, swizzle, area, self.format, state, false)? else { continue };
                let base = names::RGBA;
                transfer::pack_swizzled(&surface, base, x, y, width, height, false, false, self.format, self.ty, &self.store, bytes)
                    .map_err(|_| UNFIT)?;
                continue;
            }
            transfer::pack_swizzled(surface, swizzle, x, y, width, height, false, false, self.format, self.ty, &self.store, bytes)
                .map_err(|_| UNFIT)?;
        }
        Ok(())
    }
}

/// Returns the images that a command reads, laid out in memory; `None` if the level is undefined.
fn packing(context: &Context, selection: &Selection, [format, ty]: [u32; 2]) -> Result<Option<Packing>> {
    let kind = selection.texture.kind;
    let level = usize::try_from(selection.level).ok().filter(|&level| level < level_count(kind)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if lod is negative or larger than the maximum allowable level. … An INVALID_VALUE error is \
          generated if lod is non-zero and tex is TEXTURE_RECTANGLE. [GL 4.4, 8.11]",
    ))?;
    // An undefined level has no texels to return.
    let level = match selection.face {
        Some(face) => selection.texture.level(face, level),
        None => selection.texture.whole_level(level),
    };
    let Some(level) = level else {
        let inside =
            |[x, y, z, width, height, depth]: [i32; 6]| [x, y, z].iter().all(|&v| v == 0) && (width == 0 || height == 0 || depth == 0);
        return if selection.region.is_none_or(inside) {
            Ok(None)
        } else {
            Err(invalid_value(
                &"An INVALID_VALUE error is generated if <xoffset>, <yoffset> or <zoffset> are negative. … <xoffset> + <width> is greater \
                  than the texture level's width [ARB_get_texture_sub_image]",
            ))
        };
    };
    check_readback(format, level.format)?;
    level.refresh();
    let level = level.with_border_texels()?;
    // "layers are treated as rows or images" [GL 4.4, 8.11]
    let rows_are_layers = kind == TextureKind::D1Array;
    let count = level.layers.len() as u32;
    let size = if rows_are_layers { [level.width, count, 1] } else { [level.width, level.height, count] };
    let [x, y, z, width, height, depth] = selection.region.unwrap_or([0, 0, 0, size[0] as i32, size[1] as i32, size[2] as i32]);
    let inside = |start: i32, size: i32, whole: u32| start >= 0 && size >= 0 && i64::from(start) + i64::from(size) <= i64::from(whole);
    if !inside(x, width, size[0]) || !inside(y, height, size[1]) || !inside(z, depth, size[2]) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if <xoffset>, <yoffset> or <zoffset> are negative. … <xoffset> + <width> is greater than \
              the texture level's width or if <yoffset> + <height> is greater than the texture level's height or if <zoffset> + <depth> is \
              greater than the texture level's depth. [ARB_get_texture_sub_image]",
        ));
    }
    // "For three-dimensional, two-dimensional array, cube map array, and cube map textures, pixel storage operations are applied as if …"
    // [ARB_direct_state_access] "the image were two-dimensional, except that the additional pixel storage state values PACK_IMAGE_HEIGHT and
    // PACK_SKIP_IMAGES are applied" [GL 4.4, 8.11]: not to one face of a cube map.
    let volume = matches!(kind, TextureKind::D3 | TextureKind::D2Array | TextureKind::CubeArray | TextureKind::Cube);
    let pack = &context.pixels.pack;
    let store = if volume && selection.face.is_none() { pack.volume() } else { pack.flat() };
    let layout = transfer::transfer_layout(format, ty, &store, width as u32, height as u32).ok_or(NO_MEMORY)?;
    let needed = transfer::required_bytes(format, ty, &store, width as u32, height as u32, depth as u32).ok_or(NO_MEMORY)?;
    let state = &context.compat.pixel_transfer;
    let transfer = (state.changes_without_imaging(format) && !level.format.is_integer()).then(|| Box::new(state.clone()));
    let (rectangle, layers, step) = if rows_are_layers {
        ([x, 0, width, 1], [y as u32, height as u32], layout.row)
    } else {
        ([x, y, width, height], [z as u32, depth as u32], layout.image)
    };
    Ok(Some(Packing { level, rectangle, layers, format, ty, store, rows_are_layers, step, needed, transfer }))
}

/// Returns the texels of images to the application. `limit` is the size in bytes of its memory.
fn get(context: &Context, selection: &Selection, [format, ty]: [u32; 2], limit: Option<i32>, pixels: Out<u8>) -> Result<()> {
    check(format, ty)?;
    let Some(packing) = packing(context, selection, [format, ty])? else { return Ok(()) };
    let needed = usize::try_from(packing.needed).map_err(|_| NO_MEMORY)?;
    let mut outcome = Ok(());
    with_output(context.buffers.pixel_pack.clone(), pixels, needed, ty, limit, |bytes| outcome = packing.pack(bytes))?;
    outcome
}

/// Returns the face that a target selects, from 0; `None` for other targets.
fn face_of(target: u32) -> Option<usize> {
    let face = target.wrapping_sub(GL_TEXTURE_CUBE_MAP_POSITIVE_X);
    (face < 6).then_some(face as usize)
}

/// Returns the bound texture whose images a command reads, and the face that the target selects.
pub(super) fn bound_with_texels(context: &Context, target: u32) -> Result<(Arc<Texture>, Option<usize>)> {
    let face = face_of(target);
    let texture = bound(context, if face.is_some() { GL_TEXTURE_CUBE_MAP } else { target })?;
    if target == GL_TEXTURE_CUBE_MAP || has_no_texels(texture.kind) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated by GetTexImage if <target> is not one of TEXTURE_1D, TEXTURE_2D, TEXTURE_3D, \
              TEXTURE_1D_ARRAY, TEXTURE_2D_ARRAY, TEXTURE_CUBE_MAP_ARRAY, TEXTURE_RECTANGLE, or one of the targets from table 8.18. \
              [ARB_direct_state_access]",
        ));
    }
    Ok((texture, face))
}

/// Returns the texture of that name whose images a command reads.
pub(super) fn named_with_texels(context: &Context, texture: u32) -> Result<Arc<Texture>> {
    let texture = context.share.texture(texture)?;
    if has_no_texels(texture.kind) {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by GetTextureImage if <target> is not one of TEXTURE_1D, TEXTURE_2D, TEXTURE_3D, \
              TEXTURE_1D_ARRAY, TEXTURE_2D_ARRAY, TEXTURE_CUBE_MAP_ARRAY, TEXTURE_RECTANGLE, or TEXTURE_CUBE_MAP. \
              [ARB_direct_state_access] An INVALID_OPERATION error is generated if <texture> is the name of a buffer or multisample \
              texture. [ARB_get_texture_sub_image]",
        ))
    } else {
        Ok(texture)
    }
}

fn get_bound(context: &Context, target: u32, level: i32, tokens: [u32; 2], limit: Option<i32>, pixels: Out<u8>) -> Result<()> {
    let (texture, face) = bound_with_texels(context, target)?;
    get(context, &Selection { texture: &texture, face, level, region: None }, tokens, limit, pixels)
}

/// Returns true for the kinds of textures that no command reads back.
pub(super) fn has_no_texels(kind: TextureKind) -> bool {
    matches!(kind, TextureKind::Buffer | TextureKind::D2Multisample | TextureKind::D2MultisampleArray)
}

/// Implements glGetTexImage.
pub fn image(context: &mut Context, target: u32, level: i32, format: u32, ty: u32, pixels: Out<u8>) -> Result<()> {
    get_bound(context, target, level, [format, ty], None, pixels)
}

/// Implements glGetnTexImage.
pub(super) fn image_limited(
    context: &mut Context,
    target: u32,
    level: i32,
    format: u32,
    ty: u32,
    size: i32,
    pixels: Out<u8>,
) -> Result<()> {
    get_bound(context, target, level, [format, ty], Some(size), pixels)
}

/// Checks that a cube map or a cube map array is complete, before a command returns texels of all of its faces.
pub(super) fn check_cube(texture: &Texture) -> Result<()> {
    let is_cube = matches!(texture.kind, TextureKind::Cube | TextureKind::CubeArray);
    if is_cube && !texture.contents().is_cube_complete() {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated by GetTextureImage if the effective target is TEXTURE_CUBE_MAP or \
              TEXTURE_CUBE_MAP_ARRAY, and the texture object is not cube complete or cube array complete, respectively. [GL 4.6, 8.11.4]",
        ))
    } else {
        Ok(())
    }
}

/// Implements glGetTextureImage.
pub(super) fn named_image(context: &mut Context, texture: u32, level: i32, format: u32, ty: u32, size: i32, pixels: Out<u8>) -> Result<()> {
    let texture = named_with_texels(context, texture)?;
    check_cube(&texture)?;
    let selection = Selection { texture: &texture, face: None, level, region: None };
    get(context, &selection, [format, ty], Some(size), pixels)
}

/// Implements glGetTextureSubImage.
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
    format: u32,
    ty: u32,
    size: i32,
    pixels: Out<u8>,
) -> Result<()> {
    let texture = named_with_texels(context, texture)?;
    let flat = matches!(texture.kind, TextureKind::D1 | TextureKind::D1Array | TextureKind::D2 | TextureKind::Rect);
    if (flat && (z, depth) != (0, 1)) || (texture.kind == TextureKind::D1 && (y, height) != (0, 1)) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if the effective <target> is TEXTURE_1D, TEXTURE_1D_ARRAY, TEXTURE_2D, or \
              TEXTURE_RECTANGLE and either <zoffset> is not zero, or <depth> is not one. … An INVALID_VALUE error is generated if the \
              effective <target> is TEXTURE_1D and either <yoffset> is not zero, or <height> is not one. [ARB_get_texture_sub_image]",
        ));
    }
    check_cube(&texture)?;
    let selection = Selection { texture: &texture, face: None, level, region: Some([x, y, z, width, height, depth]) };
    get(context, &selection, [format, ty], Some(size), pixels)
}

/// The state of a level that getters return.
#[derive(Clone, Copy)]
struct Known {
    /// Width, height and depth; 0 for an undefined level. The layers of an array are its height or depth.
    size: [u32; 3],
    /// The format that the driver stores; `None` for an undefined level.
    format: Option<&'static InternalFormat>,
    /// The internal format that the application asked for.
    requested: u32,
    /// The samples of a multisampled image.
    multisampling: Option<Multisampling>,
    /// The bytes of the blocks of an image that is compressed.
    compressed: Option<u64>,
    /// The width of the border, which the size includes.
    border: u32,
}

impl Known {
    /// Returns the state of a level of a texture, or of one face of a cube map.
    fn new(kind: TextureKind, level: Option<Level>) -> Self {
        let Some(level) = level else {
            return Self { size: [0; 3], format: None, requested: 0, multisampling: None, compressed: None, border: 0 };
        };
        let layers = level.layers.len() as u32;
        let size = match kind {
            TextureKind::D1Array => [level.width, layers, u32::from(level.width > 0)],
            TextureKind::D3 | TextureKind::D2Array | TextureKind::CubeArray | TextureKind::D2MultisampleArray => {
                [level.width, level.height, layers]
            }
            _ => [level.width, level.height, u32::from(level.width > 0)],
        };
        let compressed = level.format.codec.and_then(|codec| codec.image_bytes(level.width, level.height, layers));
        let axes = level.border.as_ref().map_or(0, |border| border.axes);
        let size = std::array::from_fn(|axis| if axis < axes { size[axis] + 2 } else { size[axis] });
        let border = level.border_width();
        Self { size, format: Some(level.format), requested: level.requested, multisampling: level.multisampling, compressed, border }
    }
}

/// Returns a parameter of glGetTexLevelParameter.
fn parameter(context: &Context, known: Known, name: u32) -> Result<i32> {
    let bits = |index: usize| known.format.map_or(0, |format| format.bits[index].into());
    // A missing component has no type.
    let ty = |index: usize| match known.format {
        Some(format) if format.bits[index] > 0 => Ok(format.component_type as i32),
        _ => Ok(GL_NONE as i32),
    };
    match name {
        GL_TEXTURE_WIDTH => Ok(known.size[0] as i32),
        GL_TEXTURE_HEIGHT => Ok(known.size[1] as i32),
        GL_TEXTURE_DEPTH => Ok(known.size[2] as i32),
        GL_TEXTURE_BORDER if context.config.api == Api::Compatibility => Ok(known.border as i32),
        GL_TEXTURE_INTERNAL_FORMAT if known.format.is_none() => Ok(GL_RGBA as i32),
        // "If no specific compressed format is available, internalformat is instead replaced by the corresponding base internal format." [GL 4.4,
        // 8.5]
        GL_TEXTURE_INTERNAL_FORMAT if format::is_generic(known.requested) => {
            Ok(known.format.map_or(known.requested, |format| format.base) as i32)
        }
        // Numbers of components and unsized formats come back as the application requested them.
        GL_TEXTURE_INTERNAL_FORMAT => Ok(known.requested as i32),
        GL_TEXTURE_RED_SIZE => Ok(bits(0)),
        GL_TEXTURE_GREEN_SIZE => Ok(bits(1)),
        GL_TEXTURE_BLUE_SIZE => Ok(bits(2)),
        GL_TEXTURE_ALPHA_SIZE => Ok(bits(3)),
        GL_TEXTURE_DEPTH_SIZE => Ok(bits(4)),
        GL_TEXTURE_STENCIL_SIZE => Ok(bits(5)),
        GL_TEXTURE_LUMINANCE_SIZE if context.config.api == Api::Compatibility => Ok(bits(6)),
        GL_TEXTURE_INTENSITY_SIZE if context.config.api == Api::Compatibility => Ok(bits(7)),
        GL_TEXTURE_SHARED_SIZE => Ok(if known.format.is_some_and(|format| format.token == GL_RGB9_E5) { 5 } else { 0 }),
        GL_TEXTURE_RED_TYPE => ty(0),
        GL_TEXTURE_GREEN_TYPE => ty(1),
        GL_TEXTURE_BLUE_TYPE => ty(2),
        GL_TEXTURE_ALPHA_TYPE => ty(3),
        GL_TEXTURE_DEPTH_TYPE => ty(4),
        GL_TEXTURE_LUMINANCE_TYPE if context.config.api == Api::Compatibility => ty(6),
        GL_TEXTURE_INTENSITY_TYPE if context.config.api == Api::Compatibility => ty(7),
        GL_TEXTURE_COMPRESSED => Ok(known.format.is_some_and(|format| format.codec.is_some()).into()),
        GL_TEXTURE_SAMPLES => Ok(known.multisampling.map_or(0, |multisampling| multisampling.samples as i32)),
        GL_TEXTURE_FIXED_SAMPLE_LOCATIONS => Ok(known.multisampling.is_none_or(|multisampling| multisampling.fixed_locations).into()),
        GL_TEXTURE_BUFFER_DATA_STORE_BINDING | GL_TEXTURE_BUFFER_OFFSET | GL_TEXTURE_BUFFER_SIZE => Ok(0),
        GL_TEXTURE_COMPRESSED_IMAGE_SIZE => known.compressed.map(|bytes| bytes as i32).ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if value is TEXTURE_COMPRESSED_IMAGE_SIZE and target is a proxy target, or target \
              has an uncompressed internal format. [GL 4.4, 8.11]",
        )),
        _ => Err(invalid_enum(
            &"GL_INVALID_ENUM is generated by glGetTexLevelParameterfv and glGetTexLevelParameteriv functions if target or pname is not an \
              accepted value. [reference page glGetTexLevelParameter]",
        )),
    }
}

fn level_parameter(context: &Context, target: u32, level: i32, name: u32) -> Result<i32> {
    // "target may be one of … PROXY_TEXTURE_1D, PROXY_TEXTURE_2D, PROXY_TEXTURE_3D, PROXY_TEXTURE_1D_ARRAY, PROXY_TEXTURE_2D_ARRAY,
    // PROXY_TEXTURE_CUBE_MAP_ARRAY, PROXY_TEXTURE_RECTANGLE, PROXY_TEXTURE_CUBE_MAP, PROXY_TEXTURE_2D_MULTISAMPLE, or
    // PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY" [GL 4.4, 8.11]
    let proxy = match target {
        _ if context.is_es() => None,
        GL_PROXY_TEXTURE_1D => Some(TextureKind::D1),
        GL_PROXY_TEXTURE_2D => Some(TextureKind::D2),
        GL_PROXY_TEXTURE_RECTANGLE => Some(TextureKind::Rect),
        GL_PROXY_TEXTURE_3D => Some(TextureKind::D3),
        GL_PROXY_TEXTURE_1D_ARRAY => Some(TextureKind::D1Array),
        GL_PROXY_TEXTURE_2D_ARRAY => Some(TextureKind::D2Array),
        GL_PROXY_TEXTURE_CUBE_MAP => Some(TextureKind::Cube),
        GL_PROXY_TEXTURE_CUBE_MAP_ARRAY => Some(TextureKind::CubeArray),
        GL_PROXY_TEXTURE_2D_MULTISAMPLE => Some(TextureKind::D2Multisample),
        GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY => Some(TextureKind::D2MultisampleArray),
        _ => None,
    };
    let face = face_of(target);
    let of = match proxy {
        Some(kind) => kind,
        None if face.is_some() => TextureKind::Cube,
        None if target == GL_TEXTURE_CUBE_MAP => {
            return Err(invalid_enum(
                &"Note that TEXTURE_CUBE_MAP is not a valid target parameter for GetTexLevelParameter, because it does not specify a \
                  particular cube map face. [GL 4.4, 8.11] GL_INVALID_ENUM is generated … if target or pname is not an accepted value. \
                  [reference page glGetTexLevelParameter]",
            ));
        }
        None => kind(context, target)?,
    };
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(of)).ok_or(invalid_value(
        &"If lod is negative or larger than the maximum allowable level-of-detail, then an INVALID_VALUE error is generated. \
          [GL 4.4, 8.11]",
    ))?;
    if proxy.is_some() {
        let found = context.textures.proxies.get(&(of, level));
        let known =
            found.map_or(Known::new(of, None), |&ProxyLevel { width, height, depth, format, requested, multisampling, border }| Known {
                size: [width, height, depth],
                format: (width > 0).then_some(format),
                requested,
                multisampling,
                compressed: None,
                border,
            });
        return parameter(context, known, name);
    }
    texture_parameter(context, context.textures.bound(context.textures.active, of), face.unwrap_or(0), level, name)
}

/// Returns a parameter of a level of a texture, or of a face of a cube map.
fn texture_parameter(context: &Context, texture: &Texture, face: usize, level: usize, name: u32) -> Result<i32> {
    if texture.kind == TextureKind::Buffer
        && let Some(value) = buffer_texture::parameter(texture, name)
    {
        return Ok(value);
    }
    parameter(context, Known::new(texture.kind, texture.level(face, level)), name)
}

fn named_level_parameter(context: &Context, texture: u32, level: i32, name: u32) -> Result<i32> {
    let texture = context.share.texture(texture)?;
    let level = usize::try_from(level).ok().filter(|&level| level < level_count(texture.kind)).ok_or(invalid_value(
        &"If lod is negative or larger than the maximum allowable level-of-detail, then an INVALID_VALUE error is generated. \
          [GL 4.4, 8.11]",
    ))?;
    // "the query is always performed for face zero (the TEXTURE_CUBE_MAP_POSITIVE_X face)" [ARB_direct_state_access]
    texture_parameter(context, &texture, 0, level, name)
}

/// Implements glGetTexLevelParameteriv.
pub fn level_integer(context: &mut Context, target: u32, level: i32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(level_parameter(context, target, level, name)?);
    Ok(())
}

/// Implements glGetTexLevelParameterfv.
pub fn level_float(context: &mut Context, target: u32, level: i32, name: u32, value: Out<f32>) -> Result<()> {
    value.set(level_parameter(context, target, level, name)? as f32);
    Ok(())
}

/// Implements glGetTextureLevelParameteriv.
pub(super) fn named_level_integer(context: &mut Context, texture: u32, level: i32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(named_level_parameter(context, texture, level, name)?);
    Ok(())
}

fn named_level_float(context: &mut Context, texture: u32, level: i32, name: u32, value: Out<f32>) -> Result<()> {
    value.set(named_level_parameter(context, texture, level, name)? as f32);
    Ok(())
}
