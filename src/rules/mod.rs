//! The rules: each command as its specification says, over the state of a context. Pure Rust, tested alone; the driver is called through
//! the traits of `driver`.

pub mod draw;
pub mod perf_query;
pub mod query;
pub mod state;
