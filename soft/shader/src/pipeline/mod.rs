//! Plain data that every stage reads: the state of a draw, the linked program, the limits. Its methods only read it.

pub mod blend;
pub mod collected;
pub mod draw_call;
mod indices;
pub mod limits;
pub mod multisample;
pub mod pixel_rectangle;
pub mod program;
pub mod state;
pub mod stipple;
