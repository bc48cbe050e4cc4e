//! The displays that programs pass: what is known of each until the program closes it.

use super::config::{self, Config};
use super::drawable::Drawable;
use super::tokens::*;
use super::{Error, Handle, Result, server};
use crate::winsys::x11::{Codes, Connection, NativeDisplay};
use crate::winsys::xlib::{ExtensionCodes, VISUAL_SCREEN_MASK, VisualInfo, xlib};
use base::core::fork;
use glmeter_abi::text::Text;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A display that a program opened.
pub struct Display {
    /// The address of the `Display`.
    raw: usize,
    /// The display's own connection, so that the program's requests and the driver's stay in order.
    pub connection: Arc<Connection>,
    /// The numbers of the server's GLX extension, if it has one.
    pub codes: Option<Codes>,
    /// The configs of each screen.
    screens: Vec<&'static [Config]>,
    /// The drawables by the XID that the program passes.
    drawables: Mutex<HashMap<u32, Arc<Drawable>>>,
    /// What glXQueryServerString returned: its strings live as long as the display.
    strings: Mutex<HashMap<(i32, i32), Text>>,
}

/// All displays.
static DISPLAYS: Mutex<Vec<Arc<Display>>> = Mutex::new(Vec::new());

fn displays() -> MutexGuard<'static, Vec<Arc<Display>>> {
    DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the display of an address, if it is known.
fn known(raw: Handle) -> Option<Arc<Display>> {
    displays().iter().find(|display| display.raw == raw as usize).cloned()
}

/// Returns true for a display that is known and not closed.
pub fn is_open(raw: Handle) -> bool {
    known(raw).is_some()
}

/// Returns a display.
///
/// # Safety
/// `raw` must be null or an open `Display *`.
pub unsafe fn find(raw: Handle) -> Result<Arc<Display>> {
    if let Some(display) = known(raw) {
        return Ok(display);
    }
    let xlib = xlib().filter(|_| !raw.is_null()).ok_or(Error::None)?;
    // Nothing is locked here: Xlib calls [`closed`] with a lock of its own held, and waits for that of DISPLAYS.
    // SAFETY: the caller guarantees an open display. Xlib returns null without memory, otherwise a structure that lives as long as the display.
    let (connection, screens) = unsafe {
        let connection = Arc::new(Connection::open(NativeDisplay::Xlib(raw)).ok_or(Error::None)?);
        let extension = xlib.XAddExtension(raw);
        if extension.is_null() {
            return Err(Error::Core(BAD_ALLOC, 0));
        }
        xlib.XESetCloseDisplay(raw, (*extension).extension, closed);
        let configs = |screen| {
            let visuals = xlib.visuals(raw, VISUAL_SCREEN_MASK, VisualInfo::wanted(0, screen));
            let found = server::configs(&connection, screen);
            let found: Vec<Config> = found.iter().filter_map(|config| config::of_server(config, screen, &visuals)).collect();
            if found.is_empty() { config::of_visuals(screen, &visuals) } else { found }
        };
        let screens = (0..xlib.XScreenCount(raw)).map(|screen| config::intern(configs(screen))).collect();
        (connection, screens)
    };
    let codes = connection.extension(&server::GLX);
    let (drawables, strings) = Default::default();
    let display = Arc::new(Display { raw: raw as usize, connection, codes, screens, drawables, strings });
    let mut displays = displays();
    // Another thread may have been faster; what it knows of the display stays.
    if let Some(other) = displays.iter().find(|other| other.raw == raw as usize) {
        return Ok(other.clone());
    }
    displays.push(display.clone());
    Ok(display)
}

/// Forgets a display that the program closes. Xlib calls it.
unsafe extern "C" fn closed(raw: Handle, _: *mut ExtensionCodes) -> c_int {
    fork::inside(|| {
        let display = {
            let mut displays = displays();
            let index = displays.iter().position(|display| display.raw == raw as usize);
            index.map(|index| displays.swap_remove(index))
        };
        if let Some(display) = display {
            let drawables = std::mem::take(&mut *display.drawables());
            drawables.values().for_each(|drawable| drawable.detach());
        }
        super::context::forget(raw);
    });
    1
}

/// Returns the code, resource and major opcode of an X error, as the server of a display numbers them.
pub fn code_of(raw: Handle, error: Error) -> Option<(u8, u32, u8)> {
    let codes = known(raw).and_then(|display| display.codes);
    let major = codes.map_or(0, |codes| codes.major_opcode);
    match error {
        Error::Core(code, resource) => Some((code, resource, major)),
        // A server without GLX has no such error; this one says that the request has none that the server knows.
        Error::Glx(code, resource) => Some((codes.map_or(BAD_REQUEST, |codes| codes.first_error.wrapping_add(code)), resource, major)),
        Error::None => None,
    }
}

impl Display {
    /// Returns the configs of a screen; none for a screen that does not exist.
    pub fn configs(&self, screen: i32) -> &'static [Config] {
        usize::try_from(screen).ok().and_then(|screen| self.screens.get(screen)).copied().unwrap_or_default()
    }

    /// Returns true if the display has a screen of this number.
    pub fn has_screen(&self, screen: i32) -> bool {
        usize::try_from(screen).is_ok_and(|screen| screen < self.screens.len())
    }

    /// Returns the number of the screen that has a visual, and the first config of the visual.
    pub fn config_of_visual(&self, visual: u32) -> Option<&'static Config> {
        self.screens.iter().copied().flatten().find(|config| visual != 0 && config.visual == visual as i32)
    }

    /// Returns the drawables by XID.
    pub fn drawables(&self) -> MutexGuard<'_, HashMap<u32, Arc<Drawable>>> {
        self.drawables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the drawable with an XID.
    pub fn drawable(&self, id: u32) -> Option<Arc<Drawable>> {
        self.drawables().get(&id).cloned()
    }

    /// Returns a string of the server's extension, or null if the server lacks GLX.
    pub fn server_string(&self, screen: i32, name: i32) -> *const std::ffi::c_char {
        let mut strings = self.strings.lock().unwrap_or_else(PoisonError::into_inner);
        match strings.entry((screen, name)) {
            Entry::Occupied(known) => known.get().as_ptr(),
            Entry::Vacant(place) => {
                let text = server::string(&self.connection, screen, name).and_then(|text| Text::new(text.as_bytes()).ok());
                text.map_or(core::ptr::null(), |text| place.insert(text).as_ptr())
            }
        }
    }

    /// Returns the address of the `Display`.
    pub fn raw(&self) -> Handle {
        self.raw as Handle
    }
}
