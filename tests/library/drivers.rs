//! Tests the entry points and the layer with the machine's driver, each in a child process, so that a crash identifies its function and does
//! not affect other tests.

use super::{EGL_CORE, WINDOW_SYSTEM, name, names};
use crate::support::run_for;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicU32, Ordering};
use glmeter::entry;
use glmeter::platform::call_slots::{count_draws, observe};
use glmeter_abi::function;
use glmeter_registry::Registry;
use std::ffi::CString;
use std::process::Command;

/// Runs the part of this file with this name in a child process.
fn part(name: &str, argument: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("drivers::{name}"), "--ignored", "--nocapture", "--test-threads=1"]).env("LIBRARY_TEST", argument);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"] {
        command.env_remove(name);
    }
    let ended = run_for(&mut command, 120);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name} {argument}\n{}", ended.all());
}

/// Returns the argument of [`part`]; empty in a part that no test has started, which then does nothing.
fn argument() -> String {
    std::env::var("LIBRARY_TEST").unwrap_or_default()
}

/// Mesa follows the pointer of texture unit 0 - GL_TEXTURE0 in the first two, and that of the texture 0 in the last.
const WITHOUT_ZEROS: [&str; 3] = ["glMultiTex", "glCompressedMultiTex", "glInvalidateTexSubImage"];

fn call_every_procedure_with_zeros(what: &str) {
    let takes_zeros = |procedure: &&entry::Procedure| !WITHOUT_ZEROS.iter().any(|begin| name(procedure).starts_with(begin));
    for procedure in entry::procedures().filter(takes_zeros) {
        eprintln!("{what}: {}", name(procedure));
        (procedure.call_with_zeros)();
    }
}

#[test]
#[ignore = "a part of the test after it"]
fn zeros_in_a_process_of_their_own() {
    call_every_procedure_with_zeros("no context");
    let kind = argument();
    if !["", "none"].contains(&kind.as_str()) {
        let context = Context::current(&kind);
        call_every_procedure_with_zeros(&kind);
        call_every_procedure_with_zeros("again");
        context.release();
        call_every_procedure_with_zeros("released");
    }
}

#[test]
fn every_procedure_takes_zeros_without_a_context() {
    part("zeros_in_a_process_of_their_own", "none");
}

#[test]
fn every_procedure_takes_zeros_in_each_kind_of_context() {
    for kind in ["es2", "es3", "compatibility", "core"] {
        part("zeros_in_a_process_of_their_own", kind);
    }
}

type Handle = *mut c_void;

/// A surfaceless EGL context of the machine's driver.
struct Context {
    display: Handle,
    make_current: unsafe extern "C" fn(Handle, Handle, Handle, Handle) -> u32,
}

impl Context {
    fn current(kind: &str) -> Self {
        type GetPlatformDisplay = unsafe extern "C" fn(u32, Handle, *const isize) -> Handle;
        type Initialize = unsafe extern "C" fn(Handle, *mut c_int, *mut c_int) -> u32;
        type BindApi = unsafe extern "C" fn(u32) -> u32;
        type ChooseConfig = unsafe extern "C" fn(Handle, *const c_int, *mut Handle, c_int, *mut c_int) -> u32;
        type CreateContext = unsafe extern "C" fn(Handle, Handle, Handle, *const c_int) -> Handle;
        const PLATFORM_SURFACELESS_MESA: u32 = 0x31DD;
        const MAJOR: c_int = 0x3098;
        const MINOR: c_int = 0x30FB;
        const PROFILE: c_int = 0x30FD;
        const RENDERABLE: c_int = 0x3040;
        const SURFACE_TYPE: c_int = 0x3033;
        const PBUFFER_BIT: c_int = 1;
        const NONE: c_int = 0x3038;
        const OPENGL_API: u32 = 0x30A2;
        const OPENGL_ES_API: u32 = 0x30A0;
        let (api, bit, attributes) = match kind {
            "es2" => (OPENGL_ES_API, 0x4, vec![MAJOR, 2, NONE]),
            "es3" => (OPENGL_ES_API, 0x40, vec![MAJOR, 3, NONE]),
            "compatibility" => (OPENGL_API, 0x8, vec![NONE]),
            "core" => (OPENGL_API, 0x8, vec![MAJOR, 4, MINOR, 5, PROFILE, 1, NONE]),
            other => panic!("no kind of context is called {other}"),
        };
        // SAFETY: the functions are libEGL's, with their own types and tokens.
        unsafe {
            let egl = libloading::Library::new("libEGL.so.1").expect("the Debian package libegl1");
            let make_current = *egl.get(b"eglMakeCurrent\0").unwrap();
            let display = egl.get::<GetPlatformDisplay>(b"eglGetPlatformDisplay\0").unwrap()(
                PLATFORM_SURFACELESS_MESA,
                core::ptr::null_mut(),
                core::ptr::null(),
            );
            let done = egl.get::<Initialize>(b"eglInitialize\0").unwrap()(display, core::ptr::null_mut(), core::ptr::null_mut());
            assert_eq!(done, 1, "eglInitialize: the Debian packages libegl-mesa0 and libgl1-mesa-dri");
            assert_eq!(egl.get::<BindApi>(b"eglBindAPI\0").unwrap()(api), 1);
            let mut config = core::ptr::null_mut();
            let mut count = 0;
            let wanted = [RENDERABLE, bit, SURFACE_TYPE, PBUFFER_BIT, NONE];
            egl.get::<ChooseConfig>(b"eglChooseConfig\0").unwrap()(display, wanted.as_ptr(), &raw mut config, 1, &raw mut count);
            assert_eq!(count, 1, "a configuration for {kind}");
            let create = egl.get::<CreateContext>(b"eglCreateContext\0").unwrap();
            let context = create(display, config, core::ptr::null_mut(), attributes.as_ptr());
            assert!(!context.is_null(), "a context of the kind {kind}");
            std::mem::forget(egl);
            let this = Self { display, make_current };
            this.bind(context);
            this
        }
    }

    fn bind(&self, context: Handle) {
        // SAFETY: the context is null or belongs to the display.
        let done = unsafe { (self.make_current)(self.display, core::ptr::null_mut(), core::ptr::null_mut(), context) };
        assert_eq!(done, 1, "eglMakeCurrent");
    }

    fn release(self) {
        self.bind(core::ptr::null_mut());
    }
}

// The layer as libglvnd sees it.

type GetProcAddress = unsafe extern "C" fn(*const c_char) -> Handle;
/// libglvnd's tables are structs of function pointers: the eleven of `__EGLapiImports` are the longest.
type Table = [Handle; 16];
const EMPTY: Table = [core::ptr::null_mut(); 16];

/// Calls a vendor's Main as libglvnd does, with an empty table of exports. Returns the imports that the vendor filled in.
fn imports_of(mut imports: Table, main: impl FnOnce(*const c_void, Handle, Handle) -> bool) -> Table {
    // A vendor keeps the table's address.
    let exports: &'static Table = Box::leak(Box::new(EMPTY));
    assert!(main(exports.as_ptr().cast(), 0x1000 as Handle, imports.as_mut_ptr().cast()), "the vendor's Main");
    imports
}

/// Compares the layer's look-ups with those of the driver; `get` is the index of getProcAddress in the table.
fn compare(layer: &Table, vendor: &Table, get: usize, window_system: &str, others: &[&str]) {
    assert!(!layer[get].is_null() && !vendor[get].is_null());
    assert_ne!(layer[get], vendor[get], "the layer answers in the vendor's place");
    // SAFETY: getProcAddress, which both tables have in this place, has this type.
    let (ours, theirs) = unsafe { [layer[get], vendor[get]].map(|get| function::<GetProcAddress>(get).unwrap()).into() };
    let ask = |get: GetProcAddress, name: &str| {
        let name = CString::new(name).unwrap();
        // SAFETY: the name is a C string.
        unsafe { get(name.as_ptr()) }
    };
    let mut passed = 0;
    let own = names();
    let unknown = ["glNoSuchCommandGLMETER", "notAFunction", ""].map(str::to_owned);
    for name in Registry::gl().commands.keys().map(|name| name.to_string()).chain(unknown).chain(others.iter().map(|name| name.to_string()))
    {
        if !own.contains(&name) {
            assert_eq!(ask(ours, &name), ask(theirs, &name), "{name} is not glmeter's: the driver's own function stands for it");
            passed += 1;
        }
    }
    assert!(passed + own.len() > 1700, "the registry has more commands than {passed} and glmeter's {}", own.len());
    for procedure in entry::procedures() {
        let address = ask(ours, name(procedure));
        // The layer has a draw command if the driver has it.
        if procedure.slot.is_some() && ask(theirs, name(procedure)).is_null() {
            assert!(address.is_null(), "{}", name(procedure));
        } else {
            assert_eq!(address.cast_const(), (procedure.address)(), "{}", name(procedure));
        }
    }
    for name in WINDOW_SYSTEM.into_iter().filter(|name| name.starts_with(window_system)) {
        let (ours, theirs) = (ask(ours, name), ask(theirs, name));
        assert_eq!(ours.is_null(), theirs.is_null(), "{name} is there where the driver has it");
        assert!(ours.is_null() || ours != theirs, "{name} is glmeter's");
    }
    commands_lead_to_the_driver_until_they_are_counted(&|name| ask(theirs, name));
    // SAFETY: by libglvnd's ABI getProcAddress accepts NULL.
    assert!(unsafe { ours(core::ptr::null()) }.is_null());
}

#[test]
#[ignore = "a part of the test after it"]
fn jumps_in_a_process_of_their_own() {
    if argument().is_empty() {
        return;
    }
    static CALLS: AtomicU32 = AtomicU32::new(0);
    unsafe extern "C" fn driver(x: f32, y: f32) {
        assert_eq!((x, y), (1.0, 2.0));
        CALLS.fetch_add(1, Ordering::Relaxed);
    }
    unsafe extern "C" fn another_driver(_: f32, _: f32) {
        panic!("no context is this driver's");
    }
    let procedure = entry::procedure(c"glVertex2f").unwrap();
    let slot = procedure.slot.unwrap();
    // SAFETY: glVertex2f has this type.
    let command = unsafe { function::<unsafe extern "C" fn(f32, f32)>((procedure.address)()) }.unwrap();
    let calls = || {
        // SAFETY: the function takes two numbers; it is defined in this test or is an entry point without a context.
        unsafe { command(1.0, 2.0) };
        CALLS.swap(0, Ordering::Relaxed)
    };
    assert_eq!(calls(), 0, "no driver is known, and no context current");
    slot.learn(core::ptr::null_mut());
    assert_eq!(slot.target(), slot.entry());
    slot.learn(driver as *mut c_void);
    assert_eq!(calls(), 1);
    count_draws(true);
    assert_eq!(calls(), 0, "our entry point, without a context");
    slot.learn(driver as *mut c_void);
    count_draws(false);
    assert_eq!(calls(), 1);
    slot.learn(another_driver as *mut c_void);
    assert_eq!((slot.target(), calls()), (slot.entry(), 0), "two drivers: the context decides");
    slot.learn(driver as *mut c_void);
    count_draws(true);
    count_draws(false);
    assert_eq!(slot.target(), slot.entry());
}

/// On processors without jumps the address is the entry point's.
#[cfg(stubs)]
#[test]
fn a_draw_command_is_a_jump_to_the_driver_or_to_us() {
    part("jumps_in_a_process_of_their_own", "all");
}

/// Checks the destination of every jump of a command, once the driver's functions are known.
fn commands_lead_to_the_driver_until_they_are_counted(theirs: &dyn Fn(&str) -> Handle) {
    let slots = || entry::procedures().filter_map(|procedure| Some((name(procedure), procedure.slot?)));
    assert!(slots().filter(|(_, slot)| slot.is_counted()).count() > 200);
    assert!(slots().filter(|(_, slot)| slot.is_observed()).count() > 500);
    assert!(slots().all(|(_, slot)| slot.is_counted() || slot.is_observed()));
    let lead_to_ours = |counted: bool, observed: bool| {
        slots().for_each(|(name, slot)| {
            let theirs = theirs(name);
            let ours = theirs.is_null() || (slot.is_counted() && counted) || (slot.is_observed() && observed);
            assert_eq!(slot.target(), if ours { slot.entry() } else { theirs }, "{name}");
        });
    };
    lead_to_ours(false, false);
    count_draws(true);
    lead_to_ours(true, false);
    count_draws(true);
    count_draws(false);
    lead_to_ours(true, false);
    observe(true);
    lead_to_ours(true, true);
    count_draws(false);
    lead_to_ours(false, true);
    observe(false);
    lead_to_ours(false, false);
}

/// Returns a Main of the machine's driver.
fn vendor_main<T: Copy>(library: &str, symbol: &CStr) -> T {
    // SAFETY: the library is a driver's; the caller passes the type of libglvnd's ABI.
    unsafe {
        let opened =
            libloading::Library::new(library).unwrap_or_else(|error| panic!("{library} (Debian libegl-mesa0, libglx-mesa0): {error}"));
        let main = *opened.get::<T>(symbol.to_bytes_with_nul()).unwrap();
        std::mem::forget(opened);
        main
    }
}

#[test]
#[ignore = "a part of the test after it"]
fn the_layer_in_a_process_of_its_own() {
    type EglMain = unsafe extern "C" fn(u32, *const c_void, Handle, Handle) -> u32;
    type GlxMain = unsafe extern "C" fn(u32, *const c_void, Handle, Handle) -> c_int;
    use glmeter::winsys::glvnd::{__egl_Main, __glx_Main};
    match argument().as_str() {
        // Mesa's GLX fills a table only once in a process: call the driver first, and give the layer the filled table.
        "egl" => {
            let main: EglMain = vendor_main("libEGL_mesa.so.0", c"__egl_Main");
            // SAFETY: libglvnd's ABI 0.2 and tables of its size, here and below.
            let vendor = imports_of(EMPTY, |exports, vendor, imports| unsafe { main(2, exports, vendor, imports) != 0 });
            // SAFETY: as above.
            let layer = imports_of(vendor, |exports, vendor, imports| unsafe { __egl_Main(2, exports, vendor, imports) != 0 });
            compare(&layer, &vendor, 3, "egl", &EGL_CORE);
            same_but(&layer, &vendor, &[3], 6..10);
        }
        "glx" => {
            let main: GlxMain = vendor_main("libGLX_mesa.so.0", c"__glx_Main");
            // SAFETY: libglvnd's ABI 1.0 and tables of its size, here and below.
            let vendor = imports_of(EMPTY, |exports, vendor, imports| unsafe { main(1 << 16, exports, vendor, imports) != 0 });
            // SAFETY: as above.
            let layer = imports_of(vendor, |exports, vendor, imports| unsafe { __glx_Main(1 << 16, exports, vendor, imports) != 0 });
            compare(&layer, &vendor, 1, "glX", &["glXChooseFBConfig", "glXQueryServerString", "glXSwapIntervalMESA"]);
            same_but(&layer, &vendor, &[1], 5..9);
        }
        other => assert_eq!(other, "", "no window system is called this"),
    }
}

/// Asserts that the layer changes only these entries of the vendor's table, and clears those that patch libglvnd's stubs.
fn same_but(layer: &Table, vendor: &Table, replaced: &[usize], cleared: core::ops::Range<usize>) {
    for (place, (ours, theirs)) in layer.iter().zip(vendor).enumerate() {
        if cleared.contains(&place) {
            assert!(ours.is_null(), "the patch function at place {place}");
        } else if !replaced.contains(&place) {
            assert_eq!(ours, theirs, "place {place}");
        }
    }
}

#[test]
fn behind_egl_all_but_glmeters_functions_are_the_drivers_own() {
    part("the_layer_in_a_process_of_its_own", "egl");
}

#[test]
fn behind_glx_all_but_glmeters_functions_are_the_drivers_own() {
    part("the_layer_in_a_process_of_its_own", "glx");
}

/// If the vendor rejects an unknown ABI version of libglvnd, the layer rejects it too.
#[test]
fn a_refusal_of_the_driver_is_the_layers_too() {
    part("the_layer_refuses_in_a_process_of_its_own", "");
}

#[test]
#[ignore = "a part of the test before it"]
fn the_layer_refuses_in_a_process_of_its_own() {
    use glmeter::winsys::glvnd::{__egl_Main, __glx_Main};
    let exports = EMPTY;
    let mut imports = EMPTY;
    // SAFETY: tables of libglvnd's size.
    unsafe {
        assert_eq!(__egl_Main(77 << 16, exports.as_ptr().cast(), core::ptr::null_mut(), imports.as_mut_ptr().cast()), 0);
        assert_eq!(__glx_Main(77 << 16, exports.as_ptr().cast(), core::ptr::null_mut(), imports.as_mut_ptr().cast()), 0);
    }
    assert_eq!(imports, EMPTY);
}
