//! Dispatch stubs for GLX functions that libglvnd does not know. libglvnd asks each vendor for a stub, which finds the right vendor by the
//! display, drawable, config or context that the function applies to.

use super::{Handle, Xid};
use crate::winsys::Failed;
use crate::winsys::stubs::{self, Exports, Stub};
use core::ffi::{c_char, c_int, c_ulong, c_void};
use glmeter_abi::function;
use glmeter_abi::glvnd::{Address, GlxExports};

/// libglvnd's functions for GLX vendors.
pub static EXPORTS: Exports<GlxExports> = Exports::new();

/// What determines the vendor of a call.
#[derive(Clone, Copy)]
enum Key {
    Current,
    Screen(Handle, c_int),
    Drawable(Handle, Xid),
    Config(Handle, Handle),
    Context(Handle),
}

/// Returns libglvnd's handle of the vendor of a call, or null.
fn vendor(key: Key) -> Handle {
    let null = core::ptr::null_mut();
    let Some(exports) = EXPORTS.get() else { return null };
    // SAFETY: these are libglvnd's functions, called as its vendor interface requires: only from stubs, which pass the program's arguments.
    unsafe {
        match key {
            Key::Current => exports.get_current_dyn_dispatch.map_or(null, |get| get()),
            Key::Screen(display, screen) => exports.get_dyn_dispatch.map_or(null, |get| get(display, screen)),
            Key::Drawable(display, drawable) => exports.vendor_from_drawable.map_or(null, |get| get(display, drawable)),
            Key::Config(display, config) => exports.vendor_from_fb_config.map_or(null, |get| get(display, config)),
            Key::Context(context) => exports.vendor_from_context.map_or(null, |get| get(context)),
        }
    }
}

/// Returns the function of a vendor, null if it lacks the function.
fn entry(command: Command, vendor: Handle) -> Option<Address> {
    if vendor.is_null() {
        return None;
    }
    let fetch = EXPORTS.get()?.fetch_dispatch_entry?;
    // SAFETY: the vendor comes from libglvnd's own lookup, and the index is the one that it assigned.
    Some(unsafe { fetch(vendor, STUBS[command as usize].index()) })
}

/// Tells libglvnd the vendor of a context that a stub created, and returns the context.
fn add_context(display: Handle, context: Handle, vendor: Handle) -> Handle {
    if !context.is_null()
        && let Some(add) = EXPORTS.get().and_then(|exports| exports.add_vendor_context_mapping)
    {
        // SAFETY: the vendor comes from libglvnd's own lookup.
        unsafe { add(display, context, vendor) };
    }
    context
}

/// Tells libglvnd the vendor of a drawable that a stub created, and returns the drawable.
fn add_drawable(display: Handle, drawable: Xid, vendor: Handle) -> Xid {
    if drawable != 0
        && let Some(add) = EXPORTS.get().and_then(|exports| exports.add_vendor_drawable_mapping)
    {
        // SAFETY: the vendor comes from libglvnd's own lookup.
        unsafe { add(display, drawable, vendor) };
    }
    drawable
}

/// Tells libglvnd that a stub destroyed a drawable.
fn remove_drawable(display: Handle, drawable: Xid) {
    if let Some(remove) = EXPORTS.get().and_then(|exports| exports.remove_vendor_drawable_mapping) {
        // SAFETY: libglvnd ignores drawables that it does not know.
        unsafe { remove(display, drawable) };
    }
}

/// Tells libglvnd the vendor of a config that a stub returns, and returns the config.
fn add_config(display: Handle, config: Handle, vendor: Handle) -> Handle {
    if !config.is_null()
        && let Some(add) = EXPORTS.get().and_then(|exports| exports.add_vendor_fb_config_mapping)
    {
        // SAFETY: the vendor comes from libglvnd's own lookup.
        unsafe { add(display, config, vendor) };
    }
    config
}

/// Tells libglvnd the vendor of each config of an array that a stub returns, and returns the array.
///
/// # Safety
/// `configs` must be null or have as many elements as `count` points to.
unsafe fn add_configs(display: Handle, configs: *mut Handle, count: *const c_int, vendor: Handle) -> *mut Handle {
    if !configs.is_null() && !count.is_null() {
        // SAFETY: the caller guarantees the pointers.
        for index in 0..usize::try_from(unsafe { count.read_unaligned() }).unwrap_or(0) {
            // SAFETY: the caller guarantees the number of elements.
            add_config(display, unsafe { configs.add(index).read() }, vendor);
        }
    }
    configs
}

/// Defines the stub of each command, and the table in which libglvnd looks stubs up. `$key` determines the vendor, and `$after` is what the
/// stub does with the result.
macro_rules! stubs {
    ($($name:literal $stub:ident($($argument:ident: $ty:ty),*) -> $result:ty, $key:expr $(, |$answer:ident, $vendor:ident| $after:expr)?;)*) => {
        /// The commands that have a stub.
        #[allow(non_camel_case_types, reason = "named like the stubs")]
        #[derive(Clone, Copy)]
        enum Command { $($stub),* }

        /// The stub of each command.
        static STUBS: [Stub; [$(stringify!($stub)),*].len()] = [$(Stub::new($name, $stub as *const c_void)),*];

        $(
            unsafe extern "C" fn $stub($($argument: $ty),*) -> $result {
                let found = vendor($key);
                type Function = unsafe extern "C" fn($($ty),*) -> $result;
                // SAFETY: the vendor's function of that name has the type of the row in `stubs!`.
                let function = entry(Command::$stub, found).and_then(|address| unsafe { function::<Function>(address) });
                let Some(function) = function else { return <$result>::FAILED };
                // SAFETY: the arguments are the caller's own, which must be valid for the command.
                let answer = unsafe { function($($argument),*) };
                $(
                    let ($answer, $vendor) = (answer, found);
                    let answer = $after;
                )?
                answer
            }
        )*
    };
}

/// The screen of a visual.
///
/// # Safety
/// `visual` must be null or valid.
unsafe fn screen_of(visual: Handle) -> c_int {
    // SAFETY: the caller guarantees the pointer.
    if visual.is_null() { 0 } else { unsafe { visual.cast::<crate::winsys::xlib::VisualInfo>().read_unaligned() }.screen }
}

stubs! {
    c"glXBindTexImageEXT" bind_tex_image(display: Handle, drawable: Xid, buffer: c_int, list: *const c_int) -> (),
        Key::Drawable(display, drawable);
    c"glXReleaseTexImageEXT" release_tex_image(display: Handle, drawable: Xid, buffer: c_int) -> (), Key::Drawable(display, drawable);
    c"glXCopySubBufferMESA" copy_sub_buffer(display: Handle, drawable: Xid, x: c_int, y: c_int, width: c_int, height: c_int) -> (),
        Key::Drawable(display, drawable);
    c"glXGetMscRateOML" get_msc_rate(display: Handle, drawable: Xid, numerator: *mut i32, denominator: *mut i32) -> c_int,
        Key::Drawable(display, drawable);
    c"glXGetSyncValuesOML" get_sync_values(display: Handle, drawable: Xid, ust: *mut i64, msc: *mut i64, sbc: *mut i64) -> c_int,
        Key::Drawable(display, drawable);
    c"glXSwapBuffersMscOML" swap_buffers_msc(display: Handle, drawable: Xid, at: i64, divisor: i64, remainder: i64) -> i64,
        Key::Drawable(display, drawable);
    c"glXWaitForMscOML" wait_for_msc(display: Handle, drawable: Xid, at: i64, divisor: i64, remainder: i64, ust: *mut i64, msc: *mut i64, sbc: *mut i64) -> c_int,
        Key::Drawable(display, drawable);
    c"glXWaitForSbcOML" wait_for_sbc(display: Handle, drawable: Xid, at: i64, ust: *mut i64, msc: *mut i64, sbc: *mut i64) -> c_int,
        Key::Drawable(display, drawable);
    c"glXSwapIntervalEXT" swap_interval_ext(display: Handle, drawable: Xid, interval: c_int) -> (), Key::Drawable(display, drawable);
    c"glXSwapIntervalMESA" swap_interval_mesa(interval: u32) -> c_int, Key::Current;
    c"glXGetSwapIntervalMESA" get_swap_interval() -> c_int, Key::Current;
    c"glXSwapIntervalSGI" swap_interval_sgi(interval: c_int) -> c_int, Key::Current;
    c"glXGetVideoSyncSGI" get_video_sync(count: *mut u32) -> c_int, Key::Current;
    c"glXWaitVideoSyncSGI" wait_video_sync(divisor: c_int, remainder: c_int, count: *mut u32) -> c_int, Key::Current;
    c"glXQueryRendererIntegerMESA" query_renderer_integer(display: Handle, screen: c_int, renderer: c_int, name: c_int, value: *mut u32) -> c_int,
        Key::Screen(display, screen);
    c"glXQueryRendererStringMESA" query_renderer_string(display: Handle, screen: c_int, renderer: c_int, name: c_int) -> *const c_char,
        Key::Screen(display, screen);
    c"glXQueryCurrentRendererIntegerMESA" query_current_renderer_integer(name: c_int, value: *mut u32) -> c_int, Key::Current;
    c"glXQueryCurrentRendererStringMESA" query_current_renderer_string(name: c_int) -> *const c_char, Key::Current;
    c"glXChooseFBConfigSGIX" choose_fb_config(display: Handle, screen: c_int, list: *mut c_int, count: *mut c_int) -> *mut Handle,
        // SAFETY: the vendor's function stored the number of the array's elements.
        Key::Screen(display, screen), |configs, vendor| unsafe { add_configs(display, configs, count, vendor) };
    c"glXCreateContextAttribsARB" create_context_attribs(display: Handle, config: Handle, share: Handle, direct: c_int, list: *const c_int) -> Handle,
        // SAFETY: the list is the caller's, which must be null or end with None.
        if config.is_null() { Key::Screen(display, unsafe { screen_in(list) }) } else { Key::Config(display, config) },
        |context, vendor| add_context(display, context, vendor);
    c"glXCreateContextWithConfigSGIX" create_context_with_config(display: Handle, config: Handle, kind: c_int, share: Handle, direct: c_int) -> Handle,
        Key::Config(display, config), |context, vendor| add_context(display, context, vendor);
    c"glXCreateGLXPixmapWithConfigSGIX" create_glx_pixmap_with_config(display: Handle, config: Handle, pixmap: Xid) -> Xid,
        Key::Config(display, config), |drawable, vendor| add_drawable(display, drawable, vendor);
    c"glXGetCurrentReadDrawableSGI" get_current_read_drawable() -> Xid, Key::Current;
    c"glXGetFBConfigAttribSGIX" get_fb_config_attrib(display: Handle, config: Handle, name: c_int, value: *mut c_int) -> c_int,
        Key::Config(display, config);
    c"glXGetFBConfigFromVisualSGIX" get_fb_config_from_visual(display: Handle, visual: Handle) -> Handle,
        // SAFETY: the visual is the caller's, which must be null or valid.
        Key::Screen(display, unsafe { screen_of(visual) }), |config, vendor| add_config(display, config, vendor);
    c"glXGetVisualFromFBConfigSGIX" get_visual_from_fb_config(display: Handle, config: Handle) -> Handle, Key::Config(display, config);
    c"glXCreateGLXPbufferSGIX" create_glx_pbuffer(display: Handle, config: Handle, width: u32, height: u32, list: *const c_int) -> Xid,
        Key::Config(display, config), |drawable, vendor| add_drawable(display, drawable, vendor);
    c"glXDestroyGLXPbufferSGIX" destroy_glx_pbuffer(display: Handle, drawable: Xid) -> (), Key::Drawable(display, drawable),
        |_done, _vendor| remove_drawable(display, drawable);
    c"glXQueryGLXPbufferSGIX" query_glx_pbuffer(display: Handle, drawable: Xid, name: c_int, value: *mut u32) -> (),
        Key::Drawable(display, drawable);
    c"glXSelectEventSGIX" select_event(display: Handle, drawable: Xid, mask: c_ulong) -> (), Key::Drawable(display, drawable);
    c"glXGetSelectedEventSGIX" get_selected_event(display: Handle, drawable: Xid, mask: *mut c_ulong) -> (),
        Key::Drawable(display, drawable);
    c"glXGetContextIDEXT" get_context_id(context: Handle) -> Xid, Key::Context(context);
    c"glXGetCurrentDisplayEXT" get_current_display() -> Handle, Key::Current;
    c"glXQueryContextInfoEXT" query_context_info(display: Handle, context: Handle, name: c_int, value: *mut c_int) -> c_int,
        Key::Context(context);
    c"glXMakeCurrentReadSGI" make_current_read(display: Handle, draw: Xid, read: Xid, context: Handle) -> c_int, Key::Context(context);
}

/// Returns the screen in the attributes of a context; 0 if they have none.
///
/// # Safety
/// `list` must be null or end with None.
unsafe fn screen_in(list: *const c_int) -> c_int {
    // SAFETY: the caller upholds the same contract.
    let list = unsafe { super::attributes(list) };
    list.iter().find(|pair| pair.0 == super::tokens::GLX_SCREEN).map_or(0, |pair| pair.1)
}

/// Implements `getDispatchAddress` of libglvnd's vendor interface.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe extern "C" fn dispatch_address(name: *const c_char) -> Address {
    // SAFETY: the caller upholds the same contract.
    unsafe { stubs::address(&STUBS, name) }
}

/// Implements `setDispatchIndex` of libglvnd's vendor interface.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe extern "C" fn set_dispatch_index(name: *const c_char, index: c_int) {
    // SAFETY: the caller upholds the same contract.
    unsafe { stubs::set_index(&STUBS, name, index) }
}
