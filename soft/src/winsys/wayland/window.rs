//! Windows: `wl_egl_window` and what shows its pixels.

use super::buffer::{Buffer, shm_wrapper};
use super::client::{Argument, CallbackListener, NEW_ID, SURFACE_HAS_DAMAGE_BUFFER, SURFACE_HAS_OFFSET, request};
use super::{Connection, library};
use crate::winsys::drawable::{self, PresentError};
use crate::winsys::region::Region;
use crate::winsys::xcb::Raw;
use base::core::fork;
use base::image;
use base::image::format::Format;
use gl::context::NativeDrawable;
use std::ffi::c_int;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// `struct wl_egl_window` of wayland-egl-backend.h.
#[repr(C)]
struct EglWindow {
    version: isize,
    width: c_int,
    height: c_int,
    dx: c_int,
    dy: c_int,
    attached_width: c_int,
    attached_height: c_int,
    driver_private: Raw,
    resize_callback: Option<unsafe extern "C" fn(*mut EglWindow, Raw)>,
    destroy_window_callback: Option<unsafe extern "C" fn(Raw)>,
    surface: Raw,
}

/// The versions of `struct wl_egl_window` that begin with these members. Before version 3 the first member was a pointer.
const VERSIONS: std::ops::Range<isize> = 3..4096;

/// The most buffers of a window: one that is shown, one that waits to be shown, one that the driver writes, and one for compositors that release
/// late.
const MOST_BUFFERS: usize = 4;
/// The number of presentations after which an unused buffer is destroyed.
const UNUSED: u64 = 32;
/// The longest wait for a frame callback. A compositor sends none as long as it does not show the window: the program may go on.
const LONGEST_FRAME: Duration = Duration::from_secs(1);
/// How often a wait looks whether the window was closed.
const SLICE: Duration = Duration::from_millis(50);

/// A window of a Wayland compositor.
pub struct Window {
    /// The address of the `wl_egl_window` when the surface was created.
    id: usize,
    /// True if the config has alpha.
    alpha: bool,
    /// The width in the upper and the height in the lower half, as the program set them last.
    size: AtomicU64,
    /// True from [`drawable::Window::close`] on.
    closing: AtomicBool,
    /// The address of the `wl_egl_window`, 0 once the program has destroyed it or the window is closed.
    native: Mutex<usize>,
    /// The function that the window calls after the program has resized it.
    resized: OnceLock<Box<dyn Fn() + Send + Sync>>,
    /// The objects of the protocol, until the window is closed.
    live: Mutex<Option<Live>>,
}

impl fmt::Debug for Window {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Window").field("id", &self.id).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the new size of a window: `wl_egl_window_resize` calls it.
unsafe extern "C" fn resize(native: *mut EglWindow, private: Raw) {
    let _ = fork::inside(|| {
        if native.is_null() || private.is_null() {
            return;
        }
        // SAFETY: libwayland-egl passes its window and `driver_private`, which is a `Window` as long as this callback is set.
        let (native, window) = unsafe { (&*native, &*private.cast::<Window>()) };
        window.size.store(packed(native.width, native.height), Ordering::Release);
        if let Some(resized) = window.resized.get() {
            resized();
        }
    });
}

/// Forgets a window that the program destroys: `wl_egl_window_destroy` calls it.
unsafe extern "C" fn destroy(private: Raw) {
    let _ = fork::inside(|| {
        if !private.is_null() {
            // SAFETY: libwayland-egl passes `driver_private`, which is a `Window` as long as this callback is set.
            *lock(unsafe { &(*private.cast::<Window>()).native }) = 0;
        }
    });
}

/// Returns a size as [`Window::size`] stores it.
fn packed(width: c_int, height: c_int) -> u64 {
    u64::from(width.max(0) as u32) << 32 | u64::from(height.max(0) as u32)
}

impl Window {
    /// Returns the window of a `wl_egl_window`. Fails with `PresentError::Window` if the pointer is null or the structure of an unknown version.
    ///
    /// # Safety
    /// `native` must be null or a valid `wl_egl_window`, whose `wl_surface` belongs to the connection, and both must stay valid until the program
    /// destroys the window by `wl_egl_window_destroy` or this driver closes it.
    pub unsafe fn new(connection: &Arc<Connection>, native: Raw, alpha: bool) -> Result<Arc<Self>, PresentError> {
        let pointer = native.cast::<EglWindow>();
        if pointer.is_null() || !pointer.is_aligned() {
            return Err(PresentError::Window);
        }
        // SAFETY: the caller guarantees the structure; older versions have a pointer there.
        if !VERSIONS.contains(&unsafe { (*pointer).version }) {
            return Err(PresentError::Window);
        }
        // SAFETY: as above. The window sets the callbacks back before it ends.
        unsafe {
            if (*pointer).surface.is_null() {
                return Err(PresentError::Window);
            }
            let live = Live::new(connection, (*pointer).surface).ok_or(PresentError::OutOfMemory)?;
            let window = Arc::new(Self {
                id: native as usize,
                alpha,
                size: AtomicU64::new(packed((*pointer).width, (*pointer).height)),
                closing: AtomicBool::new(false),
                native: Mutex::new(native as usize),
                resized: OnceLock::new(),
                live: Mutex::new(Some(live)),
            });
            (*pointer).driver_private = Arc::as_ptr(&window).cast_mut().cast();
            (*pointer).resize_callback = Some(resize);
            (*pointer).destroy_window_callback = Some(destroy);
            Ok(window)
        }
    }

    /// Sets the function to call after the program has resized the window.
    pub fn on_resize(&self, resized: impl Fn() + Send + Sync + 'static) {
        let _ = self.resized.set(Box::new(resized));
    }

    /// Shows a colour buffer. `interval` is `None` for a front buffer, whose presentation waits for no earlier one.
    fn show(&self, color: &image::Surface, damage: &Region, interval: Option<i32>) -> Result<(), PresentError> {
        let mut live = lock(&self.live);
        let live = live.as_mut().ok_or(PresentError::Window)?;
        if !matches!(color.format, Format::Rgba8 | Format::Srgb8Alpha8) || color.width == 0 || color.height == 0 {
            return Ok(());
        }
        if interval.is_some() {
            live.wait(Some(LONGEST_FRAME), &self.closing, |live| live.is_done().then_some(()))?;
            live.forget_callback();
        }
        let size = [color.width, color.height];
        let whole = Region::whole(size[0], size[1]);
        // After a front buffer the compositor shows other pixels than the last back buffer had.
        let damage = if std::mem::replace(&mut live.front, interval.is_none()) { &whole } else { damage };
        let index = live.free_buffer(size, self.alpha, &self.closing)?;
        if interval.is_some() {
            live.buffers.iter_mut().for_each(|buffer| buffer.stale.add_region(damage));
        } else {
            live.buffers[index].stale.add_region(&whole);
        }
        live.buffers[index].update(color);
        if interval.is_none() {
            live.buffers[index].stale.add_region(&whole);
        }
        let native = lock(&self.native);
        if *native == 0 || live.connection.is_lost() {
            return Err(PresentError::Window);
        }
        // SAFETY: the `wl_egl_window` is valid until its callback has set the address to 0, for which it waits.
        let native = unsafe { &mut *(*native as *mut EglWindow) };
        let place = [std::mem::take(&mut native.dx), std::mem::take(&mut native.dy)];
        [native.attached_width, native.attached_height] = size.map(|value| value as c_int);
        live.commit(index, damage, place, interval)
    }
}

impl NativeDrawable for Window {
    /// Does nothing: a client cannot read what the compositor shows.
    fn load(&self, _color: &image::Surface) {}

    fn store(&self, color: &image::Surface) {
        let _ = self.show(color, &Region::whole(color.width, color.height), None);
    }
}

impl drawable::Window for Window {
    fn id(&self) -> usize {
        self.id
    }

    fn size(&self) -> Option<[u32; 2]> {
        let size = self.size.load(Ordering::Acquire);
        Some([(size >> 32) as u32, size as u32])
    }

    fn keeps_size_of_frames(&self) -> bool {
        true
    }

    /// Waits until the compositor has begun to show the previous frame, if that had a swap interval of 1, and until there is a free buffer.
    fn present(&self, color: &image::Surface, damage: &Region, interval: Option<i32>) -> Result<(), PresentError> {
        // "The default swap interval is 1." [EGL 1.5, 3.10.3]
        self.show(color, damage, Some(interval.unwrap_or(1)))
    }

    fn close(&self) {
        self.closing.store(true, Ordering::Release);
        let live = lock(&self.live).take();
        let mut native = lock(&self.native);
        if *native != 0 {
            // SAFETY: the `wl_egl_window` is valid until its callback has set the address to 0, for which it waits.
            let native = unsafe { &mut *(*native as *mut EglWindow) };
            native.driver_private = core::ptr::null_mut();
            (native.resize_callback, native.destroy_window_callback) = (None, None);
        }
        *native = 0;
        drop(live);
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        drawable::Window::close(self);
    }
}

/// The objects of the protocol that belong to a window.
struct Live {
    /// The connection, whose display and wl_shm the objects use.
    connection: Arc<Connection>,
    /// The queue of all objects below.
    queue: Raw,
    /// Wrappers of the `wl_display`, the `wl_shm` and the window's `wl_surface` with that queue.
    wrappers: [Raw; 3],
    /// The callback of the last commit, until it is done and forgotten.
    callback: Option<Raw>,
    /// True when the callback is done. The listener's data is its address.
    done: Box<AtomicBool>,
    /// The buffers, some of an earlier size of the window that the compositor has not released.
    buffers: Vec<Buffer>,
    /// True if the compositor shows a front buffer.
    front: bool,
    /// The number of presentations.
    presentations: u64,
}

// SAFETY: libwayland-client locks its displays, queues and proxies; the window's lock protects the rest.
unsafe impl Send for Live {}

/// Notes that a callback is done.
unsafe extern "C" fn done(data: Raw, _callback: Raw, _value: u32) {
    // SAFETY: the listener's data is `Live::done`, which lives as long as the callback.
    unsafe { (*data.cast::<AtomicBool>()).store(true, Ordering::Release) };
}

static LISTENER: CallbackListener = CallbackListener { done };

impl Live {
    /// Creates the objects of a window, or returns `None` without memory for them.
    ///
    /// # Safety
    /// `surface` must be a valid `wl_surface` of the connection.
    unsafe fn new(connection: &Arc<Connection>, surface: Raw) -> Option<Self> {
        let (client, _) = library()?;
        // SAFETY: the display is valid.
        let queue = unsafe { client.display_create_queue(connection.display) };
        if queue.is_null() {
            return None;
        }
        // Own the queue from here on, so that an error destroys it.
        let mut live = Self {
            connection: connection.clone(),
            queue,
            wrappers: [core::ptr::null_mut(); 3],
            callback: None,
            done: Box::new(AtomicBool::new(false)),
            buffers: Vec::new(),
            front: false,
            presentations: 0,
        };
        // SAFETY: the queue and the proxies are valid, the surface as the caller guarantees.
        unsafe {
            live.wrappers[0] = connection.wrapper(connection.display, queue)?;
            live.wrappers[1] = shm_wrapper(connection, queue)?;
            live.wrappers[2] = connection.wrapper(surface, queue)?;
        }
        Some(live)
    }

    /// Returns true if no callback of an earlier commit is outstanding.
    fn is_done(&self) -> bool {
        self.callback.is_none() || self.done.load(Ordering::Acquire)
    }

    /// Destroys the callback of the last commit.
    fn forget_callback(&mut self) {
        if let Some((callback, (client, _))) = self.callback.take().zip(library()) {
            // SAFETY: this value owns the callback, and nothing uses it again.
            unsafe { client.proxy_destroy(callback) };
        }
    }

    /// Dispatches events until `ready` returns a value. Returns `None` after the time `limit`.
    fn wait<R>(
        &mut self,
        limit: Option<Duration>,
        closing: &AtomicBool,
        mut ready: impl FnMut(&mut Self) -> Option<R>,
    ) -> Result<Option<R>, PresentError> {
        let begun = Instant::now();
        loop {
            self.dispatch_pending()?;
            if let Some(found) = ready(self) {
                return Ok(Some(found));
            }
            if closing.load(Ordering::Acquire) {
                return Err(PresentError::Window);
            }
            let left = limit.map_or(SLICE, |limit| limit.saturating_sub(begun.elapsed()));
            if left.is_zero() {
                return Ok(None);
            }
            self.read(left.min(SLICE))?;
        }
    }

    /// Dispatches the events that have been read.
    fn dispatch_pending(&self) -> Result<(), PresentError> {
        let (client, _) = library().ok_or(PresentError::Window)?;
        // SAFETY: the display and its queue are valid.
        let dispatched = unsafe { client.display_dispatch_queue_pending(self.connection.display, self.queue) };
        if dispatched < 0 { Err(PresentError::Window) } else { Ok(()) }
    }

    /// Reads events, for which it waits at most so long.
    fn read(&self, limit: Duration) -> Result<(), PresentError> {
        let (client, _) = library().ok_or(PresentError::Window)?;
        let display = self.connection.display;
        // SAFETY: the display and its queue are valid. Each preparation ends with a read or its cancellation.
        unsafe {
            if client.display_prepare_read_queue(display, self.queue) != 0 {
                return Ok(());
            }
            let unsent = client.display_flush(display) < 0 && std::io::Error::last_os_error().kind() == std::io::ErrorKind::WouldBlock;
            let events = if unsent { libc::POLLIN | libc::POLLOUT } else { libc::POLLIN };
            let mut descriptor = libc::pollfd { fd: client.display_get_fd(display), events, revents: 0 };
            let milliseconds = c_int::try_from(limit.as_millis()).unwrap_or(c_int::MAX).max(1);
            let polled = libc::poll(&raw mut descriptor, 1, milliseconds);
            if polled > 0 && descriptor.revents & !libc::POLLOUT != 0 {
                if client.display_read_events(display) < 0 {
                    return Err(PresentError::Window);
                }
            } else {
                client.display_cancel_read(display);
            }
        }
        if self.connection.is_lost() { Err(PresentError::Window) } else { Ok(()) }
    }

    /// Returns the index of a buffer of that size that the compositor does not read: of several the one that was used last, which has the fewest stale
    /// pixels.
    fn free_buffer(&mut self, size: [u32; 2], alpha: bool, closing: &AtomicBool) -> Result<usize, PresentError> {
        let found = self.wait(None, closing, |live| {
            let now = live.presentations;
            live.buffers.retain(|buffer| !buffer.is_free() || buffer.size == size && now - buffer.used < UNUSED);
            let fitting = |buffer: &Buffer| buffer.size == size;
            let free = live.buffers.iter().enumerate().filter(|(_, buffer)| buffer.is_free());
            if let Some((index, _)) = free.max_by_key(|(_, buffer)| buffer.used) {
                return Some(Ok(index));
            }
            if live.buffers.iter().filter(|buffer| fitting(buffer)).count() == MOST_BUFFERS {
                return None;
            }
            // SAFETY: the wrapper of the wl_shm is valid.
            let Some(buffer) = (unsafe { Buffer::new(live.wrappers[1], size, alpha) }) else { return Some(Err(PresentError::OutOfMemory)) };
            live.buffers.push(buffer);
            Some(Ok(live.buffers.len() - 1))
        })?;
        found.unwrap_or(Err(PresentError::Window))
    }

    /// Sends a buffer to the compositor, with the region that differs from what it shows.
    fn commit(&mut self, index: usize, damage: &Region, [dx, dy]: [c_int; 2], interval: Option<i32>) -> Result<(), PresentError> {
        let (client, interfaces) = library().ok_or(PresentError::Window)?;
        let [display, _, surface] = self.wrappers;
        self.presentations += 1;
        let buffer = &mut self.buffers[index];
        buffer.used = self.presentations;
        buffer.busy.store(true, Ordering::Release);
        // SAFETY: the wrappers and the buffer are valid. The arguments are those of the requests in wayland.xml, in the order of their numbers. The
        // listener's data lives as long as the callback.
        unsafe {
            let version = client.proxy_get_version(surface);
            let send = |request: u32, numbers: &[i32]| {
                let arguments: Vec<Argument> = numbers.iter().map(|&i| Argument { i }).collect();
                client.proxy_marshal_array(surface, request, arguments.as_ptr());
            };
            let moves = version >= SURFACE_HAS_OFFSET;
            if moves && (dx, dy) != (0, 0) {
                send(request::SURFACE_OFFSET, &[dx, dy]);
            }
            let (x, y) = if moves { (0, 0) } else { (dx, dy) };
            client.proxy_marshal_array(
                surface,
                request::SURFACE_ATTACH,
                [Argument { o: buffer.proxy }, Argument { i: x }, Argument { i: y }].as_ptr(),
            );
            if version >= SURFACE_HAS_DAMAGE_BUFFER {
                for part in damage.rectangles() {
                    let top = buffer.size[1] as i32 - part.y1;
                    send(request::SURFACE_DAMAGE_BUFFER, &[part.x0, top, part.x1 - part.x0, part.y1 - part.y0]);
                }
            } else {
                send(request::SURFACE_DAMAGE, &[0, 0, i32::MAX, i32::MAX]);
            }
            // With interval 0 the next presentation waits until the compositor has handled this one, and has released buffers that it no longer reads.
            let callback = match interval {
                None => None,
                Some(0) => Some((display, request::DISPLAY_SYNC)),
                Some(_) => Some((surface, request::SURFACE_FRAME)),
            };
            let create = |(factory, request): (Raw, u32)| {
                client.proxy_marshal_array_constructor_versioned(
                    factory,
                    request,
                    [NEW_ID].as_mut_ptr(),
                    interfaces.callback,
                    client.proxy_get_version(factory),
                )
            };
            // A frame's callback is a part of the commit, a sync follows it.
            let framed = callback.filter(|(factory, _)| *factory == surface).map(create);
            send(request::SURFACE_COMMIT, &[]);
            let created = framed.or_else(|| callback.map(create)).filter(|created| !created.is_null());
            if let Some(callback) = created {
                self.done.store(false, Ordering::Release);
                client.proxy_add_listener(callback, (&raw const LISTENER).cast(), (&raw const *self.done).cast_mut().cast());
                self.callback = Some(callback);
            }
            client.display_flush(self.connection.display);
        }
        if self.connection.is_lost() { Err(PresentError::Window) } else { Ok(()) }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let Some((client, _)) = library() else { return };
        self.forget_callback();
        self.buffers.clear();
        // SAFETY: this value owns the wrappers and the queue, and nothing uses them again: all objects of the queue are gone.
        unsafe {
            for wrapper in self.wrappers.into_iter().filter(|wrapper| !wrapper.is_null()) {
                client.proxy_wrapper_destroy(wrapper);
            }
            client.event_queue_destroy(self.queue);
            if !self.connection.is_lost() {
                client.display_flush(self.connection.display);
            }
        }
    }
}
