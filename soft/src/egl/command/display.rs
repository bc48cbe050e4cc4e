//! The commands of displays: their creation, initialisation and end, and their strings.

use super::device::device;
use crate::egl::display::{self, Platform, with, with_any};
use crate::egl::tokens::*;
use crate::egl::x11::{Connection, NativeDisplay};
use crate::egl::{Handle, attributes, debug, dispatch, enter, store};
use crate::winsys::wayland;
use base::core::fork;
use base::environment;
use gl::object::egl_image;
use std::ffi::{CStr, CString, c_char};
use std::sync::{Arc, OnceLock};

/// Implements `getPlatformDisplay` of libglvnd's vendor interface. Platform EGL_NONE means the default display.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE. `native` must be null or the native display type of the platform (a `Display *` of
/// Xlib, an `xcb_connection_t *`, a `wl_display`), and stay valid until the display is terminated.
pub unsafe extern "C" fn get_platform_display(platform: u32, native: Handle, list: *const isize) -> Handle {
    enter(c"eglGetPlatformDisplay", core::ptr::null_mut(), || {
        // No display together with EGL_SUCCESS means "a valid display that another vendor must serve".
        let declined = Err(EGL_SUCCESS);
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        for (key, _) in unsafe { attributes(list) } {
            if !matches!(key, EGL_PLATFORM_X11_SCREEN | EGL_PLATFORM_XCB_SCREEN) {
                return Err(EGL_BAD_ATTRIBUTE);
            }
        }
        let (platform, device) = match platform as i32 {
            EGL_PLATFORM_SURFACELESS if native.is_null() => (Platform::Surfaceless, false),
            EGL_PLATFORM_SURFACELESS => return Err(EGL_BAD_PARAMETER),
            EGL_PLATFORM_DEVICE if native == device() => (Platform::Surfaceless, true),
            EGL_PLATFORM_X11 => (Platform::X11, false),
            EGL_PLATFORM_XCB => (Platform::Xcb, false),
            EGL_PLATFORM_WAYLAND => (Platform::Wayland, false),
            EGL_NONE if native.is_null() => match environment::variable("EGL_PLATFORM").as_ref().and_then(|name| name.to_str()) {
                Some("surfaceless" | "device") => (Platform::Surfaceless, false),
                Some("wayland") => (Platform::Wayland, false),
                // As in Mesa's builds for distributions, X11 comes first where both answer.
                _ if Connection::reachable() => (Platform::X11, false),
                _ if wayland::Connection::reachable() => (Platform::Wayland, false),
                _ => (Platform::Offscreen, false),
            },
            _ => return declined,
        };
        Ok(display::handle(platform, native as usize, device) as Handle)
    })
}

/// Implements eglGetPlatformDisplayEXT.
///
/// # Safety
/// The contract of [`get_platform_display`] applies.
pub unsafe extern "C" fn get_platform_display_ext(platform: u32, native: Handle, list: *const i32) -> Handle {
    // SAFETY: the caller guarantees that the list ends with EGL_NONE.
    let list = unsafe { attributes(list) };
    let wide: Vec<isize> = list.iter().flat_map(|&(key, value)| [key as isize, value]).chain([EGL_NONE as isize]).collect();
    // SAFETY: the converted list ends with EGL_NONE; the caller guarantees the rest.
    unsafe { get_platform_display(platform, native, wide.as_ptr()) }
}

/// Implements `findNativeDisplayPlatform` of libglvnd's vendor interface, which recognises Wayland's displays. libglvnd recognises those of Xlib.
pub extern "C" fn find_native_display_platform(native: Handle) -> u32 {
    let wayland = fork::inside(|| wayland::is_display(native)).unwrap_or(false);
    (if wayland { EGL_PLATFORM_WAYLAND } else { EGL_NONE }) as u32
}

/// Implements eglGetDisplay for callers without libglvnd.
///
/// # Safety
/// `native` must be null, a `Display *` or a `wl_display` that stays open until the display is terminated.
pub unsafe extern "C" fn get_display(native: Handle) -> Handle {
    let platform = match find_native_display_platform(native) as i32 {
        EGL_NONE if !native.is_null() => EGL_PLATFORM_X11,
        platform => platform,
    };
    // SAFETY: the caller upholds the same contract.
    unsafe { get_platform_display(platform as u32, native, core::ptr::null()) }
}

/// Implements eglInitialize.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn initialize(handle: Handle, major: *mut i32, minor: *mut i32) -> u32 {
    enter(c"eglInitialize", handle, || {
        with_any(handle, |display| {
            if !display.initialized {
                let native = match (display.platform, display.native) {
                    (Platform::Offscreen | Platform::Surfaceless | Platform::Wayland, _) => None,
                    (_, 0) => Some(NativeDisplay::Default),
                    (Platform::X11, native) => Some(NativeDisplay::Xlib(native as Handle)),
                    (Platform::Xcb, native) => Some(NativeDisplay::Xcb(native as Handle)),
                };
                if let Some(native) = native {
                    // SAFETY: the creator of the display guaranteed that its native display has the type of the platform.
                    let connection = unsafe { Connection::open(native) };
                    display.connection = Some(Arc::new(connection.ok_or(EGL_NOT_INITIALIZED)?));
                }
                if display.platform == Platform::Wayland {
                    // SAFETY: as above.
                    let connection = unsafe { wayland::Connection::open(display.native as Handle) };
                    display.wayland = Some(Arc::new(connection.ok_or(EGL_NOT_INITIALIZED)?));
                }
                display.initialized = true;
            }
            for (pointer, value) in [(major, 1), (minor, 5)] {
                if !pointer.is_null() {
                    // SAFETY: the caller guarantees that the pointer is valid.
                    unsafe { store(pointer, value) }?;
                }
            }
            Ok(1)
        })
    })
}

/// Implements eglTerminate.
pub extern "C" fn terminate(handle: Handle) -> u32 {
    enter(c"eglTerminate", handle, || {
        let (contexts, surfaces, wayland) = with_any(handle, |display| {
            display.initialized = false;
            let ended = display.contexts.keys().chain(display.surfaces.keys()).chain(display.syncs.keys()).chain(&display.images);
            ended.for_each(|handle| debug::forget(*handle));
            std::mem::take(&mut display.images).into_iter().for_each(egl_image::remove);
            display.syncs.drain().for_each(|(_, sync)| sync.end());
            display.connection = None;
            Ok((std::mem::take(&mut display.contexts), std::mem::take(&mut display.surfaces), display.wayland.take()))
        })?;
        surfaces.values().for_each(|surface| surface.detach());
        // A current context stays alive in its thread. Everything else is dropped here, outside the lock.
        drop((contexts, surfaces, wayland));
        Ok(1)
    })
}

/// Display extensions.
const EXTENSIONS: &CStr = c"EGL_EXT_buffer_age EGL_EXT_create_context_robustness EGL_EXT_pixel_format_float EGL_EXT_swap_buffers_with_damage EGL_IMG_context_priority EGL_KHR_config_attribs EGL_KHR_context_flush_control EGL_KHR_create_context EGL_KHR_create_context_no_error EGL_KHR_fence_sync EGL_KHR_get_all_proc_addresses EGL_KHR_gl_colorspace EGL_KHR_gl_renderbuffer_image EGL_KHR_gl_texture_2D_image EGL_KHR_gl_texture_3D_image EGL_KHR_gl_texture_cubemap_image EGL_KHR_image_base EGL_KHR_no_config_context EGL_KHR_partial_update EGL_KHR_reusable_sync EGL_KHR_surfaceless_context EGL_KHR_swap_buffers_with_damage EGL_KHR_wait_sync EGL_MESA_configless_context EGL_MESA_query_driver";
/// Client extensions. `getVendorString` returns those that add platforms.
const CLIENT_EXTENSIONS: &CStr = c"EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_base EGL_KHR_client_get_all_proc_addresses EGL_KHR_debug";
/// Client extensions that add platforms.
pub const PLATFORM_EXTENSIONS: &CStr =
    c"EGL_EXT_platform_device EGL_EXT_platform_wayland EGL_EXT_platform_x11 EGL_EXT_platform_xcb EGL_KHR_platform_wayland EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless";

/// Returns the client extensions. libglvnd adds the platforms itself, for which it asks `getVendorString`.
fn client_extensions() -> &'static CStr {
    static WITH_PLATFORMS: OnceLock<CString> = OnceLock::new();
    if dispatch::EXPORTS.get().is_some() {
        return CLIENT_EXTENSIONS;
    }
    let join = || CString::new([CLIENT_EXTENSIONS.to_bytes(), b" ", PLATFORM_EXTENSIONS.to_bytes()].concat()).unwrap_or_default();
    WITH_PLATFORMS.get_or_init(join)
}

/// Implements eglQueryString.
pub extern "C" fn query_string(handle: Handle, name: i32) -> *const c_char {
    enter(c"eglQueryString", handle, || {
        if handle.is_null() {
            return match name {
                EGL_EXTENSIONS => Ok(client_extensions().as_ptr()),
                EGL_VERSION => Ok(c"1.5".as_ptr()),
                _ => Err(EGL_BAD_DISPLAY),
            };
        }
        with(handle, |_| {
            Ok(match name {
                EGL_VENDOR => c"glmeter",
                EGL_VERSION => c"1.5 glmeter software pipeline",
                EGL_EXTENSIONS => EXTENSIONS,
                EGL_CLIENT_APIS => c"OpenGL OpenGL_ES",
                _ => return Err(EGL_BAD_PARAMETER),
            }
            .as_ptr())
        })
    })
}

/// Implements eglGetDisplayDriverName.
pub extern "C" fn driver_name(handle: Handle) -> *const c_char {
    enter(c"eglGetDisplayDriverName", handle, || with(handle, |_| Ok(c"glmeter".as_ptr())))
}

/// Implements eglGetDisplayDriverConfig: the driver has no options.
pub extern "C" fn driver_config(handle: Handle) -> *mut c_char {
    enter(c"eglGetDisplayDriverConfig", handle, || {
        with(handle, |_| {
            // "Return a JSON or XML document … or NULL": the caller frees it. SAFETY: the string ends with NUL.
            let text = unsafe { libc::strdup(c"<?xml version=\"1.0\"?><driinfo></driinfo>".as_ptr()) };
            if text.is_null() { Err(EGL_BAD_ALLOC) } else { Ok(text) }
        })
    })
}

/// Implements eglQueryDisplayAttribEXT.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_display_attrib(handle: Handle, name: i32, value: *mut isize) -> u32 {
    enter(c"eglQueryDisplayAttribEXT", handle, || {
        with(handle, |_| match name {
            // SAFETY: the caller guarantees that the pointer is null or valid.
            EGL_DEVICE_EXT => unsafe { store(value, device() as isize) }.map(|()| 1),
            _ => Err(EGL_BAD_ATTRIBUTE),
        })
    })
}
