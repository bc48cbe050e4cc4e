//! From checked shaders to verified bytecode: [`lower`] makes it, [`verify`] refuses what the machine could not run safely.

pub mod bytecode;

use crate::hir::Shader;
pub use bytecode::Bytecode;

/// Lowers a linked stage. The error is a line for the program's info log ("the shader is too large: …").
pub fn lower(_stage: &Shader) -> Result<Bytecode, String> {
    Err(String::from("unfinished"))
}

/// Checks registers, jump targets, nesting and tables: what passes can run without any further check.
pub fn verify(_code: &Bytecode) -> Result<(), String> {
    Err(String::from("unfinished"))
}
