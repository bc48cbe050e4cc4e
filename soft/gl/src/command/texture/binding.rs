//! The names of textures, texture units, and binding.

use crate::command::names as object_names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::{commands, many};
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::names::lock;
use crate::object::texture::{KINDS, Texture, kind_index};
use crate::pointer::{In, Out, array_length, not_negative};
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::Arc;

commands! {
    fn glGenTextures(count: i32, names: Out<u32>) => generate;
    fn glCreateTextures(target: u32, count: i32, names: Out<u32>) => create;
    fn glDeleteTextures(count: i32, names: In<u32>) => delete;
    fn glIsTexture(name: u32) -> u8 => |context| Ok(lock(&context.share.textures).get(name).is_some().into());
    fn glActiveTexture(unit: u32) => activate;
    fn glBindTexture(target: u32, name: u32) => bind;
    #[not_in_lists] fn glBindTextures(first: u32, count: i32, names: In<u32>) => bind_several;
    fn glBindTextureUnit(unit: u32, name: u32) => bind_unit;
    fn glAreTexturesResident(count: i32, names: In<u32>, resident: Out<u8>) -> u8 => are_resident;
    fn glPrioritizeTextures(count: i32, names: In<u32>, priorities: In<f32>) [many(count, 1)] => prioritize;
    alias glGenTexturesEXT = glGenTextures;
    alias glDeleteTexturesEXT = glDeleteTextures;
    alias glIsTextureEXT = glIsTexture;
    alias glAreTexturesResidentEXT = glAreTexturesResident;
}

/// Returns the kind that a target binds.
pub fn kind(context: &Context, target: u32) -> Result<TextureKind> {
    let es = context.is_es();
    // The version of OpenGL ES that added a target.
    let since = |version: (u8, u8)| !es || context.config.version >= version;
    Ok(match target {
        GL_TEXTURE_2D => TextureKind::D2,
        GL_TEXTURE_CUBE_MAP => TextureKind::Cube,
        GL_TEXTURE_3D if since((3, 0)) => TextureKind::D3,
        GL_TEXTURE_2D_ARRAY if since((3, 0)) => TextureKind::D2Array,
        GL_TEXTURE_2D_MULTISAMPLE if since((3, 1)) => TextureKind::D2Multisample,
        GL_TEXTURE_CUBE_MAP_ARRAY if since((3, 2)) => TextureKind::CubeArray,
        GL_TEXTURE_BUFFER if since((3, 2)) => TextureKind::Buffer,
        // GL_OES_texture_storage_multisample_2d_array adds it to 3.1.
        GL_TEXTURE_2D_MULTISAMPLE_ARRAY if since((3, 1)) => TextureKind::D2MultisampleArray,
        GL_TEXTURE_1D if !es => TextureKind::D1,
        GL_TEXTURE_1D_ARRAY if !es => TextureKind::D1Array,
        GL_TEXTURE_RECTANGLE if !es => TextureKind::Rect,
        GL_TEXTURE_EXTERNAL_OES if context.config.api == Api::Es => TextureKind::External,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if target is not one of the texture targets described in the introduction to section \
                  8.1. [GL 4.4, 8.1]",
            ));
        }
    })
}

/// Returns the target that binds a kind.
pub fn target(kind: TextureKind) -> u32 {
    match kind {
        TextureKind::D1 => GL_TEXTURE_1D,
        TextureKind::D2 => GL_TEXTURE_2D,
        TextureKind::D3 => GL_TEXTURE_3D,
        TextureKind::Cube => GL_TEXTURE_CUBE_MAP,
        TextureKind::Rect => GL_TEXTURE_RECTANGLE,
        TextureKind::Buffer => GL_TEXTURE_BUFFER,
        TextureKind::D1Array => GL_TEXTURE_1D_ARRAY,
        TextureKind::D2Array => GL_TEXTURE_2D_ARRAY,
        TextureKind::CubeArray => GL_TEXTURE_CUBE_MAP_ARRAY,
        TextureKind::D2Multisample => GL_TEXTURE_2D_MULTISAMPLE,
        TextureKind::D2MultisampleArray => GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
        TextureKind::External => GL_TEXTURE_EXTERNAL_OES,
    }
}

/// Implements glGenTextures.
pub fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut lock(&context.share.textures), count, names)
}

/// Implements glCreateTextures.
pub fn create(context: &mut Context, target: u32, count: i32, names: Out<u32>) -> Result<()> {
    let kind = kind(context, target)?;
    object_names::create(&mut lock(&context.share.textures), count, names, |name| Ok(Arc::new(Texture::new(name, kind))))
}

/// Implements glDeleteTextures. Unbinds the textures from this context's units and detaches them from its bound framebuffers.
pub fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    for name in object_names::listed(count, names)? {
        let Some(texture) = lock(&context.share.textures).remove(name) else { continue };
        let place = kind_index(texture.kind);
        for unit in &mut context.textures.units {
            if unit.bound[place].as_ref().is_some_and(|bound| Arc::ptr_eq(bound, &texture)) {
                unit.bound[place] = None;
            }
        }
        // "If a texture object bound to one or more image units is deleted by DeleteTextures, it is detached from each such image unit, as
        // though BindImageTexture were called with unit identifying the image unit and texture set to zero." [GL 4.4, 8.26]
        context.image_units.detach_texture(&texture);
        context.framebuffers.detach_texture(&texture);
    }
    Ok(())
}

/// Implements glActiveTexture.
pub fn activate(context: &mut Context, unit: u32) -> Result<()> {
    let unit = unit.wrapping_sub(GL_TEXTURE0) as usize;
    if unit >= context.textures.units.len() {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if an invalid texture is specified. [GL 4.4, 8]"));
    }
    context.textures.active = unit;
    Ok(())
}

/// Returns a name's texture; the first binding makes it.
pub fn named(context: &Context, kind: TextureKind, name: u32) -> Result<Option<Arc<Texture>>> {
    if name == 0 {
        return Ok(None);
    }
    let mut all = lock(&context.share.textures);
    if let Some(texture) = all.get(name) {
        return if texture.kind == kind {
            Ok(Some(texture.clone()))
        } else {
            Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if an attempt is made to bind a texture object of different dimensionality than \
                  the specified target. [GL 4.4, 8.1]",
            ))
        };
    }
    if context.config.api == Api::Core && !all.is_name(name) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if texture is not zero or a name returned from a previous call to GenTextures, or if \
              such a name has since been deleted. [GL 4.4 core, 8.1]",
        ));
    }
    let texture = Arc::new(Texture::new(name, kind));
    all.put(name, texture.clone())?;
    Ok(Some(texture))
}

/// Implements glBindTexture.
pub fn bind(context: &mut Context, target: u32, name: u32) -> Result<()> {
    let kind = kind(context, target)?;
    let texture = named(context, kind, name)?;
    let active = context.textures.active;
    context.textures.units[active].bound[kind_index(kind)] = texture;
    Ok(())
}

fn bind_unit(context: &mut Context, unit: u32, name: u32) -> Result<()> {
    let texture = if name == 0 { None } else { Some(context.share.texture(name)?) };
    // No specification names the error: Mesa raises it from glBindTextureUnit for such a unit.
    let unit = context
        .textures
        .units
        .get_mut(unit as usize)
        .ok_or(invalid_value(&"The unit must be less than the value of GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS."))?;
    match texture {
        None => unit.bound = [const { None }; KINDS],
        Some(texture) => {
            let place = kind_index(texture.kind);
            unit.bound[place] = Some(texture);
        }
    }
    Ok(())
}

/// Implements glBindTextures. An invalid name leaves its unit unchanged; the other textures are bound.
fn bind_several(context: &mut Context, first: u32, count: i32, names: In<u32>) -> Result<()> {
    let count = not_negative(count)?;
    if (first as usize).checked_add(count).is_none_or(|end| end > context.textures.units.len()) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if first + count is greater than the number of texture image units supported by the \
              implementation. [GL 4.4, 8.1]",
        ));
    }
    for index in 0..count {
        if let Err(error) = bind_unit(context, first + index as u32, names.at(index).unwrap_or(0)) {
            context.raise("glBindTextures", error);
        }
    }
    Ok(())
}

/// Implements glAreTexturesResident: all textures are resident, because there is only one memory.
fn are_resident(context: &mut Context, count: i32, names: In<u32>, _: Out<u8>) -> Result<u8> {
    for name in object_names::listed(count, names)? {
        context.share.texture(name).map_err(|_| {
            invalid_value(
                &"An INVALID_VALUE error is generated and FALSE is returned if any of the names in textures are unused or are zero. \
                  [GL 4.4, 8.1]",
            )
        })?;
    }
    Ok(1)
}

fn prioritize(context: &mut Context, count: i32, names: In<u32>, priorities: In<f32>) -> Result<()> {
    let count = array_length(count)?;
    for index in 0..count {
        let (Some(name), Some(priority)) = (names.at(index), priorities.at(index)) else { break };
        if let Ok(texture) = context.share.texture(name) {
            texture.contents().priority = priority.clamp(0.0, 1.0);
        }
    }
    Ok(())
}
