//! OpenGL and OpenGL ES in software: `libglmeter_soft.so`, a driver behind the libglvnd EGL vendor interface.
//!
//! The modules in layers, the uppermost first; each imports only what stands below it (`tests/layers` computes that):
//! - `egl`: displays, contexts, surfaces, the vendor interface and the window system.
//! - `gl`: the state machine: objects, commands, their errors. It holds everything and computes nothing.
//! - `geometry`: vertices to primitives, which it hands to `raster`: primitives to pixels.
//! - `exec`: runs bytecode, 64 lanes at a time.
//! - `glsl`: GLSL to `hir` (preprocessor, semantics, built-ins), and shaders linked to programs.
//! - `pipeline`: plain data that the stages above read: a draw's state, the linked program, the limits.
//! - `ir`: `hir` to verified bytecode.
//! - `image`: texels: formats, conversion, sampling, copies.
//! - `hir`: checked shaders, and the layout of their types in memory.
//! - `core`: memory, the worker threads, lanes, arithmetic, the processor's features, the counters.
//! - `environment`: what the caller says, unless the process has more rights than the caller. `tokens`: the registry's tokens.
//!
//! Unsafe code stands in:
//! - `egl` and `gl`: the C entry points, and the memory whose addresses the caller passes.
//! - `exec`: registers of verified code are read and written without checks; `ir::verify` alone makes such code.
//! - `core::memory` (allocation, vectors of relaxed atomics), `core::cpu`, `core::lanes` and `core::vector` (instruction sets).
//! - `environment` (one system call), and `fuzzing`, which calls the C entry points.

// Variables are read in `environment` alone; see clippy.toml.
#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

mod core;
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
mod pipeline;
mod raster;
mod tokens;
