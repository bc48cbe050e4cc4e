//! libglvnd's GLX vendor interface.

use super::dispatch::{self, EXPORTS};
use super::{Handle, context, create, current, display, drawables, events, font, import, query, renderer, swap, sync, texture, visual};
use base::core::fork;
use core::ffi::{CStr, c_char, c_int, c_void};
use glmeter_abi::glvnd::{GlxExports, GlxImports, Patch};

/// Implements libglvnd's vendor entry point: libglvnd calls this once after loading the library, to get the driver's function table.
///
/// # Safety
/// `exports` and `imports` must be null or libglvnd's structures of this ABI, or of a later one that extends them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(version: u32, exports: *const GlxExports, _vendor: *mut c_void, imports: *mut GlxImports) -> c_int {
    // ABI 1.x: later minor versions only append members to the structures.
    if version >> 16 != 1 || exports.is_null() || imports.is_null() {
        return 0;
    }
    // SAFETY: the caller guarantees valid structures.
    EXPORTS.set(unsafe { *exports });
    let ours = GlxImports {
        is_screen_supported: Some(is_screen_supported),
        get_proc_address: Some(get_proc_address),
        get_dispatch_address: Some(dispatch::dispatch_address),
        set_dispatch_index: Some(dispatch::set_dispatch_index),
        notify_error: core::ptr::null_mut(),
        patch: Patch::NONE,
    };
    // SAFETY: libglvnd passes a structure for the vendor to fill in.
    unsafe { imports.write(ours) };
    1
}

/// Implements `isScreenSupported` of libglvnd's vendor interface.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe extern "C" fn is_screen_supported(display: Handle, screen: c_int) -> c_int {
    // SAFETY: the caller guarantees the display.
    let supported = fork::inside(|| unsafe { display::find(display) }.is_ok_and(|display| !display.configs(screen).is_empty()));
    c_int::from(supported == Some(true))
}

/// All GLX functions by name, also those that libglvnd implements itself, for programs without it.
const FUNCTIONS: &[(&str, *const c_void)] = &[
    ("glXBindTexImageEXT", texture::bind_tex_image as *const c_void),
    ("glXChooseFBConfig", visual::choose_fb_config as *const c_void),
    ("glXChooseFBConfigSGIX", visual::choose_fb_config as *const c_void),
    ("glXChooseVisual", visual::choose_visual as *const c_void),
    ("glXCopyContext", context::copy_context as *const c_void),
    ("glXCopySubBufferMESA", swap::copy_sub_buffer as *const c_void),
    ("glXCreateContext", create::create_context as *const c_void),
    ("glXCreateContextAttribsARB", create::create_context_attribs as *const c_void),
    ("glXCreateContextWithConfigSGIX", create::create_new_context as *const c_void),
    ("glXCreateGLXPbufferSGIX", drawables::create_glx_pbuffer as *const c_void),
    ("glXCreateGLXPixmap", query::create_glx_pixmap as *const c_void),
    ("glXCreateGLXPixmapWithConfigSGIX", drawables::create_glx_pixmap_with_config as *const c_void),
    ("glXCreateNewContext", create::create_new_context as *const c_void),
    ("glXCreatePbuffer", drawables::create_pbuffer as *const c_void),
    ("glXCreatePixmap", drawables::create_pixmap as *const c_void),
    ("glXCreateWindow", drawables::create_window as *const c_void),
    ("glXDestroyContext", current::destroy_context as *const c_void),
    ("glXDestroyGLXPbufferSGIX", drawables::destroy_pbuffer as *const c_void),
    ("glXDestroyGLXPixmap", drawables::destroy_glx_pixmap as *const c_void),
    ("glXDestroyPbuffer", drawables::destroy_pbuffer as *const c_void),
    ("glXDestroyPixmap", drawables::destroy_pixmap as *const c_void),
    ("glXDestroyWindow", drawables::destroy_window as *const c_void),
    ("glXFreeContextEXT", import::free_context as *const c_void),
    ("glXGetClientString", query::get_client_string as *const c_void),
    ("glXGetConfig", visual::get_config as *const c_void),
    ("glXGetContextIDEXT", import::get_context_id as *const c_void),
    ("glXGetCurrentContext", current::get_current_context as *const c_void),
    ("glXGetCurrentDisplay", current::get_current_display as *const c_void),
    ("glXGetCurrentDisplayEXT", current::get_current_display as *const c_void),
    ("glXGetCurrentDrawable", current::get_current_drawable as *const c_void),
    ("glXGetCurrentReadDrawable", current::get_current_read_drawable as *const c_void),
    ("glXGetCurrentReadDrawableSGI", current::get_current_read_drawable as *const c_void),
    ("glXGetFBConfigAttrib", visual::get_fb_config_attrib as *const c_void),
    ("glXGetFBConfigAttribSGIX", visual::get_fb_config_attrib as *const c_void),
    ("glXGetFBConfigFromVisualSGIX", visual::get_fb_config_from_visual as *const c_void),
    ("glXGetFBConfigs", visual::get_fb_configs as *const c_void),
    ("glXGetMscRateOML", sync::get_msc_rate as *const c_void),
    ("glXGetProcAddress", get_proc_address as *const c_void),
    ("glXGetProcAddressARB", get_proc_address as *const c_void),
    ("glXGetSelectedEvent", events::get_selected_event as *const c_void),
    ("glXGetSelectedEventSGIX", events::get_selected_event as *const c_void),
    ("glXGetSwapIntervalMESA", sync::get_swap_interval as *const c_void),
    ("glXGetSyncValuesOML", sync::get_sync_values as *const c_void),
    ("glXGetVideoSyncSGI", sync::get_video_sync as *const c_void),
    ("glXGetVisualFromFBConfig", visual::get_visual_from_fb_config as *const c_void),
    ("glXGetVisualFromFBConfigSGIX", visual::get_visual_from_fb_config as *const c_void),
    ("glXImportContextEXT", import::import_context as *const c_void),
    ("glXIsDirect", context::is_direct as *const c_void),
    ("glXMakeContextCurrent", current::make_context_current as *const c_void),
    ("glXMakeCurrent", current::make_current as *const c_void),
    ("glXMakeCurrentReadSGI", current::make_context_current as *const c_void),
    ("glXQueryContext", context::query_context as *const c_void),
    ("glXQueryContextInfoEXT", import::query_context_info as *const c_void),
    ("glXQueryCurrentRendererIntegerMESA", renderer::query_current_integer as *const c_void),
    ("glXQueryCurrentRendererStringMESA", renderer::query_current_string as *const c_void),
    ("glXQueryDrawable", query::query_drawable as *const c_void),
    ("glXQueryExtension", query::query_extension as *const c_void),
    ("glXQueryExtensionsString", query::query_extensions_string as *const c_void),
    ("glXQueryGLXPbufferSGIX", query::query_drawable as *const c_void),
    ("glXQueryRendererIntegerMESA", renderer::query_integer as *const c_void),
    ("glXQueryRendererStringMESA", renderer::query_string as *const c_void),
    ("glXQueryServerString", query::query_server_string as *const c_void),
    ("glXQueryVersion", query::query_version as *const c_void),
    ("glXReleaseTexImageEXT", texture::release_tex_image as *const c_void),
    ("glXSelectEvent", events::select_event as *const c_void),
    ("glXSelectEventSGIX", events::select_event as *const c_void),
    ("glXSwapBuffers", swap::swap_buffers as *const c_void),
    ("glXSwapBuffersMscOML", sync::swap_buffers_msc as *const c_void),
    ("glXSwapIntervalEXT", sync::swap_interval_ext as *const c_void),
    ("glXSwapIntervalMESA", sync::swap_interval_mesa as *const c_void),
    ("glXSwapIntervalSGI", sync::swap_interval_sgi as *const c_void),
    ("glXUseXFont", font::use_x_font as *const c_void),
    ("glXWaitForMscOML", sync::wait_for_msc as *const c_void),
    ("glXWaitForSbcOML", sync::wait_for_sbc as *const c_void),
    ("glXWaitGL", current::wait_gl as *const c_void),
    ("glXWaitVideoSyncSGI", sync::wait_video_sync as *const c_void),
    ("glXWaitX", current::wait_x as *const c_void),
];

/// Returns the address of a GLX function, or `None` for another name.
pub fn function(name: &str) -> Option<*const c_void> {
    let index = FUNCTIONS.binary_search_by_key(&name, |entry| entry.0).ok()?;
    Some(FUNCTIONS[index].1)
}

/// Returns the address of a GLX or GL command, or null if `name` is neither. GL commands of the registry that the driver lacks raise
/// GL_INVALID_OPERATION when called.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
unsafe extern "C" fn get_proc_address(name: *const c_char) -> *mut c_void {
    if name.is_null() {
        return core::ptr::null_mut();
    }
    // SAFETY: the caller guarantees a NUL-terminated string.
    let Ok(name) = unsafe { CStr::from_ptr(name) }.to_str() else { return core::ptr::null_mut() };
    let found = fork::inside(|| function(name).or_else(|| gl::proc_address(name)));
    found.flatten().map_or(core::ptr::null_mut(), <*const c_void>::cast_mut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_sorted_by_name() {
        assert!(FUNCTIONS.is_sorted_by_key(|entry| entry.0));
    }
}
