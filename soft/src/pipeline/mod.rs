//! Plain data that every stage reads: a draw's state, the linked program, the limits. No code runs here.

pub mod limits;
pub mod program;
pub mod state;
