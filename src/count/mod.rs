//! What draws and dispatches submit: arithmetic over primitives, the contents of display lists, and a context's state of both.
//! The commands are in `rules::draw`.

pub mod drawing;
pub mod lists;
pub mod step;
pub mod submitted;
