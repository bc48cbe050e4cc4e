//! Tests the rows CQ, TQ, PS, DJ and AN of the conformance matrix that a driver can show, through the C interface on Mesa with glmeter as
//! libglvnd's vendor. `tests/rules` has every row, over a recording driver.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod bare;
mod begin_end;
mod conditional;
mod draws;
mod egl;
mod gl;
mod lists;
mod objects;
mod results;
mod strings;
#[path = "../support/mod.rs"]
mod support;
mod timers;
mod without;
