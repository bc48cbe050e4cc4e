//! Generates the jumps of GL commands from the Khronos registry, and sets the library's SONAME.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_stubs::registry::{commands, invocation};
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOSMesa.so.8");
    let registry = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is UTF-8");
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("commands.rs"), invocation(&commands(registry, "gl"))).expect("OUT_DIR is writable");
}
