//! What the command `glmeter` tells of a program that it measured.
//!
//! A [`Collector`](collector::Collector) reads a recording while the program runs, gives each frame and span to the [`Output`]s, and sums
//! them up in a [`Run`](run::Run), which the outputs get at the end.
//!
//! All times are nanoseconds unless a name says otherwise.

pub mod check;
pub mod collector;
pub mod compare;
pub mod csv;
mod distribution;
pub mod interval;
pub mod json;
pub mod metrics;
pub mod open;
pub mod output;
pub mod repeat;
pub mod run;
mod series;
pub mod summary;
mod sums;

pub use collector::{About, Collector};
pub use open::open;
pub use output::Output;
