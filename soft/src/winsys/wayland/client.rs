//! The functions of libwayland-client, which is loaded when the first display needs it, and the requests and events of the core protocol.

use crate::winsys::library;
use crate::winsys::xcb::Raw;
use glmeter_abi::functions;
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
    pub struct Client("wl_") {
        fn display_connect(name: *const c_char) -> Raw;
        fn display_disconnect(display: Raw);
        fn display_get_fd(display: Raw) -> c_int;
        fn display_get_error(display: Raw) -> c_int;
        fn display_flush(display: Raw) -> c_int;
        fn display_create_queue(display: Raw) -> Raw;
        fn event_queue_destroy(queue: Raw);
        fn display_roundtrip_queue(display: Raw, queue: Raw) -> c_int;
        fn display_prepare_read_queue(display: Raw, queue: Raw) -> c_int;
        fn display_cancel_read(display: Raw);
        fn display_read_events(display: Raw) -> c_int;
        fn display_dispatch_queue_pending(display: Raw, queue: Raw) -> c_int;
        fn proxy_create_wrapper(proxy: Raw) -> Raw;
        fn proxy_wrapper_destroy(wrapper: Raw);
        fn proxy_set_queue(proxy: Raw, queue: Raw);
        fn proxy_add_listener(proxy: Raw, listener: *const c_void, data: Raw) -> c_int;
        fn proxy_destroy(proxy: Raw);
        fn proxy_get_version(proxy: Raw) -> u32;
        fn proxy_marshal_array(proxy: Raw, opcode: u32, arguments: *const Argument);
        fn proxy_marshal_array_constructor_versioned(proxy: Raw, opcode: u32, arguments: *mut Argument, interface: Interface, version: u32) -> Raw;
    }
}

/// Returns the functions of libwayland-client, loaded on first use, or `None` if the library or one of them is missing.
pub fn client() -> Option<&'static Client> {
    static FUNCTIONS: OnceLock<Option<Client>> = OnceLock::new();
    // SAFETY: the library's initialisers have no preconditions, and its headers declare each function with the type in the table `Client`.
    FUNCTIONS.get_or_init(|| unsafe { library::functions(FILE, |find| Client::load(find)) }).as_ref()
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
        // SAFETY: the library's initialisers have no preconditions.
        let library = unsafe { library::open(FILE) }?;
        let address = |name: &str| Some(library::symbol(library, name).cast_const()).filter(|address| !address.is_null());
        Some(Interfaces {
            registry: address("wl_registry_interface")?,
            callback: address("wl_callback_interface")?,
            shm: address("wl_shm_interface")?,
            shm_pool: address("wl_shm_pool_interface")?,
            buffer: address("wl_buffer_interface")?,
        })
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
