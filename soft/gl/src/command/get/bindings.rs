//! Getters of bindings and of object state.

use crate::command::framebuffer::{is_double_buffered, read_format, samples};
use crate::config::Api;
use crate::context::Context;
use crate::error::{Result, invalid_value};
use crate::limits;
use crate::object::buffer::{Buffer, IndexedBinding};
use crate::object::format::{self, InternalFormat};
use crate::object::framebuffer::Attachment;
use crate::object::image_unit::ImageUnit;
use crate::object::names::lock;
use crate::state::value::Value;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::format::Kind;
use std::sync::Arc;

/// Returns the name of a bound buffer, or 0.
fn buffer(binding: &Option<Arc<Buffer>>) -> Value {
    Value::from(binding.as_ref().map_or(0, |buffer| buffer.name))
}

/// Returns the texture kind of a GL_TEXTURE_BINDING_… name.
fn texture_kind(name: u32, desktop: bool) -> Option<TextureKind> {
    Some(match name {
        GL_TEXTURE_BINDING_2D => TextureKind::D2,
        GL_TEXTURE_BINDING_CUBE_MAP => TextureKind::Cube,
        GL_TEXTURE_BINDING_3D => TextureKind::D3,
        GL_TEXTURE_BINDING_2D_ARRAY => TextureKind::D2Array,
        GL_TEXTURE_BINDING_CUBE_MAP_ARRAY => TextureKind::CubeArray,
        GL_TEXTURE_BINDING_BUFFER => TextureKind::Buffer,
        GL_TEXTURE_BINDING_2D_MULTISAMPLE => TextureKind::D2Multisample,
        GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY => TextureKind::D2MultisampleArray,
        GL_TEXTURE_BINDING_1D if desktop => TextureKind::D1,
        GL_TEXTURE_BINDING_1D_ARRAY if desktop => TextureKind::D1Array,
        GL_TEXTURE_BINDING_RECTANGLE if desktop => TextureKind::Rect,
        GL_TEXTURE_BINDING_EXTERNAL_OES if !desktop => TextureKind::External,
        _ => return None,
    })
}

/// Returns a binding; none for other names.
pub fn get(context: &mut Context, name: u32) -> Option<Value> {
    let desktop = !context.is_es();
    if let Some(kind) = texture_kind(name, desktop) {
        return Some(Value::from(context.textures.bound(context.textures.active, kind).name));
    }
    if let Some(value) = pixel_store(context, name) {
        return Some(value);
    }
    let buffers = &context.buffers;
    let array = if context.vertex_arrays.bound == 0 {
        &context.vertex_arrays.default
    } else {
        context.vertex_arrays.arrays.get(context.vertex_arrays.bound).unwrap_or(&context.vertex_arrays.default)
    };
    Some(match name {
        GL_ARRAY_BUFFER_BINDING => buffer(&buffers.array),
        GL_ELEMENT_ARRAY_BUFFER_BINDING => buffer(&array.element_buffer),
        GL_PIXEL_PACK_BUFFER_BINDING => buffer(&buffers.pixel_pack),
        GL_PIXEL_UNPACK_BUFFER_BINDING => buffer(&buffers.pixel_unpack),
        GL_COPY_READ_BUFFER_BINDING => buffer(&buffers.copy_read),
        GL_COPY_WRITE_BUFFER_BINDING => buffer(&buffers.copy_write),
        GL_DRAW_INDIRECT_BUFFER_BINDING => buffer(&buffers.draw_indirect),
        GL_DISPATCH_INDIRECT_BUFFER_BINDING => buffer(&buffers.dispatch_indirect),
        GL_QUERY_BUFFER_BINDING if desktop => buffer(&buffers.query),
        GL_PARAMETER_BUFFER_BINDING_ARB if desktop => buffer(&buffers.parameter),
        GL_TEXTURE_BUFFER => buffer(&buffers.texture),
        // State of GL_ARB_texture_buffer_object, which OpenGL 3.1 has as level parameters.
        GL_TEXTURE_BUFFER_FORMAT_ARB | GL_TEXTURE_BUFFER_DATA_STORE_BINDING if desktop => {
            let texels = context.textures.bound(context.textures.active, TextureKind::Buffer).contents().buffer.clone();
            match (name, texels) {
                (GL_TEXTURE_BUFFER_FORMAT_ARB, texels) => Value::from(texels.map_or(GL_R8, |texels| texels.format.token)),
                (_, texels) => buffer(&texels.and_then(|texels| texels.range.buffer)),
            }
        }
        GL_UNIFORM_BUFFER_BINDING => buffer(&buffers.uniform),
        GL_SHADER_STORAGE_BUFFER_BINDING => buffer(&buffers.shader_storage),
        GL_ATOMIC_COUNTER_BUFFER_BINDING => buffer(&buffers.atomic_counter),
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING => buffer(&buffers.transform_feedback),
        GL_VERTEX_ARRAY_BINDING => Value::from(context.vertex_arrays.bound),
        GL_CLIENT_ACTIVE_TEXTURE if context.config.api.has_fixed_function() => {
            Value::from(GL_TEXTURE0 + context.vertex_arrays.client_active_texture as u32)
        }
        GL_ACTIVE_TEXTURE => Value::from(GL_TEXTURE0 + context.textures.active as u32),
        GL_SAMPLER_BINDING => {
            let unit = context.textures.units.get(context.textures.active)?;
            Value::from(unit.sampler.as_ref().map_or(0, |sampler| sampler.name))
        }
        GL_RENDERBUFFER_BINDING => Value::from(context.renderbuffers.bound.as_ref().map_or(0, |renderbuffer| renderbuffer.name)),
        GL_DRAW_FRAMEBUFFER_BINDING => Value::from(context.framebuffers.draw),
        GL_READ_FRAMEBUFFER_BINDING => Value::from(context.framebuffers.read),
        GL_DRAW_BUFFER => Value::from(context.framebuffers.get(context.framebuffers.draw).draw_buffers[0]),
        GL_DRAW_BUFFER0..=GL_DRAW_BUFFER7 => {
            let index = (name - GL_DRAW_BUFFER0) as usize;
            Value::from(context.framebuffers.get(context.framebuffers.draw).draw_buffers[index])
        }
        GL_READ_BUFFER => Value::from(context.framebuffers.get(context.framebuffers.read).read_buffer),
        GL_COLOR_CLEAR_VALUE => Value::Normalized(context.clears.color.iter().map(|&value| f64::from(value)).collect()),
        GL_DEPTH_CLEAR_VALUE => Value::Normalized(vec![context.clears.depth]),
        GL_STENCIL_CLEAR_VALUE => Value::from(context.clears.stencil),
        _ => return framebuffer_bits(context, name),
    })
}

/// Returns a pixel storage mode; none for other names.
fn pixel_store(context: &Context, name: u32) -> Option<Value> {
    let (pack, unpack) = (&context.pixels.pack, &context.pixels.unpack);
    Some(match name {
        GL_PACK_ALIGNMENT => Value::from(pack.alignment),
        GL_PACK_ROW_LENGTH => Value::from(pack.row_length),
        GL_PACK_SKIP_ROWS => Value::from(pack.skip_rows),
        GL_PACK_SKIP_PIXELS => Value::from(pack.skip_pixels),
        GL_PACK_IMAGE_HEIGHT => Value::from(pack.image_height),
        GL_PACK_SKIP_IMAGES => Value::from(pack.skip_images),
        GL_PACK_SWAP_BYTES => Value::from(pack.swap_bytes),
        GL_PACK_INVERT_MESA if !context.is_es() => Value::from(pack.reverse_rows),
        GL_PACK_REVERSE_ROW_ORDER_ANGLE if context.is_es() => Value::from(pack.reverse_rows),
        GL_PACK_LSB_FIRST => Value::from(pack.lsb_first),
        GL_PACK_COMPRESSED_BLOCK_WIDTH if !context.is_es() => Value::from(pack.block_width),
        GL_PACK_COMPRESSED_BLOCK_HEIGHT if !context.is_es() => Value::from(pack.block_height),
        GL_PACK_COMPRESSED_BLOCK_DEPTH if !context.is_es() => Value::from(pack.block_depth),
        GL_PACK_COMPRESSED_BLOCK_SIZE if !context.is_es() => Value::from(pack.block_size),
        GL_UNPACK_COMPRESSED_BLOCK_WIDTH if !context.is_es() => Value::from(unpack.block_width),
        GL_UNPACK_COMPRESSED_BLOCK_HEIGHT if !context.is_es() => Value::from(unpack.block_height),
        GL_UNPACK_COMPRESSED_BLOCK_DEPTH if !context.is_es() => Value::from(unpack.block_depth),
        GL_UNPACK_COMPRESSED_BLOCK_SIZE if !context.is_es() => Value::from(unpack.block_size),
        GL_UNPACK_ALIGNMENT => Value::from(unpack.alignment),
        GL_UNPACK_ROW_LENGTH => Value::from(unpack.row_length),
        GL_UNPACK_SKIP_ROWS => Value::from(unpack.skip_rows),
        GL_UNPACK_SKIP_PIXELS => Value::from(unpack.skip_pixels),
        GL_UNPACK_IMAGE_HEIGHT => Value::from(unpack.image_height),
        GL_UNPACK_SKIP_IMAGES => Value::from(unpack.skip_images),
        GL_UNPACK_SWAP_BYTES => Value::from(unpack.swap_bytes),
        GL_UNPACK_LSB_FIRST => Value::from(unpack.lsb_first),
        _ => return None,
    })
}

/// Returns the bits of red, green, blue, alpha, depth and stencil of the draw framebuffer.
fn component_sizes(context: &Context) -> [u32; 6] {
    let mut sizes = [0; 6];
    if context.framebuffers.draw == 0 {
        if let Some(surface) = &context.draw_surface {
            let surface = lock(surface);
            if let Some(format) = format::of_window(surface.color.format, surface.alpha_bits > 0) {
                let [red, green, blue, ..] = format.bits.map(u32::from);
                sizes[..3].copy_from_slice(&[red, green, blue]);
            }
            (sizes[3], sizes[4], sizes[5]) = (surface.alpha_bits.into(), surface.depth_bits.into(), surface.stencil_bits.into());
        }
        return sizes;
    }
    let framebuffer = context.framebuffers.get(context.framebuffers.draw);
    let color = framebuffer.colors.iter().find(|color| !matches!(color, Attachment::None));
    let bits = |attachment: &Attachment| match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(renderbuffer) => renderbuffer.contents().format.map(|format| format.bits),
        Attachment::Texture { .. } => attachment.image().map(|image| image.format.bits),
    };
    for (attachment, range) in [(color, 0..4), (Some(&framebuffer.depth), 4..5), (Some(&framebuffer.stencil), 5..6)] {
        if let Some(found) = attachment.and_then(bits) {
            range.for_each(|index| sizes[index] = found[index].into());
        }
    }
    sizes
}

/// Returns the format of the first colour attachment of the draw framebuffer object; `None` for the default framebuffer.
fn first_color_format(context: &Context) -> Option<&'static InternalFormat> {
    color_formats(context).next()
}

/// Returns the format of the image of draw buffer 0; `None` for the default framebuffer.
fn draw_buffer_format(context: &Context) -> Option<&'static InternalFormat> {
    let framebuffer = context.framebuffers.get(context.framebuffers.draw);
    let index = framebuffer.draw_buffers[0].checked_sub(GL_COLOR_ATTACHMENT0)?;
    framebuffer.colors.get(index as usize)?.image().map(|image| image.format)
}

/// Returns the formats of the colour attachments of the draw framebuffer.
fn color_formats(context: &Context) -> impl Iterator<Item = &'static InternalFormat> {
    let framebuffer = context.framebuffers.get(context.framebuffers.draw);
    let colors = framebuffer.colors.iter().filter(|_| context.framebuffers.draw != 0);
    colors.filter_map(|color| match color {
        Attachment::None => None,
        Attachment::Renderbuffer(renderbuffer) => renderbuffer.contents().format,
        Attachment::Texture { .. } => color.image().map(|image| image.format),
    })
}

/// Returns which of red, green, blue and alpha of the draw framebuffer are signed (EXT_packed_float, whose own format is unsigned).
fn signed_components(context: &Context) -> [bool; 4] {
    let format = draw_buffer_format(context);
    std::array::from_fn(|index| {
        format.is_some_and(|format| {
            let signed = matches!(format.component_type, GL_SIGNED_NORMALIZED | GL_INT)
                || (format.component_type == GL_FLOAT && format.token != GL_R11F_G11F_B10F);
            // Luminance is red, green and blue.
            signed && (format.bits[index] > 0 || index < 3 && format.bits[6] > 0 || format.bits[7] > 0)
        })
    })
}

/// Returns a property of the draw framebuffer that the interface has a getter for.
fn framebuffer_bits(context: &mut Context, name: u32) -> Option<Value> {
    // "IMPLEMENTATION_COLOR_READ_FORMAT" came to the core profile with OpenGL 4.1.
    let core = [
        GL_SAMPLES,
        GL_SAMPLE_BUFFERS,
        GL_DOUBLEBUFFER,
        GL_STEREO,
        GL_IMPLEMENTATION_COLOR_READ_FORMAT,
        GL_IMPLEMENTATION_COLOR_READ_TYPE,
        GL_RGBA_SIGNED_COMPONENTS_EXT,
        GL_RGBA_FLOAT_MODE_ARB,
        GL_RGBA_INTEGER_MODE_EXT,
    ];
    if context.config.api == Api::Core && !core.contains(&name) {
        return None;
    }
    let sizes = component_sizes(context);
    Some(match name {
        GL_RED_BITS => Value::from(sizes[0]),
        GL_GREEN_BITS => Value::from(sizes[1]),
        GL_BLUE_BITS => Value::from(sizes[2]),
        GL_ALPHA_BITS => Value::from(sizes[3]),
        GL_DEPTH_BITS => Value::from(sizes[4]),
        GL_STENCIL_BITS => Value::from(sizes[5]),
        GL_SAMPLES => Value::from(samples(context, context.framebuffers.draw, false)),
        GL_SAMPLE_BUFFERS => Value::from(u32::from(samples(context, context.framebuffers.draw, false) > 0)),
        GL_DOUBLEBUFFER if !context.is_es() => Value::from(is_double_buffered(context, context.framebuffers.draw)),
        GL_STEREO if !context.is_es() => Value::from(false),
        GL_RGBA_SIGNED_COMPONENTS_EXT if !context.is_es() => Value::Bool(signed_components(context).to_vec()),
        GL_RGBA_FLOAT_MODE_ARB if context.config.api == Api::Compatibility => {
            Value::from(first_color_format(context).is_some_and(|format| format.format.kind() == Kind::Float))
        }
        GL_RGBA_INTEGER_MODE_EXT if !context.is_es() => Value::from(color_formats(context).any(InternalFormat::is_integer)),
        GL_IMPLEMENTATION_COLOR_READ_FORMAT => Value::from(read_format(context).map_or(GL_RGBA, |(format, _)| format)),
        GL_IMPLEMENTATION_COLOR_READ_TYPE => Value::from(read_format(context).map_or(GL_UNSIGNED_BYTE, |(_, ty)| ty)),
        _ => return None,
    })
}

/// Returns a binding with an index; none for other names.
pub fn get_indexed(context: &Context, name: u32, index: u32) -> Option<Result<Value>> {
    let buffers = &context.buffers;
    let binding = |bindings: &[IndexedBinding], pick: fn(&IndexedBinding) -> i64| {
        bindings.get(index as usize).map(|binding| Value::from(pick(binding))).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ))
    };
    let buffer = |binding: &IndexedBinding| binding.buffer.as_ref().map_or(0, |buffer| i64::from(buffer.name));
    let image_unit = |pick: fn(&ImageUnit) -> Value| {
        context.image_units.units.get(index as usize).map(pick).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ))
    };
    // The index stands for the active texture unit; EXT_direct_state_access has these names, and the conformance suite asks for them.
    let texture_unit = |pick: &dyn Fn(usize) -> Value| {
        if (index as usize) < context.textures.units.len() {
            Ok(pick(index as usize))
        } else {
            Err(invalid_value(
                &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
            ))
        }
    };
    if let Some(kind) = texture_kind(name, true).filter(|_| !context.is_es()) {
        return Some(texture_unit(&|unit| Value::from(context.textures.bound(unit, kind).name)));
    }
    let start = |binding: &IndexedBinding| binding.offset as i64;
    let size = |binding: &IndexedBinding| binding.size.unwrap_or(0) as i64;
    Some(match name {
        GL_SAMPLER_BINDING if !context.is_es() => {
            texture_unit(&|unit| Value::from(context.textures.units[unit].sampler.as_ref().map_or(0, |sampler| sampler.name)))
        }
        GL_IMAGE_BINDING_NAME => image_unit(|unit| Value::from(unit.texture.as_ref().map_or(0, |texture| texture.name))),
        GL_IMAGE_BINDING_LEVEL => image_unit(|unit| Value::from(unit.level)),
        GL_IMAGE_BINDING_LAYERED => image_unit(|unit| Value::from(unit.layered)),
        GL_IMAGE_BINDING_LAYER => image_unit(|unit| Value::from(unit.layer)),
        GL_IMAGE_BINDING_ACCESS => image_unit(|unit| Value::from(unit.access)),
        GL_IMAGE_BINDING_FORMAT => image_unit(|unit| Value::from(unit.format)),
        GL_UNIFORM_BUFFER_BINDING => binding(&buffers.uniform_bindings, buffer),
        GL_UNIFORM_BUFFER_START => binding(&buffers.uniform_bindings, start),
        GL_UNIFORM_BUFFER_SIZE => binding(&buffers.uniform_bindings, size),
        GL_SHADER_STORAGE_BUFFER_BINDING => binding(&buffers.shader_storage_bindings, buffer),
        GL_SHADER_STORAGE_BUFFER_START => binding(&buffers.shader_storage_bindings, start),
        GL_SHADER_STORAGE_BUFFER_SIZE => binding(&buffers.shader_storage_bindings, size),
        GL_ATOMIC_COUNTER_BUFFER_BINDING => binding(&buffers.atomic_counter_bindings, buffer),
        GL_ATOMIC_COUNTER_BUFFER_START => binding(&buffers.atomic_counter_bindings, start),
        GL_ATOMIC_COUNTER_BUFFER_SIZE => binding(&buffers.atomic_counter_bindings, size),
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING => binding(&buffers.feedback_bindings, buffer),
        GL_TRANSFORM_FEEDBACK_BUFFER_START => binding(&buffers.feedback_bindings, start),
        GL_TRANSFORM_FEEDBACK_BUFFER_SIZE => binding(&buffers.feedback_bindings, size),
        GL_VERTEX_BINDING_BUFFER | GL_VERTEX_BINDING_OFFSET | GL_VERTEX_BINDING_STRIDE | GL_VERTEX_BINDING_DIVISOR => {
            let arrays = &context.vertex_arrays;
            let array = arrays.arrays.get(arrays.bound).unwrap_or(&arrays.default);
            let index = index as usize;
            if index >= limits::MAX_VERTEX_ATTRIB_BINDINGS {
                return Some(Err(invalid_value(
                    &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
                )));
            }
            let binding = &array.bindings[index];
            Ok(match name {
                GL_VERTEX_BINDING_BUFFER => Value::from(binding.buffer.as_ref().map_or(0, |buffer| buffer.name)),
                GL_VERTEX_BINDING_OFFSET => Value::from(binding.offset as i64),
                GL_VERTEX_BINDING_STRIDE => Value::from(binding.stride),
                _ => Value::from(binding.divisor),
            })
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::testing::windows::{es, with_window};
    use base::image::Surface;
    use base::image::format::Format;

    #[test]
    fn windows_have_the_bits_of_their_format() {
        let formats = [
            (Format::Rgba8, [8, 8, 8, 8]),
            (Format::Rgba8, [8, 8, 8, 0]),
            (Format::Rgb565, [5, 6, 5, 0]),
            (Format::Rgb10A2, [10, 10, 10, 2]),
            (Format::Rgba16f, [16, 16, 16, 16]),
        ];
        for (format, bits) in formats {
            let context = with_window(es(), 2, 2, true);
            {
                let mut buffers = lock(context.draw_surface.as_ref().unwrap());
                (buffers.color, buffers.alpha_bits) = (Surface::new(format, 2, 2).unwrap(), bits[3] as u8);
            }
            assert_eq!(component_sizes(&context), [bits[0], bits[1], bits[2], bits[3], 24, 8], "{format:?}");
        }
    }
}
