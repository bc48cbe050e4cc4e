//! `GL_EXT_disjoint_timer_query`, for OpenGL ES 2.0 and later. `GL_EXT_timer_query` shares the 64-bit getters [TQ-30].

use crate::gl::*;
use crate::rules::query::{self, quick};
use crate::rules::state;

include!(concat!(env!("OUT_DIR"), "/ext_disjoint_timer_query.rs"));
