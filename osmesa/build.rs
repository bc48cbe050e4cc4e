//! Generates the list of GL commands from the Khronos registry, and sets the library's SONAME.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libOSMesa.so.8");
    let registry = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is UTF-8");
    // <proto>… <name>glAccum</name></proto>
    let protos = registry.lines().filter(|line| line.contains("<proto"));
    let names = protos.filter_map(|line| Some(line.split_once("<name>")?.1.split_once("</name>")?.0));
    let commands: BTreeSet<&str> = names.filter(|name| name.starts_with("gl")).collect();
    let mut text = format!("/// The number of commands.\npub const COUNT: usize = {};\n\ncommands! {{\n", commands.len());
    for (number, name) in commands.iter().enumerate() {
        writeln!(text, "    {number} {name},").expect("a string takes everything");
    }
    text.push_str("}\n");
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("commands.rs"), text).expect("OUT_DIR is writable");
}
