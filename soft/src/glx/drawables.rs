//! The drawables of displays: their creation and destruction.

use super::config::{Config, MAX_PBUFFER};
use super::display::{Display, find};
use super::drawable::{Drawable, Kind};
use super::tokens::*;
use super::{Error, Handle, Result, Xid, attributes, enter, id_of};
use crate::winsys::drawable::XDrawable;
use crate::winsys::x11::DrawableGeometry;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Returns the window or pixmap of a drawable.
fn native(display: &Display, id: u32, depth: u8, config: &Config) -> XDrawable {
    XDrawable::new(id, depth, config.alpha > 0, display.connection.clone())
}

/// Returns the drawable with an XID for a context: one that the program created, or a window that was not passed to GLX before.
pub fn for_context(display: &Display, id: u32, config: Option<&'static Config>) -> Result<Arc<Drawable>> {
    if let Some(found) = display.drawable(id) {
        return Ok(found);
    }
    // "If either draw or read are not a valid GLX drawable, a GLXBadDrawable error is generated." [GLX 1.4, 3.3.7]
    let invalid = Error::Glx(GLX_BAD_DRAWABLE, id);
    let visual = display.connection.visual_of(id).ok_or(invalid)?;
    let DrawableGeometry { width, height, depth } = display.connection.geometry(id).ok_or(invalid)?;
    let fits = |config: &&'static Config| config.visual == visual as i32;
    // A window of another visual than the context's may have the pixels of the context's config all the same.
    let has_pixels = |config: &&'static Config| config.drawables & GLX_WINDOW_BIT != 0 && config.has_pixels_of(depth);
    let config = config
        .filter(fits)
        .or_else(|| config.filter(has_pixels))
        .or_else(|| display.config_of_visual(visual))
        .ok_or(Error::Core(BAD_MATCH, id))?;
    let drawable = Arc::new(Drawable::new(id, Kind::Window, config, (width, height), Some(native(display, id, depth, config)))?);
    sweep(display);
    Ok(display.drawables().entry(id).or_insert(drawable).clone())
}

/// Forgets windows that no longer exist and that GLX was not told of. Asks the server only if there are many windows.
fn sweep(display: &Display) {
    /// Windows that are not worth a question.
    const FEW: usize = 16;
    let is_idle = |drawable: &Drawable| drawable.kind == Kind::Window && drawable.current.load(Ordering::Acquire) == 0;
    let idle: Vec<u32> = display.drawables().values().filter(|drawable| is_idle(drawable)).map(|drawable| drawable.id).collect();
    if idle.len() < FEW {
        return;
    }
    for id in idle {
        if display.connection.geometry(id).is_none() {
            display.drawables().remove(&id);
        }
    }
}

/// Adds a drawable, and returns its XID.
fn add(display: &Display, drawable: Drawable) -> Xid {
    let id = drawable.id;
    display.drawables().insert(id, Arc::new(drawable));
    Xid::from(id)
}

/// Returns a new XID.
fn new_id(display: &Display) -> Result<u32> {
    display.connection.new_id().ok_or(Error::Core(BAD_ALLOC, 0))
}

/// Returns the config of a handle if it supports a kind of drawable, otherwise the error `unsupported`.
fn config_for(handle: Handle, kind: i32, unsupported: Error) -> Result<&'static Config> {
    let config = Config::from_handle(handle)?;
    if config.drawables & kind == 0 { Err(unsupported) } else { Ok(config) }
}

/// Implements glXCreateWindow. "Currently no attributes are recognized" [GLX 1.4, 3.3.4]; servers ignore those that they do not know.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn create_window(display: Handle, config: Handle, window: Xid, _list: *const i32) -> Xid {
    let window = id_of(window);
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_CREATE_WINDOW, || {
            let display = find(display)?;
            // "If config does not support rendering to windows …, a BadMatch error is generated." [GLX 1.4, 3.3.4]
            let config = config_for(config, GLX_WINDOW_BIT, Error::Core(BAD_MATCH, window))?;
            // "If win is not a valid window XID, then a BadWindow error is generated." [GLX 1.4, 3.3.4]
            let invalid = Error::Core(BAD_WINDOW, window);
            let visual = display.connection.visual_of(window).ok_or(invalid)?;
            let DrawableGeometry { width, height, depth } = display.connection.geometry(window).ok_or(invalid)?;
            // "If win was not created with a visual that corresponds to config, then a BadMatch error is generated." [GLX 1.4, 3.3.4]
            if config.visual != visual as i32 {
                return Err(Error::Core(BAD_MATCH, window));
            }
            // "If there is already a GLXFBConfig associated with win (as a result of a previous glXCreateWindow call), then a BadAlloc error is
            // generated." [GLX 1.4, 3.3.4]
            let taken = |other: &Arc<Drawable>| other.kind == Kind::GlxWindow && other.native().is_some_and(|native| native.id == window);
            if display.drawables().values().any(taken) {
                return Err(Error::Core(BAD_ALLOC, window));
            }
            let native = native(&display, window, depth, config);
            let drawable = Drawable::new(new_id(&display)?, Kind::GlxWindow, config, (width, height), Some(native))?;
            Ok(add(&display, drawable))
        })
    }
}

/// Creates a GLX pixmap.
fn pixmap(display: &Display, config: &'static Config, pixmap: u32, texture: [i32; 2]) -> Result<Xid> {
    // "If pixmap is not a valid Pixmap XID, then a BadPixmap error is generated." [GLX 1.4, 3.3.5]
    let invalid = Error::Core(BAD_PIXMAP, pixmap);
    let DrawableGeometry { width, height, depth } = display.connection.geometry(pixmap).ok_or(invalid)?;
    // "To create a GLXPixmap offscreen rendering area, first create an X Pixmap of the depth specified by the desired GLXFBConfig"
    // [GLX 1.4, 3.3.5]
    if !config.has_pixels_of(depth) {
        return Err(Error::Core(BAD_MATCH, pixmap));
    }
    let native = native(display, pixmap, depth, config);
    let mut drawable = Drawable::new(new_id(display)?, Kind::Pixmap, config, (width, height), Some(native))?;
    drawable.texture = texture;
    drawable.load();
    Ok(add(display, drawable))
}

/// Implements glXCreatePixmap.
///
/// # Safety
/// `display` must be an open `Display *`, and the list must be null or end with None.
pub unsafe extern "C" fn create_pixmap(display: Handle, config: Handle, id: Xid, list: *const i32) -> Xid {
    let id = id_of(id);
    // SAFETY: the caller guarantees the display and the list.
    unsafe {
        enter(display, X_CREATE_PIXMAP, || {
            let display = find(display)?;
            // "If config is not a valid GLXFBConfig or if it does not support pixmap rendering then a GLXBadFBConfig error is generated."
            // [GLX 1.4, 3.3.5]
            let config = config_for(config, GLX_PIXMAP_BIT, Error::Glx(GLX_BAD_FB_CONFIG, 0))?;
            let mut texture = [GLX_TEXTURE_FORMAT_NONE_EXT, 0];
            for (name, value) in attributes(list) {
                match (name, value) {
                    // "A BadConfig error is generated if … GLX_TEXTURE_FORMAT_EXT is GLX_TEXTURE_FORMAT_RGBA_EXT and <config> does not have
                    // GLX_BIND_TO_TEXTURE_RGBA set to TRUE. GLX_MIPMAP_TEXTURE_EXT is set to TRUE and <config> does not have
                    // GLX_BIND_TO_MIPMAP_EXT set to TRUE." [GLX_EXT_texture_from_pixmap]
                    (GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGBA_EXT) if config.alpha == 0 => {
                        return Err(Error::Glx(GLX_BAD_FB_CONFIG, 0));
                    }
                    (GLX_MIPMAP_TEXTURE_EXT, 1) => return Err(Error::Glx(GLX_BAD_FB_CONFIG, 0)),
                    (GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_NONE_EXT | GLX_TEXTURE_FORMAT_RGB_EXT | GLX_TEXTURE_FORMAT_RGBA_EXT) => {
                        texture[0] = value;
                    }
                    (GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT | GLX_TEXTURE_RECTANGLE_EXT) => texture[1] = value,
                    _ => {}
                }
            }
            pixmap(&display, config, id, texture)
        })
    }
}

/// Creates a GLX pixmap without attributes. `config` is `None` for a visual without one.
pub fn create_glx_pixmap(display: &Display, config: Option<&'static Config>, id: Xid) -> Result<Xid> {
    let id = id_of(id);
    // "If visual is not valid (e.g., if GLX does not support it), then a BadValue error is generated." [GLX 1.4, 3.4.2]
    let config = config.filter(|config| config.drawables & GLX_PIXMAP_BIT != 0).ok_or(Error::Core(BAD_VALUE, 0))?;
    pixmap(display, config, id, [GLX_TEXTURE_FORMAT_NONE_EXT, 0])
}

/// Implements glXCreateGLXPixmapWithConfigSGIX.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn create_glx_pixmap_with_config(display: Handle, config: Handle, id: Xid) -> Xid {
    // SAFETY: the caller guarantees the display.
    unsafe { enter(display, X_VENDOR_PRIVATE, || create_glx_pixmap(&*find(display)?, Some(Config::from_handle(config)?), id)) }
}

/// Implements glXCreatePbuffer.
///
/// # Safety
/// `display` must be an open `Display *`, and the list must be null or end with None.
pub unsafe extern "C" fn create_pbuffer(display: Handle, config: Handle, list: *const i32) -> Xid {
    // SAFETY: the caller guarantees the display and the list.
    unsafe { enter(display, X_CREATE_PBUFFER, || pbuffer(&*find(display)?, config, [None; 2], list)) }
}

/// Creates a pbuffer. `size` has the width and the height, unless they are attributes.
///
/// # Safety
/// The list must be null or end with None.
unsafe fn pbuffer(display: &Display, config: Handle, size: [Option<u32>; 2], list: *const i32) -> Result<Xid> {
    // "if config does not support GLXPbuffers then a BadMatch error is generated." [GLX 1.4, 3.3.5]
    let config = config_for(config, GLX_PBUFFER_BIT, Error::Core(BAD_MATCH, 0))?;
    let [mut width, mut height] = size.map(|size| size.map_or(0, |size| size.min(i32::MAX as u32) as i32));
    let (mut largest, mut preserved) = (false, true);
    // SAFETY: the caller guarantees the list.
    for (name, value) in unsafe { attributes(list) } {
        match name {
            GLX_PBUFFER_WIDTH if size[0].is_none() => width = value,
            GLX_PBUFFER_HEIGHT if size[1].is_none() => height = value,
            GLX_LARGEST_PBUFFER => largest = value != 0,
            GLX_PRESERVED_CONTENTS => preserved = value != 0,
            _ => {}
        }
    }
    if width < 0 || height < 0 {
        return Err(Error::Core(BAD_VALUE, width.min(height) as u32));
    }
    // "Use GLX_LARGEST_PBUFFER to get the largest available pbuffer when the allocation of the pbuffer would otherwise fail."
    // [GLX 1.4, 3.3.5]
    if !largest && (width > MAX_PBUFFER || height > MAX_PBUFFER) {
        return Err(Error::Core(BAD_ALLOC, 0));
    }
    let size = (width.min(MAX_PBUFFER) as u32, height.min(MAX_PBUFFER) as u32);
    let mut drawable = Drawable::new(new_id(display)?, Kind::Pbuffer, config, size, None)?;
    drawable.pbuffer = [largest, preserved];
    Ok(add(display, drawable))
}

/// Implements glXCreateGLXPbufferSGIX.
///
/// # Safety
/// `display` must be an open `Display *`, and the list must be null or end with None.
pub unsafe extern "C" fn create_glx_pbuffer(display: Handle, config: Handle, width: u32, height: u32, list: *const i32) -> Xid {
    // SAFETY: the caller guarantees the display and the list.
    unsafe { enter(display, X_VENDOR_PRIVATE, || pbuffer(&*find(display)?, config, [Some(width), Some(height)], list)) }
}

/// Destroys a drawable that the program created.
///
/// # Safety
/// `raw` must be an open `Display *`.
unsafe fn destroy(raw: Handle, id: Xid, kind: Kind, minor: u8, code: u8) {
    let id = id_of(id);
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(raw, minor, || {
            let display = find(raw)?;
            let drawable = {
                let mut drawables = display.drawables();
                if drawables.get(&id).is_none_or(|drawable| drawable.kind != kind) {
                    return Err(Error::Glx(code, id));
                }
                drawables.remove(&id)
            };
            // "The storage will be freed when it is not current to any client." [GLX 1.4, 3.3.4]
            let window = drawable.as_ref().filter(|drawable| drawable.is_window()).and_then(|drawable| drawable.native());
            if let Some(drawable) = drawable {
                drawable.detach();
            }
            // The window's end was that of the GLX window.
            if window.is_some_and(|window| window.connection.geometry(window.id).is_none()) {
                return Err(Error::Glx(code, id));
            }
            Ok(())
        });
    }
}

/// Implements glXDestroyWindow.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn destroy_window(display: Handle, window: Xid) {
    // SAFETY: the caller upholds the same contract.
    unsafe { destroy(display, window, Kind::GlxWindow, X_DESTROY_WINDOW, GLX_BAD_WINDOW) }
}

/// Implements glXDestroyPixmap.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn destroy_pixmap(display: Handle, pixmap: Xid) {
    // SAFETY: the caller upholds the same contract.
    unsafe { destroy(display, pixmap, Kind::Pixmap, X_DESTROY_PIXMAP, GLX_BAD_PIXMAP) }
}

/// Implements glXDestroyGLXPixmap.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn destroy_glx_pixmap(display: Handle, pixmap: Xid) {
    // SAFETY: the caller upholds the same contract.
    unsafe { destroy(display, pixmap, Kind::Pixmap, X_DESTROY_GLX_PIXMAP, GLX_BAD_PIXMAP) }
}

/// Implements glXDestroyPbuffer.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn destroy_pbuffer(display: Handle, pbuffer: Xid) {
    // SAFETY: the caller upholds the same contract.
    unsafe { destroy(display, pbuffer, Kind::Pbuffer, X_DESTROY_PBUFFER, GLX_BAD_PBUFFER) }
}
