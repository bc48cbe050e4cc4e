//! Tests the rows CQ, TQ, PS, DJ, AN and IN of the conformance matrix, each by a test with the row's name, over a driver that records its
//! calls. `tests/mesa_rules` tests the rows that a real driver can show.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod begin_end;
mod border;
mod buffers;
mod display_lists;
mod draw_parameters;
mod draws;
mod embedded;
mod fences;
mod lost;
mod model;
mod names;
mod perf_query;
mod perf_query_data;
mod perf_rig;
mod provoked;
mod quick;
mod recording;
mod rig;
mod rows;
mod sharing;
mod simulated_gpu;
mod sources;
mod statistics;
mod strings;
mod timer;
mod timestamps;
mod told_fences;
mod values;
