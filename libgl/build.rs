//! Generates the jumps of GL, GLX and EGL commands from the Khronos registry.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_stubs::registry::{commands, core_commands, invocation};
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Not libGL.so.1: ldconfig would create a link of that name in the folder of the library, for every program of the machine.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libglmeter_gl.so");
    let [gl, glx, egl] = [khronos_api::GL_XML, khronos_api::GLX_XML, khronos_api::EGL_XML]
        .map(|registry| std::str::from_utf8(registry).expect("the registry is UTF-8"));
    // libGL exports extensions' commands too, libEGL those of its versions.
    let all = &(&commands(gl, "gl") | &commands(glx, "glX")) | &core_commands(egl);
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("commands.rs"), invocation(&all)).expect("OUT_DIR is writable");
}
