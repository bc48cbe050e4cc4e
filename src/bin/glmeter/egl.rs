//! An EGL display that needs no window, and contexts of each kind on it.
//!
//! Contexts are made through glmeter's own exported functions, as a program that is linked with it does: so glmeter
//! knows them, and answers their query commands.

use crate::functions::{Egl, Handle};
use core::ffi::{CStr, c_char, c_void};
use core::ptr::{null, null_mut};
use glmeter::config::{self, Provider};
use glmeter::platform::software;
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

/// Said where there is nothing to draw with.
const PACKAGES: &str = "on Debian and Ubuntu: apt install libegl1 libegl-mesa0 libgl1-mesa-dri";

/// A kind of context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// OpenGL, without what was removed.
    Core(i32, i32),
    /// OpenGL, with it.
    Compatibility,
    /// OpenGL ES.
    Embedded(i32, i32),
}

/// The versions of OpenGL's core profile that are asked for, best first; drivers give later ones that are compatible.
pub(crate) const CORE: [Kind; 6] =
    [Kind::Core(4, 6), Kind::Core(4, 5), Kind::Core(4, 3), Kind::Core(4, 0), Kind::Core(3, 3), Kind::Core(3, 2)];
/// The same for OpenGL ES 3.
pub(crate) const EMBEDDED_3: [Kind; 3] = [Kind::Embedded(3, 2), Kind::Embedded(3, 1), Kind::Embedded(3, 0)];
/// OpenGL ES 2.0.
pub(crate) const EMBEDDED_2: [Kind; 1] = [Kind::Embedded(2, 0)];

/// An initialised display.
pub(crate) struct Display {
    egl: Egl,
    handle: Handle,
    /// EGL's version and vendor.
    pub(crate) about: String,
}

/// A context that is current, until this is dropped. There is one at a time.
pub(crate) struct Current<'a> {
    display: &'a Display,
    context: Handle,
    surface: Handle,
}

/// Returns the function of a name, as every program gets it that asks glmeter.
pub(crate) fn get_proc_address(name: &str) -> *mut c_void {
    // SAFETY: a C string.
    CString::new(name).map_or(null_mut(), |name| unsafe { front::eglGetProcAddress(name.as_ptr()) })
}

fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: EGL's strings are C strings, for as long as the display lives.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

impl Display {
    /// Opens the first display that works, of the driver that the settings ask for.
    pub(crate) fn open() -> Result<Self, String> {
        let provider = config::get().provider;
        let host = if provider == Provider::Software { Err(format!("EGL was not asked for; {PACKAGES}")) } else { Self::of_host() };
        match host {
            Err(_) if provider != Provider::Host && software::serve() => {
                // SAFETY: these are EGL's functions of these names.
                Self::first(unsafe { Egl::load(get_proc_address) })
            }
            host => host,
        }
    }

    /// Returns a display of the machine's own EGL. glmeter's functions are left alone: which EGL is theirs, they decide at their first call.
    fn of_host() -> Result<Self, String> {
        // SAFETY: EGL's library has no conditions for being opened.
        let library = unsafe { libloading::Library::new("libEGL.so.1") };
        let library = library.map_err(|_| format!("there is no EGL here: libEGL.so.1 cannot be opened; {PACKAGES}"))?;
        // Drivers may run threads that outlive any moment at which it could be closed.
        let library = Box::leak(Box::new(library));
        // SAFETY: a function's address is read, no more.
        let symbol = |name: &str| unsafe { library.get::<*mut c_void>(name.as_bytes()) }.map_or(null_mut(), |symbol| *symbol);
        // SAFETY: null is `None`; any other address is eglGetProcAddress.
        let get: Option<GetProcAddress> = unsafe { core::mem::transmute(symbol("eglGetProcAddress")) };
        let find = |name: &str| match (symbol(name), get, CString::new(name)) {
            // SAFETY: a C string.
            (address, Some(get), Ok(name)) if address.is_null() => unsafe { get(name.as_ptr()) },
            (address, ..) => address,
        };
        // SAFETY: these are EGL's functions of these names.
        Self::first(unsafe { Egl::load(find) })
    }

    /// Returns the first display that works: the desktop's, that of a device, or one without either.
    fn first(egl: Egl) -> Result<Self, String> {
        for (open, native) in candidates(&egl) {
            let display = open(&egl, native);
            let (mut major, mut minor) = (0, 0);
            // SAFETY: a display of EGL's and two places for numbers.
            if !display.is_null() && unsafe { egl.eglInitialize(display, &mut major, &mut minor) } != 0 {
                // SAFETY: an initialised display.
                let vendor = text(unsafe { egl.eglQueryString(display, EGL_VENDOR) });
                // SAFETY: as above.
                let version = text(unsafe { egl.eglQueryString(display, EGL_VERSION) });
                let version = if version.is_empty() { format!("{major}.{minor}") } else { version };
                return Ok(Self { egl, handle: display, about: format!("EGL {version}, {vendor}") });
            }
        }
        Err(format!("EGL has no driver here; {PACKAGES}"))
    }

    fn config(&self, renderable: i32) -> Option<Handle> {
        // Not every platform has surfaces beside windows, and contexts without a surface need none.
        [EGL_PBUFFER_BIT, 0].into_iter().find_map(|surface| {
            let (mut config, mut count) = (null_mut(), 0);
            let attributes = [EGL_RENDERABLE_TYPE, renderable, EGL_SURFACE_TYPE, surface, EGL_NONE];
            // SAFETY: a list that ends with EGL_NONE, room for one config, and a place for the number found.
            let found = unsafe { self.egl.eglChooseConfig(self.handle, attributes.as_ptr(), &mut config, 1, &mut count) };
            (found != 0 && count > 0).then_some(config)
        })
    }

    /// Makes the first kind of context that can be made, and makes it current.
    pub(crate) fn context(&self, kinds: &[Kind]) -> Option<Current<'_>> {
        kinds.iter().find_map(|kind| self.context_of(*kind))
    }

    fn context_of(&self, kind: Kind) -> Option<Current<'_>> {
        let (api, renderable, attributes) = match kind {
            Kind::Core(major, minor) => {
                let list = [CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, CONTEXT_PROFILE_MASK, CORE_PROFILE, EGL_NONE];
                (EGL_OPENGL_API as u32, EGL_OPENGL_BIT, list.to_vec())
            }
            Kind::Compatibility => (EGL_OPENGL_API as u32, EGL_OPENGL_BIT, vec![CONTEXT_PROFILE_MASK, COMPATIBILITY_PROFILE, EGL_NONE]),
            // EGL 1.4 alone knows the major version and no other attribute.
            Kind::Embedded(major, 0) => (EGL_OPENGL_ES_API as u32, EGL_OPENGL_ES2_BIT, vec![CONTEXT_MAJOR_VERSION, major, EGL_NONE]),
            Kind::Embedded(major, minor) => (
                EGL_OPENGL_ES_API as u32,
                EGL_OPENGL_ES2_BIT,
                vec![CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_NONE],
            ),
        };
        let config = self.config(renderable)?;
        // SAFETY: takes a number.
        if unsafe { self.egl.eglBindAPI(api) } == 0 {
            return None;
        }
        let create = |attributes: &[i32]| {
            // SAFETY: an initialised display, a config of it, and a list that ends with EGL_NONE.
            unsafe { front::eglCreateContext(self.handle, config, null_mut(), attributes.as_ptr()) }
        };
        let context = match create(&attributes) {
            // Before EGL 1.5 a desktop context may have no attributes; what comes then has what was removed.
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
    fn bind(&self) -> bool {
        // SAFETY: a context and a surface, or none, of the display.
        unsafe { front::eglMakeCurrent(self.display.handle, self.surface, self.surface, self.context) != 0 }
    }
}

impl Drop for Current<'_> {
    fn drop(&mut self) {
        // SAFETY: all three are the display's, and none is used again.
        unsafe {
            front::eglMakeCurrent(self.display.handle, null_mut(), null_mut(), null_mut());
            front::eglDestroyContext(self.display.handle, self.context);
            if !self.surface.is_null() {
                self.display.egl.eglDestroySurface(self.display.handle, self.surface);
            }
        }
    }
}

type Open = fn(&Egl, Handle) -> Handle;

/// Returns the displays to try, best first.
fn candidates(egl: &Egl) -> Vec<(Open, Handle)> {
    // SAFETY: the list of the client's own extensions, which belongs to no display.
    let extensions = text(unsafe { egl.eglQueryString(null_mut(), EGL_EXTENSIONS) });
    let has = |name: &str| extensions.split(' ').any(|extension| extension == name);
    // SAFETY: stands for the desktop's own display.
    let default: (Open, Handle) = (|egl, native| unsafe { egl.eglGetDisplay(native) }, null_mut());
    // SAFETY: a device of EGL's.
    let device: Open = |egl, native| unsafe { egl.eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE as u32, native, null()) };
    // SAFETY: this platform takes no native display.
    let surfaceless: Open = |egl, native| unsafe { egl.eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS as u32, native, null()) };

    let mut list = Vec::new();
    if ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())) {
        list.push(default);
    }
    if has("EGL_EXT_platform_device") && (has("EGL_EXT_device_enumeration") || has("EGL_EXT_device_base")) {
        let (mut devices, mut count) = ([null_mut(); 16], 0);
        // SAFETY: room for 16 devices and a place for their number.
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
