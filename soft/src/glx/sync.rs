//! Video frames: swap intervals, GLX_OML_sync_control and GLX_SGI_video_sync.

use super::current::draw_drawable;
use super::display::find;
use super::drawable::Drawable;
use super::swap::swap;
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of, store};
use crate::winsys::video_frames::{RATE, begin_of, frame, wait_for};
use base::core::fork;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// GLX_MAX_SWAP_INTERVAL_EXT.
pub const MAX_INTERVAL: i32 = 1000;

/// Returns the frame that the arguments of GLX_OML_sync_control name.
fn target(now: i64, target: i64, divisor: i64, remainder: i64) -> i64 {
    // "If the current MSC is less than the <target_msc> parameter for glXWaitForMscOML, glXWaitForMscOML will block until the MSC value becomes
    // equal to <target_msc> … Otherwise, the function will block until the MSC value is incremented to a value such that MSC % <divisor> =
    // <remainder> … If <divisor> = 0, then the wait will return as soon as MSC >= <target_msc>." [GLX_OML_sync_control]
    if now < target {
        return target;
    }
    if divisor == 0 {
        return now;
    }
    let ahead = (remainder - now % divisor).rem_euclid(divisor);
    now + if ahead == 0 { divisor } else { ahead }
}

/// Checks the divisor and the remainder of GLX_OML_sync_control.
fn check(target: i64, divisor: i64, remainder: i64) -> Result<()> {
    // "Each function will generate a GLX_BAD_VALUE error if <divisor> is less than zero, or if <remainder> is less than zero, or if <remainder> is
    // greater than or equal to a non-zero <divisor>, or if <target_msc> is less than zero." [GLX_OML_sync_control]
    let valid = target >= 0 && divisor >= 0 && remainder >= 0 && (divisor == 0 || remainder < divisor);
    // They are results of functions, not errors of the protocol.
    if valid { Ok(()) } else { Err(Error::None) }
}

/// Returns the drawable that a function synchronizes with.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn drawable(display: Handle, id: Xid) -> Result<Arc<Drawable>> {
    // SAFETY: the caller guarantees the display.
    unsafe { find(display) }?.drawable(id_of(id)).ok_or(Error::None)
}

/// Stores the time at which the current frame began, its number, and the number of swaps.
///
/// # Safety
/// The pointers must be null or valid for writing.
unsafe fn store_values(drawable: &Drawable, values: [*mut i64; 3]) {
    let now = frame();
    // SAFETY: the caller guarantees the pointers.
    unsafe {
        store(values[0], begin_of(now));
        store(values[1], now);
        store(values[2], drawable.swaps.load(Ordering::Acquire) as i64);
    }
}

/// Implements glXGetSyncValuesOML.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointers to results null or valid for writing them.
pub unsafe extern "C" fn get_sync_values(display: Handle, id: Xid, ust: *mut i64, msc: *mut i64, sbc: *mut i64) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            store_values(&*drawable(display, id)?, [ust, msc, sbc]);
            Ok(1)
        })
    }
}

/// Implements glXGetMscRateOML.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointers to results null or valid for writing them.
pub unsafe extern "C" fn get_msc_rate(display: Handle, id: Xid, numerator: *mut i32, denominator: *mut i32) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            drawable(display, id)?;
            store(numerator, RATE as i32);
            store(denominator, 1);
            Ok(1)
        })
    }
}

/// Implements glXSwapBuffersMscOML, which swaps before it returns.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn swap_buffers_msc(display: Handle, id: Xid, at: i64, divisor: i64, remainder: i64) -> i64 {
    // "It will return a value of -1 if the function failed because of errors detected in the input parameters" [GLX_OML_sync_control]
    let mut result = -1;
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_SWAP_BUFFERS, || {
            check(at, divisor, remainder)?;
            let drawable = drawable(display, id)?;
            // "glXSwapBuffersMscOML is a no-op and will always return 0 if the specified drawable was created with a non-double-buffered
            // GLXFBConfig or if the specified drawable is a GLXPixmap." [GLX_OML_sync_control]
            if !drawable.config.double_buffered || !drawable.is_window() {
                result = 0;
                return Ok(());
            }
            fork::outside(|| wait_for(target(frame(), at, divisor, remainder)));
            swap(&drawable)?;
            result = drawable.swaps.load(Ordering::Acquire) as i64;
            Ok(())
        });
    }
    result
}

/// Implements glXWaitForMscOML.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointers to results null or valid for writing them.
pub unsafe extern "C" fn wait_for_msc(
    display: Handle,
    id: Xid,
    at: i64,
    divisor: i64,
    remainder: i64,
    ust: *mut i64,
    msc: *mut i64,
    sbc: *mut i64,
) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            check(at, divisor, remainder)?;
            let drawable = drawable(display, id)?;
            fork::outside(|| wait_for(target(frame(), at, divisor, remainder)));
            store_values(&drawable, [ust, msc, sbc]);
            Ok(1)
        })
    }
}

/// Implements glXWaitForSbcOML. Swaps are complete when they are requested, so a greater number is one that this thread would wait for in vain.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointers to results null or valid for writing them.
pub unsafe extern "C" fn wait_for_sbc(display: Handle, id: Xid, at: i64, ust: *mut i64, msc: *mut i64, sbc: *mut i64) -> i32 {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            // "glXWaitForSbcOML will generate a GLX_BAD_VALUE error if <target_sbc> is less than zero." [GLX_OML_sync_control]
            if at < 0 {
                return Err(Error::None);
            }
            let drawable = drawable(display, id)?;
            while (drawable.swaps.load(Ordering::Acquire) as i64) < at && drawable.native().is_some() {
                // Another thread may swap.
                fork::outside(|| wait_for(frame() + 1));
            }
            store_values(&drawable, [ust, msc, sbc]);
            Ok(1)
        })
    }
}

/// Sets the swap interval of the current drawable, or returns the code of an error.
fn set_interval(interval: i32) -> i32 {
    match draw_drawable() {
        Some(drawable) => {
            drawable.interval.store(interval.min(MAX_INTERVAL), Ordering::Release);
            0
        }
        None => GLX_BAD_CONTEXT,
    }
}

/// Implements glXSwapIntervalSGI.
pub extern "C" fn swap_interval_sgi(interval: i32) -> i32 {
    // "glXSwapIntervalSGI returns GLX_BAD_VALUE if parameter <interval> is less than or equal to zero." [GLX_SGI_swap_control]
    if interval <= 0 { GLX_BAD_VALUE } else { set_interval(interval) }
}

/// Implements glXSwapIntervalMESA.
pub extern "C" fn swap_interval_mesa(interval: u32) -> i32 {
    i32::try_from(interval).map_or(GLX_BAD_VALUE, set_interval)
}

/// Implements glXGetSwapIntervalMESA.
pub extern "C" fn get_swap_interval() -> i32 {
    draw_drawable().map_or(0, |drawable| drawable.interval.load(Ordering::Acquire).abs())
}

/// Implements glXSwapIntervalEXT.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn swap_interval_ext(display: Handle, id: Xid, interval: i32) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_VENDOR_PRIVATE, || {
            // "glXSwapIntervalEXT generates BadWindow if parameter <drawable> is not a valid GLXDrawable" [EXT_swap_control]
            let drawable = find(display)?.drawable(id_of(id)).ok_or(Error::Core(BAD_WINDOW, id_of(id)))?;
            // "The <interval> value is silently clamped to the maximum implementation-dependent value supported before being stored."
            // [EXT_swap_control]
            drawable.interval.store(interval.clamp(-MAX_INTERVAL, MAX_INTERVAL), Ordering::Release);
            Ok(())
        });
    }
}

/// Implements glXGetVideoSyncSGI.
///
/// # Safety
/// `count` must be null or valid for writing a number.
pub unsafe extern "C" fn get_video_sync(count: *mut u32) -> i32 {
    // "glXGetVideoSyncSGI returns GLX_BAD_CONTEXT if there is no current GLXContext." [GLX_SGI_video_sync]
    if draw_drawable().is_none() {
        return GLX_BAD_CONTEXT;
    }
    // SAFETY: the caller guarantees the pointer.
    unsafe { store(count, frame() as u32) };
    0
}

/// Implements glXWaitVideoSyncSGI.
///
/// # Safety
/// `count` must be null or valid for writing a number.
pub unsafe extern "C" fn wait_video_sync(divisor: i32, remainder: i32, count: *mut u32) -> i32 {
    // "glXWaitVideoSyncSGI returns GLX_BAD_VALUE if parameter <divisor> is less than or equal to zero, or if parameter <remainder> is less than
    // zero." [GLX_SGI_video_sync]
    if divisor <= 0 || remainder < 0 {
        return GLX_BAD_VALUE;
    }
    if draw_drawable().is_none() {
        return GLX_BAD_CONTEXT;
    }
    fork::outside(|| wait_for(target(frame(), 0, i64::from(divisor), i64::from(remainder))));
    // SAFETY: the caller guarantees the pointer.
    unsafe { get_video_sync(count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_a_target_is_the_specifications() {
        assert_eq!(target(10, 15, 0, 0), 15);
        assert_eq!(target(10, 15, 7, 3), 15);
        assert_eq!(target(10, 10, 0, 0), 10);
        assert_eq!(target(10, 0, 1, 0), 11);
        assert_eq!(target(10, 0, 4, 3), 11);
        assert_eq!(target(10, 0, 4, 2), 14);
        assert_eq!(target(10, 0, 4, 1), 13);
        for (at, divisor, remainder) in [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 2, 2)] {
            assert_eq!(check(at, divisor, remainder), Err(Error::None));
        }
        assert_eq!((check(0, 0, 0), check(5, 2, 1)), (Ok(()), Ok(())));
    }

    #[test]
    fn intervals_need_a_current_drawable() {
        assert_eq!((swap_interval_sgi(0), swap_interval_sgi(1)), (GLX_BAD_VALUE, GLX_BAD_CONTEXT));
        assert_eq!((swap_interval_mesa(u32::MAX), swap_interval_mesa(1), get_swap_interval()), (GLX_BAD_VALUE, GLX_BAD_CONTEXT, 0));
    }
}
