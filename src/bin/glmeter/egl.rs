//! An EGL display that needs no window, and contexts of each kind on it.
//!
//! The command creates contexts through glmeter's exported functions, as a program linked with the library does. So glmeter tracks
//! the contexts and implements their query commands.

use crate::functions::{Egl, Handle};
use core::ffi::{CStr, c_char, c_void};
use core::ptr::{null, null_mut};
use glmeter::config::{self, Provider};
use glmeter::platform::{copies, software};
use glmeter::winsys::egl as front;
use glmeter_abi::egl::tokens::{
    EGL_CONTEXT_MINOR_VERSION, EGL_EXTENSIONS, EGL_HEIGHT, EGL_NONE, EGL_OPENGL_API, EGL_OPENGL_BIT, EGL_OPENGL_ES_API, EGL_OPENGL_ES2_BIT,
    EGL_PBUFFER_BIT, EGL_PLATFORM_DEVICE, EGL_PLATFORM_SURFACELESS, EGL_RENDERABLE_TYPE, EGL_SURFACE_TYPE, EGL_VENDOR, EGL_VERSION,
    EGL_WIDTH,
};
use glmeter_abi::glvnd::GetProcAddress;
use std::ffi::CString;

const CONTEXT_MAJOR_VERSION: i32 = 0x3098;
const CONTEXT_PROFILE_MASK: i32 = 0x30FD;
const CORE_PROFILE: i32 = 1;
const COMPATIBILITY_PROFILE: i32 = 2;

/// The packages to install, for messages about a missing EGL or driver.
const PACKAGES: &str = "on Debian and Ubuntu: apt install libegl1 libegl-mesa0 libgl1-mesa-dri";

/// A kind of context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// OpenGL's core profile, of this major and minor version.
    Core(i32, i32),
    /// OpenGL's compatibility profile.
    Compatibility,
    /// OpenGL ES, of this major and minor version.
    Embedded(i32, i32),
}

/// The versions of OpenGL's core profile to request, newest first; a driver may return a later compatible one.
pub(crate) const CORE: [Kind; 6] =
    [Kind::Core(4, 6), Kind::Core(4, 5), Kind::Core(4, 3), Kind::Core(4, 0), Kind::Core(3, 3), Kind::Core(3, 2)];
/// The versions of OpenGL ES 3 to request, newest first.
pub(crate) const EMBEDDED_3: [Kind; 3] = [Kind::Embedded(3, 2), Kind::Embedded(3, 1), Kind::Embedded(3, 0)];
/// OpenGL ES 2.0.
pub(crate) const EMBEDDED_2: [Kind; 1] = [Kind::Embedded(2, 0)];

/// An initialised EGL display.
pub(crate) struct Display {
    egl: Egl,
    handle: Handle,
    /// EGL's version and vendor.
    pub(crate) about: String,
    /// EGL's vendor.
    pub(crate) vendor: String,
}

/// A context that stays current until this is dropped. There is one at a time.
pub(crate) struct Current<'a> {
    display: &'a Display,
    context: Handle,
    surface: Handle,
}

/// Returns the function that glmeter's `eglGetProcAddress` returns for a name.
pub(crate) fn get_proc_address(name: &str) -> *mut c_void {
    // SAFETY: the name is a C string.
    CString::new(name).map_or(null_mut(), |name| unsafe { front::eglGetProcAddress(name.as_ptr()) })
}

/// Copies a string that EGL returned; returns an empty string for null.
fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: EGL's strings are C strings and live as long as the display.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

impl Display {
    /// Opens the first display that works with the driver that the settings select.
    pub(crate) fn open() -> Result<Self, String> {
        copies::serve_own_calls();
        let provider = config::get().provider;
        let host = if provider == Provider::Software { Err(format!("EGL was not asked for; {PACKAGES}")) } else { Self::of_host() };
        match host {
            Err(_) if provider != Provider::Host && software::serve() => {
                // SAFETY: GetProcAddress returns EGL's function of the name.
                Self::first(unsafe { Egl::load(get_proc_address) })
            }
            host => host,
        }
    }

    /// Opens a display of the machine's EGL. Calls none of glmeter's functions: their first call chooses the EGL behind them.
    fn of_host() -> Result<Self, String> {
        // SAFETY: the constructors of EGL's library have no preconditions.
        let library = unsafe { libloading::Library::new("libEGL.so.1") };
        let library = library.map_err(|_| format!("there is no EGL here: libEGL.so.1 cannot be opened; {PACKAGES}"))?;
        // Never closed: a driver's threads may run until the process ends.
        let library = Box::leak(Box::new(library));
        // SAFETY: the symbol's address is read and not called through this type.
        let symbol = |name: &str| unsafe { library.get::<*mut c_void>(name.as_bytes()) }.map_or(null_mut(), |symbol| *symbol);
        // SAFETY: eglGetProcAddress has this type.
        let get = unsafe { glmeter_abi::function::<GetProcAddress>(symbol("eglGetProcAddress")) };
        let find = |name: &str| match (symbol(name), get, CString::new(name)) {
            // SAFETY: the name is a C string.
            (address, Some(get), Ok(name)) if address.is_null() => unsafe { get(name.as_ptr()) },
            (address, ..) => address,
        };
        // SAFETY: `find` returns EGL's function of the name.
        Self::first(unsafe { Egl::load(find) })
    }

    /// Opens the first display that works: the desktop's, a device's, or a surfaceless one.
    fn first(egl: Egl) -> Result<Self, String> {
        for (open, native) in candidates(&egl) {
            let display = open(&egl, native);
            let (mut major, mut minor) = (0, 0);
            // SAFETY: the display is EGL's, and the versions are written to local variables.
            if !display.is_null() && unsafe { egl.eglInitialize(display, &mut major, &mut minor) } != 0 {
                // SAFETY: the display is initialised.
                let vendor = text(unsafe { egl.eglQueryString(display, EGL_VENDOR) });
                // SAFETY: as above.
                let version = text(unsafe { egl.eglQueryString(display, EGL_VERSION) });
                let version = if version.is_empty() { format!("{major}.{minor}") } else { version };
                return Ok(Self { egl, handle: display, about: format!("EGL {version}, {vendor}"), vendor });
            }
        }
        Err(format!("EGL has no driver here; {PACKAGES}"))
    }

    /// Returns a config for contexts of the kind `renderable`, with pbuffers if possible.
    fn config(&self, renderable: i32) -> Option<Handle> {
        // Not every platform has pbuffers, and a surfaceless context needs none.
        [EGL_PBUFFER_BIT, 0].into_iter().find_map(|surface| {
            let (mut config, mut count) = (null_mut(), 0);
            let attributes = [EGL_RENDERABLE_TYPE, renderable, EGL_SURFACE_TYPE, surface, EGL_NONE];
            // SAFETY: the list ends with EGL_NONE; one config and the number found are written to local variables.
            let found = unsafe { self.egl.eglChooseConfig(self.handle, attributes.as_ptr(), &mut config, 1, &mut count) };
            (found != 0 && count > 0).then_some(config)
        })
    }

    /// Creates a context of the first kind that the driver supports, and makes it current.
    pub(crate) fn context(&self, kinds: &[Kind]) -> Option<Current<'_>> {
        kinds.iter().find_map(|kind| self.context_of(*kind))
    }

    /// Creates a context of one kind and makes it current, with a pbuffer if it needs a surface.
    fn context_of(&self, kind: Kind) -> Option<Current<'_>> {
        let (api, renderable, attributes) = match kind {
            Kind::Core(major, minor) => {
                let list = [CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, CONTEXT_PROFILE_MASK, CORE_PROFILE, EGL_NONE];
                (EGL_OPENGL_API as u32, EGL_OPENGL_BIT, list.to_vec())
            }
            Kind::Compatibility => (EGL_OPENGL_API as u32, EGL_OPENGL_BIT, vec![CONTEXT_PROFILE_MASK, COMPATIBILITY_PROFILE, EGL_NONE]),
            // EGL 1.4 without extensions accepts the major version and no other attribute.
            Kind::Embedded(major, 0) => (EGL_OPENGL_ES_API as u32, EGL_OPENGL_ES2_BIT, vec![CONTEXT_MAJOR_VERSION, major, EGL_NONE]),
            Kind::Embedded(major, minor) => (
                EGL_OPENGL_ES_API as u32,
                EGL_OPENGL_ES2_BIT,
                vec![CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE],
            ),
        };
        let config = self.config(renderable)?;
        // SAFETY: the function takes no pointers.
        if unsafe { self.egl.eglBindAPI(api) } == 0 {
            return None;
        }
        let create = |attributes: &[i32]| {
            // SAFETY: the display is initialised, the config is the display's, and the list ends with EGL_NONE.
            unsafe { front::eglCreateContext(self.handle, config, null_mut(), attributes.as_ptr()) }
        };
        let context = match create(&attributes) {
            // Before EGL 1.5 a desktop context accepts no attributes; without them it is a compatibility context.
            context if context.is_null() && kind == Kind::Compatibility => create(&[EGL_NONE]),
            context => context,
        };
        if context.is_null() {
            return None;
        }
        let mut current = Current { display: self, context, surface: null_mut() };
        if current.bind() {
            return Some(current);
        }
        let size = [EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE];
        // SAFETY: as above.
        current.surface = unsafe { self.egl.eglCreatePbufferSurface(self.handle, config, size.as_ptr()) };
        current.bind().then_some(current)
    }
}

impl Current<'_> {
    /// Makes the context current. Returns false if EGL refuses.
    fn bind(&self) -> bool {
        // SAFETY: context and surface are the display's; EGL accepts null for no surface.
        unsafe { front::eglMakeCurrent(self.display.handle, self.surface, self.surface, self.context) != 0 }
    }
}

impl Drop for Current<'_> {
    fn drop(&mut self) {
        // SAFETY: context and surface are the display's and are not used again.
        unsafe {
            front::eglMakeCurrent(self.display.handle, null_mut(), null_mut(), null_mut());
            front::eglDestroyContext(self.display.handle, self.context);
            if !self.surface.is_null() {
                self.display.egl.eglDestroySurface(self.display.handle, self.surface);
            }
        }
    }
}

/// Opens the display of a native handle.
type Open = fn(&Egl, Handle) -> Handle;

/// Returns the displays to try, best first.
fn candidates(egl: &Egl) -> Vec<(Open, Handle)> {
    // SAFETY: a null display asks for the client extensions.
    let extensions = text(unsafe { egl.eglQueryString(null_mut(), EGL_EXTENSIONS) });
    let has = |name: &str| extensions.split(' ').any(|extension| extension == name);
    // SAFETY: a null native display is EGL_DEFAULT_DISPLAY.
    let default: (Open, Handle) = (|egl, native| unsafe { egl.eglGetDisplay(native) }, null_mut());
    // SAFETY: the native handle is a device that EGL returned.
    let device: Open = |egl, native| unsafe { egl.eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE as u32, native, null()) };
    // SAFETY: this platform takes no native display.
    let surfaceless: Open = |egl, native| unsafe { egl.eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS as u32, native, null()) };

    let mut list = Vec::new();
    if ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        list.push(default);
    }
    if has("EGL_EXT_platform_device") && (has("EGL_EXT_device_enumeration") || has("EGL_EXT_device_base")) {
        let (mut devices, mut count) = ([null_mut(); 16], 0);
        // SAFETY: `devices` has room for the number given; the number found is written to a local variable.
        if unsafe { egl.eglQueryDevicesEXT(devices.len() as i32, devices.as_mut_ptr(), &mut count) } != 0 {
            list.extend(devices.into_iter().take(count.max(0) as usize).map(|native| (device, native)));
        }
    }
    if has("EGL_MESA_platform_surfaceless") {
        list.push((surfaceless, null_mut()));
    }
    list.push(default);
    list
}
