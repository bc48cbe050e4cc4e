//! The shared library as the loader and a linker see it, and its tables against the Khronos registry and the drivers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use core::ffi::{CStr, c_char, c_int, c_void};
use gl_generator::{Api, Fallbacks, Profile, Registry};
use glmeter::provider::ABSENT_FROM_REGISTRY;
use glmeter::spec::{self, EXTENSIONS, Procedure};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::process::Command;

use support::{Ended, library, run, run_for};

/// The window systems' functions that glmeter stands in front of.
const WINDOW_SYSTEM: [&str; 22] = [
    "eglCreateContext",
    "eglDestroyContext",
    "eglGetProcAddress",
    "eglMakeCurrent",
    "eglReleaseThread",
    "eglSwapBuffers",
    "eglSwapBuffersWithDamageEXT",
    "eglSwapBuffersWithDamageKHR",
    "eglTerminate",
    "glXCreateContext",
    "glXCreateContextAttribsARB",
    "glXCreateContextWithConfigSGIX",
    "glXCreateNewContext",
    "glXDestroyContext",
    "glXFreeContextEXT",
    "glXGetProcAddress",
    "glXGetProcAddressARB",
    "glXImportContextEXT",
    "glXMakeContextCurrent",
    "glXMakeCurrent",
    "glXMakeCurrentReadSGI",
    "glXSwapBuffers",
];

/// libglvnd's ways in, and the C library's look-up, for processes without libglvnd.
const OTHERS: [&str; 3] = ["__egl_Main", "__glx_Main", "dlsym"];

fn name(procedure: &Procedure) -> &'static str {
    procedure.name.to_str().unwrap()
}

fn names() -> BTreeSet<String> {
    spec::procedures().map(|procedure| name(procedure).to_owned()).collect()
}

/// What one of binutils' programs says of the library.
fn binutils(program: &str, options: &[&str]) -> String {
    let ended = run(Command::new(program).env("LC_ALL", "C").args(options).arg(library()));
    assert_eq!(ended.code, 0, "{program} of the Debian package binutils\n{}", ended.all());
    ended.stdout
}

// The shared library.

#[test]
fn it_exports_what_the_tables_say_and_nothing_else() {
    let listed = binutils("nm", &["-D", "--defined-only"]);
    let exports: BTreeMap<&str, &str> = listed
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (words[2], words[1])
        })
        .collect();
    let mut wanted = names();
    assert_eq!(wanted.len(), spec::procedures().count(), "a procedure stands in two tables");
    wanted.extend(WINDOW_SYSTEM.into_iter().chain(OTHERS).map(str::to_owned));
    let missing: Vec<_> = wanted.iter().filter(|name| !exports.contains_key(name.as_str())).collect();
    assert!(missing.is_empty(), "the library does not export {missing:?}");
    let more: Vec<_> = exports.keys().filter(|name| !wanted.contains(**name)).collect();
    assert!(more.is_empty(), "each exported name is one that an application's own may clash with, and no table has {more:?}");
    let other: Vec<_> = exports.iter().filter(|(_, kind)| **kind != "T").collect();
    assert!(other.is_empty(), "functions and nothing else are exported, and these are not: {other:?}");
}

#[test]
fn it_needs_the_c_library_alone() {
    let dynamic = binutils("readelf", &["-dW"]);
    let needed: Vec<&str> = dynamic.lines().filter(|line| line.contains("(NEEDED)")).map(bracketed).collect();
    let allowed = |name: &&&str| {
        ["libc.so", "libgcc_s.so", "ld-linux", "libm.so", "libdl.so", "libpthread.so"].iter().any(|own| name.starts_with(own))
    };
    let others: Vec<_> = needed.iter().filter(|name| !allowed(name)).collect();
    assert!(!needed.is_empty(), "readelf lists what the library needs:\n{dynamic}");
    assert!(others.is_empty(), "it is loaded into every process, and must not bring {others:?} with it");
}

fn bracketed(line: &str) -> &str {
    line.split_once('[').unwrap().1.split_once(']').unwrap().0
}

#[test]
fn it_is_found_by_glvnd_and_never_unloaded() {
    let dynamic = binutils("readelf", &["-dW"]);
    let line = |tag: &str| dynamic.lines().find(|line| line.contains(tag)).unwrap_or_else(|| panic!("no {tag} in\n{dynamic}"));
    assert_eq!(bracketed(line("(SONAME)")), "libGLX_glmeter.so.0");
    assert!(line("(FLAGS_1)").contains("NODELETE"), "applications keep addresses of its functions: {}", line("(FLAGS_1)"));
}

/// Its own functions are reached without the loader's help: by name, another interposer would receive its calls.
#[test]
fn no_relocation_names_an_export() {
    let relocations = binutils("readelf", &["-rW"]);
    let mut own = names();
    own.extend(WINDOW_SYSTEM.into_iter().chain(OTHERS).map(str::to_owned));
    let symbols: Vec<&str> = relocations.lines().filter_map(|line| line.split_whitespace().nth(4)).collect();
    assert!(symbols.iter().any(|symbol| symbol.contains("@GLIBC")), "readelf names the symbols of relocations:\n{relocations}");
    let found: Vec<_> = symbols.iter().filter(|symbol| own.contains(symbol.split('@').next().unwrap())).collect();
    assert!(found.is_empty(), "the loader may bind these to another library's functions: {found:?}");
}

/// The loader has little room for the thread-local words of a library that is opened when the program already runs.
#[test]
fn its_thread_local_words_are_few() {
    let segments = binutils("readelf", &["-lW"]);
    let line = segments.lines().find(|line| line.trim_start().starts_with("TLS ")).expect("the library has a TLS segment");
    let size = line.split_whitespace().nth(5).unwrap();
    let size = u64::from_str_radix(size.trim_start_matches("0x"), 16).unwrap();
    assert!(size <= 512, "{size} bytes of thread-local storage");
}

// The tables.

#[test]
fn get_proc_address_knows_every_procedure_and_no_other() {
    let mut addresses = BTreeMap::new();
    for procedure in spec::procedures() {
        let address = spec::get_proc_address(procedure.name).unwrap_or_else(|| panic!("{} has no address", name(procedure)));
        assert!(!address.is_null(), "{} has a null address", name(procedure));
        assert_eq!(address, (procedure.address)(), "{}", name(procedure));
        addresses.insert(name(procedure), address);
    }
    for other in [c"glDrawArrays", c"glFinish", c"glGenQueriesX", c"glGenQuerie", c"gl", c"", c"GenQueries", c"eglMakeCurrent"] {
        assert!(spec::get_proc_address(other).is_none(), "{other:?} is not in the tables");
    }
    assert_eq!(addresses.len(), names().len());
}

/// One registry for each interface: asking one for an extension that it lacks panics.
fn registries() -> [Registry; 3] {
    let desktop = [
        "GL_ARB_occlusion_query",
        "GL_ARB_timer_query",
        "GL_ARB_pipeline_statistics_query",
        "GL_ARB_query_buffer_object",
        "GL_ARB_direct_state_access",
        "GL_INTEL_performance_query",
        "GL_NV_conditional_render",
    ];
    [
        Registry::new(Api::Gl, (4, 6), Profile::Compatibility, Fallbacks::None, desktop),
        // Of the 64-bit getters' spellings with EXT.
        Registry::new(Api::Gl, (1, 5), Profile::Compatibility, Fallbacks::None, ["GL_EXT_timer_query"]),
        Registry::new(
            Api::Gles2,
            (3, 2),
            Profile::Core,
            Fallbacks::None,
            ["GL_EXT_disjoint_timer_query", "GL_EXT_occlusion_query_boolean", "GL_INTEL_performance_query"],
        ),
    ]
}

/// A type without the name of the module that it comes from; GLint64EXT is GLint64.
fn plain(kind: &str) -> String {
    let kind: String = kind.replace("types::", "").replace("__gl_imports::raw::", "").split_whitespace().collect::<Vec<_>>().join(" ");
    kind.replace("64EXT", "64")
}

/// The argument types and the result of `fn glX(name: type, …) -> type`.
fn types_of(signature: &str) -> (Vec<String>, String) {
    let (_, rest) = signature.split_once('(').unwrap();
    let (arguments, result) = rest.split_once(')').unwrap();
    let arguments = arguments.split(',').filter(|argument| !argument.trim().is_empty());
    let arguments = arguments.map(|argument| plain(argument.split_once(':').unwrap().1)).collect();
    let result = plain(result.trim_start().trim_start_matches("->"));
    (arguments, if result.is_empty() { "()".to_owned() } else { result })
}

#[test]
fn every_signature_is_the_registrys() {
    let mut known: BTreeMap<String, Vec<(Vec<String>, String)>> = BTreeMap::new();
    for command in registries().iter().flat_map(|registry| &registry.cmds) {
        let arguments = command.params.iter().map(|parameter| plain(&parameter.ty)).collect();
        known.entry(format!("gl{}", command.proto.ident)).or_default().push((arguments, plain(&command.proto.ty)));
    }
    let mut absent = BTreeSet::new();
    for procedure in spec::procedures() {
        assert_eq!(procedure.signature.split(['(', ' ']).nth(1), Some(name(procedure)), "{}", procedure.signature);
        let Some(theirs) = known.get(name(procedure)) else {
            absent.insert(name(procedure));
            continue;
        };
        for theirs in theirs {
            assert_eq!(&types_of(procedure.signature), theirs, "{}: here and in the registry", procedure.signature);
        }
    }
    let excused: BTreeSet<&str> = ABSENT_FROM_REGISTRY.iter().copied().collect();
    assert_eq!(absent, excused, "what the registry lacks");
    let angle: BTreeSet<&str> = spec::angle_timer_query::EXTENSION.procedures.iter().map(name).collect();
    assert_eq!(angle.len(), 11);
    let expected: BTreeSet<&str> = angle.into_iter().chain(["glGetInteger64vEXT"]).collect();
    assert_eq!(excused, expected, "the registry lacks these and no more");
}

/// ANGLE_timer_query takes the signatures and values of EXT_disjoint_timer_query, whose draft it was.
#[test]
fn angle_timer_query_is_disjoint_timer_query_by_another_name() {
    let theirs = &spec::ext_disjoint_timer_query::EXTENSION;
    for procedure in spec::angle_timer_query::EXTENSION.procedures {
        let other = name(procedure).replace("ANGLE", "EXT");
        let other = theirs.procedures.iter().find(|procedure| name(procedure) == other).unwrap_or_else(|| panic!("no {other}"));
        assert_eq!(types_of(procedure.signature), types_of(other.signature), "{}", procedure.signature);
    }
    for (token, value) in spec::angle_timer_query::EXTENSION.tokens {
        let other = token.replace("ANGLE", "EXT");
        assert!(theirs.tokens.contains(&(other.as_str(), *value)), "GL_{token} is not GL_{other}");
    }
}

#[test]
fn every_token_is_the_registrys() {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap_or(u64::MAX),
        None => text.parse().unwrap_or(u64::MAX),
    };
    let registries = registries();
    let known: BTreeMap<&str, u64> =
        registries.iter().flat_map(|registry| &registry.enums).map(|token| (token.ident.as_str(), number(&token.value))).collect();
    for extension in EXTENSIONS {
        for (token, value) in extension.tokens {
            match known.get(token) {
                Some(theirs) => assert_eq!(u64::from(*value), *theirs, "GL_{token} of {}", extension.name),
                None => assert!(token.ends_with("_ANGLE"), "the registry has no GL_{token} of {}", extension.name),
            }
        }
    }
}

// The parts below run in processes of their own, so that a crash names its function and leaves the other tests alone.

/// Runs the part of this file that has this name, in a process of its own.
fn part(name: &str, arguments: &str) -> Ended {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]).env("LIBRARY_TEST", arguments);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"] {
        command.env_remove(name);
    }
    let ended = run_for(&mut command, 120);
    assert!(ended.code == 0 && ended.stdout.contains("1 passed"), "{name} {arguments}\n{}", ended.all());
    ended
}

fn argument() -> String {
    std::env::var("LIBRARY_TEST").expect("started by another test")
}

fn call_every_procedure_with_zeros(what: &str) {
    for procedure in spec::procedures() {
        eprintln!("{what}: {}", name(procedure));
        (procedure.call_with_zeros)();
    }
}

#[test]
#[ignore = "a part of the test after it"]
fn zeros_in_a_process_of_their_own() {
    call_every_procedure_with_zeros("no context");
    let kind = argument();
    if kind != "none" {
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

/// An EGL context without a surface, of the machine's own driver.
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
        // SAFETY: libEGL's own functions, by their names and types, with its tokens.
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
        // SAFETY: a display and a context of it, or none.
        let done = unsafe { (self.make_current)(self.display, core::ptr::null_mut(), core::ptr::null_mut(), context) };
        assert_eq!(done, 1, "eglMakeCurrent");
    }

    fn release(self) {
        self.bind(core::ptr::null_mut());
    }
}

// The layer, seen from libglvnd's side.

type GetProcAddress = unsafe extern "C" fn(*const c_char) -> Handle;
/// libglvnd's tables are structs of function pointers: the eleven of `__EGLapiImports` are the longest.
type Table = [Handle; 16];

/// Calls a vendor's Main as libglvnd does, with nothing in its own table, and gives what the vendor filled in.
fn imports_of(main: impl FnOnce(*const c_void, Handle, Handle) -> bool) -> Table {
    // A vendor keeps the table's address.
    let exports: &'static Table = Box::leak(Box::new([core::ptr::null_mut(); 16]));
    let mut imports: Table = [core::ptr::null_mut(); 16];
    assert!(main(exports.as_ptr().cast(), 0x1000 as Handle, imports.as_mut_ptr().cast()), "the vendor's Main");
    imports
}

/// Every GL command that the registry knows of the desktop and of ES.
fn every_command() -> BTreeSet<String> {
    registries().iter().flat_map(|registry| &registry.cmds).map(|command| format!("gl{}", command.proto.ident)).collect()
}

/// Compares what the layer answers with what the driver behind it does: `get` is the place of getProcAddress in the table.
fn compare(layer: &Table, vendor: &Table, get: usize, window_system: &str, others: &[&str]) {
    assert!(!layer[get].is_null() && !vendor[get].is_null());
    assert_ne!(layer[get], vendor[get], "the layer answers in the vendor's place");
    // SAFETY: that place in both tables has a function of this type.
    let (ours, theirs) = unsafe { [layer[get], vendor[get]].map(|get| core::mem::transmute::<Handle, GetProcAddress>(get)).into() };
    let ask = |get: GetProcAddress, name: &str| {
        let name = CString::new(name).unwrap();
        // SAFETY: a C string.
        unsafe { get(name.as_ptr()) }
    };
    let mut passed = 0;
    let own = names();
    let unknown = ["glNoSuchCommandGLMETER", "notAFunction", ""].map(str::to_owned);
    for name in every_command().into_iter().chain(unknown).chain(others.iter().map(|name| name.to_string())) {
        if !own.contains(&name) {
            assert_eq!(ask(ours, &name), ask(theirs, &name), "{name} is not glmeter's: the driver's own function stands for it");
            passed += 1;
        }
    }
    assert!(passed > 1000, "the registry has more commands than {passed}");
    for procedure in spec::procedures() {
        let address = ask(ours, name(procedure));
        assert_eq!(address.cast_const(), (procedure.address)(), "{}", name(procedure));
    }
    for name in WINDOW_SYSTEM.into_iter().filter(|name| name.starts_with(window_system)) {
        let (ours, theirs) = (ask(ours, name), ask(theirs, name));
        assert_eq!(ours.is_null(), theirs.is_null(), "{name} is there where the driver has it");
        assert!(ours.is_null() || ours != theirs, "{name} is glmeter's");
    }
    // SAFETY: libglvnd's ABI: this getProcAddress copes with NULL.
    assert!(unsafe { ours(core::ptr::null()) }.is_null());
}

/// A Main of the machine's own driver.
fn vendor_main<T: Copy>(library: &str, symbol: &CStr) -> T {
    // SAFETY: a driver's library; the caller names the type that libglvnd's ABI says.
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
        "egl" => {
            // SAFETY: libglvnd's ABI 0.2 and tables of its size, here and below.
            let layer = imports_of(|exports, vendor, imports| unsafe { __egl_Main(2, exports, vendor, imports) != 0 });
            let main: EglMain = vendor_main("libEGL_mesa.so.0", c"__egl_Main");
            // SAFETY: as above.
            let vendor = imports_of(|exports, vendor, imports| unsafe { main(2, exports, vendor, imports) != 0 });
            compare(&layer, &vendor, 3, "egl", &["eglInitialize", "eglChooseConfig", "eglQueryString", "eglCreateSyncKHR"]);
            same_but(&layer, &vendor, &[3], 6..10);
        }
        "glx" => {
            // SAFETY: libglvnd's ABI 1.0 and tables of its size, here and below.
            let layer = imports_of(|exports, vendor, imports| unsafe { __glx_Main(1 << 16, exports, vendor, imports) != 0 });
            let main: GlxMain = vendor_main("libGLX_mesa.so.0", c"__glx_Main");
            // SAFETY: as above.
            let vendor = imports_of(|exports, vendor, imports| unsafe { main(1 << 16, exports, vendor, imports) != 0 });
            compare(&layer, &vendor, 1, "glX", &["glXChooseFBConfig", "glXQueryServerString", "glXSwapIntervalMESA"]);
            same_but(&layer, &vendor, &[1], 5..9);
        }
        other => panic!("no window system is called {other}"),
    }
}

/// Nothing else of the vendor's table is changed, except that the stubs must not be patched past the layer.
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

/// A library version that libglvnd does not have yet is the vendor's to refuse, and the layer says no with it.
#[test]
fn a_refusal_of_the_driver_is_the_layers_too() {
    part("the_layer_refuses_in_a_process_of_its_own", "");
}

#[test]
#[ignore = "a part of the test before it"]
fn the_layer_refuses_in_a_process_of_its_own() {
    use glmeter::winsys::glvnd::{__egl_Main, __glx_Main};
    let exports: Table = [core::ptr::null_mut(); 16];
    let mut imports: Table = [core::ptr::null_mut(); 16];
    // SAFETY: tables of libglvnd's size.
    unsafe {
        assert_eq!(__egl_Main(77 << 16, exports.as_ptr().cast(), core::ptr::null_mut(), imports.as_mut_ptr().cast()), 0);
        assert_eq!(__glx_Main(77 << 16, exports.as_ptr().cast(), core::ptr::null_mut(), imports.as_mut_ptr().cast()), 0);
    }
    assert_eq!(imports, [core::ptr::null_mut(); 16]);
}
