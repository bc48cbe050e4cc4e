//! The commands that give the driver data of buffers and textures.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::observe::{mappings, uploads};

include!(concat!(env!("OUT_DIR"), "/gl_uploads.rs"));
