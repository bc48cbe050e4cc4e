//! The commands of surfaces: pbuffers and windows. `pixmap` creates those of pixmaps.

use super::swap;
use crate::egl::config::{Config, MAX_PBUFFER};
use crate::egl::display::{Display, Platform, find_surface, with};
use crate::egl::surface::{Native, Surface};
use crate::egl::texture_image::TextureImage;
use crate::egl::tokens::*;
use crate::egl::x11::DrawableGeometry;
use crate::egl::{Attribute, Handle, Result, attributes, debug, enter, store};
use crate::winsys::drawable::{Window, XDrawable};
use crate::winsys::wayland;
use base::image::format::Format;
use std::sync::{Arc, PoisonError};

/// Checks the colour attributes of a new surface; returns true if they ask for sRGB.
pub fn is_srgb(config: Config, list: &[(i32, isize)]) -> Result<bool> {
    let mut srgb = false;
    for &(key, value) in list {
        match (key, value as i32) {
            (EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_LINEAR) => srgb = false,
            (EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB) => srgb = true,
            (EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_SRGB) | (EGL_VG_ALPHA_FORMAT, EGL_VG_ALPHA_FORMAT_NONPRE) => {}
            // "If config does not support the OpenVG colorspace or alpha format attributes specified in attrib list …, an EGL_BAD_MATCH error is
            // generated." [EGL 1.5, 3.5.1]
            (EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_LINEAR) | (EGL_VG_ALPHA_FORMAT, EGL_VG_ALPHA_FORMAT_PRE) => return Err(EGL_BAD_MATCH),
            (EGL_GL_COLORSPACE | EGL_VG_COLORSPACE | EGL_VG_ALPHA_FORMAT, _) => return Err(EGL_BAD_ATTRIBUTE),
            _ => {}
        }
    }
    // "If config does not support the OpenGL colorspace … attributes specified in attrib_list …, an EGL_BAD_MATCH error is generated." [EGL 1.5, 3.5.1]
    // Colours of five bits have no sRGB format.
    if srgb && config.color_format() != Format::Rgba8 { Err(EGL_BAD_MATCH) } else { Ok(srgb) }
}

/// Implements eglCreatePbufferSurface.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_pbuffer_surface(display: Handle, config: Handle, list: *const i32) -> Handle {
    enter(c"eglCreatePbufferSurface", display, || {
        with(display, |display| {
            let config = Config::from_handle(config, display.visuals())?;
            let (mut width, mut height, mut largest) = (0i32, 0i32, false);
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            let list = unsafe { attributes(list) };
            let srgb = is_srgb(config, &list)?;
            let texture = TextureImage::requested(config, &list)?;
            for (key, value) in list {
                let value = value as i32;
                match key {
                    EGL_WIDTH => width = value,
                    EGL_HEIGHT => height = value,
                    EGL_LARGEST_PBUFFER => largest = value != 0,
                    EGL_TEXTURE_FORMAT | EGL_TEXTURE_TARGET | EGL_MIPMAP_TEXTURE | EGL_GL_COLORSPACE | EGL_VG_COLORSPACE
                    | EGL_VG_ALPHA_FORMAT => {}
                    _ => return Err(EGL_BAD_ATTRIBUTE),
                }
            }
            // "If the value … of EGL_WIDTH or EGL_HEIGHT is negative, EGL_BAD_PARAMETER"
            if width < 0 || height < 0 {
                return Err(EGL_BAD_PARAMETER);
            }
            if width > MAX_PBUFFER || height > MAX_PBUFFER {
                if !largest {
                    return Err(EGL_BAD_ALLOC);
                }
                (width, height) = match texture {
                    // "If the pbuffer will be used as a OpenGL ES texture …, then the aspect ratio will be preserved" [EGL 1.4, 3.5.2]
                    Some(_) => {
                        let larger = i64::from(width.max(height));
                        let scaled = |size: i32| ((i64::from(size) * i64::from(MAX_PBUFFER) / larger) as i32).max(size.min(1));
                        (scaled(width), scaled(height))
                    }
                    None => (width.min(MAX_PBUFFER), height.min(MAX_PBUFFER)),
                };
            }
            let size = [width as u32, height as u32];
            let surface = Arc::new(Surface::with_texture(config, srgb, size, Native::None, largest, texture)?);
            let handle = surface.handle;
            display.surfaces.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
            display.surfaces.insert(handle, surface);
            Ok(handle as Handle)
        })
    })
}

/// Returns the window of an X server with an XID, and its size.
fn x_window(display: &Display, config: Config, id: u32) -> Result<(Arc<dyn Window>, [u32; 2])> {
    let connection = display.connection.clone().ok_or(EGL_BAD_NATIVE_WINDOW)?;
    let DrawableGeometry { width, height, depth } = connection.geometry(id).ok_or(EGL_BAD_NATIVE_WINDOW)?;
    // "If the pixel format of win does not correspond to … config, an EGL_BAD_MATCH error is generated": every config that supports
    // windows has 8 bits of each colour, which fit windows of 24 bits and, with or without alpha, of 32.
    if depth != 24 && depth != 32 {
        return Err(EGL_BAD_MATCH);
    }
    Ok((Arc::new(XDrawable::new(id, depth, config.sizes[3] != 0, connection)), [width, height]))
}

/// Creates the surface of a window: `window` is the XID, or the address of the `wl_egl_window`.
///
/// # Safety
/// On a display of Wayland, `window` must be 0 or the address of a valid `wl_egl_window` of that display.
unsafe fn create_window(display: Handle, config: Handle, window: usize, list: &[(i32, isize)]) -> Result<Handle> {
    with(display, |display| {
        let config = Config::from_handle(config, display.visuals())?;
        if config.attribute(EGL_SURFACE_TYPE, display.visuals())? & EGL_WINDOW_BIT == 0 {
            return Err(EGL_BAD_MATCH);
        }
        for &(key, _) in list {
            if !matches!(key, EGL_RENDER_BUFFER | EGL_GL_COLORSPACE | EGL_VG_COLORSPACE | EGL_VG_ALPHA_FORMAT) {
                return Err(EGL_BAD_ATTRIBUTE);
            }
        }
        let srgb = is_srgb(config, list)?;
        let exists = |id: usize| display.surfaces.values().any(|surface| surface.native.window().is_some_and(|other| other.id() == id));
        let surface = if let Some(connection) = &display.wayland {
            // "If there is already an EGLSurface associated with native_window …, an EGL_BAD_ALLOC error is generated." [EGL 1.5, 3.5.1]
            if exists(window) {
                return Err(EGL_BAD_ALLOC);
            }
            // SAFETY: the caller guarantees the `wl_egl_window`; eglDestroySurface or eglTerminate closes the window.
            let window = unsafe { wayland::Window::new(connection, window as Handle, config.sizes[3] != 0) }.map_err(swap::error)?;
            let surface = Surface::new(config, srgb, window.size().unwrap_or_default(), Native::Window(window.clone()))?;
            let resized = Arc::downgrade(&surface);
            window.on_resize(move || {
                if let Some(surface) = resized.upgrade() {
                    surface.fit();
                }
            });
            surface
        } else {
            let id = window as u32;
            let (window, size) = x_window(display, config, id)?;
            if exists(window.id()) {
                return Err(EGL_BAD_ALLOC);
            }
            Surface::new(config, srgb, size, Native::Window(window))?
        };
        let handle = surface.handle;
        display.surfaces.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
        display.surfaces.insert(handle, surface);
        Ok(handle as Handle)
    })
}

/// Implements eglCreateWindowSurface.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `window` must be a native window of the display's platform.
pub unsafe extern "C" fn create_window_surface(display: Handle, config: Handle, window: usize, list: *const i32) -> Handle {
    // SAFETY: the caller guarantees the window, and that the list ends with EGL_NONE.
    enter(c"eglCreateWindowSurface", display, || unsafe { create_window(display, config, window, &attributes(list)) })
}

/// Creates the surface of the window that a `native_window` of eglCreatePlatformWindowSurface names: the address of an XID for Xlib or of a 32-bit id
/// for XCB, which both hold the id in their first 32 bits, or the `wl_egl_window` itself.
///
/// # Safety
/// `window` must be null or such a pointer, and the attribute list must be null or end with EGL_NONE.
unsafe fn create_platform_window<T: Attribute>(display: Handle, config: Handle, window: *const u32, list: *const T) -> Handle {
    enter(c"eglCreatePlatformWindowSurface", display, || {
        if window.is_null() {
            return Err(EGL_BAD_NATIVE_WINDOW);
        }
        let id = match with(display, |display| Ok(display.platform))? {
            // Without windows nothing is read: no window is valid.
            Platform::Wayland | Platform::Surfaceless | Platform::Offscreen => window as usize,
            // SAFETY: the caller guarantees a valid address.
            _ => unsafe { window.read_unaligned() as usize },
        };
        // SAFETY: the caller guarantees the window, and that the list ends with EGL_NONE.
        unsafe { create_window(display, config, id, &attributes(list)) }
    })
}

/// Implements eglCreatePlatformWindowSurface.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `window` must be null or the platform's pointer to a window.
pub unsafe extern "C" fn create_platform_window_surface(display: Handle, config: Handle, window: *const u32, list: *const isize) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create_platform_window(display, config, window, list) }
}

/// Implements eglCreatePlatformWindowSurfaceEXT, whose attributes are EGLints.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and `window` must be null or the platform's pointer to a window.
pub unsafe extern "C" fn create_platform_window_surface_ext(
    display: Handle,
    config: Handle,
    window: *const u32,
    list: *const i32,
) -> Handle {
    // SAFETY: the caller upholds the same contract.
    unsafe { create_platform_window(display, config, window, list) }
}

/// Implements eglCreatePbufferFromClientBuffer, which always fails.
pub extern "C" fn create_pbuffer_from_client_buffer(display: Handle, _: u32, _: Handle, _: Handle, _: *const i32) -> Handle {
    enter(c"eglCreatePbufferFromClientBuffer", display, || Err(EGL_BAD_PARAMETER))
}

/// Implements eglDestroySurface.
pub extern "C" fn destroy_surface(display: Handle, surface: Handle) -> u32 {
    enter(c"eglDestroySurface", surface, || {
        let surface = with(display, |display| display.surfaces.remove(&(surface as usize)).ok_or(EGL_BAD_SURFACE))?;
        surface.detach();
        debug::forget(surface.handle);
        Ok(1)
    })
}

/// Implements eglQuerySurface.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_surface(display: Handle, surface: Handle, attribute: i32, value: *mut i32) -> u32 {
    enter(c"eglQuerySurface", surface, || {
        let surface = find_surface(display, surface)?;
        if attribute == EGL_WIDTH || attribute == EGL_HEIGHT {
            surface.fit();
        }
        if attribute == EGL_BUFFER_AGE_EXT {
            let age = swap::buffer_age(&surface)?;
            // SAFETY: the caller guarantees that the pointer is null or valid.
            return unsafe { store(value, age) }.map(|()| 1);
        }
        let buffers = surface.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match attribute {
            EGL_WIDTH => buffers.color.width as i32,
            EGL_HEIGHT => buffers.color.height as i32,
            EGL_CONFIG_ID => surface.config.id,
            // "Querying EGL_LARGEST_PBUFFER … For a window or pixmap surface, the contents of value are not modified." "Querying EGL_TEXTURE_FORMAT,
            // EGL_TEXTURE_TARGET, EGL_MIPMAP_TEXTURE, or EGL_MIPMAP_LEVEL for a non-pbuffer surface is not an error, but value is not modified."
            // [EGL 1.5, 3.5.6]
            EGL_LARGEST_PBUFFER | EGL_TEXTURE_FORMAT | EGL_TEXTURE_TARGET | EGL_MIPMAP_TEXTURE | EGL_MIPMAP_LEVEL
                if !matches!(surface.native, Native::None) =>
            {
                return Ok(1);
            }
            EGL_LARGEST_PBUFFER => i32::from(surface.largest),
            EGL_TEXTURE_FORMAT => surface.texture.as_ref().map_or(EGL_NO_TEXTURE, |texture| texture.format),
            EGL_TEXTURE_TARGET => surface.texture.as_ref().map_or(EGL_NO_TEXTURE, |_| EGL_TEXTURE_2D),
            EGL_MIPMAP_TEXTURE => surface.texture.as_ref().is_some_and(|texture| texture.mipmap).into(),
            EGL_MIPMAP_LEVEL => 0,
            EGL_RENDER_BUFFER => surface.render_buffer(),
            EGL_GL_COLORSPACE if surface.srgb => EGL_GL_COLORSPACE_SRGB,
            EGL_GL_COLORSPACE => EGL_GL_COLORSPACE_LINEAR,
            EGL_VG_COLORSPACE => EGL_VG_COLORSPACE_SRGB,
            EGL_VG_ALPHA_FORMAT => EGL_VG_ALPHA_FORMAT_NONPRE,
            EGL_HORIZONTAL_RESOLUTION | EGL_VERTICAL_RESOLUTION | EGL_PIXEL_ASPECT_RATIO => EGL_DONT_CARE,
            EGL_SWAP_BEHAVIOR => surface.swap_behavior(),
            EGL_MULTISAMPLE_RESOLVE => EGL_MULTISAMPLE_RESOLVE_DEFAULT,
            _ => return Err(EGL_BAD_ATTRIBUTE),
        };
        // SAFETY: the caller guarantees that the pointer is null or valid.
        unsafe { store(value, found) }?;
        Ok(1)
    })
}

/// Implements eglSurfaceAttrib.
pub extern "C" fn surface_attrib(display: Handle, surface: Handle, attribute: i32, value: i32) -> u32 {
    enter(c"eglSurfaceAttrib", surface, || {
        let surface = find_surface(display, surface)?;
        match (attribute, value) {
            (EGL_MIPMAP_LEVEL, _) | (EGL_MULTISAMPLE_RESOLVE, EGL_MULTISAMPLE_RESOLVE_DEFAULT) => Ok(1),
            (EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED | EGL_BUFFER_DESTROYED) => {
                surface.set_swap_behavior(value);
                Ok(1)
            }
            (EGL_MULTISAMPLE_RESOLVE, _) => Err(EGL_BAD_MATCH),
            (EGL_SWAP_BEHAVIOR, _) => Err(EGL_BAD_PARAMETER),
            _ => Err(EGL_BAD_ATTRIBUTE),
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::egl::config;
    use crate::egl::x11::Visuals;

    #[test]
    fn surfaces_of_eight_bits_have_colours_in_srgb() {
        let of_size = |bits: i32| config::all(Visuals::default()).into_iter().find(|config| config.sizes[0] == bits).unwrap();
        let space = |bits: i32, value: i32| is_srgb(of_size(bits), &[(EGL_GL_COLORSPACE, value as isize)]);
        assert_eq!((is_srgb(of_size(8), &[]), space(8, EGL_GL_COLORSPACE_LINEAR)), (Ok(false), Ok(false)));
        assert_eq!((space(8, EGL_GL_COLORSPACE_SRGB), space(5, EGL_GL_COLORSPACE_SRGB)), (Ok(true), Err(EGL_BAD_MATCH)));
        assert_eq!(space(8, EGL_NONE), Err(EGL_BAD_ATTRIBUTE));
        let of_vg = |key: i32, value: i32| is_srgb(of_size(8), &[(key, value as isize)]);
        assert_eq!(of_vg(EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_SRGB), Ok(false));
        assert_eq!(of_vg(EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_LINEAR), Err(EGL_BAD_MATCH));
        assert_eq!(of_vg(EGL_VG_ALPHA_FORMAT, EGL_VG_ALPHA_FORMAT_PRE), Err(EGL_BAD_MATCH));
        assert_eq!(of_vg(EGL_VG_ALPHA_FORMAT, EGL_NONE), Err(EGL_BAD_ATTRIBUTE));
        let surface = Surface::new(of_size(8), true, [2, 2], Native::None).unwrap();
        assert_eq!(surface.buffers.lock().unwrap().color.format, Format::Srgb8Alpha8);
    }

    /// ANGLE asks for such a config on every display.
    #[test]
    fn displays_without_windows_have_configs_of_windows_and_pbuffers() {
        use super::super::display::{get_platform_display, initialize};
        use std::ptr::{null, null_mut};
        // SAFETY: no attribute list, and no results.
        let display = unsafe {
            let display = get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(initialize(display, null_mut(), null_mut()), 1);
            display
        };
        let wanted = [(EGL_SURFACE_TYPE, EGL_WINDOW_BIT | EGL_PBUFFER_BIT), (EGL_CONFORMANT, EGL_OPENGL_ES3_BIT), (EGL_RED_SIZE, 8)];
        let visuals = with(display, |display| Ok(display.visuals())).unwrap();
        let found = config::choose(&wanted.map(|(name, value)| (name, value as isize)), visuals).unwrap();
        // SAFETY: a display without a window system reads no window.
        let create = |window: usize| unsafe { create_window(display, found[0].handle(), window, &[]) };
        assert_eq!((create(0), create(0x20_0001)), (Err(EGL_BAD_NATIVE_WINDOW), Err(EGL_BAD_NATIVE_WINDOW)));
        assert!(found.iter().all(|config| config.attribute(EGL_SURFACE_TYPE, visuals).unwrap() & EGL_PIXMAP_BIT == 0));
    }
}
