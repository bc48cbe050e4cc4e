//! The draw, dispatch and immediate-mode commands that can be counted by their arguments.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::draw::{arrays, compute, elements, immediate, indirect, lists};

include!(concat!(env!("OUT_DIR"), "/gl_draws.rs"));
