//! What every part of the software pipeline uses.
//!
//! The modules in layers, the uppermost first; each imports only modules below it (`tests/layers` computes the graph and checks this):
//! - [`image`]: texel formats, conversion, sampling and copies.
//! - [`hir`]: type-checked shaders, and the layout of their types in memory.
//! - [`core`]: memory, threads and their pool, forks, lanes, arithmetic, CPU features, the statistics counters.
//! - [`environment`]: reads environment variables, except in a privileged process.
//!
//! Unsafe code is confined to [`core::memory`] (allocation, vectors of relaxed atomics), [`core::cpu`], [`core::lanes`] and [`core::vector`]
//! (instruction sets), [`core::thread`], [`core::stack`], [`core::thread_value`], [`core::fork`] and [`core::mapping`] (threads, forks and files), and
//! [`environment`] (one system call).

// Only `environment` reads environment variables; see clippy.toml.
#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

pub mod core;
pub mod environment;
pub mod hir;
pub mod image;

// `tokens`: the tokens of the Khronos registry that this crate's sources name, by their C names.
include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
