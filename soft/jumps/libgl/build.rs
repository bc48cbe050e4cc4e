//! Generates the jumps of GL, GLX and EGL commands from the Khronos registry.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::{Registry, jumps};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Not libGL.so.1: ldconfig would create a link of that name in the folder of the library, for every program of the machine.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libglmeter_gl.so");
    // libGL exports extensions' commands too, libEGL those of its versions.
    let mut commands: BTreeSet<&str> = Registry::gl().commands.keys().chain(Registry::glx().commands.keys()).copied().collect();
    commands.extend(Registry::egl().features.iter().flat_map(|feature| &feature.requires).flat_map(|part| &part.commands));
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("commands.rs"), jumps(&commands)).expect("OUT_DIR is writable");
}
