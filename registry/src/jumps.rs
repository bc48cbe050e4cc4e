//! The text that build scripts generate for the libraries of jumps.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns the invocation of `glmeter_stubs::jumps!` for these commands.
pub fn jumps(commands: &BTreeSet<&str>) -> String {
    let mut text = format!("glmeter_stubs::jumps! {{\n    {};\n", commands.len());
    for (number, name) in commands.iter().enumerate() {
        let _ = writeln!(text, "    {number} {name},");
    }
    text + "}\n"
}
