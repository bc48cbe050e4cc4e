//! The GL state machine: objects, commands, errors.

pub mod absent;
pub mod command;
pub mod compat;
pub mod context;
pub mod dispatch;
pub mod enums;
pub mod limits;
pub mod object;
pub mod pointer;
pub mod table;
#[cfg(test)]
pub mod testing;

pub use table::proc_address;
