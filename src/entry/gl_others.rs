//! The other commands of OpenGL 4.6 and OpenGL ES 3.2 that can generate errors: Gets, names, syncs, parameters. They count nothing; the report
//! knows them so that each error has its command. Commands that are allowed between glBegin and glEnd are not here: they generate none.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::observe;

include!(concat!(env!("OUT_DIR"), "/gl_others.rs"));
