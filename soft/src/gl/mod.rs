//! The GL state machine: objects, commands, errors.
//!
//! Each file owns one part of the state and the commands that act on it: a `State` struct that is a field of [`context::Context`],
//! handlers `fn command(context: &mut Context, …) -> Result<T>`, and a [`commands!`](entry::commands) table that gives the C names.

pub mod commands;
pub mod compat;
pub mod context;
pub mod entry;
pub mod enums;
pub mod fragment_state;
pub mod names;
pub mod pointer;
pub mod state;

pub use commands::command;
