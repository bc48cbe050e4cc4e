//! The images of EGL: made of textures and renderbuffers, and the storage of others.

use crate::command::texture::{binding, copies, has_levels, mipmaps};
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::object::egl_image::{self, EglImage};
use crate::object::format;
use crate::object::renderbuffer;
use crate::object::share::ShareGroup;
use crate::object::texture::{Level, Texture};
use crate::pointer::In;
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::Surface;
use base::image::format::Format;
use std::sync::Arc;

commands! {
    #[not_in_lists] fn glEGLImageTargetTexture2DOES(target: u32, image: usize) => target_texture;
    #[not_in_lists] fn glEGLImageTargetRenderbufferStorageOES(target: u32, image: usize) => target_renderbuffer;
    #[not_in_lists] fn glEGLImageTargetTexStorageEXT(target: u32, image: usize, attributes: In<i32>) => target_storage;
    #[not_in_lists] fn glEGLImageTargetTextureStorageEXT(texture: u32, handle: usize, attributes: In<i32>)
        => |context| store(&*context.share.texture(texture)?, handle, attributes);
}

/// Why no image can be made of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The object, its kind or its state does not fit: EGL_BAD_PARAMETER.
    Parameter,
    /// The texture has no such level: EGL_BAD_MATCH.
    Match,
}

/// Returns an image of one level of a texture: of a face of a cube map, or of a slice of a 3D texture.
pub fn of_texture(
    share: &ShareGroup,
    kind: TextureKind,
    name: u32,
    face: usize,
    level: usize,
    slice: usize,
) -> std::result::Result<EglImage, Refusal> {
    // "If <target> is EGL_GL_TEXTURE_2D_KHR, EGL_GL_TEXTURE_CUBE_MAP_*_KHR or EGL_GL_TEXTURE_3D_KHR and <buffer> is not the name of a texture object of
    // type matching <target>, the error EGL_BAD_PARAMETER is generated." [EGL_KHR_gl_image]
    let texture = share.texture(name).ok().filter(|texture| texture.kind == kind).ok_or(Refusal::Parameter)?;
    let others = texture.contents().faces.iter().any(|levels| levels.iter().skip(1).any(Option::is_some));
    // "If EGL_GL_TEXTURE_LEVEL_KHR is nonzero, … and the texture object … is not complete …, the error EGL_BAD_PARAMETER is generated. If
    // EGL_GL_TEXTURE_LEVEL_KHR is 0, … and <buffer> is the name of an incomplete GL texture object, and any mipmap levels other than mipmap level 0
    // are specified, the error EGL_BAD_PARAMETER is generated." [EGL_KHR_gl_image]
    if (level > 0 || others) && !has_levels(&texture) {
        return Err(Refusal::Parameter);
    }
    // "If the value specified in <attrib_list> for EGL_GL_TEXTURE_LEVEL_KHR is not a valid mipmap level for the specified GL texture object …, the
    // error EGL_BAD_MATCH is generated." [EGL_KHR_gl_image]
    let missing = if level == 0 { Refusal::Parameter } else { Refusal::Match };
    let found = texture.level(face, level).filter(|level| level.width > 0 && level.height > 0).ok_or(missing)?;
    // The driver decodes the texels of compressed formats from blocks, which an image has not.
    if found.blocks.is_some() || found.multisampling.is_some() {
        return Err(Refusal::Parameter);
    }
    // "If <target> is EGL_GL_TEXTURE_3D_KHR, and the value specified in <attrib_list> for EGL_GL_TEXTURE_ZOFFSET_KHR exceeds the depth of the specified
    // mipmap level-of-detail in <buffer>, the error EGL_BAD_PARAMETER is generated." [EGL_KHR_gl_image]
    let surface = found.layers.get(slice).cloned().ok_or(Refusal::Parameter)?;
    Ok(EglImage { level: Level { layers: [surface].into(), ..found }, kind: Some(TextureKind::D2) })
}

/// Returns the image of a renderbuffer.
pub fn of_renderbuffer(share: &ShareGroup, name: u32) -> std::result::Result<EglImage, Refusal> {
    // "If <target> is EGL_GL_RENDERBUFFER_KHR and <buffer> is not the name of a renderbuffer object, or if <buffer> is the name of a multisampled
    // renderbuffer object, the error EGL_BAD_PARAMETER is generated." [EGL_KHR_gl_image]
    let renderbuffer = share.renderbuffer(name).map_err(|_| Refusal::Parameter)?;
    let contents = renderbuffer.contents().clone();
    let level = if contents.samples == 0 { copies::of_renderbuffer(contents) } else { None }.ok_or(Refusal::Parameter)?;
    Ok(EglImage { level, kind: None })
}

/// Returns the image with a handle.
fn image(handle: usize) -> Result<EglImage> {
    egl_image::find(handle).ok_or(invalid_value(
        &"If <image> does not refer to a valid eglImageOES object, the error INVALID_VALUE is generated. [OES_EGL_image]",
    ))
}

/// Replaces all images of a texture by one of EGL.
fn replace(texture: &Texture, image: EglImage, immutable: bool) -> Result<()> {
    let mut contents = texture.contents();
    if !image.fits(texture.kind) || contents.immutable_levels > 0 {
        return Err(invalid_operation(
            &"If the GL is unable to specify a texture object using the supplied eglImageOES <image> …, the error INVALID_OPERATION is \
              generated. [OES_EGL_image]",
        ));
    }
    for levels in &mut contents.faces {
        levels.iter_mut().for_each(|level| *level = None);
    }
    if let Some(first) = contents.faces.first_mut().and_then(|levels| levels.first_mut()) {
        *first = Some(image.level);
    }
    contents.immutable_levels = u32::from(immutable);
    Ok(())
}

/// Makes the colour buffer of a pbuffer the image of the two-dimensional texture that is bound to the active unit; returns the texture. Colours without
/// `alpha` are opaque. `mipmap` makes the other levels, if the texture has automatic mipmap generation.
pub fn bind_surface(context: &Context, color: &Surface, alpha: bool, mipmap: bool) -> Result<Arc<Texture>> {
    let (token, requested) = match (color.format, alpha) {
        (Format::Rgb565, _) => (GL_RGB565, GL_RGB),
        (Format::Srgb8Alpha8, true) => (GL_SRGB8_ALPHA8, GL_RGBA),
        (Format::Srgb8Alpha8, false) => (GL_SRGB8, GL_RGB),
        (_, true) => (GL_RGBA8, GL_RGBA),
        (_, false) => (GL_RGB8, GL_RGB),
    };
    // The table of formats has these.
    let format = format::sized(token).ok_or(invalid_operation(&"The driver has no format for the colors of the pbuffer."))?;
    let (width, height) = (color.width, color.height);
    let level = Level { width, height, layers: [color.clone()].into(), blocks: None, format, requested, multisampling: None, border: None };
    let texture = context.textures.bound(context.textures.active, TextureKind::D2).clone();
    replace(&texture, EglImage { level, kind: None }, false)?;
    if mipmap {
        mipmaps::after_face_change(&texture, 0, 0);
    }
    Ok(texture)
}

/// Returns true if the colour buffer is the image of a texture.
pub fn has_surface(texture: &Texture, color: &Surface) -> bool {
    let level = texture.level(0, 0);
    level.is_some_and(|level| level.layers.first().is_some_and(|surface| Arc::ptr_eq(&surface.memory, &color.memory)))
}

/// Removes all images of a texture, if the colour buffer is one of them.
pub fn release_surface(texture: &Texture, color: &Surface) {
    if has_surface(texture, color) {
        // "all texture images that were defined by the color buffer become NULL" [EGL 1.4, 3.6.2]
        texture.contents().faces.iter_mut().flatten().for_each(|level| *level = None);
    }
}

/// Implements glEGLImageTargetTexture2DOES.
fn target_texture(context: &mut Context, target: u32, handle: usize) -> Result<()> {
    let kind = match target {
        GL_TEXTURE_2D => TextureKind::D2,
        GL_TEXTURE_EXTERNAL_OES if context.config.api == Api::Es => TextureKind::External,
        _ => {
            return Err(invalid_enum(
                &"If <target> is not TEXTURE_EXTERNAL_OES, the error INVALID_ENUM is generated. (Note: if GL_OES_EGL_image is supported \
                  then <target> may also be TEXTURE_2D). [OES_EGL_image_external]",
            ));
        }
    };
    let image = image(handle)?;
    replace(context.textures.bound(context.textures.active, kind), image, false)
}

/// Implements glEGLImageTargetRenderbufferStorageOES.
fn target_renderbuffer(context: &mut Context, target: u32, handle: usize) -> Result<()> {
    if target != GL_RENDERBUFFER {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not RENDERBUFFER. [GL 4.4, 9.2.4]"));
    }
    let Level { layers, format, requested, .. } = image(handle)?.level;
    let unable = invalid_operation(
        &"If the GL is unable to create a renderbuffer using the specified eglImageOES, the error INVALID_OPERATION is generated. \
          [OES_EGL_image]",
    );
    let renderbuffer = context.renderbuffers.bound.clone().ok_or(unable)?;
    let surface = layers.first().cloned().filter(|_| !format.is_color() || format.color_renderable(context.is_es()));
    let surface = Some(surface.ok_or(unable)?);
    *renderbuffer.contents() = renderbuffer::Contents { surface, format: Some(format), requested, samples: 0, implicit: false };
    Ok(())
}

/// Makes an image of EGL the storage of a texture.
fn store(texture: &Texture, handle: usize, attributes: In<i32>) -> Result<()> {
    if attributes.copy(1).first().is_some_and(|&first| first as u32 != GL_NONE) {
        return Err(invalid_value(
            &"If <attrib_list> is neither NULL nor a pointer to the value GL_NONE, the error INVALID_VALUE is generated. \
              [EXT_EGL_image_storage]",
        ));
    }
    replace(texture, image(handle)?, true)
}

/// Implements glEGLImageTargetTexStorageEXT.
fn target_storage(context: &mut Context, target: u32, handle: usize, attributes: In<i32>) -> Result<()> {
    // "<target> must be one of GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY. On OpenGL
    // implementations (non-ES), <target> can also be GL_TEXTURE_1D or GL_TEXTURE_1D_ARRAY." [EXT_EGL_image_storage]
    let kind = binding::kind(context, target)?;
    use TextureKind::*;
    if matches!(kind, Rect | Buffer | D2Multisample | D2MultisampleArray | External) {
        return Err(invalid_enum(
            &"If a command that requires an enumerated value is passed a symbolic constant that is never allowable for that command, an \
              INVALID_ENUM error is generated. [GL 4.4, 2.3.1]",
        ));
    }
    store(context.textures.bound(context.textures.active, kind), handle, attributes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::context::ContextRef;
    use crate::object::names::lock;
    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::{core, es};

    /// Makes a texture of two levels of zeros, of two texels and one.
    fn texture() -> u32 {
        let mut name = 0;
        glGenTextures(1, &raw mut name);
        glBindTexture(GL_TEXTURE_2D, name);
        for (level, width) in [(0, 2), (1, 1)] {
            let (format, ty, nothing) = (GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null::<u8>());
            glTexImage2D(GL_TEXTURE_2D, level, format as i32, width, 1, 0, format, ty, nothing.cast());
        }
        name
    }

    /// Makes an empty texture and binds it.
    fn empty() -> u32 {
        let mut name = 0;
        glGenTextures(1, &raw mut name);
        glBindTexture(GL_TEXTURE_2D, name);
        name
    }

    /// Returns the first texel of a texture's level 0.
    fn texel(context: &ContextRef, name: u32) -> u32 {
        lock(context).share.texture(name).unwrap().level(0, 0).unwrap().layers[0].memory.word(0)
    }

    fn error() -> u32 {
        glGetError()
    }

    #[test]
    fn textures_and_renderbuffers_of_an_image_share_texels() {
        let gl = Gl::new(es(3, 2));
        let source = texture();
        let image = of_texture(&lock(&gl.0).share, TextureKind::D2, source, 0, 1, 0).unwrap();
        let handle = 0x7E57_0001;
        assert!(egl_image::insert(handle, image.clone()));
        // "If the resource specified … is already an EGLImage sibling": one object, one image.
        assert!(!egl_image::insert(handle + 1, image));
        let other = empty();
        glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, handle as *mut _);
        gl.no_error();
        let size = lock(&gl.0).share.texture(other).unwrap().level(0, 0).map(|level| (level.width, level.height));
        assert_eq!(size, Some((1, 1)));
        let mut name = 0;
        glGenRenderbuffers(1, &raw mut name);
        glBindRenderbuffer(GL_RENDERBUFFER, name);
        glEGLImageTargetRenderbufferStorageOES(GL_RENDERBUFFER, handle as *mut _);
        gl.no_error();
        egl_image::remove(handle);
        let mut framebuffer = 0;
        glGenFramebuffers(1, &raw mut framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
        glClearColor(1.0, 0.0, 0.0, 1.0);
        glClear(GL_COLOR_BUFFER_BIT);
        gl.no_error();
        assert_eq!(texel(&gl.0, other), 0xFF00_00FF);
        let level = lock(&gl.0).share.texture(source).unwrap().level(0, 1).unwrap();
        assert_eq!(level.layers[0].memory.word(0), 0xFF00_00FF);
    }

    #[test]
    fn storage_of_an_image_is_immutable() {
        let gl = Gl::new(core());
        let source = texture();
        let handle = 0x7E57_0003;
        assert!(egl_image::insert(handle, of_texture(&lock(&gl.0).share, TextureKind::D2, source, 0, 0, 0).unwrap()));
        empty();
        let storage = |target: u32, handle: usize, attributes: &[i32]| {
            glEGLImageTargetTexStorageEXT(target, handle as *mut _, attributes.as_ptr());
            error()
        };
        assert_eq!(storage(GL_TEXTURE_2D, handle, &[1]), GL_INVALID_VALUE, "attributes");
        assert_eq!(storage(GL_TEXTURE_2D, 0, &[0]), GL_INVALID_VALUE, "no image");
        assert_eq!(storage(GL_TEXTURE_3D, handle, &[0]), GL_INVALID_OPERATION, "of another kind");
        assert_eq!(storage(GL_TEXTURE_RECTANGLE, handle, &[0]), GL_INVALID_ENUM);
        assert_eq!(storage(GL_TEXTURE_2D, handle, &[0]), GL_NO_ERROR);
        let mut immutable = 0;
        glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT, &raw mut immutable);
        assert_eq!(immutable, 1);
        assert_eq!(storage(GL_TEXTURE_2D, handle, &[0]), GL_INVALID_OPERATION, "immutable");
        let mut name = 0;
        glCreateTextures(GL_TEXTURE_2D, 1, &raw mut name);
        glEGLImageTargetTextureStorageEXT(name, handle as *mut _, std::ptr::null());
        gl.no_error();
        egl_image::remove(handle);
    }

    #[test]
    fn images_need_a_complete_object_of_their_kind() {
        let gl = Gl::new(es(3, 2));
        let source = texture();
        let of = |kind, name, level, slice| of_texture(&lock(&gl.0).share, kind, name, 0, level, slice).map(|_| ());
        assert_eq!(of(TextureKind::D2, source, 2, 0), Err(Refusal::Match));
        assert_eq!(of(TextureKind::D2, source, 0, 1), Err(Refusal::Parameter));
        assert_eq!(of(TextureKind::D3, source, 0, 0), Err(Refusal::Parameter));
        assert_eq!(of(TextureKind::D2, empty(), 0, 0), Err(Refusal::Parameter));
        assert_eq!(of_renderbuffer(&lock(&gl.0).share, 9).map(|_| ()), Err(Refusal::Parameter));
        glEGLImageTargetTexture2DOES(GL_TEXTURE_3D, std::ptr::dangling_mut());
        assert_eq!(error(), GL_INVALID_ENUM);
        glEGLImageTargetTexture2DOES(GL_TEXTURE_2D, std::ptr::dangling_mut());
        assert_eq!(error(), GL_INVALID_VALUE);
        glEGLImageTargetRenderbufferStorageOES(GL_TEXTURE_2D, std::ptr::dangling_mut());
        assert_eq!(error(), GL_INVALID_ENUM);
    }
}
