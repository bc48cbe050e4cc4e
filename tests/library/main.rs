//! Tests the shared library as the loader and a linker see it, and its tables against the drivers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod drivers;
#[path = "../support/mod.rs"]
mod support;
mod tables;

use glmeter::entry::{self, Procedure};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use support::{library, run};

/// The window systems' functions that glmeter hooks.
const WINDOW_SYSTEM: [&str; 29] = [
    "OSMesaCreateContext",
    "OSMesaCreateContextAttribs",
    "OSMesaCreateContextExt",
    "OSMesaDestroyContext",
    "OSMesaGetProcAddress",
    "OSMesaMakeCurrent",
    "eglCreateContext",
    "eglDestroyContext",
    "eglGetError",
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

/// The rest of EGL 1.5, for programs that are linked with glmeter alone; with the layer the driver's functions are used.
const EGL_CORE: [&str; 36] = [
    "eglBindAPI",
    "eglBindTexImage",
    "eglChooseConfig",
    "eglClientWaitSync",
    "eglCopyBuffers",
    "eglCreateImage",
    "eglCreatePbufferFromClientBuffer",
    "eglCreatePbufferSurface",
    "eglCreatePixmapSurface",
    "eglCreatePlatformPixmapSurface",
    "eglCreatePlatformWindowSurface",
    "eglCreateSync",
    "eglCreateWindowSurface",
    "eglDestroyImage",
    "eglDestroySurface",
    "eglDestroySync",
    "eglGetConfigAttrib",
    "eglGetConfigs",
    "eglGetCurrentContext",
    "eglGetCurrentDisplay",
    "eglGetCurrentSurface",
    "eglGetDisplay",
    "eglGetPlatformDisplay",
    "eglGetSyncAttrib",
    "eglInitialize",
    "eglQueryAPI",
    "eglQueryContext",
    "eglQueryString",
    "eglQuerySurface",
    "eglReleaseTexImage",
    "eglSurfaceAttrib",
    "eglSwapInterval",
    "eglWaitClient",
    "eglWaitGL",
    "eglWaitNative",
    "eglWaitSync",
];

/// The vendor entry points for libglvnd, and `dlsym` for processes without libglvnd.
const OTHERS: [&str; 3] = ["__egl_Main", "__glx_Main", "dlsym"];

/// The control interface of the header.
const CONTROL: [&str; 10] = [
    "glmeter_counter_bits",
    "glmeter_pop_section",
    "glmeter_provider",
    "glmeter_push_section",
    "glmeter_read_counts",
    "glmeter_read_report",
    "glmeter_read_section",
    "glmeter_reset_report",
    "glmeter_source",
    "glmeter_version",
];

fn name(procedure: &Procedure) -> &'static str {
    procedure.name.to_str().unwrap()
}

fn names() -> BTreeSet<String> {
    entry::procedures().map(|procedure| name(procedure).to_owned()).collect()
}

/// Returns the output of a binutils program for the library.
fn binutils(program: &str, options: &[&str]) -> String {
    let ended = run(Command::new(program).env("LC_ALL", "C").args(options).arg(library()));
    assert_eq!(ended.code, 0, "{program} of the Debian package binutils\n{}", ended.all());
    ended.stdout
}

#[test]
fn it_exports_what_the_tables_say_and_nothing_else() {
    let listed = binutils("nm", &["-D", "--defined-only", "--without-symbol-versions"]);
    let exports: BTreeMap<&str, &str> = listed
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            (words[2], words[1])
        })
        // GNU ld lists the nodes of the version script too.
        .filter(|(name, kind)| !(*kind == "A" && name.starts_with("GLMETER_")))
        .collect();
    let mut wanted = names();
    assert_eq!(wanted.len(), entry::procedures().count(), "a procedure stands in two tables");
    wanted.extend(WINDOW_SYSTEM.into_iter().chain(EGL_CORE).chain(OTHERS).chain(CONTROL).map(str::to_owned));
    let missing: Vec<_> = wanted.iter().filter(|name| !exports.contains_key(name.as_str())).collect();
    assert!(missing.is_empty(), "the library does not export {missing:?}");
    let more: Vec<_> = exports.keys().filter(|name| !wanted.contains(**name)).collect();
    assert!(more.is_empty(), "each exported name is one that an application's own may clash with, and no table has {more:?}");
    let other: Vec<_> = exports.iter().filter(|(_, kind)| **kind != "T").collect();
    assert!(other.is_empty(), "functions and nothing else are exported, and these are not: {other:?}");
}

/// A program that is linked with a later version must not start with an earlier one that lacks a name, and each name keeps its node for ever:
/// `packaging/link/glmeter.map` has all names. `dlsym` would not be found in a version other than the C library's.
#[test]
fn each_exported_name_has_the_version_of_the_map() {
    let map = std::fs::read_to_string(support::root().join("packaging/link/glmeter.map")).unwrap();
    let (mut node, mut mapped) = (String::new(), BTreeMap::new());
    for line in map.lines().map(str::trim).take_while(|line| *line != "local:") {
        match line.strip_suffix(';') {
            Some("}") => {}
            Some(name) => assert!(mapped.insert(name.to_owned(), node.clone()).is_none(), "{name} stands in the map twice"),
            None if line.ends_with('{') => node = line.trim_end_matches(['{', ' ']).to_owned(),
            None => {}
        }
    }
    mapped.insert("dlsym".to_owned(), String::new());
    let listed = binutils("nm", &["-D", "--defined-only", "--with-symbol-versions"]);
    let words = listed.lines().filter_map(|line| line.split_whitespace().nth(2)).filter(|name| !name.starts_with("GLMETER_"));
    let exported: BTreeMap<String, String> =
        words.map(|word| word.split_once("@@").unwrap_or((word, ""))).map(|(name, node)| (name.to_owned(), node.to_owned())).collect();
    assert_eq!(exported, mapped, "packaging/link/glmeter.map needs each new name, in the node of the coming release");
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
fn it_is_needed_by_its_soname_and_never_unloaded() {
    let dynamic = binutils("readelf", &["-dW"]);
    let line = |tag: &str| dynamic.lines().find(|line| line.contains(tag)).unwrap_or_else(|| panic!("no {tag} in\n{dynamic}"));
    assert_eq!(bracketed(line("(SONAME)")), "libglmeter.so.0");
    assert!(line("(FLAGS_1)").contains("NODELETE"), "applications keep addresses of its functions: {}", line("(FLAGS_1)"));
}

/// The library calls its own functions directly: by name, another interposer would receive the calls.
#[test]
fn no_relocation_names_an_export() {
    let relocations = binutils("readelf", &["-rW"]);
    let mut own = names();
    own.extend(WINDOW_SYSTEM.into_iter().chain(EGL_CORE).chain(OTHERS).chain(CONTROL).map(str::to_owned));
    let symbols: Vec<&str> = relocations.lines().filter_map(|line| line.split_whitespace().nth(4)).collect();
    assert!(symbols.iter().any(|symbol| symbol.contains("@GLIBC")), "readelf names the symbols of relocations:\n{relocations}");
    let found: Vec<_> = symbols.iter().filter(|symbol| own.contains(symbol.split('@').next().unwrap())).collect();
    assert!(found.is_empty(), "the loader may bind these to another library's functions: {found:?}");
}

/// The loader has little static TLS left for a library that is opened in a running program.
#[test]
fn its_thread_local_words_are_few() {
    let segments = binutils("readelf", &["-lW"]);
    let line = segments.lines().find(|line| line.trim_start().starts_with("TLS ")).expect("the library has a TLS segment");
    let size = line.split_whitespace().nth(5).unwrap();
    let size = u64::from_str_radix(size.trim_start_matches("0x"), 16).unwrap();
    assert!(size <= 512, "{size} bytes of thread-local storage");
}

/// A closure in code for an instruction set is compiled without it, and then calls a function for each operation on a vector.
#[test]
fn the_pipeline_calls_no_vector_instructions() {
    let pipeline = support::build_folder().join("libglmeter_soft.so");
    let listed = run(Command::new("nm").env("LC_ALL", "C").args(["--defined-only", "--demangle"]).arg(pipeline)).stdout;
    assert!(listed.lines().count() > 1000, "the library has symbols of functions");
    let vectors = |line: &&str| line.contains("core_arch::x86::") && !line.contains("::xsave::");
    let called: Vec<&str> = listed.lines().filter(vectors).collect();
    assert!(called.is_empty(), "{called:#?}");
}
