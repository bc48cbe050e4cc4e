//! The names of commands in the Khronos registry, for build scripts.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns the names of all commands that a registry defines and that begin with `prefix`.
pub fn commands<'a>(registry: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    // <proto>… <name>glAccum</name></proto>
    let protos = registry.lines().filter(|line| line.contains("<proto"));
    let names = protos.filter_map(|line| Some(line.split_once("<name>")?.1.split_once("</name>")?.0));
    names.filter(|name| name.starts_with(prefix)).collect()
}

/// Returns the names of the commands that the versions of an API have, without those of extensions.
pub fn core_commands(registry: &str) -> BTreeSet<&str> {
    // <feature …> <require> <command name="eglBindAPI"/> … </feature>
    let versions = registry.split("<feature ").skip(1).filter_map(|text| Some(text.split_once("</feature>")?.0));
    let commands = versions.flat_map(|text| text.split("<command name=\"").skip(1));
    commands.filter_map(|text| Some(text.split_once('"')?.0)).collect()
}

/// Returns the invocation of `jumps!` for these commands.
pub fn invocation(commands: &BTreeSet<&str>) -> String {
    let mut text = format!("glmeter_stubs::jumps! {{\n    {};\n", commands.len());
    for (number, name) in commands.iter().enumerate() {
        let _ = writeln!(text, "    {number} {name},");
    }
    text + "}\n"
}
