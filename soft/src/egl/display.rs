//! EGL displays, which own the contexts, surfaces and sync objects.

use super::config::{self, Config};
use super::context::Context;
use super::surface::Surface;
use super::sync::Sync;
use super::tokens::*;
use super::x11::{Connection, NativeDisplay, Visuals};
use super::{Handle, Result, attributes, debug, enter, pixmap, store};
use crate::winsys::wayland;
use base::environment;
use gl::object::egl_image;
use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString, c_char};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The platform of a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// The default display if no server of windows answers: it has none.
    Offscreen,
    /// The surfaceless and device platforms, which have no windows.
    Surfaceless,
    /// Windows of Xlib.
    X11,
    /// Windows of XCB.
    Xcb,
    /// Windows of Wayland.
    Wayland,
}

/// A display. Its handle is the address of a leaked allocation, so that no other vendor uses the same value.
pub struct Display {
    /// The platform, which determines the type of `native`.
    pub platform: Platform,
    /// The native display: a `Display *` of Xlib, an `xcb_connection_t *`, a `wl_display`, or 0.
    pub native: usize,
    /// True if eglQueryDisplayAttribEXT returns the device (EGL_EXT_platform_device).
    pub device: bool,
    /// True between eglInitialize and eglTerminate.
    pub initialized: bool,
    /// The connection to the X server, if the platform has one.
    pub connection: Option<Arc<Connection>>,
    /// The connection to the Wayland compositor, if the platform has one.
    pub wayland: Option<Arc<wayland::Connection>>,
    /// The contexts by handle.
    pub contexts: HashMap<usize, Arc<Context>>,
    /// The surfaces by handle.
    pub surfaces: HashMap<usize, Arc<Surface>>,
    /// The handles of the images.
    pub images: HashSet<usize>,
    /// The sync objects by handle.
    pub syncs: HashMap<usize, Sync>,
}

impl Display {
    /// Returns the visuals of the display's windows, which are none if it has no X server. Configs support windows on the platforms without windows too:
    /// ANGLE asks for configs with the bits of windows and pbuffers everywhere, and creates pbuffers alone there.
    pub fn visuals(&self) -> Visuals {
        let without_visuals = matches!(self.platform, Platform::Wayland | Platform::Surfaceless);
        let none = Visuals { without_visuals, ..Visuals::default() };
        self.connection.as_ref().map_or(none, |connection| connection.visuals)
    }
}

/// All displays, with their handles.
static DISPLAYS: Mutex<Vec<(usize, Display)>> = Mutex::new(Vec::new());
/// The next handle of a context, surface or sync object.
static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0x1000);

/// Returns a handle that no other object of this driver has.
pub fn new_handle() -> usize {
    NEXT.fetch_add(16, std::sync::atomic::Ordering::Relaxed)
}

fn displays() -> MutexGuard<'static, Vec<(usize, Display)>> {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` with a display, which need not be initialised.
pub fn with_any<R>(handle: Handle, work: impl FnOnce(&mut Display) -> Result<R>) -> Result<R> {
    let mut displays = displays();
    let display = displays.iter_mut().find(|(key, _)| *key == handle as usize).ok_or(EGL_BAD_DISPLAY)?;
    work(&mut display.1)
}

/// Calls `work` with an initialised display.
pub fn with<R>(handle: Handle, work: impl FnOnce(&mut Display) -> Result<R>) -> Result<R> {
    with_any(handle, |display| if display.initialized { work(display) } else { Err(EGL_NOT_INITIALIZED) })
}

/// Implements `getPlatformDisplay` of libglvnd's vendor interface. Platform EGL_NONE means the default display.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE. `native` must be null or the native display type of the platform (a `Display *` of
/// Xlib, an `xcb_connection_t *`, a `wl_display`), and stay valid until the display is terminated.
pub unsafe extern "C" fn get_platform_display(platform: u32, native: Handle, list: *const isize) -> Handle {
    enter(c"eglGetPlatformDisplay", core::ptr::null_mut(), || {
        // No display together with EGL_SUCCESS means "a valid display that another vendor must serve".
        let declined = Err(EGL_SUCCESS);
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        for (key, _) in unsafe { attributes(list) } {
            if !matches!(key, EGL_PLATFORM_X11_SCREEN | EGL_PLATFORM_XCB_SCREEN) {
                return Err(EGL_BAD_ATTRIBUTE);
            }
        }
        let (platform, device) = match platform as i32 {
            EGL_PLATFORM_SURFACELESS if native.is_null() => (Platform::Surfaceless, false),
            EGL_PLATFORM_SURFACELESS => return Err(EGL_BAD_PARAMETER),
            EGL_PLATFORM_DEVICE if native == super::vendor::device() => (Platform::Surfaceless, true),
            EGL_PLATFORM_X11 => (Platform::X11, false),
            EGL_PLATFORM_XCB => (Platform::Xcb, false),
            EGL_PLATFORM_WAYLAND => (Platform::Wayland, false),
            EGL_NONE if native.is_null() => match environment::variable("EGL_PLATFORM").as_ref().and_then(|name| name.to_str()) {
                Some("surfaceless" | "device") => (Platform::Surfaceless, false),
                Some("wayland") => (Platform::Wayland, false),
                // As in Mesa's builds for distributions, X11 comes first where both answer.
                _ if Connection::reachable() => (Platform::X11, false),
                _ if wayland::Connection::reachable() => (Platform::Wayland, false),
                _ => (Platform::Offscreen, false),
            },
            _ => return declined,
        };
        let native = native as usize;
        let mut displays = displays();
        let same = |display: &Display| display.platform == platform && display.native == native && display.device == device;
        if let Some((handle, _)) = displays.iter().find(|(_, display)| same(display)) {
            return Ok(*handle as Handle);
        }
        let handle = Box::leak(Box::new(0usize)) as *mut usize as usize;
        let display = Display {
            platform,
            native,
            device,
            initialized: false,
            connection: None,
            wayland: None,
            contexts: HashMap::new(),
            surfaces: HashMap::new(),
            images: HashSet::new(),
            syncs: HashMap::new(),
        };
        displays.push((handle, display));
        Ok(handle as Handle)
    })
}

/// Implements eglInitialize.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn initialize(handle: Handle, major: *mut i32, minor: *mut i32) -> u32 {
    enter(c"eglInitialize", handle, || {
        with_any(handle, |display| {
            if !display.initialized {
                let native = match (display.platform, display.native) {
                    (Platform::Offscreen | Platform::Surfaceless | Platform::Wayland, _) => None,
                    (_, 0) => Some(NativeDisplay::Default),
                    (Platform::X11, native) => Some(NativeDisplay::Xlib(native as Handle)),
                    (Platform::Xcb, native) => Some(NativeDisplay::Xcb(native as Handle)),
                };
                if let Some(native) = native {
                    // SAFETY: the creator of the display guaranteed that its native display has the type of the platform.
                    let connection = unsafe { Connection::open(native) };
                    display.connection = Some(Arc::new(connection.ok_or(EGL_NOT_INITIALIZED)?));
                }
                if display.platform == Platform::Wayland {
                    // SAFETY: as above.
                    let connection = unsafe { wayland::Connection::open(display.native as Handle) };
                    display.wayland = Some(Arc::new(connection.ok_or(EGL_NOT_INITIALIZED)?));
                }
                display.initialized = true;
            }
            for (pointer, value) in [(major, 1), (minor, 5)] {
                if !pointer.is_null() {
                    // SAFETY: the caller guarantees that the pointer is valid.
                    unsafe { store(pointer, value) }?;
                }
            }
            Ok(1)
        })
    })
}

/// Implements eglTerminate.
pub extern "C" fn terminate(handle: Handle) -> u32 {
    enter(c"eglTerminate", handle, || {
        let (contexts, surfaces, wayland) = with_any(handle, |display| {
            display.initialized = false;
            let ended = display.contexts.keys().chain(display.surfaces.keys()).chain(display.syncs.keys()).chain(&display.images);
            ended.for_each(|handle| debug::forget(*handle));
            std::mem::take(&mut display.images).into_iter().for_each(egl_image::remove);
            display.syncs.drain().for_each(|(_, sync)| sync.end());
            display.connection = None;
            Ok((std::mem::take(&mut display.contexts), std::mem::take(&mut display.surfaces), display.wayland.take()))
        })?;
        surfaces.values().for_each(|surface| surface.detach());
        // A current context stays alive in its thread. Everything else is dropped here, outside the lock.
        drop((contexts, surfaces, wayland));
        Ok(1)
    })
}

/// Display extensions.
const EXTENSIONS: &CStr = c"EGL_EXT_buffer_age EGL_EXT_create_context_robustness EGL_EXT_pixel_format_float EGL_EXT_swap_buffers_with_damage EGL_IMG_context_priority EGL_KHR_config_attribs EGL_KHR_context_flush_control EGL_KHR_create_context EGL_KHR_create_context_no_error EGL_KHR_fence_sync EGL_KHR_get_all_proc_addresses EGL_KHR_gl_colorspace EGL_KHR_gl_renderbuffer_image EGL_KHR_gl_texture_2D_image EGL_KHR_gl_texture_3D_image EGL_KHR_gl_texture_cubemap_image EGL_KHR_image_base EGL_KHR_no_config_context EGL_KHR_partial_update EGL_KHR_reusable_sync EGL_KHR_surfaceless_context EGL_KHR_swap_buffers_with_damage EGL_KHR_wait_sync EGL_MESA_configless_context EGL_MESA_query_driver";
/// Client extensions. `getVendorString` returns those that add platforms.
const CLIENT_EXTENSIONS: &CStr = c"EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_base EGL_KHR_client_get_all_proc_addresses EGL_KHR_debug";
/// Client extensions that add platforms.
pub const PLATFORM_EXTENSIONS: &CStr =
    c"EGL_EXT_platform_device EGL_EXT_platform_wayland EGL_EXT_platform_x11 EGL_EXT_platform_xcb EGL_KHR_platform_wayland EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless";

/// Returns the client extensions. libglvnd adds the platforms itself, for which it asks `getVendorString`.
fn client_extensions() -> &'static CStr {
    static WITH_PLATFORMS: OnceLock<CString> = OnceLock::new();
    if super::dispatch::EXPORTS.get().is_some() {
        return CLIENT_EXTENSIONS;
    }
    let join = || CString::new([CLIENT_EXTENSIONS.to_bytes(), b" ", PLATFORM_EXTENSIONS.to_bytes()].concat()).unwrap_or_default();
    WITH_PLATFORMS.get_or_init(join)
}

/// Implements eglQueryString.
pub extern "C" fn query_string(handle: Handle, name: i32) -> *const c_char {
    enter(c"eglQueryString", handle, || {
        if handle.is_null() {
            return match name {
                EGL_EXTENSIONS => Ok(client_extensions().as_ptr()),
                EGL_VERSION => Ok(c"1.5".as_ptr()),
                _ => Err(EGL_BAD_DISPLAY),
            };
        }
        with(handle, |_| {
            Ok(match name {
                EGL_VENDOR => c"glmeter",
                EGL_VERSION => c"1.5 glmeter software pipeline",
                EGL_EXTENSIONS => EXTENSIONS,
                EGL_CLIENT_APIS => c"OpenGL OpenGL_ES",
                _ => return Err(EGL_BAD_PARAMETER),
            }
            .as_ptr())
        })
    })
}

/// Implements eglGetDisplayDriverName.
pub extern "C" fn driver_name(handle: Handle) -> *const c_char {
    enter(c"eglGetDisplayDriverName", handle, || with(handle, |_| Ok(c"glmeter".as_ptr())))
}

/// Implements eglGetDisplayDriverConfig: the driver has no options.
pub extern "C" fn driver_config(handle: Handle) -> *mut c_char {
    enter(c"eglGetDisplayDriverConfig", handle, || {
        with(handle, |_| {
            // "Return a JSON or XML document … or NULL": the caller frees it. SAFETY: the string ends with NUL.
            let text = unsafe { libc::strdup(c"<?xml version=\"1.0\"?><driinfo></driinfo>".as_ptr()) };
            if text.is_null() { Err(EGL_BAD_ALLOC) } else { Ok(text) }
        })
    })
}

/// Writes the handles of configs to an array of `size` elements, and their number to `count`.
///
/// # Safety
/// `into` must be null or valid for writing `size` handles, `count` null or valid for writing a number.
unsafe fn list(configs: &[Config], into: *mut Handle, size: i32, count: *mut i32) -> Result<u32> {
    if count.is_null() {
        return Err(EGL_BAD_PARAMETER);
    }
    let mut given = configs.len();
    if !into.is_null() {
        given = given.min(usize::try_from(size).unwrap_or(0));
        for (index, config) in configs.iter().take(given).enumerate() {
            // SAFETY: the caller guarantees `size` elements, and no more are written.
            unsafe { into.add(index).write_unaligned(config.handle()) };
        }
    }
    // SAFETY: the caller guarantees that the pointer is null or valid.
    unsafe { store(count, given as i32) }?;
    Ok(1)
}

/// Implements eglGetConfigs.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_configs(handle: Handle, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    // SAFETY: the caller guarantees that the pointers are null or valid.
    enter(c"eglGetConfigs", handle, || with(handle, |display| unsafe { list(&config::all(display.visuals()), into, size, count) }))
}

/// Implements eglChooseConfig.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn choose_config(handle: Handle, wanted: *const i32, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    enter(c"eglChooseConfig", handle, || {
        with(handle, |display| {
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            let wanted = unsafe { attributes(wanted) };
            let mut found = config::choose(&wanted, display.visuals())?;
            // "If EGL_MATCH_NATIVE_PIXMAP is specified in attrib list, it must be followed by an attribute value which is the handle of a
            // valid native pixmap. Only EGLConfigs which support rendering to that pixmap will match this attribute." [EGL 1.4, 3.4.1.1]
            if let Some(&(_, pixmap)) = wanted.iter().rev().find(|pair| pair.0 == EGL_MATCH_NATIVE_PIXMAP && pair.1 != EGL_NONE as isize) {
                let depth = pixmap::geometry(display, pixmap as u32)?.depth;
                found.retain(|config| pixmap::supports(*config, depth, display.visuals()));
            }
            // SAFETY: the caller guarantees that the pointers are null or valid.
            unsafe { list(&found, into, size, count) }
        })
    })
}

/// Implements eglGetConfigAttrib.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_config_attrib(handle: Handle, config: Handle, attribute: i32, value: *mut i32) -> u32 {
    enter(c"eglGetConfigAttrib", handle, || {
        with(handle, |display| {
            let found = Config::from_handle(config, display.visuals())?.attribute(attribute, display.visuals())?;
            // SAFETY: the caller guarantees that the pointer is null or valid.
            unsafe { store(value, found) }?;
            Ok(1)
        })
    })
}
