//! The files of `glmeter run --report`, read by the programs for which they are made.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod commands;
mod page;
mod sample;
mod sample_run;
#[path = "../support/mod.rs"]
mod support;
mod trace;
