//! glmeter: timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.
//!
//! A C-ABI shim that gives applications five extensions as their specifications say: `GL_ARB_timer_query`,
//! `GL_ARB_pipeline_statistics_query`, `GL_EXT_disjoint_timer_query`, `GL_ANGLE_timer_query` and
//! `GL_INTEL_performance_query`. It is preloaded into programs as they are, linked from C and C++, or found by libglvnd.
//!
//! The map of the house, from the application's side to the driver's:
//!
//! - [`winsys`]: where contexts come from. The libglvnd layer, the exported EGL and GLX symbols, and what happens when
//!   the library is loaded; each reduced to "the next GetProcAddress", "our entry point" and "this context is current".
//! - [`spec`]: the C interface, one file per specification. From its tables come exports, GetProcAddress, the header.
//! - [`entry`]: the one door that every GL command passes; the only place that follows the application's pointers.
//! - [`query`], [`perf_query`], [`state`], [`strings`]: the rules. Pure Rust, no GL calls, tested alone.
//! - [`driver`]: a driver, seen as its query commands and what it can do. [`driver::host`] is the machine's own.
//! - [`source`]: for each target, where its values come from: the driver's own query, others that they are derived from,
//!   fences and a clock, or the draws; segments, by which any number listen to one target; measurements, which are
//!   everything at once; and the list of drivers that are known to be wrong.
//! - [`draw`]: what draws and dispatches submit, counted from their arguments where the driver does not count.
//! - [`context`]: what is known of one context; `current` finds it from the thread, in one word of TLS.
//! - [`report`]: what `glmeter run` measures. [`describe`]: what `glmeter info` says.
//! - [`clock`], [`config`], [`diagnostics`], [`error`], [`gl`]: the machine's clocks, settings, messages, GL errors, C types.
//! - [`environment`], [`ownership`]: what the caller says and which files are trusted; nothing that a caller of fewer rights says.
//!
//! Unsafe code is in `spec`'s macros, `entry`, `current`, `clock`, `environment`, `ownership`, `driver`'s host, `winsys` and the shared
//! page of `report`; and nowhere else.
//! No panic leaves the library: each border catches, says so once, and lets the driver answer.

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
