//! The resources that shaders access: uniforms, blocks, atomic counters, textures, images.

use crate::command::{framebuffer, program, texture};
use crate::context::Context;
use crate::error::{Result, invalid_operation};
use crate::object::buffer::IndexedBinding;
use crate::object::linked::{Linked, Values};
use crate::state::built_in_uniforms;
use base::hir::TextureKind;
use base::image::load_store::ImageView;
use base::image::sampler::TextureView;
use shader::pipeline::state::{BufferRange, Resources};
use std::sync::Arc;

/// Returns the bound range of a binding point, empty if there is none.
fn range(bindings: &[IndexedBinding], binding: u32) -> Result<BufferRange> {
    let Some(binding) = bindings.get(binding as usize) else { return Ok(BufferRange::default()) };
    if binding.buffer.as_ref().is_some_and(|buffer| buffer.is_mapped()) {
        return Err(invalid_operation(
            &"Any GL command which attempts to read from, write to, or change the state of a buffer object may generate an \
              INVALID_OPERATION error if all or part of the buffer object is mapped, unless it was allocated by a call to BufferStorage \
              with the MAP_PERSISTENT_BIT included in flags. [GL 4.4, 6.3.2]",
        ));
    }
    Ok(binding.range())
}

/// Returns the textures that the program's samplers read, by unit.
fn textures(context: &Context, linked: &Linked, values: &Values) -> Result<Vec<Option<Arc<TextureView>>>> {
    let limit = context.textures.units.len();
    let mut kinds: Vec<Option<TextureKind>> = Vec::new();
    let mut views = Vec::new();
    for texture in &linked.textures {
        for word in texture.word..texture.word.saturating_add(texture.count) {
            let unit = values.words.get(word as usize).map_or(0, |&unit| unit as usize);
            if unit >= limit {
                continue;
            }
            if kinds.len() <= unit {
                kinds.resize(unit + 1, None);
                views.resize(unit + 1, None);
            }
            match kinds[unit] {
                None => {
                    kinds[unit] = Some(texture.sampler.kind);
                    texture::check_mapping(context, unit, texture.sampler.kind)?;
                    views[unit] = texture::view(context, unit, texture.sampler.kind);
                }
                Some(kind) if kind == texture.sampler.kind => {}
                Some(_) => {
                    return Err(invalid_operation(
                        &"It is not allowed to have variables of different sampler types pointing to the same texture image unit within a \
                          program object. This situation can only be detected at the next rendering command issued which triggers shader \
                          invocations, and an INVALID_OPERATION error will then be generated. [GL 4.4, 7.10]",
                    ));
                }
            }
        }
    }
    Ok(views)
}

/// Returns the images that the program's image variables access, by image unit.
fn images(context: &Context, linked: &Linked, values: &Values) -> Result<Vec<Option<Arc<ImageView>>>> {
    let limit = context.image_units.units.len();
    let mut views = Vec::new();
    for &(word, count) in &linked.images {
        for word in word..word.saturating_add(count) {
            let unit = values.words.get(word as usize).map_or(0, |&unit| unit as usize);
            if unit >= limit {
                continue;
            }
            if views.len() <= unit {
                views.resize(unit + 1, None);
            }
            if views[unit].is_none() {
                views[unit] = texture::image_view(context, unit)?.map(Arc::new);
            }
        }
    }
    Ok(views)
}

/// Collects the words of a program's default uniform block from the current state.
pub fn words(context: &Context, linked: &Linked, into: &mut Vec<u32>) {
    linked.values(|values| into.clone_from(&values.words));
    program::apply_subroutines(context, &linked.program, into);
    if !linked.state_uniforms.is_empty() {
        built_in_uniforms::fill(&built_in_values(context), &linked.state_uniforms, into);
    }
}

/// Collects the resources of a program's stages from the current state.
pub fn resources(context: &Context, linked: &Linked) -> Result<Resources> {
    let mut values = linked.values(|values| values.clone());
    words(context, linked, &mut values.words);
    let buffers = &context.buffers;
    let ranges = |bindings: &[IndexedBinding], places: &mut dyn Iterator<Item = u32>| -> Result<Vec<BufferRange>> {
        places.map(|binding| range(bindings, binding)).collect()
    };
    Ok(Resources {
        textures: textures(context, linked, &values)?,
        images: images(context, linked, &values)?,
        uniform_blocks: ranges(&buffers.uniform_bindings, &mut values.uniform_bindings.iter().copied())?,
        storage_blocks: ranges(&buffers.shader_storage_bindings, &mut values.storage_bindings.iter().copied())?,
        atomic_buffers: ranges(&buffers.atomic_counter_bindings, &mut linked.program.atomic_buffers.iter().map(|buffer| buffer.binding))?,
        uniforms: values.words,
        pixel_rectangle: context.compat.pixel_rectangle.clone(),
    })
}

/// Returns true if a sampler or an image of a program has different units in two default uniform blocks.
pub fn units_differ(linked: &Linked, one: &[u32], other: &[u32]) -> bool {
    let ranges = linked.textures.iter().map(|texture| (texture.word, texture.count)).chain(linked.images.iter().copied());
    ranges.flat_map(|(word, count)| word..word.saturating_add(count)).any(|word| one.get(word as usize) != other.get(word as usize))
}

/// Returns the state that built-in uniforms read.
fn built_in_values(context: &Context) -> built_in_uniforms::Values<'_> {
    let compat = &context.compat;
    let (raster, matrices) = (&context.state, &compat.matrices);
    let samples = framebuffer::samples(context, context.framebuffers.draw, false);
    built_in_uniforms::Values { raster, samples, matrices, lighting: &compat.lighting, environment: &compat.environment }
}
