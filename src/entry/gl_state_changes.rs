//! The commands that change state: bindings, capabilities, per-fragment operations, parameters and attachments of objects, vertex formats.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;

include!(concat!(env!("OUT_DIR"), "/gl_state_changes.rs"));
