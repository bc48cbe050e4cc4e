//! Plain data that every stage reads: the state of a draw, the linked program, the limits. It contains no algorithms.

pub mod blend;
pub mod collected;
pub mod limits;
pub mod multisample;
pub mod pixel_rectangle;
pub mod program;
pub mod state;
pub mod stipple;
