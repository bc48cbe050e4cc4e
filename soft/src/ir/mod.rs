//! Type-checked shaders to verified bytecode: [`lower`] makes the code, [`verify`] rejects code that the interpreter could not run safely.

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

/// Lowers a linked stage to bytecode. The error is a line for the program's info log ("the shader is too large: …").
pub fn lower(stage: &Shader) -> Result<Bytecode, String> {
    let (mut linear, mut bytecode) = lower::lower(stage)?;
    optimise::optimise(&mut linear);
    registers::allocate(&linear, &mut bytecode)?;
    Ok(bytecode)
}

#[cfg(test)]
mod tests;
