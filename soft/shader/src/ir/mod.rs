//! Type-checked shaders to verified bytecode: [`lower`] makes the code, [`verify`] rejects code that the interpreter could not run safely.

pub mod bytecode;
pub mod evaluate;
mod linear;
mod liveness;
mod lower;
pub mod native;
pub mod operations;
mod optimise;
mod registers;
mod segments;
mod text;
pub mod value;
mod verify;

use base::core::stack;
use base::hir::{Shader, layout};
pub use bytecode::Bytecode;
use lower::Calls;
use lower::{Inlining, inlining};
pub use lower::{constant, without_inlining};
pub use verify::{Verified, verified, verify};

/// The size of the stack for lowering, bytes: the largest frames are a few kilobytes.
const STACK: usize = 256 << 20;

/// Lowers a linked stage to bytecode. The error is a line for the program's info log ("the shader is too large: …").
pub fn lower(stage: &Shader) -> Result<Bytecode, String> {
    lower_with(stage, inlining())
}

/// Lowers a linked stage. Inlines less than `inlining` says if the shader would be too large otherwise.
fn lower_with(stage: &Shader, inlining: Inlining) -> Result<Bytecode, String> {
    // Deeply nested source needs more stack than an application's thread may have left.
    stack::run(STACK, || lower_here(stage, inlining)).unwrap_or_else(|failed| {
        Err(String::from(match failed {
            stack::Failed::NoMemory => "out of memory while lowering a shader",
            stack::Failed::Panicked => "internal error while lowering a shader",
        }))
    })
}

/// Returns the text of a linked stage's linear code after all passes, for developers. It recurses as deep as the stage's statements nest.
pub fn linear_text(stage: &Shader) -> Result<String, String> {
    let calls = Calls::new(stage);
    let (mut linear, _) = lower::lower(stage, calls.staying(calls.within_limits(stage, inlining())))?;
    optimise::optimise(&mut linear);
    Ok(linear.to_string())
}

fn lower_here(stage: &Shader, inlining: Inlining) -> Result<Bytecode, String> {
    // The types of values are walked: nested structures can describe more members than any walk could visit.
    if let Some(variable) = stage.variables.iter().find(|variable| layout::too_large(&variable.ty)) {
        return Err(format!("the type of {} is too large", variable.name));
    }
    let calls = Calls::new(stage);
    let inlining = calls.within_limits(stage, inlining);
    let attempt = |inlining| {
        let (mut linear, mut bytecode) = lower::lower(stage, calls.staying(inlining))?;
        optimise::optimise(&mut linear);
        registers::allocate(&linear, &mut bytecode)?;
        Ok(bytecode)
    };
    match attempt(inlining) {
        Err(_) if inlining == Inlining::All && calls.staying(Inlining::Once).contains(&true) => attempt(Inlining::Once),
        result => result,
    }
}
