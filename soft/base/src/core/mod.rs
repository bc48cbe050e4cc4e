//! Foundations that every stage uses: memory and what was freed of it, the thread pool, threads and what a fork does to their locks, stacks, lanes,
//! arithmetic, CPU features, the values of threads and the statistics counters.

mod bytes;
pub mod compare;
pub mod cpu;
pub mod fork;
mod free_list;
pub mod lanes;
pub mod mapping;
pub mod math;
pub mod memory;
pub mod pool;
pub mod reserve;
pub mod sample_positions;
pub mod scalar;
pub mod stack;
pub mod statistics;
pub mod thread;
pub mod thread_value;
pub mod vector;
pub mod waiting_fill;
mod words;
