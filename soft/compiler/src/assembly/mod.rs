//! The assembly languages of GL_ARB_vertex_program and GL_ARB_fragment_program: texts to checked shaders. Linking, lowering and execution are those of
//! the shaders of GLSL.
//!
//! A text is hostile input: whatever its bytes are, the result is a shader or a failure with its place.

mod lexer;
pub mod limits;
mod parser;
mod program;
mod resources;
#[cfg(test)]
mod tests;
mod translate;

pub use parser::Failure;
pub use program::{Color, Matrix, Parameter, StateBinding, Target};
pub use resources::Resources;
pub use translate::uniform_name;

use base::hir::Shader;
use std::sync::Arc;

/// A program that was loaded.
#[derive(Debug)]
pub struct Loaded {
    /// The shader of its stage.
    pub shader: Arc<Shader>,
    /// The parameters that the shader reads: the elements of the array of vectors with the name [`uniform_name`].
    pub parameters: Vec<Parameter>,
    /// The resources that it uses.
    pub resources: Resources,
    /// True for ARB_position_invariant: the fixed function computes the position, and clip planes apply to it.
    pub position_invariant: bool,
}

/// Loads a text for a target.
pub fn load(target: Target, text: &[u8]) -> Result<Loaded, Failure> {
    let program = parser::parse(target, text)?;
    let resources = resources::check(&program, text.len())?;
    let (shader, parameters) = translate::translate(&program);
    Ok(Loaded { shader: Arc::new(shader), parameters, resources, position_invariant: program.options.position_invariant })
}
