//! From checked shaders to verified bytecode: [`lower`] makes it, [`verify`] rejects what the interpreter could not run safely.

pub mod bytecode;
mod linear;
mod lower;
mod optimise;
mod registers;
mod verify;

use crate::hir::Shader;
pub use bytecode::Bytecode;
#[cfg(test)]
pub use verify::verified;
pub use verify::{Verified, verify};

/// Lowers a linked stage. The error is a line for the program's info log ("the shader is too large: …").
pub fn lower(stage: &Shader) -> Result<Bytecode, String> {
    let (mut linear, mut facts) = lower::lower(stage)?;
    optimise::optimise(&mut linear);
    registers::allocate(&linear, &mut facts)?;
    Ok(facts)
}

#[cfg(test)]
mod tests;
