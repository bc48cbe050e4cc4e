//! Strings, and the attributes of drawables.

use super::display::find;
use super::drawable::{Drawable, Kind};
use super::drawables::create_glx_pixmap as create;
use super::sync::MAX_INTERVAL;
use super::tokens::*;
use super::visual::config_of;
use super::{Error, Handle, Xid, enter, id_of, store};
use crate::winsys::xlib::VisualInfo;
use std::ffi::{CStr, c_char};
use std::sync::atomic::Ordering;

/// The extensions of every screen.
macro_rules! extensions {
    () => {
        "GLX_ARB_context_flush_control GLX_ARB_create_context GLX_ARB_create_context_no_error GLX_ARB_create_context_profile GLX_ARB_create_context_robustness GLX_ARB_framebuffer_sRGB GLX_ARB_get_proc_address GLX_ARB_multisample GLX_EXT_buffer_age GLX_EXT_create_context_es2_profile GLX_EXT_create_context_es_profile GLX_EXT_framebuffer_sRGB GLX_EXT_get_drawable_type GLX_EXT_libglvnd GLX_EXT_no_config_context GLX_EXT_swap_control GLX_EXT_swap_control_tear GLX_EXT_texture_from_pixmap GLX_EXT_visual_info GLX_EXT_visual_rating GLX_INTEL_swap_event GLX_MESA_copy_sub_buffer GLX_MESA_query_renderer GLX_MESA_swap_control GLX_OML_swap_method GLX_OML_sync_control GLX_SGIS_multisample GLX_SGIX_fbconfig GLX_SGIX_pbuffer GLX_SGIX_visual_select_group GLX_SGI_make_current_read GLX_SGI_swap_control GLX_SGI_video_syn"
    };
}

/// Returns a string with its NUL as a C string.
const fn with_nul(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"",
    }
}

/// The extensions of every screen.
const EXTENSIONS: &CStr = with_nul(concat!(extensions!(), "\0"));
/// The extensions of the client. There are no indirect contexts, which alone can be imported.
const CLIENT_EXTENSIONS: &CStr = with_nul(concat!(extensions!(), " GLX_EXT_import_context\0"));

/// Implements glXQueryExtensionsString.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn query_extensions_string(display: Handle, screen: i32) -> *const c_char {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_QUERY_SERVER_STRING, || if find(display)?.has_screen(screen) { Ok(EXTENSIONS.as_ptr()) } else { Err(Error::None) })
    }
}

/// Implements glXGetClientString.
pub extern "C" fn get_client_string(_display: Handle, name: i32) -> *const c_char {
    match name {
        GLX_VENDOR => c"glmeter".as_ptr(),
        GLX_VERSION => c"1.4 glmeter software pipeline".as_ptr(),
        GLX_EXTENSIONS => CLIENT_EXTENSIONS.as_ptr(),
        // "If name is not set to one of these values then NULL is returned." [GLX 1.4, 3.3.2]
        _ => core::ptr::null(),
    }
}

/// Implements glXQueryServerString.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn query_server_string(display: Handle, screen: i32, name: i32) -> *const c_char {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_QUERY_SERVER_STRING, || {
            let display = find(display)?;
            match name {
                GLX_VENDOR | GLX_VERSION | GLX_EXTENSIONS | GLX_VENDOR_NAMES_EXT if display.has_screen(screen) => {
                    Ok(display.server_string(screen, name))
                }
                // "If name is not set to a recognized value then NULL is returned." [GLX 1.4, 3.3.2]
                _ => Err(Error::None),
            }
        })
    }
}

/// Returns the value of a drawable's attribute, or `None` if it is none.
fn attribute(drawable: &Drawable, name: i32) -> Option<u32> {
    let size = || {
        let buffers = drawable.buffers();
        (buffers.color.width, buffers.color.height)
    };
    Some(match name {
        GLX_WIDTH => size().0,
        GLX_HEIGHT => size().1,
        GLX_FBCONFIG_ID => drawable.config.id as u32,
        GLX_LARGEST_PBUFFER if drawable.kind == Kind::Pbuffer => u32::from(drawable.pbuffer[0]),
        GLX_PRESERVED_CONTENTS if drawable.kind == Kind::Pbuffer => u32::from(drawable.pbuffer[1]),
        // "If draw is a GLXWindow or GLXPixmap and attribute is set to GLX_PRESERVED_CONTENTS or GLX_LARGEST_PBUFFER, then the contents of value
        // are undefined." [GLX 1.4, 3.3.6]
        GLX_LARGEST_PBUFFER | GLX_PRESERVED_CONTENTS => 0,
        GLX_EVENT_MASK => drawable.events.load(Ordering::Relaxed) as u32,
        GLX_SCREEN => drawable.config.screen as u32,
        GLX_DRAWABLE_TYPE => match drawable.kind {
            Kind::Window | Kind::GlxWindow => GLX_WINDOW_BIT as u32,
            Kind::Pixmap => GLX_PIXMAP_BIT as u32,
            Kind::Pbuffer => GLX_PBUFFER_BIT as u32,
        },
        GLX_TEXTURE_FORMAT_EXT => drawable.texture[0] as u32,
        GLX_TEXTURE_TARGET_EXT => drawable.texture[1] as u32,
        GLX_MIPMAP_TEXTURE_EXT => 0,
        GLX_Y_INVERTED_EXT => 1,
        GLX_SWAP_INTERVAL_EXT => drawable.interval.load(Ordering::Acquire).unsigned_abs(),
        GLX_LATE_SWAPS_TEAR_EXT => u32::from(drawable.interval.load(Ordering::Acquire) < 0),
        GLX_MAX_SWAP_INTERVAL_EXT => MAX_INTERVAL as u32,
        // A swap copies the back buffer, which keeps the last frame. Before the first it is "0 … undefined" [GLX_EXT_buffer_age].
        GLX_BACK_BUFFER_AGE_EXT => u32::from(drawable.swaps.load(Ordering::Acquire) > 0),
        _ => return None,
    })
}

/// Implements glXQueryDrawable.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointer to the result null or valid for writing it.
pub unsafe extern "C" fn query_drawable(display: Handle, id: Xid, name: i32, value: *mut u32) {
    let id = id_of(id);
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_GET_DRAWABLE_ATTRIBUTES, || {
            let display = find(display)?;
            let found = match display.drawable(id) {
                Some(drawable) => {
                    if matches!(name, GLX_WIDTH | GLX_HEIGHT) {
                        drawable.fit();
                    }
                    attribute(&drawable, name)
                }
                // A window that was never current, which has no config.
                None => {
                    // "If draw is not a valid GLXDrawable then a GLXBadDrawable error is generated." [GLX 1.4, 3.3.6]
                    let invalid = Error::Glx(GLX_BAD_DRAWABLE, id);
                    let visual = display.connection.visual_of(id).ok_or(invalid)?;
                    let size = display.connection.geometry(id).ok_or(invalid)?;
                    match name {
                        GLX_WIDTH => Some(size.width),
                        GLX_HEIGHT => Some(size.height),
                        GLX_FBCONFIG_ID => Some(display.config_of_visual(visual).map_or(0, |config| config.id as u32)),
                        _ => Some(0),
                    }
                }
            };
            if let Some(found) = found {
                store(value, found);
            }
            Ok(())
        });
    }
}

/// Implements glXCreateGLXPixmap.
///
/// # Safety
/// `display` must be an open `Display *`, and `visual` null or valid.
pub unsafe extern "C" fn create_glx_pixmap(display: Handle, visual: *const VisualInfo, pixmap: Xid) -> Xid {
    // SAFETY: the caller guarantees the display and the visual.
    unsafe {
        enter(display, X_CREATE_GLX_PIXMAP, || {
            let display = find(display)?;
            create(&display, config_of(&display, visual), pixmap)
        })
    }
}

/// Implements glXQueryExtension, which libglvnd does itself. The pipeline does without the server's extension, whose numbers are 0 then.
///
/// # Safety
/// `display` must be an open `Display *`. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_extension(display: Handle, error: *mut i32, event: *mut i32) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_QUERY_VERSION, || {
            let codes = find(display)?.codes;
            store(error, codes.map_or(0, |codes| i32::from(codes.first_error)));
            store(event, codes.map_or(0, |codes| i32::from(codes.first_event)));
            Ok(1)
        })
    }
}

/// Implements glXQueryVersion, which libglvnd does itself.
///
/// # Safety
/// `display` must be an open `Display *`. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_version(display: Handle, major: *mut i32, minor: *mut i32) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_QUERY_VERSION, || {
            find(display)?;
            store(major, 1);
            store(minor, 4);
            Ok(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_adds_an_extension_to_those_of_screens() {
        let [screen, client] = [EXTENSIONS, CLIENT_EXTENSIONS].map(|text| text.to_str().map(|text| text.split(' ').collect::<Vec<_>>()));
        let (Ok(screen), Ok(mut client)) = (screen, client) else { return };
        assert!(screen.len() > 30 && screen.is_sorted() && screen.iter().all(|name| name.starts_with("GLX_")));
        assert_eq!(client.pop(), Some("GLX_EXT_import_context"));
        assert_eq!(client, screen);
    }
}
