//! Generates the table of driver functions from the Khronos registry and sets the linker arguments of the library.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::{Command as GlCommand, Registry};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Commands that glmeter calls in the driver but does not export.
const CALLED: &[&str] = &[
    "glFlush",
    "glIsList",
    "glBindFramebuffer",
    "glPixelStorei",
    "glReadBuffer",
    "glReadPixels",
    "glBufferSubData",
    "glNamedBufferSubData",
    "glGetBufferParameteriv",
    "glGetBufferParameteri64v",
    "glGetNamedBufferParameteriv",
    "glGetBufferPointerv",
    "glGetBufferPointervOES",
    "glGetNamedBufferPointerv",
    "glClientActiveTexture",
    "glGetVertexAttribiv",
    "glGetBufferSubData",
    "glMapBufferRange",
    "glUnmapBuffer",
    "glMemoryBarrier",
    "glIsEnabled",
    "glGetIntegeri_v",
    "glGetProgramiv",
    "glGetProgramPipelineiv",
    "glGetAttachedShaders",
    "glGetShaderiv",
    "glFenceSync",
    "glClientWaitSync",
    "glDeleteSync",
    "glFenceSyncAPPLE",
    "glClientWaitSyncAPPLE",
    "glDeleteSyncAPPLE",
];

/// A command as a file in `src/spec` declares it.
struct Declared {
    /// Name and type of each argument.
    arguments: Vec<(String, String)>,
    /// The result's type; empty if the command returns nothing.
    result: String,
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/spec");
    let declared = declarations(Path::new("src/spec"));
    write_functions(&declared);
    let android_layer =
        env::var_os("CARGO_FEATURE_ANDROID_LAYER").is_some() || env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "android");
    if android_layer {
        println!("cargo:rustc-cfg=android_layer");
    }
    link_arguments(android_layer);
}

/// Reads the declarations of all entry points: the lines `fn glX(name: type, …) -> type => …;` of the files in `folder`.
fn declarations(folder: &Path) -> BTreeMap<String, Declared> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(folder).expect("src/spec is readable");
    for entry in entries {
        let path = entry.expect("src/spec is readable").path();
        let text = fs::read_to_string(&path).expect("a specification's file is readable");
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("fn gl")) {
            let (name, rest) = line["fn ".len()..].split_once('(').expect("a procedure has an argument list");
            let (arguments, rest) = rest.split_once(')').expect("a procedure is declared on one line");
            let pair = |argument: &str| {
                let (name, kind) = argument.split_once(':').expect("an argument has a type");
                (name.trim().to_string(), kind.trim().to_string())
            };
            let arguments = arguments.split(',').map(str::trim).filter(|text| !text.is_empty()).map(pair).collect();
            let result = rest.split("=>").next().unwrap_or("").trim().trim_end_matches(';').trim_start_matches("->").trim().to_string();
            found.insert(name.to_string(), Declared { arguments, result });
        }
    }
    found
}

/// Returns the type of a command's function in the registry.
fn function_type(command: &GlCommand) -> String {
    // `void **` stays a pointer to constant pointers, as the functions of `src/spec` have it.
    let plain = |kind: String| kind.replace("c_void", "core::ffi::c_void").replace("*mut *", "*const *");
    let arguments: Vec<_> = command.parameters.iter().map(|parameter| plain(parameter.ty.rust())).collect();
    let result = match plain(command.result.rust()).as_str() {
        "()" => String::new(),
        kind => format!(" -> {kind}"),
    };
    format!("unsafe extern \"system\" fn({}){result}", arguments.join(", "))
}

/// Writes the struct `Functions` to `functions.rs` in OUT_DIR.
fn write_functions(wanted: &BTreeMap<String, Declared>) {
    let mut fields = BTreeMap::new();
    let names = wanted.keys().map(String::as_str).chain(CALLED.iter().copied());
    for command in names.filter_map(|name| Registry::gl().commands.get(name)) {
        fields.insert(command.name.to_owned(), function_type(command));
    }
    // The registry is that of 2019; commands that it lacks have the signature of their declaration.
    let mut absent = Vec::new();
    for (name, declared) in wanted {
        if !fields.contains_key(name) {
            let arguments: Vec<_> = declared.arguments.iter().map(|(_, kind)| kind.clone()).collect();
            let result = if declared.result.is_empty() { String::new() } else { format!(" -> {}", declared.result) };
            fields.insert(name.clone(), format!("unsafe extern \"system\" fn({}){result}", arguments.join(", ")));
            absent.push(name.clone());
        }
    }
    let mut text = String::from(
        "/// A driver's functions, as its GetProcAddress returned them. A non-null pointer does not mean that the command is supported.\n",
    );
    text += "#[derive(Clone, Copy, Default)]\n#[repr(C)]\npub struct Functions {\n";
    for (name, kind) in &fields {
        writeln!(text, "    /// The driver's `{name}`.\n    pub(crate) {name}: Option<{kind}>,").expect("a string takes text");
    }
    let names: String = fields.keys().map(|name| format!("{name}\\0")).collect();
    let count = fields.len();
    writeln!(text, "}}\n\n/// The names of the functions in their order, each with a NUL.\npub(super) const NAMES: &[u8] = b\"{names}\";\n/// Their number.\npub(super) const COUNT: usize = {count};\n").expect("a string takes text");
    writeln!(text, "/// Entry points that gl_generator's registry lacks: only glmeter's own tests check their signatures.\npub const ABSENT_FROM_REGISTRY: &[&str] = &{absent:?};").expect("a string takes text");
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("functions.rs");
    fs::write(path, text).expect("OUT_DIR is writable");
}

/// Passes the linker arguments of the shared library to cargo.
fn link_arguments(android_layer: bool) {
    if android_layer {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libGLES_glmeter.so");
        // Android 15 runs on devices with pages of 16 KiB, whose loader rejects libraries with segments for smaller ones.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    } else {
        // By which linked programs need the library; `winsys::soname` has it too.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libglmeter.so.0");
    }
    for argument in [
        // glmeter's own calls bind to its own functions: another interposer must not receive them.
        "-Wl,-Bsymbolic-functions",
        // Applications keep pointers to glmeter's functions for ever.
        "-Wl,-z,nodelete",
        // `winsys::symbol_hiding` relies on these two.
        "-Wl,-z,now",
        "-Wl,-z,relro",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    // Android's platform looks its two functions up by name alone.
    if !android_layer {
        for argument in versions() {
            println!("cargo:rustc-cdylib-link-arg={argument}");
        }
    }
}

/// Returns the linker arguments that give the exported names their versions: `link/with_versions` stands between gcc and its linker. They need gcc;
/// another compiler links a library whose names have no versions, which serves the same programs.
fn versions() -> Vec<String> {
    println!("cargo:rerun-if-changed=link/glmeter.map");
    println!("cargo:rerun-if-changed=link/with_versions");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("link");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux");
    // gcc separates the parts of the argument by commas.
    let Some(folder) = folder.to_str().filter(|folder| is_linux && !folder.contains(',')) else { return Vec::new() };
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let in_flags = flags.split('\x1f').filter_map(|flag| flag.trim_start_matches("-C").strip_prefix("linker=")).next_back();
    let linker = in_flags.map(str::to_string).or_else(|| env::var("RUSTC_LINKER").ok()).unwrap_or_else(|| "cc".to_string());
    let tried = Command::new(&linker).args(["-wrapper", "env", "-E", "-x", "c", "/dev/null"]).output();
    if !tried.is_ok_and(|tried| tried.status.success()) {
        println!("cargo:warning={linker} is not gcc: the exported names of libglmeter.so have no versions");
        return Vec::new();
    }
    vec!["-wrapper".to_string(), format!("sh,{folder}/with_versions,{folder}/glmeter.map")]
}
