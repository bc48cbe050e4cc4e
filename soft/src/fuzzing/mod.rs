//! The fuzz targets' way into the driver. `soft/fuzz/run` builds it (`--cfg fuzzing`), and the unit tests do, which send a
//! short smoke through the same two doors: [`shader_text`] and [`call_sequences`].
//!
//! Every command goes through its C entry point. What a program is obliged to, it does: an address that a command takes for the
//! program's own memory has memory behind it ([`arena`]). Everything else is hostile.

#![allow(clippy::panic, reason = "a fuzz target reports by panicking")]

mod arena;
mod bytes;
mod calls;
mod gl;
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
pub use mutate::mutate;
pub use shaders::shader_text;
