//! The commands that set uniforms, and parameters of assembly programs.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;

include!(concat!(env!("OUT_DIR"), "/gl_uniforms.rs"));
