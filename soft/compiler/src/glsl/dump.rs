//! The text of a shader after each step of the compiler, for developers.

use super::{CompileOptions, LinkOptions, STACK, compile, link};
use base::core::thread;
use base::hir::Stage;

/// A form of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The checked shader, as linking leaves it.
    Hir,
    /// The linear code after all passes.
    Linear,
    /// The verified bytecode.
    Bytecode,
}

impl Form {
    /// All forms, in the order in which the compiler makes them, with their names.
    pub const ALL: [(&'static str, Self); 3] = [("hir", Self::Hir), ("linear", Self::Linear), ("bytecode", Self::Bytecode)];
}

/// Compiles the text of a shader, links it as a program of its own, and returns it in a form. The error is the info log.
pub fn dump(source: &str, stage: Stage, options: &CompileOptions, form: Form) -> Result<String, String> {
    let compiled = compile(source, stage, options);
    let Some(shader) = compiled.shader else { return Err(compiled.log) };
    let linking = LinkOptions { es: options.es, separable: true, limits: options.limits.clone(), ..LinkOptions::default() };
    let work = || {
        let stage = link::linked_stage(&shader, &linking)?;
        match form {
            Form::Hir => Ok(stage.to_string()),
            Form::Linear => shader::ir::linear_text(&stage),
            Form::Bytecode => shader::ir::lower(&stage).and_then(::shader::ir::verify).map(|code| code.to_string()),
        }
    };
    thread::run(c"glsl-dump", STACK, work).unwrap_or_else(|_| Err("the compiler failed on this shader".into()))
}
