//! The GL state machine: objects, commands, errors.
//!
//! Each file owns one part of the state and the commands that act on it: a `State` struct that is a field of [`context::Context`],
//! handlers `fn command(context: &mut Context, …) -> Result<T>`, and a [`commands!`](entry::commands) table that gives the C names.

pub mod absent;
pub mod buffers;
#[cfg(test)]
pub mod calling;
pub mod clears;
pub mod commands;
pub mod compat;
pub mod context;
pub mod debug;
pub mod draws;
pub mod entry;
pub mod enums;
pub mod feedback;
#[cfg(test)]
mod fixtures;
pub mod formats;
pub mod fragment_state;
pub mod framebuffers;
pub mod get;
pub mod limits;
pub mod names;
pub mod pixels;
pub mod pointer;
pub mod programs;
pub mod queries;
pub mod renderbuffers;
pub mod samplers;
pub mod shaders;
pub mod state;
pub mod sync;
#[cfg(test)]
pub mod testing;
pub mod textures;
pub mod vertex_arrays;

pub use commands::command;
