//! glmeter: timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.
//!
//! A C-ABI shim that gives applications five extensions as their specifications say: `GL_ARB_timer_query`,
//! `GL_ARB_pipeline_statistics_query`, `GL_EXT_disjoint_timer_query`, `GL_ANGLE_timer_query` and
//! `GL_INTEL_performance_query`. It is preloaded into programs as they are, linked from C and C++, or found by libglvnd.
//!
//! The layers, from the application's side to the driver's. Imports only go down:
//!
//! - [`describe`]: what `glmeter info` prints.
//! - [`winsys`]: the ways in. The EGL and GLX functions that programs call, libglvnd's layer, and what happens when the library is loaded.
//! - [`spec`]: the C interface, one file per specification. From its tables come exports, GetProcAddress and the header; its
//!   dispatch runs each command on the current context, or in the driver.
//! - [`report`]: what `glmeter run` measures.
//! - [`rules`]: the commands as their specifications say: queries, performance queries, state, and the draws that are counted.
//! - `current`: which context is current on each thread, in one word of TLS, and the window systems that make contexts current.
//! - [`context`]: the state of one context.
//! - [`source`]: for each target, where its values come from: the driver's own query, others that they are derived from, fences and a
//!   clock, or counted draws. Segments share one driver query among subscribers; measurements take everything at once; quirks list
//!   the drivers that are known to be wrong.
//! - [`count`]: what draws and dispatches submit, by their arguments, and what display lists hold of it.
//! - [`driver`]: a driver as its query commands and its capabilities. [`driver::host`] is the machine's own.
//! - [`platform`]: the process and its system: loaded objects, symbols, threads, call slots, and the libraries of drivers.
//! - [`memory`], [`target`], [`hash`], [`clock`], [`diagnostics`], [`config`], [`environment`], [`error`], [`gl`], [`ownership`]: the
//!   application's memory, query targets, the hash of names, the machine's clocks, messages, settings, the variables that a process
//!   may heed, GL errors, C types and tokens, and which files are trusted.
//!
//! Unsafe code is in `winsys`, the macros and dispatch of `spec`, `report` (its shared page and `atexit`), `current`, `context` (its
//! construction over a host), `driver::host`, `platform`, `memory`, `clock`, `environment`, `ownership` and `describe`; nowhere else.
//! No panic leaves the library: each border catches it, reports it once, and lets the driver answer.

// Variables are read in `environment` alone; see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod clock;
pub mod config;
pub mod context;
pub mod count;
mod current;
pub mod describe;
pub mod diagnostics;
pub mod driver;
pub mod environment;
pub mod error;
pub mod gl;
pub mod hash;
pub mod memory;
pub mod ownership;
pub mod platform;
pub mod report;
pub mod rules;
pub mod source;
pub mod spec;
pub mod target;
pub mod winsys;
