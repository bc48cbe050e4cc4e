//! Generates the tokens that the sources use from the Khronos registry.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::Named;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=src");
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let named = Named::in_sources(Path::new("src")).expect("the sources are readable");
    fs::write(Path::new(&folder).join("tokens.rs"), named.module()).expect("OUT_DIR is writable");
}
