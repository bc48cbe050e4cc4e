//! The two entry points of the library: libglvnd's EGL vendor interface, and the function by which glmeter gets every command without
//! libEGL.

use super::surface::Surface;
use super::tokens::*;
use super::{ERROR, Handle, context, debug, dispatch, display, enter, image, pixmap, store, surface, swap, sync, texture_image};
use crate::winsys::wayland;
use crate::{glx, osmesa, shader_text};
use base::core::fork;
use glmeter_abi::glvnd::{EglExports, EglImports, Patch};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_void};

thread_local! {
    /// The API bound by eglBindAPI, for callers without libglvnd, which tracks it otherwise.
    static API: Cell<i32> = const { Cell::new(EGL_OPENGL_ES_API) };
}

/// Returns the API for which eglCreateContext creates contexts in this thread.
pub fn current_api() -> i32 {
    match dispatch::EXPORTS.get().and_then(|exports| exports.get_current_api) {
        // SAFETY: libglvnd's function has no preconditions.
        Some(ask) => unsafe { ask() as i32 },
        None => API.get(),
    }
}

/// Resets the API that eglBindAPI bound in this thread.
pub fn reset_api() {
    API.set(EGL_OPENGL_ES_API);
}

/// Implements libglvnd's vendor entry point: libglvnd calls this once after loading the library, to get the driver's function table.
///
/// # Safety
/// `exports` and `imports` must be null or libglvnd's structures of this ABI, or of a later one that extends them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(version: u32, exports: *const EglExports, _vendor: *mut c_void, imports: *mut EglImports) -> u32 {
    // ABI 0.x: later minor versions only append members to the structures.
    if version >> 16 != 0 || exports.is_null() || imports.is_null() {
        return 0;
    }
    // SAFETY: the caller guarantees valid structures.
    dispatch::EXPORTS.set(unsafe { *exports });
    let ours = EglImports {
        get_platform_display: Some(display::get_platform_display),
        get_supports_api: Some(supports_api),
        get_vendor_string: Some(vendor_string),
        get_proc_address: Some(glmeter_soft_get_proc_address),
        get_dispatch_address: Some(dispatch::dispatch_address),
        set_dispatch_index: Some(dispatch::set_dispatch_index),
        patch: Patch::NONE,
        find_native_display_platform: Some(find_native_display_platform),
    };
    // SAFETY: libglvnd passes a structure for the vendor to fill in.
    unsafe { imports.write(ours) };
    1
}

/// Implements `findNativeDisplayPlatform` of libglvnd's vendor interface, which recognises Wayland's displays. libglvnd recognises those of Xlib.
extern "C" fn find_native_display_platform(native: Handle) -> u32 {
    let wayland = fork::inside(|| wayland::is_display(native)).unwrap_or(false);
    (if wayland { EGL_PLATFORM_WAYLAND } else { EGL_NONE }) as u32
}

/// Implements `getSupportsAPI` of libglvnd's vendor interface.
extern "C" fn supports_api(api: u32) -> u32 {
    u32::from(matches!(api as i32, EGL_OPENGL_API | EGL_OPENGL_ES_API))
}

/// Implements `getVendorString` of libglvnd's vendor interface.
extern "C" fn vendor_string(name: i32) -> *const c_char {
    if name == 0 { display::PLATFORM_EXTENSIONS.as_ptr() } else { core::ptr::null() }
}

/// Returns the handle of the only device: the address of a static, so that no other vendor uses the same value.
pub fn device() -> Handle {
    static DEVICE: u64 = 0;
    (&raw const DEVICE).cast::<c_void>().cast_mut()
}

/// Implements eglQueryDevicesEXT.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
unsafe extern "C" fn query_devices(size: i32, into: *mut Handle, count: *mut i32) -> u32 {
    enter(c"eglQueryDevicesEXT", core::ptr::null_mut(), || {
        // "If max_devices is <= 0 and devices is not NULL … EGL_BAD_PARAMETER"
        if count.is_null() || (!into.is_null() && size <= 0) {
            return Err(EGL_BAD_PARAMETER);
        }
        if !into.is_null() {
            // SAFETY: the caller guarantees room for at least one device.
            unsafe { store(into, device()) }?;
        }
        // SAFETY: the caller guarantees that the pointer is null or valid.
        unsafe { store(count, 1) }?;
        Ok(1)
    })
}

/// Implements eglQueryDeviceStringEXT.
extern "C" fn query_device_string(of: Handle, name: i32) -> *const c_char {
    enter(c"eglQueryDeviceStringEXT", core::ptr::null_mut(), || match name {
        _ if of != device() => Err(EGL_BAD_DEVICE_EXT),
        EGL_EXTENSIONS => Ok(c"EGL_MESA_device_software".as_ptr()),
        _ => Err(EGL_BAD_PARAMETER),
    })
}

/// Implements eglQueryDeviceAttribEXT: the device has no attributes.
extern "C" fn query_device_attrib(of: Handle, _name: i32, _value: *mut isize) -> u32 {
    enter(
        c"eglQueryDeviceAttribEXT",
        core::ptr::null_mut(),
        || if of == device() { Err(EGL_BAD_ATTRIBUTE) } else { Err(EGL_BAD_DEVICE_EXT) },
    )
}

/// Implements eglQueryDisplayAttribEXT.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
unsafe extern "C" fn query_display_attrib(handle: Handle, name: i32, value: *mut isize) -> u32 {
    enter(c"eglQueryDisplayAttribEXT", handle, || {
        display::with(handle, |_| match name {
            // SAFETY: the caller guarantees that the pointer is null or valid.
            EGL_DEVICE_EXT => unsafe { store(value, device() as isize) }.map(|()| 1),
            _ => Err(EGL_BAD_ATTRIBUTE),
        })
    })
}

/// Implements eglGetError.
extern "C" fn get_error() -> i32 {
    ERROR.replace(EGL_SUCCESS)
}

/// Implements eglWaitClient and eglWaitGL: commands are complete when they return, but native pixmaps get their pixels here.
extern "C" fn wait_client() -> u32 {
    enter(c"eglWaitClient", core::ptr::null_mut(), || {
        context::each_surface(Surface::flush);
        Ok(1)
    })
}

/// Implements eglWaitNative, which copies what X drew to pixmaps to the surfaces.
extern "C" fn wait_native(engine: i32) -> u32 {
    enter(c"eglWaitNative", core::ptr::null_mut(), || {
        // "If engine does not denote a recognized marking engine, EGL_FALSE is returned and an EGL_BAD_PARAMETER error is generated."
        // [EGL 1.4, 3.8]
        if context::any_current() && engine != EGL_CORE_NATIVE_ENGINE {
            return Err(EGL_BAD_PARAMETER);
        }
        context::each_surface(Surface::load);
        Ok(1)
    })
}

/// Implements eglBindAPI.
extern "C" fn bind_api(api: u32) -> u32 {
    enter(c"eglBindAPI", core::ptr::null_mut(), || {
        if supports_api(api) == 0 {
            return Err(EGL_BAD_PARAMETER);
        }
        API.set(api as i32);
        Ok(1)
    })
}

/// Implements eglQueryAPI.
extern "C" fn query_api() -> u32 {
    API.get() as u32
}

/// Implements eglGetDisplay for callers without libglvnd.
///
/// # Safety
/// `native` must be null, a `Display *` or a `wl_display` that stays open until the display is terminated.
unsafe extern "C" fn get_display(native: Handle) -> Handle {
    let platform = match find_native_display_platform(native) as i32 {
        EGL_NONE if !native.is_null() => EGL_PLATFORM_X11,
        platform => platform,
    };
    // SAFETY: the caller upholds the same contract.
    unsafe { display::get_platform_display(platform as u32, native, core::ptr::null()) }
}

/// Implements eglGetPlatformDisplayEXT.
///
/// # Safety
/// The contract of [`display::get_platform_display`] applies.
unsafe extern "C" fn get_platform_display_ext(platform: u32, native: Handle, list: *const i32) -> Handle {
    // SAFETY: the caller guarantees that the list ends with EGL_NONE.
    let list = unsafe { super::attributes(list) };
    let wide: Vec<isize> = list.iter().flat_map(|&(key, value)| [key as isize, value]).chain([EGL_NONE as isize]).collect();
    // SAFETY: the converted list ends with EGL_NONE; the caller guarantees the rest.
    unsafe { display::get_platform_display(platform, native, wide.as_ptr()) }
}

/// All EGL functions by name.
const FUNCTIONS: &[(&str, *const c_void)] = &[
    ("eglBindAPI", bind_api as *const c_void),
    ("eglBindTexImage", texture_image::bind_tex_image as *const c_void),
    ("eglChooseConfig", display::choose_config as *const c_void),
    ("eglClientWaitSync", sync::client_wait_sync as *const c_void),
    ("eglClientWaitSyncKHR", sync::client_wait_sync as *const c_void),
    ("eglCopyBuffers", pixmap::copy_buffers as *const c_void),
    ("eglCreateContext", context::create_context as *const c_void),
    ("eglCreateImage", image::create_image as *const c_void),
    ("eglCreateImageKHR", image::create_image_khr as *const c_void),
    ("eglCreatePbufferFromClientBuffer", surface::create_pbuffer_from_client_buffer as *const c_void),
    ("eglCreatePbufferSurface", surface::create_pbuffer_surface as *const c_void),
    ("eglCreatePixmapSurface", pixmap::create_pixmap_surface as *const c_void),
    ("eglCreatePlatformPixmapSurface", pixmap::create_platform_pixmap_surface as *const c_void),
    ("eglCreatePlatformPixmapSurfaceEXT", pixmap::create_platform_pixmap_surface_ext as *const c_void),
    ("eglCreatePlatformWindowSurface", surface::create_platform_window_surface as *const c_void),
    ("eglCreatePlatformWindowSurfaceEXT", surface::create_platform_window_surface_ext as *const c_void),
    ("eglCreateSync", sync::create_sync as *const c_void),
    ("eglCreateSyncKHR", sync::create_sync_khr as *const c_void),
    ("eglCreateWindowSurface", surface::create_window_surface as *const c_void),
    ("eglDebugMessageControlKHR", debug::debug_message_control as *const c_void),
    ("eglDestroyContext", context::destroy_context as *const c_void),
    ("eglDestroyImage", image::destroy_image as *const c_void),
    ("eglDestroyImageKHR", image::destroy_image as *const c_void),
    ("eglDestroySurface", surface::destroy_surface as *const c_void),
    ("eglDestroySync", sync::destroy_sync as *const c_void),
    ("eglDestroySyncKHR", sync::destroy_sync as *const c_void),
    ("eglGetConfigAttrib", display::get_config_attrib as *const c_void),
    ("eglGetConfigs", display::get_configs as *const c_void),
    ("eglGetCurrentContext", context::get_current_context as *const c_void),
    ("eglGetCurrentDisplay", context::get_current_display as *const c_void),
    ("eglGetCurrentSurface", context::get_current_surface as *const c_void),
    ("eglGetDisplay", get_display as *const c_void),
    ("eglGetDisplayDriverConfig", display::driver_config as *const c_void),
    ("eglGetDisplayDriverName", display::driver_name as *const c_void),
    ("eglGetError", get_error as *const c_void),
    ("eglGetPlatformDisplay", display::get_platform_display as *const c_void),
    ("eglGetPlatformDisplayEXT", get_platform_display_ext as *const c_void),
    ("eglGetProcAddress", glmeter_soft_get_proc_address as *const c_void),
    ("eglGetSyncAttrib", sync::get_sync_attrib as *const c_void),
    ("eglGetSyncAttribKHR", sync::get_sync_attrib_khr as *const c_void),
    ("eglInitialize", display::initialize as *const c_void),
    ("eglLabelObjectKHR", debug::label_object as *const c_void),
    ("eglMakeCurrent", context::make_current as *const c_void),
    ("eglQueryAPI", query_api as *const c_void),
    ("eglQueryContext", context::query_context as *const c_void),
    ("eglQueryDebugKHR", debug::query_debug as *const c_void),
    ("eglQueryDeviceAttribEXT", query_device_attrib as *const c_void),
    ("eglQueryDeviceStringEXT", query_device_string as *const c_void),
    ("eglQueryDevicesEXT", query_devices as *const c_void),
    ("eglQueryDisplayAttribEXT", query_display_attrib as *const c_void),
    ("eglQueryString", display::query_string as *const c_void),
    ("eglQuerySurface", surface::query_surface as *const c_void),
    ("eglReleaseTexImage", texture_image::release_tex_image as *const c_void),
    ("eglReleaseThread", context::release_thread as *const c_void),
    ("eglSetDamageRegionKHR", swap::set_damage_region as *const c_void),
    ("eglSignalSyncKHR", sync::signal_sync as *const c_void),
    ("eglSurfaceAttrib", surface::surface_attrib as *const c_void),
    ("eglSwapBuffers", swap::swap_buffers as *const c_void),
    ("eglSwapBuffersWithDamageEXT", swap::swap_buffers_with_damage as *const c_void),
    ("eglSwapBuffersWithDamageKHR", swap::swap_buffers_with_damage as *const c_void),
    ("eglSwapInterval", swap::swap_interval as *const c_void),
    ("eglTerminate", display::terminate as *const c_void),
    ("eglWaitClient", wait_client as *const c_void),
    ("eglWaitGL", wait_client as *const c_void),
    ("eglWaitNative", wait_native as *const c_void),
    ("eglWaitSync", sync::wait_sync as *const c_void),
    ("eglWaitSyncKHR", sync::wait_sync as *const c_void),
];

/// Returns the address of an EGL, GL, GLX or OSMesa command, or null if `name` is none. GL commands of the registry that the driver lacks raise
/// GL_INVALID_OPERATION when called.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glmeter_soft_get_proc_address(name: *const c_char) -> *mut c_void {
    if name.is_null() {
        return core::ptr::null_mut();
    }
    // SAFETY: the caller guarantees a NUL-terminated string.
    let Ok(name) = unsafe { CStr::from_ptr(name) }.to_str() else { return core::ptr::null_mut() };
    let find = || match FUNCTIONS.binary_search_by_key(&name, |entry| entry.0) {
        Ok(index) => Some(FUNCTIONS[index].1),
        Err(_) => gl::proc_address(name)
            .or_else(|| glx::function(name))
            .or_else(|| osmesa::function(name))
            .or_else(|| shader_text::function(name)),
    };
    fork::inside(find).flatten().map_or(core::ptr::null_mut(), <*const c_void>::cast_mut)
}
