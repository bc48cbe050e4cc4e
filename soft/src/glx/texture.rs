//! GLX_EXT_texture_from_pixmap: a texture gets a copy of the pixmap when a program binds it.

use super::current::current_context;
use super::display::find;
use super::drawable::{Drawable, Kind};
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of};
use crate::tokens::{GL_RGB, GL_RGBA};
use base::hir::TextureKind;
use base::image::Surface;
use base::image::format::Format;
use gl::object::format::of_window;
use gl::object::texture::Level;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// Returns the pixmap of an XID that has a texture format.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn pixmap(display: Handle, id: Xid, buffer: i32) -> Result<Arc<Drawable>> {
    let id = id_of(id);
    // SAFETY: the caller guarantees the display.
    let display = unsafe { find(display) }?;
    // "Currently, only pixmaps can be bound to textures. If <draw> is not a valid GLXPixmap, then a GLXBadPixmap error is generated."
    // [GLX_EXT_texture_from_pixmap]
    let found = display.drawable(id).filter(|drawable| drawable.kind == Kind::Pixmap).ok_or(Error::Glx(GLX_BAD_PIXMAP, id))?;
    // "If <buffer> is not one of GLX_FRONT_LEFT_EXT, …, or if the requested buffer is missing, a BadValue error is generated."
    // [GLX_EXT_texture_from_pixmap]
    if buffer != GLX_FRONT_LEFT_EXT {
        return Err(Error::Core(BAD_VALUE, buffer as u32));
    }
    // "If glXBindTexImageEXT is called and the drawable attribute GLX_TEXTURE_FORMAT_EXT is GLX_TEXTURE_FORMAT_NONE_EXT, then a BadMatch error is
    // generated." [GLX_EXT_texture_from_pixmap]
    if found.texture[0] == GLX_TEXTURE_FORMAT_NONE_EXT { Err(Error::Core(BAD_MATCH, id)) } else { Ok(found) }
}

/// Copies an image to another one of the same format and size whose first row is the highest (GLX_Y_INVERTED_EXT).
fn store_inverted(from: &Surface, to: &Surface) {
    let row = from.row_words * size_of::<u32>();
    for (y, inverted) in (0..from.height as usize).rev().enumerate() {
        to.memory.copy_from(inverted * row, &from.memory, y * row, row);
    }
}

/// Implements glXBindTexImageEXT.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn bind_tex_image(display: Handle, id: Xid, buffer: i32, _list: *const i32) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            let pixmap = pixmap(display, id, buffer)?;
            // "glXBindTexImageEXT is ignored if there is no current GLX rendering context." [GLX_EXT_texture_from_pixmap]
            let Some(context) = current_context() else { return Ok(()) };
            let no_memory = Error::Core(BAD_ALLOC, pixmap.id);
            let alpha = pixmap.texture[0] == GLX_TEXTURE_FORMAT_RGBA_EXT;
            let requested = if alpha { GL_RGBA } else { GL_RGB };
            // A texture of a config with sRGB has the pixels as they are.
            let color = pixmap.config.layout().color;
            let format = of_window(if color == Format::Srgb8Alpha8 { Format::Rgba8 } else { color }, alpha).ok_or(no_memory)?;
            // Only what GL drew goes to the pixmap: X may have drawn since its pixels were loaded.
            if pixmap.current.load(Ordering::Relaxed) > 0 {
                pixmap.flush();
            }
            let size = {
                let buffers = pixmap.buffers();
                [buffers.color.width, buffers.color.height, 1]
            };
            let level = Level::new(format, requested, size).map_err(|_| no_memory)?;
            if let (Some(native), Some(surface)) = (pixmap.native(), level.layers.first()) {
                let upright = Surface::new(surface.format, surface.width, surface.height).map_err(|_| no_memory)?;
                native.read(&upright, alpha);
                store_inverted(&upright, surface);
            }
            let kind = if pixmap.texture[1] == GLX_TEXTURE_RECTANGLE_EXT { TextureKind::Rect } else { TextureKind::D2 };
            let gl = context.gl.lock().unwrap_or_else(PoisonError::into_inner);
            let texture = gl.textures.bound(gl.textures.active, kind);
            let mut contents = texture.contents();
            // The storage of an immutable texture cannot be replaced.
            if contents.immutable_levels == 0
                && let Some(first) = contents.faces.first_mut().and_then(|levels| levels.first_mut())
            {
                *first = Some(level);
            }
            Ok(())
        });
    }
}

/// Implements glXReleaseTexImageEXT, which leaves the texture its copy.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn release_tex_image(display: Handle, id: Xid, buffer: i32) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || pixmap(display, id, buffer).map(drop));
    }
}
