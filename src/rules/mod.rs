//! The rules of the specifications: the handler of each command, over the state of a context. Pure Rust that can be tested alone; it
//! calls the driver through the traits of `driver`.

pub mod draw;
pub mod observe;
pub mod perf_query;
pub mod query;
pub mod state;
