//! The presentation of windows.

use super::current::draw_drawable;
use super::display::find;
use super::drawable::Drawable;
use super::events::announce_swap;
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of};
use crate::winsys::video_frames::wait_to_swap;
use base::image::Rectangle;
use gl::context::NativeDrawable;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Presents the back buffer of a drawable, after as many video frames since the last swap as the program's swap interval has.
pub fn swap(drawable: &Arc<Drawable>) -> Result<()> {
    // "This operation is a no-op if draw was created with a non-double-buffered GLXFBConfig, or if draw is a GLXPixmap." [GLX 1.4, 3.3.10]
    let window = drawable.native().filter(|_| drawable.is_window() && drawable.config.double_buffered);
    let Some(window) = window else {
        // "If dpy and draw are the display and drawable for the calling thread's current context, glXSwapBuffers performs an implicit glFlush."
        // [GLX 1.4, 3.3.10]
        drawable.flush();
        return Ok(());
    };
    wait_to_swap(drawable.interval.load(Ordering::Acquire), &window.shown);
    window.store(&drawable.resolved()?);
    drawable.buffers().presented();
    drawable.swaps.fetch_add(1, Ordering::AcqRel);
    announce_swap(drawable, &window);
    if !drawable.fit() {
        // "If dpy and draw are the display and drawable associated with the calling thread's current context, and if draw is a window that is no
        // longer valid, a GLXBadCurrentDrawable error is generated. If the X Window underlying draw is no longer valid, a GLXBadWindow error is
        // generated." [GLX 1.4, 3.3.10]
        let is_current = draw_drawable().is_some_and(|current| Arc::ptr_eq(&current, drawable));
        return Err(Error::Glx(if is_current { GLX_BAD_CURRENT_DRAWABLE } else { GLX_BAD_WINDOW }, drawable.id));
    }
    Ok(())
}

/// Implements glXSwapBuffers.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn swap_buffers(display: Handle, drawable: Xid) {
    let id = id_of(drawable);
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_SWAP_BUFFERS, || {
            // "If draw is not a valid GLX drawable, glXSwapBuffers generates a GLXBadDrawable error." [GLX 1.4, 3.3.10]
            let drawable = find(display)?.drawable(id).ok_or(Error::Glx(GLX_BAD_DRAWABLE, id))?;
            swap(&drawable)
        });
    }
}

/// Implements glXCopySubBufferMESA, which presents a rectangle of the back buffer. Around it the window shows what was drawn to the front buffer.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn copy_sub_buffer(display: Handle, drawable: Xid, x: i32, y: i32, width: i32, height: i32) {
    let id = id_of(drawable);
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            let drawable = find(display)?.drawable(id).ok_or(Error::Glx(GLX_BAD_DRAWABLE, id))?;
            if width < 0 || height < 0 {
                return Err(Error::Core(BAD_VALUE, width.min(height) as u32));
            }
            if let Some(window) = drawable.native().filter(|_| drawable.is_window() && drawable.config.double_buffered) {
                drawable.flush();
                let area = Rectangle { x0: x, y0: y, x1: x.saturating_add(width), y1: y.saturating_add(height) };
                window.store_part(&drawable.resolved()?, area);
                drawable.buffers().window_changed();
            }
            Ok(())
        });
    }
}
