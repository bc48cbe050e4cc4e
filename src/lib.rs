//! glmeter: timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver.
//!
//! A C-ABI shim that gives applications five extensions as specified: `GL_ARB_timer_query`,
//! `GL_ARB_pipeline_statistics_query`, `GL_EXT_disjoint_timer_query`, `GL_ANGLE_timer_query` and
//! `GL_INTEL_performance_query`. Programs preload it, link with it from C or C++, or get it through libglvnd.
//!
//! The layers, from the application to the driver. Imports only go down:
//!
//! - [`winsys`]: the EGL and GLX functions that programs call, libglvnd's vendor layer, and the library's constructor.
//! - [`control`]: the control interface of the header: version, provider, sources, report, named sections.
//! - [`describe`]: what `glmeter info` prints.
//! - [`entry`]: the C interface, one file per specification. Its tables generate the exports, GetProcAddress and the header; its
//!   dispatch runs each command on the current context or in the driver.
//! - [`report`]: the frame and time measurements of `glmeter run`.
//! - [`rules`]: the commands as specified: queries, performance queries, Gets, the draws that are counted, and what the
//!   report counts.
//! - `current`: the current context of each thread, in one word of TLS, and the window systems that make contexts current.
//! - [`context`]: the state of one context.
//! - [`source`]: the source of each target's values: the driver's query, a derivation from other queries, fences and a clock, or
//!   counted draws. Segments share one driver query among subscribers; measurements read all counters at once; quirks list known
//!   driver defects.
//! - [`count`]: the counts that draws and dispatches submit, computed from their arguments, also for display lists.
//! - [`driver`]: a driver as traits for its query commands and its capabilities. [`driver::host`] is the machine's driver.
//! - [`platform`]: the process and its system: loaded objects, symbols, threads, call slots, and driver libraries.
//! - [`memory`], [`target`], [`hash`], [`clock`], [`diagnostics`], [`config`], `sink`, [`environment`], [`error`], [`gl`], [`ownership`]: the
//!   application's memory, query targets, the hash of names, the machine's clocks, messages, settings, their output, environment variables, GL
//!   errors, C types and tokens, and which files are trusted.
//!
//! Unsafe code is in `control`, `winsys`, the macros and dispatch of `entry`, `report` (`atexit`, an inherited descriptor), `current`,
//! `context` (its constructor for the machine's driver), `driver::host`, `platform`, `memory`, `clock`, `environment`, `ownership` and `describe`;
//! nowhere else. No panic leaves the library: each entry point catches it, reports it once, and calls the driver instead.

// Only `environment` reads variables; see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

use glmeter_abi::allocator::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

pub mod clock;
pub mod config;
pub mod context;
pub mod control;
pub mod count;
mod current;
pub mod describe;
pub mod diagnostics;
pub mod driver;
pub mod entry;
pub mod environment;
pub mod error;
pub mod gl;
pub mod hash;
pub mod memory;
pub mod ownership;
pub mod platform;
pub mod report;
pub mod rules;
mod sink;
pub mod source;
pub mod target;
pub mod winsys;
