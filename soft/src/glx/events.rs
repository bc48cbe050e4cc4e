//! Events: GLX_INTEL_swap_event, and the masks of all of them.

use super::display::find;
use super::drawable::{Drawable, Kind};
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of, store};
use crate::winsys::drawable::XDrawable;
use crate::winsys::video_frames::{begin_of, frame};
use crate::winsys::xlib::xlib;
use base::core::fork;
use std::ffi::{c_int, c_ulong};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// `xGLXBufferSwapComplete2`, the event as a server sends it.
#[repr(C)]
struct WireEvent {
    kind: u8,
    pad: u8,
    sequence: u16,
    event_type: u16,
    pad2: u16,
    drawable: u32,
    ust: [u32; 2],
    msc: [u32; 2],
    sbc: u32,
}

/// `GLXBufferSwapComplete`, the event as programs get it.
#[repr(C)]
struct SwapEvent {
    kind: c_int,
    serial: c_ulong,
    send_event: c_int,
    display: Handle,
    drawable: c_ulong,
    event_type: c_int,
    ust: i64,
    msc: i64,
    sbc: i64,
}

/// Returns the drawable whose events a program selects.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn with_events(display: Handle, id: Xid) -> Result<Arc<Drawable>> {
    // "If draw is not a valid GLXPbuffer or a valid GLXWindow, a GLXBadDrawable error is generated." [GLX 1.4, 3.3.8]
    // SAFETY: the caller guarantees the display.
    let found = unsafe { find(display) }?.drawable(id_of(id)).filter(|drawable| drawable.kind != Kind::Pixmap);
    found.ok_or(Error::Glx(GLX_BAD_DRAWABLE, id_of(id)))
}

/// Implements glXSelectEvent and glXSelectEventSGIX. Pbuffers are never damaged; swaps are announced if the server has numbers for GLX's events.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn select_event(display: Handle, id: Xid, mask: c_ulong) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_CHANGE_DRAWABLE_ATTRIBUTES, || {
            let drawable = with_events(display, id)?;
            let selected = mask & GLX_BUFFER_SWAP_COMPLETE_INTEL_MASK != 0;
            let code = find(display)?.codes.filter(|_| selected).map_or(0, |codes| codes.first_event + GLX_BUFFER_SWAP_COMPLETE);
            if code != 0
                && let Some(xlib) = xlib()
            {
                xlib.XESetWireToEvent(display, c_int::from(code), swap_event);
            }
            drawable.events.store(mask, Ordering::Relaxed);
            drawable.swap_event.store(code, Ordering::Release);
            Ok(())
        });
    }
}

/// Implements glXGetSelectedEvent and glXGetSelectedEventSGIX.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointer to the result null or valid for writing it.
pub unsafe extern "C" fn get_selected_event(display: Handle, id: Xid, mask: *mut c_ulong) {
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_GET_DRAWABLE_ATTRIBUTES, || {
            store(mask, with_events(display, id)?.events.load(Ordering::Relaxed));
            Ok(())
        });
    }
}

/// Returns the halves of a number, the upper one first.
fn halves(number: i64) -> [u32; 2] {
    [(number >> 32) as u32, number as u32]
}

/// Returns the event that announces the last swap of a window, in frame `msc`.
fn wire_event(code: u8, window: u32, msc: i64, sbc: u64) -> [u8; 32] {
    let mut event = [0; 32];
    event[0] = code;
    event[4..6].copy_from_slice(&GLX_COPY_COMPLETE_INTEL.to_ne_bytes());
    let ([ust_high, ust_low], [msc_high, msc_low]) = (halves(begin_of(msc)), halves(msc));
    for (place, word) in event[8..].chunks_exact_mut(4).zip([window, ust_high, ust_low, msc_high, msc_low, sbc as u32]) {
        place.copy_from_slice(&word.to_ne_bytes());
    }
    event
}

/// Sends the event of a swap to the client that created the window, if the program has selected it.
pub fn announce_swap(drawable: &Drawable, window: &XDrawable) {
    let code = drawable.swap_event.load(Ordering::Acquire);
    if code != 0 {
        // "GLXDrawable drawable; /* i.d. of Drawable */" [GLX_INTEL_swap_event]: the X window, as in Mesa.
        let event = wire_event(code, window.id, frame(), drawable.swaps.load(Ordering::Acquire));
        window.connection.send_event(window.id, &event);
    }
}

/// Converts the event for programs. Xlib calls it.
unsafe extern "C" fn swap_event(display: Handle, into: Handle, wire: Handle) -> c_int {
    let converted = fork::inside(|| {
        // SAFETY: Xlib passes an event of the server, which has 32 bytes.
        let event = unsafe { wire.cast::<WireEvent>().read_unaligned() };
        let whole = |[high, low]: [u32; 2]| (i64::from(high) << 32) | i64::from(low);
        let xlib = xlib()?;
        let converted = SwapEvent {
            kind: c_int::from(event.kind & 0x7F),
            // SAFETY: the display is open, and the event is one of its server.
            serial: unsafe { xlib._XSetLastRequestRead(display, wire) },
            send_event: c_int::from(event.kind & 0x80 != 0),
            display,
            drawable: c_ulong::from(event.drawable),
            event_type: c_int::from(event.event_type),
            ust: whole(event.ust),
            msc: whole(event.msc),
            sbc: i64::from(event.sbc),
        };
        // SAFETY: Xlib passes an XEvent, which is larger.
        unsafe { into.cast::<SwapEvent>().write(converted) };
        Some(())
    });
    c_int::from(converted.flatten().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_event_has_the_servers_layout() {
        assert_eq!(size_of::<WireEvent>(), 32);
        if cfg!(target_pointer_width = "64") {
            // As a C compiler computes from GL/glx.h.
            assert_eq!((size_of::<SwapEvent>(), core::mem::offset_of!(SwapEvent, sbc)), (72, 64));
        }
        let bytes = wire_event(96, 0x60_0001, (7 << 32) | 9, 5);
        // SAFETY: the event has 32 bytes of integers.
        let event = unsafe { bytes.as_ptr().cast::<WireEvent>().read_unaligned() };
        assert_eq!((event.kind, event.event_type, event.drawable, event.msc, event.sbc), (96, 0x8181, 0x60_0001, [7, 9], 5));
        assert_eq!(event.ust, halves(begin_of((7 << 32) | 9)));
    }
}
