//! What the command `glmeter` tells of a program that it measured.
//!
//! A [`Collector`](collector::Collector) reads a recording while the program runs, gives each frame and span to the [`Output`]s, and sums
//! them up in a [`Run`](run::Run), which the outputs get at the end.
//!
//! All times are nanoseconds unless a name says otherwise.

pub mod output;
pub mod page;
pub mod run;
pub mod trace;

pub use output::Output;
