//! What tests of the state machine share.

pub mod calling;
pub mod calls;
pub mod fixtures;
pub mod rules;
pub mod windows;
