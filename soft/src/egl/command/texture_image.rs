//! eglBindTexImage and eglReleaseTexImage.

use crate::egl::current;
use crate::egl::display::find_surface;
use crate::egl::surface::{Native, Surface};
use crate::egl::tokens::*;
use crate::egl::{Handle, Result, enter};
use gl::images::{bind_surface, has_surface, release_surface};
use std::sync::{Arc, PoisonError, Weak};

/// Returns the surface with a handle, if it is a pbuffer that can be the image of a texture.
fn pbuffer(display: Handle, surface: Handle, buffer: i32) -> Result<Arc<Surface>> {
    let surface = find_surface(display, surface)?;
    // "If surface is not a valid EGLSurface, or is not a pbuffer surface supporting texture binding, then an EGL_BAD_SURFACE error is generated."
    // [EGL 1.4, 3.6.1]
    if !matches!(surface.native, Native::None) || !surface.config.binds_to_textures() {
        return Err(EGL_BAD_SURFACE);
    }
    // "If eglBindTexImage is called and the surface attribute EGL_TEXTURE_FORMAT is set to EGL_NO_TEXTURE, then an EGL_BAD_MATCH error is returned."
    // [EGL 1.4, 3.6.1]
    if surface.texture.is_none() {
        return Err(EGL_BAD_MATCH);
    }
    // "If buffer is not a valid buffer, then an EGL_BAD_PARAMETER error is generated." [EGL 1.4, 3.6.1]
    if buffer == EGL_BACK_BUFFER { Ok(surface) } else { Err(EGL_BAD_PARAMETER) }
}

/// Implements eglBindTexImage.
pub extern "C" fn bind_tex_image(display: Handle, surface: Handle, buffer: i32) -> u32 {
    enter(c"eglBindTexImage", surface, || {
        let surface = pbuffer(display, surface, buffer)?;
        let texture = surface.texture.as_ref().ok_or(EGL_BAD_MATCH)?;
        let color = surface.buffers.lock().unwrap_or_else(PoisonError::into_inner).color.clone();
        let mut bound = texture.bound.lock().unwrap_or_else(PoisonError::into_inner);
        // "If buffer is already bound to a texture then an EGL_BAD_ACCESS error is returned." [EGL 1.4, 3.6.1]
        if bound.as_ref().and_then(Weak::upgrade).is_some_and(|texture| has_surface(&texture, &color)) {
            return Err(EGL_BAD_ACCESS);
        }
        // "eglBindTexImage is ignored if there is no current rendering context." "Render to texture is not supported for OpenGL contexts."
        // [EGL 1.4, 3.6.1, 3.6.3]
        let Some(gl) = current::gl_context() else { return Ok(1) };
        let gl = gl.lock().unwrap_or_else(PoisonError::into_inner);
        if gl.is_es() {
            let alpha = texture.format == EGL_TEXTURE_RGBA && surface.config.sizes[3] > 0;
            // The bound texture has immutable images.
            *bound = Some(Arc::downgrade(&bind_surface(&gl, &color, alpha, texture.mipmap).map_err(|_| EGL_BAD_MATCH)?));
        }
        Ok(1)
    })
}

/// Implements eglReleaseTexImage.
pub extern "C" fn release_tex_image(display: Handle, surface: Handle, buffer: i32) -> u32 {
    enter(c"eglReleaseTexImage", surface, || {
        let surface = pbuffer(display, surface, buffer)?;
        let texture = surface.texture.as_ref().ok_or(EGL_BAD_MATCH)?;
        // "If surface is not a valid EGLSurface, or is not a bound pbuffer surface, then an EGL_BAD_SURFACE error is returned." [EGL 1.4, 3.6.2]
        let bound = texture.bound.lock().unwrap_or_else(PoisonError::into_inner).take().ok_or(EGL_BAD_SURFACE)?;
        // "If the specified color buffer is no longer bound to a texture …, then eglReleaseTexImage has no effect. No error is generated."
        // [EGL 1.4, 3.6.2]
        if let Some(texture) = bound.upgrade() {
            release_surface(&texture, &surface.buffers.lock().unwrap_or_else(PoisonError::into_inner).color);
        }
        Ok(1)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::{context, display, image, surface};
    use super::*;
    use crate::egl::{ERROR, config};
    use crate::testing::calls::*;
    use crate::tokens::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn a_pbuffer_is_the_image_of_a_texture_until_it_is_released() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        let (screen, ours) = unsafe {
            let screen = display::get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(display::initialize(screen, null_mut(), null_mut()), 1);
            // Without libglvnd, eglCreateContext makes contexts of OpenGL ES, of version 1 if the list names none.
            (screen, context::create_context(screen, null_mut(), null_mut(), null()))
        };
        let wanted = [(EGL_BIND_TO_TEXTURE_RGBA, 1), (EGL_SURFACE_TYPE, EGL_PBUFFER_BIT as isize)];
        let config = config::choose(&wanted, Default::default()).unwrap()[0].handle();
        let create = |list: &[i32]| {
            // SAFETY: the list ends with EGL_NONE.
            (unsafe { surface::create_pbuffer_surface(screen, config, list.as_ptr()) }, ERROR.get())
        };
        let size = [EGL_WIDTH, 4, EGL_HEIGHT, 2];
        let texture = |format: i32, target: i32| [&size[..], &[EGL_TEXTURE_FORMAT, format, EGL_TEXTURE_TARGET, target, EGL_NONE]].concat();
        assert_eq!(create(&texture(EGL_TEXTURE_RGBA, EGL_NO_TEXTURE)).1, EGL_BAD_MATCH);
        assert_eq!(create(&texture(EGL_NO_TEXTURE, EGL_TEXTURE_2D)).1, EGL_BAD_MATCH);
        assert_eq!(create(&texture(EGL_TEXTURE_2D, EGL_TEXTURE_2D)).1, EGL_BAD_ATTRIBUTE);
        let (plain, _) = create(&[EGL_NONE]);
        let (pbuffer, error) = create(&texture(EGL_TEXTURE_RGBA, EGL_TEXTURE_2D));
        assert_eq!(error, EGL_SUCCESS);
        assert_eq!((bind_tex_image(screen, plain, EGL_BACK_BUFFER), ERROR.get()), (0, EGL_BAD_MATCH));
        assert_eq!((bind_tex_image(screen, pbuffer, EGL_NONE), ERROR.get()), (0, EGL_BAD_PARAMETER));
        assert_eq!((release_tex_image(screen, pbuffer, EGL_BACK_BUFFER), ERROR.get()), (0, EGL_BAD_SURFACE), "it is not bound");
        assert_eq!(context::make_current(screen, pbuffer, pbuffer, ours), 1);
        glClearColor(1.0, 0.0, 1.0, 1.0);
        glClear(GL_COLOR_BUFFER_BIT);
        let mut name = 0;
        glGenTextures(1, &raw mut name);
        glBindTexture(GL_TEXTURE_2D, name);
        assert_eq!(bind_tex_image(screen, pbuffer, EGL_BACK_BUFFER), 1);
        assert_eq!((bind_tex_image(screen, pbuffer, EGL_BACK_BUFFER), ERROR.get()), (0, EGL_BAD_ACCESS));
        // SAFETY: the attribute list is null.
        let image = unsafe { image::create_image(screen, ours, EGL_GL_TEXTURE_2D as u32, name as usize as Handle, null()) };
        assert_eq!((image.is_null(), ERROR.get()), (true, EGL_BAD_ACCESS), "a texture that has a pbuffer");
        let level = || {
            let gl = current::gl_context().unwrap();
            let level = gl.lock().unwrap().share.texture(name).unwrap().level(0, 0);
            level.map(|level| (level.width, level.height, level.layers[0].memory.word(0)))
        };
        assert_eq!(level(), Some((4, 2, 0xFFFF_00FF)));
        assert_eq!((release_tex_image(screen, pbuffer, EGL_BACK_BUFFER), level()), (1, None));
        // An image of glTexImage2D releases the colour buffer.
        assert_eq!(bind_tex_image(screen, pbuffer, EGL_BACK_BUFFER), 1);
        let (format, ty) = (GL_RGBA, GL_UNSIGNED_BYTE);
        glTexImage2D(GL_TEXTURE_2D, 0, format as i32, 1, 1, 0, format, ty, null::<u8>().cast());
        assert_eq!((release_tex_image(screen, pbuffer, EGL_BACK_BUFFER), level().map(|level| level.0)), (1, Some(1)));
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), null_mut()), 1);
        assert_eq!(bind_tex_image(screen, pbuffer, EGL_BACK_BUFFER), 1, "without a context nothing happens");
        assert_eq!(context::destroy_context(screen, ours), 1);
    }
}
