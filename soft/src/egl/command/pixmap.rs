//! Pixmap surfaces. They render to a copy of the X pixmap, which EGL writes when commands are flushed and reads when the program waits for X.

use super::surface::is_srgb;
use crate::egl::config::Config;
use crate::egl::display::{Display, Platform, find_surface, with};
use crate::egl::surface::{Native, Surface};
use crate::egl::tokens::*;
use crate::egl::x11::{DrawableGeometry, Visuals};
use crate::egl::{Attribute, Handle, Result, attributes, current, enter};
use crate::winsys::drawable::XDrawable;
use base::image;
use std::sync::{Arc, PoisonError};

/// Returns the size and depth of a native pixmap.
pub fn geometry(display: &Display, pixmap: u32) -> Result<DrawableGeometry> {
    // "If pixmap is not a valid native pixmap handle, then an EGL_BAD_NATIVE_PIXMAP error should be generated." [EGL 1.4, 3.5.4]
    display.connection.as_ref().and_then(|connection| connection.geometry(pixmap)).ok_or(EGL_BAD_NATIVE_PIXMAP)
}

/// Returns true if a config can render to pixmaps of so many bits.
pub fn supports(config: Config, depth: u8, visuals: Visuals) -> bool {
    config.attribute(EGL_SURFACE_TYPE, visuals).is_ok_and(|kinds| kinds & EGL_PIXMAP_BIT != 0) && matches!(depth, 24 | 32)
}

/// Creates the surface of an X pixmap. `id` is `None` for a null pointer.
fn create(display: Handle, config: Handle, id: Option<u32>, list: &[(i32, isize)]) -> Result<Handle> {
    with(display, |display| {
        // "[Like eglCreatePlatformWindowSurface,] eglCreatePlatformPixmapSurface also fails when called with a <display> that belongs to the
        // surfaceless platform. It returns EGL_NO_SURFACE and generates EGL_BAD_NATIVE_PIXMAP." [EGL_MESA_platform_surfaceless]
        let connection = display.connection.clone().ok_or(EGL_BAD_NATIVE_PIXMAP)?;
        let config = Config::from_handle(config, display.visuals())?;
        for &(key, _) in list {
            if !matches!(key, EGL_GL_COLORSPACE | EGL_VG_COLORSPACE | EGL_VG_ALPHA_FORMAT) {
                return Err(EGL_BAD_ATTRIBUTE);
            }
        }
        let id = id.ok_or(EGL_BAD_NATIVE_PIXMAP)?;
        let DrawableGeometry { width, height, depth } = geometry(display, id)?;
        // "If the attributes of pixmap do not correspond to config, then an EGL_BAD_MATCH error is generated. If config does not support
        // rendering to pixmaps (the EGL_SURFACE_TYPE attribute does not contain EGL_PIXMAP_BIT), an EGL_BAD_MATCH error is generated."
        // [EGL 1.4, 3.5.4]
        if !supports(config, depth, display.visuals()) {
            return Err(EGL_BAD_MATCH);
        }
        // "If there is already an EGLSurface associated with pixmap (as a result of a previous eglCreatePixmapSurface call), then a
        // EGL_BAD_ALLOC error is generated." [EGL 1.4, 3.5.4]
        if display.surfaces.values().any(|surface| surface.native.pixmap().is_some_and(|other| other.id == id)) {
            return Err(EGL_BAD_ALLOC);
        }
        let pixmap = Arc::new(XDrawable::new(id, depth, config.sizes[3] != 0, connection));
        let surface = Surface::new(config, is_srgb(config, list)?, [width, height], Native::Pixmap(pixmap.clone()))?;
        {
            let mut buffers = surface.buffers.lock().unwrap_or_else(PoisonError::into_inner);
            buffers.pixmap = Some(pixmap);
            buffers.load();
        }
        let handle = surface.handle;
        display.surfaces.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
        display.surfaces.insert(handle, surface);
        Ok(handle as Handle)
    })
}

/// Implements eglCreatePixmapSurface.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_pixmap_surface(display: Handle, config: Handle, pixmap: usize, list: *const i32) -> Handle {
    // SAFETY: the caller guarantees that the list ends with EGL_NONE.
    enter(c"eglCreatePixmapSurface", display, || create(display, config, Some(pixmap as u32), &unsafe { attributes(list) }))
}

/// Creates the surface of a pixmap whose id is in memory: an XID for Xlib, a 32-bit id for XCB; both hold the id in their first 32 bits.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `pixmap` must be null or the address of a pixmap's id.
unsafe fn create_from_address<T: Attribute>(display: Handle, config: Handle, pixmap: *const u32, list: *const T) -> Handle {
    enter(c"eglCreatePlatformPixmapSurface", display, || {
        // "It is not valid to call eglCreatePlatformPixmapSurface with a <dpy> that belongs to Wayland. Any such call fails and generates an
        // EGL_BAD_PARAMETER error." [EGL_KHR_platform_wayland]
        if with(display, |display| Ok(display.platform))? == Platform::Wayland {
            return Err(EGL_BAD_PARAMETER);
        }
        // SAFETY: the caller guarantees a valid address.
        let id = (!pixmap.is_null()).then(|| unsafe { pixmap.read_unaligned() });
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        create(display, config, id, &unsafe { attributes(list) })
    })
}

/// Implements eglCreatePlatformPixmapSurface.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `pixmap` must be null or the address of a pixmap's id.
pub unsafe extern "C" fn create_platform_pixmap_surface(display: Handle, config: Handle, pixmap: *const u32, list: *const isize) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create_from_address(display, config, pixmap, list) }
}

/// Implements eglCreatePlatformPixmapSurfaceEXT, whose attributes are EGLints.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `pixmap` must be null or the address of a pixmap's id.
pub unsafe extern "C" fn create_platform_pixmap_surface_ext(
    display: Handle,
    config: Handle,
    pixmap: *const u32,
    list: *const i32,
) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create_from_address(display, config, pixmap, list) }
}

/// Implements eglCopyBuffers. It never waits, because commands are complete when they return.
pub extern "C" fn copy_buffers(display: Handle, surface: Handle, target: usize) -> u32 {
    enter(c"eglCopyBuffers", surface, || {
        let surface = find_surface(display, surface)?;
        // "If surface is not bound to the draw surface of the calling thread's current context, an EGL_BAD_SURFACE error is generated."
        // [EGL 1.4, 3.9.4]
        if !current::draws_to(&surface) {
            return Err(EGL_BAD_SURFACE);
        }
        let (geometry, connection) =
            with(display, |display| Ok((geometry(display, target as u32)?, display.connection.clone().ok_or(EGL_BAD_NATIVE_PIXMAP)?)))?;
        let mut buffers = surface.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        // "If the format of target is not compatible with the color buffer, or if the size of target is not the same as the size of the
        // color buffer, and there is no defined conversion between the source and target formats, an EGL_BAD_MATCH error is generated."
        // [EGL 1.4, 3.9.4]
        let size = (buffers.color.width, buffers.color.height);
        if size != (geometry.width, geometry.height) || !matches!(geometry.depth, 24 | 32) || surface.config.sizes[0] != 8 {
            return Err(EGL_BAD_MATCH);
        }
        // "eglSwapBuffers and eglCopyBuffers perform an implicit flush operation on the context" [EGL 1.4, 3.9.3]
        buffers.flush();
        let color = image::resolve::resolve(&buffers.color, image::Rectangle { x0: 0, y0: 0, x1: size.0 as i32, y1: size.1 as i32 })
            .map_err(|_| EGL_BAD_ALLOC)?;
        connection.present(target as u32, geometry.depth, &color, surface.config.sizes[3] != 0);
        Ok(1)
    })
}
