//! The process and its system: loaded objects, symbols, threads, call slots, and driver libraries.

pub mod call_slots;
pub mod copies;
pub mod elf;
pub mod software;
pub(crate) mod symbols;
pub(crate) mod threads;
pub mod vendors;
