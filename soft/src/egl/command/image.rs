//! Images of EGL, made of textures and renderbuffers.

use crate::egl::context::Context;
use crate::egl::display::{Display, with};
use crate::egl::surface::Surface;
use crate::egl::tokens::*;
use crate::egl::{Attribute, Handle, Result, attributes, debug, enter, new_handle};
use base::hir::TextureKind;
use gl::images::{Refusal, of_renderbuffer, of_texture};
use gl::object::egl_image::{self, EglImage};
use std::sync::{Arc, PoisonError};

/// Makes an image of an object of a context.
fn of_object(context: &Context, target: i32, name: u32, list: &[(i32, isize)]) -> Result<EglImage> {
    let (mut level, mut slice) = (0, 0);
    for &(key, value) in list {
        match key {
            EGL_GL_TEXTURE_LEVEL => level = value,
            EGL_GL_TEXTURE_ZOFFSET if target == EGL_GL_TEXTURE_3D => slice = value,
            EGL_IMAGE_PRESERVED => {}
            // "If an attribute specified in attrib list is not a valid attribute for target, as shown in table 3.11, the error EGL_BAD_MATCH is
            // generated." [EGL 1.5, 3.9]
            EGL_GL_TEXTURE_ZOFFSET => return Err(EGL_BAD_MATCH),
            // "If an attribute specified in <attrib_list> is not one of the attributes listed in Table bbb, the error EGL_BAD_PARAMETER is generated."
            // [EGL_KHR_image_base]
            _ => return Err(EGL_BAD_PARAMETER),
        }
    }
    let level = usize::try_from(level).map_err(|_| EGL_BAD_MATCH)?;
    let slice = usize::try_from(slice).map_err(|_| EGL_BAD_PARAMETER)?;
    let share = &context.sharing.objects;
    let image = match target {
        EGL_GL_TEXTURE_2D => of_texture(share, TextureKind::D2, name, 0, level, 0),
        EGL_GL_TEXTURE_3D => of_texture(share, TextureKind::D3, name, 0, level, slice),
        EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X..=EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z => {
            let face = (target - EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X) as usize;
            of_texture(share, TextureKind::Cube, name, face, level, 0)
        }
        EGL_GL_RENDERBUFFER => of_renderbuffer(share, name),
        _ => Err(Refusal::Parameter),
    };
    image.map_err(|refusal| match refusal {
        Refusal::Parameter => EGL_BAD_PARAMETER,
        Refusal::Match => EGL_BAD_MATCH,
    })
}

/// Creates an image.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(display: Handle, context: Handle, target: u32, buffer: Handle, list: *const T) -> Handle {
    enter(c"eglCreateImage", display, || {
        // "If <ctx> is neither the handle of a valid EGLContext object on <dpy> nor EGL_NO_CONTEXT, the error EGL_BAD_CONTEXT is generated."
        // [EGL_KHR_image_base]
        let known = with(display, |display| match context as usize {
            0 => Ok(None),
            handle => display.contexts.get(&handle).cloned().map(Some).ok_or(EGL_BAD_CONTEXT),
        })?;
        // "If target is not one of the values in table 3.10, the error EGL_BAD_PARAMETER is generated." [EGL 1.5, 3.9]
        let target = target as i32;
        if !matches!(target, EGL_GL_TEXTURE_2D..=EGL_GL_RENDERBUFFER) {
            return Err(EGL_BAD_PARAMETER);
        }
        // "If target is EGL_GL_TEXTURE_2D, EGL_GL_TEXTURE_CUBE_MAP_*, EGL_GL_RENDERBUFFER or EGL_GL_TEXTURE_3D, and ctx is not a valid EGLContext, the
        // error EGL_BAD_CONTEXT is generated." [EGL 1.5, 3.9]
        let known = known.ok_or(EGL_BAD_CONTEXT)?;
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        let list = unsafe { attributes(list) };
        let name = u32::try_from(buffer as usize).map_err(|_| EGL_BAD_PARAMETER)?;
        let image = of_object(&known, target, name, &list)?;
        // "If the resource specified by dpy, ctx, target, buffer and attrib list has an off-screen buffer bound to it (e.g., by a previous call to
        // eglBindTexImage), the error EGL_BAD_ACCESS is generated." [EGL 1.5, 3.9]
        let pbuffers = |display: &mut Display| display.surfaces.values().filter(|surface| surface.texture.is_some()).cloned().collect();
        let pbuffers: Vec<Arc<Surface>> = with(display, |display| Ok(pbuffers(display)))?;
        if pbuffers.iter().any(|pbuffer| image.is_made_of(&pbuffer.buffers.lock().unwrap_or_else(PoisonError::into_inner).color)) {
            return Err(EGL_BAD_ACCESS);
        }
        let handle = new_handle();
        // "If the resource specified by <dpy>, <ctx>, <target>, <buffer> and <attrib_list> is itself an EGLImage sibling, the error EGL_BAD_ACCESS
        // is generated." [EGL_KHR_image_base]
        if !egl_image::insert(handle, image) {
            return Err(EGL_BAD_ACCESS);
        }
        let added = with(display, |display| {
            display.images.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
            display.images.insert(handle);
            Ok(handle as Handle)
        });
        // Another thread may have terminated the display.
        added.inspect_err(|_| egl_image::remove(handle))
    })
}

/// Implements eglCreateImage.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_image(display: Handle, context: Handle, target: u32, buffer: Handle, list: *const isize) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, context, target, buffer, list) }
}

/// Implements eglCreateImageKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_image_khr(display: Handle, context: Handle, target: u32, buffer: Handle, list: *const i32) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, context, target, buffer, list) }
}

/// Implements eglDestroyImage and eglDestroyImageKHR.
pub extern "C" fn destroy_image(display: Handle, image: Handle) -> u32 {
    enter(c"eglDestroyImage", image, || {
        // "If <image> is not a valid EGLImageKHR object created with respect to <dpy>, the error EGL_BAD_PARAMETER is generated."
        // [EGL_KHR_image_base]
        with(display, |display| if display.images.remove(&(image as usize)) { Ok(()) } else { Err(EGL_BAD_PARAMETER) })?;
        egl_image::remove(image as usize);
        debug::forget(image as usize);
        Ok(1)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::{context, display};
    use super::*;
    use crate::egl::ERROR;
    use crate::testing::calls::*;
    use crate::tokens::*;
    use std::ptr::{null, null_mut, without_provenance_mut};

    #[test]
    fn images_are_made_of_the_objects_of_a_context() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        let (screen, ours) = unsafe {
            let screen = display::get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(display::initialize(screen, null_mut(), null_mut()), 1);
            let list = [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE];
            (screen, context::create_context(screen, null_mut(), null_mut(), list.as_ptr()))
        };
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), ours), 1);
        let mut name = 0;
        glGenTextures(1, &raw mut name);
        glBindTexture(GL_TEXTURE_2D, name);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2);
        let create = |context: Handle, target: i32, name: u32, list: &[i32]| {
            // SAFETY: the list ends with EGL_NONE.
            let image = unsafe { create_image_khr(screen, context, target as u32, without_provenance_mut(name as usize), list.as_ptr()) };
            (image, ERROR.get())
        };
        let fails = |context, target, name, list: &[i32]| create(context, target, name, list).1;
        assert_eq!(fails(without_provenance_mut(1), EGL_GL_TEXTURE_2D, name, &[EGL_NONE]), EGL_BAD_CONTEXT);
        assert_eq!(fails(null_mut(), EGL_GL_TEXTURE_2D, name, &[EGL_NONE]), EGL_BAD_CONTEXT);
        assert_eq!(fails(null_mut(), EGL_NONE, name, &[EGL_NONE]), EGL_BAD_PARAMETER, "a target that does not exist");
        assert_eq!(
            fails(ours, EGL_GL_TEXTURE_2D, name, &[EGL_GL_TEXTURE_ZOFFSET, 0, EGL_NONE]),
            EGL_BAD_MATCH,
            "an attribute of another target"
        );
        assert_eq!(fails(ours, EGL_GL_TEXTURE_2D, name, &[0xFFFF, 0, EGL_NONE]), EGL_BAD_PARAMETER, "an attribute that does not exist");
        assert_eq!(fails(ours, EGL_GL_TEXTURE_2D, name + 1, &[EGL_NONE]), EGL_BAD_PARAMETER, "a name of no texture");
        assert_eq!(fails(ours, EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X, name, &[EGL_NONE]), EGL_BAD_PARAMETER, "a texture of another kind");
        assert_eq!(fails(ours, EGL_GL_RENDERBUFFER, name, &[EGL_NONE]), EGL_BAD_PARAMETER);
        assert_eq!(fails(ours, EGL_NONE, name, &[EGL_NONE]), EGL_BAD_PARAMETER);
        assert_eq!(fails(ours, EGL_GL_TEXTURE_2D, name, &[EGL_GL_TEXTURE_LEVEL, 1, EGL_NONE]), EGL_BAD_MATCH);
        let (image, error) = create(ours, EGL_GL_TEXTURE_2D, name, &[EGL_IMAGE_PRESERVED, 1, EGL_NONE]);
        assert_eq!((image.is_null(), error), (false, EGL_SUCCESS));
        assert_eq!(fails(ours, EGL_GL_TEXTURE_2D, name, &[EGL_NONE]), EGL_BAD_ACCESS, "a sibling");
        assert_eq!((destroy_image(screen, image), destroy_image(screen, image), ERROR.get()), (1, 0, EGL_BAD_PARAMETER));
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), null_mut()), 1);
        assert_eq!(context::destroy_context(screen, ours), 1);
    }
}
