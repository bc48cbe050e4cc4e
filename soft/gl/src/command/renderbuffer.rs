//! Renderbuffer objects.

use crate::command::names as object_names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value};
use crate::limits;
use crate::object::format::{self, InternalFormat};
use crate::object::names::lock;
use crate::object::renderbuffer::{Contents, Renderbuffer};
use crate::object::texture::Level;
use crate::pointer::{In, Out};
use crate::tokens::*;
use base::core::sample_positions;
use base::image::Surface;
use std::sync::Arc;

commands! {
    fn glGenRenderbuffers(count: i32, names: Out<u32>) => generate;
    fn glCreateRenderbuffers(count: i32, names: Out<u32>)
        => |context| object_names::create(&mut lock(&context.share.renderbuffers), count, names, |name| Ok(Arc::new(Renderbuffer::new(name))));
    fn glDeleteRenderbuffers(count: i32, names: In<u32>) => delete;
    fn glIsRenderbuffer(name: u32) -> u8 => |context| Ok(lock(&context.share.renderbuffers).get(name).is_some().into());
    #[not_in_lists] fn glBindRenderbuffer(target: u32, name: u32) => bind;
    #[not_in_lists] fn glRenderbufferStorage(target: u32, format: u32, width: i32, height: i32) => storage;
    #[not_in_lists] fn glRenderbufferStorageMultisample(target: u32, samples: i32, format: u32, width: i32, height: i32) => storage_multisample;
    #[not_in_lists] fn glRenderbufferStorageMultisampleEXT(
        target: u32, samples: i32, format: u32, width: i32, height: i32
    ) => storage_multisample_ext;
    fn glNamedRenderbufferStorage(name: u32, format: u32, width: i32, height: i32)
        => |context| allocate(context, &*context.share.renderbuffer(name)?, 0, format, width, height);
    fn glNamedRenderbufferStorageMultisample(name: u32, samples: i32, format: u32, width: i32, height: i32)
        => |context| allocate(context, &*context.share.renderbuffer(name)?, samples, format, width, height);
    fn glGetRenderbufferParameteriv(target: u32, name: u32, value: Out<i32>) => parameter;
    fn glGetNamedRenderbufferParameteriv(renderbuffer: u32, name: u32, value: Out<i32>) => named_parameter;
    alias glGenRenderbuffersOES = glGenRenderbuffers;
    alias glDeleteRenderbuffersOES = glDeleteRenderbuffers;
    alias glIsRenderbufferOES = glIsRenderbuffer;
    alias glBindRenderbufferEXT = glBindRenderbuffer;
    alias glBindRenderbufferOES = glBindRenderbuffer;
    alias glRenderbufferStorageOES = glRenderbufferStorage;
    alias glRenderbufferStorageMultisampleANGLE = glRenderbufferStorageMultisample;
    alias glGetRenderbufferParameterivOES = glGetRenderbufferParameteriv;
}

/// Implements glGenRenderbuffers.
pub fn generate(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut lock(&context.share.renderbuffers), count, names)
}

/// Implements glDeleteRenderbuffers. Unbinds the renderbuffers from this context and detaches them from its bound framebuffers.
pub fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    for name in object_names::listed(count, names)? {
        let Some(renderbuffer) = lock(&context.share.renderbuffers).remove(name) else { continue };
        if context.renderbuffers.bound.as_ref().is_some_and(|bound| Arc::ptr_eq(bound, &renderbuffer)) {
            context.renderbuffers.bound = None;
        }
        context.framebuffers.detach_renderbuffer(&renderbuffer);
    }
    Ok(())
}

/// Implements glBindRenderbuffer.
pub fn bind(context: &mut Context, target: u32, name: u32) -> Result<()> {
    if target != GL_RENDERBUFFER {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not RENDERBUFFER. [GL 4.4, 9.2.4]"));
    }
    if name == 0 {
        context.renderbuffers.bound = None;
        return Ok(());
    }
    let mut all = lock(&context.share.renderbuffers);
    let found = all.get(name).cloned();
    let renderbuffer = match found {
        Some(renderbuffer) => renderbuffer,
        None if context.config.api == Api::Core && !all.is_name(name) => {
            return Err(invalid_operation(
                &"BindRenderbuffer fails and an INVALID_OPERATION error is generated if renderbuffer is not zero or a name returned from a \
                  previous call to GenRenderbuffers, or if such a name has since been deleted with DeleteRenderbuffers. [GL 4.4, 9.2.4]",
            ));
        }
        None => {
            let renderbuffer = Arc::new(Renderbuffer::new(name));
            all.put(name, renderbuffer.clone())?;
            renderbuffer
        }
    };
    drop(all);
    context.renderbuffers.bound = Some(renderbuffer);
    Ok(())
}

/// Returns the bound renderbuffer.
fn bound(context: &Context, target: u32) -> Result<Arc<Renderbuffer>> {
    if target != GL_RENDERBUFFER {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not RENDERBUFFER. [GL 4.4, 9.2.4]"));
    }
    context.renderbuffers.bound.clone().ok_or(invalid_operation(
        &"If the renderbuffer currently bound to target is zero, then an INVALID_OPERATION error is generated. [GL 4.4, 9.2.6]",
    ))
}

/// Returns the format that a renderbuffer of an internal format gets.
pub(super) fn renderable(context: &Context, requested: u32) -> Result<&'static InternalFormat> {
    let es = context.is_es();
    // OpenGL ES accepts sized formats only, and "BGRA_EXT | color-renderable" [EXT_texture_format_BGRA8888].
    let format = if es && requested == GL_BGRA {
        format::sized(GL_BGRA8_EXT)
    } else if es {
        format::sized_in(requested, true)
    } else {
        format::choose(requested, GL_UNSIGNED_BYTE, false)
    };
    let not_renderable = invalid_enum(
        &"An INVALID_ENUM error is generated if internalformat is not one of the color-renderable, depth-renderable, or stencil-renderable \
          formats defined in section 9.4. [GL 4.4, 9.2.4]",
    );
    let format = format.ok_or(not_renderable)?;
    // "TexImage1D, TexImage2D, TexImage3D, CopyTexImage1D, CopyTexImage2D, and RenderbufferStorageEXT accept the new RGB9_E5_EXT token for
    // internalformat." [EXT_texture_shared_exponent] No framebuffer is complete with it.
    let shared = requested == GL_RGB9_E5 && !es;
    let renders = !format.is_color() || format.color_renderable(es) || shared;
    let unnamed = requested <= 4 || format::is_generic(requested);
    let core = context.config.api == Api::Core && format.is_legacy();
    // "No other formats, including compressed internal formats, are color-renderable." [GL 4.6, 9.4]
    if renders && !unnamed && !core { Ok(format) } else { Err(not_renderable) }
}

/// Makes the storage of a renderbuffer.
fn allocate(context: &Context, renderbuffer: &Renderbuffer, samples: i32, requested: u32, width: i32, height: i32) -> Result<()> {
    let format = renderable(context, requested)?;
    let largest = limits::MAX_RENDERBUFFER_SIZE as i32;
    if !(0..=largest).contains(&width) || !(0..=largest).contains(&height) || samples < 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if samples, width, or height is negative. … An INVALID_VALUE error is generated if \
              either width or height is greater than the value of MAX_RENDERBUFFER_SIZE. [GL 4.4, 9.2.4]",
        ));
    }
    let too_many = invalid_operation(
        &"An INVALID_OPERATION error is generated if samples is greater than the maximum number of samples supported for internalformat \
          [GL 4.4, 9.2.4]",
    );
    if samples > limits::MAX_SAMPLES {
        let by_format = context.config.version >= if context.is_es() { (3, 0) } else { (4, 2) };
        return Err(if by_format {
            too_many
        } else {
            invalid_value(
                &"If RenderbufferStorageMultisampleEXT is called with a value of <samples> that is greater than MAX_SAMPLES_EXT, then the \
                  error INVALID_VALUE is generated. [EXT_framebuffer_multisample]",
            )
        });
    }
    // OpenGL ES 3.1 has no such rule.
    if samples > 0 && format.is_integer() && context.is_es() && context.config.version == (3, 0) {
        return Err(invalid_operation(
            &"If internalformat is a signed or unsigned integer format and samples is greater than zero, then the error INVALID_OPERATION \
              is generated. [ES 3.0, 4.4.2]",
        ));
    }
    // "the resulting value for RENDERBUFFER_SAMPLES is guaranteed to be greater than or equal to samples and no more than the next larger sample
    // count supported by the implementation" [GL 4.4, 9.2.4]
    let samples = sample_positions::supported(samples as u32).ok_or(too_many)?;
    if !Level::is_storable(format, [width as u32, height as u32, samples.max(1)]) {
        return Err(NO_MEMORY);
    }
    let surface = format::new_multisampled(format, width as u32, height as u32, samples)?;
    let samples = samples as i32;
    *renderbuffer.contents() = Contents { surface: Some(surface), format: Some(format), requested, samples, implicit: false };
    Ok(())
}

/// Implements glRenderbufferStorage.
pub fn storage(context: &mut Context, target: u32, format: u32, width: i32, height: i32) -> Result<()> {
    allocate(context, &*bound(context, target)?, 0, format, width, height)
}

/// Implements glRenderbufferStorageMultisample.
pub fn storage_multisample(context: &mut Context, target: u32, samples: i32, format: u32, width: i32, height: i32) -> Result<()> {
    allocate(context, &*bound(context, target)?, samples, format, width, height)
}

/// Implements glRenderbufferStorageMultisampleEXT.
pub fn storage_multisample_ext(context: &mut Context, target: u32, samples: i32, format: u32, width: i32, height: i32) -> Result<()> {
    let renderbuffer = bound(context, target)?;
    if context.is_es() && samples > limits::MAX_SAMPLES {
        return Err(invalid_value(
            &"If RenderbufferStorageMultisampleEXT is called with a value of <samples> that is greater than MAX_SAMPLES_EXT, then the \
              error INVALID_VALUE is generated. [EXT_multisampled_render_to_texture]",
        ));
    }
    allocate(context, &renderbuffer, samples, format, width, height)?;
    renderbuffer.contents().implicit = context.is_es() && samples > 0;
    Ok(())
}

fn get(renderbuffer: &Renderbuffer, name: u32, es: bool) -> Result<i32> {
    let contents = renderbuffer.contents();
    let size = |select: fn(&Surface) -> u32| contents.surface.as_ref().map_or(0, select) as i32;
    let bits = |index: usize| contents.format.map_or(0, |format| format.bits[index].into());
    Ok(match name {
        GL_RENDERBUFFER_WIDTH => size(|surface| surface.width),
        GL_RENDERBUFFER_HEIGHT => size(|surface| surface.height),
        // The initial value is RGBA [GL 4.4, table 23.27] and RGBA4 [ES 3.0, table 6.15].
        GL_RENDERBUFFER_INTERNAL_FORMAT if contents.requested == 0 => (if es { GL_RGBA4 } else { GL_RGBA }) as i32,
        GL_RENDERBUFFER_INTERNAL_FORMAT => contents.requested as i32,
        GL_RENDERBUFFER_SAMPLES => contents.samples,
        GL_RENDERBUFFER_RED_SIZE => bits(0),
        GL_RENDERBUFFER_GREEN_SIZE => bits(1),
        GL_RENDERBUFFER_BLUE_SIZE => bits(2),
        GL_RENDERBUFFER_ALPHA_SIZE => bits(3),
        GL_RENDERBUFFER_DEPTH_SIZE => bits(4),
        GL_RENDERBUFFER_STENCIL_SIZE => bits(5),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not one of the renderbuffer state names in table 23.33. [GL 4.4, 9.2.6]",
            ));
        }
    })
}

/// Implements glGetRenderbufferParameteriv.
pub fn parameter(context: &mut Context, target: u32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(get(&*bound(context, target)?, name, context.is_es())?);
    Ok(())
}

fn named_parameter(context: &mut Context, renderbuffer: u32, name: u32, value: Out<i32>) -> Result<()> {
    value.set(get(&*context.share.renderbuffer(renderbuffer)?, name, context.is_es())?);
    Ok(())
}
