//! The GL state machine: objects, commands, errors. It holds state and computes nothing.
//!
//! In layers; each imports only those below it (tests/layers checks this):
//! - `table`: every command by its C name.
//! - `compat`: the compatibility profile's commands: display lists, immediate mode, fixed function, matrices, lighting, raster position.
//! - `command`: the commands of every profile. Each validates its arguments, then acts on objects and state. What the compatibility
//!   profile adds to them they reach through [`context::profile::Profile`].
//! - `fork`: what a fork does to contexts.
//! - `dispatch`: the thread's context, the way of a call from C to its handler, and the [`commands!`](dispatch::commands) table that
//!   declares commands: `fn handler(context: &mut Context, …) -> Result<T>`.
//! - `context`: [`context::Context`], composed of the structs of the two layers below, with the recording of display lists, the
//!   primitive between glBegin and glEnd, and debug messages.
//! - `object`: objects and their storage; names; formats; what contexts share.
//! - `state`: state that belongs to no object.
//! - `pointer`, `log`, `limits`, `error`, `enums`, `config`, `es1`: what all of these use.

pub mod command;
pub mod compat;
pub mod config;
pub mod context;
pub mod dispatch;
pub mod enums;
pub mod error;
pub mod es;
pub mod es1;
pub mod fork;
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
