//! What the command `glmeter` tells of a program that it measured.
//!
//! A [`Collector`] reads a recording while the program runs, gives each frame and span to the [`Output`]s, and sums
//! them up in a [`Run`](run::Run), which the outputs get at the end.
//!
//! All times are nanoseconds unless a name says otherwise.

pub mod check;
pub mod collector;
pub mod compare;
pub mod csv;
mod distribution;
mod draws;
pub mod interval;
pub mod json;
pub mod live;
pub mod metrics;
pub mod numbers;
pub mod open;
pub mod openmetrics;
pub mod output;
pub mod page;
pub mod repeat;
pub mod run;
mod series;
mod student;
pub mod style;
pub mod summary;
mod sums;
mod together;
pub mod top;
pub mod trace;

pub use collector::{About, Collector};
pub use live::Live;
pub use open::open;
pub use openmetrics::OpenMetrics;
pub use output::Output;
