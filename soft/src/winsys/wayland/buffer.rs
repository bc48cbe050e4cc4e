//! Buffers in memory that the driver and the compositor share.

use super::client::{Argument, BufferListener, NEW_ID, request};
use super::{Connection, library};
use crate::winsys::images::swap_red_and_blue;
use crate::winsys::region::Region;
use crate::winsys::xcb::Raw;
use base::core::mapping::{Mapping, unnamed_file};
use base::core::memory::Memory;
use base::image::{Rectangle, Surface};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// `WL_SHM_FORMAT_ARGB8888`.
const ARGB8888: u32 = 0;
/// `WL_SHM_FORMAT_XRGB8888`.
const XRGB8888: u32 = 1;

/// A `wl_buffer` and its pixels.
#[derive(Debug)]
pub struct Buffer {
    /// The `wl_buffer`.
    pub proxy: Raw,
    /// The pixels, the highest row first.
    memory: Memory,
    /// In pixels.
    pub size: [u32; 2],
    /// False if the compositor ignores alpha.
    alpha: bool,
    /// True from the commit until the compositor releases the buffer. The listener's data is its address.
    pub busy: Box<AtomicBool>,
    /// The pixels that changed since the buffer was written.
    pub stale: Region,
    /// The number of the presentation that last used the buffer.
    pub used: u64,
}

/// Notes that the compositor releases a buffer.
unsafe extern "C" fn release(data: Raw, _buffer: Raw) {
    // SAFETY: the listener's data is what `Buffer::busy` holds, which lives as long as the proxy.
    unsafe { (*data.cast::<AtomicBool>()).store(false, Ordering::Release) };
}

static LISTENER: BufferListener = BufferListener { release };

impl Buffer {
    /// Creates a buffer, whose pixels are all stale. `shm` is a wrapper of the connection's wl_shm, which determines the queue. Returns `None` without
    /// memory for it.
    ///
    /// # Safety
    /// `shm` must be a valid wrapper.
    pub unsafe fn new(shm: Raw, size: [u32; 2], alpha: bool) -> Option<Self> {
        let (client, interfaces) = library()?;
        let [width, height] = size.map(|value| i32::try_from(value).ok().filter(|&value| value > 0));
        let (width, height) = width.zip(height)?;
        let stride = width.checked_mul(4)?;
        let bytes = stride.checked_mul(height)?;
        let file = unnamed_file(bytes as u64).ok()?;
        // SAFETY: this process accesses the file through the mapping alone.
        let mapping = unsafe { Mapping::of_file(&file, bytes as u64) }.ok()?;
        let memory = Memory::shared(&Arc::new(mapping), 0, bytes as usize)?;
        let format = if alpha { ARGB8888 } else { XRGB8888 };
        // SAFETY: the caller guarantees the wrapper. The arguments are those of the requests in wayland.xml; libwayland-client duplicates the
        // descriptor. The listener's data lives in a box, and the buffer drops the proxy first.
        unsafe {
            let mut arguments = [NEW_ID, Argument { h: file.as_raw_fd() }, Argument { i: bytes }];
            let pool = client.proxy_marshal_array_constructor_versioned(
                shm,
                request::SHM_CREATE_POOL,
                arguments.as_mut_ptr(),
                interfaces.shm_pool,
                1,
            );
            if pool.is_null() {
                return None;
            }
            let numbers = [0, width, height, stride].map(|i| Argument { i });
            let mut arguments = [NEW_ID, numbers[0], numbers[1], numbers[2], numbers[3], Argument { u: format }];
            let proxy = client.proxy_marshal_array_constructor_versioned(
                pool,
                request::SHM_POOL_CREATE_BUFFER,
                arguments.as_mut_ptr(),
                interfaces.buffer,
                1,
            );
            client.proxy_marshal_array(pool, request::SHM_POOL_DESTROY, [].as_ptr());
            client.proxy_destroy(pool);
            if proxy.is_null() {
                return None;
            }
            let stale = Region::whole(size[0], size[1]);
            let buffer = Self { proxy, memory, size, alpha, busy: Box::new(AtomicBool::new(false)), stale, used: 0 };
            client.proxy_add_listener(proxy, (&raw const LISTENER).cast(), (&raw const *buffer.busy).cast_mut().cast());
            Some(buffer)
        }
    }

    /// Returns true if the compositor does not read the buffer.
    pub fn is_free(&self) -> bool {
        !self.busy.load(Ordering::Acquire)
    }

    /// Copies the stale pixels from a colour buffer of the same size, whose row 0 is the lowest one.
    pub fn update(&mut self, color: &Surface) {
        for part in std::mem::take(&mut self.stale).rectangles() {
            copy(color, &self.memory, *part, self.alpha);
        }
    }
}

/// Copies a part of a colour buffer to pixels of ARGB8888 in rows without gaps, the highest first.
fn copy(color: &Surface, to: &Memory, part: Rectangle, alpha: bool) {
    let clip = |value: i32, most: u32| (value.max(0) as u32).min(most) as usize;
    let (left, right) = (clip(part.x0, color.width), clip(part.x1, color.width));
    let (bottom, top) = (clip(part.y0, color.height), clip(part.y1, color.height));
    let opaque = if alpha { 0 } else { 0xFF00_0000 };
    let mut pixels = vec![0; right.saturating_sub(left)];
    for row in bottom..top {
        color.memory.load_words(row * color.row_words + left, &mut pixels);
        for pixel in &mut pixels {
            *pixel = opaque | swap_red_and_blue(*pixel);
        }
        to.store_words((color.height as usize - 1 - row) * color.width as usize + left, &pixels);
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let Some((client, _)) = library() else { return };
        // SAFETY: this value owns the proxy, and nothing uses it again.
        unsafe {
            client.proxy_marshal_array(self.proxy, request::BUFFER_DESTROY, [].as_ptr());
            client.proxy_destroy(self.proxy);
        }
    }
}

/// Creates a wrapper of the connection's wl_shm for a queue.
///
/// # Safety
/// The queue must be a valid one of the connection, and outlive the wrapper.
pub unsafe fn shm_wrapper(connection: &Connection, queue: Raw) -> Option<Raw> {
    // SAFETY: the connection's wl_shm is valid; the caller guarantees the queue.
    unsafe { connection.wrapper(connection.shm, queue) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use base::image::format::Format;

    #[test]
    fn copies_are_upside_down_with_red_and_blue_exchanged() {
        let color = Surface::new(Format::Rgba8, 2, 3).unwrap();
        for y in 0..3 {
            color.memory.store_words(y * color.row_words, &[0x8000_0011 + y as u32, 0x0022_3344]);
        }
        let memory = Memory::new(24).unwrap();
        let words = |memory: &Memory| (0..6).map(|index| memory.word(index)).collect::<Vec<_>>();
        copy(&color, &memory, Rectangle { x0: -5, y0: 1, x1: 1, y1: 9 }, true);
        assert_eq!(words(&memory), [0x8013_0000, 0, 0x8012_0000, 0, 0, 0]);
        copy(&color, &memory, Rectangle { x0: 1, y0: 0, x1: 2, y1: 1 }, false);
        assert_eq!(words(&memory), [0x8013_0000, 0, 0x8012_0000, 0, 0, 0xFF44_3322]);
    }
}
