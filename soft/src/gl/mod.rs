//! The GL state machine: objects, commands, errors.

pub mod absent;
pub mod command;
pub mod compat;
pub mod config;
pub mod context;
pub mod dispatch;
pub mod enums;
pub mod error;
pub mod limits;
pub mod log;
pub mod object;
pub mod pointer;
pub mod state;
pub mod table;
#[cfg(test)]
pub mod testing;

pub use compat::new_context;
pub use table::proc_address;
