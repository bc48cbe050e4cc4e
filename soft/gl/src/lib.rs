//! The GL state machine: objects, commands, errors. It holds state and computes nothing.
//!
//! In layers; each imports only those below it (tests/layers checks this):
//! - `fuzzing`: the functions that the fuzz targets call; built only for them and for the unit tests.
//! - `table`: every command by its C name.
//! - `compat`: the compatibility profile's commands: display lists, immediate mode, fixed function, matrices, lighting, raster position.
//! - `command`: the commands of every profile. Each validates its arguments, then acts on objects and state. What the compatibility
//!   profile adds to them they reach through [`context::profile::Profile`].
//! - `fork`: what a fork does to contexts. `raised_error`: the function by which the shim asks for the rule of an error.
//!   `waiting_commands`: the function by which it makes commands complete.
//! - `dispatch`: the thread's context, the way of a call from C to its handler, and the `commands!` table that
//!   declares commands: `fn handler(context: &mut Context, …) -> Result<T>`.
//! - `context`: [`context::Context`], composed of the structs of the two layers below, with the recording of display lists, the
//!   primitive between glBegin and glEnd, and debug messages.
//! - `object`: objects and their storage; names; formats; what contexts share.
//! - `state`: state that belongs to no object.
//! - `pointer`, `log`, `limits`, `error`, `enums`, `config`, `es1`: what all of these use.

#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

mod command;
mod compat;
pub mod config;
pub mod context;
mod dispatch;
mod enums;
mod error;
mod es;
mod es1;
pub mod fork;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod limits;
pub mod log;
pub mod object;
mod pointer;
mod raised_error;
mod state;
mod table;
#[cfg(test)]
mod testing;
mod waiting_commands;

pub use command::egl_image as images;
pub use compat::{new_context, stacks};
pub use dispatch::{complete_all, complete_draws, set_current};
pub use table::proc_address;

// `tokens`: the tokens of the Khronos registry that this crate's sources name, by their C names.
include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
