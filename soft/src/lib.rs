//! OpenGL and OpenGL ES in software: `libglmeter_soft.so`, a driver behind libglvnd's vendor interfaces for EGL and GLX.
//!
//! Each folder beside this one is a crate that it consists of, and each crate imports only those below it:
//! - this one: the C interfaces of EGL, GLX and OSMesa.
//! - `gl`: the state machine.
//! - `draw`: vertices to primitives, and primitives to pixels. `compiler`: GLSL, SPIR-V and assembly to type-checked shaders.
//! - `shader`: type-checked shaders to bytecode, and its interpreter.
//! - `base`: memory, threads, arithmetic, images, type-checked shaders.
//!
//! The modules in layers, the uppermost first; each imports only modules below it (`tests/layers` computes the graph and checks this):
//! - `egl`: displays, contexts, surfaces and the vendor interface of EGL.
//! - `glx`: displays, contexts, drawables and the vendor interface of GLX.
//! - `osmesa`: rendering to memory of the program.
//! - `shader_text`: the function behind `glmeter shader`.
//! - `winsys`: windows and pixmaps of X servers, and the buffers of surfaces.
//!
//! Unsafe code is confined to the C entry points, accesses through pointers that the caller passes, and in `winsys` calls of libxcb and libX11 and
//! memory that X servers share.

// Only `base::environment` reads environment variables; see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[global_allocator]
static ALLOCATOR: glmeter_abi::allocator::Allocator = glmeter_abi::allocator::Allocator;

mod egl;
mod glx;
mod osmesa;
mod shader_text;
#[cfg(test)]
mod testing;
mod winsys;

// `tokens`: the tokens of the Khronos registry that this crate's sources name, by their C names.
include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
