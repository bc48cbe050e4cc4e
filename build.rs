//! Makes the host function table from the Khronos registry, and says how the library is linked.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use gl_generator::{Api, Cmd, Fallbacks, Generator, Profile, Registry};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::{env, fs};

/// Commands that glmeter calls itself and does not export.
const CALLED: &[&str] = &[
    "glFlush",
    "glBufferSubData",
    "glNamedBufferSubData",
    "glGetBufferParameteriv",
    "glGetBufferParameteri64v",
    "glGetNamedBufferParameteriv",
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

/// A command as its specification's file in `src/spec` declares it: (argument name, type) and the result's type.
struct Declared {
    arguments: Vec<(String, String)>,
    result: String,
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/spec");
    let declared = declarations(Path::new("src/spec"));
    write_functions(&declared);
    link_arguments();
}

/// Reads `fn glX(name: type, …) -> type => …;` lines: the one place where entry points are declared.
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
            let result = rest.split("=>").next().unwrap_or("").trim().trim_start_matches("->").trim().to_string();
            found.insert(name.to_string(), Declared { arguments, result });
        }
    }
    found
}

/// Writes the registry's signature of each wanted command, as fields of one struct.
struct FunctionTable<'a> {
    fields: &'a mut BTreeMap<String, String>,
    wanted: &'a BTreeMap<String, Declared>,
}

impl FunctionTable<'_> {
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

fn write_functions(wanted: &BTreeMap<String, Declared>) {
    let mut fields = BTreeMap::new();
    // One registry per interface: asking one for an extension that it lacks panics.
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
    // The registry that gl_generator carries dates from 2019; what it lacks is taken from the declaration.
    let mut absent = Vec::new();
    for (name, declared) in wanted {
        if !fields.contains_key(name) {
            let arguments: Vec<_> = declared.arguments.iter().map(|(_, kind)| kind.clone()).collect();
            let result = if declared.result.is_empty() { String::new() } else { format!(" -> {}", declared.result) };
            fields.insert(name.clone(), format!("unsafe extern \"system\" fn({}){result}", arguments.join(", ")));
            absent.push(name.clone());
        }
    }
    let mut text =
        String::from("/// A driver's functions, as its GetProcAddress gave them. A pointer does not say that the command is supported.\n");
    text += "#[derive(Clone, Copy, Default)]\npub struct Functions {\n";
    for (name, kind) in &fields {
        writeln!(text, "    /// The driver's `{name}`.\n    pub(crate) {name}: Option<{kind}>,").expect("a string takes text");
    }
    text += "}\n\nimpl Functions {\n";
    text += "    /// Asks `get_proc_address` for every function.\n    ///\n    /// # Safety\n    /// Each address must be null or that of a function of the name's signature.\n";
    text +=
        "    pub unsafe fn load(mut get_proc_address: impl FnMut(&core::ffi::CStr) -> *mut core::ffi::c_void) -> Self {\n        Self {\n";
    for (name, kind) in &fields {
        writeln!(text, "            // SAFETY: a null address is `None`; any other is of this signature, as the caller promises.\n            {name}: unsafe {{ core::mem::transmute::<*mut core::ffi::c_void, Option<{kind}>>(get_proc_address(c\"{name}\")) }},").expect("a string takes text");
    }
    text += "        }\n    }\n}\n\n";
    writeln!(text, "/// Entry points that gl_generator's registry does not know: their signatures are checked against nothing but our own tests.\npub const ABSENT_FROM_REGISTRY: &[&str] = &{absent:?};").expect("a string takes text");
    let path = Path::new(&env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("functions.rs");
    fs::write(path, text).expect("OUT_DIR is writable");
}

fn link_arguments() {
    for argument in [
        // libglvnd looks for the GLX vendor `glmeter` under this name; an object already loaded under it is found without a search path.
        "-Wl,-soname,libGLX_glmeter.so.0",
        // No function of ours is ever looked up by name: another interposer must not receive calls that are meant for us.
        "-Wl,-Bsymbolic-functions",
        // Applications keep pointers to our functions for ever.
        "-Wl,-z,nodelete",
        // What `winsys::symbol_hiding` rests on.
        "-Wl,-z,now",
        "-Wl,-z,relro",
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
}
