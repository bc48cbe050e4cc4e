//! OpenGL and OpenGL ES in software: `libglmeter_soft.so`, a driver behind the libglvnd EGL vendor interface.
//!
//! The rooms, in the order a draw goes through them:
//! - `egl`: displays, contexts, surfaces, the vendor interface and the window system.
//! - `gl`: the state machine: objects, commands, their errors. It holds everything and computes nothing.
//! - `glsl`: GLSL to `hir` (preprocessor, semantics, built-ins, linking).
//! - `ir`: `hir` to verified bytecode.
//! - `exec`: runs bytecode, 64 lanes at a time.
//! - `geometry`: vertices to primitives. `raster`: primitives to pixels. `image`: texels.
//! - `statistics`: the counters and their definition.
//! - `environment`: what the caller says, unless the process has more rights than the caller.

// Variables are read in `environment` alone; see clippy.toml.
#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

mod egl;
mod environment;
mod exec;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod geometry;
mod gl;
mod glsl;
mod hir;
mod image;
mod ir;
mod memory;
mod pool;
mod program;
mod raster;
mod statistics;
mod tokens;
