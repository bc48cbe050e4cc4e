//! The two entry points of the library: libglvnd's EGL vendor interface, and the function by which glmeter gets every command without
//! libEGL.

use super::command::{config, context, debug, device, display, image, pixmap, surface, swap, sync, texture_image, thread, wait};
use super::{api, dispatch};
use crate::{glx, osmesa, shader_text};
use base::core::fork;
use glmeter_abi::glvnd::{EglExports, EglImports, Patch};
use std::ffi::{CStr, c_char, c_void};

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
        find_native_display_platform: Some(display::find_native_display_platform),
    };
    // SAFETY: libglvnd passes a structure for the vendor to fill in.
    unsafe { imports.write(ours) };
    1
}

/// Implements `getSupportsAPI` of libglvnd's vendor interface.
extern "C" fn supports_api(api: u32) -> u32 {
    api::is_supported(api).into()
}

/// Implements `getVendorString` of libglvnd's vendor interface.
extern "C" fn vendor_string(name: i32) -> *const c_char {
    if name == 0 { display::PLATFORM_EXTENSIONS.as_ptr() } else { core::ptr::null() }
}

/// All EGL functions by name.
const FUNCTIONS: &[(&str, *const c_void)] = &[
    ("eglBindAPI", thread::bind_api as *const c_void),
    ("eglBindTexImage", texture_image::bind_tex_image as *const c_void),
    ("eglChooseConfig", config::choose_config as *const c_void),
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
    ("eglGetConfigAttrib", config::get_config_attrib as *const c_void),
    ("eglGetConfigs", config::get_configs as *const c_void),
    ("eglGetCurrentContext", context::get_current_context as *const c_void),
    ("eglGetCurrentDisplay", context::get_current_display as *const c_void),
    ("eglGetCurrentSurface", context::get_current_surface as *const c_void),
    ("eglGetDisplay", display::get_display as *const c_void),
    ("eglGetDisplayDriverConfig", display::driver_config as *const c_void),
    ("eglGetDisplayDriverName", display::driver_name as *const c_void),
    ("eglGetError", thread::get_error as *const c_void),
    ("eglGetPlatformDisplay", display::get_platform_display as *const c_void),
    ("eglGetPlatformDisplayEXT", display::get_platform_display_ext as *const c_void),
    ("eglGetProcAddress", glmeter_soft_get_proc_address as *const c_void),
    ("eglGetSyncAttrib", sync::get_sync_attrib as *const c_void),
    ("eglGetSyncAttribKHR", sync::get_sync_attrib_khr as *const c_void),
    ("eglInitialize", display::initialize as *const c_void),
    ("eglLabelObjectKHR", debug::label_object as *const c_void),
    ("eglMakeCurrent", context::make_current as *const c_void),
    ("eglQueryAPI", thread::query_api as *const c_void),
    ("eglQueryContext", context::query_context as *const c_void),
    ("eglQueryDebugKHR", debug::query_debug as *const c_void),
    ("eglQueryDeviceAttribEXT", device::query_device_attrib as *const c_void),
    ("eglQueryDeviceStringEXT", device::query_device_string as *const c_void),
    ("eglQueryDevicesEXT", device::query_devices as *const c_void),
    ("eglQueryDisplayAttribEXT", display::query_display_attrib as *const c_void),
    ("eglQueryString", display::query_string as *const c_void),
    ("eglQuerySurface", surface::query_surface as *const c_void),
    ("eglReleaseTexImage", texture_image::release_tex_image as *const c_void),
    ("eglReleaseThread", thread::release_thread as *const c_void),
    ("eglSetDamageRegionKHR", swap::set_damage_region as *const c_void),
    ("eglSignalSyncKHR", sync::signal_sync as *const c_void),
    ("eglSurfaceAttrib", surface::surface_attrib as *const c_void),
    ("eglSwapBuffers", swap::swap_buffers as *const c_void),
    ("eglSwapBuffersWithDamageEXT", swap::swap_buffers_with_damage as *const c_void),
    ("eglSwapBuffersWithDamageKHR", swap::swap_buffers_with_damage as *const c_void),
    ("eglSwapInterval", swap::swap_interval as *const c_void),
    ("eglTerminate", display::terminate as *const c_void),
    ("eglWaitClient", wait::wait_client as *const c_void),
    ("eglWaitGL", wait::wait_client as *const c_void),
    ("eglWaitNative", wait::wait_native as *const c_void),
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
