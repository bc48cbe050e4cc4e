//! The front ends of shaders, each of which makes type-checked shaders, and the linker. They do not import one another:
//! - [`glsl`]: GLSL (preprocessor, semantics, built-ins), and the linker of all shaders.
//! - [`spirv`]: SPIR-V modules.
//! - [`assembly`]: the assembly languages of the ARB's programs.

#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

pub mod assembly;
pub mod glsl;
pub mod spirv;
#[cfg(test)]
mod tests;
