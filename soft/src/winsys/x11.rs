//! Windows and pixmaps of an X server.

use super::library;
use super::xcb::{Extension, ProtocolRequest, Raw, Screen, Xcb, xcb};
use super::xlib::{ExtensionCodes, xlib};
use base::core::fork;
use base::environment;
use glmeter_abi::functions;
use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// `XCB_REQUEST_CHECKED`: errors are returned in place of the reply, instead of to the program.
const CHECKED: c_int = 1;

/// The visuals of a screen that configs use; 0 if the screen lacks one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visuals {
    /// The visual of the root window, which windows have by default.
    pub root: u32,
    /// A visual of 32 bits: 8 bits each of red, green, blue and alpha.
    pub argb: u32,
    /// True for displays whose windows have no visuals: those of Wayland, and those without a window system.
    pub without_visuals: bool,
}

/// The display that a program passes.
#[derive(Clone, Copy, Debug)]
pub enum NativeDisplay {
    /// The default X server.
    Default,
    /// A `Display *` of Xlib.
    Xlib(Raw),
    /// An `xcb_connection_t *`.
    Xcb(Raw),
}

/// How an X server attaches memory of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// By the descriptor of a file, from version 1.2 of MIT-SHM on.
    File,
    /// By the number of a segment of System V.
    SystemV,
    /// Not at all.
    None,
}

/// The numbers that an X server has assigned to an extension.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// The opcode of all requests.
    pub major_opcode: u8,
    /// The code of the first event.
    pub first_event: u8,
    /// The code of the first error.
    pub first_error: u8,
}

/// A connection to an X server: the application's own if the display has one, so that its requests and the driver's stay in order.
#[derive(Debug)]
pub struct Connection {
    raw: Raw,
    /// True if this driver opened the connection and must close it.
    owned: bool,
    /// The visuals of the connection's screen.
    pub visuals: Visuals,
    /// True after the program has closed the display, with which the connection ends.
    closed: Arc<AtomicBool>,
    /// How the server attaches memory, once it was asked.
    pub attachment: Mutex<Option<Attachment>>,
}

/// The size in pixels and the depth in bits of a window or pixmap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawableGeometry {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Bits of a pixel.
    pub depth: u8,
}

/// Returns the first TrueColor visual of 32 bits that has the pixel layout [`Connection::present`] writes, or 0.
///
/// # Safety
/// `screen` must belong to a valid connection.
unsafe fn argb_visual(xcb: &Xcb, screen: *const Screen) -> u32 {
    const TRUE_COLOR: u8 = 4;
    // SAFETY: the caller guarantees a valid screen; the lists of libxcb have the lengths it returns and live as long as the connection.
    unsafe {
        let mut depths = xcb.screen_allowed_depths_iterator(screen);
        while depths.rem > 0 {
            if (*depths.data).depth == 32 {
                let count = usize::try_from(xcb.depth_visuals_length(depths.data)).unwrap_or(0);
                for index in 0..count {
                    let visual = &*xcb.depth_visuals(depths.data).add(index);
                    if visual.class == TRUE_COLOR && visual.masks == [0xFF_0000, 0xFF00, 0xFF] {
                        return visual.id;
                    }
                }
            }
            xcb.depth_next(&raw mut depths);
        }
    }
    0
}

// SAFETY: libxcb's connections may be used from any thread.
unsafe impl Send for Connection {}
// SAFETY: libxcb locks its connections.
unsafe impl Sync for Connection {}

impl Connection {
    /// Returns true if the default X server answers.
    pub fn reachable() -> bool {
        environment::variable("DISPLAY").is_some()
            // SAFETY: no native display: the default server.
            && unsafe { Self::open(NativeDisplay::Default) }.is_some()
    }

    /// Connects to a native display.
    ///
    /// # Safety
    /// The pointer must be valid and stay so as long as the connection is used.
    pub unsafe fn open(native: NativeDisplay) -> Option<Self> {
        let xcb = xcb()?;
        let mut number: c_int = 0;
        let mut default_server = || {
            // libxcb reads the server's name and the authority file from environment variables (DISPLAY, XAUTHORITY).
            if environment::is_secure() {
                return None;
            }
            // SAFETY: a null name means the default server.
            Some((unsafe { xcb.connect(core::ptr::null(), &raw mut number) }, true))
        };
        let closed = match native {
            // SAFETY: the caller guarantees a valid `Display *`.
            NativeDisplay::Xlib(display) => unsafe { closed_flag(display) },
            NativeDisplay::Default | NativeDisplay::Xcb(_) => Arc::default(),
        };
        let (raw, owned) = match native {
            NativeDisplay::Default => default_server()?,
            NativeDisplay::Xcb(native) => (native, false),
            // SAFETY: the caller guarantees a valid `Display *`.
            NativeDisplay::Xlib(native) => match unsafe { of_xlib(native) } {
                Some(raw) => (raw, false),
                // Without libX11-xcb, open a new connection for the window.
                None => default_server()?,
            },
        };
        let mut connection = Self { raw, owned, visuals: Visuals::default(), closed, attachment: Mutex::new(None) };
        // SAFETY: xcb_connect never returns null, and an application's connection is valid, as eglGetDisplay requires.
        let screen = unsafe {
            if raw.is_null() || xcb.connection_has_error(raw) != 0 {
                return None;
            }
            let mut screens = xcb.setup_roots_iterator(xcb.get_setup(raw));
            while number > 0 && screens.rem > 1 {
                xcb.screen_next(&raw mut screens);
                number -= 1;
            }
            if screens.rem == 0 {
                return None;
            }
            screens.data
        };
        // SAFETY: the screen belongs to this connection.
        let (root_visual, root_depth, argb) = unsafe { ((*screen).root_visual, (*screen).root_depth, argb_visual(xcb, screen)) };
        // Screens of fewer bits have another pixel layout than `present` writes.
        let root = if root_depth == 24 || root_depth == 32 { root_visual } else { 0 };
        connection.visuals = Visuals { root, argb, without_visuals: false };
        Some(connection)
    }

    /// Returns the functions of libxcb, or `None` after the program has closed the display.
    pub fn xcb(&self) -> Option<&'static Xcb> {
        if self.closed.load(Ordering::Acquire) { None } else { xcb() }
    }

    /// Returns the size and depth of a window or pixmap, or `None` if it does not exist.
    pub fn geometry(&self, drawable: u32) -> Option<DrawableGeometry> {
        let xcb = self.xcb()?;
        // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the drawable does
        // not exist.
        unsafe {
            let mut error: Raw = core::ptr::null_mut();
            let reply = xcb.get_geometry_reply(self.raw, xcb.get_geometry(self.raw, drawable), &raw mut error);
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let found = DrawableGeometry { width: u32::from((*reply).width), height: u32::from((*reply).height), depth: (*reply).depth };
            libc::free(reply.cast());
            Some(found)
        }
    }

    /// Returns the visual of a window, or `None` if the window does not exist.
    pub fn visual_of(&self, window: u32) -> Option<u32> {
        let xcb = self.xcb()?;
        // SAFETY: the connection is valid; libxcb allocates the reply with malloc, the caller frees it, and it is null if the window does
        // not exist.
        unsafe {
            let mut error: Raw = core::ptr::null_mut();
            let reply = xcb.get_window_attributes_reply(self.raw, xcb.get_window_attributes(self.raw, window), &raw mut error);
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let visual = (*reply).visual;
            libc::free(reply.cast());
            Some(visual)
        }
    }

    /// Returns an XID that the connection has not used.
    pub fn new_id(&self) -> Option<u32> {
        // SAFETY: the connection is valid.
        self.xcb().map(|xcb| unsafe { xcb.generate_id(self.raw) }).filter(|&id| id != u32::MAX)
    }

    /// Returns the numbers of an extension, or `None` if the server lacks it.
    pub fn extension(&self, extension: &'static Extension) -> Option<Codes> {
        // SAFETY: the connection is valid, and libxcb's reply lives as long as it.
        unsafe {
            let reply = self.xcb()?.get_extension_data(self.raw, extension);
            (!reply.is_null() && (*reply).present != 0).then(|| Codes {
                major_opcode: (*reply).major_opcode,
                first_event: (*reply).first_event,
                first_error: (*reply).first_error,
            })
        }
    }

    /// Returns the `xcb_connection_t *`.
    pub fn raw(&self) -> Raw {
        self.raw
    }

    /// Sends a request of an extension that the server has. libxcb writes the first word of the request; `body` follows.
    fn send_words(&self, about: &ProtocolRequest, body: &[u32], descriptor: Option<c_int>) -> Option<u32> {
        let xcb = self.xcb()?;
        let mut words: Vec<u32> = std::iter::once(0).chain(body.iter().copied()).collect();
        // libxcb puts parts of its own into the two elements before the first.
        let empty = libc::iovec { iov_base: core::ptr::null_mut(), iov_len: 0 };
        let mut parts = [empty; 3];
        parts[2] = libc::iovec { iov_base: words.as_mut_ptr().cast(), iov_len: words.len() * 4 };
        // SAFETY: the connection is valid, and libxcb copies the request. It closes the descriptor.
        Some(unsafe {
            let first = parts.as_mut_ptr().add(2);
            match descriptor {
                Some(mut descriptor) => xcb.send_request_with_fds(self.raw, CHECKED, first, about, 1, &raw mut descriptor),
                None => xcb.send_request(self.raw, CHECKED, first, about),
            }
        })
    }

    /// Sends a request of an extension that has no reply. Returns its number, with which the caller calls [`Self::succeeded`] or
    /// [`Self::discard`], or `None` if the server lacks the extension. The caller gives up the descriptor.
    pub fn send(&self, extension: &'static Extension, opcode: u8, body: &[u32], descriptor: Option<c_int>) -> Option<u32> {
        self.extension(extension)?;
        self.send_words(&ProtocolRequest { count: 1, extension, opcode, is_void: 1 }, body, descriptor)
    }

    /// Returns true if the server has executed a request without an error. Waits for the server, unless its answer to a later request has arrived.
    pub fn succeeded(&self, sequence: u32) -> bool {
        let Some(xcb) = self.xcb() else { return false };
        // SAFETY: the connection is valid. libxcb allocates the error with malloc, and the caller frees it.
        unsafe {
            let error = xcb.request_check(self.raw, sequence);
            libc::free(error);
            error.is_null() && xcb.connection_has_error(self.raw) == 0
        }
    }

    /// Drops the error of a request.
    pub fn discard(&self, sequence: u32) {
        if let Some(xcb) = self.xcb() {
            // SAFETY: the connection is valid.
            unsafe { xcb.discard_reply(self.raw, sequence) };
        }
    }

    /// Sends an event to the client that created a window.
    pub fn send_event(&self, window: u32, event: &[u8; 32]) {
        let Some(xcb) = self.xcb() else { return };
        // SAFETY: the connection is valid, and the event has the size of events.
        let sequence = unsafe { xcb.send_event_checked(self.raw, 0, window, 0, event.as_ptr().cast()) };
        self.discard(sequence);
        self.flush();
    }

    /// Sends the requests that libxcb holds back.
    pub fn flush(&self) {
        if let Some(xcb) = self.xcb() {
            // SAFETY: the connection is valid.
            unsafe { xcb.flush(self.raw) };
        }
    }

    /// Sends a request of an extension, and returns the reply as words, or `None` if the server lacks the extension or reports an error.
    /// `body` follows the first word of the request, which libxcb writes.
    pub fn request(&self, extension: &'static Extension, opcode: u8, body: &[u32]) -> Option<Vec<u32>> {
        let xcb = self.xcb()?;
        self.extension(extension)?;
        let sequence = self.send_words(&ProtocolRequest { count: 1, extension, opcode, is_void: 0 }, body, None)?;
        // SAFETY: the connection is valid. libxcb allocates the reply with malloc; its second word is the number of words after the first
        // eight.
        unsafe {
            let mut error: Raw = core::ptr::null_mut();
            let reply = xcb.wait_for_reply(self.raw, sequence, &raw mut error).cast::<u32>();
            libc::free(error);
            if reply.is_null() {
                return None;
            }
            let found = core::slice::from_raw_parts(reply, 8 + *reply.add(1) as usize).to_vec();
            libc::free(reply.cast());
            Some(found)
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.owned
            && let Some(xcb) = xcb()
        {
            // SAFETY: xcb_connect returned the connection, and it is not used again.
            unsafe { xcb.disconnect(self.raw) };
        }
    }
}

/// The displays of Xlib that connections belong to, by address, each with the flag that its end sets.
static DISPLAYS: Mutex<Option<HashMap<usize, Arc<AtomicBool>>>> = Mutex::new(None);

/// Returns the flag that becomes true when the program closes a display.
///
/// # Safety
/// `display` must be a valid `Display *`.
unsafe fn closed_flag(display: Raw) -> Arc<AtomicBool> {
    let known = |new: Option<Arc<AtomicBool>>| {
        let mut displays = DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner);
        let displays = displays.get_or_insert_default();
        match new {
            Some(new) => Some(displays.entry(display as usize).or_insert(new).clone()),
            None => displays.get(&(display as usize)).cloned(),
        }
    };
    if let Some(flag) = known(None) {
        return flag;
    }
    // Nothing is locked here: Xlib calls [`closed`] with a lock of its own held, and waits for that of DISPLAYS.
    if let Some(xlib) = xlib() {
        // SAFETY: the caller guarantees a valid display. Xlib returns null without memory, otherwise a structure that lives as long as the display.
        unsafe {
            let extension = xlib.XAddExtension(display);
            if !extension.is_null() {
                xlib.XESetCloseDisplay(display, (*extension).extension, closed);
            }
        }
    }
    known(Some(Arc::default())).unwrap_or_default()
}

/// Sets the flag of a display that the program closes. Xlib calls it.
unsafe extern "C" fn closed(display: Raw, _: *mut ExtensionCodes) -> c_int {
    fork::inside(|| {
        let mut displays = DISPLAYS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flag) = displays.as_mut().and_then(|displays| displays.remove(&(display as usize))) {
            flag.store(true, Ordering::Release);
        }
    });
    1
}

functions! {
    /// The function of libX11-xcb.
    struct X11Xcb("") {
        fn XGetXCBConnection(display: Raw) -> Raw;
    }
}

/// Returns the functions of libX11-xcb, loaded on first use, or `None` if the library or one of them is missing.
fn x11_xcb() -> Option<&'static X11Xcb> {
    static FUNCTIONS: OnceLock<Option<X11Xcb>> = OnceLock::new();
    // SAFETY: the library's initialisers have no preconditions, and its headers declare each function with the type in the table `X11Xcb`.
    FUNCTIONS.get_or_init(|| unsafe { library::functions("libX11-xcb.so.1", |find| X11Xcb::load(find)) }).as_ref()
}

/// Returns the XCB connection of an Xlib display, or `None` without libX11-xcb.
///
/// # Safety
/// `display` must be a valid `Display *`.
unsafe fn of_xlib(display: Raw) -> Option<Raw> {
    // SAFETY: the caller guarantees a valid `Display *`.
    x11_xcb().map(|x11_xcb| unsafe { x11_xcb.XGetXCBConnection(display) })
}
