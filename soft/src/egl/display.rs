//! Displays, and everything that is looked up through them.

use super::config::{self, Config};
use super::context::Context;
use super::surface::Surface;
use super::tokens::*;
use super::x11::{Connection, Visuals};
use super::{Handle, Result, attributes, enter, store};
use crate::environment;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where a display's windows come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// No windows: surfaceless, device, and the default display where no X server answers.
    Offscreen,
    X11,
    Xcb,
}

/// A display: the address of its leaked anchor is the handle, so that no other vendor has the same one.
pub struct Display {
    pub platform: Platform,
    pub native: usize,
    /// EGL_EXT_platform_device: asked by eglQueryDisplayAttribEXT.
    pub device: bool,
    pub initialized: bool,
    pub connection: Option<Arc<Connection>>,
    pub contexts: HashMap<usize, Arc<Context>>,
    pub surfaces: HashMap<usize, Arc<Surface>>,
    pub syncs: HashMap<usize, ()>,
}

impl Display {
    /// Returns the visuals of windows on it, none where it has no windows.
    pub fn visuals(&self) -> Visuals {
        self.connection.as_ref().map_or(Visuals::default(), |connection| connection.visuals)
    }
}

/// All displays by handle.
static DISPLAYS: Mutex<Vec<(usize, Display)>> = Mutex::new(Vec::new());
/// The next handle of a context, surface or sync object.
static NEXT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0x1000);

/// A handle that no other object of this driver has.
pub fn new_handle() -> usize {
    NEXT.fetch_add(16, std::sync::atomic::Ordering::Relaxed)
}

fn displays() -> MutexGuard<'static, Vec<(usize, Display)>> {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Works on a display, initialised or not.
pub fn with_any<R>(handle: Handle, work: impl FnOnce(&mut Display) -> Result<R>) -> Result<R> {
    let mut displays = displays();
    let display = displays.iter_mut().find(|(key, _)| *key == handle as usize).ok_or(EGL_BAD_DISPLAY)?;
    work(&mut display.1)
}

/// Works on an initialised display.
pub fn with<R>(handle: Handle, work: impl FnOnce(&mut Display) -> Result<R>) -> Result<R> {
    with_any(handle, |display| if display.initialized { work(display) } else { Err(EGL_NOT_INITIALIZED) })
}

/// `getPlatformDisplay` of the vendor interface; a platform of EGL_NONE asks for the default display.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE. `native` must be null or what the platform says, a `Display *` of Xlib or an
/// `xcb_connection_t *`, and stay so until the display is terminated.
pub unsafe extern "C" fn get_platform_display(platform: u32, native: Handle, list: *const isize) -> Handle {
    enter(|| {
        // EGL_SUCCESS with no display says "valid, but not mine".
        let declined = Err(EGL_SUCCESS);
        // SAFETY: the list is as the caller promises.
        for (key, _) in unsafe { attributes(list) } {
            if !matches!(key, EGL_PLATFORM_X11_SCREEN | EGL_PLATFORM_XCB_SCREEN) {
                return Err(EGL_BAD_ATTRIBUTE);
            }
        }
        let (platform, device) = match platform as i32 {
            EGL_PLATFORM_SURFACELESS if native.is_null() => (Platform::Offscreen, false),
            EGL_PLATFORM_SURFACELESS => return Err(EGL_BAD_PARAMETER),
            EGL_PLATFORM_DEVICE if native == super::vendor::device() => (Platform::Offscreen, true),
            EGL_PLATFORM_X11 => (Platform::X11, false),
            EGL_PLATFORM_XCB => (Platform::Xcb, false),
            EGL_NONE if native.is_null() => match environment::variable("EGL_PLATFORM").as_ref().and_then(|name| name.to_str()) {
                Some("surfaceless" | "device") => (Platform::Offscreen, false),
                _ if Connection::reachable() => (Platform::X11, false),
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
            contexts: HashMap::new(),
            surfaces: HashMap::new(),
            syncs: HashMap::new(),
        };
        displays.push((handle, display));
        Ok(handle as Handle)
    })
}

/// eglInitialize.
///
/// # Safety
/// Places of results must be null or good for what is written there.
pub unsafe extern "C" fn initialize(handle: Handle, major: *mut i32, minor: *mut i32) -> u32 {
    enter(|| {
        with_any(handle, |display| {
            if !display.initialized {
                if display.platform != Platform::Offscreen {
                    // SAFETY: the caller that made the display promised that its native one is what the platform says.
                    let connection = unsafe { Connection::open(display.platform, display.native) };
                    display.connection = Some(Arc::new(connection.ok_or(EGL_NOT_INITIALIZED)?));
                }
                display.initialized = true;
            }
            for (place, value) in [(major, 1), (minor, 5)] {
                if !place.is_null() {
                    // SAFETY: the place is as the caller promises.
                    unsafe { store(place, value) }?;
                }
            }
            Ok(1)
        })
    })
}

pub extern "C" fn terminate(handle: Handle) -> u32 {
    enter(|| {
        let (contexts, surfaces) = with_any(handle, |display| {
            display.initialized = false;
            display.syncs.clear();
            display.connection = None;
            Ok((std::mem::take(&mut display.contexts), std::mem::take(&mut display.surfaces)))
        })?;
        // What is current lives on in its thread; the rest ends here, outside the lock.
        drop((contexts, surfaces));
        Ok(1)
    })
}

/// Extensions of displays.
const EXTENSIONS: &CStr = c"EGL_EXT_create_context_robustness EGL_IMG_context_priority EGL_KHR_create_context EGL_KHR_create_context_no_error EGL_KHR_fence_sync EGL_KHR_get_all_proc_addresses EGL_KHR_no_config_context EGL_KHR_surfaceless_context EGL_KHR_wait_sync";
/// Client extensions; those that add platforms are told through `getVendorString`.
const CLIENT_EXTENSIONS: &CStr = c"EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_base EGL_KHR_client_get_all_proc_addresses";
pub const PLATFORM_EXTENSIONS: &CStr =
    c"EGL_EXT_platform_device EGL_EXT_platform_x11 EGL_EXT_platform_xcb EGL_KHR_platform_x11 EGL_MESA_platform_surfaceless";

pub extern "C" fn query_string(handle: Handle, name: i32) -> *const c_char {
    enter(|| {
        if handle.is_null() {
            return match name {
                EGL_EXTENSIONS => Ok(CLIENT_EXTENSIONS.as_ptr()),
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

/// Writes handles to an array of `size`; gives how many there are.
///
/// # Safety
/// `into` must be null or good for `size` handles, `count` null or good for a number.
unsafe fn list(configs: &[Config], into: *mut Handle, size: i32, count: *mut i32) -> Result<u32> {
    if count.is_null() {
        return Err(EGL_BAD_PARAMETER);
    }
    let mut given = configs.len();
    if !into.is_null() {
        given = given.min(usize::try_from(size).unwrap_or(0));
        for (index, config) in configs.iter().take(given).enumerate() {
            // SAFETY: there are `size` handles, as the caller promises, and no more are written.
            unsafe { into.add(index).write_unaligned(config.handle()) };
        }
    }
    // SAFETY: the place is as the caller promises.
    unsafe { store(count, given as i32) }?;
    Ok(1)
}

/// eglGetConfigs.
///
/// # Safety
/// Places of results must be null or good for what is written there.
pub unsafe extern "C" fn get_configs(handle: Handle, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    // SAFETY: the array and the place are as the caller promises.
    enter(|| with(handle, |display| unsafe { list(&config::all(display.visuals()), into, size, count) }))
}

/// eglChooseConfig.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE, and places of results must be null or good for what is written there.
pub unsafe extern "C" fn choose_config(handle: Handle, wanted: *const i32, into: *mut Handle, size: i32, count: *mut i32) -> u32 {
    enter(|| {
        with(handle, |display| {
            // SAFETY: the list is as the caller promises.
            let wanted = unsafe { attributes(wanted) };
            // SAFETY: the array and the place are as the caller promises.
            unsafe { list(&config::choose(&wanted, display.visuals())?, into, size, count) }
        })
    })
}

/// eglGetConfigAttrib.
///
/// # Safety
/// Places of results must be null or good for what is written there.
pub unsafe extern "C" fn get_config_attrib(handle: Handle, config: Handle, attribute: i32, value: *mut i32) -> u32 {
    enter(|| {
        with(handle, |display| {
            let found = Config::from_handle(config, display.visuals())?.attribute(attribute, display.visuals())?;
            // SAFETY: the place is as the caller promises.
            unsafe { store(value, found) }?;
            Ok(1)
        })
    })
}
