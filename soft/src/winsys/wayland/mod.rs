//! Windows of Wayland compositors.
//!
//! The driver's objects have event queues of their own, so that it dispatches no event of the program's.

mod buffer;
mod client;
mod window;

pub use window::Window;

use super::xcb::Raw;
use base::core::fork;
use base::environment;
use client::{Argument, Client, Interfaces, NEW_ID, RegistryListener, client, interfaces, request};
use std::ffi::{CStr, c_char};

/// A connection to a Wayland compositor: the program's own `wl_display`, or one of this driver.
#[derive(Debug)]
pub struct Connection {
    /// The `wl_display`.
    display: Raw,
    /// True if this driver opened the connection and must close it.
    owned: bool,
    /// The queue of `shm`.
    queue: Raw,
    /// The `wl_shm`.
    shm: Raw,
}

// SAFETY: libwayland-client locks its displays, queues and proxies.
unsafe impl Send for Connection {}
// SAFETY: as above.
unsafe impl Sync for Connection {}

/// Returns libwayland-client's functions and interfaces.
fn library() -> Option<(&'static Client, &'static Interfaces)> {
    client().zip(interfaces())
}

/// Notes the number of the global wl_shm, to which `data` points.
unsafe extern "C" fn global(data: Raw, _registry: Raw, name: u32, interface: *const c_char, _version: u32) {
    let _ = fork::inside(|| {
        // SAFETY: libwayland-client passes a terminated text, and the listener's data, which is a number.
        unsafe {
            if CStr::from_ptr(interface) == c"wl_shm" {
                data.cast::<u32>().write(name);
            }
        }
    });
}

/// Ignores that a global is gone.
unsafe extern "C" fn global_remove(_data: Raw, _registry: Raw, _name: u32) {}

static REGISTRY_LISTENER: RegistryListener = RegistryListener { global, global_remove };

impl Connection {
    /// Returns true if the default compositor (WAYLAND_DISPLAY) answers.
    pub fn reachable() -> bool {
        // A connection that WAYLAND_SOCKET hands over can be used once: leave it to the program.
        environment::variable("WAYLAND_DISPLAY").is_some()
            && environment::variable("WAYLAND_SOCKET").is_none()
            // SAFETY: no native display: the default compositor.
            && unsafe { Self::open(core::ptr::null_mut()) }.is_some()
    }

    /// Connects to a `wl_display`, or to the default compositor if it is null.
    ///
    /// # Safety
    /// `native` must be null or a valid `wl_display`, and stay so as long as the connection is used.
    pub unsafe fn open(native: Raw) -> Option<Self> {
        let (client, _) = library()?;
        let owned = native.is_null();
        // libwayland-client reads the compositor's address from environment variables.
        if owned && environment::is_secure() {
            return None;
        }
        // SAFETY: a null name means the default compositor.
        let display = if owned { unsafe { client.display_connect(core::ptr::null()) } } else { native };
        if display.is_null() {
            return None;
        }
        // Own the display from here on, so that an error closes it.
        // SAFETY: the display is valid.
        let queue = unsafe { client.display_create_queue(display) };
        let mut connection = Self { display, owned, queue, shm: core::ptr::null_mut() };
        connection.shm = connection.bind_shm()?;
        Some(connection)
    }

    /// Binds the compositor's wl_shm.
    fn bind_shm(&self) -> Option<Raw> {
        let (client, interfaces) = library()?;
        if self.queue.is_null() {
            return None;
        }
        let mut number = 0u32;
        // SAFETY: the display and its queue are valid. The registry's listener writes to `number` only in the calls below, and the registry ends
        // before it. The arguments are those of the requests in wayland.xml.
        unsafe {
            let wrapper = self.wrapper(self.display, self.queue)?;
            let registry = client.proxy_marshal_array_constructor_versioned(
                wrapper,
                request::DISPLAY_GET_REGISTRY,
                [NEW_ID].as_mut_ptr(),
                interfaces.registry,
                client.proxy_get_version(wrapper),
            );
            client.proxy_wrapper_destroy(wrapper);
            if registry.is_null() {
                return None;
            }
            client.proxy_add_listener(registry, (&raw const REGISTRY_LISTENER).cast(), (&raw mut number).cast());
            let answered = client.display_roundtrip_queue(self.display, self.queue) >= 0;
            let mut shm = core::ptr::null_mut();
            if answered && number != 0 {
                let mut arguments = [Argument { u: number }, Argument { s: c"wl_shm".as_ptr() }, Argument { u: 1 }, NEW_ID];
                shm = client.proxy_marshal_array_constructor_versioned(
                    registry,
                    request::REGISTRY_BIND,
                    arguments.as_mut_ptr(),
                    interfaces.shm,
                    1,
                );
                // The list of formats, of which every compositor has those that are used here.
                client.display_roundtrip_queue(self.display, self.queue);
            }
            client.proxy_destroy(registry);
            (!shm.is_null()).then_some(shm)
        }
    }

    /// Returns a wrapper of a proxy, whose new objects send their events to a queue.
    ///
    /// # Safety
    /// The proxy and the queue must be valid ones of this connection, and stay so as long as the wrapper.
    unsafe fn wrapper(&self, proxy: Raw, queue: Raw) -> Option<Raw> {
        let (client, _) = library()?;
        // SAFETY: the caller guarantees the proxy and the queue.
        unsafe {
            let wrapper = client.proxy_create_wrapper(proxy);
            if wrapper.is_null() {
                return None;
            }
            client.proxy_set_queue(wrapper, queue);
            Some(wrapper)
        }
    }

    /// Returns true if the connection failed: the compositor ended it, or a request of the program or of this driver was wrong.
    fn is_lost(&self) -> bool {
        // SAFETY: the display is valid.
        client().is_none_or(|client| unsafe { client.display_get_error(self.display) } != 0)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Some(client) = client() else { return };
        // SAFETY: this value owns the proxy and the queue, and the display if `owned` is true; nothing uses them again.
        unsafe {
            if !self.shm.is_null() {
                client.proxy_destroy(self.shm);
            }
            if !self.queue.is_null() {
                client.event_queue_destroy(self.queue);
            }
            if self.owned {
                client.display_disconnect(self.display);
            }
        }
    }
}

/// Returns true if a pointer is that of a `wl_display`. It may have any value.
pub fn is_display(pointer: Raw) -> bool {
    let Some(interface) = client::display_interface() else { return false };
    let address = pointer as usize;
    if address == 0 || !address.is_multiple_of(align_of::<usize>()) {
        return false;
    }
    // SAFETY: sysconf has no preconditions.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096);
    let mut resident = 0u8;
    // SAFETY: the call writes one byte for the one page, and fails if the process has no memory there.
    let mapped = unsafe { libc::mincore((address & !(page - 1)) as Raw, 1, &raw mut resident) } == 0;
    // The first member of a `wl_display` is that of its proxy, the interface.
    // SAFETY: the process has memory there, and an aligned word does not cross a page.
    mapped && unsafe { (pointer as *const usize).read() } == interface
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_other_pointer_is_taken_for_a_display() {
        let other = [0usize; 4];
        for pointer in [0, 1, 8, usize::MAX, usize::MAX & !7, other.as_ptr() as usize] {
            assert!(!is_display(pointer as Raw), "{pointer:#x}");
        }
        if let Some(interface) = library().and_then(|_| client::display_interface()) {
            assert!(is_display((&raw const interface).cast_mut().cast()));
        }
    }
}
