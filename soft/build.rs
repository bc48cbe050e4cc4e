//! Generates the tokens that the sources use, and the commands that tests call, from the Khronos registry, and names the library.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::Named;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libGLX_glmeter_soft.so.0");
    // Its threads sleep in its code, and connections to X servers have hooks of its, when a program closes libglvnd with its vendors.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let named = Named::in_sources(Path::new("src")).expect("the sources are readable");
    let write = |file: &str, text: String| fs::write(Path::new(&folder).join(file), text).expect("OUT_DIR is writable");
    write("tokens.rs", named.module());
    write("calls.rs", named.calls());
}
