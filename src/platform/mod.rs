//! The process and its system: loaded objects, symbols, threads, the words that draw commands jump through, and the libraries of drivers.

pub mod call_slots;
pub mod elf;
pub mod software;
pub(crate) mod symbols;
pub(crate) mod threads;
pub mod vendors;
