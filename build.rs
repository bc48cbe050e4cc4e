//! Generates the table of driver functions from the Khronos registry and sets the linker arguments of the library.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use gl_generator::{Api, Cmd, Fallbacks, Generator, Profile, Registry};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
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

/// Collects the registry's signature of each wanted command as a field of the generated struct.
struct FunctionTable<'a> {
    /// The type of each function pointer, by the command's name.
    fields: &'a mut BTreeMap<String, String>,
    /// The commands that `src/spec` declares.
    wanted: &'a BTreeMap<String, Declared>,
}

impl FunctionTable<'_> {
    /// Adds a command's signature if glmeter exports or calls the command.
    fn add(&mut self, command: &Cmd) {
        let name = format!("gl{}", command.proto.ident);
        if !self.wanted.contains_key(&name) && !CALLED.contains(&name.as_str()) {
            return;
        }
        let plain = |kind: &str| kind.replace("types::", "").replace("__gl_imports::raw::", "core::ffi::");
        let arguments: Vec<_> = command.params.iter().map(|parameter| plain(&parameter.ty)).collect();
        let result = match plain(&command.proto.ty).as_str() {
            "()" => String::new(),
            kind => format!(" -> {kind}"),
        };
        self.fields.insert(name, format!("unsafe extern \"system\" fn({}){result}", arguments.join(", ")));
    }
}

impl Generator for FunctionTable<'_> {
    fn write<W: io::Write>(&self, _: &Registry, _: &mut W) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the struct `Functions` to `functions.rs` in OUT_DIR.
fn write_functions(wanted: &BTreeMap<String, Declared>) {
    let mut fields = BTreeMap::new();
    // One registry per API: gl_generator panics if the API lacks a requested extension.
    let desktop = [
        "GL_ARB_occlusion_query",
        "GL_ARB_timer_query",
        "GL_ARB_pipeline_statistics_query",
        "GL_ARB_query_buffer_object",
        "GL_ARB_direct_state_access",
        "GL_ARB_vertex_buffer_object",
        "GL_EXT_timer_query",
        "GL_INTEL_performance_query",
        "GL_NV_conditional_render",
        "GL_AMD_multi_draw_indirect",
        "GL_ARB_compute_variable_group_size",
        "GL_ARB_draw_instanced",
        "GL_ARB_indirect_parameters",
        "GL_ARB_vertex_program",
        "GL_EXT_draw_instanced",
        "GL_EXT_draw_range_elements",
        "GL_EXT_multi_draw_arrays",
        "GL_EXT_vertex_array",
        "GL_EXT_vertex_attrib_64bit",
        "GL_IBM_multimode_draw_arrays",
        "GL_NV_primitive_restart",
        "GL_NV_vertex_program4",
        "GL_ARB_robustness",
        "GL_ARB_shader_objects",
        "GL_ARB_multitexture",
        "GL_EXT_texture_object",
        "GL_EXT_framebuffer_object",
        "GL_EXT_blend_func_separate",
        "GL_EXT_blend_color",
        "GL_ARB_vertex_shader",
        "GL_ARB_draw_buffers",
        "GL_EXT_stencil_two_side",
        "GL_ARB_instanced_arrays",
        "GL_ARB_multisample",
        "GL_EXT_direct_state_access",
        "GL_EXT_transform_feedback",
        "GL_APPLE_vertex_array_object",
        "GL_ARB_fragment_program",
        "GL_EXT_debug_marker",
        "GL_EXT_debug_label",
        "GL_ARB_gl_spirv",
        "GL_EXT_subtexture",
        "GL_EXT_texture3D",
        "GL_ARB_texture_compression",
    ];
    let embedded = [
        "GL_EXT_disjoint_timer_query",
        "GL_EXT_occlusion_query_boolean",
        "GL_INTEL_performance_query",
        "GL_ANGLE_instanced_arrays",
        "GL_EXT_base_instance",
        "GL_EXT_draw_elements_base_vertex",
        "GL_EXT_draw_instanced",
        "GL_EXT_multi_draw_arrays",
        "GL_EXT_multi_draw_indirect",
        "GL_NV_draw_instanced",
        "GL_OES_draw_elements_base_vertex",
        "GL_APPLE_sync",
        "GL_EXT_robustness",
        "GL_KHR_robustness",
        "GL_OES_vertex_array_object",
        "GL_EXT_draw_buffers",
        "GL_EXT_instanced_arrays",
        "GL_EXT_separate_shader_objects",
        "GL_KHR_debug",
        "GL_EXT_debug_marker",
        "GL_EXT_debug_label",
        "GL_OES_get_program_binary",
        "GL_EXT_buffer_storage",
        "GL_EXT_map_buffer_range",
        "GL_OES_mapbuffer",
        "GL_OES_texture_3D",
    ];
    let registries = [
        Registry::new(Api::Gl, (4, 6), Profile::Compatibility, Fallbacks::None, desktop),
        Registry::new(Api::Gles2, (3, 2), Profile::Core, Fallbacks::None, embedded),
    ];
    let mut table = FunctionTable { fields: &mut fields, wanted };
    for registry in &registries {
        for command in &registry.cmds {
            table.add(command);
        }
    }
    // gl_generator's copy of the registry dates from 2019; commands that it lacks have the signature of their declaration.
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
