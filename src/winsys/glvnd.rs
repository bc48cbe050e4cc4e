//! The layer: glmeter as a libglvnd vendor, and in front of each of the machine's vendors.
//!
//! libGLdispatch fills its tables from the vendor's getProcAddress, so every call of an application goes through it. For a function that
//! glmeter does not handle, the tables get the driver's own pointer, at no cost. This module must call no exported GL, EGL or GLX function,
//! because libglvnd may hold non-recursive locks.
//!
//! libglvnd keeps the vendors: it opens their libraries, lists their devices, and chooses one for each display, device and screen. When it looks
//! the Main of a vendor's library up (`imports`), it gets a function of glmeter's that calls the library's own and replaces the vendor's
//! getProcAddress. glmeter's own Mains stand for the first vendor, because libglvnd asked for glmeter instead of it.

use super::hooks::hooked;
use super::{egl, glx, imports};
use crate::config::{self, Log, Provider};
use crate::current::egl::layer_error;
use crate::current::slots::{SLOTS, for_each_slot};
use crate::current::vendor::{CurrentContext, EGL, GLX, Vendors};
use crate::current::{LAYER_IS_IN_PLACE, caught};
use crate::diagnostics::say;
use crate::platform::copies::{self, WindowSystem};
use crate::platform::{elf, own, symbols, vendors};
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::Ordering;
use glmeter_abi::border::guard;
use glmeter_abi::function;
use glmeter_abi::glvnd::{Address, EglExports, EglImports, GetProcAddress, GlxExports, GlxImports, Patch};
use libloading::os::unix::{Library, RTLD_LAZY, RTLD_LOCAL};
use std::path::Path;

/// The type of `__egl_Main` and `__glx_Main`.
type Main = unsafe extern "C" fn(u32, *const c_void, Address, Address) -> u32;

/// The arguments of a Main: the version of the interface, libglvnd's functions, its handle of the vendor, and the vendor's functions.
#[derive(Clone, Copy)]
struct Arguments {
    version: u32,
    exports: *const c_void,
    vendor: Address,
    imports: Address,
}

/// One of libglvnd's two vendor interfaces.
struct Interface {
    /// Its name, for messages.
    name: &'static str,
    /// Its window system, for other copies of glmeter.
    window_system: WindowSystem,
    /// The name of a vendor library's Main.
    main: &'static CStr,
    /// glmeter's own Main.
    own_main: *const (),
    /// The wrapped vendors.
    vendors: &'static Vendors,
    /// glmeter's Mains for the vendors' libraries, by slot.
    mains: [Main; SLOTS],
    /// Replaces the getProcAddress of the vendor of a slot, whose Main has succeeded with these arguments.
    patch: unsafe fn(usize, Arguments),
    /// True if libglvnd's library shall stay loaded. libGLX asks for the vendor of each screen of a new display, so that a program sees no difference,
    /// and Mesa's Main of GLX, which stays loaded, fills the vendor's functions in once. libEGL asks for its vendors when it is loaded.
    stays_loaded: bool,
    /// True if libglvnd opens each library once. A library that two vendors share would list its devices twice.
    once: bool,
}

// SAFETY: the address of glmeter's Main is compared and never called.
unsafe impl Sync for Interface {}

static EGL_INTERFACE: Interface = Interface {
    name: "EGL",
    window_system: WindowSystem::Egl,
    main: imports::EGL_MAIN,
    own_main: __egl_Main as *const (),
    vendors: &EGL,
    mains: for_each_slot!(egl_main),
    patch: patch_egl,
    stays_loaded: false,
    once: true,
};
static GLX_INTERFACE: Interface = Interface {
    name: "GLX",
    window_system: WindowSystem::Glx,
    main: c"__glx_Main",
    own_main: __glx_Main as *const (),
    vendors: &GLX,
    mains: for_each_slot!(glx_main),
    patch: patch_glx,
    stays_loaded: true,
    once: false,
};

/// Replaces the getProcAddress of an EGL vendor.
unsafe extern "C" fn egl_get_proc_address<const SLOT: usize>(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { EGL.get(SLOT).function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(egl::HOOKS, |hook| (hook.layer)(SLOT), theirs, name) }, || theirs)
}

/// Replaces the getProcAddress of a GLX vendor.
unsafe extern "C" fn glx_get_proc_address<const SLOT: usize>(name: *const c_char) -> Address {
    // SAFETY: the name is libglvnd's, NULL or a C string.
    let theirs = unsafe { GLX.get(SLOT).function_by(name) };
    // SAFETY: as above.
    caught(|| unsafe { hooked(glx::HOOKS, |hook| (hook.layer)(SLOT), theirs, name) }, || theirs)
}

/// Replaces the getProcAddress of the EGL vendor of a slot.
///
/// # Safety
/// The arguments must be those of an `__egl_Main` that has succeeded.
unsafe fn patch_egl(slot: usize, arguments: Arguments) {
    static HOOKS: [GetProcAddress; SLOTS] = for_each_slot!(egl_get_proc_address);
    // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
    let (imports, exports) = unsafe { (&mut *arguments.imports.cast::<EglImports>(), &*arguments.exports.cast::<EglExports>()) };
    let current = CurrentContext { context: exports.get_current_context, vendor: exports.get_current_vendor };
    EGL.get(slot).store(arguments.vendor, imports.get_proc_address, current);
    imports.get_proc_address = HOOKS.get(slot).copied();
    // Looking a function up resets the vendor's error: look the function that reads the error up before there is one.
    layer_error(slot).find();
    // A vendor that patched entry points would bypass glmeter.
    imports.patch = Patch::NONE;
}

/// Replaces the getProcAddress of the GLX vendor of a slot.
///
/// # Safety
/// The arguments must be those of a `__glx_Main` that has succeeded.
unsafe fn patch_glx(slot: usize, arguments: Arguments) {
    static HOOKS: [GetProcAddress; SLOTS] = for_each_slot!(glx_get_proc_address);
    // SAFETY: libglvnd's tables, of the ABI that the vendor agreed to.
    let (imports, exports) = unsafe { (&mut *arguments.imports.cast::<GlxImports>(), &*arguments.exports.cast::<GlxExports>()) };
    let current = CurrentContext { context: exports.get_current_context, vendor: exports.get_current_dyn_dispatch };
    GLX.get(slot).store(arguments.vendor, imports.get_proc_address, current);
    imports.get_proc_address = HOOKS.get(slot).copied();
    imports.patch = Patch::NONE;
}

impl Interface {
    /// Returns true if a library of which one vendor is enough, by its Main, serves as one already.
    fn has(&self, main: Address) -> bool {
        self.once && self.vendors.serves(main)
    }

    /// Calls a vendor library's Main, and wraps the vendor in a slot of that Main. libglvnd looked `asked` up for it. Returns false if the Main
    /// refuses.
    fn wrap(&self, slot: usize, main: Address, asked: Address, arguments: Arguments) -> bool {
        let Arguments { version, exports, vendor, imports } = arguments;
        // SAFETY: libglvnd's ABI defines the function's type, `Main`, and the arguments are libglvnd's own.
        let done = unsafe { function::<Main>(main).is_some_and(|main| main(version, exports, vendor, imports) != 0) };
        if done {
            // glmeter keeps the vendor's functions, also when libglvnd is unloaded with its vendors.
            symbols::stay_loaded_at(main as usize);
            if self.stays_loaded || !imports::can_watch() {
                symbols::stay_loaded_at(exports as usize);
            }
            self.vendors.get(slot).asked_by(asked);
            // SAFETY: the Main has succeeded.
            unsafe { (self.patch)(slot, arguments) };
            super::offer_to_copies();
            copies::serve(self.window_system);
            LAYER_IS_IN_PLACE.store(true, Ordering::Release);
        }
        done
    }

    /// Opens a vendor's library, calls its Main and wraps the vendor, for which libglvnd looked `asked` up. The library of a wrapped vendor is never
    /// closed.
    fn wrap_library(&self, path: &Path, asked: Address, arguments: Arguments) -> bool {
        let Some(look_up) = symbols::dlsym() else { return false };
        // SAFETY: libglvnd would have opened the driver's library in the same way.
        let Ok(library) = (unsafe { Library::open(Some(path), RTLD_LAZY | RTLD_LOCAL) }) else { return false };
        let handle = library.into_raw();
        // SAFETY: the library is open, and the name is a C string.
        let main = unsafe { look_up(handle, self.main.as_ptr()) };
        let refused = main.is_null() || is_a_copy(main) || self.has(main);
        let done = !refused && self.vendors.slot(main).is_some_and(|slot| self.wrap(slot, main, asked, arguments));
        if done {
            say(Log::Info, &format!("wrapping {}", path.to_string_lossy()));
        } else {
            // SAFETY: the handle was opened above, and nothing uses it.
            drop(unsafe { Library::from_raw(handle) });
        }
        done
    }

    /// Wraps the first vendor of these libraries that accepts, as the vendor for which libglvnd opened glmeter's library.
    fn wrap_first(&self, libraries: &[std::path::PathBuf], arguments: Arguments) -> bool {
        let done = libraries.iter().any(|path| self.wrap_library(path, self.own_main as Address, arguments));
        if !done {
            say(Log::Error, &format!("no {} driver was found", self.name));
        }
        done
    }

    /// Wraps the vendor whose library libglvnd has opened itself, and whose Main has this slot.
    fn wrap_in_place(&self, slot: usize, arguments: Arguments) -> bool {
        let main = self.vendors.get(slot).main();
        if config::get().provider == Provider::Software
            && let Some(software) = vendors::software_library()
        {
            return self.wrap_library(&software, main, arguments);
        }
        let done = !self.has(main) && self.wrap(slot, main, main, arguments);
        if done {
            say(Log::Info, &format!("wrapping {}", String::from_utf8_lossy(&file_of(main))));
        }
        done
    }
}

/// Returns the name of the file that contains an address.
fn file_of(address: Address) -> Vec<u8> {
    let mut file = Vec::new();
    elf::any_object(|object| {
        let found = object.range.contains(&(address as usize));
        if found {
            file = object.file_name().to_vec();
        }
        found
    });
    file
}

/// Returns true if a Main belongs to this library or to another copy of it.
fn is_a_copy(main: Address) -> bool {
    let is_named = |file: &[u8]| [b"libglmeter.so".as_slice(), b"libGLX_glmeter.so"].iter().any(|name| file.starts_with(name));
    own::is_ours(main as usize) || elf::any_object(|object| object.range.contains(&(main as usize)) && is_named(object.file_name()))
}

/// Returns true for the names of the Mains.
pub(super) fn is_main(name: &CStr) -> bool {
    name == EGL_INTERFACE.main || name == GLX_INTERFACE.main
}

/// Returns the function that libglvnd gets when it looks the Main of a vendor's library up and `theirs` is the library's own; `None` if that is the
/// one that it gets. Allocates nothing.
pub(super) fn main_of(name: &CStr, theirs: Address) -> Option<*const c_void> {
    let interface = [&EGL_INTERFACE, &GLX_INTERFACE].into_iter().find(|interface| interface.main == name)?;
    if theirs.is_null() || own::is_ours(theirs as usize) {
        return None;
    }
    if is_a_copy(theirs) || interface.has(theirs) {
        return Some(refusing_main as *const c_void);
    }
    interface.mains.get(interface.vendors.slot(theirs)?).map(|main| *main as *const c_void)
}

/// The Main of a library that is a vendor already: refuses.
extern "C" fn refusing_main(_: u32, _: *const c_void, _: Address, _: Address) -> u32 {
    0
}

/// The Main of the EGL vendor library of a slot.
unsafe extern "C" fn egl_main<const SLOT: usize>(version: u32, exports: *const c_void, vendor: Address, imports: Address) -> u32 {
    guard(|| u32::from(EGL_INTERFACE.wrap_in_place(SLOT, Arguments { version, exports, vendor, imports }))).unwrap_or(0)
}

/// The Main of the GLX vendor library of a slot.
unsafe extern "C" fn glx_main<const SLOT: usize>(version: u32, exports: *const c_void, vendor: Address, imports: Address) -> u32 {
    guard(|| u32::from(GLX_INTERFACE.wrap_in_place(SLOT, Arguments { version, exports, vendor, imports }))).unwrap_or(0)
}

/// Initialises glmeter as an EGL vendor, in front of the first of the vendors after it. libglvnd calls it, and finds the others itself.
///
/// # Safety
/// The arguments must meet the conditions of `__egl_Main` in `libeglabi.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __egl_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> u32 {
    let arguments = Arguments { version, exports, vendor, imports };
    let wrap = || {
        imports::rebind_egl();
        vendors::egl_libraries().is_some_and(|libraries| EGL_INTERFACE.wrap_first(&libraries, arguments))
    };
    u32::from(guard(wrap).unwrap_or(false))
}

/// Initialises glmeter as a GLX vendor, in front of the one that the settings name or of libglvnd's last. libglvnd calls it. Otherwise it refuses,
/// so that libglvnd chooses the vendor of each screen as the X server says.
///
/// # Safety
/// The arguments must meet the conditions of `__glx_Main` in `libglxabi.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __glx_Main(version: u32, exports: *const c_void, vendor: *mut c_void, imports: *mut c_void) -> c_int {
    let arguments = Arguments { version, exports, vendor, imports };
    let wrap = || {
        let chooses_itself = imports::rebind_glx();
        let is_last = imports::replaces_the_last_glx_vendor();
        if chooses_itself && !is_last && !vendors::names_glx_vendor() {
            return false;
        }
        GLX_INTERFACE.wrap_first(&vendors::glx_libraries(is_last), arguments)
    };
    c_int::from(guard(wrap).unwrap_or(false))
}
