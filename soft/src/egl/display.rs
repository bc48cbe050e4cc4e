//! EGL displays, which own the contexts, surfaces, images and sync objects.

use super::context::Context;
use super::surface::Surface;
use super::sync::Sync;
use super::tokens::*;
use super::x11::{Connection, Visuals};
use super::{Handle, Result};
use crate::winsys::wayland;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

fn displays() -> MutexGuard<'static, Vec<(usize, Display)>> {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the handle of the display of a platform, a native display and the device, if eglQueryDisplayAttribEXT returns that. Adds the display if
/// there is none yet.
pub fn handle(platform: Platform, native: usize, device: bool) -> usize {
    let mut displays = displays();
    let same = |display: &Display| display.platform == platform && display.native == native && display.device == device;
    if let Some((handle, _)) = displays.iter().find(|(_, display)| same(display)) {
        return *handle;
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
    handle
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

/// Returns the surface with a handle.
pub fn find_surface(display: Handle, surface: Handle) -> Result<Arc<Surface>> {
    with(display, |display| display.surfaces.get(&(surface as usize)).cloned().ok_or(EGL_BAD_SURFACE))
}
