//! OpenGL and OpenGL ES in software: `libglmeter_soft.so`, a driver behind libglvnd's vendor interfaces for EGL and GLX.
//!
//! The modules in layers, the uppermost first; each imports only modules below it (`tests/layers` computes the graph and checks this):
//! - `egl`: displays, contexts, surfaces and the vendor interface of EGL.
//! - `glx`: displays, contexts, drawables and the vendor interface of GLX.
//! - `osmesa`: rendering to memory of the program.
//! - `winsys`: windows and pixmaps of X servers, and the buffers of surfaces.
//! - `gl`: the state machine: objects, commands and their errors. It holds the state and leaves all pixel and vertex work to the layers
//!   below.
//! - `geometry`: the vertex-processing stages; they turn vertices into primitives for `raster`, which turns primitives into pixels.
//! - `exec`: the interpreter, which runs bytecode for 64 lanes at a time.
//! - `glsl`: the GLSL compiler front end (preprocessor, semantics, built-ins), which makes `hir`, and the linker.
//! - `spirv`: SPIR-V modules, which it translates to `hir` as well; `assembly`: the assembly languages of the ARB's programs, likewise.
//! - `pipeline`: plain data that the stages above read: the state of a draw, the linked program, the limits.
//! - `ir`: lowers `hir` to verified bytecode.
//! - `image`: texel formats, conversion, sampling and copies.
//! - `hir`: type-checked shaders, and the layout of their types in memory.
//! - `core`: memory, threads and their pool, forks, lanes, arithmetic, CPU features, the statistics counters.
//! - `environment`: reads environment variables, except in a privileged process. `tokens`: the tokens of the Khronos registry.
//!
//! Unsafe code is confined to:
//! - `egl`, `glx`, `osmesa` and `gl`: the C entry points, and accesses through pointers that the caller passes.
//! - `winsys`: calls of libxcb and libX11, and memory that X servers share.
//! - `exec`: registers of verified code are read and written without bounds checks; only `ir::verify` makes such code.
//! - `core::memory` (allocation, vectors of relaxed atomics), `core::cpu`, `core::lanes` and `core::vector` (instruction sets); `core::thread`,
//!   `core::thread_value`, `core::fork` and `core::mapping` (threads, forks and files).
//! - `environment` (one system call), and `fuzzing`, which calls the C entry points.

// Only `environment` reads environment variables; see clippy.toml.
#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

#[global_allocator]
static ALLOCATOR: glmeter_abi::allocator::Allocator = glmeter_abi::allocator::Allocator;

mod assembly;
mod core;
mod egl;
mod environment;
mod exec;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod geometry;
mod gl;
mod glsl;
mod glx;
mod hir;
mod image;
mod ir;
mod osmesa;
mod pipeline;
mod raster;
mod spirv;
mod tokens;
mod winsys;
