//! Windows and pixmaps of X servers and Wayland compositors, the buffers of surfaces, and the results of C functions.

pub mod buffers;
pub mod drawable;
pub mod images;
pub mod library;
pub mod region;
pub mod shared_memory;
pub mod stubs;
pub mod video_frames;
pub mod wayland;
pub mod x11;
pub mod xcb;
pub mod xlib;

/// The value that a function returns on failure.
pub trait Failed {
    /// The value.
    const FAILED: Self;
}

impl Failed for () {
    const FAILED: Self = ();
}

impl Failed for u32 {
    const FAILED: Self = 0;
}

impl Failed for i32 {
    const FAILED: Self = 0;
}

impl Failed for u64 {
    const FAILED: Self = 0;
}

impl Failed for i64 {
    const FAILED: Self = 0;
}

impl<T> Failed for *mut T {
    const FAILED: Self = core::ptr::null_mut();
}

impl<T> Failed for *const T {
    const FAILED: Self = core::ptr::null();
}
