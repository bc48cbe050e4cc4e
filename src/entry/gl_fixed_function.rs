//! The state of the compatibility profile: matrices, lights, materials, texture environments, client arrays, attribute stacks. The values of a
//! vertex, such as `glColor`, and the raster position are data and no state changes.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;

include!(concat!(env!("OUT_DIR"), "/gl_fixed_function.rs"));
