//! Clears, copies, commands that submit work or wait for it, draws that cannot be counted by their arguments, the objects and debug groups to which work
//! belongs, and the compilation of shaders.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::report;
use crate::rules::observe::{self, arrays, objects, shaders, uploads};

include!(concat!(env!("OUT_DIR"), "/gl_work.rs"));
