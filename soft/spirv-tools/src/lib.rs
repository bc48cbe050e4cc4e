//! SPIR-V modules for tests, made by the tools of Khronos.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Runs a tool that turns a file into another one.
fn converted(tool: &str, arguments: &[&str], suffix: &str, input: &[u8]) -> Vec<u8> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let base = std::env::temp_dir().join(format!("glmeter-spirv-{}-{number}", std::process::id()));
    let (source, target) = (base.with_extension(suffix), base.with_extension("out"));
    std::fs::write(&source, input).unwrap();
    let output = Command::new(tool).args(arguments).arg("-o").arg(&target).arg(&source).output();
    let output = output.expect("the tools of the Debian packages glslang-tools and spirv-tools");
    assert!(output.status.success(), "{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let result = std::fs::read(&target).unwrap();
    let _ = (std::fs::remove_file(source), std::fs::remove_file(target));
    result
}

/// Optimizes a module with spirv-opt, which replaces variables by phis.
pub fn optimized(module: &[u8]) -> Vec<u8> {
    converted("spirv-opt", &["-O"], "spv", module)
}

/// Assembles the text of a module with spirv-as.
pub fn assembled(text: &str) -> Vec<u8> {
    converted("spirv-as", &["--target-env", "spv1.0"], "spvasm", text.as_bytes())
}

/// Compiles GLSL to a module with glslangValidator. `suffix` names the stage: `vert`, `tesc`, `tese`, `geom`, `frag` or `comp`.
pub fn module(suffix: &str, text: &str) -> Vec<u8> {
    converted("glslangValidator", &["-G"], suffix, text.as_bytes())
}
