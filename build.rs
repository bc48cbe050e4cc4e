//! Generates the tables of commands from their rows and the Khronos registry, and sets the linker arguments of the library.

#![allow(clippy::expect_used, clippy::panic, reason = "a build script ends the build by panicking")]

#[path = "tables/generate.rs"]
mod generate;
#[path = "tables/rows.rs"]
mod rows;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, text: String| fs::write(Path::new(&folder).join(name), text).expect("OUT_DIR is writable");
    write("functions.rs", generate::functions());
    for table in rows::TABLES {
        write(&format!("{}.rs", table.file), generate::table(table));
    }
    let android_layer =
        env::var_os("CARGO_FEATURE_ANDROID_LAYER").is_some() || env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "android");
    if android_layer {
        println!("cargo:rustc-cfg=android_layer");
    }
    // `platform::arch` has a module for these processors. Android's platform looks functions up by itself.
    if !android_layer && env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| matches!(&*arch, "x86_64" | "aarch64")) {
        println!("cargo:rustc-cfg=stubs");
    }
    link_arguments(android_layer);
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

/// Returns the linker arguments that give the exported names their versions: `packaging/link/with_versions` stands between gcc and its linker. They need gcc;
/// another compiler links a library whose names have no versions, which serves the same programs.
fn versions() -> Vec<String> {
    println!("cargo:rerun-if-changed=packaging/link/glmeter.map");
    println!("cargo:rerun-if-changed=packaging/link/with_versions");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("packaging/link");
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
