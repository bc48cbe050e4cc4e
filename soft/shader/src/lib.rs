//! The code of shaders: from type-checked shaders to bytecode, and the interpreter that runs it.
//!
//! The modules in layers, the uppermost first; each imports only modules below it (`tests/layers` computes the graph and checks this):
//! - [`exec`]: the interpreter, which runs bytecode for 64 lanes at a time.
//! - [`pipeline`]: plain data that the stages of a draw read: its state, the linked program, the limits.
//! - [`ir`]: lowers type-checked shaders to verified bytecode, and regions of that to machine code.
//! - [`machine`]: machine code: instructions, assembler, check, executable memory.
//!
//! Unsafe code is confined to `exec` and to `machine/memory.rs`. In `exec` registers of verified code are read and written without bounds checks; only [`ir::verify`]
//! makes such code. `machine/memory.rs` executes machine code; only the check of `machine` makes programs that it maps.

#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

pub mod exec;
pub mod ir;
mod machine;
pub mod pipeline;

pub use machine::complaint;
