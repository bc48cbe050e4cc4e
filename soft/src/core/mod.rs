//! What every stage computes with and none owns: memory, threads, lanes, arithmetic, the processor's features and the counters.

pub mod compare;
pub mod cpu;
pub mod lanes;
pub mod math;
pub mod memory;
pub mod pool;
pub mod statistics;
pub mod vector;
