//! glGetInternalformat: what an internal format can be used for.

mod image_unit;
mod resource;
#[cfg(test)]
mod tests;

use crate::command::texture::binding;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::object::format;
use crate::pointer::Out;
use crate::tokens::*;
use base::core::sample_positions::COUNTS;
use base::hir::TextureKind;
use resource::{Resource, Usage};

commands! {
    fn glGetInternalformativ(target: u32, format: u32, name: u32, count: i32, values: Out<i32>) => get;
    fn glGetInternalformati64v(target: u32, format: u32, name: u32, count: i32, values: Out<i64>) => get;
}

/// A type that the commands return: the closest value of 32 or 64 bits.
trait Integer: Copy {
    fn closest(value: i64) -> Self;
}

impl Integer for i32 {
    fn closest(value: i64) -> Self {
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

impl Integer for i64 {
    fn closest(value: i64) -> Self {
        value
    }
}

/// Implements both commands.
fn get<T: Integer>(context: &mut Context, target: u32, internal: u32, name: u32, count: i32, values: Out<T>) -> Result<()> {
    let found = if context.is_es() { of_es(context, target, internal, name) } else { of_gl(context, target, internal, name) }?;
    let count =
        usize::try_from(count).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if bufSize is negative. [GL 4.4, 22.3]"))?;
    // "No more than bufSize integers will be written into params. If more data are available, they will be ignored and no error will be generated."
    // [GL 4.4, 22.3]
    let found: Vec<T> = found.into_iter().take(count).map(T::closest).collect();
    values.write(&found);
    Ok(())
}

/// Returns what a target stands for.
fn usage(context: &Context, target: u32) -> Result<Usage> {
    match target {
        GL_RENDERBUFFER => Ok(Usage::Renderbuffer),
        GL_TEXTURE_EXTERNAL_OES => {
            Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not one of the targets in table 22.2 [GL 4.4, 22.3]"))
        }
        _ => binding::kind(context, target).map(Usage::Texture),
    }
}

/// Returns the sample counts of every format that has any, the largest first.
fn sample_counts() -> Vec<i64> {
    COUNTS.iter().map(|&count| i64::from(count)).collect()
}

/// Returns the tiling types of textures in memory objects, or their number; none of a format or target that such textures cannot have.
fn tiling_types(name: u32, usage: Usage, is_supported: bool) -> Vec<i64> {
    let is_stored = matches!(usage, Usage::Texture(kind) if kind != TextureKind::Buffer);
    // "The tiling type supported when using memory objects to create textures with <internalFormat> and <target> are written to <params>, in the
    // order in which they occur in table 22.3." [EXT_external_objects, 22.3.2]
    let types = if is_stored && is_supported { vec![GL_OPTIMAL_TILING_EXT.into(), GL_LINEAR_TILING_EXT.into()] } else { Vec::new() };
    if name == GL_TILING_TYPES_EXT { types } else { vec![types.len() as i64] }
}

/// Returns an answer in OpenGL ES, which has the sample counts and the tiling types alone.
fn of_es(context: &Context, target: u32, internal: u32, name: u32) -> Result<Vec<i64>> {
    if let GL_NUM_TILING_TYPES_EXT | GL_TILING_TYPES_EXT = name {
        return Ok(tiling_types(name, usage(context, target)?, format::sized_in(internal, true).is_some()));
    }
    // OpenGL ES 3.1 adds the targets of multisampled textures.
    let unknown = invalid_enum(
        &"An INVALID_ENUM error is generated if internalformat is not color-, depth- or stencil-renderable; if target is not RENDERBUFFER; \
          or if pname is not SAMPLES or NUM_SAMPLE_COUNTS. [ES 3.0, 6.1.15]",
    );
    if !usage(context, target)?.is_multisampled() {
        return Err(unknown);
    }
    let format = format::choose(internal, 0, true).filter(|format| !format.is_color() || format.color_renderable(true));
    let format = format.ok_or(unknown)?;
    // "Since multisampling is not supported for signed and unsigned integer internal formats, the value of NUM_SAMPLE_COUNTS will be zero for such
    // formats." [ES 3.0, 6.1.15]
    let single = context.config.version < (3, 1) && format.is_integer();
    let counts = if single { Vec::new() } else { sample_counts() };
    match name {
        GL_SAMPLES => Ok(counts),
        GL_NUM_SAMPLE_COUNTS => Ok(vec![counts.len() as i64]),
        _ => Err(invalid_enum(&"An INVALID_ENUM error is generated if … pname is not SAMPLES or NUM_SAMPLE_COUNTS. [ES 3.0, 6.1.15]")),
    }
}

/// Returns an answer in OpenGL.
fn of_gl(context: &Context, target: u32, internal: u32, name: u32) -> Result<Vec<i64>> {
    let resource = Resource::new(context, usage(context, target)?, internal);
    if name == GL_SAMPLES {
        let counts = resource.is_some_and(|resource| resource.has_samples()).then(sample_counts);
        return Ok(counts.unwrap_or_default());
    }
    if let GL_NUM_TILING_TYPES_EXT | GL_TILING_TYPES_EXT = name {
        return Ok(tiling_types(name, usage(context, target)?, resource.is_some()));
    }
    let answer = answer(name).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated … if pname is not one of the parameters described above. [GL 4.4, 22.3]",
    ))?;
    Ok(vec![resource.map_or(0, |resource| answer.of(context, &resource))])
}

/// How the answer to a name follows from a resource. Without a resource every answer is 0: "the unsupported answer" [GL 4.4, 22.3].
enum Answer {
    /// GL_FULL_SUPPORT or GL_NONE.
    Support(fn(&Resource) -> bool),
    /// GL_TRUE or GL_FALSE.
    Truth(fn(&Resource) -> bool),
    /// A token; GL_NONE if there is none.
    Token(fn(&Resource) -> Option<u32>),
    /// A number.
    Number(fn(&Resource) -> u64),
    /// GL_FULL_SUPPORT or GL_NONE, which depends on the profile.
    OfProfile(fn(&Context, &Resource) -> bool),
}

impl Answer {
    /// Returns the answer for a resource.
    fn of(&self, context: &Context, resource: &Resource) -> i64 {
        let support = |full: bool| if full { GL_FULL_SUPPORT.into() } else { 0 };
        match self {
            Self::Support(full) => support(full(resource)),
            Self::Truth(truth) => truth(resource).into(),
            Self::Token(token) => token(resource).map_or(0, i64::from),
            Self::Number(number) => i64::try_from(number(resource)).unwrap_or(i64::MAX),
            Self::OfProfile(full) => support(full(context, resource)),
        }
    }
}

/// Returns how a name is answered; `None` for other names.
fn answer(name: u32) -> Option<Answer> {
    use Answer::*;
    Some(match name {
        GL_INTERNALFORMAT_SUPPORTED => Truth(|_| true),
        GL_INTERNALFORMAT_PREFERRED => Token(|resource| Some(resource.preferred())),
        GL_INTERNALFORMAT_RED_SIZE => Number(|resource| resource.bits(0)),
        GL_INTERNALFORMAT_GREEN_SIZE => Number(|resource| resource.bits(1)),
        GL_INTERNALFORMAT_BLUE_SIZE => Number(|resource| resource.bits(2)),
        GL_INTERNALFORMAT_ALPHA_SIZE => Number(|resource| resource.bits(3)),
        GL_INTERNALFORMAT_DEPTH_SIZE => Number(|resource| resource.bits(4)),
        GL_INTERNALFORMAT_STENCIL_SIZE => Number(|resource| resource.bits(5)),
        GL_INTERNALFORMAT_SHARED_SIZE => Number(|resource| resource.format.format.component_bits().shared.into()),
        GL_INTERNALFORMAT_RED_TYPE => Token(|resource| resource.component_type(0)),
        GL_INTERNALFORMAT_GREEN_TYPE => Token(|resource| resource.component_type(1)),
        GL_INTERNALFORMAT_BLUE_TYPE => Token(|resource| resource.component_type(2)),
        GL_INTERNALFORMAT_ALPHA_TYPE => Token(|resource| resource.component_type(3)),
        GL_INTERNALFORMAT_DEPTH_TYPE => Token(|resource| resource.component_type(4)),
        GL_INTERNALFORMAT_STENCIL_TYPE => Token(|resource| resource.component_type(5)),
        GL_MAX_WIDTH => Number(|resource| resource.largest()[0].into()),
        GL_MAX_HEIGHT => Number(|resource| resource.largest()[1].into()),
        GL_MAX_DEPTH => Number(|resource| resource.largest()[2].into()),
        GL_MAX_LAYERS => Number(Resource::most_layers),
        GL_MAX_COMBINED_DIMENSIONS => Number(Resource::most_texels),
        GL_COLOR_COMPONENTS => Truth(|resource| resource.format.is_color()),
        GL_DEPTH_COMPONENTS => Truth(|resource| resource.format.has_depth()),
        GL_STENCIL_COMPONENTS => Truth(|resource| resource.format.has_stencil()),
        GL_COLOR_RENDERABLE => Truth(|resource| resource.format.is_color() && resource.format.color_renderable(false)),
        GL_DEPTH_RENDERABLE => Truth(|resource| resource.format.has_depth()),
        GL_STENCIL_RENDERABLE => Truth(|resource| resource.format.has_stencil()),
        GL_FRAMEBUFFER_RENDERABLE => Support(Resource::is_attachable),
        GL_FRAMEBUFFER_RENDERABLE_LAYERED => Support(|resource| resource.is_attachable() && resource.is_layered()),
        GL_FRAMEBUFFER_BLEND => Support(Resource::has_blending),
        GL_READ_PIXELS => Support(Resource::has_read_pixels),
        GL_READ_PIXELS_FORMAT => Token(|resource| resource.pixels(Resource::has_read_pixels).map(|pixels| pixels.0)),
        GL_READ_PIXELS_TYPE => Token(|resource| resource.pixels(Resource::has_read_pixels).map(|pixels| pixels.1)),
        GL_TEXTURE_IMAGE_FORMAT => Token(|resource| resource.pixels(Resource::has_uploads).map(|pixels| pixels.0)),
        GL_TEXTURE_IMAGE_TYPE => Token(|resource| resource.pixels(Resource::has_uploads).map(|pixels| pixels.1)),
        GL_GET_TEXTURE_IMAGE_FORMAT => Token(|resource| resource.pixels(Resource::has_downloads).map(|pixels| pixels.0)),
        GL_GET_TEXTURE_IMAGE_TYPE => Token(|resource| resource.pixels(Resource::has_downloads).map(|pixels| pixels.1)),
        GL_MIPMAP => Truth(Resource::has_mipmaps),
        GL_MANUAL_GENERATE_MIPMAP => Support(Resource::has_generated_mipmaps),
        // GL_GENERATE_MIPMAP is a parameter of textures in the compatibility profile.
        GL_AUTO_GENERATE_MIPMAP => {
            OfProfile(|context, resource| resource.has_generated_mipmaps() && context.config.api == crate::config::Api::Compatibility)
        }
        GL_COLOR_ENCODING => Token(Resource::encoding),
        GL_SRGB_READ | GL_SRGB_DECODE_ARB => Support(|resource| resource.format.is_srgb() && resource.is_sampled()),
        GL_SRGB_WRITE => Support(|resource| resource.format.is_srgb() && resource.is_attachable()),
        GL_TEXTURE_REDUCTION_MODE_ARB => Support(Resource::has_reductions),
        GL_FILTER => Support(Resource::has_linear_filters),
        // Every stage has the same samplers.
        GL_VERTEX_TEXTURE
        | GL_TESS_CONTROL_TEXTURE
        | GL_TESS_EVALUATION_TEXTURE
        | GL_GEOMETRY_TEXTURE
        | GL_FRAGMENT_TEXTURE
        | GL_COMPUTE_TEXTURE => Support(Resource::is_sampled),
        GL_TEXTURE_SHADOW => Support(Resource::has_comparisons),
        GL_TEXTURE_GATHER => Support(Resource::has_gathers),
        GL_TEXTURE_GATHER_SHADOW => Support(|resource| resource.has_gathers() && resource.has_comparisons()),
        GL_SHADER_IMAGE_LOAD | GL_SHADER_IMAGE_STORE => Support(|resource| resource.image_unit().is_some()),
        GL_SHADER_IMAGE_ATOMIC => Support(|resource| resource.image_unit().is_some_and(image_unit::has_atomics)),
        GL_IMAGE_TEXEL_SIZE => Number(|resource| resource.image_unit().map_or(0, |format| (8 * format.format.bytes()).into())),
        GL_IMAGE_COMPATIBILITY_CLASS => Token(|resource| resource.image_unit().map(image_unit::class)),
        GL_IMAGE_PIXEL_FORMAT => Token(|resource| resource.pixels(|resource| resource.image_unit().is_some()).map(|pixels| pixels.0)),
        GL_IMAGE_PIXEL_TYPE => Token(|resource| resource.pixels(|resource| resource.image_unit().is_some()).map(|pixels| pixels.1)),
        GL_IMAGE_FORMAT_COMPATIBILITY_TYPE => Token(|resource| resource.image_unit().map(|_| GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE)),
        // A draw that does not write a component leaves it as it was, so that shaders may read it.
        GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_TEST => Support(|resource| resource.is_sampled_target() && resource.format.has_depth()),
        GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_TEST => Support(|resource| resource.is_sampled_target() && resource.format.has_stencil()),
        GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_WRITE | GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_WRITE => {
            Support(|resource| resource.is_sampled_target() && resource.format.has_depth() && resource.format.has_stencil())
        }
        GL_TEXTURE_COMPRESSED => Truth(|resource| resource.format.codec.is_some()),
        GL_TEXTURE_COMPRESSED_BLOCK_WIDTH => Number(|resource| resource.format.codec.map_or(0, |codec| codec.size()[0].into())),
        GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT => Number(|resource| resource.format.codec.map_or(0, |codec| codec.size()[1].into())),
        GL_TEXTURE_COMPRESSED_BLOCK_SIZE => Number(|resource| resource.format.codec.map_or(0, |codec| codec.bytes().into())),
        GL_CLEAR_BUFFER => Support(Resource::is_buffer),
        GL_CLEAR_TEXTURE => Support(Resource::has_clears),
        GL_TEXTURE_VIEW => Support(Resource::has_views),
        GL_VIEW_COMPATIBILITY_CLASS => Token(Resource::view_class),
        GL_NUM_SAMPLE_COUNTS => Number(|resource| if resource.has_samples() { COUNTS.len() as u64 } else { 0 }),
        _ => return None,
    })
}
