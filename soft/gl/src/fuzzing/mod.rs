//! The entry points of the fuzz targets: [`shader_text`], whose inputs may also be SPIR-V modules, and [`call_sequences`]. `soft/fuzz/run` builds them with `--cfg fuzzing`; the unit
//! tests run a short smoke test through the same two functions. An input that takes more time or memory than [`LIMITS`] is a failure.
//!
//! Every command goes through its C entry point. The targets respect the obligations of a program: an address that a command takes for the
//! program's own memory is backed by memory ([`arena`]). Everything else is hostile.

#![allow(clippy::panic, reason = "a fuzz target reports by panicking")]

mod arena;
mod arguments;
mod bytes;
mod calls;
mod gl;
mod limits;
mod modules;
mod mutate;
mod pools;
mod programs;
mod shaders;
#[cfg(test)]
mod tests;
mod values;
mod vocabulary;
mod watchdog;

pub use calls::call_sequences;
pub use limits::{LIMITS, limited};
pub use modules::mutate_module;
pub use mutate::mutate;
pub use shaders::shader_text;
