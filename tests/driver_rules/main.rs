//! The rows of the conformance matrix in which Mesa alone is wrong, or that only a real driver can show: through the C
//! interface, on llvmpipe, with glmeter as libglvnd's EGL vendor.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod buffers;
mod created;
mod debug;
mod functions;
mod lifetimes;
mod lists;
mod rig;
mod statistics;
mod strings;
#[path = "../support/mod.rs"]
mod support;
mod targets;
mod timers;
mod tokens;
