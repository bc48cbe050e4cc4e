//! Generates the jumps of GL commands from the Khronos registry, and sets the library's SONAME.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::{Registry, jumps};
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOSMesa.so.8");
    let commands = Registry::gl().commands.keys().copied().collect();
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("commands.rs"), jumps(&commands)).expect("OUT_DIR is writable");
}
