//! The presentation of windows: eglSwapBuffers, the swap interval, damage and the age of the back buffer.

use crate::egl::display::{find_surface, with};
use crate::egl::surface::Surface;
use crate::egl::tokens::*;
use crate::egl::{Error, Handle, Result, current, enter};
use crate::winsys::drawable::PresentError;
use crate::winsys::region::Region;
use base::image::Rectangle;
use base::image::resolve::resolve;
use std::sync::{Arc, PoisonError};

/// The largest swap interval: EGL_MAX_SWAP_INTERVAL of every config. The least one is 0.
const MAX_SWAP_INTERVAL: i32 = 1;

/// Returns the EGL error of a failed presentation.
pub fn error(error: PresentError) -> Error {
    match error {
        // "If eglSwapBuffers is called and the native window associated with surface is no longer valid, an EGL_BAD_NATIVE_WINDOW error is generated."
        // [EGL 1.5, 3.10.4]
        PresentError::Window => EGL_BAD_NATIVE_WINDOW,
        PresentError::OutOfMemory => EGL_BAD_ALLOC,
    }
}

/// Returns the region of rectangles, each four numbers: x and y of the lower left corner, width and height. They are clamped to a surface of `width`
/// by `height` pixels.
fn region(rectangles: &[[i32; 4]], width: u32, height: u32) -> Region {
    let mut region = Region::default();
    for &[x, y, columns, rows] in rectangles {
        let clamp = |value: i64, most: u32| value.clamp(0, i64::from(most)) as i32;
        let end = |start: i32, size: i32| i64::from(start) + i64::from(size.max(0));
        region.add(Rectangle {
            x0: clamp(x.into(), width),
            y0: clamp(y.into(), height),
            x1: clamp(end(x, columns), width),
            y1: clamp(end(y, rows), height),
        });
    }
    region
}

/// Returns the surface with a handle, which must be the draw surface of this thread's current context.
fn bound(display: Handle, surface: Handle) -> Result<Arc<Surface>> {
    let surface = find_surface(display, surface)?;
    // "If surface is not bound to the draw surface of the calling thread's current context, an EGL_BAD_SURFACE error is generated." [EGL 1.5, 3.10.4]
    if current::draws_to(&surface) { Ok(surface) } else { Err(EGL_BAD_SURFACE) }
}

/// Presents the back buffer of a surface, of which `damage` differs from what the window shows; all of it if `damage` is `None`.
fn present(surface: &Surface, damage: Option<&[[i32; 4]]>) -> Result<u32> {
    let Some(window) = surface.native.window() else {
        surface.flush();
        return Ok(1);
    };
    // A presentation may wait, and the program may resize the window meanwhile: hold no lock.
    let (color, damage) = {
        let mut buffers = surface.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        // The window keeps the size of the frame until it is presented.
        buffers.drawn = true;
        let (width, height) = (buffers.color.width, buffers.color.height);
        let damage = damage.map_or_else(|| Region::whole(width, height), |rectangles| region(rectangles, width, height));
        let bounds = damage.bounds().unwrap_or(Rectangle { x0: 0, y0: 0, x1: 0, y1: 0 });
        (resolve(&buffers.color, bounds).map_err(|_| EGL_BAD_ALLOC)?, damage)
    };
    let presented = window.present(&color, &damage, surface.frames.interval());
    surface.frames.end();
    surface.buffers.lock().unwrap_or_else(PoisonError::into_inner).presented();
    surface.fit();
    presented.map(|()| 1).map_err(error)
}

/// Implements eglSwapBuffers.
pub extern "C" fn swap_buffers(display: Handle, surface: Handle) -> u32 {
    enter(c"eglSwapBuffers", surface, || present(&*bound(display, surface)?, None))
}

/// Implements eglSwapBuffersWithDamageKHR and eglSwapBuffersWithDamageEXT.
///
/// # Safety
/// `rectangles` must be null or valid for reading four numbers for each of `count` rectangles.
pub unsafe extern "C" fn swap_buffers_with_damage(display: Handle, surface: Handle, rectangles: *const i32, count: i32) -> u32 {
    enter(c"eglSwapBuffersWithDamageKHR", surface, || {
        let surface = bound(display, surface)?;
        // "If eglSwapBuffersWithDamageKHR is called and <n_rects>, is less than zero or <n_rects> is greater than zero but <rects> is NULL,
        // EGL_BAD_PARAMETER is generated." [EGL_KHR_swap_buffers_with_damage]
        let count = usize::try_from(count).map_err(|_| EGL_BAD_PARAMETER)?;
        if count > 0 && rectangles.is_null() {
            return Err(EGL_BAD_PARAMETER);
        }
        // "If <n_rects> is 0 then <rects> is ignored and the entire surface is implicitly damaged" [EGL_KHR_swap_buffers_with_damage]
        if count == 0 {
            return present(&surface, None);
        }
        // SAFETY: the caller guarantees the numbers.
        let read = |index: usize| unsafe { rectangles.cast::<[i32; 4]>().add(index).read_unaligned() };
        present(&surface, Some(&(0..count).map(read).collect::<Vec<_>>()))
    })
}

/// Implements eglSetDamageRegionKHR: validates the arguments. The driver draws to one buffer, of which all pixels stay defined.
pub extern "C" fn set_damage_region(display: Handle, surface: Handle, _rectangles: *const i32, _count: i32) -> u32 {
    enter(c"eglSetDamageRegionKHR", surface, || {
        let surface = find_surface(display, surface)?;
        // "If <surface> is not a postable surface, an EGL_BAD_MATCH error is generated", "If <surface> is not the current draw surface for the calling
        // thread, an EGL_BAD_MATCH error is generated", "If the value of EGL_SWAP_BEHAVIOR for <surface> is not EGL_BUFFER_DESTROYED, an EGL_BAD_MATCH
        // error is generated" [EGL_KHR_partial_update]
        if surface.native.window().is_none() || !current::draws_to(&surface) || surface.swap_behavior() != EGL_BUFFER_DESTROYED {
            return Err(EGL_BAD_MATCH);
        }
        // "If eglSetDamageRegionKHR has already been called on <surface> since the most recent frame boundary, an EGL_BAD_ACCESS error is generated",
        // "If the EGL_BUFFER_AGE_KHR attribute of <surface> has not been queried since the most recent frame boundary, an EGL_BAD_ACCESS error is
        // generated" [EGL_KHR_partial_update]
        if !surface.frames.age_is_known() || surface.frames.set_damage() {
            return Err(EGL_BAD_ACCESS);
        }
        Ok(1)
    })
}

/// Returns EGL_BUFFER_AGE_EXT of a surface.
pub fn buffer_age(surface: &Arc<Surface>) -> Result<i32> {
    // "If querying EGL_BUFFER_AGE_EXT and <surface> is not bound as the draw surface to the calling threads current context an EGL_BAD_SURFACE error is
    // generated." [EGL_EXT_buffer_age]
    if !current::draws_to(surface) {
        return Err(EGL_BAD_SURFACE);
    }
    // "Single buffered surfaces have no frame boundaries and therefore always have an age of 0." [EGL_EXT_buffer_age]
    if surface.native.window().is_none() {
        return Ok(0);
    }
    Ok(surface.frames.query_age())
}

/// Implements eglSwapInterval.
pub extern "C" fn swap_interval(display: Handle, interval: i32) -> u32 {
    enter(c"eglSwapInterval", display, || {
        with(display, |_| Ok(()))?;
        // "If there is no current context …, an EGL_BAD_CONTEXT error is generated. If there is no surface bound to the current context, an
        // EGL_BAD_SURFACE error is generated." [EGL 1.5, 3.10.3]
        if !current::is_set() {
            return Err(EGL_BAD_CONTEXT);
        }
        let surface = current::draw_surface().ok_or(EGL_BAD_SURFACE)?;
        // "interval is silently clamped to minimum and maximum implementation dependent values before being stored" [EGL 1.5, 3.10.3]
        surface.frames.set_interval(interval.clamp(0, MAX_SWAP_INTERVAL));
        Ok(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_clamped_to_the_surface() {
        let part = |x0, y0, x1, y1| Rectangle { x0, y0, x1, y1 };
        let region_of = |rectangle: [i32; 4]| region(&[rectangle], 10, 20).rectangles().to_vec();
        assert_eq!(region_of([2, 3, 4, 5]), [part(2, 3, 6, 8)]);
        assert_eq!(region_of([-2, -3, 4, 5]), [part(0, 0, 2, 2)]);
        assert_eq!(region_of([i32::MAX, 0, i32::MAX, 1]), []);
        assert_eq!(region_of([5, i32::MIN, i32::MAX, i32::MAX]), []);
        assert_eq!(region_of([0, 0, i32::MAX, i32::MAX]), [part(0, 0, 10, 20)]);
        assert_eq!(region_of([1, 1, -1, 4]), []);
    }
}
