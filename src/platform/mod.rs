//! The process and its system: loaded objects, symbols, threads, call slots, its memory, and driver libraries.

#[cfg(not(android_layer))]
pub(crate) mod arch;
pub mod call_slots;
#[cfg(not(android_layer))]
pub mod copies;
#[cfg(not(android_layer))]
pub mod elf;
pub(crate) mod ending_threads;
#[cfg(not(android_layer))]
pub(crate) mod imports;
pub(crate) mod own;
pub(crate) mod own_memory;
#[cfg(not(android_layer))]
pub mod software;
#[cfg(not(android_layer))]
pub(crate) mod symbols;
pub(crate) mod threads;
#[cfg(not(android_layer))]
pub mod vendors;
