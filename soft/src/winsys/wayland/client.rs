//! The functions of libwayland-client, which is loaded when the first display needs it, and the requests and events of the core protocol.

use crate::winsys::library::{self, functions};
use crate::winsys::xcb::Raw;
use libloading::os::unix::{Library, RTLD_LAZY};
use std::ffi::{c_char, c_int, c_void};
use std::sync::OnceLock;

/// A `wl_interface`: an object's type, which only libwayland-client reads.
pub type Interface = *const c_void;

/// `union wl_argument`.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "wayland-util.h defines each member")]
pub union Argument {
    pub i: i32,
    pub u: u32,
    pub s: *const c_char,
    pub o: Raw,
    pub h: i32,
}

/// The place of a new object's id, which libwayland-client fills in.
pub const NEW_ID: Argument = Argument { o: core::ptr::null_mut() };

/// The requests of the core protocol (wayland.xml), by their numbers within each interface.
#[allow(missing_docs, reason = "wayland.xml defines each request")]
pub mod request {
    pub const DISPLAY_SYNC: u32 = 0;
    pub const DISPLAY_GET_REGISTRY: u32 = 1;
    pub const REGISTRY_BIND: u32 = 0;
    pub const SHM_CREATE_POOL: u32 = 0;
    pub const SHM_POOL_CREATE_BUFFER: u32 = 0;
    pub const SHM_POOL_DESTROY: u32 = 1;
    pub const BUFFER_DESTROY: u32 = 0;
    pub const SURFACE_ATTACH: u32 = 1;
    pub const SURFACE_DAMAGE: u32 = 2;
    pub const SURFACE_FRAME: u32 = 3;
    pub const SURFACE_COMMIT: u32 = 6;
    pub const SURFACE_DAMAGE_BUFFER: u32 = 9;
    pub const SURFACE_OFFSET: u32 = 10;
}

/// The version of wl_surface that has damage_buffer.
pub const SURFACE_HAS_DAMAGE_BUFFER: u32 = 4;
/// The version of wl_surface that has offset, and whose attach takes no other place than (0, 0).
pub const SURFACE_HAS_OFFSET: u32 = 5;

/// `wl_registry_listener`.
#[repr(C)]
pub struct RegistryListener {
    /// Receives data, the registry, the name, the interface's name and its version.
    pub global: unsafe extern "C" fn(Raw, Raw, u32, *const c_char, u32),
    /// Receives data, the registry and the name.
    pub global_remove: unsafe extern "C" fn(Raw, Raw, u32),
}

/// `wl_callback_listener`.
#[repr(C)]
pub struct CallbackListener {
    /// Receives data, the callback and its data.
    pub done: unsafe extern "C" fn(Raw, Raw, u32),
}

/// `wl_buffer_listener`.
#[repr(C)]
pub struct BufferListener {
    /// Receives data and the buffer.
    pub release: unsafe extern "C" fn(Raw, Raw),
}

/// The file name of libwayland-client.
const FILE: &str = "libwayland-client.so.0";

functions! {
    /// The functions of libwayland-client. A display, a queue, a proxy and a wrapper of a proxy are opaque pointers.
    #[allow(missing_docs, reason = "wayland-client-core.h defines each function")]
    pub struct Client, fn client, "libwayland-client.so.0" {
        pub connect: fn(*const c_char) -> Raw = "wl_display_connect",
        pub disconnect: fn(Raw) = "wl_display_disconnect",
        pub get_fd: fn(Raw) -> c_int = "wl_display_get_fd",
        pub get_error: fn(Raw) -> c_int = "wl_display_get_error",
        pub flush: fn(Raw) -> c_int = "wl_display_flush",
        pub create_queue: fn(Raw) -> Raw = "wl_display_create_queue",
        pub destroy_queue: fn(Raw) = "wl_event_queue_destroy",
        pub roundtrip_queue: fn(Raw, Raw) -> c_int = "wl_display_roundtrip_queue",
        pub prepare_read_queue: fn(Raw, Raw) -> c_int = "wl_display_prepare_read_queue",
        pub cancel_read: fn(Raw) = "wl_display_cancel_read",
        pub read_events: fn(Raw) -> c_int = "wl_display_read_events",
        pub dispatch_queue_pending: fn(Raw, Raw) -> c_int = "wl_display_dispatch_queue_pending",
        pub create_wrapper: fn(Raw) -> Raw = "wl_proxy_create_wrapper",
        pub destroy_wrapper: fn(Raw) = "wl_proxy_wrapper_destroy",
        pub set_queue: fn(Raw, Raw) = "wl_proxy_set_queue",
        pub add_listener: fn(Raw, *const c_void, Raw) -> c_int = "wl_proxy_add_listener",
        pub destroy: fn(Raw) = "wl_proxy_destroy",
        pub version: fn(Raw) -> u32 = "wl_proxy_get_version",
        pub marshal: fn(Raw, u32, *const Argument) = "wl_proxy_marshal_array",
        pub construct: fn(Raw, u32, *mut Argument, Interface, u32) -> Raw = "wl_proxy_marshal_array_constructor_versioned",
    }
}

/// The addresses of the interfaces that the driver creates objects of.
#[allow(missing_docs, reason = "named like the interfaces")]
pub struct Interfaces {
    pub registry: Interface,
    pub callback: Interface,
    pub shm: Interface,
    pub shm_pool: Interface,
    pub buffer: Interface,
}

// SAFETY: the addresses are those of constants.
unsafe impl Send for Interfaces {}
// SAFETY: as above.
unsafe impl Sync for Interfaces {}

/// Returns the interfaces of libwayland-client, or `None` without that library.
pub fn interfaces() -> Option<&'static Interfaces> {
    static INTERFACES: OnceLock<Option<Interfaces>> = OnceLock::new();
    let load = || {
        // SAFETY: the library has no initialiser with preconditions, and the symbols are those of constants, whose addresses are taken.
        unsafe {
            let library = library::open(FILE)?;
            let address = |name: &str| library::symbol::<Interface>(library, name);
            Some(Interfaces {
                registry: address("wl_registry_interface")?,
                callback: address("wl_callback_interface")?,
                shm: address("wl_shm_interface")?,
                shm_pool: address("wl_shm_pool_interface")?,
                buffer: address("wl_buffer_interface")?,
            })
        }
    };
    INTERFACES.get_or_init(load).as_ref()
}

/// Returns the address of wl_display's interface if the program has loaded libwayland-client, without loading it.
pub fn display_interface() -> Option<usize> {
    /// Opens a library only if it is loaded already.
    const RTLD_NOLOAD: c_int = libc::RTLD_NOLOAD;
    // SAFETY: the library is loaded already or is not opened. The symbol is that of a constant, whose address is taken.
    unsafe {
        let library = Library::open(Some(FILE), RTLD_LAZY | RTLD_NOLOAD).ok()?;
        library.get::<Interface>(b"wl_display_interface\0").ok().map(|found| *found as usize)
    }
}
